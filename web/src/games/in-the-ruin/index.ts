import type { BoardModule } from "../board";
import Board from "./Board.svelte";
import "./room.css";
import type { Action, Answers, Event, Facts, View } from "./types.gen";
import { setCards } from "./cards";

export default {
  cards: setCards,
  // the engine's JSON has the shape that the board declares
  Board,
  Still: () => import("./Still.svelte"),
  where: ({ stage, round, row, deck }, text) => text.say("where", { stage, round, left: row.length + deck.length }),
  prompt: (view, seat, text) => {
    const sub = view.phase === "step1" ? view.seats[seat]!.turn?.sub : null;
    return sub === "move" || sub === "exit" ? text.say(`prompt-${sub}`) : null;
  },
  moment: (event) => {
    if (event.type === "gem") return "gem";
    if (event.type === "escaped") return "escape";
    return event.type === "discarded" && event.why === "collapse" ? "collapse" : null;
  },
  quick: ["remain"],
  standing: (view, ask) => ask(view, "standings")?.map((own) => own?.points.total ?? 0) ?? null,
  hints: [
    {
      id: "goals",
      at: ".tools .goals",
      phase: "goals",
    },
    {
      id: "sheet",
      at: ".page .sheet",
      phase: "setup",
    },
    {
      id: "card",
      at: ".row .first",
      phase: "step1",
    },
    {
      id: "place",
      at: ".page .sheet",
      phase: "step1",
    },
    {
      id: "score",
      at: ".page .score",
      phase: "step1",
    },
  ],
} satisfies BoardModule<View, Action, Event, Answers, Facts>;
