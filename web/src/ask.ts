/** The way of a question to the engine in its worker, or to the server where the page has none. */

import { api, Refused } from "./api";
import type { Asked, Question, Said } from "./engine/answers";
import type { JsonObject } from "./engine/description";
import type { Json } from "./games/board";
import type { Questions } from "./wire";

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

const [LANES, TRIES, PAUSE] = [4, 5, 2000]; // a whole match asks some hundred times at once; ms
const lanes: Promise<unknown>[] = Array(LANES).fill(Promise.resolve());
let lane = 0;

/** A few at a time; where the server says that it is too much, the rest waits. */
function askServer(game: string, body: Questions): Promise<unknown[]> {
  lane = (lane + 1) % LANES;
  const answers = lanes[lane]!.then(async () => (await patiently(() => api.ask(game, body))).answers);
  lanes[lane] = answers.catch(() => undefined);
  return answers;
}

/** Again, some times, while the server says that it is too much. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 429 || tried === TRIES) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/** For a title; `table`: one that brings its own cards, which only the server has. */
export function sender(game: string, table: string | null): Send {
  return async (view, seat, questions) => {
    const said = table ? null : await asked(game, view, seat, questions);
    return said?.engine ? said.answers : askServer(game, { view, seat, questions, table });
  };
}
