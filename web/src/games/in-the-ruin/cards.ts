/** What is printed on the sheet and on the cards, as the table has them. */

import { equal } from "./geometry";
import type { Cell, Letter } from "./types";
import type { Facts } from "./types.gen";

export type CardSet = Facts;

export let cardSet: CardSet = { letters: {}, shapes: {}, entrance: [6, 6] };

export function setCards(facts: Facts): void {
  cardSet = facts;
}

export const cards = (): Letter[] => Object.keys(cardSet.shapes) as Letter[];
export const entrance = (): Cell => cardSet.entrance;
/** The letters that these squares have. */
export const lettersOn = (cells: Cell[]): string[] =>
  Object.keys(cardSet.letters).filter((letter) => cells.some((cell) => equal(cell, cardSet.letters[letter]!)));
