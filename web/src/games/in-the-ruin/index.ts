import type { BoardModule } from "../board";
import Board from "./Board.svelte";

export default {
  // the engine's JSON has the shape that the board declares
  Board: Board as unknown as BoardModule["Board"],
  rounds: { from: ["square-bonus"], to: ["round"] },
  speaks: true,
  hints: [
    {
      id: "goals",
      at: ".tools .goals",
      phase: "goals",
      text: {
        en: "Keep two of these. Join both letters of a card by passages until the end: 15 points.",
        ja: "2枚残します。終了時にカードの2つの座標が通路でつながっていれば15点。",
      },
    },
    {
      id: "sheet",
      at: ".page .sheet",
      phase: "setup",
      text: {
        en: "This map is yours alone. You draw the ruin while you explore it, from the entrance in the middle.",
        ja: "あなただけの地図です。中央の出入口から、探索しながら遺跡を描いていきます。",
      },
    },
    {
      id: "card",
      at: ".row .first",
      phase: "step1",
      text: {
        en: "Everybody uses this card: draw its shape as passage or wall, then walk up to its number of steps.",
        ja: "全員がこのカードを使います。形を通路か壁として描き、数字の歩数まで歩きます。",
      },
    },
    {
      id: "place",
      at: ".page .sheet",
      phase: "step1",
      text: {
        en: "Move the shape over the sheet; turn and flip it. Green fits. Ringed letters hide gems: end a walk on one.",
        ja: "形をシートの上で動かし、回したり裏返したり。緑なら置けます。丸で囲まれた座標で止まれば宝石です。",
      },
    },
    {
      id: "score",
      at: ".page .score",
      phase: "step1",
      text: {
        en: "Your points so far. The dashed frame on the sheet is your largest filled rectangle.",
        ja: "今の得点です。シートの破線は、埋まった一番大きい四角形。",
      },
    },
  ],
} satisfies BoardModule;
