/** The rules of the titles in this page, without a server: asked here, answered by a worker. */

import type { Answer, answers, Question } from "./worker";

type Answers = typeof answers;
type Given<What extends keyof Answers> = Parameters<Answers[What]> extends [unknown, ...infer Rest] ? Rest : [];

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

/** Ask about a title; null where there is no engine for it. */
export function ask<What extends keyof Answers>(
  game: string,
  what: What,
  ...given: Given<What>
): Promise<ReturnType<Answers[What]> | null> {
  worker ??= started();
  const id = asked++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    worker!.postMessage({ id, game, what, given } satisfies Question);
  });
}

function started(): Worker {
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
  made.onmessage = ({ data }: MessageEvent<Answer>) => {
    const who = waiting.get(data.id);
    waiting.delete(data.id);
    if ("problem" in data) who?.reject(new Error(data.problem));
    else who?.resolve(data.value);
  };
  made.onerror = ({ message }) => {
    for (const who of waiting.values()) who.reject(new Error(message || "the engine does not run here"));
    waiting.clear();
    worker = null;
  };
  return made;
}
