import { expect, it } from "vitest";
import { courseOf, moments, toldOf } from "../src/lead";
import type { ReplayStep } from "../src/wire";

it("the course of a match is what each seat had after each step", () => {
  const steps = [{ view: { has: [0, 0] } }, { view: { has: [2, 0] } }] as unknown as ReplayStep[];
  const ask = () => undefined;
  expect(courseOf(steps, (view) => ((view["has"] as number[])[0] ? null : [0, 0]), ask)).toBeNull();
  expect(courseOf(steps, (view) => view["has"] as number[], ask)).toEqual([
    [0, 0],
    [2, 0],
  ]);
});

it("a match turns where the lead is taken for good", () => {
  expect(
    moments([
      [0, 0],
      [3, 0],
      [3, 4],
      [3, 3],
      [3, 7],
    ]),
  ).toEqual([
    { kind: "turn", step: 4, seat: 1, by: 4 },
    { kind: "best", step: 2, seat: 1, by: 4 },
    { kind: "cruel", step: 3, seat: 1, by: -1 },
  ]);
});

it("what is one moment is told once, and nothing is told where nothing changed", () => {
  expect(
    moments([
      [0, 0],
      [5, 0],
    ]),
  ).toEqual([{ kind: "turn", step: 1, seat: 0, by: 5 }]);
  expect(
    moments([
      [1, 1],
      [1, 1],
    ]),
  ).toEqual([]);
  expect(moments([])).toEqual([]);
});

it("of a step that is told which happened to the seat, or else the last", () => {
  const events = [{ type: "kill", target: 1 }, { type: "pay", seat: 0 }, { type: "round_end" }];
  expect(toldOf(events, 1)).toBe(events[0]);
  expect(toldOf(events, 2)).toBe(events[2]);
});
