/** The page's own words. The browser's language decides first; a choice is remembered. */

import { format } from "../text";
import { en } from "./en";
import { ja } from "./ja";

export type Lang = "ja" | "en";
export type Key = keyof typeof en;

const CATALOGUES: Record<Lang, Record<Key, string>> = { en, ja };

function first(): Lang {
  const kept = localStorage.getItem("lang");
  if (kept === "ja" || kept === "en") return kept;
  return navigator.languages.some((l) => l.startsWith("ja")) ? "ja" : "en";
}

class I18n {
  lang = $state<Lang>(first());

  set(lang: Lang): void {
    this.lang = lang;
    localStorage.setItem("lang", lang);
  }

  has(key: string): key is Key {
    return key in en;
  }

  t = (key: Key, values: Record<string, unknown> = {}): string => format(CATALOGUES[this.lang][key], values);

  when(at: number): string {
    return new Intl.DateTimeFormat(this.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
  }

  /** One of several languages' texts. */
  of(texts: Record<string, string>): string {
    return texts[this.lang] ?? texts["en"] ?? "";
  }
}

export const i18n = new I18n();
export const t = i18n.t;
