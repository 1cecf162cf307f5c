/** A finished match, decision by decision: what each choice was worth by what its seat could know. */

import { api } from "../api";
import type { Judged } from "../engine/judged";
import { same, type Json } from "../games/board";
import type { ReplayStep } from "../wire";
import { hidden, type Row } from "./hidden";
import { Shelf } from "./shelf";
import { cores, Thinker } from "./think";

const [ROUNDS, THOUGHT] = [120, 200]; // guesses, and simulations of an expert
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
  /** The best first; what was chosen is among them, and what an expert would choose. */
  rows: Judged[];
  /** What was hidden then, and how likely. */
  likely: Row[];
}

/** What was chosen. */
export const chosen = ({ rows, action }: Looked): Judged => rows.find((row) => same(row.action, action))!;

/** What it cost, a part of a win; 0 where no difference can be told from chance. */
export function cost(looked: Looked): number {
  const row = chosen(looked);
  return row.same || !row.behind ? 0 : -(row.behind.win.value ?? 0);
}

/** `whole`: have all decisions been looked at? */
const shelf = new Shelf<{ key: string; all: Looked[]; whole: boolean }>("reviews");

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
    /** Keys of a view that have one entry a player. */
    private readonly byPlayer: string[],
  ) {
    const kept = shelf.of(this.key);
    if (!kept?.all.every(({ likely }) => likely)) return; // of an older page
    [this.looked, this.whole] = [kept.all, kept.whole];
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
    try {
      const replays = await Promise.all(this.seats.map((seat) => api.replay(this.table, seat, this.token)));
      const all = replays.flatMap(({ steps }, i) => decisions(steps, this.seats[i]!));
      const known = this.looked.map(({ seat, step }) => `${seat} ${step}`);
      const due = all.filter(({ seat, step }) => !known.includes(`${seat} ${step}`)); // it goes on where it was left
      [this.all, this.done] = [all.length, all.length - due.length];
      this.thinkers = Array.from({ length: Math.min(cores(), due.length) }, () => new Thinker());
      await Promise.all(this.thinkers.map((thinker) => this.work(thinker, due)));
      this.whole = this.running;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.stop();
  }

  stop(): void {
    if (this.running) shelf.put({ key: this.key, all: this.looked, whole: this.whole });
    this.running = false;
    for (const thinker of this.thinkers) thinker.end();
    this.thinkers = [];
  }

  /** One decision after the other, until none is left. */
  private async work(thinker: Thinker, due: Decision[]): Promise<void> {
    for (let next = due.shift(); next && this.running; next = due.shift()) {
      const { step, seat, action, view } = next;
      const asked = { actions: [action], rounds: ROUNDS, thought: THOUGHT };
      const result = await thinker.ask(this.game, view, seat, asked, () => undefined);
      const own = result.actions.find((row) => same(row.action, action));
      const most = Math.max(...result.actions.map(({ tries }) => tries ?? 1));
      const rows = result.actions.filter((row, i) => i < MOST || row === own || row.tries === most);
      const likely = hidden(result.belief, this.byPlayer);
      if (result.legal > 1) this.looked = [...this.looked, { step, seat, action, rounds: result.rounds, rows, likely }];
      this.done += 1;
    }
  }
}
