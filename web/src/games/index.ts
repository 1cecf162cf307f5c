/** The boards, each loaded when a table of its game is opened. A folder with an index.ts is a board. */

import { api } from "../api";
import type { GameText } from "../wire";
import type { BoardModule } from "./board";
import Plain from "./Plain.svelte";

const modules = import.meta.glob<{ default: BoardModule }>("./*/index.ts");

/** A board, and the words of its cards: those of this table, if it brings its own. */
export async function loadCards(
  table: { id: string; components?: unknown },
  board: BoardModule,
  tables: GameText,
): Promise<GameText> {
  const own = table.components ? await api.cardsOf(table.id) : null;
  const { numbers, facts } = own ?? tables;
  board.cards?.(facts, numbers);
  return own ? { ...tables, words: { ...tables.words, ...own.words }, numbers, guide: own.guide } : tables;
}

export async function loadBoard(game: string): Promise<BoardModule> {
  const load = modules[`./${game}/index.ts`];
  if (load) return (await load()).default;
  return { Board: Plain, hints: [] };
}
