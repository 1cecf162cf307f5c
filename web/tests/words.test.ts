import { expect, it } from "vitest";

const COMPONENTS = import.meta.glob<string>("../src/**/*.svelte", { eager: true, query: "?raw", import: "default" });

it.each(Object.entries(COMPONENTS))("%s holds no sentence of its own", (_, source) => {
  const markup = source
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "");
  const texts = [...markup.matchAll(/>([^<>]*)</g)].map((match) => match[1]!.trim());
  expect(texts.filter((text) => /[A-Za-z]{3}|[ぁ-んァ-ヶ一-龠]/.test(text) && !BRAND.has(text))).toEqual([]);
});

const BRAND = new Set(["卓上", "takujo"]);
