import { expect, it, vi } from "vitest";
import type { Json } from "../src/games/board";

vi.stubGlobal("location", { pathname: "/" });
vi.stubGlobal("localStorage", { getItem: () => "en" });
const { chapters, eyesOf } = await import("../src/replay.svelte");

const steps = (...views: Json[]) => views.map((view) => ({ view }));

it("begins a chapter with every round", () => {
  expect(chapters(steps({ round: 1 }, { round: 1 }, { round: 2 }, { round: 2 }, { round: 3 }))).toEqual([0, 2, 4]);
});

it("tells rounds of the same number apart: by ritual, by restart, by stage", () => {
  const views = [
    { ritual: 1, round: 1 },
    { ritual: 2, round: 1 },
    { ritual: 2, round: 1, restarts: 1 },
  ];
  expect(chapters(steps(...views))).toEqual([0, 1, 2]);
  expect(chapters(steps({ stage: 1, round: 1 }, { stage: 2, round: 1 }))).toEqual([0, 1]);
});

it("takes a number for a seat", () => {
  expect(["0", "12", "all", "spectator"].map(eyesOf)).toEqual([0, 12, "all", "spectator"]);
});
