import { expect, test } from "vitest";
import { judged, type Found } from "../src/engine/judged";

const how = {
  measures: ["win", "points"],
  toTheEnd: true,
  trusted: true,
  points: true,
  unseen: 3,
  sure: [1.96, 1.96, 2.24],
} as Found["how"];

/** Of two actions: guesses, wins and squares (in thousandths), points and squares, for each two of them. */
const found = (won: number, rounds: number, more: Partial<Found> = {}): Found => ({
  game: "ritual",
  seat: 0,
  how,
  rounds,
  simulations: 0,
  legal: 2,
  belief: {},
  actions: [{ type: "a" }, { type: "b" }],
  chances: [0.9, 0.1],
  tries: null,
  dropped: [false, false],
  pairs: [
    [rounds, 0, rounds, 0, rounds],
    [rounds, -1000 * won, -2 * rounds, 1e6 * won, 4 * rounds],
    [rounds, 1000 * won, 2 * rounds, 1e6 * won, 4 * rounds],
    [rounds, 1000 * won, 3 * rounds, 1e6 * won, 9 * rounds],
  ].flat(),
  ...more,
});

test("several analyses of one decision say together what one of all guesses would", () => {
  const [one, both] = [judged([found(60, 100)]), judged([found(20, 40), found(40, 60)])];
  expect(both).toEqual(one);
  expect(both.actions.map(({ action, rounds }) => [action["type"], rounds])).toEqual([
    ["b", 100],
    ["a", 100],
  ]);
  expect(both.actions[0]!.win.value).toBe(0.6);
  expect(both.actions[1]!.behind!.win.value).toBe(-0.6);
});

test("what one of them has given up is not as good as the best", () => {
  const even = found(0, 40);
  expect(judged([even, even]).actions.every(({ same }) => same)).toBe(true);
  const given = judged([even, { ...even, dropped: [false, true] }]).actions;
  expect(given.map(({ same, dropped }) => [same, dropped])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("an expert's tries are parts of all its simulations", () => {
  const thought = (tries: number[]) => found(1, 10, { tries, simulations: 50 });
  const { simulations, actions } = judged([thought([50, 0]), thought([25, 25])]);
  expect(simulations).toBe(100);
  expect(actions.map(({ tries }) => tries)).toEqual([0.25, 0.75]);
});
