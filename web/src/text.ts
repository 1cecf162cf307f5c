/** The words of one game, filled with what happened: the same as takujo.core.text does in Python. */

import type { Lang } from "./i18n/index.svelte";
import type { GameText, GuideSection, Problem } from "./wire";
import type { Json } from "./games/board";

type Sentences = Record<string, Record<string, string>>;

/** Python's str.format with plain names: `{name}`, and `{{` `}}` for braces. */
export function format(sentence: string, values: Record<string, unknown>): string {
  return sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (all, name: string | undefined) =>
    name === undefined ? all[0]! : String(values[name] ?? "?"),
  );
}

/** Is what is looked for in one of these texts? Nothing is in all of them. */
export function holds(query: string, texts: string[]): boolean {
  const wanted = query.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

export class Words {
  constructor(
    readonly tables: GameText,
    readonly lang: Lang,
    readonly name: (seat: number) => string,
  ) {}

  event(event: Json): string {
    return this.say(this.tables.events, event);
  }

  action(action: Json): string {
    return this.say(this.tables.actions, action);
  }

  /** What the seat to act must do. */
  phase(phase: string): string {
    return this.tables.phases[phase]?.[this.lang] ?? phase;
  }

  /** Why something was refused; undefined if the game has no sentence for it. */
  refusal(problem: Pick<Problem, "code" | "details">): string | undefined {
    const sentence = this.tables.refusals[problem.code]?.[this.lang];
    return sentence && format(sentence, problem.details ?? {});
  }

  /** A value as a word. */
  word(value: unknown): string {
    if (Array.isArray(value)) {
      return Array.isArray(value[0])
        ? value
            .map((part: unknown) => (Array.isArray(part) ? part.map((v) => this.word(v)).join(",") : this.word(part)))
            .join(" ")
        : value.map((v) => this.word(v)).join(", ") || "–";
    }
    if (value === null || value === undefined) return "?";
    if (typeof value === "object")
      return Object.values(value)
        .map((v) => this.word(v))
        .join(", ");
    const key = python(value);
    return this.tables.words[key]?.[this.lang] ?? key;
  }

  /** The sections of the guide that explain a citation. */
  sections(rule: string): GuideSection[] {
    const citing = (rules: string[]): GuideSection[] =>
      this.tables.guide.filter((section) => section.rules.some((cited) => rules.includes(cited)));
    const exact = citing([rule]);
    return exact.length ? exact : citing(rule.split(", "));
  }

  private say(table: Sentences, what: Json): string {
    const { variants, seats, seat_lists, by_seat } = this.tables;
    const comma = this.lang === "ja" ? "、" : ", "; // between names
    let key = String(what["type"]);
    const special = key in variants ? `${key}:${python(what[variants[key]!])}` : key;
    if (special in table) key = special;
    const values: Record<string, string> = {};
    for (const [part, value] of Object.entries(what)) {
      if (seats.includes(part) && typeof value === "number") values[part] = this.name(value);
      else if (seat_lists.includes(part))
        values[part] = (value as number[]).map((s) => this.name(s)).join(comma) || "–";
      else if (by_seat.includes(part) && Array.isArray(value))
        values[part] = value.map((v, s) => `${this.name(s)} ${this.word(v)}`).join(comma);
      else values[part] = this.tables.words[`${part}:${python(value)}`]?.[this.lang] ?? this.word(value); // its own here
    }
    const sentence = table[key]?.[this.lang];
    return sentence === undefined ? key : format(sentence, values);
  }
}

/** A value as Python's str() writes it: keys of the tables are made so. */
function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object") return String(value);
  return JSON.stringify(value);
}
