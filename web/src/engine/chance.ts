/** Seeds, as core/chance.py makes generators of them. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export type Seed = Uint8Array | number;

/** A number in its shortest form, the first byte first. */
export function seedBytes(seed: Seed): Uint8Array {
  if (typeof seed !== "number") return seed;
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`seed is ${seed}; it takes bytes or an integer >= 0`);
  const bytes: number[] = [];
  for (let rest = seed; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return new Uint8Array(bytes.length ? bytes : [0]);
}

/** The four words of the generator for one action of a match. */
export function seedWords(seed: Seed, number = 0): number[] {
  const digest = hmac(sha256, seedBytes(seed), new TextEncoder().encode(`takujo chance ${number}`));
  const view = new DataView(digest.buffer, digest.byteOffset);
  const words = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
  return words.some(Boolean) ? words : [1, 0, 0, 0];
}

/** The number that a guess is seeded with. */
export function guessSeed(seed: Seed): bigint {
  const digest = sha256(seedBytes(seed));
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, true) >> 2n;
}
