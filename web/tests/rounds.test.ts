import { expect, it } from "vitest";
import { ends } from "../src/rounds";

const events = (types: string) => types.split(" ").map((type) => ({ type }));
const ROUNDS = { from: ["end"], to: ["start"] };
const types = (runs: { type?: string }[][]) => runs.map((run) => run.map((e) => e.type).join(" "));

it("an end of a round runs up to the start of the next", () => {
  expect(types(ends(events("play end score start play"), ROUNDS))).toEqual(["end score"]);
});

it("one batch may hold several", () => {
  expect(types(ends(events("end score start play end score over"), ROUNDS))).toEqual(["end score", "end score over"]);
});

it("without an end there is nothing to read", () => {
  expect(ends(events("play start"), ROUNDS)).toEqual([]);
});
