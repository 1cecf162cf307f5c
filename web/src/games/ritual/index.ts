import type { BoardModule } from "../board";
import Board from "./Board.svelte";
import "./room.css";
import { change } from "../kit/table";
import { ends, rules, setCards } from "./model";
import type { Action, Answers, Event, Facts, View } from "./types.gen";

export default {
  cards: setCards,
  Board,
  Still: () => import("./Still.svelte"),
  where: ({ ritual, round }, text) => text.say("where", { ritual, round: Math.max(1, round) }),
  moment: (event) => {
    if (event.type === "eliminated") return "mad";
    if (event.type === "outcome") return event.result === "vortex" ? "vortex" : null;
    return event.type === "ritual-ends" && event.reason === "exact-ten" ? "ten" : null;
  },
  about: (event) =>
    event.type === "ritual-ends"
      ? event.totals.flatMap((n, seat) => (n === rules.target && !event.eliminated[seat] ? [seat] : []))
      : [],
  hit: (event, seat, text) => {
    if (event.type === "eliminated" && event.seat === seat) return { text: text.say("hit-out") };
    if (event.type !== "points" || event.seat !== seat || !event.delta) return null;
    return { text: text.say("hit-points", { n: change(event.delta), delta: event.delta }), good: event.delta > 0 };
  },
  chosen: (action, text) => {
    if (action.type !== "chant") return null;
    const { colour, points } = ends(action.card)[action.side as 0 | 1];
    return text.say("chosen", { end: text.say("end", { colour: text.word(colour), points }) });
  },
  decided: ({ result }, text) => {
    if (!result) return null;
    const { winners, scores } = result;
    const n = Math.max(...scores);
    const tied = scores.filter((score) => score === n).length > 1;
    return text.say(`decided-${winners.length > 1 ? "shared" : tied ? "last" : "contribution"}`, { n });
  },
  quick: ["take-set"],
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
} satisfies BoardModule<View, Action, Event, Answers, Facts>;
