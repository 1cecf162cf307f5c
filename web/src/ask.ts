/** The way of a question to the engine in its worker, or to the server where the page has none. */

import { api } from "./api";
import type { Asked, Question, Said } from "./engine/answers";
import type { JsonObject } from "./engine/description";
import type { Json } from "./games/board";

/** Sends questions about a view; null: there is no answer. */
export type Send = (view: Json, seat: number | null, questions: Question[]) => Promise<unknown[] | null>;

let worker: Worker | null = null;
let count = 0;
const waiting = new Map<number, (said: Said) => void>();

function asked(game: string, view: Json, seat: number | null, questions: Question[]): Promise<Said> {
  if (!worker) {
    worker = new Worker(new URL("./engine/answers.ts", import.meta.url), { type: "module", name: "answers" });
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
    worker.onerror = () => {
      for (const [id, answer] of waiting) answer({ id, answers: null, engine: false });
      waiting.clear();
    };
  }
  const id = count++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker!.postMessage({ id, game, view: view as JsonObject, seat, questions } satisfies Asked);
  });
}

/** For a title; `table`: one that brings its own cards, which only the server has. */
export function sender(game: string, table: string | null): Send {
  return async (view, seat, questions) => {
    const said = table ? null : await asked(game, view, seat, questions);
    return said?.engine ? said.answers : (await api.ask(game, { view, seat, questions, table })).answers;
  };
}
