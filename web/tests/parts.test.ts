import { expect, it } from "vitest";
import { parts } from "../src/i18n/parts";

const EN = "## One\n\nclose = Close\nreplay = Replay\nreplay-next = On\nterminal-you = you\n";
const COUNT = "until = { $n ->\n    [one] a day\n   *[other] { $n } days\n}: so long\n";

it("cuts a catalogue into what a first table says and what comes when it is asked for", () => {
  expect(parts(EN + COUNT, EN + COUNT)).toEqual({
    first: "close = Close\nreplay = Replay\n" + COUNT,
    later: "replay-next = On\n",
  });
});

it("says in the usual words what a language lacks", () => {
  expect(parts("close = 閉じる\n", EN)).toEqual({
    first: "close = 閉じる\nreplay = Replay\n",
    later: "replay-next = On\n",
  });
});

const RAW = import.meta.glob<string>("../../src/takujo/words/*.ftl", { query: "?raw", import: "default", eager: true });
const LATER = import.meta.glob<string>("../../src/takujo/words/*.ftl", {
  query: "?later",
  import: "default",
  eager: true,
});

it("is how the page is built", () => {
  const [ja, en] = ["ja", "en"].map((lang) => RAW[`../../src/takujo/words/${lang}.ftl`]!);
  const { first, later } = parts(ja!, en!);
  expect(LATER["../../src/takujo/words/ja.ftl"]).toBe(later);
  expect(first.length).toBeGreaterThan(later.length / 2);
  expect((first + later).match(/^[a-z]/gm)!.length).toBeGreaterThan(800);
});
