import type { BoardModule, Hint } from "../board";
import Board from "./Board.svelte";
import { setCards } from "./model";
import Still from "./Still.svelte";
import type { Action, Event, View } from "./types.gen";

const hints: Hint[] = [
  {
    id: "track",
    at: ".track",
  },
  {
    id: "hand",
    at: ".fan",
    phase: "draft",
  },
  {
    id: "notes",
    at: ".notes",
  },
  {
    id: "chips",
    at: ".me .chips",
  },
  {
    id: "end",
    at: ".seat .chips",
  },
];

export default {
  cards: setCards,
  // the engine's JSON has the shape that the board declares
  Board,
  Still,
  standing: ({ life, kills }) => life.map((n, seat) => n + kills[seat]!),
  holding: ({ life, kills }, seat, text) => text.say("chips", { life: life[seat]!, kills: kills[seat]! }),
  hints,
} satisfies BoardModule<View, Action, Event>;
