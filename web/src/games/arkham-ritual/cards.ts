/** The cards as data: what each is, and what is in the deck. */

import type { Json, Numbers } from "../board";
import type { Options, Side } from "./types";

/** The numbers of the rules, as the component file of the table has them. */
export const rules = { sanity: 7, sane_copies: 2, mad_copies: 1 };

export function setCards(_: Json | null, numbers: Numbers): void {
  Object.assign(rules, numbers);
}

export const ARTIFACTS = ["dagger", "chalice", "mask", "tome", "idol"];
const OLD_ONES = ["cthulhu", "nyarlathotep", "yog-sothoth", "hastur", "mystery"];
const CHARACTERS = ["investigator", "wary-student", "cultist", "mad-professor"];

/** The artifact of a card, whatever its colour. */
export function artifact(card: string): string | null {
  const [kind = ""] = card.split("-");
  return ARTIFACTS.includes(kind) ? kind : null;
}

export function side(card: string): Side {
  return card.endsWith("-mad") || OLD_ONES.includes(card) ? "mad" : "sane";
}

export type Kind = "artifact" | "event" | "character" | "old-one";

export function kind(card: string): Kind {
  if (artifact(card)) return "artifact";
  if (OLD_ONES.includes(card)) return "old-one";
  return CHARACTERS.includes(card) ? "character" : "event";
}

/** Where the rules speak of a card. */
export function citation(card: string): string {
  if (card === "mystery") return "promo";
  return { artifact: "10-1", event: "10-2", character: "10-3", "old-one": "10-4" }[kind(card)];
}

/** The play sheet: a column for each artifact, sane ones above mad ones, and the seven others beside it. */
export function sheet(options: Options): { columns: string[][]; others: string[] } {
  return {
    columns: ARTIFACTS.map((name) => [
      ...Array<string>(rules.sane_copies).fill(`${name}-sane`),
      ...Array<string>(rules.mad_copies).fill(`${name}-mad`),
    ]),
    others: [
      "elder-sign",
      "gate-a",
      "gate-b",
      options.event,
      options.character1,
      options.character2,
      options.great_old_one,
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
