/** A title, as lessons and challenges show it. */

import { api } from "../api";
import { loadBoard } from "../games";
import type { BoardModule } from "../games/board";
import type { GameInfo, GameText } from "../wire";

export interface Taught {
  game: GameInfo;
  tables: GameText;
  board: BoardModule;
}

/** null: there is no such title, or nothing of the kind. */
export async function taught(slug: string, kind: "lesson" | "puzzles"): Promise<Taught | null> {
  const game = (await api.games()).find((each) => each.game === slug);
  if (!game?.[kind]) return null;
  const [tables, board] = await Promise.all([api.text(slug), loadBoard(slug)]);
  board.cards?.(tables.facts, tables.numbers);
  return { game, tables, board };
}
