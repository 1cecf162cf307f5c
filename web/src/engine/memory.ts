/** The compiled rules of a title, and the memory they work in. */

import type { Description } from "./description";

/** A part of the memory: an array with one or two axes. */
export interface Block {
  at: number;
  shape: number[];
}

const PAGE = 1 << 16;
const FAILED = -(1n << 63n); // native/objects.py: ERROR

type Door = (...given: (number | bigint)[]) => bigint;

export class Memory {
  private readonly memory: WebAssembly.Memory;
  private readonly doors: Record<string, { door: Door; takes: Description["doors"][string]["takes"] }> = {};
  private free: number;

  constructor(rules: WebAssembly.Instance, doors: Description["doors"]) {
    const there = rules.exports as Record<string, unknown>;
    this.memory = there["memory"] as WebAssembly.Memory;
    this.free = (there["__heap_base"] as WebAssembly.Global<"i32">).value;
    for (const [name, { as, takes }] of Object.entries(doors)) this.doors[name] = { door: there[as] as Door, takes };
  }

  /** Room for so many items of so many bytes; it is never given back. */
  room(bytes: number, ...shape: number[]): Block {
    const at = Math.ceil(this.free / 16) * 16;
    this.free = at + shape.reduce((product, n) => product * n, bytes);
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return { at, shape };
  }

  /** The words of a block: good until there is more room. */
  words(block: Block): BigInt64Array<ArrayBuffer> {
    return new BigInt64Array(this.memory.buffer as ArrayBuffer, block.at, size(block));
  }

  floats(block: Block): Float32Array {
    return new Float32Array(this.memory.buffer, block.at, size(block));
  }

  /** Go through a door: blocks and numbers in the order of its parameters, doors left out. */
  call(name: string, ...given: (Block | number | bigint)[]): number {
    const { door, takes } = this.doors[name]!;
    const values: (number | bigint)[] = [];
    const parts = given.values();
    for (const taken of takes) {
      if (taken.door) continue;
      const value = parts.next().value!;
      if (typeof value !== "object") values.push(BigInt(value));
      else if (taken.item === "uint8") values.push(value.at, BigInt(8 * size(value)));
      else values.push(value.at, ...value.shape.map(BigInt));
    }
    const result = door(...values);
    if (result === FAILED) throw new Error(`${name} failed`);
    return Number(result);
  }
}

function size(block: Block): number {
  return block.shape.reduce((product, n) => product * n, 1);
}
