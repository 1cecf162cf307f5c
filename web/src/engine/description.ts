/** What a title says of itself: made by `python -m native` from its declarations, beside its rules (native/page.py). */

export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface ValueNode {
  at: number;
  shape: number[];
  kind: number;
  null: number; // what null stands for
  empty: number; // what is there before anything is
}
export interface ObjectNode {
  keys: Record<string, Node>;
  nullable?: boolean;
}
export interface ListNode {
  items: Node;
  room: number;
  length?: number; // where the field stands that says how many
  nullable?: boolean;
}
export type Node = ValueNode | ObjectNode | ListNode;

export type Shape = number | { many: Shape } | { each: Record<string, Shape> };

export interface Option {
  name: string;
  type: string;
  default: Json;
  nullable: boolean;
  low: number;
  high: number | null;
  choices: string[];
  longest: number;
}

export interface Description {
  game: string;
  version: number;
  players: [number, number];
  options: Option[];
  kept: string[]; // options that stand in the record
  size: number; // of a record, in integers
  widths: number[]; // how many of them have 64, 32 and 16 bits, in this order
  blank: number[];
  fields: { name: string; at: number; shape: number[] }[];
  shown: string[]; // for the spectator, then each seat: a 1 for each integer that it may see
  tree: ObjectNode;
  derived: string[];
  events: { name: string; hidden: string[]; reveals: boolean; values: Record<string, Shape> }[];
  citations: string[];
  actions: JsonObject[];
  numActions: number;
  rounds: string[]; // keys of a position that change when a round begins
  faults: Record<string, string>;
  faultAt: number | null;
  doors: Record<
    string,
    { as: string; takes: { item?: "uint8" | "int64" | "float32"; axes?: number; door?: string }[] }
  >;
  none: number;
  unknown: number;
  chance: { size: number; words: number; need: number };
  buffer: { plain: number; stages: number; pause: number; spectators: number };
  search: Record<SearchNumber, number>;
  trials: Trials;
  /** How luck and turning points are told (bots/luck.py, insight/). */
  luck: { deal: number; goOn: number; plays: number; wide: number; clear: number; turns: number };
  levels: Record<string, { care: number; search: number }>;
}

/** How the actions of a decision are tried (bots/trials.py), and what is made of it (insight/analysis.py). */
interface Trials {
  measures: string[]; // win, points, and the title's own outcomes
  kinds: Record<string, "chance" | "amount">; // of these outcomes
  played: number;
  episodes: number;
  toTheEnd: boolean;
  trusted: boolean; // were chances to win found true (docs/calibration.md)?
  points: boolean; // are points known?
  notes: number;
  dropped: number;
  tried: number;
  asked: number;
  care: number;
  width: number;
  rounds: number;
  sure: number[]; // standard errors, by how many comparisons are made at once
  unseen: number;
}

type SearchNumber =
  | "horizon"
  | "chapters"
  | "inside"
  | "trust"
  | "exploration"
  | "doubt"
  | "nodes"
  | "row"
  | "slice"
  | "edges"
  | "edge"
  | "count"
  | "tries"
  | "action"
  | "root"
  | "soFar";

/** A record as the translated functions have it: a number or nested lists for each field. */
export type Fields = Record<string, unknown>;

export interface Kind {
  write(value: number): Json;
  read(value: Json): number;
}

/** The functions of a title that stay Python, translated; what a game does not need is not there. */
export interface Edges {
  exp(x: number): number;
  kinds: Kind[];
  derived: Record<string, (record: Fields) => Json>;
  /** What boards ask about a view: who asks, and what about. */
  questions: Record<string, (view: Fields, seat: number | null, about: JsonObject) => Json>;
  belief?(view: Fields): JsonObject;
  readView?(view: Fields, json: JsonObject): void;
  checkView?(view: Fields): void;
  encode?(record: Fields, seat: number, action: Json): number | null;
  decode?(record: Fields, seat: number, number: number): JsonObject;
}

/** The module beside a title's rules. */
export interface Script {
  description: Description;
  edges: Edges;
}
