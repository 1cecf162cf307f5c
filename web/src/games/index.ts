/** The boards, each loaded when a table of its game is opened. A folder with an index.ts is a board. */

import type { BoardModule } from "./board";
import Plain from "./Plain.svelte";

const modules = import.meta.glob<{ default: BoardModule }>("./*/index.ts");

/** What the plain board needs to know of the games that have none of their own. */
const ROUNDS: Record<string, BoardModule["rounds"]> = {
  ayatsuri: { from: ["round_end"], to: ["round_start"] },
  "in-the-ruin": { from: ["scored"], to: [] },
};

export async function loadBoard(game: string): Promise<BoardModule> {
  const load = modules[`./${game}/index.ts`];
  if (load) return (await load()).default;
  return { Board: Plain, hints: [], rounds: ROUNDS[game] ?? { from: [], to: [] } };
}
