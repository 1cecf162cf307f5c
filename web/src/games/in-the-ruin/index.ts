import type { BoardModule } from "../board";
import Board from "./Board.svelte";
import Still from "./Still.svelte";
import type { Action, Event, View } from "./types.gen";
import { setCards } from "./cards";

export default {
  cards: setCards,
  // the engine's JSON has the shape that the board declares
  Board,
  Still,
  speaks: true,
  hints: [
    {
      id: "goals",
      at: ".tools .goals",
      phase: "goals",
      text: {
        en: "Keep two of these. Join both letters of a card by passages until the end: 15 points.",
        ja: "2枚残します。終了時にカードの2つの座標が通路でつながっていれば15VP。",
      },
    },
    {
      id: "sheet",
      at: ".page .sheet",
      phase: "setup",
      text: {
        en: "This map is yours alone. You draw the ruin while you explore it, from the entrance in the middle.",
        ja: "あなただけのマップです。中央の出入口から、探索しながら記入していきます。",
      },
    },
    {
      id: "card",
      at: ".row .first",
      phase: "step1",
      text: {
        en: "Everybody uses this card: draw its piece as passage or wall, then walk up to its number of steps.",
        ja: "全員がこのカードを使います。ピースを通路か壁として記入し、数字のマス数まで移動します。",
      },
    },
    {
      id: "place",
      at: ".page .sheet",
      phase: "step1",
      text: {
        en: "Move the piece over the sheet; turn and flip it. Green fits. Ringed letters hide gems: end a walk on one.",
        ja: "ピースをシートの上で動かし、回転させたり反転させたり。緑なら置けます。丸で囲まれた座標で止まれば宝石です。",
      },
    },
    {
      id: "score",
      at: ".page .score",
      phase: "step1",
      text: {
        en: "Your points so far. The dashed frame on the sheet is your largest filled rectangle.",
        ja: "今のVPです。シートの破線は、埋まった一番大きい四角形。",
      },
    },
  ],
} satisfies BoardModule<View, Action, Event>;
