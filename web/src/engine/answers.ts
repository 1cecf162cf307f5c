/** A worker that answers questions about views: what a title's script knows, without its compiled rules. */

import type { Json, JsonObject } from "./description";
import { fetchScript } from "./load";
import { Notation } from "./notation";

export interface Question {
  ask: string;
  about: JsonObject;
}
export interface Asked {
  id: number;
  game: string;
  view: JsonObject;
  seat: number | null;
  questions: Question[];
}
/** null: the page has no engine for this title, or it has no answer. */
export interface Said {
  id: number;
  answers: Json[] | null;
  /** Is there an engine? */
  engine: boolean;
}

const notations = new Map<string, Promise<Notation | null>>();

async function made(game: string): Promise<Notation | null> {
  const script = await fetchScript(game, new URL("/engine/", location.origin)).catch(() => null);
  if (!script) notations.delete(game); // it may be built while the page is open
  return script && new Notation(script);
}

async function answer({ id, game, view, seat, questions }: Asked): Promise<Said> {
  const known = notations.get(game) ?? made(game);
  notations.set(game, known);
  const notation = await known;
  if (!notation) return { id, answers: null, engine: false };
  try {
    return { id, answers: questions.map(({ ask, about }) => notation.ask(view, seat, ask, about)), engine: true };
  } catch (error) {
    console.error(error); // the board does without
    return { id, answers: null, engine: true };
  }
}

self.onmessage = async ({ data }: MessageEvent<Asked>) => self.postMessage(await answer(data));
