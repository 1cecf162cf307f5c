import { describe, expect, test } from "vitest";
import type { Json } from "../board";
import { called, chance, chronicle, drafting, fold, forget, marks, remember, scene, threads, type View } from "./table";
import { words } from "./words";

const view = (changes: Partial<View> = {}): View => ({
  players: 4,
  options: { promo: false },
  round: 1,
  phase: "draft",
  step: null,
  call: null,
  marker: 2,
  first: 2,
  drafted: 0,
  life: [3, 3, 3, 3],
  kills: [0, 0, 0, 0],
  roles: [null, null, null, null],
  revealed: [false, false, false, false],
  killed: [false, false, false, false],
  face_up: [6],
  face_down: [null],
  leftover: [],
  accused: null,
  named: null,
  guarded: null,
  bomb: { state: "none", carrier: null },
  victims: [],
  paid: null,
  hand: [],
  seen: [],
  added: null,
  result: null,
  ...changes,
});

const opening: Json[] = [
  { type: "round_start", round: 1, marker: 2 },
  { type: "deal", face_down: [null], face_up: [6] },
];
const draft: Json[] = [
  { type: "pick", seat: 2, role: null },
  { type: "pick", seat: 3, role: null },
  { type: "pick", seat: 0, role: 2 },
  { type: "pick", seat: 1, role: null },
  { type: "leftover", seat: 1, roles: [null] },
];
const calls: Json[] = [
  { type: "call", role: 1, seat: 3 },
  { type: "reveal", seat: 3, role: 1 },
  { type: "accuse", seat: 3, target: 1 },
  { type: "call", role: 2, seat: 0 },
  { type: "reveal", seat: 0, role: 2 },
  { type: "name", seat: 0, role: 5 },
  { type: "call", role: 3, seat: null },
  { type: "call", role: 4, seat: 1 },
  { type: "reveal", seat: 1, role: 4 },
  { type: "attempt", by: 3, target: 1, means: "cop" },
  { type: "kill", by: 3, target: 1, means: "cop", chip: "victim" },
  { type: "call", role: 5, seat: 2 },
  { type: "reveal", seat: 2, role: 5 },
  { type: "marker", seat: 2, previous: 2 },
  { type: "attempt", by: 0, target: 2, means: "assassin" },
  { type: "double", seat: 2, by: 0, means: "assassin" },
  { type: "purge", seat: 2, losses: [1, 1, 0, 1] },
  { type: "call", role: 7, seat: null },
];
const end: Json[] = [
  { type: "round_end", round: 1, life: [2, 1, 3, 2], kills: [1, 0, 0, 1], zero_life: [], three_kills: [] },
];
const next: Json[] = [
  { type: "round_start", round: 2, marker: 2 },
  { type: "deal", face_down: [null], face_up: [1] },
];
const later = view({ round: 2, face_up: [1], life: [2, 1, 3, 2], kills: [1, 0, 0, 1] });

describe("the table as events change it", () => {
  const t = fold(view(), [...draft, ...calls]);

  test("chips, cards and calls", () => {
    expect(t.life).toEqual([2, 1, 3, 2]);
    expect(t.kills).toEqual([1, 0, 0, 1]);
    expect(t.killed).toEqual([false, true, false, false]);
    expect([1, 3, 4, 6].map((role) => called(t, role).state)).toEqual(["answered", "silent", "killed", "open"]);
    expect(called(fold(view(), draft), 1)).toEqual({ state: "ahead", seat: -1 });
  });

  test("a reward passes a chip, and may turn it over", () => {
    const paid = fold(t, [
      { type: "pay", seat: 2, to: 0, side: "life" },
      { type: "take", seat: 0, side: "kill" },
    ]);
    expect([paid.life[2], paid.kills[0]]).toEqual([2, 2]);
  });

  test("threads hang from those who act, and fade when done", () => {
    const now = fold(view(), [...draft, ...calls.slice(0, 6)]);
    expect(threads(now, [])).toEqual([
      { kind: "accuse", from: 3, to: { seat: 1 }, old: false },
      { kind: "name", from: 0, to: { role: 5 }, old: false },
    ]);
    expect(threads(t, []).every((thread) => thread.old)).toBe(true);
  });
});

describe("memory", () => {
  const whole = remember(remember([], opening, view()), [...draft, ...calls, ...end, ...next], later);

  test("the end of a round is drawn although the next one has begun", () => {
    const shown = scene(whole, later, { events: end, step: 0, before: null });
    expect(shown.table.roles).toEqual([2, 4, 5, 1]);
    expect(shown.table.killed[1]).toBe(true);
    expect(shown.start?.life).toEqual([3, 3, 3, 3]);
    expect(chronicle(shown.past).map((e) => e["type"])).toEqual(["kill", "double", "purge"]);
    expect(scene(whole, later, null)).toMatchObject({ table: later, past: [next[1]] });
  });

  test("who comes late knows the table and no more", () => {
    const late = remember([], [], view({ phase: "guard", life: [2, 3, 3, 3] }));
    expect(late).toMatchObject([{ whole: false, events: [] }]);
    const read = scene(late, later, { events: end, step: 0, before: null });
    expect(read).toMatchObject({ start: null, table: { life: [2, 1, 3, 2] } });
  });

  test("a jump starts anew", () => {
    expect(remember(whole, [], view({ phase: "treat", life: [1, 1, 1, 1] }))).toHaveLength(1);
  });
});

test("a seat's place in the draft", () => {
  expect([2, 3, 0, 1].map((seat) => drafting(view({ drafted: 2 }), seat))).toEqual([
    "picked",
    "picked",
    "picking",
    "waiting",
  ]);
});

test("chance is shown until the next call", () => {
  const toss: Json[] = [
    { type: "treat", seat: 2, target: 0 },
    { type: "toss", seat: 0, side: "white", chip: "own" },
    { type: "heal", seat: 0 },
  ];
  expect(chance(toss)).toBe(toss[1]);
  expect(chance([...toss, { type: "call", role: 7, seat: null }])).toBe(null);
  expect(chance([toss[0]!, { type: "no_toss", seat: 0 }])).toBe(null);
});

test("both languages say the same things", () => {
  expect(Object.keys(words.ja)).toEqual(Object.keys(words.en));
});

test("what lies on a seat", () => {
  const killed = view({
    accused: 1,
    guarded: 1,
    killed: [false, true, false, false],
    life: [3, 0, 3, 3],
    victims: [0],
  });
  const words = (seat: number, winners: number[] = [], closing = false) =>
    marks(killed, seat, winners, closing).map(({ word, old }) => (old ? `${word} old` : word));
  expect(words(1)).toEqual(["tag.killed", "tag.guard", "tag.accuse", "tag.zero"]);
  expect(words(1, [], true)).toContain("tag.accuse old");
  expect(words(0)).toEqual(["tag.chosen"]);
  expect(words(2, [2])).toEqual(["tag.winner"]);
  expect(marks(view({ bomb: { state: "active", carrier: 3 } }), 3, [], false)).toEqual([
    { sign: "bomb", word: "tag.bomb" },
  ]);
});

test("where memory counts, what was only said aloud draws no thread, and face-down cards stay so", () => {
  const said = view({
    accused: 1,
    named: 5,
    guarded: 0,
    bomb: { state: "active", carrier: 2 },
    face_down: [3],
    leftover: [4],
    roles: [2, 7, 0, 1],
    revealed: [true, false, true, true],
  });
  expect(threads(said, [])).not.toEqual([]);
  expect(threads(forget(said), [])).toEqual([]);
  const { face_down, leftover, face_up, roles } = forget(said);
  expect({ face_down, leftover, face_up, roles }).toEqual({
    face_down: [null],
    leftover: [null],
    face_up: [6],
    roles: [2, 7, 0, 1],
  });
});
