import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/" });
vi.stubGlobal("localStorage", { getItem: () => "en" });
const { eyesOf } = await import("../src/replay.svelte");

it("takes a number for a seat", () => {
  expect(["0", "12", "all", "spectator"].map(eyesOf)).toEqual([0, 12, "all", "spectator"]);
});
