/** Works out how much of a match was luck, away from the page. */

import { fetchTitle } from "../engine/load";
import { Account, type Parts, type Played, type Turn } from "../engine/luck";

export interface Asked {
  game: string;
  record: Played;
}
export type Answer = { done: number; all: number } | { parts: Parts[] | null; turns: Turn[] } | { problem: string };

const SLICE = 100; // milliseconds between two reports
const tell = (answer: Answer) => postMessage(answer);

async function work({ game, record }: Asked): Promise<void> {
  const title = await fetchTitle(game, new URL("/engine/", location.origin));
  if (!title) throw new Error("no-engine");
  const account = new Account(title, record);
  for (let told = performance.now(); account.work();) {
    if (performance.now() < told + SLICE) continue;
    told = performance.now();
    tell({ done: account.done, all: account.all });
  }
  tell({ parts: account.result(), turns: account.turns() });
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  work(data).catch((error: unknown) => tell({ problem: error instanceof Error ? error.message : String(error) }));
});
