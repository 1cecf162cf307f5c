/** What is drawn, made of the view, at a stage or as it is. No rules here. */

import type { Numbers } from "../board";
import type { Answers, Colour, Event, Facts, Outcome, Paid, View } from "./types.gen";

export type { Colour };

export type Back = number[];

export const COLOURS: Colour[] = ["red", "green", "yellow"];
export const RESULTS: Outcome[] = ["smooth", "wicked", "vortex", "accord"];
export const RULES: Record<Outcome, string> = { smooth: "RES-S", wicked: "RES-W", vortex: "RES-V", accord: "RES-U" };

export interface End {
  colour: Colour;
  points: number;
}

/** What a chant would do. */
export type Would = Answers["chants"][number];

/** A chant of this ritual, when it is told what became of it. */
export type Entry = View["rows"][number][number] & { result: Paid };

/** A card lying at the altar; `card` is null for who may not see it. */
export interface Laid {
  card: string | null;
  side: number;
  back: Back;
  up: boolean;
  result: Paid | null;
}

export interface SeatModel {
  seat: number;
  acting: boolean;
  start: boolean;
  out: boolean;
  winner: boolean;
  total: number;
  minus: number;
  contribution: number;
  row: Entry[];
  backs: Back[];
  /** The fronts, for who may see them. */
  hand: (string | null)[];
  laid: Laid | null;
}

export interface Model {
  reviewing: boolean;
  taking: boolean;
  ritual: number;
  round: number;
  restarts: number;
  altar: Colour | null;
  used: Colour[];
  left: Record<Colour, number>;
  /** Contribution by ritual, then seat; null if it is not yet known. */
  awards: (number | null)[][];
  outcome: Extract<Event, { type: "outcome" }> | null;
  /** The event being read. */
  now: Event | null;
  seats: SeatModel[];
}

/** The numbers of the rules, as the cards of the table have them. */
export const rules = { rituals: 3, rounds: 5, hand: 6, target: 10, madness_limit: 5 };

let printed: Facts["cards"] = {};

/** The cards of the table, before it is drawn. */
export function setCards({ cards }: Facts, numbers: Numbers): void {
  Object.assign(rules, numbers);
  printed = cards;
}

/** The two ends of a card. */
export const ends = (card: string): [End, End] => printed[card]!.ends as [End, End];

/** What the chants have done, once it is told. */
export function resultOf(m: Model): Outcome | undefined {
  return m.outcome?.result;
}

export function chanted(entry: { card: string; side: number }): End {
  return ends(entry.card)[entry.side as 0 | 1];
}

export const back = (card: string): Back => printed[card]!.back;

/** Where a seat's card lies around the altar, in per cent; k = 0 is the seat at the bottom, then clockwise. */
export function around(players: number, k: number): { x: number; y: number; tilt: number; below: boolean } {
  const angle = Math.PI / 2 + (2 * Math.PI * k) / players;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: Math.round(50 + 41 * x),
    y: Math.round(50 + 50 * y),
    tilt: Math.round(-9 * x * (y > 0.5 ? -1 : 1)) || 0,
    below: y > 0.5,
  };
}

export type Cell = { at: number; kind: "debt" | "way" | "goal" | "over"; on: boolean; ghost: boolean };

const LONGEST = 20; // a track of more cells is no picture

/** The track of a total: five cells below zero, those up to the target, three beyond; `gain` is what would come. */
export function track(total: number, gain = 0): Cell[] {
  const cells: Cell[] = [];
  const { target } = rules;
  if (target > LONGEST) return cells;
  const [lo, hi] = [Math.min(total, total + gain), Math.max(total, total + gain)];
  for (let at = -4; at <= target + 3; at++) {
    // cell `at` is the step from at - 1 to at; up to zero they count downwards
    const on = at > 0 ? at <= total : at > total;
    const ghost = gain !== 0 && at > lo && at <= hi;
    cells.push({ at, kind: at <= 0 ? "debt" : at < target ? "way" : at === target ? "goal" : "over", on, ghost });
  }
  return cells;
}

/** `review`: what has happened up to here, while the end of a round is being read. */
export function model(view: View, review: Event[] | null): Model {
  const used = view.used_markers[view.ritual - 1] ?? [];
  return {
    reviewing: review !== null,
    taking: view.phase === "take-sets",
    ritual: view.ritual,
    round: view.round,
    restarts: view.restarts,
    altar: view.altar ?? (review && used.at(-1)) ?? null,
    used: view.altar ? [...used, view.altar] : used,
    left: view.markers_left,
    awards: Array.from({ length: rules.rituals }, (_, i) => {
      const n = i + 1;
      const awards = view.history.find((h) => h.ritual === n)?.awards ?? [];
      return review && n === view.ritual ? awards.map((award) => award || null) : awards; // not all have been told
    }),
    outcome: review?.find((e) => e.type === "outcome") ?? null,
    now: review?.at(-1) ?? null,
    seats: Array.from({ length: view.players }, (_, seat) => ({
      seat,
      acting: !review && view.to_act.includes(seat),
      start: view.start === seat,
      out: view.eliminated[seat]!,
      winner: view.result?.winners.includes(seat) ?? false,
      total: view.totals[seat]!,
      minus: view.minus[seat]!,
      contribution: view.contribution[seat]!,
      row: view.rows[seat]!.filter((entry): entry is Entry => entry.result !== null),
      backs: view.hand_backs[seat]!,
      hand: view.hands[seat]!,
      laid: laid(view, seat, review !== null),
    })),
  };
}

/** The card of a seat at the altar: face down, or turned up when the end of a round is being read. */
function laid(view: View, seat: number, up: boolean): Laid | null {
  const chant = up ? view.rows[seat]![view.round - 1] : undefined;
  if (chant) return { ...chant, back: back(chant.card), up: true };
  const played = view.played[seat];
  const played_back = view.played_backs[seat];
  if (!played_back) return null;
  return { card: played?.card ?? null, side: played?.side ?? 0, back: played_back, up: false, result: null };
}

/** Which part of the table an entry of the log is about. */
export function place(event: Event | null): { seat: number | null; what: "altar" | "seat" | "tally" | "sets" | null } {
  if (!event) return { seat: null, what: null };
  switch (event.type) {
    case "altar":
    case "reveal":
    case "outcome":
      return { seat: null, what: "altar" };
    case "contribution":
      return { seat: event.seat, what: "tally" };
    case "ritual-ends":
    case "game-over":
      return { seat: null, what: "tally" };
    case "sets-laid":
      return { seat: null, what: "sets" };
    case "start-passes":
      return { seat: event.to, what: "seat" };
    case "ritual-begins":
      return { seat: event.start, what: "seat" };
    case "ritual-restarts":
      return { seat: null, what: null };
    default:
      return { seat: event.seat, what: "seat" };
  }
}
