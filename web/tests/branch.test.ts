import { describe, expect, it } from "vitest";
import { fromView, isBranch, type Branch } from "../src/here/branch";
import { LONGEST, packed, unpacked } from "../src/learn/link";

const view = { game: "ritual", players: 3, options: { start: 0 }, hands: [["r1g2"], [null], [null]] };
const branch = (): Branch => fromView(view, 1, "regular", { known: [{ at: ["hands", 0, 0], is: "r1g2" }], deal: 7 });

describe("a link", () => {
  it("carries all of a branch", async () => {
    const found = await unpacked(await packed({ ...branch(), name: "もしも" }));
    expect(found).toEqual({ ...branch(), name: "もしも" });
    expect(isBranch(found)).toBe(true);
  });

  it("says when it is damaged, cut off, or too long", async () => {
    const text = await packed(branch());
    for (const bad of ["", "???", text.slice(0, -9), text.slice(9)])
      await expect(unpacked(bad), bad).rejects.toMatchObject({ code: "link-broken" });
    await expect(unpacked("A".repeat(LONGEST + 1))).rejects.toMatchObject({ code: "link-too-long" });
    const noise = Array.from({ length: 40_000 }, (_, i) => (i * 2654435761) % 4294967296);
    await expect(packed(noise)).rejects.toMatchObject({ code: "link-too-long" });
  });

  it("lets a little text not become a lot", async () => {
    const bomb = await packed(" ".repeat(4_000_000));
    expect(bomb.length).toBeLessThan(LONGEST);
    await expect(unpacked(bomb)).rejects.toMatchObject({ code: "link-too-long" });
  });
});

it("knows a branch by its form", () => {
  expect(isBranch(branch())).toBe(true);
  const another = { seat: 2, levels: ["regular", "regular", null] };
  expect(isBranch({ ...branch(), ...another }), "what one seat knew, played by another").toBe(true);
  const wrong: Record<string, unknown>[] = [
    { format: 2 },
    { game: 1 },
    { version: "1" },
    { name: "x".repeat(61) },
    { name: null },
    { players: 2 },
    { players: -1, levels: [] },
    { options: [] },
    { seat: 3 },
    { seat: 0 },
    { seat: "1" },
    { levels: [null, null, "regular"] },
    { levels: ["regular", "regular", "regular"] },
    { seed: "xyz" },
    { seed: "00".repeat(129) },
    { entropy: ["0"] },
    { entropy: ["", "", "", ""] },
    { start: {} },
    { start: { view: null, seat: 1, known: [], deal: 0 } },
    { start: { view, known: [], deal: 0 } },
    { start: { view, seat: 3, known: [], deal: 0 } },
    { start: { view, seat: 1, known: [], deal: -1 } },
    { start: { view, seat: 1, known: [{ at: [null], is: 1 }], deal: 0 } },
    { start: { view, seat: 1, known: Array(101).fill({ at: ["a"], is: 1 }), deal: 0 } },
    { given: 1 },
    { given: 0.5 },
    { actions: Array(5001).fill([0, {}]) },
    { actions: [[0]] },
    { actions: [[0, null]] },
    { actions: {} },
  ];
  for (const change of wrong) expect(isBranch({ ...branch(), ...change }), JSON.stringify(change)).toBe(false);
  for (const other of [null, 1, "x", [], {}]) expect(isBranch(other)).toBe(false);
});
