import type { BoardModule } from "../board";
import Board from "./Board.svelte";
import { setCards } from "./model";
import Still from "./Still.svelte";
import type { Action, Event, View } from "./types.gen";

export default {
  cards: setCards,
  Board,
  Still,
  hints: [
    {
      id: "sets",
      at: ".sets",
      phase: "take-sets",
      text: {
        en: "Take one of these sets of six cards. A back tells the two numbers of its card, but no colours.",
        ja: "6枚1組の手札をひとつ選びます。裏面でわかるのは2つの数字だけで、色は見えません。",
      },
    },
    {
      id: "altar",
      at: ".altar",
      phase: "chant",
      text: {
        en: "The spell on the altar. Below it: how many markers of each spell are still to come.",
        ja: "祭壇にある呪文です。下の数字は、まだ伏せてある各色のマーカーの数です。",
      },
    },
    {
      id: "hand",
      at: ".hand",
      phase: "chant",
      text: {
        en: "Choose a card; choose it again to turn it. The top end, towards the altar, is what you chant.",
        ja: "カードを選び、もう一度選ぶと向きが変わります。祭壇に向いた上側の呪文を詠唱します。",
      },
    },
    {
      id: "results",
      at: ".results",
      phase: "chant",
      text: {
        en: "Chant with the altar, or dare to stray: a few who stray take all the points, too many lose theirs.",
        ja: "祭壇に合わせるか、外すか。外した人が少なければその人だけ得点、多すぎればマイナスです。",
      },
    },
    {
      id: "ten",
      at: ".place.home .sums",
      phase: "chant",
      text: {
        en: "Come to exactly 10 to master the ritual. Five minus points, and you are out of it.",
        ja: "ちょうど10点なら熟達した詠唱で、儀式はそこで終わりです。マイナス点が5点になると、その儀式から脱落です。",
      },
    },
  ],
} satisfies BoardModule<View, Action, Event>;
