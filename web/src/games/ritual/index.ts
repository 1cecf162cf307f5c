import type { BoardModule } from "../board";
import Board from "./Board.svelte";
import { setCards } from "./model";
import Still from "./Still.svelte";
import type { Action, Event, View } from "./types.gen";

export default {
  cards: setCards,
  Board,
  Still,
  standing: (view) => view.contribution,
  hints: [
    {
      id: "sets",
      at: ".sets",
      phase: "take-sets",
    },
    {
      id: "altar",
      at: ".altar",
      phase: "chant",
    },
    {
      id: "hand",
      at: ".hand",
      phase: "chant",
    },
    {
      id: "results",
      at: ".results",
      phase: "chant",
    },
    {
      id: "ten",
      at: ".place.home .sums",
      phase: "chant",
    },
  ],
} satisfies BoardModule<View, Action, Event>;
