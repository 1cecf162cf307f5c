/** The engine's own thread: it loads titles and answers what the page asks (index.ts). */

import type { JsonObject } from "./description";
import { fetchTitle } from "./load";
import { pick, weigh } from "./search";
import type { Title } from "./title";

/** What can be asked of a title. Views go in; a view becomes a state only by `determinize`. */
export const answers = {
  /** Is there an engine for it here? */
  ready: () => true,
  legal: (title: Title, view: JsonObject, seat: number) => {
    const words = title.taken(view);
    return title.decoded(words, seat, title.legal(words, seat));
  },
  /** The position of a state that agrees with a view. */
  determinize: (title: Title, view: JsonObject, seed: number) => title.determinize(view, seed).position(),
  belief: (title: Title, view: JsonObject) => title.belief(view),
  /** Each legal action, and the chance with which a bot of this level chooses it. */
  weigh: (title: Title, view: JsonObject, seat: number, level: string) => {
    const words = title.taken(view);
    const { legal, chances } = weigh(title, words, seat, title.about.levels[level]!.care);
    return title.decoded(words, seat, legal).map((action, i) => ({ action, chance: chances[i]! }));
  },
  /** What a bot of this level does, within so many seconds. */
  choose: (title: Title, view: JsonObject, seat: number, level: string, seconds: number) => {
    const words = title.taken(view);
    const number = pick(title, words, seat, level, Math.random, seconds, () => performance.now() / 1000);
    return title.decoded(words, seat, [number])[0]!;
  },
};

export interface Question {
  id: number;
  game: string;
  what: keyof typeof answers;
  given: unknown[];
}
export type Answer = { id: number; value: unknown } | { id: number; problem: string };

const titles = new Map<string, Promise<Title | null>>();

async function answer({ game, what, given }: Question): Promise<unknown> {
  const known = titles.get(game) ?? fetchTitle(game, new URL("/engine/", location.origin));
  titles.set(game, known);
  const title = await known;
  if (title) return (answers[what] as (...all: unknown[]) => unknown)(title, ...given);
  titles.delete(game); // it may be built while the page is open
  return null;
}

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  answer(data).then(
    (value) => postMessage({ id: data.id, value } satisfies Answer),
    (error: unknown) => postMessage({ id: data.id, problem: String(error) } satisfies Answer),
  );
});
