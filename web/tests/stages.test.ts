import { expect, it } from "vitest";
import { staged, upTo } from "../src/stages";

const events = ["chant", "reveal", "outcome", "altar"].map((type) => ({ type }));
const cuts = [
  { start: 1, end: 2, view: { round: 1 } },
  { start: 2, end: 3, view: { round: 1, told: true } },
];

it("a stage has its own part of the events, and the view after them", () => {
  expect(staged(events, cuts)).toEqual([
    { events: [{ type: "reveal" }], view: { round: 1 } },
    { events: [{ type: "outcome" }], view: { round: 1, told: true } },
  ]);
  expect(staged(events, [])).toEqual([]);
});

it("what has been read is all up to a stage, and nothing of what follows", () => {
  const stages = staged(events, cuts);
  expect(upTo(stages, 0)).toEqual([events[1]]);
  expect(upTo(stages, 1)).toEqual([events[1], events[2]]);
  expect(upTo(stages, 1)[0]).toBe(events[1]);
});
