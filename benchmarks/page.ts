/** What `benchmarks/page.py` asks in a browser. */

import { titleOf } from "../web/src/engine/load";
import type { Script } from "../web/src/engine/description";
import { newRoom, Search, type Room } from "../web/src/engine/search";
import type { Title } from "../web/src/engine/title";

let title: Title;
let room: Room;

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

/** Seconds of each slice of a search, of so many simulations each. */
export function searched(players: number, seed: number, each: number, slices: number): number[] {
  room ??= newRoom(title);
  const state = title.new(players, 3);
  const seat = state.toAct[0]!;
  const thought = new Search(title, room, title.redacted(state.words, seat), seat, seed);
  return Array.from({ length: slices }, () => {
    const begun = performance.now();
    thought.run(each);
    return (performance.now() - begun) / 1000;
  });
}
