/** A finished match that is looked at again: through whose eyes, at which step, and how fast it goes on. */

import { api } from "./api";
import type { Json } from "./games/board";
import { problemOf } from "./problem";
import { staged, upTo } from "./stages";
import type { Eyes, Problem, Replay as Answer, ReplayStep } from "./wire";

type Step = ReplayStep;

const PACE = 1400; // milliseconds a step at speed 1
export const SPEEDS = [0.5, 1, 2, 4] as const;

export const eyesOf = (text: string): Eyes => (/^\d+$/.test(text) ? Number(text) : (text as Eyes));

export class Replay {
  /** Whose view is on the table; what is asked for takes their place when it is there. */
  eyes = $state.raw<Eyes>("all");
  private asked: Eyes = "all";
  step = $state(0);
  /** Which stage of the step is shown; as many as there are: all is done. */
  stage = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  problem = $state.raw<Problem | null>(null);
  /** Counts jumps: after one the board is made anew. */
  jumps = $state(0);
  private onward = $state(false); // this step was reached from the one before
  private answer = $state.raw<Answer | null>(null);
  private readonly kept: Record<string, Promise<Answer>> = {};

  constructor(
    private readonly id: string,
    private readonly token: string | null,
  ) {}

  get steps(): Step[] {
    return this.answer?.steps ?? [];
  }

  get last(): number {
    return this.steps.length - 1;
  }

  get now(): Step | undefined {
    return this.steps[this.step];
  }

  get verified(): boolean {
    return this.answer?.verified ?? false;
  }

  /** The steps with which a round begins. */
  get chapters(): number[] {
    return this.answer?.rounds ?? [];
  }

  get atEnd(): boolean {
    return this.step === this.last && !this.staged;
  }

  get moves(): boolean {
    return this.onward && this.speed <= 2;
  }

  /** What has happened since the board was last drawn; after a jump, all of it. */
  get events(): Json[] {
    return this.onward ? this.now!.events : this.steps.slice(0, this.step + 1).flatMap((step) => step.events);
  }

  /** Is there more to come in this step? */
  get staged(): boolean {
    return this.stage < this.stagesOf(this.step);
  }

  /** What lies on the table. */
  get view(): Json {
    return this.staged ? this.now!.stages[this.stage]!.view : this.now!.view;
  }

  readonly review = $derived.by((): Json[] | null =>
    this.staged ? upTo(staged(this.now!.events, this.now!.stages), this.stage) : null,
  );

  /** Look through these eyes, at the same step. */
  async look(eyes: Eyes): Promise<void> {
    this.asked = eyes;
    try {
      const answer = await (this.kept[eyes] ??= api.replay(this.id, eyes, this.token));
      if (this.asked !== eyes) return; // others were chosen meanwhile
      this.eyes = eyes;
      this.answer = answer;
      this.go(this.step, this.stage);
    } catch (error) {
      delete this.kept[eyes];
      this.problem = problemOf(error);
    }
  }

  /** To a step: to its last stage, where it has any, or to this one. */
  go = (step: number, stage?: number): void => {
    this.step = Math.max(0, Math.min(Math.trunc(step) || 0, this.last));
    const stages = this.stagesOf(this.step);
    this.stage = Math.max(0, Math.min(stage ?? stages - 1, stages));
    this.onward = false;
    this.jumps += 1;
  };

  next = (): void => {
    if (this.atEnd) return;
    this.onward = true;
    if (this.staged) this.stage += 1;
    else {
      this.step += 1;
      this.stage = 0;
    }
  };

  previous = (): void => {
    if (this.stage) this.go(this.step, this.stage - 1);
    else this.go(this.step - 1, Infinity);
  };

  chapter = (by: 1 | -1): void => {
    const starts = this.chapters;
    const to = by > 0 ? starts.find((start) => start > this.step) : starts.findLast((start) => start < this.step);
    this.go(to ?? (by > 0 ? this.last : 0), Infinity);
  };

  toggle = (): void => {
    if (!this.playing && this.atEnd) this.go(0);
    this.playing = !this.playing;
  };

  /** While it plays: the next step in its time; what stops that. */
  run(): () => void {
    if (this.playing && this.atEnd) this.playing = false;
    if (!this.playing) return () => undefined;
    const turn = setTimeout(this.next, PACE / this.speed);
    return () => clearTimeout(turn);
  }

  private stagesOf(step: number): number {
    return this.steps[step]?.stages.length ?? 0;
  }
}
