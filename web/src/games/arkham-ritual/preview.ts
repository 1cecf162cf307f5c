/** What the board works out by itself about the rules, only to be shown: with which chance a hidden card is which, and why
    a holder fails. The engine decides. */

import { artifact, kind, sheet, side } from "./cards";
import type { Card, View } from "./types";

type Pool = Map<string, number>;

/** The cards that this view does not place anywhere. */
export function unseen(view: View): Pool {
  const { columns, others } = sheet(view.options);
  const pool: Pool = new Map();
  for (const card of [...columns.flat(), ...others]) pool.set(card, (pool.get(card) ?? 0) + 1);
  const seen = [...view.hands, ...view.dummies, ...view.deck, view.offered, ...view.discard, ...view.removed];
  for (const card of seen) if (card !== null) pool.set(card, (pool.get(card) ?? 0) - 1);
  return pool;
}

export interface Chance {
  card: string;
  /** The chance is ways / total. */
  ways: number;
  total: number;
}

type Rule = (card: string) => boolean;

/** In how many ways places with these rules can be filled from the pool. */
function count(pool: Pool, rules: Rule[]): number {
  const [rule, ...rest] = rules;
  if (!rule) return 1;
  let ways = 0;
  for (const [card, n] of pool) {
    if (n <= 0 || !rule(card)) continue;
    pool.set(card, n - 1);
    ways += n * count(pool, rest);
    pool.set(card, n);
  }
  return ways;
}

/**
 * What the card hidden at a place can be: a seat's hand, or the card offered. All cards not seen are equally likely
 * but for two public facts: the colour the Trapezohedron showed, and that a Gate found no Great Old One. This is exact
 * as long as one leaves out what the others' choices give away.
 */
export function chances(view: View, place: number | "offered"): Chance[] {
  const known: Card = place === "offered" ? view.offered : (view.hands[place] ?? null);
  if (known !== null) return [{ card: known, ways: 1, total: 1 }];
  const rules = new Map<number | string, Rule[]>([[place, []]]);
  const add = (at: number | string, rule: Rule) => rules.set(at, [...(rules.get(at) ?? []), rule]);
  for (const seat of view.gate_clear) if (view.hands[seat] === null) add(seat, (card) => kind(card) !== "old-one");
  const { look } = view;
  if (look?.colour && look.card === null) {
    add(look.at === "hand" ? look.holder! : look.at, (card) => side(card) === look.colour);
  }
  const all = (at: number | string): Rule => {
    const list = rules.get(at)!;
    return (card) => list.every((rule) => rule(card));
  };
  const others = [...rules.keys()].filter((at) => at !== place).map(all);
  const fits = all(place);
  const pool = unseen(view);
  const found: Chance[] = [];
  for (const [card, n] of pool) {
    if (n <= 0 || !fits(card)) continue;
    pool.set(card, n - 1);
    const ways = n * count(pool, others);
    pool.set(card, n);
    if (ways) found.push({ card, ways, total: 0 });
  }
  const total = found.reduce((sum, { ways }) => sum + ways, 0);
  const common = found.reduce((d, { ways }) => gcd(d, ways), total);
  return found.map(({ card, ways }) => ({ card, ways: ways / common, total: total / common }));
}

function gcd(a: number, b: number): number {
  return b ? gcd(b, a % b) : a;
}

export type Reason = "mad" | "sane" | "twin" | "plain" | "student";

/** Why each holder fails the normal judgement; [] for those who survive. For showing: the engine has decided. */
export function reasons(cards: string[]): Reason[][] {
  const cultist = cards.includes("cultist");
  const professor = cards.includes("mad-professor");
  return cards.map((card, i) => {
    const why: Reason[] = [];
    if (!cultist && side(card) === "mad") why.push("mad");
    if (cultist && side(card) === "sane") why.push("sane");
    if (twins(cards, i).length) why.push("twin");
    if (professor && !artifact(card)) why.push("plain");
    if (card === "wary-student") why.push("student");
    return why;
  });
}

/** The other holders of the same artifact. */
export function twins(cards: string[], i: number): number[] {
  const mine = artifact(cards[i]!);
  return mine === null ? [] : cards.flatMap((card, j) => (j !== i && artifact(card) === mine ? [j] : []));
}
