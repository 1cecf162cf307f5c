/** What is printed on the sheet and on the cards of the card set "standard". */

import type { Json, Numbers } from "../board";
import type { Cell, Letter } from "./types";

export type CardSet = {
  /** Where the letters stand. */
  letters: Record<string, Cell>;
  /** The piece of each exploration card, [row, column] from its upper left corner. */
  shapes: Record<string, Cell[]>;
};

const MAP = [
  "..A..B...C.",
  "D......E...",
  "....F.....G",
  ".H....I....",
  "...J....K..",
  "L.........M",
  "..N....O...",
  "....P....Q.",
  "R.....S....",
  "...T......U",
  ".V...W..X..",
];

const PIECES: Record<string, string> = {
  "##": "EK",
  "###": "JX",
  "#./##": "CLP",
  "####": "AM",
  "#./#./##": "RSU",
  ".##/##.": "DFQ",
  "###/.#.": "HO",
  "##/##": "W",
  "#./#./#./##": "G",
  ".#/.#/##/#.": "V",
  "###/.#./.#.": "B",
  "#.#/###": "N",
  "#../#../###": "T",
  ".#/##/.#/.#": "I",
};

const STANDARD: CardSet = { letters: {}, shapes: {} };
MAP.forEach((line, r) => [...line].forEach((x, c) => x !== "." && (STANDARD.letters[x] = [r + 1, c + 1])));
for (const [picture, letters] of Object.entries(PIECES)) {
  const cells = picture
    .split("/")
    .flatMap((line, r) => [...line].flatMap((x, c): Cell[] => (x === "#" ? [[r, c]] : [])));
  for (const letter of letters) STANDARD.shapes[letter] = cells;
}

/** The numbers of the rules, as the component file of the table has them. */
export const rules = {
  ...{ gem_points: 10, penalty_points: 10, route_points: 15 },
  ...{ first_out: 30, second_out: 10, later_out: 0, trapped_points: 20 },
};

let own: CardSet | null = null;

/** The cards of a table that brings its own, as its file has them. */
export function setCards(data: Json | null, numbers: Numbers): void {
  Object.assign(rules, numbers);
  const cards = (data?.["exploration"] ?? []) as { letter: string; cells: Cell[] }[];
  own = data && {
    letters: (data["sheet"] as { letters: CardSet["letters"] }).letters,
    shapes: Object.fromEntries(cards.map((card) => [card.letter, card.cells])),
  };
}

/** Of another set that the table does not bring, only the names of its cards are known here. */
export const cardSet = (name: string): CardSet => own ?? (name === "standard" ? STANDARD : { letters: {}, shapes: {} });

export const CARDS = [..."ABCDEFGHIJKLMNOPQRSTUVWX"] as Letter[];
export const ENTRANCE: Cell = [6, 6];
