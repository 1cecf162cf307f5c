import type { BoardModule, Hint } from "../board";
import Board from "./Board.svelte";
import Still from "./Still.svelte";
import type { Action, Event, View } from "./types.gen";

const hints: Hint[] = [
  {
    id: "track",
    at: ".track",
    text: {
      en: "The roles by number. After the draft they are called from left to right; whoever is called steps forward and acts.",
      ja: "役割の一覧です。ドラフトのあと、左から順に呼ばれた人が正体を現して行動します。",
    },
  },
  {
    id: "hand",
    at: ".fan",
    phase: "draft",
    text: {
      en: "Take one card as your secret role; the rest go to your left. Choose a card to read what it does.",
      ja: "1枚を自分の役割として取り、残りは左隣へ回ります。カードを選ぶと説明が出ます。",
    },
  },
  {
    id: "notes",
    at: ".notes",
    text: {
      en: "What you saw and passed on is kept here: the best clue to who is who.",
      ja: "見たカードと回したカードのメモです。誰が何かを読む手がかりになります。",
    },
  },
  {
    id: "chips",
    at: ".me .chips",
    text: {
      en: "White chips are your life, black ones your kills. A life you take becomes a kill of yours.",
      ja: "白がライフ、黒がキル。奪ったライフは自分のキルになります。",
    },
  },
  {
    id: "end",
    at: ".seat .chips",
    text: {
      en: "The game ends after a round with somebody at three kills, or without life. Three kills first wins, else the most chips.",
      ja: "誰かがキル3つ、またはライフ0のラウンドで終了。先に3キルの人、いなければチップ最多の人の勝ち。",
    },
  },
];

export default {
  // the engine's JSON has the shape that the board declares
  Board,
  Still,
  hints,
} satisfies BoardModule<View, Action, Event>;
