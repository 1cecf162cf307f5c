/** What the engine's view of Arkham Ritual holds, as far as the board reads it. */

import type { Chair as Any } from "../kit/chair";
import type { Lens } from "../kit/lens.svelte";
import type { Word } from "./words";

export type Side = "sane" | "mad";
export type Card = string | null;

export interface Options {
  event: string;
  character1: string;
  character2: string;
  great_old_one: string;
  doom_board: boolean;
  doom_values: number[];
  orb_removes_for_game: boolean;
}

export interface Look {
  seat: number;
  event: string;
  card: Card;
  colour: Side | null;
  at: "top" | "offered" | "hand" | "removed";
  holder: number | null;
}

export interface View {
  players: number;
  options: Options;
  round: number;
  turn: number;
  phase: "offer" | "respond" | "orb" | "over";
  parent: number;
  to_act: number[];
  sanity: number[];
  hands: Card[];
  dummies: string[];
  deck: Card[];
  offered: Card;
  path: number[];
  on_table: number[];
  discard: string[];
  removed: Card[];
  look: Look | null;
  gate_clear: number[];
  doom_space: number | null;
  doom_value: number | null;
  set_aside: Card[];
  result: { winners: number[]; scores: number[] } | null;
}

export interface Action {
  type: "offer" | "accept" | "pass" | "decline" | "return" | "remove";
  to?: number;
}

export type Chair = Any<View, Action, Word>;

/** What an element needs to let its card be read: spread on a button. */
export type Reading = { "aria-description"?: string } & Partial<ReturnType<Lens<string>["on"]>>;

/** Lets a card be read, if its face is known; a click does the action instead, if there is one. */
export type Read = (card: Card, action?: Action) => Reading;
