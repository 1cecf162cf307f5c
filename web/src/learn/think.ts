/** Questions to workers: what is a decision worth? Each worker thinks about one at a time; none disturbs the page. */

import { api, Refused } from "../api";
import { patiently } from "../ask";
import type { JsonObject } from "../engine/description";
import { judged, type Found, type Result } from "../engine/judged";
import type { Json } from "../games/board";
import { site } from "../site";
import type { Decision } from "../wire";
import type { Heard, Question } from "./think.worker";

let asked = 0;
const SLOW = 4000; // ms after which a device that has hardly begun lets the server think
const BEGUN = 0.1; // part of the guesses that others have by then
const MOST = 200; // guesses that the server takes upon itself

const worker = (): Worker =>
  new Worker(new URL("./think.worker.ts", import.meta.url), { type: "module", name: "think" });

/** One who thinks; with several workers all about the same, each with luck of its own. */
export class Thinker {
  private readonly workers: Worker[];
  private hear: ((heard: Heard, from: number) => void) | null = null;
  private at = -1;

  constructor(many = 1) {
    this.workers = Array.from({ length: many }, worker);
    this.workers.forEach((each, from) => {
      each.onmessage = ({ data }: MessageEvent<Heard>) => {
        if (data.id === this.at) this.hear?.(data, from);
      };
      each.onerror = ({ message }) => this.hear?.({ id: this.at, problem: message }, from);
    });
  }

  /** What is known so far, again and again; a rejection says why it cannot be known. The last question counts. */
  ask(
    game: string,
    view: Json,
    seat: number,
    { actions = [], rounds, thought = 0 }: { actions?: Json[]; rounds: number; thought?: number },
    hear: (result: Result) => void,
  ): Promise<Result> {
    const id = (this.at = asked++);
    const many = this.workers.length;
    const found: Found[] = []; // by worker; some have not said anything yet
    const thinking = new Set(this.workers.keys());
    return new Promise((resolve, reject) => {
      const server = async (): Promise<void> => {
        const result = await judge(game, { view, seat, actions, rounds: Math.min(rounds, MOST) });
        if (this.at !== id) return;
        this.stop();
        hear(result);
        resolve(result);
      };
      const slow = setTimeout(() => {
        const done = found.reduce((sum, each) => sum + each.rounds, 0);
        if (this.at === id && thinking.size && done < BEGUN * rounds && !site) server().catch(() => undefined);
      }, SLOW);
      this.hear = (heard, from) => {
        if ("problem" in heard) {
          clearTimeout(slow);
          this.hear = null;
          if (heard.problem !== "no-engine" || site) return reject(new Error(heard.problem));
          return void server().catch(reject);
        }
        found[from] = heard.found;
        if (heard.done) thinking.delete(from);
        const result = judged(found.filter(Boolean));
        hear(result);
        if (!thinking.size) resolve(result);
      };
      const question = { id, game, view: view as JsonObject, seat, actions: actions as JsonObject[] };
      this.workers.forEach((each, seed) => {
        const share = Math.ceil((rounds - seed) / many); // together they are `rounds`
        each.postMessage(structuredClone({ ...question, rounds: share, thought, seed }) satisfies Question);
      });
    });
  }

  /** Never mind. */
  stop(): void {
    for (const each of this.workers) each.postMessage({ stop: this.at });
    this.at = -1;
    this.hear = null;
  }

  end(): void {
    this.at = -1;
    this.hear = null;
    for (const each of this.workers) each.terminate();
  }
}

/** By the server, from the same view; it may not be able to, either. */
async function judge(game: string, body: Decision): Promise<Result> {
  try {
    return await patiently(() => api.judge(game, body));
  } catch (error) {
    throw error instanceof Refused && error.problem.code === "no-engine" ? new Error("no-engine") : error;
  }
}

/** As many as there are cores, and no more than help. */
export const cores = (): number => Math.max(1, Math.min(8, navigator.hardwareConcurrency || 1));

/** One who works out how much was luck. */
export const accountant = (): Worker =>
  new Worker(new URL("./luck.worker.ts", import.meta.url), { type: "module", name: "luck" });
