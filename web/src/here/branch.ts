/** What if: a match that begins in the middle of another one. Through one seat's eyes it is made of what that seat knew and
 * of nothing else; after an end, with all cards open, of the match itself. A link carries all of it. */

import { expect, type Known } from "../engine/codec";
import type { Json, JsonObject } from "../engine/description";
import { sorted } from "../engine/notation";
import type { State, Title } from "../engine/title";

const FORMAT = 1;
const MOST = 5000; // actions; no match of ours has a tenth of it
export const NAME = 60; // letters
const DEALS = 4; // that must hold what is settled

/** What a seat knew, what is settled by hand besides, and the number by which the rest is dealt. */
export interface Start {
  view: JsonObject;
  /** Whose view it is; another seat may play on. */
  seat: number;
  known: Known[];
  deal: number;
}

export interface Branch {
  format: number;
  game: string;
  /** Of the rules; null: those of now. */
  version: number | null;
  name: string;
  players: number;
  options: JsonObject;
  /** Who plays on; bots have the other seats. */
  seat: number;
  levels: (string | null)[];
  seed: string;
  entropy: string[];
  /** null: it begins as the match did, which had `given` actions by then. */
  start: Start | null;
  given: number;
  actions: [number, JsonObject][];
}

/** Where it left another match. */
export interface Origin {
  table: string;
  code: string;
  /** null: beside a table nobody has numbered them. */
  step: number | null;
}

/** Why a branch is not taken; the message says what is wrong. */
export class BadBranch extends Error {
  constructor(
    readonly code: "no-branch" | "branch-other-version" | "bad-branch" | "no-way",
    message: string = code,
  ) {
    super(message);
  }
}

const HEX = /^([0-9a-f]{2}){0,128}$/;
const isObject = (found: unknown): found is JsonObject =>
  typeof found === "object" && found !== null && !Array.isArray(found);
const isCount = (found: unknown, most: number): found is number =>
  Number.isInteger(found) && (found as number) >= 0 && (found as number) <= most;

function isStart(found: unknown, players: number): found is Start {
  if (!isObject(found) || !isObject(found["view"]) || !Array.isArray(found["known"])) return false;
  const settled = found["known"] as unknown[];
  if (!isCount(found["seat"], players - 1) || !isCount(found["deal"], 2 ** 32)) return false;
  return settled.length <= 100 && settled.every(isKnown);
}

function isKnown(found: unknown): found is Known {
  if (!isObject(found) || !Array.isArray(found["at"]) || found["at"].length > 9) return false;
  return found["at"].every((part) => typeof part === "string" || typeof part === "number") && "is" in found;
}

/** Is it one, by its form? */
export function isBranch(found: unknown): found is Branch {
  if (!isObject(found) || found["format"] !== FORMAT) return false;
  const { game, version, name, players, options, seat, levels, seed, entropy, start, given, actions } =
    found as unknown as Record<keyof Branch, unknown>;
  return (
    typeof game === "string" &&
    (version === null || Number.isInteger(version)) &&
    typeof name === "string" &&
    name.length <= NAME &&
    isCount(players, 20) &&
    isObject(options) &&
    Array.isArray(levels) &&
    levels.length === players &&
    levels.every((level, at) => (at === seat ? level === null : typeof level === "string")) &&
    isCount(seat, players - 1) &&
    typeof seed === "string" &&
    HEX.test(seed) &&
    Array.isArray(entropy) &&
    entropy.length <= players &&
    entropy.every((part) => typeof part === "string" && HEX.test(part)) &&
    (start === null || isStart(start, players)) &&
    Array.isArray(actions) &&
    isCount(given, Math.min(actions.length, MOST)) &&
    actions.length <= MOST &&
    actions.every((done) => Array.isArray(done) && done.length === 2 && isCount(done[0], 20) && isObject(done[1]))
  );
}

/** The match goes on from here as this seat knew it: nothing but its view is asked for. */
export function fromView(
  view: JsonObject,
  seat: number,
  level: string,
  how: Partial<Branch> & Omit<Start, "view" | "seat">,
): Branch {
  const { known, deal, ...rest } = how;
  const players = view["players"] as number;
  return {
    format: FORMAT,
    game: view["game"] as string,
    version: null,
    name: "",
    players,
    options: view["options"] as JsonObject,
    seat,
    levels: Array.from({ length: players }, (_, other) => (other === seat ? null : level)),
    seed: "",
    entropy: [],
    start: { view, seat, known, deal },
    given: 0,
    actions: [],
    ...rest,
  };
}

/** The state that it begins with. */
export function dealt(title: Title, { view, seat, known, deal }: Start): State {
  let state: State;
  try {
    state = title.determinize(view, deal, known);
    const [belief, position] = [title.belief(view), state.position()];
    for (const each of known)
      expect(holds(belief, position, each), each.at.join("."), each.is, "what can be dealt there");
  } catch (error) {
    throw new BadBranch("no-way", error instanceof Error ? error.message : String(error));
  }
  const less = (json: JsonObject): Json => ({ ...json, result: null });
  if (sorted(less(state.view(seat))) !== sorted(less(view)))
    throw new BadBranch("no-way", "this is not what the seat saw");
  return state;
}

/** Does it lie there? Where chances are those of a whole hand or pile, its order is nobody's. */
function holds(belief: Json, position: Json, { at, is }: Known): boolean {
  const around = at.slice(0, -1);
  const chances = along(belief, around);
  const pile = isObject(chances) && Object.values(chances).some((chance) => typeof chance === "number");
  return pile ? (along(position, around) as Json[]).includes(is) : along(position, at) === is;
}

function along(json: Json, at: Known["at"]): Json {
  return at.reduce<Json>((found, part) => (found as Record<string | number, Json> | null)?.[part] ?? null, json);
}

/** What may be settled by hand: where it stands, and how likely it is each thing, if that much is settled already. */
export interface Place {
  key: string;
  /** The seat or the number in a pile; null: there is only one. */
  n: number | null;
  /** Where in the view; of several that look the same to this seat, the first that is free. */
  at: Known["at"][];
  chances: [string, number][];
}

export function places(title: Title, view: JsonObject, seat: number, known: Known[]): Place[] {
  const belief = title.belief(view, known);
  const taken = new Set(known.map(({ at }) => at.join(".")));
  const found: Place[] = [];
  const look = (seen: Json | undefined, of: Json | undefined, key: string, at: Known["at"]): void => {
    if (Array.isArray(of) && Array.isArray(seen)) {
      of.forEach((each, i) => look(seen[i], each, key, [...at, i]));
      return;
    }
    if (!isObject(of)) return;
    const chances = Object.entries(of).filter((each): each is [string, number] => typeof each[1] === "number");
    if (!chances.length && isObject(seen)) {
      for (const [name, part] of Object.entries(of)) look(seen[name], part, name, [...at, name]);
      return;
    }
    const all: [Json | undefined, Known["at"]][] = Array.isArray(seen)
      ? seen.map((value, i) => [value, [...at, i]])
      : [[seen, at]];
    const free = all.filter(([value, where]) => value === null && !taken.has(where.join(".")));
    const slots = free.map(([, where]) => where);
    const open = chances.filter(([, chance]) => chance > 0 && chance < 1).toSorted(([, a], [, b]) => b - a);
    const n = at.findLast((part) => typeof part === "number") ?? null;
    if (slots.length && open.length) found.push({ key, n, at: slots, chances: open });
  };
  for (const [key, of] of Object.entries(belief)) look(view[key], of, key, [key]);
  return found.filter((place) => settled(title, view, seat, known, place, place.chances[0]![0]) !== null);
}

/** What is known when this is put there; null: it cannot be. */
export function settled(
  title: Title,
  view: JsonObject,
  seat: number,
  known: Known[],
  { at }: Place,
  value: string,
): Known[] | null {
  for (const where of at) {
    for (const is of /^\d+$/.test(value) ? [Number(value), value] : [value]) {
      const more = [...known, { at: where, is }];
      try {
        for (let deal = 0; deal < DEALS; deal++) dealt(title, { view, seat, known: more, deal });
        return more;
      } catch {
        continue; // it does not fit there
      }
    }
  }
  return null;
}
