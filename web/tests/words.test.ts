import { expect, it } from "vitest";
import { en } from "../src/i18n/en";
import { ja } from "../src/i18n/ja";

type Catalogue = Record<string, unknown>;
const BOARDS = import.meta.glob<{ words: { en: Catalogue; ja: Catalogue } }>("../src/games/*/words.ts", {
  eager: true,
});
const CATALOGUES: [string, Catalogue, Catalogue][] = [
  ["the page", en, ja],
  ...Object.entries(BOARDS).map(([file, { words }]): [string, Catalogue, Catalogue] => [file, words.en, words.ja]),
];

it.each(CATALOGUES)("%s has the same words in both languages", (_, english, japanese) => {
  expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
});

it.each(CATALOGUES)("%s has the same places in both languages, and no word is empty", (_, english, japanese) => {
  for (const [key, text] of Object.entries(english)) {
    if (typeof text !== "string") continue;
    const places = (s: string) => [...new Set(s.match(/\{\w+\}/g) ?? [])].sort();
    const extra = places(String(japanese[key])).filter((place) => !places(text).includes(place));
    expect(extra, key).toEqual([]);
    expect(text.trim() && String(japanese[key]).trim(), key).toBeTruthy();
  }
});

const COMPONENTS = import.meta.glob<string>("../src/**/*.svelte", { eager: true, query: "?raw", import: "default" });

it.each(Object.entries(COMPONENTS))("%s holds no sentence of its own", (_, source) => {
  const markup = source
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "");
  const texts = [...markup.matchAll(/>([^<>]*)</g)].map((match) => match[1]!.trim());
  expect(texts.filter((text) => /[A-Za-z]{3}|[ぁ-んァ-ヶ一-龠]/.test(text) && !BRAND.has(text))).toEqual([]);
});

const BRAND = new Set(["卓上", "takujo"]);
