/** The cards as the table has them: what each is, and what is in the deck. */

import type { Numbers } from "../board";
import type { Options, Side } from "./types";
import type { Facts } from "./types.gen";

/** The numbers of the rules. */
export const rules = { sanity: 7 };

let cards: Facts["cards"] = {};
let groups: Facts["groups"] = {};

export function setCards(facts: Facts, numbers: Numbers): void {
  Object.assign(rules, numbers);
  ({ cards, groups } = facts);
}

/** The artifact of a card, whatever its colour. */
export const artifact = (card: string): string | null => cards[card]!.artifact;

export const side = (card: string): Side => cards[card]!.colour;

export type Kind = Facts["cards"][string]["kind"];

export const kind = (card: string): Kind => cards[card]!.kind;

/** Where the rules speak of a card. */
export const citation = (card: string): string => cards[card]!.rule;

/** The play sheet: a column for each artifact, sane ones above mad ones, and the others beside it. */
export function sheet(options: Options): { columns: string[][]; others: string[] } {
  const all = Object.entries(cards);
  const names = [...new Set(all.flatMap(([, { artifact }]) => artifact ?? []))];
  const chosen = new Set(Object.values(groups).flat());
  return {
    columns: names.map((name) =>
      all.flatMap(([card, { artifact, copies }]) => (artifact === name ? Array<string>(copies).fill(card) : [])),
    ),
    others: [
      ...all.flatMap(([card, { artifact }]) => (artifact || chosen.has(card) ? [] : [card])),
      ...Object.keys(groups).map((option) => options[option as keyof Options] as string),
    ],
  };
}

/** For each place of the sheet: does its card lie among these? Of two places for one card the first fills first. */
export function fill(places: string[], cards: string[]): boolean[] {
  const left = [...cards];
  return places.map((place) => {
    const at = left.indexOf(place);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
