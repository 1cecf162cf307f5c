/** Records as the JSON of positions, views and events, and back: what core/codec.py and core/events.py do, by the same
 * description. */

import type { Description, Fields, Json, JsonObject, Kind, ListNode, Node, Shape, ValueNode } from "./description";

type Flat = ArrayLike<number>;

/** An event with full information, and who may see it. */
export interface Told {
  event: JsonObject;
  who: number;
  knows: number;
  hidden: string[];
}

/** Something hidden that is settled by hand: where it stands in the view, and what it is. */
export interface Known {
  at: (string | number)[];
  is: Json;
}

export function expect(fine: boolean, key: string, got: unknown, takes: string): asserts fine {
  if (!fine) throw new Error(`${key} is ${JSON.stringify(got)}; it takes ${takes}`);
}

export class Codec {
  constructor(
    private readonly about: Description,
    private readonly kinds: Kind[],
  ) {}

  write(flat: Flat): JsonObject {
    return this.written(this.about.tree, flat, []) as JsonObject;
  }

  /** Put these keys into a record. */
  read(json: JsonObject, flat: number[]): void {
    for (const [key, node] of Object.entries(this.about.tree.keys)) {
      if (key in json) this.taken(node, json[key] ?? null, flat, [], key);
    }
  }

  /** Put a value where a view has something unknown. */
  settle({ at, is }: Known, flat: number[]): void {
    const key = at.join(".");
    let node: Node | undefined = this.about.tree;
    const axes: number[] = [];
    for (const part of at) {
      if (node && "items" in node && typeof part === "number" && part >= 0 && part < node.room) {
        axes.push(part);
        node = node.items;
      } else node = node && "keys" in node && Object.hasOwn(node.keys, part) ? node.keys[part] : undefined;
    }
    expect(node !== undefined && "at" in node, "place", key, "where a value stands in a view");
    const i = place(node, axes);
    expect(flat[i] === this.about.unknown, key, is, "nothing: this is not hidden");
    flat[i] = this.kindly(node, is, key);
  }

  /** The fields by name, as translated functions have them. */
  fields(flat: Flat): Fields {
    const all = Array.from(flat);
    return Object.fromEntries(this.about.fields.map(({ name, at, shape }) => [name, nested(all, at, shape)]));
  }

  /** And back. */
  flat(fields: Fields): number[] {
    return this.about.fields.flatMap(({ name, shape }) => [fields[name]].flat(shape.length) as number[]);
  }

  events(row: Iterator<number>): Told[] {
    const found: Told[] = [];
    for (let next = row.next(); !next.done; next = row.next()) found.push(this.event(next.value, row));
    return found;
  }

  event(number: number, row: Iterator<number>): Told {
    const type = this.about.events[number]!;
    const [citation, who, knows] = [taking(row), taking(row), taking(row)];
    const event: JsonObject = { type: type.name };
    for (const [key, shape] of Object.entries(type.values)) event[key] = this.told(shape, row);
    event["rule"] = this.about.citations[citation]!;
    return { event, who, knows, hidden: type.hidden };
  }

  private told(shape: Shape, row: Iterator<number>): Json {
    if (typeof shape === "number") {
      const value = taking(row);
      return value === this.about.none ? null : this.kinds[shape]!.write(value);
    }
    if ("many" in shape) return Array.from({ length: taking(row) }, () => this.told(shape.many, row));
    const parts = Object.entries(shape.each).map(([key, each]) => [key, this.told(each, row)]);
    return Object.fromEntries(parts) as JsonObject;
  }

  private written(node: Node, flat: Flat, at: number[]): Json {
    if ("at" in node) {
      const value = flat[place(node, at)]!;
      return value > this.about.none ? this.kinds[node.kind]!.write(value) : null;
    }
    if ("keys" in node) {
      if (node.nullable && flat[first(node, at)] === this.about.none) return null;
      return Object.fromEntries(Object.entries(node.keys).map(([key, child]) => [key, this.written(child, flat, at)]));
    }
    const count = this.count(node, flat, at);
    if (node.nullable && !count) return null;
    return Array.from({ length: count }, (_, i) => this.written(node.items, flat, [...at, i]));
  }

  private count(node: ListNode, flat: Flat, at: number[]): number {
    if (node.length !== undefined) return flat[node.length]!;
    let n = 0;
    while (n < node.room && flat[first(node.items, [...at, n])] !== this.about.none) n++;
    return n;
  }

  private taken(node: Node, json: Json, flat: number[], at: number[], key: string): void {
    const { none, unknown } = this.about;
    if ("at" in node) {
      if (json === null) expect(node.null === unknown || node.empty === none, key, json, "a value");
      flat[place(node, at)] = json === null ? node.null : this.kindly(node, json, key);
      return;
    }
    if (json === null && node.nullable) return;
    if ("keys" in node) {
      expect(json !== null && typeof json === "object" && !Array.isArray(json), key, json, "an object");
      const strange = Object.keys(json).filter((name) => !(name in node.keys));
      expect(!strange.length, key, strange, `the keys ${Object.keys(node.keys).join(", ")}`);
      for (const [name, child] of Object.entries(node.keys)) {
        if (name in json) this.taken(child, json[name] ?? null, flat, at, `${key}.${name}`);
      }
      return;
    }
    expect(Array.isArray(json), key, json, "a list");
    expect(json.length <= node.room, key, json, `at most ${node.room} values`);
    if (node.length !== undefined) {
      if (this.isWritten(node.length)) {
        expect(json.length === flat[node.length], key, json, `${flat[node.length]} values`);
      } else flat[node.length] = json.length;
    }
    json.forEach((item, i) => this.taken(node.items, item, flat, [...at, i], `${key}[${i}]`));
  }

  private kindly(node: ValueNode, json: Json, key: string): number {
    try {
      return this.kinds[node.kind]!.read(json);
    } catch {
      throw new Error(`${key} is ${JSON.stringify(json)}, which it does not take`);
    }
  }

  /** Does the field at this place stand in the JSON by itself? */
  private isWritten(at: number): boolean {
    const find = (node: Node): boolean =>
      "at" in node ? node.at === at : "keys" in node ? Object.values(node.keys).some(find) : find(node.items);
    return find(this.about.tree);
  }
}

/** An event as a seat gets it (null: a spectator); null if it does not get it at all. */
export function seenBy(told: Told, seat: number | null, spectators: number): JsonObject | null {
  const bit = seat === null ? spectators : 1 << seat;
  if (!(told.who & bit)) return null;
  if (told.knows & bit) return told.event;
  const parts = Object.entries(told.event).map(([key, value]) => [
    key,
    told.hidden.includes(key) ? nulls(value) : value,
  ]);
  return Object.fromEntries(parts) as JsonObject;
}

/** Hidden: lists keep their length, objects their keys. */
function nulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(nulls);
  if (value === null || typeof value !== "object") return null;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, nulls(held)]));
}

function place(node: ValueNode, at: number[]): number {
  let index = 0;
  at.forEach((each, axis) => (index = index * node.shape[axis]! + each));
  return node.at + index;
}

/** Where the first value of a place stands: if it is NONE, nothing is there. */
function first(node: Node, at: number[]): number {
  if ("at" in node) return place(node, at);
  return "keys" in node ? first(Object.values(node.keys)[0]!, at) : first(node.items, [...at, 0]);
}

function nested(flat: number[], at: number, shape: number[]): unknown {
  if (!shape.length) return flat[at];
  const [length, ...rest] = shape as [number, ...number[]];
  const step = rest.reduce((product, n) => product * n, 1);
  return Array.from({ length }, (_, i) => nested(flat, at + i * step, rest));
}

function taking(row: Iterator<number>): number {
  const { done, value } = row.next();
  if (done) throw new Error("an event ends too early");
  return value as number;
}

/** JSON without spaces; a number of any size is written as Python does. */
export function text(value: Json): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(text).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, held]) => `${JSON.stringify(key)}:${text(held)}`)
    .join(",")}}`;
}
