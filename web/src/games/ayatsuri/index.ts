import type { BoardModule, Hint } from "../board";
import Board from "./Board.svelte";
import "./room.css";
import { hit, isLast, rules, setCards } from "./model";
import type { Action, Answers, Event, Facts, View } from "./types.gen";

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

/** Who has got a kill by it. */
function killer(event: Event): number[] {
  if (event.type === "kill" || event.type === "double") return [event.by];
  return event.type === "take" && event.side === "kill" ? [event.seat] : [];
}

export default {
  cards: setCards,
  // the engine's JSON has the shape that the board declares
  Board,
  Still: () => import("./Still.svelte"),
  where: ({ round, life, kills }, text) =>
    text.say("where", { round, least: Math.min(...life), most: Math.max(...kills) }),
  prompt: (view, seat, text) => (view.phase === "draft" && isLast({ view }, seat) ? text.say("handLast") : null),
  moment: (event, { kills }) => {
    if (event.type === "bomb_blast") return "bomb";
    return killer(event).some((seat) => kills[seat] === rules.kills_to_end) ? "kill" : null;
  },
  about: killer,
  hit,
  quick: ["pick", "pay", "take"],
  standing: ({ life, kills }) => life.map((n, seat) => n + kills[seat]!),
  holding: ({ life, kills }, seat, text) => text.say("chips", { life: life[seat]!, kills: kills[seat]! }),
  hints,
} satisfies BoardModule<View, Action, Event, Answers, Facts>;
