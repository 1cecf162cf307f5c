import { expect, it } from "vitest";
import { apart, courseOf, moments, toldOf } from "../src/lead";
import type { Json } from "../src/games/board";
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

it("a match turns where who won takes the lead for good", () => {
  const course = [
    [0, 0],
    [3, 0],
    [3, 4],
    [3, 3],
    [3, 7],
  ];
  const rest = [
    { kind: "best", step: 2, seat: 1, by: 4 },
    { kind: "cruel", step: 3, seat: 1, by: -1 },
  ];
  expect(moments(course, [1])).toEqual([{ kind: "turn", step: 4, seat: 1, by: 4 }, ...rest]);
  expect(moments(course, [0])).toEqual(rest); // something else decided
});

it("what is one moment is told once, and nothing is told where nothing changed", () => {
  expect(
    moments(
      [
        [0, 0],
        [5, 0],
      ],
      [0],
    ),
  ).toEqual([{ kind: "turn", step: 1, seat: 0, by: 5 }]);
  expect(
    moments(
      [
        [1, 1],
        [1, 1],
      ],
      [0, 1],
    ),
  ).toEqual([]);
  expect(moments([], [])).toEqual([]);
});

it("what a step did to others is no second moment", () => {
  const course = [
    [7, 7, 7],
    [7, 3, 3],
  ];
  expect(moments(course, [0])).toEqual([{ kind: "turn", step: 1, seat: 0, by: 0 }]);
});

it("names at the ends of lines stand apart, and move only as far as they must", () => {
  expect(apart([10, 90], 16, 100)).toEqual([10, 90]);
  expect(apart([10, 12, 90, 90, 90], 16, 100)).toEqual([10, 26, 68, 84, 100]);
  expect(apart([80, 80, 80], 16, 100)).toEqual([68, 84, 100]);
});

it("of a step that is told by which a seat's standing changed, or that of others, or else the last", () => {
  const events = [
    { type: "offer", seat: 1 },
    { type: "lost", seat: 1 },
    { type: "lost", seat: 0 },
    { type: "deal", seat: 1 },
  ];
  const stages = [
    { start: 0, end: 2, view: { has: [5, 3, 2] } },
    { start: 2, end: 3, view: { has: [4, 3, 2] } },
  ];
  const step = { events, stages, view: { has: [4, 3, 2] } };
  const has = (view: Json) => view["has"] as number[];
  const told = (seat: number, teller = {}) => toldOf(step, seat, [5, 5, 2], has, teller)?.event;
  expect([told(1), told(0), told(2)]).toEqual([events[1], events[2], events[1]]);
  expect(toldOf(step, 2, [5, 5, 2], () => null)?.event).toBe(events[3]); // not known
  const about = ({ type }: Json) => (type === "offer" ? [1] : null);
  expect([told(1, { about }), told(2, { about })]).toEqual([events[0], events[0]]); // a great moment
  expect(told(1, { quiet: ({ type }: Json) => type === "lost" })).toBe(events[0]);
});

it("what is counted for all seats at once is told of those whom it changes", () => {
  const events = [{ type: "attempt", seat: 0 }, { type: "purge", seat: 2, losses: [0, 1, 0] }, { type: "call" }];
  const step = { events, stages: [{ start: 0, end: 2, view: { has: [5, 4, 2] } }], view: { has: [5, 4, 2] } };
  expect(toldOf(step, 1, [5, 5, 2], (view) => view["has"] as number[])?.event).toBe(events[1]);
});
