import { afterEach, describe, expect, it } from "vitest";
import { Speech } from "../src/fluent";
import en from "../../src/takujo/words/en.ftl?raw";
import ja from "../../src/takujo/words/ja.ftl?raw";
import { cardSet, setCards as setRuin } from "../src/games/in-the-ruin/cards";
import { points } from "../src/games/in-the-ruin/preview";
import { chanted, ends, setCards as setRitual, track } from "../src/games/ritual/model";
import { setCards as setArkham, sheet } from "../src/games/arkham-ritual/cards";

afterEach(() => {
  setRuin(null, { gem_points: 10 });
  setRitual(null, { target: 10 });
  setArkham(null, { sane_copies: 2, mad_copies: 1 });
});

describe("a table that brings its own cards", () => {
  it("has its own sheet and pieces, whatever the set is called", () => {
    const standard = cardSet("standard");
    setRuin({ sheet: { letters: { A: [2, 3] } }, exploration: [{ letter: "A", cells: [[0, 0]] }] }, {});
    expect(cardSet("standard")).toEqual({ letters: { A: [2, 3] }, shapes: { A: [[0, 0]] } });
    setRuin(null, {});
    expect(cardSet("standard")).toBe(standard);
  });

  it("has its own ends, also under the name of a usual card", () => {
    const faces = [
      { colour: "yellow", points: 9 },
      { colour: "red", points: 1 },
    ];
    setRitual({ cards: [{ id: "r1g2", ends: faces, back: [9] }] }, {});
    expect(ends("r1g2")).toEqual(faces);
    expect(chanted({ card: "r1g2", side: 0 })).toEqual({ colour: "yellow", points: 9 });
    setRitual(null, {});
    expect(ends("r1g2")[0]).toEqual({ colour: "red", points: 1 });
  });
});

it("draws the numbers of the rules that a table brings", () => {
  setRitual(null, { target: 12 });
  expect(track(0).find((cell) => cell.kind === "goal")?.at).toBe(12);
  setRitual(null, { target: 99 });
  expect(track(0)).toEqual([]);
  setArkham(null, { sane_copies: 1, mad_copies: 3 });
  const options = { event: "magical-orb", character1: "investigator", character2: "cultist", great_old_one: "cthulhu" };
  const { columns } = sheet(options as Parameters<typeof sheet>[0]);
  expect(columns[0]).toEqual(["dagger-sane", "dagger-mad", "dagger-mad", "dagger-mad"]);
  setRuin(null, { gem_points: 7 });
  const seat = { sheet: Array(11).fill("."), goals: [], gems: 2, penalties: 0, square: [0, null], escaped: null };
  const view = { phase: "step1", stage: 1, seats: [seat] } as unknown as Parameters<typeof points>[0];
  expect(points(view, 0, cardSet("standard")).gems).toBe(14);
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
