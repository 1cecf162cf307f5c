import { describe, expect, it } from "vitest";
import { Speech } from "../src/fluent";
import en from "../../src/takujo/words/en.ftl?raw";
import ja from "../../src/takujo/words/ja.ftl?raw";
import { cardSet, setCards as setRuin } from "../src/games/in-the-ruin/cards";
import { chanted, ends, setCards as setRitual, track, type End } from "../src/games/ritual/model";
import { setCards as setArkham, sheet } from "../src/games/arkham-ritual/cards";
import type { Facts as Arkham } from "../src/games/arkham-ritual/types.gen";
import type { Facts as Ruin } from "../src/games/in-the-ruin/types.gen";
import type { Facts as Ritual } from "../src/games/ritual/types.gen";
import facts from "../src/facts.gen.json"; // what is printed, written by the engine

describe("a table that brings its own cards", () => {
  it("has its own sheet and pieces", () => {
    const own: Ruin = { letters: { A: [2, 3] }, shapes: { A: [[0, 0]] }, entrance: [6, 6] };
    setRuin(own);
    expect(cardSet).toBe(own);
    setRuin(facts["in-the-ruin"] as unknown as Ruin);
    expect(cardSet.letters["A"]).toEqual([1, 3]);
  });

  it("has its own ends, also under the name of a usual card", () => {
    const faces: [End, End] = [
      { colour: "yellow", points: 9 },
      { colour: "red", points: 1 },
    ];
    setRitual({ cards: { r1g2: { ends: faces, back: [9] } } }, {});
    expect(ends("r1g2")).toEqual(faces);
    expect(chanted({ card: "r1g2", side: 0 })).toEqual({ colour: "yellow", points: 9 });
    setRitual(facts["ritual"] as Ritual, {});
    expect(ends("r1g2")[0]).toEqual({ colour: "red", points: 1 });
  });

  it("has as many copies as it says", () => {
    const usual = facts["arkham-ritual"] as Arkham;
    const copies = (card: string, n: number) => ({ [card]: { ...usual.cards[card]!, copies: n } });
    setArkham({ ...usual, cards: { ...usual.cards, ...copies("dagger-sane", 1), ...copies("dagger-mad", 3) } }, {});
    const { columns } = sheet({ event: "magical-orb" } as Parameters<typeof sheet>[0]);
    expect(columns[0]).toEqual(["dagger-sane", "dagger-mad", "dagger-mad", "dagger-mad"]);
  });
});

it("draws the numbers of the rules that a table brings", () => {
  setRitual(facts["ritual"] as Ritual, { target: 12 });
  expect(track(0).find((cell) => cell.kind === "goal")?.at).toBe(12);
  setRitual(facts["ritual"] as Ritual, { target: 99 });
  expect(track(0)).toEqual([]);
});

it("finds what is expected of a card file by its English text, and says it in another language", () => {
  const speech = Speech.of({ en, ja }, "ja");
  const told = (text: string): string => {
    const found = speech.found(text, "takes-");
    return found ? speech.say(...found) : text;
  };
  expect(told("an integer 1 to 99")).toBe("1～99の整数");
  expect(told("exactly 30 cards")).toBe("ちょうど30枚のカード");
  expect(told("[row, column], 1 to 11")).toBe("[行, 列]、それぞれ1～11");
  expect(told("something new")).toBe("something new");
});
