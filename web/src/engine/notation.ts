/** Records, views and actions of a title as JSON and back: all that needs no rules. */

import { seedWords } from "./chance";
import { Codec, expect, type Known } from "./codec";
import type { Description, Edges, Fields, Json, JsonObject, Script } from "./description";
import { checkedOptions } from "./options";
import type { Words } from "./record";

export class Notation {
  readonly about: Description;
  readonly edges: Edges;
  readonly codec: Codec;
  private readonly numberOf = new Map<string, number>();

  constructor({ description, edges }: Script) {
    this.about = description;
    this.edges = edges;
    this.codec = new Codec(description, edges.kinds);
    description.actions.forEach((action, number) => this.numberOf.set(sorted(action), number));
  }

  /** A record, whole or redacted, as the JSON of a position, but for its result. */
  written(words: Words): JsonObject {
    const { about, codec, edges } = this;
    const flat = numbers(words);
    const json: JsonObject = { game: about.game, ...codec.write(flat) };
    const fields = about.derived.length ? codec.fields(flat) : {};
    for (const key of about.derived) json[key] = edges.derived[key]!(fields);
    let rng = 0n;
    for (let i = about.chance.words; i > 0; i--) rng = (rng << 32n) | words[i]!;
    return { ...json, rng: flat[1] === about.unknown ? null : rng };
  }

  /** A record with players and options and nothing else. */
  blank(players: number, options: JsonObject): number[] {
    const { about } = this;
    const values = checkedOptions(about, players, options);
    const flat = [...about.blank];
    flat[0] = players;
    this.codec.read(
      { options: Object.fromEntries(Object.entries(values).filter(([name]) => about.kept.includes(name))) },
      flat,
    );
    seedWords(0).forEach((word, i) => (flat[1 + i] = word));
    return flat;
  }

  /** The JSON of a view as a record, with what somebody settles of it; an error says why no state has such a view. */
  taken(view: JsonObject, known: Known[] = []): Words {
    return BigInt64Array.from(this.codec.flat(this.takenFields(view, known)), BigInt);
  }

  private takenFields(view: JsonObject, known: Known[]): Fields {
    let fields = this.read(view);
    if (known.length) {
      const flat = this.codec.flat(fields);
      for (const each of known) this.codec.settle(each, flat);
      fields = this.codec.fields(flat);
    }
    this.edges.checkView?.(fields);
    return fields;
  }

  /** The same without asking whether a state has such a view: that of a stage, or a position, will do, too. */
  private read(view: JsonObject): Fields {
    const { about, codec, edges } = this;
    const keys = ["game", ...Object.keys(about.tree.keys), ...about.derived, "rng", "result"];
    const missing = keys.filter((key) => !(key in view)).sort();
    expect(!missing.length, "view", `without ${missing.join(", ")}`, "all keys of a view");
    const flat = this.blank(view["players"] as number, (view["options"] ?? {}) as JsonObject);
    codec.read(view, flat);
    const fields = codec.fields(flat);
    edges.readView?.(fields, view);
    (fields["chance"] as number[]).fill(about.unknown);
    return fields;
  }

  /** The exact chances of what a view does not show, if this is known besides. */
  belief(view: JsonObject, known: Known[] = []): JsonObject {
    return this.edges.belief?.(this.takenFields(view, known)) ?? {};
  }

  /** The answer to one of the title's questions, from what is seen. */
  ask(view: JsonObject, seat: number | null, question: string, about: JsonObject = {}): Json {
    const { questions } = this.edges;
    expect(question in questions, "question", question, `one of ${Object.keys(questions).join(", ")}`);
    return questions[question]!(this.read(view), seat, about);
  }

  decoded(words: Words, seat: number, several: number[]): JsonObject[] {
    const { decode } = this.edges;
    if (!decode) return several.map((number) => ({ ...this.about.actions[number]! }));
    const fields = this.codec.fields(numbers(words));
    return several.map((number) => decode(fields, seat, number));
  }

  encoded(words: Words, seat: number, action: Json): number | null {
    const { encode } = this.edges;
    return encode
      ? encode(this.codec.fields(numbers(words)), seat, action)
      : (this.numberOf.get(sorted(action)) ?? null);
  }
}

export function numbers(words: BigInt64Array): number[] {
  return Array.from(words, Number);
}

/** The same text for the same JSON, whatever the order of its keys. */
export function sorted(value: Json): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(value[key] ?? null)}`).join(",")}}`;
}
