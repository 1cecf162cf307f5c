/** What happens at a table, told at a pace that can be read: what lies on it, what has been told, and what is to come. */

import type { Json, Stage } from "./games/board";
import { staged, upTo } from "./stages";
import type { StateMessage } from "./wire";

/** How long one thing that happens is told, in milliseconds; 0: at once, and who reads turns the pages. */
export const PACES = { slow: 2000, normal: 1200, fast: 600, off: 0 } as const;
export type Pace = keyof typeof PACES;

/** Stages that are told one after the other, and which of them is on the table. */
export interface Reading {
  stages: Stage[];
  step: number;
  /** The engine pauses in it: it can be gone through and read again. Otherwise it is a state as it came. */
  paused: boolean;
  /** The length of the log at each stage. */
  ends: number[];
  toAct: number[];
  /** It follows from what I have decided myself. */
  own: boolean;
}

const LONGEST = 3; // a stage with much in it takes so many times as long as one with one event
const LOOK = 2; // and the last of a pause so many times: there is something to look at
const BRIEF = 0.5; // what I have done myself, and what else happened when it is for me to decide
const MOST = 24; // readings to come: whoever was away does not wait for all that happened

/** How long the scene of so many great moments lasts, in times of the pace. */
export const lasting = (great: number): number => 1 + great / 2;

export class Story {
  /** On the table, and to come. The last one is how it stands now. */
  private readings = $state.raw<Reading[]>([]);
  /** The whole log, and how much of it has been told. */
  log = $state.raw<Json[]>([]);
  told = $state(0);
  /** What was told last; a new array each time. [] where history begins. */
  fresh = $state.raw<Json[]>([]);
  /** Something is being said: its time is not over. */
  speaking = $state(false);
  /** Which of the events on the table is being said, or was last. */
  private line = $state(0);
  /** What is great in a stage: its scene has its time. */
  great: (stage: Stage) => Json[] = () => [];
  /** What is not said at the table: the log has it. */
  quiet: (event: Json) => boolean = () => false;
  /** The reader turns the pages. */
  held = $state(false);
  /** It is for me to decide, as it stands now. */
  private awaited = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pace: () => number) {}

  private get first(): Reading | undefined {
    return this.readings[0];
  }

  /** The table is not yet as it stands now. */
  get behind(): boolean {
    return this.readings.length > 1 || !!this.first?.paused;
  }

  /** What the engine paused in, while it is being read. */
  get reading(): Reading | null {
    return this.first?.paused ? this.first : null;
  }

  /** What has happened up to the stage that is being read; null: nothing is. */
  readonly review = $derived.by((): Json[] | null => this.reading && upTo(this.reading.stages, this.reading.step));

  /** What lies on the table. */
  get stage(): Stage | null {
    return this.first ? this.first.stages[this.first.step]! : null;
  }

  /** What is being said, or was said last. */
  get event(): Json | null {
    return this.lines.at(this.speaking ? this.line : -1) ?? this.fresh.at(-1) ?? null;
  }

  /** What is said of what lies on the table. */
  private get lines(): Json[] {
    const events = this.stage?.events ?? [];
    const loud = events.filter((event) => !this.quiet(event));
    return loud.length ? loud : events;
  }

  get toAct(): number[] {
    return this.first && !this.first.paused ? this.first.toAct : [];
  }

  /** A state has come. `anew`: it tells all there is; `own`: it answers my decision. */
  take(state: StateMessage, { anew = false, own = false }): void {
    const start = anew ? 0 : this.log.length;
    const { events, to_act: toAct } = state;
    const free = this.awaited && state.legal.length > 0 && !state.stages.length; // nobody who decides is kept from it
    this.awaited = state.legal.length > 0;
    // Where nothing came after the last pause, I need not look before I decide: the table stands so.
    const cuts = this.awaited && state.stages.at(-1)?.end === events.length ? state.stages.slice(0, -1) : state.stages;
    this.log = anew ? events : [...this.log, ...events];
    const rest = { events: events.slice(cuts.at(-1)?.end ?? 0), view: state.view as Json };
    const now = { stages: [rest], step: 0, paused: false, ends: [this.log.length], toAct, own: own && !cuts.length };
    if (anew) {
      this.readings = [now];
      this.told = this.log.length;
      this.fresh = [];
      return this.rest();
    }
    const ends = cuts.map(({ end }) => start + end);
    const pauses = cuts.length ? [{ stages: staged(events, cuts), step: 0, paused: true, ends, toAct: [], own }] : [];
    const resting = !this.behind && (free || !this.speaking);
    this.readings = [...this.readings, ...pauses, now];
    this.atOnce(() => {
      if (resting) this.next();
      if (!this.pace()) this.skip();
      while (this.readings.length > MOST) this.next();
    });
  }

  /** These stages once more. */
  again(stages: Stage[]): void {
    const ends = stages.map(() => this.told);
    this.readings = [{ stages, step: 0, paused: true, ends, toAct: [], own: false }, ...this.readings.slice(-1)];
    this.held = false;
    this.show();
    if (!this.pace()) this.skip();
  }

  /** Go to a stage of what is being read, and stay there. */
  read(step: number): void {
    this.held = true;
    this.turn(Math.max(0, Math.min(step, this.first!.stages.length - 1)));
  }

  /** What comes next, if anything. */
  next = (): void =>
    this.atOnce(() => {
      if (!this.behind) return;
      if (this.first!.step < this.first!.stages.length - 1) return this.turn(this.first!.step + 1);
      this.readings = this.readings.slice(1);
      this.held = false;
      this.show();
    });

  /** Go on to where the engine pauses next, at its end if nothing is told by itself; else to how it stands now. */
  skip = (): void =>
    this.atOnce(() => {
      while (this.behind && !this.reading) this.next();
      if (this.reading && !this.pace()) this.turn(this.reading.stages.length - 1);
    });

  /** What is being read has been read. */
  close = (): void =>
    this.atOnce(() => {
      if (this.reading) {
        this.turn(this.reading.stages.length - 1);
        this.next();
      }
      this.skip();
    });

  /** Whoever decides has seen enough. */
  rest(): void {
    clearTimeout(this.timer);
    this.speaking = false;
  }

  /** What is passed over in one go is fresh as a whole: whoever listens hears of every event. */
  private atOnce(go: () => void): void {
    const from = this.told;
    go();
    if (this.told > from) this.fresh = this.log.slice(from, this.told);
  }

  private turn(step: number): void {
    this.readings = [{ ...this.first!, step }, ...this.readings.slice(1)];
    this.show();
  }

  private show(): void {
    const { ends, step, paused } = this.first!;
    if (ends[step]! > this.told) {
      this.fresh = this.log.slice(this.told, ends[step]);
      this.told = ends[step]!;
    }
    this.rest();
    const time = this.time();
    if (this.held) return;
    if (!time && !paused) return this.next();
    if (!time) return;
    this.speaking = true;
    this.say(0, time / Math.max(1, this.lines.length));
  }

  /** One event after the other. */
  private say(line: number, time: number): void {
    this.line = line;
    const more = line < this.lines.length - 1;
    const great = this.great(this.stage!);
    const look = great.length && great[0] === this.lines[line] ? lasting(great.length) * this.pace() : 0;
    this.timer = setTimeout(() => (more ? this.say(line + 1, time) : this.over()), time + look);
  }

  /** The time of what is on the table is over; nobody is shown a pause who does not look. */
  private over(): void {
    this.speaking = false;
    const { paused, stages, step } = this.first!;
    if (paused && step === stages.length - 1 && globalThis.document?.hidden) this.held = true;
    else this.next();
  }

  private time(): number {
    const { paused, stages, step, own } = this.first!;
    const n = this.lines.length;
    const times = Math.min(LONGEST, (n + 1) / 2);
    if (paused) return this.pace() * times * (step === stages.length - 1 ? LOOK : 1);
    return n && this.pace() * (this.awaited ? n * BRIEF : times * (own ? BRIEF : 1)); // it holds nobody up
  }
}
