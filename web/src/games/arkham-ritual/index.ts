import type { BoardModule, Hint } from "../board";
import Board from "./Board.svelte";
import Still from "./Still.svelte";
import type { Action, Event, View } from "./types.gen";

const hints: Hint[] = [
  {
    id: "mine",
    at: ".me .own",
    text: {
      en: "This is your card. Everybody sees it, only you do not.",
      ja: "これがあなたのカード。全員に見えていて、自分だけ見えません。",
    },
  },
  {
    id: "others",
    at: ".seat",
    text: {
      en: "You see what the others hold. A sane card survives if nobody else holds the same artifact.",
      ja: "ほかの人のカードは見えます。同じ儀式道具を誰も持たない正気のカードなら生存です。",
    },
  },
  {
    id: "offer",
    at: ".travel",
    phase: "offer",
    text: {
      en: "The parent alone looks at this card and offers it to somebody: tap a seat.",
      ja: "親番だけがこのカードを見て、誰かに差し出します。席をタップ。",
    },
  },
  {
    id: "respond",
    at: ".travel",
    phase: "respond",
    text: {
      en: "Offered unseen: take it and discard your own card, or hand it on to somebody whose hand is on the table.",
      ja: "見ずに受け取って自分のカードを捨てるか、手を置いている人に渡します。",
    },
  },
  {
    id: "sheet",
    at: ".sheet",
    text: {
      en: "All 22 cards have a place here. What is filled in has been discarded this round.",
      ja: "22枚すべての置き場所です。埋まっているものは、このラウンドの捨て札。",
    },
  },
  {
    id: "sanity",
    at: ".me .flames",
    text: {
      en: "Your sanity: seven flames. When somebody's last flame goes out, the game ends and all others win.",
      ja: "あなたのサン値、7つの灯。誰かの最後の灯が消えたらゲーム終了、残った人の勝ち。",
    },
  },
];

export default {
  // the engine's JSON has the shape that the board declares
  Board,
  Still,
  hints,
} satisfies BoardModule<View, Action, Event>;
