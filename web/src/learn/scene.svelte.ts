/** A scene of a lesson as the learner goes through it: the engine has played all of it beforehand. */

import type { Json } from "../games/board";
import { same } from "../games/board";
import { prefs } from "../keep.svelte";
import { PACES, Story } from "../story.svelte";
import type { LessonAnswer, LessonPlace, LessonScene, StateMessage } from "../wire";

export class Scene {
  readonly story = new Story(() => PACES[prefs.all.pace]);
  /** Where the learner decides. */
  place = $state.raw<LessonPlace>();
  /** What lies on the table: that, or what the decision has led to. */
  private laid = $state.raw<LessonPlace>();
  /** What is said to the last decision. */
  answer = $state.raw<LessonAnswer | null>(null);
  selected = $state.raw<Json | null>(null);
  /** The last decision. */
  chosen = $state.raw<Json | null>(null);
  /** How often the board was made anew. */
  made = $state(0);
  tries = $state(0);
  readonly seat: number;

  constructor(private readonly scene: LessonScene) {
    this.seat = scene.seat;
    this.lay(scene.place);
  }

  /** What the dock of a table asks, and what never happens here. */
  readonly over = false;
  readonly busy = false;
  readonly status = "open";
  readonly info = null;
  readonly last = null;
  readonly position = null;
  readonly undoable = false;
  again = (): void => undefined;
  takeBack = (): void => undefined;

  get view(): Json {
    return this.story.behind ? this.story.stage!.view : this.laid!.view;
  }

  get toAct(): number[] {
    return this.story.toAct;
  }

  get legal(): Json[] {
    return this.laid === this.place ? this.place!.legal : [];
  }

  get mine(): boolean {
    return this.legal.length > 0;
  }

  /** A decision has been played, and can be talked about. */
  get played(): boolean {
    return this.laid !== this.place && !this.story.behind;
  }

  get done(): boolean {
    return this.played && this.answer!.right && !this.laid!.answers.length;
  }

  select = (action: Json | null): void => {
    this.selected = action;
    if (action) this.answer = null;
  };

  confirm = (action: Json | null = this.selected): void => {
    if (!action || !this.mine) return;
    this.selected = null;
    this.chosen = action;
    this.answer = this.place!.answers.find(({ actions }) => !actions || actions.some((one) => same(one, action)))!;
    if (!this.answer.right) this.tries += 1;
    if (!this.answer.place) return;
    this.laid = this.answer.place;
    this.story.take(state(this.laid, this.story.log.length), { own: true });
  };

  /** On to the next decision, or back to the last one. */
  go = (): void => {
    if (!this.answer?.right) return this.lay(this.place!);
    this.place = this.laid;
    this.answer = null;
    this.tries = 0;
  };

  restart = (): void => {
    this.tries = 0;
    this.lay(this.scene.place);
  };

  private lay(place: LessonPlace): void {
    this.place = this.laid = place;
    this.answer = this.selected = null;
    this.made += 1;
    this.story.take(state(place, 0), { anew: true });
  }
}

function state({ view, events, stages, to_act, legal }: LessonPlace, seq: number): StateMessage {
  return { type: "state", seq, decision: seq, view, events, stages, to_act, legal, clock: null, result: null };
}
