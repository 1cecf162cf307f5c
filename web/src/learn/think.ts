/** Questions to workers: what is a decision worth? Each worker thinks about one at a time; none disturbs the page. */

import type { Result } from "../engine/analysis";
import type { JsonObject } from "../engine/description";
import type { Json } from "../games/board";
import type { Heard, Question } from "./think.worker";

let asked = 0;

/** One who thinks. */
export class Thinker {
  private readonly worker = new Worker(new URL("./think.worker.ts", import.meta.url), {
    type: "module",
    name: "think",
  });
  private hear: ((heard: Heard) => void) | null = null;
  private at = -1;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Heard>) => {
      if (data.id === this.at) this.hear?.(data);
    };
    this.worker.onerror = ({ message }) => this.hear?.({ id: this.at, problem: message });
  }

  /** What is known so far, again and again; a rejection says why it cannot be known. The last question counts. */
  ask(
    game: string,
    view: Json,
    seat: number,
    { actions = [], rounds }: { actions?: Json[]; rounds: number },
    hear: (result: Result) => void,
  ): Promise<Result> {
    const id = (this.at = asked++);
    return new Promise((resolve, reject) => {
      this.hear = (heard) => {
        if ("problem" in heard) return reject(new Error(heard.problem));
        hear(heard.result);
        if (heard.done) resolve(heard.result);
      };
      const question = { id, game, view: view as JsonObject, seat, actions: actions as JsonObject[], rounds };
      this.worker.postMessage(structuredClone(question) satisfies Question);
    });
  }

  /** Never mind. */
  stop(): void {
    this.worker.postMessage({ stop: this.at });
    this.hear = null;
  }

  end(): void {
    this.hear = null;
    this.worker.terminate();
  }
}

/** As many as there are cores, and no more than help. */
export const cores = (): number => Math.max(1, Math.min(8, navigator.hardwareConcurrency || 1));
