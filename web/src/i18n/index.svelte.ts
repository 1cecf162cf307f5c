/** The page's own words. The browser's language decides first; a choice is remembered. */

import { DEFAULT, list, localeOf, Speech, type Catalogues, type Values } from "../fluent";
import type { FrameWord } from "../words.gen";

export type Key = FrameWord;

type Files = Record<string, () => Promise<string>>;

const byLanguage = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.ftl$/g, ""), load]));
const FIRST = byLanguage(
  import.meta.glob<string>("../../../src/takujo/words/*.ftl", { query: "?first", import: "default" }),
);
const LATER = byLanguage(
  import.meta.glob<string>("../../../src/takujo/words/*.ftl", { query: "?later", import: "default" }),
);
/** Every language there is a catalogue for. */
export const LANGUAGES = Object.keys(FIRST).sort((a, b) => Number(a === DEFAULT) - Number(b === DEFAULT));

function first(): string {
  const kept = localStorage.getItem("lang");
  if (kept && LANGUAGES.includes(kept)) return kept;
  const linked = new URLSearchParams(location.search).get("lang"); // whoever sent the link speaks it
  if (linked && LANGUAGES.includes(linked)) return linked;
  const read = navigator.languages.map((lang) => lang.split("-")[0]!);
  return read.find((lang) => lang !== DEFAULT && LANGUAGES.includes(lang)) ?? DEFAULT;
}

class I18n {
  private catalogues = $state.raw<Catalogues>({});
  lang = $state(DEFAULT);
  private readonly speech = $derived(Speech.of(this.catalogues, this.lang));
  private wanted = { lang: DEFAULT, whole: false };
  private whole = false;
  private rest: Promise<void> | null = null;

  /** Before anything is said. */
  async begin(): Promise<void> {
    await this.load({ lang: first() });
  }

  async set(lang: string): Promise<void> {
    await this.load({ lang });
    localStorage.setItem("lang", lang);
  }

  private async load(more: Partial<typeof this.wanted>): Promise<void> {
    const wanted = (this.wanted = { ...this.wanted, ...more });
    const { lang, whole } = wanted;
    const [early, late = "", usual = ""] = await Promise.all([
      FIRST[lang]!(),
      ...(whole ? [LATER[lang]!(), LATER[DEFAULT]!()] : []), // what the engine says is found in the default one
    ]);
    if (wanted !== this.wanted) return;
    this.catalogues = { [DEFAULT]: usual, [lang]: early + late };
    this.lang = lang;
    this.whole = whole;
  }

  /** A part of the page that is fetched when it is needed, with the words for it. */
  async with<T>(part: Promise<T>): Promise<T> {
    this.rest ??= this.load({ whole: true }).catch(() => {
      this.rest = null; // there was no network
    });
    await this.rest;
    return part;
  }

  has(key: string): key is Key {
    const there = this.speech.has(key);
    if (!there) void this.with(Promise.resolve());
    return there;
  }

  /** What nobody has fetched yet is said as soon as it is there. */
  t = (key: Key, values: Values = {}): string => (this.has(key) || this.whole ? this.speech.say(key, values) : "");

  /** What the engine says in the default language, where the catalogues have it. */
  translated(text: string, prefix: string): string {
    const found = this.speech.found(text, prefix);
    return found ? this.speech.say(...found) : text;
  }

  /** An address to be sent to others: where it is shown it speaks this language. */
  link(path: string): string {
    return location.origin + path + (this.lang === DEFAULT ? "" : `?lang=${this.lang}`);
  }

  list(items: string[]): string {
    return list(items, this.lang);
  }

  when(at: number): string {
    return new Intl.DateTimeFormat(localeOf(this.lang), { dateStyle: "medium", timeStyle: "short" }).format(at);
  }

  day(at: number, timeZone?: string): string {
    return new Intl.DateTimeFormat(localeOf(this.lang), { dateStyle: "medium", timeZone }).format(at);
  }

  /** One of several languages' texts. */
  of(texts: Record<string, string>): string {
    return texts[this.lang] ?? texts[DEFAULT] ?? "";
  }
}

export const i18n = new I18n();
export const t = i18n.t;
