import { beforeEach, expect, it, vi } from "vitest";
import { challenges, judged, ofDay } from "../src/learn/challenges.svelte";
import { hidden } from "../src/learn/hidden";
import { Shelf } from "../src/learn/shelf";
import type { Puzzle } from "../src/wire";

const ROOM = 200; // characters

/** The browser's, with little room. */
class Storage {
  private readonly all = new Map<string, string>();
  getItem(key: string): string | null {
    return this.all.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (value.length > ROOM) throw new Error("QuotaExceededError");
    this.all.set(key, value);
  }
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new Storage());
});

it("the challenge of the day goes round all of them, and a streak counts days in a row", () => {
  const all = Array.from({ length: 20 }, (_, i) => `puzzle ${i}`);
  expect(new Set(all.map((_, day) => ofDay(all, 20_000 + day))).size).toBe(20);
  const after = (day: number, daily = true): number => {
    challenges.solve(ofDay(all, day), daily, day);
    return challenges.streak(day);
  };
  expect([after(100), after(100), after(101), after(102, false)]).toEqual([1, 1, 2, 2]);
  expect([challenges.streak(102), challenges.streak(103)]).toEqual([2, 0]); // yesterday's may still be followed
  expect([after(104), after(105)]).toEqual([1, 2]);
  expect(challenges.solved(ofDay(all, 104))).toBe(true);
});

it("a choice is told from the best by outcomes that differ for sure, the usual one by those that were confirmed", () => {
  const of = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
  const row = (card: number, win: number, scores: number, lost: number) => ({
    action: { card },
    good: win > 0.5,
    win: of(win),
    points: null,
    outcomes: { scores: of(scores), lost: of(lost) },
  });
  const actions = [row(1, 0.6, 0.9, 0.5), row(2, 0.4, 0.1, 0.6), row(3, 0.3, 0.8, 0.1)];
  const rows = judged({ actions, usual: { card: 3 }, gap: of(0.25), why: ["lost", "scores"] } as unknown as Puzzle);
  expect(rows.map(({ why }) => why)).toEqual([[], ["scores"], ["lost", "scores"]]);
  expect(rows.map(({ behind }) => behind?.win.value?.toFixed(2))).toEqual([undefined, "-0.20", "-0.25"]);
  expect(rows[1]!.behind!.outcomes["scores"]!.value).toBeCloseTo(-0.8);
});

it("what is hidden is told of seats, the likeliest first, without what is certain", () => {
  const belief = { roles: [{ 1: 1 }, { 2: 0.25, 4: 0.75, 5: 0 }, null], deck: { 2: 0.5 } };
  expect(hidden(belief, ["roles", "life"])).toEqual([
    {
      key: "roles",
      seat: 1,
      chances: [
        ["4", 0.75],
        ["2", 0.25],
      ],
    },
  ]);
});

it("what was worked out last is kept, and of older matches as much as there is room for", () => {
  const shelf = new Shelf<{ key: string; text: string }>("test");
  const put = (key: string, length: number): void => shelf.put({ key, text: "x".repeat(length) });
  const kept = (): string[] => ["a", "b", "c", "d"].filter((key) => shelf.of(key));
  put("a", 30);
  put("b", 30);
  put("b", 40);
  expect(kept()).toEqual(["a", "b"]);
  expect(shelf.of("b")!.text.length).toBe(40);
  put("c", 100);
  expect(kept()).toEqual(["c"]); // and not b, which would fit with it: half of them goes at a time
  put("d", 999);
  expect(kept()).toEqual(["c"]);
});
