import { describe, expect, it } from "vitest";
import { format, Words } from "../src/text";
import type { GameText } from "../src/wire";

const TABLES: GameText = {
  guide: [
    { id: "round", rules: ["RND-1", "RND-2"], phases: ["chant"], title: {}, text: {} },
    { id: "end", rules: ["END"], phases: [], title: {}, text: {} },
  ],
  phases: { chant: { en: "Lay a card.", ja: "カードを出す。" } },
  actions: { offer: { en: "Offer it to {to}", ja: "{to}に差し出す" } },
  events: {
    take: { en: "{seat} takes {card}.", ja: "{seat}が{card}を取る。" },
    "gate:None": { en: "No Great Old One.", ja: "旧支配者なし。" },
    "out:True": { en: "{seat} is out.", ja: "{seat}は脱落。" },
    "points:none": { en: "{seat} scores nothing.", ja: "{seat}は無得点。" },
    over: { en: "{winners} with {scores}; {cells}", ja: "{winners}：{scores}" },
    end: { en: "The end: {points}.", ja: "終了：{points}。" },
  },
  refusals: { shape: { en: 'Not {{"type": "offer"}}: {action}', ja: "{action} は不可" } },
  words: { red: { en: "red", ja: "赤" }, "7": { en: "seven", ja: "七" }, "card:7": { en: "the Seven", ja: "7番" } },
  variants: { gate: "who", out: "out", points: "result" },
  seats: ["seat", "to"],
  seat_lists: ["winners"],
  by_seat: ["points"],
  by_player: [],
};
const name = (seat: number): string => ["Ada", "Ben", "Cleo"][seat]!;
const en = new Words(TABLES, "en", name);
const ja = new Words(TABLES, "ja", name);

describe("format", () => {
  it("fills names and halves double braces, like str.format", () => {
    expect(format('{a} {{"b": {a}}}', { a: 1 })).toBe('1 {"b": 1}');
  });
  it("shows a question mark for what is not known", () => {
    expect(format("{a}", {})).toBe("?");
  });
});

describe("sentences", () => {
  it("names seats and turns values into words", () => {
    expect(en.event({ type: "take", seat: 1, card: "red" })).toBe("Ben takes red.");
    expect(ja.event({ type: "take", seat: 1, card: "red" })).toBe("Benが赤を取る。");
    expect(en.action({ type: "offer", to: 2 })).toBe("Offer it to Cleo");
  });
  it("prefers a word that a value has only in its place", () => {
    expect(en.event({ type: "take", seat: 0, card: 7 })).toBe("Ada takes the Seven.");
  });
  it("shows hidden values as a question mark", () => {
    expect(en.event({ type: "take", seat: 0, card: null })).toBe("Ada takes ?.");
  });
  it("chooses a variant by the value as Python writes it", () => {
    expect(en.event({ type: "gate", who: null })).toBe("No Great Old One.");
    expect(en.event({ type: "out", seat: 0, out: true })).toBe("Ada is out.");
    expect(en.event({ type: "points", seat: 0, result: "none" })).toBe("Ada scores nothing.");
  });
  it("joins lists, and lists of lists", () => {
    const event = { type: "over", winners: [0, 2], scores: [3, 7], cells: [[5, 6], [5, 7]] }; // prettier-ignore
    expect(en.event(event)).toBe("Ada, Cleo with 3, seven; 5,6 5,seven");
    expect(en.event({ ...event, winners: [], scores: [] })).toMatch(/^– with –/);
  });
  it("names the seat of each value in a list that has one a seat", () => {
    expect(en.event({ type: "end", points: [3, "red"] })).toBe("The end: Ada 3, Ben red.");
    expect(ja.event({ type: "end", points: [3, "red"] })).toBe("終了：Ada 3、Ben 赤。");
  });
  it("says the key where there is no sentence", () => {
    expect(en.event({ type: "unheard-of" })).toBe("unheard-of");
    expect(en.phase("nowhere")).toBe("nowhere");
  });
  it("fills refusals with their details, and has none for codes of the server", () => {
    expect(en.refusal({ code: "shape", details: { action: "x" } })).toBe('Not {"type": "offer"}: x');
    expect(en.refusal({ code: "late" })).toBeUndefined();
  });
});

describe("citations", () => {
  it("open the section that lists them", () => {
    expect(en.sections("RND-2").map((s) => s.id)).toEqual(["round"]);
    expect(en.sections("ZZZ")).toEqual([]);
  });
  it("may be several in one", () => {
    expect(en.sections("ZZZ, END").map((s) => s.id)).toEqual(["end"]);
  });
});
