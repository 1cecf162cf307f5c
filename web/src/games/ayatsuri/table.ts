/** The table as the engine's view tells it, and what happened at it in this round. */

import type { Sign } from "./art";
import type { Answers, Event, Facts, View } from "./types.gen";
import type { Word } from "./types.gen";

export type { Action, Event, Side, View } from "./types.gen";

/** By number; null: it is hidden. */
export type Role = number | null;

/** What lies on the table. */
export type Table = Pick<
  View,
  | "round"
  | "first"
  | "marker"
  | "call"
  | "drafted"
  | "life"
  | "kills"
  | "roles"
  | "revealed"
  | "killed"
  | "face_up"
  | "face_down"
  | "leftover"
  | "accused"
  | "named"
  | "guarded"
  | "bomb"
  | "victims"
>;

let cards: Facts["roles"] = [];

export function setRoles(facts: Facts): void {
  cards = facts.roles;
}

/** Is it one that the cop is after? */
export const isCriminal = (role: number): boolean => cards[role]!.criminal;
export const slug = (role: number): string => cards[role]!.slug;
/** Where the rules speak of a role. */
export const rule = (role: number): string => cards[role]!.rule;

/** All roles of the game. */
export const deck = (promo: boolean): number[] => cards.flatMap((card, role) => (promo || !card.promo ? [role] : []));

/** The table without what is only said aloud. The box has role cards, chips and the marker (2): whom the cop accuses, which
    role the assassin names, whom the detective guards, who has the bomb, and what lies face down is to be kept in mind. */
export function forget(t: Table): Table {
  return {
    ...t,
    accused: null,
    named: null,
    guarded: null,
    bomb: { ...t.bomb, carrier: null },
    face_down: t.face_down.map(() => null),
    leftover: t.leftover.map(() => null),
  };
}

/** What happened in a round as far as it was seen from here; `whole` if no chip had moved before. */
export interface Round {
  round: number;
  whole: boolean;
  events: Event[];
}

/** Keep the last rounds. Who comes late starts with what is on the table. */
export function remember(rounds: Round[], events: Event[], view: View): Round[] {
  const kept = rounds.map((round) => ({ ...round, events: [...round.events] }));
  for (const event of events) {
    if (event.type === "round_start") kept.push({ round: event.round, whole: true, events: [] });
    else kept.at(-1)?.events.push(event);
  }
  const early = view.phase === "draft" || view.phase === "condemn";
  return kept.length ? kept.slice(-3) : [{ round: view.round, whole: early, events: [] }];
}

/** The events of the round on the table so far, up to the last that has been read; `whole`: from its beginning on. */
export function story(rounds: Round[], view: View, review: Event[] | null): Omit<Round, "round"> {
  const round = rounds.findLast((r) => r.round === view.round);
  if (!review) return round ?? { whole: false, events: [] };
  const at = round?.events.indexOf(review.at(-1)!) ?? -1;
  return at < 0 ? { whole: false, events: review } : { whole: round!.whole, events: round!.events.slice(0, at + 1) };
}

/** What has become of a role's number on the track. */
export type Called = "open" | "answered" | "killed" | "silent" | "ahead";

export function called(t: Table, role: number): { state: Called; seat: number } {
  const seat = t.roles.findIndex((r, s) => r === role && t.revealed[s]);
  if (t.face_up.includes(role)) return { state: "open", seat };
  if (seat >= 0) return { state: t.killed[seat] ? "killed" : "answered", seat };
  return { state: t.call !== null && role <= t.call ? "silent" : "ahead", seat };
}

/** What lies on a seat; `closing` at the end of the round. */
export function marks(
  t: Table,
  seat: number,
  winners: number[],
  closing: boolean,
): { sign: Sign; word: Word; old?: boolean }[] {
  const found: ReturnType<typeof marks> = [];
  if (winners.includes(seat)) found.push({ sign: "winner", word: "tag-winner" });
  if (t.killed[seat]) found.push({ sign: "kill", word: "tag-killed" });
  else if (t.victims.includes(seat)) found.push({ sign: "murder", word: "tag-chosen" });
  if (t.guarded === seat) found.push({ sign: "guard", word: "tag-guard" });
  if (t.accused === seat) found.push({ sign: "accuse", word: "tag-accuse", old: t.revealed[seat] || closing });
  if (t.bomb.carrier === seat) found.push({ sign: "bomb", word: "tag-bomb" });
  if (t.life[seat] === 0) found.push({ sign: "life", word: "tag-zero" });
  return found;
}

/** A seat's place in the draft: its card lies there, it has the hand, or it waits. */
export function drafting(t: Table, seat: number): "picked" | "picking" | "waiting" {
  const place = (seat - t.first + t.life.length) % t.life.length;
  return place < t.drafted ? "picked" : place === t.drafted ? "picking" : "waiting";
}

/** A thread from a seat to another one or to a role of the track; `old` when it can do nothing any more. */
export type Thread = Answers["threads"][number];

/** As the table remembers them: what is only said aloud (forget) hangs from nothing. */
export const remembered = (threads: Thread[], { accused, named, guarded, bomb }: Table): Thread[] =>
  threads.filter(({ kind }) => {
    const said = { accuse: accused, name: named, guard: guarded, bomb: bomb.carrier }[kind as string];
    return said !== null;
  });

const TOLD = [
  "penalty",
  "no_toss",
  "heal",
  "guarded",
  "no_reward",
  "pay",
  "take",
  "kill",
  "double",
  "purge",
  "rampage",
  "bomb_void",
];

/** The events of a round that moved chips or cost a turn, or were to. */
export const chronicle = (past: Event[]): Event[] => past.filter((e) => TOLD.includes(e.type));

type Chance = Extract<Event, { type: "treat" | "toss" | "draw" }>;

const isChance = (e: Event): e is Chance => ["treat", "toss", "draw"].includes(e.type);

/** The toss or the draw that is going on: until the next number is called or the round ends. */
export function chance(past: Event[]): Chance | null {
  const found = past.findLast(isChance);
  const later = found ? past.slice(past.lastIndexOf(found) + 1) : [];
  const over = later.some((e) => ["no_toss", "call", "round_end", "rampage"].includes(e.type));
  return (!over && found) || null;
}

/** What became of a role, for the notes of its drafter: who showed it, or that nobody did. */
export const known = (t: Table, role: number): boolean => called(t, role).state !== "ahead";
