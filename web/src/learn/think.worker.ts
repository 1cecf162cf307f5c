/** Works out what decisions are worth, in slices, from views alone: what is not wanted any more is dropped between two. */

import { Analysis, type Result } from "../engine/analysis";
import type { JsonObject } from "../engine/description";
import { fetchTitle } from "../engine/load";
import type { Title } from "../engine/title";

export interface Question {
  id: number;
  game: string;
  view: JsonObject;
  seat: number;
  /** Looked at in any case. */
  actions: JsonObject[];
  rounds: number;
}
export type Heard = { id: number; result: Result; done: boolean } | { id: number; problem: string };

const SLICE = 100; // milliseconds between two reports
const titles = new Map<string, Promise<Title | null>>();
let wanted = -1;

async function think({ id, game, view, seat, actions, rounds }: Question): Promise<void> {
  const known = titles.get(game) ?? fetchTitle(game, new URL("/engine/", location.origin));
  titles.set(game, known);
  const title = await known.catch(() => null);
  if (!title) {
    titles.delete(game); // it may be built while the page is open
    throw new Error("no-engine");
  }
  const analysis = new Analysis(title, view, seat, { actions });
  while (wanted === id && analysis.rounds < rounds) {
    const until = performance.now() + SLICE;
    while (analysis.rounds < rounds && performance.now() < until) analysis.run(Math.min(5, rounds - analysis.rounds));
    postMessage({ id, result: analysis.result(), done: analysis.rounds >= rounds } satisfies Heard);
    await new Promise((go) => setTimeout(go));
  }
}

addEventListener("message", ({ data }: MessageEvent<Question | { stop: number }>) => {
  if ("stop" in data) {
    if (wanted === data.stop) wanted = -1;
    return;
  }
  wanted = data.id;
  think(data).catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error);
    postMessage({ id: data.id, problem } satisfies Heard);
  });
});
