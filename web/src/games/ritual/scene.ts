/** What is drawn, made of the view or, while the end of a round is being read, of its events. No rules here. */

import type { Json, Review } from "../board";

export const COLOURS = ["red", "green", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];
export type Result = "scored" | "none" | "madness";
export type Back = number[];

export const RESULTS = ["smooth", "wicked", "vortex", "accord"] as const;
export const RULES = { smooth: "RES-S", wicked: "RES-W", vortex: "RES-V", accord: "RES-U" };

/** The end of a round: from its reveal to what comes next. */
export const ROUNDS = {
  from: ["reveal"],
  to: ["start-passes", "altar", "next-start", "ritual-begins", "chant", "set-taken"],
};

export interface End {
  colour: Colour;
  points: number;
}

export interface Entry {
  card: string;
  side: number;
  result: Result;
}

export interface RitualView {
  players: number;
  phase: "take-sets" | "chant" | "over";
  ritual: number;
  restarts: number;
  round: number;
  start: number;
  altar: Colour | null;
  used_markers: Colour[][];
  markers_left: Record<Colour, number>;
  hands: (string | null)[][];
  hand_backs: Back[][];
  set_backs: (Back[] | null)[];
  played: ({ card: string | null; side: number | null } | null)[];
  played_backs: (Back | null)[];
  rows: Entry[][];
  totals: number[];
  minus: number[];
  eliminated: boolean[];
  contribution: number[];
  history: { ritual: number; awards: number[] }[];
  to_act: number[];
  result: { winners: number[] } | null;
}

export type RitualAction = { type: "take-set"; set: number } | { type: "chant"; card: string; side: number };

/** A card lying at the altar; `card` is null for who may not see it. */
export interface Laid {
  card: string | null;
  side: number;
  back: Back;
  up: boolean;
  result: Result | null;
}

export interface SeatScene {
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

export interface Scene {
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
  outcome: Json | null;
  /** The event being read. */
  now: Json | null;
  seats: SeatScene[];
}

const LETTERS: Record<string, Colour> = { r: "red", g: "green", y: "yellow" };

let own = new Map<string, { ends: [End, End]; back: Back }>();

/** The cards of a table that brings its own. */
export function setCards(data: Json | null): void {
  own = new Map(
    ((data?.["cards"] ?? []) as Json[]).map((card) => [card["id"], { ends: card["ends"], back: card["back"] }]),
  );
}

/** The two ends of a card: the id of a usual one is written from them. */
export function ends(card: string): [End, End] {
  const known = own.get(card);
  if (known) return known.ends;
  const [a, p, b, q] = [...card];
  return [
    { colour: LETTERS[a!]!, points: Number(p) },
    { colour: LETTERS[b!]!, points: Number(q) },
  ];
}

/** What the chants have done, once it is told. */
export function resultOf(scene: Scene): (typeof RESULTS)[number] | undefined {
  return scene.outcome?.["result"];
}

export function chanted(entry: { card: string; side: number }): End {
  return ends(entry.card)[entry.side as 0 | 1];
}

export function back(card: string): Back {
  const known = own.get(card);
  if (known) return known.back;
  return ends(card)
    .map((end) => end.points)
    .sort((a, b) => a - b);
}

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

/** The track of a total: five cells below zero, ten on the way, three beyond; `gain` is what would come. */
export function track(total: number, gain = 0): Cell[] {
  const cells: Cell[] = [];
  const [lo, hi] = [Math.min(total, total + gain), Math.max(total, total + gain)];
  for (let at = -4; at <= 13; at++) {
    // cell `at` is the step from at - 1 to at; up to zero they count downwards
    const on = at > 0 ? at <= total : at > total;
    const ghost = gain !== 0 && at > lo && at <= hi;
    cells.push({ at, kind: at <= 0 ? "debt" : at < 10 ? "way" : at === 10 ? "goal" : "over", on, ghost });
  }
  return cells;
}

export function scene(view: RitualView, review: Review<RitualView> | null): Scene {
  return review?.events[0]?.["type"] === "reveal" ? read(view, review) : live(view);
}

function live(view: RitualView): Scene {
  const used = view.used_markers[view.ritual - 1] ?? [];
  return {
    reviewing: false,
    taking: view.phase === "take-sets",
    ritual: view.ritual,
    round: view.round,
    restarts: view.restarts,
    altar: view.altar,
    used: view.altar ? [...used, view.altar] : used,
    left: view.markers_left,
    awards: [1, 2, 3].map((n) => view.history.find((h) => h.ritual === n)?.awards ?? []),
    outcome: null,
    now: null,
    seats: Array.from({ length: view.players }, (_, seat) => {
      const played = view.played[seat];
      const played_back = view.played_backs[seat];
      return {
        seat,
        acting: view.to_act.includes(seat),
        start: view.start === seat,
        out: view.eliminated[seat]!,
        winner: view.result?.winners.includes(seat) ?? false,
        total: view.totals[seat]!,
        minus: view.minus[seat]!,
        contribution: view.contribution[seat]!,
        row: view.rows[seat]!,
        backs: view.hand_backs[seat]!,
        hand: view.hands[seat]!,
        laid: played_back
          ? { card: played?.card ?? null, side: played?.side ?? 0, back: played_back, up: false, result: null }
          : null,
      };
    }),
  };
}

/** The end of a round: what had been before it, and its events as far as they have been read. */
function read(view: RitualView, review: Review<RitualView>): Scene {
  const { before } = review;
  const all = review.events;
  const seen = all.slice(0, review.step + 1);
  const find = (list: Json[], type: string, seat?: number) =>
    list.find((e) => e["type"] === type && (seat === undefined || e["seat"] === seat));

  const chants = all[0]!["chants"] as { seat: number; card: string; side: number }[];
  const outcome = find(all, "outcome");
  const altar = (outcome?.["altar"] ?? null) as Colour | null;
  const restart = find(all, "ritual-restarts");
  const ended = find(all, "ritual-ends");

  // a card is there once in a ritual: if the view still has it in a row, the view knows what was before
  const index = (seat: number, card: string) => view.rows[seat]!.findIndex((e) => e.card === card);
  const same = chants.every((c) => index(c.seat, c.card) >= 0);
  const base = same || !before ? view : before;
  const ritual: number = ended?.["ritual"] ?? restart?.["ritual"] ?? base.ritual;
  const rows = Array.from({ length: view.players }, (_, seat) => {
    const chant = chants.find((c) => c.seat === seat);
    if (same) return chant ? view.rows[seat]!.slice(0, index(seat, chant.card)) : view.rows[seat]!;
    return before?.rows[seat] ?? [];
  });
  const round = Math.max(...chants.map((c) => rows[c.seat]!.length)) + 1;

  const drawn = ((restart?.["returned"] as Colour[] | undefined) ?? view.used_markers[ritual - 1] ?? []).slice(
    0,
    round,
  );
  const gone = [...view.used_markers.slice(0, ritual - 1).flat(), ...drawn];
  const shown = [...view.used_markers.flat(), view.altar];
  const left = {} as Record<Colour, number>;
  for (const colour of COLOURS) {
    const count = (list: (Colour | null)[]) => list.filter((c) => c === colour).length;
    left[colour] = view.markers_left[colour] + count(shown) - count(gone);
  }

  const known = all.every((e, i) => e["type"] !== "contribution" || i <= review.step) && !!find(seen, "ritual-ends");
  const awards = [1, 2, 3].map((n) => {
    if (n !== ritual) return view.history.find((h) => h.ritual === n && n < ritual)?.awards ?? [];
    return rows.map((_, seat) => (find(seen, "contribution", seat)?.["amount"] as number) ?? (known ? 0 : null));
  });

  return {
    reviewing: true,
    taking: false,
    ritual,
    round,
    restarts: same ? view.restarts : (before?.restarts ?? 0),
    altar,
    used: drawn,
    left,
    awards,
    outcome: find(seen, "outcome") ?? null,
    now: all[review.step] ?? null,
    seats: rows.map((row, seat) => {
      const chant = chants.find((c) => c.seat === seat);
      const points = find(all, "points", seat);
      const paid = find(seen, "points", seat);
      const delta: number = points?.["delta"] ?? 0;
      const result = (paid?.["result"] ?? null) as Result | null;
      let backs = base.hand_backs[seat]!;
      if (!same && chant && backs.length === 6 - row.length) {
        const at = backs.findIndex((b) => b.join() === back(chant.card).join());
        backs = backs.filter((_, i) => i !== at);
      }
      return {
        seat,
        acting: false,
        start: chants[0]?.seat === seat,
        out: !chant || !!find(seen, "eliminated", seat),
        winner: find(seen, "game-over")?.["winners"].includes(seat) ?? false,
        total: paid?.["total"] ?? (points ? points["total"] - delta : (ended?.["totals"][seat] ?? base.totals[seat])),
        minus: paid?.["minus"] ?? (points ? points["minus"] + Math.min(delta, 0) : base.minus[seat]),
        contribution: awards.reduce((sum, a) => sum + (a[seat] ?? 0), 0),
        row: chant && result ? [...row, { card: chant.card, side: chant.side, result }] : row,
        backs,
        hand: base.hands[seat]!.filter((card) => card !== chant?.card),
        laid: chant ? { card: chant.card, side: chant.side, back: back(chant.card), up: true, result } : null,
      };
    }),
  };
}

/** Which part of the table an entry of the log is about. */
export function place(event: Json | null): { seat: number | null; what: "altar" | "seat" | "tally" | "sets" | null } {
  if (!event) return { seat: null, what: null };
  if (["altar", "reveal", "outcome"].includes(event["type"])) return { seat: null, what: "altar" };
  if (["contribution", "ritual-ends", "game-over"].includes(event["type"]))
    return { seat: event["seat"] ?? null, what: "tally" };
  if (event["type"] === "sets-laid") return { seat: null, what: "sets" };
  const seat = event["seat"] ?? event["to"] ?? event["start"] ?? null;
  return { seat, what: seat === null ? null : "seat" };
}
