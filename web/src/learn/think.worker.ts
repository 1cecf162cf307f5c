/** Works out what decisions are worth, in slices, from views alone: what is not wanted any more is dropped between two. */

import { Analysis } from "../engine/analysis";
import type { JsonObject } from "../engine/description";
import type { Found } from "../engine/judged";
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
  /** Simulations of an expert, besides. */
  thought: number;
  seed: number;
}
export type Heard = { id: number; found: Found; done: boolean } | { id: number; problem: string };

const [SLICE, STEP] = [100, 20]; // milliseconds between two reports; simulations between two looks whether it is still wanted
const titles = new Map<string, Promise<Title | null>>();
let wanted = -1;

async function think({ id, game, view, seat, actions, rounds, thought, seed }: Question): Promise<void> {
  const known = titles.get(game) ?? fetchTitle(game, new URL("/engine/", location.origin));
  titles.set(game, known);
  const title = await known.catch(() => null);
  if (!title) {
    titles.delete(game); // it may be built while the page is open
    throw new Error("no-engine");
  }
  const analysis = new Analysis(title, view, seat, { actions, seed });
  const tell = (done: boolean): void => postMessage({ id, found: analysis.found(), done } satisfies Heard);
  const pause = (): Promise<void> => new Promise((go) => setTimeout(go));
  while (wanted === id && analysis.rounds < rounds) {
    const until = performance.now() + SLICE;
    while (analysis.rounds < rounds && performance.now() < until) analysis.run(Math.min(5, rounds - analysis.rounds));
    tell(!thought && analysis.rounds >= rounds);
    await pause();
  }
  for (let n = 0; n < thought && wanted === id; n += STEP) {
    analysis.think(STEP);
    await pause();
  }
  if (thought && wanted === id) tell(true);
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
