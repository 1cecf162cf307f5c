import type { BoardModule, Hint } from "../board";
import Board from "./Board.svelte";
import "./room.css";
import { change } from "../kit/table";
import { setCards } from "./cards";
import type { Action, Answers, Event, Facts, View } from "./types.gen";

const hints: Hint[] = [
  {
    id: "mine",
    at: ".me .own",
  },
  {
    id: "others",
    at: ".seat",
  },
  {
    id: "offer",
    at: ".travel",
    phase: "offer",
  },
  {
    id: "respond",
    at: ".travel",
    phase: "respond",
  },
  {
    id: "sheet",
    at: ".sheet",
  },
  {
    id: "sanity",
    at: ".me .flames",
  },
];

export default {
  cards: setCards,
  // the engine's JSON has the shape that the board declares
  Board,
  Still: () => import("./Still.svelte"),
  where: ({ round, sanity }, text) => text.say("where", { round, least: Math.min(...sanity) }),
  moment: (event, { sanity }) => {
    if (event.type === "gate") return event.great_old_one ? "wakes" : null;
    return event.type === "sanity" && !event.now && event.seat === sanity.indexOf(0) ? "mad" : null; // once, whoever else falls
  },
  about: (event, { sanity }) =>
    event.type === "gate" ? [event.owner ?? []].flat() : sanity.flatMap((n, seat) => (n ? [] : [seat])),
  quiet: ({ type }) => type === "next_parent", // what begins a turn names the parent, too
  hit: (event, seat, text) =>
    event.type === "sanity" && event.seat === seat && event.delta
      ? { text: text.say("hit-sanity", { n: change(event.delta) }), good: event.delta > 0 }
      : null,
  decided: ({ sanity }, text) => {
    const lost = sanity.flatMap((n, seat) => (n ? [] : [text.name(seat)]));
    return lost.length ? text.say("decided", { names: text.list(lost), others: sanity.length - lost.length }) : null;
  },
  quick: ["offer", "pass"],
  standing: (view) => view.sanity,
  hints,
} satisfies BoardModule<View, Action, Event, Answers, Facts>;
