/** The page's own words. The browser's language decides first; a choice is remembered. */

import { DEFAULT, list, localeOf, Speech, type Catalogues, type Values } from "../fluent";
import type { FrameWord } from "../words.gen";

export type Key = FrameWord;

const FILES = import.meta.glob<string>("../../../src/takujo/words/*.ftl", { query: "?raw", import: "default" });
const BY_LANGUAGE = Object.fromEntries(
  Object.entries(FILES).map(([file, load]) => [file.replace(/^.*\/|\.ftl$/g, ""), load]),
);
/** Every language there is a catalogue for. */
export const LANGUAGES = Object.keys(BY_LANGUAGE).sort((a, b) => Number(a === DEFAULT) - Number(b === DEFAULT));

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

  /** Before anything is said. */
  async begin(): Promise<void> {
    await this.load(first());
  }

  async set(lang: string): Promise<void> {
    await this.load(lang);
    localStorage.setItem("lang", lang);
  }

  private async load(lang: string): Promise<void> {
    const wanted = [lang, DEFAULT].filter((each) => !(each in this.catalogues)); // the default says what is lacking
    const sources = await Promise.all(wanted.map(async (each) => [each, await BY_LANGUAGE[each]!()] as const));
    if (sources.length) this.catalogues = { ...this.catalogues, ...Object.fromEntries(sources) };
    this.lang = lang;
  }

  has(key: string): key is Key {
    return this.speech.has(key);
  }

  t = (key: Key, values: Values = {}): string => this.speech.say(key, values);

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
