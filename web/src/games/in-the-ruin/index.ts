import type { BoardModule } from "../board";
import Board from "./Board.svelte";
import "./room.css";
import type { Action, Answers, Event, Facts, View } from "./types.gen";
import { lettersOn, setCards } from "./cards";
import { falling } from "./model";

const inside = ({ seats }: View): number[] => seats.flatMap(({ escaped }, seat) => (escaped === null ? [seat] : []));

export default {
  cards: setCards,
  // the engine's JSON has the shape that the board declares
  Board,
  Still: () => import("./Still.svelte"),
  Sketch: () => import("./Sketch.svelte"),
  where: (view, text) => {
    const { stage, round, row, deck, phase } = view;
    const fall = phase === "over" ? 0 : falling(view);
    return text.say("where", { stage, round, left: row.length + deck.length, fall });
  },
  prompt: (view, seat, text) => {
    const sub = view.phase === "step1" ? view.seats[seat]!.turn?.sub : null;
    return sub === "move" || sub === "exit" ? text.say(`prompt-${sub}`) : null;
  },
  moment: (event, view) => {
    const { row, stage, log } = view;
    const left = inside(view).length;
    if (event.type === "gem") return "gem";
    if (event.type === "moved") return event.warp ? "warp" : null;
    if (event.type === "escaped") return row.length ? "escape" : "narrow";
    if (event.type === "square-bonus") return stage === 2 && event.seat === 0 && left ? "trapped" : null;
    if (event.type !== "discarded" || event.why !== "collapse" || !left || !row.length) return null;
    return log.at(-1)!.escaped.length === view.players - left ? "collapse" : null; // once: when the first have left
  },
  about: (_, view) => inside(view),
  quiet: (event) =>
    [
      "ready",
      "placed",
      "refilled",
      "goals-returned",
      "goal-drawn",
      "goal-limit",
      "goals-reshuffled",
      "converted",
    ].includes(event.type) ||
    (event.type === "discarded" && event.why !== "collapse") ||
    (event.type === "opened" && event.why === "setup"),
  hit: (event, seat, text) => {
    if (event.type !== "converted" || event.seat !== seat || event.to === "kept-wall") return null;
    const good = event.to === "gate";
    return { text: text.say(good ? "hit-gate" : "hit-wall", { letter: event.letter }), good, at: event.letter };
  },
  chosen: (action, text) => {
    if (action.type === "draw")
      return text.say("chosen-draw", {
        n: action.cells.length,
        mark: text.word(action.mark),
        lost: action.mark === "wall" ? lettersOn(action.cells) : [],
      });
    if (action.type === "single-wall") return text.say("chosen-single");
    if (action.type === "extra") return text.say("chosen-extra", { mark: text.word(action.mark), goal: action.goal });
    if (action.type !== "move") return null;
    return action.warp ? text.say("chosen-warp", { goal: action.warp.goal }) : text.say("chosen-move");
  },
  decided: ({ result, players, options, seats, scores }, text) => {
    if (!result) return null;
    const [points, won] = [result.scores, result.winners];
    if (players === 1) return text.say("decided-solo", { points: points[0]!, target: options.solo_target });
    const best = Math.max(...points);
    const tied = points.filter((n) => n === best).length > won.length;
    const names = text.list(won.map(text.name));
    if (tied) return text.say("decided-passages", { names, n: scores?.[won[0]!]?.passages ?? 0 });
    const gems = won.length === 1 ? seats[won[0]!]!.gems : 0;
    return text.say("decided-points", { names, n: best, gems });
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
      at: "main ul.score",
      phase: "step1",
    },
  ],
} satisfies BoardModule<View, Action, Event, Answers, Facts>;
