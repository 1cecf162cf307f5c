/** How much of a finished match was luck: asked of a worker once, and kept. */

import { api } from "../api";
import type { Parts, Played, Turn } from "../engine/luck";
import type { Answer, Asked } from "./luck.worker";
import { Shelf } from "./shelf";
import { accountant } from "./think";

const shelf = new Shelf<{ key: string; parts: Parts[]; turns: Turn[] }>("lucks");

export class Luck {
  parts = $state.raw<Parts[] | null>(null);
  turns = $state.raw<Turn[]>([]);
  done = $state(0);
  all = $state(0);
  problem = $state("");
  private worker: Worker | null = null;

  constructor(
    private readonly game: string,
    private readonly table: string,
    private readonly token: string | null,
  ) {
    const kept = shelf.of(table);
    if (kept?.turns) [this.parts, this.turns] = [kept.parts, kept.turns];
  }

  async run(): Promise<void> {
    if (this.parts || this.worker) return;
    const worker = (this.worker = accountant());
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    worker.onerror = ({ message }) => this.hear({ problem: message });
    try {
      const record = (await api.record(this.table, this.token)) as unknown as Played;
      worker.postMessage({ game: this.game, record } satisfies Asked);
    } catch (error) {
      this.hear({ problem: error instanceof Error ? error.message : String(error) });
    }
  }

  private hear(answer: Answer): void {
    if ("done" in answer) {
      [this.done, this.all] = [answer.done, answer.all];
      return;
    }
    this.all = 0;
    if ("problem" in answer) this.problem = answer.problem;
    else if (answer.parts) this.keep(answer.parts, answer.turns);
    this.stop();
  }

  private keep(parts: Parts[], turns: Turn[]): void {
    [this.parts, this.turns] = [parts, turns];
    shelf.put({ key: this.table, parts, turns });
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
