import { describe, expect, test } from "vitest";
import type { Words } from "../../text";
import { changes, hit, what } from "./model";
import {
  called,
  chance,
  chronicle,
  drafting,
  forget,
  marks,
  remember,
  remembered,
  story as storyOf,
  type Event,
  type Thread,
  type View,
} from "./table";
import type { Chair } from "./types";

const view = (changes: Partial<View> = {}): View =>
  ({
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
  }) as View;

const opening = [
  { type: "round_start", round: 1, marker: 2 },
  { type: "deal", face_down: [null], face_up: [6] },
] as Event[];
const draft = [
  { type: "pick", seat: 2, role: null },
  { type: "pick", seat: 3, role: null },
  { type: "pick", seat: 0, role: 2 },
  { type: "pick", seat: 1, role: null },
  { type: "leftover", seat: 1, roles: [null] },
] as Event[];
const calls = [
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
] as Event[];
const end: Event[] = [
  {
    type: "round_end",
    round: 1,
    life: [2, 1, 3, 2],
    kills: [1, 0, 0, 1],
    zero_life: [],
    three_kills: [],
    rule: "3.2-3",
  },
];
const next = [
  { type: "round_start", round: 2, marker: 2 },
  { type: "deal", face_down: [null], face_up: [1] },
] as Event[];
const later = view({ round: 2, face_up: [1], life: [2, 1, 3, 2], kills: [1, 0, 0, 1] });

describe("what happened", () => {
  test("chips won and lost lie beside those one has, as soon as it is known", () => {
    const gains = { life: [0, 1, -1, -1], kills: [1, 0, 1, 0] };
    expect(changes(gains, 2)).toEqual([
      { sign: "life", n: -1 },
      { sign: "kill", n: 1 },
    ]);
    expect([changes(gains, 1), changes(undefined, 1)]).toEqual([[{ sign: "life", n: 1 }], []]);
  });

  const named = view({
    call: 2,
    roles: [2, null, null, 1],
    revealed: [true, false, false, true],
    accused: 1,
    named: 5,
  });

  test("what has become of the roles", () => {
    const t = { ...named, call: 5, roles: [2, 4, 5, 1], revealed: [true, true, true, true] };
    t.killed = [false, true, false, false];
    expect([1, 3, 4, 6].map((role) => called(t, role).state)).toEqual(["answered", "silent", "killed", "open"]);
    expect(called(view(), 1)).toEqual({ state: "ahead", seat: -1 });
  });
});

describe("memory", () => {
  const whole = remember(remember([], opening, view()), [...draft, ...calls, ...end, ...next], later);

  test("a round is told as far as it has been read, although the next one has begun", () => {
    const round = storyOf(whole, view({ phase: "deal" }), [calls.at(-1)!, ...end]);
    expect(round.whole).toBe(true);
    expect(chronicle(round.events).map((e) => e["type"])).toEqual(["kill", "double", "purge"]);
    expect(storyOf(whole, view({ phase: "deal" }), calls.slice(0, 3)).events.at(-1)).toBe(calls[2]);
    expect(storyOf(whole, later, null)).toMatchObject({ whole: true, events: [next[1]] });
  });

  test("who comes late knows what is read, and not how it began", () => {
    const late = remember([], [], view({ phase: "guard", life: [2, 3, 3, 3] }));
    expect(late).toEqual([{ round: 1, whole: false, events: [] }]);
    expect(storyOf(late, view(), end)).toEqual({ whole: false, events: end });
    expect(storyOf(late, later, null)).toEqual({ whole: false, events: [] });
  });

  test("who comes in the draft has missed nothing that counts", () => {
    expect(remember([], [], view())).toEqual([{ round: 1, whole: true, events: [] }]);
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
  const toss = [
    { type: "treat", seat: 2, target: 0 },
    { type: "toss", seat: 0, side: "white", chip: "own" },
    { type: "heal", seat: 0 },
  ] as Event[];
  expect(chance(toss)).toBe(toss[1]);
  expect(chance([...toss, { type: "call", role: 7, seat: null } as Event])).toBe(null);
  expect(chance([toss[0]!, { type: "no_toss", seat: 0 } as Event])).toBe(null);
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
  expect(words(1)).toEqual(["tag-killed", "tag-guard", "tag-accuse", "tag-zero"]);
  expect(words(1, [], true)).toContain("tag-accuse old");
  expect(words(0)).toEqual(["tag-chosen"]);
  expect(words(2, [2])).toEqual(["tag-winner"]);
  expect(marks(view({ bomb: { state: "active", carrier: 3 } }), 3, [], false)).toEqual([
    { sign: "bomb", word: "tag-bomb" },
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
  const kinds = ["accuse", "name", "guard", "bomb", "murder"] as const;
  const threads = kinds.map((kind): Thread => ({ kind, by: 3, seat: 1, role: null, old: false }));
  expect(remembered(threads, said)).toEqual(threads);
  expect(remembered(threads, forget(said)).map(({ kind }) => kind)).toEqual(["murder"]);
  const { face_down, leftover, face_up, roles } = forget(said);
  expect({ face_down, leftover, face_up, roles }).toEqual({
    face_down: [null],
    leftover: [null],
    face_up: [6],
    roles: [2, 7, 0, 1],
  });
});

test("what hits a seat is what takes from it, aims at it, or is on its role", () => {
  const text = { say: (word: string, values: object) => `${word} ${JSON.stringify(values)}` } as unknown as Words;
  const hits = (event: object, seat = 0) => hit(event as Event, seat, text, view({ roles: [2, null, null, null] }));
  const killed = { type: "kill", by: 1, target: 0, means: "cop", chip: "victim" };
  expect(hits(killed)!.text).toContain('{"life":1}');
  expect(hits({ ...killed, chip: "stock" })!.text).toContain('{"life":0}');
  expect(hits({ type: "name", seat: 1, role: 2 })!.text).toContain("hit-named");
  expect(hits({ type: "purge", seat: 1, losses: [1, 0, 0, 0] })!.text).toContain("hit-life");
  expect(hits({ type: "guarded", seat: 1, target: 0 })!.good).toBe(true);
  for (const other of [killed, { type: "name", role: 2 }, { type: "purge", losses: [1, 0, 0, 0] }])
    expect(hits(other, 3)).toBeNull(); // whose role is hidden from me is no role of mine
});

test("what a role does is told for so many players as are at this table", () => {
  const say = (word: string, values?: object) => `${word} ${JSON.stringify(values)}`;
  const chair = { say, props: { view: view({ players: 5 }) } } as unknown as Chair;
  expect(what(chair, 4)).toBe('role-4 {"players":5}');
});
