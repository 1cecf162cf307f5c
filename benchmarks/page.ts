/** What `benchmarks/page.py` asks in a browser. */

import { titleOf } from "../web/src/engine/load";
import type { Script } from "../web/src/engine/description";
import { search } from "../web/src/engine/search";
import type { Title } from "../web/src/engine/title";

let title: Title;

/** Milliseconds from the bytes to the first legal actions. */
export async function ready(game: string): Promise<number> {
  const bytes = await (await fetch(`${game}.wasm`)).arrayBuffer();
  const text = await (await fetch(`${game}.mjs`)).blob();
  const begun = performance.now();
  const script = (await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })))) as Script;
  title = await titleOf(bytes, script);
  const state = title.new(title.about.players[0], 1);
  state.legal(state.toAct[0]!);
  return performance.now() - begun;
}

/** Simulations a second of a search for so long. */
export function searched(players: number, seconds: number): number {
  const state = title.new(players, 3);
  const seat = state.toAct[0]!;
  const begun = performance.now();
  const { simulations } = search(title, title.redacted(state.words, seat), seat, 5, seconds, () => performance.now() / 1000);
  return (1000 * simulations) / (performance.now() - begun);
}
