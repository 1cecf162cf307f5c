import { afterEach, describe, expect, it } from "vitest";
import { Speech } from "../src/fluent";
import en from "../../src/takujo/words/en.ftl?raw";
import ja from "../../src/takujo/words/ja.ftl?raw";
import { cardSet, setCards as setRuin } from "../src/games/in-the-ruin/cards";
import { chanted, ends, setCards as setRitual } from "../src/games/ritual/model";

afterEach(() => {
  setRuin(null);
  setRitual(null);
});

describe("a table that brings its own cards", () => {
  it("has its own sheet and pieces, whatever the set is called", () => {
    const standard = cardSet("standard");
    setRuin({ sheet: { letters: { A: [2, 3] } }, exploration: [{ letter: "A", cells: [[0, 0]] }] });
    expect(cardSet("standard")).toEqual({ letters: { A: [2, 3] }, shapes: { A: [[0, 0]] } });
    setRuin(null);
    expect(cardSet("standard")).toBe(standard);
  });

  it("has its own ends, also under the name of a usual card", () => {
    const faces = [
      { colour: "yellow", points: 9 },
      { colour: "red", points: 1 },
    ];
    setRitual({ cards: [{ id: "r1g2", ends: faces, back: [9] }] });
    expect(ends("r1g2")).toEqual(faces);
    expect(chanted({ card: "r1g2", side: 0 })).toEqual({ colour: "yellow", points: 9 });
    setRitual(null);
    expect(ends("r1g2")[0]).toEqual({ colour: "red", points: 1 });
  });
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
