import { describe, expect, test } from "vitest";
import { around, chanted, ends, place, resultOf, model, setCards, track } from "./model";
import type { Event, View } from "./types.gen";

const entry = (card: string, side: number, result: "scored" | "none" | "madness") => ({ card, side, result });

/** Two players, round 2 of ritual 1; seat 0 has laid a card. */
const before = {
  players: 2,
  phase: "chant",
  ritual: 1,
  restarts: 0,
  round: 2,
  start: 0,
  altar: "red",
  used_markers: [["green"]],
  markers_left: { red: 4, green: 4, yellow: 5 },
  hands: [
    ["r1g2", "r3g4"],
    [null, null],
  ],
  hand_backs: [
    [
      [1, 2],
      [3, 4],
    ],
    [
      [1, 2],
      [1, 3],
      [2, 3],
      [2, 4],
      [3, 4],
    ],
  ],
  set_backs: [],
  played: [{ card: "r2y4", side: 0 }, null],
  played_backs: [[2, 4], null],
  rows: [[entry("r1g3", 1, "scored")], [entry("g1y2", 1, "madness")]],
  totals: [3, -2],
  minus: [0, 2],
  eliminated: [false, false],
  contribution: [0, 0],
  history: [],
  to_act: [1],
  result: null,
} as unknown as View;

const chants = [
  { seat: 0, card: "r2y4", side: 0 },
  { seat: 1, card: "g1y3", side: 1 },
];
const round = [
  { type: "reveal", chants, rule: "RND-3" },
  { type: "outcome", result: "wicked", altar: "red", rule: "RES-W" },
  { type: "points", seat: 0, result: "none", delta: 0, total: 3, minus: 0 },
  { type: "points", seat: 1, result: "scored", delta: 3, total: 1, minus: 2 },
] as Event[];

/** The stage after the reveal, as the engine gives it, and after the payment of all. */
const turned: View = {
  ...before,
  played: [{ card: "r2y4", side: 0 }, null],
  played_backs: [
    [2, 4],
    [1, 3],
  ],
  rows: [
    [...before.rows[0]!, { card: "r2y4", side: 0, result: null }],
    [...before.rows[1]!, { card: "g1y3", side: 1, result: null }],
  ],
};
const paid: View = {
  ...turned,
  played: [null, null],
  played_backs: [null, null],
  rows: [
    [...before.rows[0]!, entry("r2y4", 0, "none")],
    [...before.rows[1]!, entry("g1y3", 1, "scored")],
  ],
  totals: [3, 1],
};

const end = (colour: "red" | "green" | "yellow", points: number) => ({ colour, points });
setCards(
  {
    cards: {
      r2y4: { ends: [end("red", 2), end("yellow", 4)], back: [2, 4] },
      g1y3: { ends: [end("green", 1), end("yellow", 3)], back: [1, 3] },
    },
  },
  { target: 10 },
);

test("a card has what the table says is printed on it, and its side says which end is chanted", () => {
  expect(ends("r2y4")).toEqual([end("red", 2), end("yellow", 4)]);
  expect(chanted({ card: "g1y3", side: 1 })).toEqual(end("yellow", 3));
});

describe("seats around the altar", () => {
  test.each([2, 3, 4, 5])("%i players: I sit below, my left neighbour on the left, no two places alike", (n) => {
    const spots = Array.from({ length: n }, (_, k) => around(n, k));
    expect(spots[0]).toMatchObject({ x: 50, y: 100, below: true });
    if (n > 2) expect(spots[1]!.x).toBeLessThan(50);
    if (n > 2) expect(spots[n - 1]!.x).toBe(100 - spots[1]!.x);
    expect(new Set(spots.map((s) => `${s.x} ${s.y}`)).size).toBe(n);
    expect(spots.filter((s) => s.below)).toHaveLength(1);
  });
});

describe("the track of a total", () => {
  const on = (total: number) => track(total).filter((c) => c.on);

  test("as many cells as points, to either side of zero", () => {
    expect(on(0)).toEqual([]);
    expect(on(7).map((c) => c.at)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(on(-3).map((c) => c.at)).toEqual([-2, -1, 0]);
    expect(on(10).at(-1)!.kind).toBe("goal");
    expect(on(12).at(-1)!.kind).toBe("over");
  });

  test("what a chant would bring is marked", () => {
    const cells = (total: number, gain: number) => track(total, gain).flatMap((c) => (c.ghost ? [c.at] : []));
    expect(cells(7, 3)).toEqual([8, 9, 10]);
    expect(cells(-1, 3)).toEqual([0, 1, 2]);
    expect(cells(4, 0)).toEqual([]);
  });
});

describe("what is drawn", () => {
  test("the table as it is: my card face down, the other to act", () => {
    const s = model(before, null);
    expect(s.seats[0]!.laid).toEqual({ card: "r2y4", side: 0, back: [2, 4], up: false, result: null });
    expect(s.seats[1]).toMatchObject({ acting: true, laid: null });
    expect(s.used).toEqual(["green", "red"]);
  });

  test("cards that were turned up lie at the altar, and are in no row before they are paid", () => {
    const s = model(turned, round.slice(0, 1));
    expect(s).toMatchObject({ reviewing: true, altar: "red", used: ["green", "red"], outcome: null, now: round[0] });
    expect(s.seats.map((seat) => seat.laid)).toEqual([
      { card: "r2y4", side: 0, back: [2, 4], up: true, result: null },
      { card: "g1y3", side: 1, back: [1, 3], up: true, result: null },
    ]);
    expect(s.seats.map((seat) => seat.row.length)).toEqual([1, 1]);
    expect(s.seats.map((seat) => seat.acting)).toEqual([false, false]);
  });

  test("what has been told of the round stays in sight until it has been read", () => {
    const s = model(paid, round);
    expect(resultOf(s)).toBe("wicked");
    expect(s.seats[1]).toMatchObject({ total: 1, row: paid.rows[1], laid: { up: true, result: "scored" } });
    expect(model(paid, null).seats[1]!.laid).toBeNull();
  });

  test("the end of a ritual: the last altar, and the awards as they are told", () => {
    const ended = {
      ...paid,
      altar: null,
      used_markers: [["green", "red"]],
      eliminated: [false, true],
      history: [{ ritual: 1, awards: [2, 0] }],
    } as View;
    const s = model(ended, [
      ...round,
      { type: "ritual-ends", ritual: 1 },
      { type: "contribution", seat: 0, amount: 2 },
    ] as Event[]);
    expect(s).toMatchObject({ altar: "red", used: ["green", "red"], awards: [[2, null], [], []] });
    expect(s.seats[1]!.out).toBe(true);
    expect(model(ended, null)).toMatchObject({ altar: null, awards: [[2, 0], [], []] });
  });

  test("who did not chant has no card there", () => {
    const s = model({ ...turned, rows: [turned.rows[0]!, before.rows[1]!], played_backs: [[2, 4], null] }, round);
    expect(s.seats[1]!.laid).toBeNull();
  });
});

test("an entry of the log has its place", () => {
  expect(place({ type: "outcome" } as Event)).toEqual({ seat: null, what: "altar" });
  expect(place({ type: "points", seat: 2 } as Event)).toEqual({ seat: 2, what: "seat" });
  expect(place({ type: "start-passes", from: 0, to: 1 } as Event)).toEqual({ seat: 1, what: "seat" });
  expect(place(null).what).toBeNull();
});
