/** A finished match, decision by decision: what each choice was worth by what its seat could know. */

import { api } from "../api";
import type { Judged } from "../engine/analysis";
import { same, type Json } from "../games/board";
import type { ReplayStep } from "../wire";
import { cores, Thinker } from "./think";

const ROUNDS = 120;
const KEPT = 12; // matches
const MOST = 5; // choices that are kept of a decision

interface Decision {
  step: number;
  seat: number;
  action: Json;
  view: Json;
}

/** A decision that has been looked at. */
export interface Looked {
  step: number;
  seat: number;
  action: Json;
  rounds: number;
  /** The best first; what was chosen is among them. */
  rows: Judged[];
}

/** What was chosen. */
export const chosen = ({ rows, action }: Looked): Judged => rows.find((row) => same(row.action, action))!;

/** What it cost: a part of a win; 0 where no difference can be told from chance. */
export function cost(looked: Looked): number {
  const row = chosen(looked);
  return row.same ? 0 : -(row.behind?.win.value ?? 0);
}

interface Kept {
  key: string;
  all: Looked[];
}

function read(): Kept[] {
  try {
    return (JSON.parse(localStorage.getItem("reviews") ?? "null") as Kept[] | null) ?? [];
  } catch {
    return [];
  }
}

/** The decisions of a seat: what it saw before each, and what it did. */
export function decisions(steps: ReplayStep[], seat: number): Decision[] {
  return steps.flatMap((step, i) =>
    i && step.seat === seat && step.action ? [{ step: i, seat, action: step.action, view: steps[i - 1]!.view }] : [],
  );
}

export class Review {
  looked = $state.raw<Looked[]>([]);
  done = $state(0);
  all = $state(0);
  running = $state(false);
  whole = $state(false);
  problem = $state("");
  private thinkers: Thinker[] = [];

  constructor(
    private readonly game: string,
    private readonly table: string,
    private readonly token: string | null,
    private readonly seats: number[],
  ) {
    const kept = read().find(({ key }) => key === this.key);
    if (kept) this.looked = kept.all;
    this.whole = kept !== undefined;
  }

  private get key(): string {
    return `${this.table} ${this.seats.join()}`;
  }

  /** What mattered most first. */
  get sorted(): Looked[] {
    return this.looked.toSorted((a, b) => cost(b) - cost(a) || a.step - b.step);
  }

  async run(): Promise<void> {
    this.running = true;
    this.problem = "";
    this.looked = [];
    this.done = 0;
    try {
      const replays = await Promise.all(this.seats.map((seat) => api.replay(this.table, seat, this.token)));
      const due = replays.flatMap(({ steps }, i) => decisions(steps, this.seats[i]!));
      this.all = due.length;
      this.thinkers = Array.from({ length: Math.min(cores(), due.length) }, () => new Thinker());
      await Promise.all(this.thinkers.map((thinker) => this.work(thinker, due)));
      if (this.running) this.keep();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.stop();
  }

  stop(): void {
    this.running = false;
    for (const thinker of this.thinkers) thinker.end();
    this.thinkers = [];
  }

  /** One decision after the other, until none is left. */
  private async work(thinker: Thinker, due: Decision[]): Promise<void> {
    for (let next = due.shift(); next && this.running; next = due.shift()) {
      const { step, seat, action, view } = next;
      const asked = { actions: [action], rounds: ROUNDS };
      const result = await thinker.ask(this.game, view, seat, asked, () => undefined);
      const own = result.actions.find((row) => same(row.action, action));
      const rows = result.actions.filter((row, i) => i < MOST || row === own);
      if (result.legal > 1) this.looked = [...this.looked, { step, seat, action, rounds: result.rounds, rows }];
      this.done += 1;
    }
  }

  private keep(): void {
    this.whole = true;
    const others = read().filter(({ key }) => key !== this.key);
    const kept = [{ key: this.key, all: this.looked }, ...others].slice(0, KEPT);
    try {
      localStorage.setItem("reviews", JSON.stringify(kept));
    } catch {
      localStorage.setItem("reviews", JSON.stringify(kept.slice(0, 1))); // there is little room
    }
  }
}
