import { describe, expect, it } from "vitest";
import board from "../src/games/in-the-ruin";
import { ranked } from "../src/games/in-the-ruin/best";
import { cards, cardSet, setCards } from "../src/games/in-the-ruin/cards";
import * as geometry from "../src/games/in-the-ruin/geometry";
import { falling, goalState, marked, model, steps, sums } from "../src/games/in-the-ruin/model";
import { reason } from "../src/games/in-the-ruin/hand.svelte";
import type { Cell, Event, Mark, Score, Seat, Standing, View } from "../src/games/in-the-ruin/types";
import type { Words } from "../src/text";
import type { Answers, Facts } from "../src/games/in-the-ruin/types.gen";
import facts from "../src/facts.gen.json"; // what is printed, written by the engine
import played from "./in-the-ruin.json"; // finished games and positions, written by the engine

const { handle, held, id, key, laid, normalised, snap, symmetry, turned } = geometry;
setCards(facts["in-the-ruin"] as unknown as Facts);
const SET = cardSet;
const rows = (sheet: string) => sheet.split("/");
const placements = (text: string) => new Map(text.split(" ").map((k) => [k, k]));

it("what is chosen names the goal card that it costs", () => {
  const text = { say: (_: string, values: { goal: string }) => values.goal, word: String } as unknown as Words;
  expect(board.chosen({ type: "move", to: [4, 2], warp: { goal: "AE" } }, text)).toBe("AE");
  expect(board.chosen({ type: "extra", goal: "AE", mark: "wall", cell: [4, 2] }, text)).toBe("AE");
});

it("what is chosen names the letters that a wall takes", () => {
  const text = { say: (_: string, values: { lost: string[] }) => values.lost.join(), word: String } as unknown as Words;
  const drawn = (mark: Mark) => board.chosen({ type: "draw", mark, cells: [[4, 6], [4, 7]] }, text); // prettier-ignore
  expect([drawn("wall"), drawn("passage")]).toEqual(["I", ""]);
});

it("the collapse takes a card for everybody who is out, in the second stage only", () => {
  const view = (stage: number) => ({ stage, seats: [{ escaped: 3 }, { escaped: null }, { escaped: 5 }] }) as View;
  expect([falling(view(1)), falling(view(2))]).toEqual([0, 2]);
});

it("the head tells of the collapse until the match is over", () => {
  const text = { say: (_: string, values: { fall: number }) => String(values.fall) } as unknown as Words;
  const view = (phase: string) =>
    ({
      phase,
      stage: 2,
      round: 9,
      row: ["A"],
      deck: [],
      seats: [{ escaped: 3 }, { escaped: null }],
    }) as unknown as View;
  expect(["step1", "over"].map((phase) => board.where(view(phase), text))).toEqual(["1", "0"]);
});

it("the collapse is a great moment when the first have left, and at the end for those inside", () => {
  const view = (escaped: (number | null)[], last: number[], row = ["A"]) =>
    ({ stage: 2, players: escaped.length, seats: escaped.map((e) => ({ escaped: e })), log: [{ escaped: last }], row }) as View; // prettier-ignore
  const falls = { type: "discarded", cards: ["B"], asked: 1, why: "collapse", rule: "5-3" } as Event;
  expect(board.moment(falls, view([null, 4, null], [1]))).toBe("collapse");
  expect(board.about(falls, view([null, 4, null], [1]))).toEqual([0, 2]);
  expect(board.moment(falls, view([null, 4, null], []))).toBeNull();
  expect(board.moment(falls, view([5, 4, null], [0]))).toBeNull();
  expect(board.moment(falls, view([4, 4], [0, 1]))).toBeNull();
  const bonus = { type: "square-bonus", seat: 0, stage: 2, area: 9, rect: [0, 0, 2, 2], rule: "7" } as Event;
  expect(board.moment(bonus, view([null, 4], [], []))).toBe("trapped");
  expect(board.moment(bonus, view([5, 4], [], []))).toBeNull();
  const out = { type: "escaped", seat: 0, round: 5, rule: "5-2" } as Event;
  expect([board.moment(out, view([5, null], [0])), board.moment(out, view([5, null], [0], []))]).toEqual(["escape", "narrow"]); // prettier-ignore
});

describe("the cards", () => {
  it("are 24 letters on 24 squares, together 93 squares", () => {
    expect(new Set(Object.values(SET.letters).map(id)).size).toBe(24);
    expect(cards().every((letter) => SET.letters[letter] && SET.shapes[letter])).toBe(true);
    expect(cards().reduce((sum, letter) => sum + SET.shapes[letter]!.length, 0)).toBe(93);
  });

  it("turn and mirror as the engine's do", () => {
    const picture = (cells: Cell[]) => key(cells.map(([r, c]): Cell => [r + 1, c + 1]));
    const L4 = SET.shapes["R"]!;
    expect(turned(L4, 1)).toEqual(normalised([[0, 0], [0, 1], [0, 2], [1, 0]])); // prettier-ignore
    expect(turned(L4, 4)).toEqual(normalised([[0, 1], [1, 1], [2, 0], [2, 1]])); // prettier-ignore
    expect(new Set(Array.from({ length: 8 }, (_, k) => picture(turned(L4, k)))).size).toBe(8);
    expect(symmetry(L4)).toEqual({ turns: 4, flips: true });
    expect(symmetry(SET.shapes["W"]!)).toEqual({ turns: 1, flips: false });
    expect(symmetry(SET.shapes["D"]!)).toEqual({ turns: 2, flips: true });
    expect(symmetry(SET.shapes["A"]!)).toEqual({ turns: 2, flips: false });
  });
});

describe("placing", () => {
  const drawings = played.positions.flatMap((position) =>
    (["passage", "wall"] as Mark[]).flatMap((mark) => {
      const text = (position as Partial<Record<Mark, string>>)[mark];
      return text ? [{ sheet: rows(position.sheet), base: SET.shapes[position.card]!, mark, text }] : [];
    }),
  );

  it.each(drawings)(
    "every legal drawing can be held, and is found where it is held: $mark $base.length",
    (position) => {
      const legal = placements(position.text);
      for (const text of legal.keys()) {
        const cells = text.split(",").map((n): Cell => [Math.floor(Number(n) / 100), Number(n) % 100]);
        const hold = held(position.base, cells)!;
        const shape = turned(position.base, hold.k);
        expect(key(laid(shape, hold.over))).toBe(text);
        expect(snap(hold.over, shape, legal)).toEqual(hold.over);
      }
    },
  );

  it("snaps to the nearest legal square, and only if it is near", () => {
    const one: Cell[] = [[0, 0]];
    const legal = new Map([[key([[5, 5]]), 1], [key([[5, 7]]), 1]]); // prettier-ignore
    expect(snap([5.2, 5.9], one, legal)).toEqual([5, 5]);
    expect(snap([5.2, 6.3], one, legal)).toEqual([5, 7]);
    expect(snap([8, 8], one, legal)).toBeNull();
  });

  it("says why a drawing does not fit, as the rules have told", () => {
    const line = "d".repeat(121);
    const told = {
      shapes: [[[0, 0], [0, 1]], [[0, 0], [1, 0]]],
      passage: [`.a${line}`.slice(0, 121), line],
      wall: [line, `b${line}`.slice(0, 121)],
      ...{ single: `e${line}`, extra_passage: `o${line}`, extra_wall: line },
    } as Answers["refusals"]; // prettier-ignore
    const across: Cell[] = [[1, 2], [1, 1]]; // prettier-ignore
    expect(reason(told, "piece", "passage", across)).toBe("here");
    expect(reason(told, "piece", "passage", [[1, 2], [1, 3]])).toBe("apart"); // prettier-ignore
    expect(reason(told, "piece", "wall", [[1, 1], [2, 1]])).toBe("block"); // prettier-ignore
    expect(reason(told, "piece", "wall", across)).toBe("drawn");
    expect(reason(told, "piece", "wall", [[0, 1], [1, 1]])).toBe("off"); // prettier-ignore
    expect([reason(told, "single", "wall", [[1, 1]]), reason(told, "extra", "passage", [[1, 1]])]).toEqual([
      "entrance",
      "off",
    ]);
    expect(reason(undefined, "piece", "wall", across)).toBe("here"); // not known yet
  });

  it("holds a piece by one of its squares", () => {
    for (const base of Object.values(SET.shapes)) expect(base).toContainEqual(handle(base));
  });
});

describe("the best results alone", () => {
  it("are kept once a game, best first, five of them", () => {
    const result = (total: number) => ({ total, day: "2026-01-01", game: `g${total}` });
    const list = [5, 3, 9, 1, 7, 8].reduce((kept, total) => ranked(kept, result(total)), [result(9)]);
    expect(list.map((r) => r.total)).toEqual([9, 8, 7, 5, 3]);
  });
});

describe("what is drawn", () => {
  const sheet = Array<string>(11).fill(".".repeat(11));
  const [a, b] = [SET.letters["A"]!, SET.letters["B"]!];
  const seat = { sheet, goals: ["AB"], dealt: [], gems: 0, escaped: null, piece: null, turn: null } as unknown as Seat;
  const position = (changes: Partial<View> = {}) =>
    ({
      card_set: "standard",
      phase: "step1",
      stage: 1,
      round: 3,
      players: 2,
      seats: [seat, { ...seat, sheet: Array<null>(11).fill(null), goals: [null] }],
      scores: null,
      result: null,
      ...changes,
    }) as View;
  const ended = position({ phase: "over", scores: [{ total: 1 }, { total: 2 }] as Score[], result: { winners: [1], scores: [1, 2] } }); // prettier-ignore

  it("is my sheet while the game goes on, and at the end the winner's or the one asked for", () => {
    expect(model(position(), 0, null, [], 1)).toMatchObject({ shown: 0, mine: true, goals: ["AB"], sub: null });
    expect(model(position(), null, null, [{ type: "ready", seat: 1, rule: "4" }], null)).toMatchObject({
      shown: null,
      own: null,
      goals: [],
    });
    expect(model(ended, null, null, [], null).shown).toBe(1);
    expect(model(ended, null, null, [], 0).shown).toBe(0);
    expect(model(ended, 0, [{ type: "scored", seat: 1 } as Event], [], null)).toMatchObject({
      shown: 1,
      mine: false,
      reviewing: true,
    });
  });

  it("goals are joined, about to be, lost under a wall, or open", () => {
    const all = sheet.map(() => "o".repeat(11));
    const wall = sheet.map((row, r) => (r === a[0] - 1 ? `${row.slice(0, a[1] - 1)}#${row.slice(a[1])}` : row));
    const [none, joined] = [[], ["AB"]].map((routes) => ({ points: { routes } }) as unknown as Standing);
    expect(goalState("AB", all, SET, joined!)).toEqual({ ends: ["passage", "passage"], state: "joined" });
    expect(goalState("AB", sheet, SET, none!, joined)).toEqual({ ends: ["empty", "empty"], state: "soon" });
    expect(goalState("AB", wall, SET, none!, none)).toEqual({ ends: ["wall", "empty"], state: "lost" });
    expect(goalState("AB", sheet, SET, null).state).toBe("half");
  });

  it("what is pointed at: squares and letters of my own events, and the goal card looked at", () => {
    const m = model(position(), 0, null, [], null);
    expect([...marked(m, null, "AB")]).toEqual([id(a), id(b)]);
    expect([...marked(m, { type: "drawn", seat: 0, cells: [[1, 1], [1, 2]] } as Event, null)]).toEqual([0, 1]); // prettier-ignore
    expect([...marked(m, { type: "moved", seat: 1, to: [1, 1] } as Event, null)]).toEqual([]);
    expect([...marked(m, { type: "gem", seat: 1, letter: "A" } as Event, null)]).toEqual([id(a)]);
  });

  it("the score sheet fills as it is read", () => {
    const events = [
      { type: "square-bonus", seat: 0, area: 6 },
      { type: "scored", seat: 0 },
      { type: "scored", seat: 1 },
      { type: "game-over" },
    ] as Event[];
    const at = (read: number) => sums(model(ended, 0, events.slice(0, read), [], null));
    expect(at(1)).toEqual({ scores: [null, null], squares: [[null, 6], [null, null]], winners: [] }); // prettier-ignore
    expect(at(2).scores).toEqual([{ total: 1 }, null]);
    expect(at(4)).toMatchObject({ scores: [{ total: 1 }, { total: 2 }], winners: [1] });
    expect(sums(model(ended, 0, null, [], null))).toMatchObject({ scores: [{ total: 1 }, { total: 2 }], winners: [1] });
  });

  it("the steps of my round: exit only in stage 2", () => {
    const at = (sub: string, stage: number) =>
      steps(model(position({ stage, seats: [{ ...seat, turn: { sub } as Seat["turn"] }] }), 0, null, [], null));
    expect(at("move", 1)).toEqual([["draw", "past"], ["move", "now"]]); // prettier-ignore
    expect(at("draw", 2)).toEqual([["draw", "now"], ["move", "later"], ["exit", "later"]]); // prettier-ignore
    expect(at("done", 1)).toEqual([["draw", "past"], ["move", "past"]]); // prettier-ignore
  });
});
