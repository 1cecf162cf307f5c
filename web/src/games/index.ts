/** The boards, each loaded when a table of its game is opened. A folder with an index.ts is a board. */

import type { BoardModule } from "./board";
import Plain from "./Plain.svelte";

const modules = import.meta.glob<{ default: BoardModule }>("./*/index.ts");

export async function loadBoard(game: string): Promise<BoardModule> {
  const load = modules[`./${game}/index.ts`];
  if (load) return (await load()).default;
  return { Board: Plain, hints: [], rounds: { from: [], to: [] } };
}
