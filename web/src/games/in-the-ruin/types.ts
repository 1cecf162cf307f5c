/** The engine's JSON of IN THE RUIN, as far as the board reads it. */

import type { Chair as Any } from "../kit/chair";
import type { Word } from "./words";

/** [row, column], both 1 to 11. */
export type Cell = [number, number];
export type Mark = "passage" | "wall";

export type Action =
  | { type: "keep"; goals: string[] }
  | { type: "take"; card: string; mark: Mark }
  | { type: "draw"; mark: Mark; cells: Cell[] }
  | { type: "single-wall"; cell: Cell }
  | { type: "no-draw" }
  | { type: "extra"; goal: string; mark: Mark; cell: Cell }
  | { type: "move"; to: Cell; warp: { goal: string } | null }
  | { type: "escape" }
  | { type: "remain" };

export type Turn = {
  sub: "keep" | "take" | "place" | "draw" | "move" | "exit" | "done";
  main: string | null;
  special: "extra" | "warp" | null;
  spent: string | null;
  taken: { card: string; mark: Mark } | null;
  leaving: boolean;
};

/** 11 strings of 11: `.` empty, `o` passage, `@` gate, `#` wall; nulls where it is hidden. */
export type Rows = (string | null)[];

export type Seat = {
  sheet: Rows;
  piece: Cell | null;
  goals: (string | null)[];
  dealt: (string | null)[];
  setup: { card: string; mark: Mark | null }[];
  gems: number;
  penalties: number | null;
  square: [number | null, number | null];
  escaped: number | null;
  claim: { round: number; letter: string } | null;
  turn: Turn | null;
};

/** A finished round, as all may know it. */
export type Entry = {
  round: number;
  stage: number;
  card: string;
  claims: (string | null)[];
  opened: string[];
  special: boolean[];
  escaped: number[];
};

export type Score = {
  square: [number, number];
  gem_vp: number;
  penalty_vp: number;
  rank: number | null;
  escape_vp: number;
  honour: number;
  routes: string[];
  route_vp: number;
  passages: number;
  total: number;
};

export type View = {
  players: number;
  card_set: string;
  options: { solo_target: number; full_sheet_penalty?: boolean };
  stage: number;
  round: number;
  phase: "goals" | "setup" | "step1" | "over";
  to_act: number[];
  row: string[];
  deck: null[];
  discard: string[];
  goal_deck: null[];
  goal_discard: string[];
  letters: { open: string[]; taken: string[] };
  seats: Seat[];
  log: Entry[];
  scores: Score[] | null;
  result: { winners: number[]; scores: number[] } | null;
};

export type Chair = Any<View, Action, Word>;
