/** Catalogues of words in the syntax of Fluent, as takujo.core.words reads them in Python (docs/decisions/0011). */

import {
  FluentBundle,
  FluentNumber,
  FluentResource,
  FluentType,
  type FluentVariable,
  type Scope,
} from "@fluent/bundle";

/** By language: the source of a catalogue. */
export type Catalogues = Record<string, string>;
export type Values = Record<string, unknown>;

export const DEFAULT = "en";
const LOCALES: Record<string, string> = { [DEFAULT]: "en-GB" }; // whose rules a language follows, where it has several

/** Whose numbers, lists and dates a language has. */
export const localeOf = (lang: string): string => LOCALES[lang] ?? lang;

/** A list as the language writes it: A, B and C. */
export function list(items: string[], lang: string): string {
  return new Intl.ListFormat([localeOf(lang), LOCALES[DEFAULT]!]).format(items) || "–";
}

/** A value as catalogues write it in their keys and variants. */
export function keyOf(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && !value.length)) return "none";
  return String(value);
}

/** A value and what it is called. */
export class Shown extends FluentType<string> {
  constructor(
    text: string,
    readonly key: string,
  ) {
    super(text);
  }
  override toString(): string {
    return this.value;
  }
}

/** A list of words. */
export class Several extends FluentType<string[]> {
  constructor(
    items: string[],
    private readonly lang: string,
  ) {
    super(items);
  }
  override toString(): string {
    return list(this.value, this.lang);
  }
}

/** A number; below nothing stands a minus, not a hyphen. */
class Signed extends FluentNumber {
  override toString(scope?: Scope): string {
    return super.toString(scope).replace("-", "−");
  }
}

const FUNCTIONS = {
  KEY: ([value]: unknown[]) => (value instanceof Shown ? value.key : keyOf(value?.valueOf())),
  COUNT: ([value]: unknown[]) => new FluentNumber(value instanceof Several ? value.value.length : 0),
};

/** One language of some catalogues; what it lacks is said in the default one. */
export class Speech {
  private readonly bundles: FluentBundle[];

  private constructor(
    catalogues: Catalogues,
    readonly lang: string,
  ) {
    this.bundles = [...new Set([lang, DEFAULT])]
      .filter((language) => language in catalogues)
      .map((language) => {
        const locales = [localeOf(language), LOCALES[DEFAULT]!];
        const bundle = new FluentBundle(locales, { functions: FUNCTIONS, useIsolating: false });
        bundle.addResource(new FluentResource(catalogues[language]!));
        return bundle;
      });
  }

  private static read = new WeakMap<Catalogues, Map<string, Speech>>();

  /** Each is parsed once. */
  static of(catalogues: Catalogues, lang: string): Speech {
    const known = Speech.read.get(catalogues) ?? new Map<string, Speech>();
    Speech.read.set(catalogues, known);
    const speech = known.get(lang) ?? new Speech(catalogues, lang);
    known.set(lang, speech);
    return speech;
  }

  has(key: string): boolean {
    return this.bundles.some((bundle) => bundle.hasMessage(key));
  }

  /** The sentence of a key, filled; the key itself where there is none. Lists are given as arrays. */
  say(key: string, values: Values = {}): string {
    const bundle = this.bundles.find((each) => each.hasMessage(key));
    const pattern = bundle?.getMessage(key)?.value;
    if (!bundle || !pattern) return key;
    const given = Object.entries(values).map(([name, value]) => [name, this.given(value)] as const);
    return bundle.formatPattern(pattern, Object.fromEntries(given), []); // a part that is wrong is shown as it stands
  }

  private given(value: unknown): FluentVariable {
    if (typeof value === "number") return new Signed(value);
    if (value instanceof FluentType) return value;
    if (Array.isArray(value)) return new Several(value.map(String), this.lang);
    return new Shown(value === null || value === undefined ? "?" : String(value), keyOf(value));
  }

  /** The key of the sentence that reads so in the default language, and what fills it: `an integer 1 to 99`. */
  found(text: string, prefix: string): [key: string, values: Values] | null {
    const bundle = this.bundles.at(-1)!;
    for (const [key, { value }] of bundle._messages) {
      if (!key.startsWith(prefix)) continue;
      const names: string[] = [];
      const parts = [value ?? []].flat().map((part) => {
        if (typeof part === "string") return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        names.push("name" in part ? part.name : "");
        return "(.*)";
      });
      const match = new RegExp(`^${parts.join("")}$`, "s").exec(text);
      if (match) return [key, Object.fromEntries(names.map((name, i) => [name, match[i + 1]]))];
    }
    return null;
  }
}
