/** The words of one game, filled with what happened: the same as takujo.core.words does in Python. */

import { keyOf, list, Several, Shown, Speech, type Values } from "./fluent";
import { i18n, t } from "./i18n/index.svelte";
import { signed } from "./games/kit/table";
import type { ChatLine, GameText, GuideSection, Problem } from "./wire";
import type { Json } from "./games/board";

/** Is what is looked for in one of these texts? Nothing is in all of them. */
export function holds(query: string, texts: string[]): boolean {
  const wanted = query.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

const LONG = 9; // a name that may have to be broken

export class Words {
  private readonly speech: Speech;
  private readonly named = new Set<string>(); // who was told of

  constructor(
    readonly tables: GameText,
    readonly lang: string,
    readonly name: (seat: number) => string,
    /** What is chosen, where the words of an action are those of a notation. */
    private readonly chosen?: (action: Json, text: Words) => string | null,
  ) {
    this.speech = Speech.of(tables.catalogues, lang);
  }

  event(event: Json): string {
    return this.tell("event", event);
  }

  /** A sentence cut at the names in it, every second part is one. Japanese has no spaces, and a line could end within. */
  cut(sentence: string): string[] {
    const names = [...this.named]
      .filter((name) => name.length > 1 && name.length < LONG)
      .map((name) => name.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
    return names.length ? sentence.split(new RegExp(`(${names.join("|")})`)) : [sentence];
  }

  /** What the scene of a great moment says. */
  scene(great: string, event: Json, who: number[]): string {
    return this.tell("board-scene", { ...event, type: great, kind: event["type"], who });
  }

  action(action: Json): string {
    return this.tell("action", action);
  }

  /** An action to whoever sees where it would be done. */
  choice(action: Json): string {
    return this.chosen?.(action, this) ?? this.action(action);
  }

  /** What may come of a decision. */
  outcome(name: string): string {
    const key = `outcome-${name}`;
    return this.speech.has(key) ? this.speech.say(key, this.tables.numbers) : name;
  }

  /** Where something hidden lies, if it may be settled by hand. */
  place(name: string): string | undefined {
    const key = `place-${name}`;
    return this.speech.has(key) ? this.speech.say(key, this.tables.numbers) : undefined;
  }

  /** What a score counts. */
  get score(): string {
    return this.speech.say("score");
  }

  /** What it is about, in a sentence or two; a title need not say it. */
  get purpose(): string {
    return this.speech.has("board-purpose") ? this.say("purpose") : "";
  }

  /** What the seat to act must do. */
  phase(phase: string): string {
    return this.speech.say(`phase-${phase}`, this.tables.numbers);
  }

  /** What somebody said: one of the title's lines in the reader's language, else as it was written. */
  said(line: Pick<ChatLine, "text" | "say">): string {
    const key = `say-${line.say ?? ""}`;
    return this.speech.has(key) ? this.speech.say(key, this.tables.numbers) : line.text;
  }

  /** A word of the board's own. */
  say(word: string, values: Values = {}): string {
    return this.speech.say(`board-${word}`, { ...this.tables.numbers, ...values });
  }

  /** Why something was refused; undefined if the game has no sentence for it. */
  refusal(problem: Pick<Problem, "code" | "details">): string | undefined {
    const key = `refusal-${problem.code}`;
    return this.speech.has(key) ? this.speech.say(key, { ...this.tables.numbers, ...problem.details }) : undefined;
  }

  /** A value as a word, several of them as a list. */
  word(value: unknown): string {
    if (Array.isArray(value)) {
      return Array.isArray(value[0])
        ? value.map((part: unknown[]) => part.map((v) => this.word(v)).join(",")).join(" ")
        : this.several(value).toString();
    }
    if (value === null || value === undefined) return "?";
    if (typeof value === "object") return this.word(Object.values(value));
    return this.called(keyOf(value)) ?? (typeof value === "number" ? signed(value) : String(value));
  }

  /** What lies in a place of a view: in `roles` 3 is what `role:3` is called. */
  lying(place: string, value: unknown): string {
    const own = [place, place.replace(/s$/, "")].map((part) => this.called(`${part}:${keyOf(value)}`));
    return own.find((word) => word !== undefined) ?? this.word(value);
  }

  /** Names or words as a list. */
  list(items: string[]): string {
    return list(items, this.lang);
  }

  /** The sections of the guide that explain a citation. */
  sections(rule: string): GuideSection[] {
    const citing = (rules: string[]): GuideSection[] =>
      this.tables.guide.filter((section) => section.rules.some((cited) => rules.includes(cited)));
    const exact = citing([rule]);
    return exact.length ? exact : citing(rule.split(", "));
  }

  private readonly seat = (seat: number): string => {
    const name = this.name(seat);
    this.named.add(name);
    return name;
  };

  private tell(kind: "event" | "action" | "board-scene", what: Json): string {
    const { seats, seat_lists, by_seat } = this.tables;
    const values = Object.entries(what).map(([part, value]: [string, unknown]) => {
      if (seats.includes(part) && typeof value === "number") return [part, new Shown(this.seat(value), String(value))];
      if (!Array.isArray(value)) return [part, this.value(part, value)];
      if (part === "who" || seat_lists.includes(part)) return [part, new Several(value.map(this.seat), this.lang)];
      if (!by_seat.includes(part)) return [part, this.value(part, value)];
      return [
        part,
        new Several(
          value.map((v, seat) => `${this.seat(seat)} ${this.word(v)}`),
          this.lang,
        ),
      ] as const;
    });
    const key = `${kind}-${what["type"]}`;
    const filled = { ...this.tables.numbers, ...Object.fromEntries(values) } as Values;
    if (this.speech.has(key)) return this.speech.say(key, filled);
    return i18n.has(key) ? t(key, filled) : String(what["type"]); // what happens at tables of every title
  }

  private value(part: string, value: unknown): Shown | Several | number {
    const key = keyOf(value);
    const own = this.called(`${part}:${key}`) ?? this.called(key);
    if (own !== undefined) return new Shown(own, key);
    if (typeof value === "number") return value;
    return Array.isArray(value) && !Array.isArray(value[0]) ? this.several(value) : new Shown(this.word(value), key);
  }

  /** A list of words; numbers in a list are a notation: a square, the back of a card. */
  private several(values: unknown[]): Shown | Several {
    const words = values.map((v) => this.word(v));
    return typeof values[0] === "number" ? new Shown(words.join(", "), "") : new Several(words, this.lang);
  }

  private called(key: string): string | undefined {
    return this.tables.words[key]?.[this.lang];
  }
}
