/** What is drawn: read off a view, at the end off the events that have been read so far. */

import { field, ofType } from "../kit/table";
import type { Ask } from "../board";
import { cardSet, entrance, type CardSet } from "./cards";
import { at, cellOf, equal, id, inside, key } from "./geometry";
import type { Action, Cell, Chair, Event, Letter, Points, Rows, Score, Seat, Standing, Turn, View } from "./types";
import type { Answers } from "./types.gen";

export interface Model {
  view: View;
  set: CardSet;
  over: boolean;
  /** The end is being read: what of it has been, the last of it now. */
  reviewing: boolean;
  read: Event[];
  reading: Event | undefined;
  /** Whose sheet is on the table: mine; at the end, or where nothing is hidden, whichever is read or chosen. */
  shown: number | null;
  own: Seat | null;
  rows: Rows;
  /** What that seat has; null: it is hidden, or not known yet. */
  standing: Standing | null;
  mine: boolean;
  turn: Turn | null;
  sub: Turn["sub"] | "over" | null;
  /** The goal cards beside that sheet, as far as they are known. */
  goals: string[];
}

/** `review`: what has been read of the end; null: it is not being read. `looked`: the seat whose sheet was asked for. */
export function model(
  view: View,
  seat: number | null,
  review: Event[] | null,
  events: Event[],
  looked: number | null,
  standings?: Answers["standings"],
): Model {
  const over = view.phase === "over";
  const read = review ?? [];
  const reading = read.at(-1);
  const open = seat === null && view.seats.every((s) => s.sheet[0] !== null); // a replay, nothing hidden
  const acted = field(events.findLast((e) => "seat" in e) ?? null, "seat");
  const shown: number | null =
    over || open
      ? (field(reading ?? null, "seat") ?? looked ?? seat ?? (over ? view.result?.winners[0] : acted) ?? 0)
      : seat;
  const own = shown === null ? null : view.seats[shown]!;
  const turn = seat === null ? null : view.seats[seat]!.turn;
  return {
    view,
    set: cardSet,
    over,
    reviewing: !!review,
    read,
    reading,
    shown,
    own,
    rows: own?.sheet ?? Array<null>(11).fill(null),
    standing: (shown !== null && standings?.[shown]) || null,
    mine: seat !== null && shown === seat,
    turn,
    sub: over ? "over" : (turn?.sub ?? null),
    goals: (own?.goals ?? []).filter((goal) => goal !== null),
  };
}

/** The exploration cards that a seat has and had in the set-up. */
export const dealt = ({ setup, dealt }: Seat): Letter[] => [
  ...setup.map(({ card }) => card),
  ...dealt.filter((card) => card !== null),
];

// -- actions, by kind

export type Of<T extends Action["type"]> = Extract<Action, { type: T }>;

/** The squares that an action draws on or goes to. */
export function squares(action: Action | null): Cell[] {
  if (action?.type === "draw") return action.cells;
  if (action?.type === "single-wall" || action?.type === "extra") return [action.cell];
  return action?.type === "move" ? [action.to] : [];
}

export const bySquares = (actions: Action[]): Map<string, Action> => new Map(actions.map((a) => [key(squares(a)), a]));

/** The squares that these moves go to, with the steps it takes, as far as the ways are known. */
export const reach = (moves: Action[], ways: number[][] = []): Map<number, number> =>
  new Map(moves.flatMap(squares).map((to) => [id(to), Math.max(0, (ways[id(to)]?.length ?? 0) - 1)]));

export const unique = <T>(list: T[]): T[] => [...new Set(list)];

// -- the sheet

/** The squares that something points at: an event of the log, or the letters of a goal card. */
export function marked({ set, shown }: Model, pointed: Event | null, goal: string | null): Set<number> {
  const cells: (Cell | undefined)[] = [...(goal ?? "")].map((letter) => set.letters[letter]);
  const e = pointed;
  if (e && (!("seat" in e) || e.seat === shown || ["gem", "declared"].includes(e.type))) {
    for (const key of ["cell", "to", "from", "at"] as const) {
      const value = field(e, key);
      if (Array.isArray(value)) cells.push(value);
    }
    cells.push(...(field(e, "cells") ?? []));
    const letters = [
      field(e, "letter"),
      ...(field(e, "letters") ?? []),
      field(e, "goal"),
      ...(field(e, "goals") ?? []),
    ];
    cells.push(...[...letters.join("")].map((letter) => set.letters[letter]));
  }
  return new Set(cells.filter((cell): cell is Cell => !!cell && cell.length === 2 && inside(cell)).map(id));
}

/** What has just been drawn on the sheet. */
export function drawn({ set, shown }: Model, events: Event[]): Cell[] {
  const fresh: Cell[] = [];
  for (const e of events) {
    const my = field(e, "seat") === shown;
    if (my && e.type === "drawn") fresh.push(...e.cells);
    if (my && (e.type === "single-wall" || e.type === "extra")) fresh.push(e.cell);
    if (e.type === "opened" || (my && e.type === "converted" && e.to !== "kept-wall")) {
      const letter = set.letters[e.letter];
      if (letter) fresh.push(letter);
    }
  }
  return fresh;
}

/** The way that a piece has come; null as long as it is not known. */
export function way(ask: Ask<View, Answers>, view: View, moved: Extract<Event, { type: "moved" }>): Cell[] | null {
  const ways = ask(view, "ways", { seat: moved.seat, from: moved.from });
  const squares = ways?.[moved.warp ? "warp" : "foot"][id(moved.to)] ?? [];
  return squares.length ? squares.map(cellOf) : null;
}

/** A square in words, for those who do not see it; `steps`: how far the piece must walk to it. */
export function label({ say, aids }: Chair, m: Model, cell: Cell, steps: number | undefined): string {
  const { view, set, rows, own, goals } = m;
  const sign = at(rows, cell);
  const parts = [say("square", { r: cell[0], c: cell[1] })];
  if (rows[0] !== null) parts.push(say(({ "#": "wall", o: "passage", "@": "gate" } as const)[sign] ?? "empty"));
  if (equal(cell, entrance())) parts.push(say("entrance"));
  const letter = (Object.keys(set.letters) as Letter[]).find((x) => equal(set.letters[x]!, cell));
  if (letter) {
    const open = view.letters.open.includes(letter) && sign !== "#";
    parts.push(say(open ? "destination" : view.letters.taken.includes(letter) ? "taken" : "letter", { letter }));
    if (aids && goals.join("").includes(letter)) parts.push(say("ofGoal"));
  }
  if (equal(own?.piece ?? null, cell)) parts.push(say("me"));
  if (steps !== undefined) parts.push(say("steps", { n: steps }));
  return parts.join(", ");
}

// -- goals

export interface GoalState {
  /** For each letter: a passage, empty, or lost under a wall. */
  ends: [string, string];
  state: "joined" | "soon" | "lost" | "half";
}

/** `now`, `then`: what one has, and with what is chosen; null: not known. */
export function goalState(
  goal: string,
  rows: Rows,
  set: CardSet,
  now: Standing | null,
  then: Standing | null = null,
): GoalState {
  const [a, b] = [...goal].map((letter) => {
    const cell = set.letters[letter];
    const sign = cell ? at(rows, cell) : ".";
    return sign === "#" ? "wall" : sign === "." ? "empty" : "passage";
  }) as [string, string];
  const joined = (standing: Standing | null) => !!standing?.points.routes.includes(goal);
  const state = joined(now) ? "joined" : joined(then) ? "soon" : [a, b].includes("wall") ? "lost" : "half";
  return { ends: [a, b], state };
}

// -- points

export type Part = "0" | "1" | "gems" | "honour" | "routes" | "total";

/** The parts of the score, and what they cite. */
export const PARTS: [Part, string][] = [
  ["0", "6"],
  ["1", "7"],
  ["gems", "7-1"],
  ["honour", "7-2"],
  ["routes", "7-3"],
  ["total", "7-4"],
];

export function part(p: Part, points: Points | null): number | null {
  if (!points) return null;
  if (p === "0" || p === "1") return points.square[Number(p)] ?? null;
  if (p === "gems") return points.gems;
  if (p === "honour") return points.penalty + (points.escape ?? 0);
  return p === "routes" ? points.route : points.total;
}

export interface Sums {
  /** By seat; null as long as it has not been read. */
  scores: (Score | null)[];
  squares: [number | null, number | null][];
  winners: number[];
}

/** The sheet of scores, as far as it has been read. */
export function sums({ view, reviewing, read, reading }: Model): Sums {
  const scored = (seat: number) => ofType(read, "scored").some((e) => e.seat === seat);
  const area = (seat: number) => ofType(read, "square-bonus").find((e) => e.seat === seat)?.area ?? null;
  return {
    scores: view.seats.map((_, s) => (!reviewing || scored(s) ? (view.scores?.[s] ?? null) : null)),
    squares: view.seats.map((_, s) => [null, area(s)]),
    winners: !reviewing || reading?.type === "game-over" ? (view.result?.winners ?? []) : [],
  };
}

// -- the round

/** How many cards the collapse takes each round: one for everybody who is out. */
export const falling = ({ stage, seats }: View): number =>
  stage === 2 ? seats.filter((s) => s.escaped !== null).length : 0;

export type Step = ["draw" | "move" | "exit", "past" | "now" | "later"];

/** My steps in this round. */
export function steps({ view, turn, own, reviewing }: Model): Step[] {
  if (view.phase !== "step1" || !turn || reviewing || (turn.sub === "done" && own?.escaped !== null)) return [];
  const all = (["draw", "move", "exit"] as const).filter((s) => s !== "exit" || view.stage === 2);
  const here = turn.sub === "done" ? all.length : all.indexOf(turn.sub as "draw");
  return all.map((s, i) => [s, i < here ? "past" : i === here ? "now" : "later"]);
}

/** The last round, as all have heard of it: what kind of news, and the sentence. */
export function news({ say, props }: Chair, view: View): [kind: string, sentence: string][] {
  const entry = view.log.at(-1);
  if (!entry) return [];
  const list = (seats: number[]) => seats.map(props.names);
  const who = (test: (s: number) => unknown) => view.seats.map((_, s) => s).filter(test);
  const letters = unique(entry.claims.filter((x) => x !== null)).sort();
  const parts: [string, string][] = letters.map((letter) => [
    "gem",
    say("news-gem", { letter, names: list(who((s) => entry.claims[s] === letter)) }),
  ]);
  if (!letters.length) parts.push(["none", say("news-none")]);
  if (entry.opened.length) parts.push(["open", say("news-open", { letters: entry.opened.join(" ") })]);
  if (entry.escaped.length) parts.push(["out", say("news-out", { names: list(entry.escaped) })]);
  const paid = who((s) => entry.special[s]);
  if (paid.length) parts.push(["paid", say("news-paid", { names: list(paid) })]);
  return parts;
}
