import { describe, expect, it } from "vitest";

import { masks, packed, unpacked, wordsOf } from "../src/engine/record";

const WIDTHS = [2, 3, 2]; // integers of 64, 32 and 16 bits

describe("a record in the memory of the rules", () => {
  it("has its integers by their width, and comes back whole", () => {
    const integers = BigInt64Array.from([4n, 1n << 62n, -32768n, 1n << 19n, -1n, -32767n, 300n]);
    const raw = packed(WIDTHS, integers);
    expect(raw.length).toBe(wordsOf(WIDTHS));
    const bytes = new DataView(raw.buffer);
    expect([16, 20, 24].map((at) => bytes.getInt32(at, true))).toEqual([-32768, 1 << 19, -1]);
    expect([28, 30].map((at) => bytes.getInt16(at, true))).toEqual([-32767, 300]);
    expect(unpacked(WIDTHS, raw)).toEqual(integers);
  });

  it("has room up to whole words, which is empty", () => {
    expect(packed([1, 1, 1], BigInt64Array.from([-1n, -1n, -1n]))).toEqual(BigInt64Array.from([-1n, (1n << 48n) - 1n]));
  });

  it("is shown bit by bit: the bytes of each width, then all bits of what a seat may see", () => {
    expect(masks([1, 1, 1], ["100", "011"])).toEqual(
      BigInt64Array.from([8n, 4n, 2n, -1n, 0n, 8n, 4n, 2n, 0n, (1n << 48n) - 1n]),
    );
  });
});
