/** A record as the rules have it in their memory: integers of 64 bits, then of 32, then of 16, and room up to whole words of
 * 8 bytes (core/record.py). Everywhere else it is a row of integers, all alike. */

export type Words = BigInt64Array<ArrayBuffer>; // of a record, an integer each; or any 8 bytes each

/** `widths`: how many integers there are of 64, 32 and 16 bits. */
export function packed(widths: number[], integers: Words): Words {
  const [wide, middle, narrow] = widths as [number, number, number];
  const raw = new BigInt64Array(wordsOf(widths));
  raw.set(integers.subarray(0, wide));
  const few = (from: number, count: number) => Array.from(integers.subarray(from, from + count), Number);
  new Int32Array(raw.buffer, 8 * wide, middle).set(few(wide, middle));
  new Int16Array(raw.buffer, 8 * wide + 4 * middle, narrow).set(few(wide + middle, narrow));
  return raw;
}

/** `raw`: a copy, in a buffer of its own. */
export function unpacked(widths: number[], raw: Words): Words {
  const [wide, middle, narrow] = widths as [number, number, number];
  const integers = new BigInt64Array(wide + middle + narrow);
  integers.set(raw.subarray(0, wide));
  const few = [
    ...new Int32Array(raw.buffer, 8 * wide, middle),
    ...new Int16Array(raw.buffer, 8 * wide + 4 * middle, narrow),
  ];
  integers.set(few.map(BigInt), wide);
  return integers;
}

/** How many words of 8 bytes a record takes. */
export function wordsOf([wide, middle, narrow]: number[]): number {
  return Math.ceil((8 * wide! + 4 * middle! + 2 * narrow!) / 8);
}

/** For the spectator and each seat, as compiled loops take it: how many bytes each width takes, then a record with all bits
 * set of what it may see. `shown`: a 1 for each such integer. */
export function masks(widths: number[], shown: string[]): Words {
  const head = widths.map((count, i) => BigInt(count * [8, 4, 2][i]!));
  const rows = shown.map((row) =>
    packed(
      widths,
      BigInt64Array.from(row, (may) => -BigInt(may)),
    ),
  );
  return BigInt64Array.from(rows.flatMap((row) => [...head, ...row]));
}
