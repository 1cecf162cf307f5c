/** What a board is given and what it may do. A board knows no rules: it draws the view, offers the legal actions, and
 * asks the rules what they mean. */

import type { Component } from "svelte";
import type { Words } from "../text";

/** A view, an action or an event of whichever game. A board has those of its own: types.gen.ts. */
export type Json = Record<string, unknown>;

/** The numbers of a game's rules: targets, limits, awards. */
export type Numbers = Record<string, number | string>;

/** Asks the rules about a view: undefined as long as the answer is under way. It is asked once for each view, and kept. */
export type Ask<View = Json, Answers = Json> = <Name extends keyof Answers & string>(
  view: View,
  question: Name,
  about?: Json,
) => Answers[Name] | undefined;

/** A place where a person may look, with what happened on the way there. */
export interface Stage<View = Json, Event = Json> {
  events: Event[];
  view: View;
}

export interface BoardProps<View = Json, Action = Json, Event = Json, Answers = Json> {
  /** What I may know, as the engine gives it: now, or at the stage that is being read. */
  view: View;
  /** The seats that have to decide; [] while the end of a round is being read. */
  toAct: number[];
  /** My legal actions; [] when I have nothing to decide. */
  legal: Action[];
  /** My seat; null for a spectator. */
  seat: number | null;
  names: (seat: number) => string;
  lang: string;
  /** The game's sentences, in `lang` and with `names`. */
  text: Words;
  /** What I have chosen and not yet confirmed: one of `legal`, or null. */
  selected: Action | null;
  /** Choose, change or take back; the frame shows the sentence and the Confirm button. */
  select: (action: Action | null) => void;
  /** Confirm at once (double click, Enter on a chosen thing). */
  confirm: (action: Action) => void;
  /** True from confirming until the server's answer: offer nothing. */
  busy: boolean;
  /** The events of the newest state; a new array for every state, to be animated once. */
  events: Event[];
  /** False: change at once, no movement (the player's wish). */
  motion: boolean;
  /** The event of the log that is pointed at: show its place. */
  pointed: Event | null;
  /** What has happened up to the stage that is being read, while the engine is already further; null: `view` is now. */
  review: Event[] | null;
  /** Open the rules at this citation. */
  explain: (rule: string) => void;
  ask: Ask<View, Answers>;
  /** What has happened to me since I last decided: it is shown at my place. */
  hits?: Hit[];
  /** False: hide what people at a real table would have to remember or work out, never what lies open there. */
  aids?: boolean;
  /** A finished game is looked at again, perhaps somebody else's; without a seat perhaps with nothing hidden. */
  replay?: boolean;
}

/** What a picture of the rules is given: a step of an example that the engine has played. Nothing can be done in it. */
export interface StillProps<View = Json, Event = Json, Answers = Json> {
  /** As the engine gives it to these eyes; the whole position for "all". */
  view: View;
  /** What happened in this step, as these eyes were told. */
  events: Event[];
  /** The seats that have to decide then. */
  toAct: number[];
  /** The last place in it where people at the table look, with what had happened by then; null: there was none. */
  stage: Stage<View, Event> | null;
  /** Through whose eyes: a seat, null for a spectator, "all" with everything open. */
  seat: number | "all" | null;
  /** Which parts to draw, by the names that the title's Still gives them; null: all. */
  show: string[] | null;
  names: (seat: number) => string;
  lang: string;
  /** The game's sentences, in `lang` and with `names`. */
  text: Words;
  ask: Ask<View, Answers>;
}

/** What a small picture of a choice is given. */
export interface SketchProps<View = Json, Action = Json> {
  action: Action;
  /** As the seat saw it then. */
  view: View;
  seat: number;
  /** All of it in words, for those who do not see it. */
  label: string;
}

/** A hint of the first round: `at` is a CSS selector inside the board; shown when it is there (and the phase is right).
 *  What it says is the board's word `hint-<id>`. */
export interface Hint {
  id: string;
  at: string;
  phase?: string;
}

/** What has hit me, or done me good, in a few words. */
export interface Hit {
  text: string;
  good?: boolean;
  /** Where on my place, in the title's own words. */
  at?: string;
}

/** Great moments: each has a scene and a sound, and what the scene says is the board's word `scene-<name>`. */
export type Great =
  "gem" | "ten" | "vortex" | "mad" | "wakes" | "bomb" | "kill" | "escape" | "narrow" | "warp" | "collapse" | "trapped";

/** The default export of games/<slug>/index.ts. */
export interface BoardModule<View = Json, Action = Json, Event = Json, Answers = Json, Facts = Json> {
  Board: Component<BoardProps<View, Action, Event, Answers>>;
  /** Draws the pictures of the rules, and is fetched with them; without it the board itself does. */
  Still?: () => Promise<{ default: Component<StillProps<View, Event, Answers>> }>;
  /** A small picture of where a choice would be done, beside its words; it draws nothing where they say all. */
  Sketch?: () => Promise<{ default: Component<SketchProps<View, Action>> }>;
  hints: Hint[];
  /** Is it one of the great moments of this title? `view`: as it is then. */
  moment?: (event: Event, view: View) => Great | null;
  /** Who does it, or to whom it happens, where the event of a great moment does not say so. */
  about?: (event: Event, view: View) => number[];
  /** What is not worth a line at the table: the log has it. */
  quiet?: (event: Event) => boolean;
  /** Does it hit the seat, or do it good? `view`: as the seat sees it. */
  hit?: (event: Event, seat: number, text: Words, view: View) => Hit | null;
  /** How far each seat is, in what its result counts, as nothing is hidden any more; null: not known yet. */
  standing?: (view: View, ask: Ask<View, Answers>) => number[] | null;
  /** What is chosen, where the words of the action are those of a notation. */
  chosen?: (action: Action, text: Words) => string | null;
  /** What decided the game, where its last event does not say it. */
  decided?: (view: View, text: Words) => string | null;
  /** What a seat has at the end in the title's own units, where a score alone does not say it. */
  holding?: (view: View, seat: number, text: Words) => string;
  /** Where the game is, and how far its end. */
  where?: (view: View, text: Words) => string;
  /** What the seat has to do, where that changes within a phase; null: the phase says it. */
  prompt?: (view: View, seat: number, text: Words) => string | null;
  /** Actions that can do without a confirmation: they reveal nothing hidden, and are chosen by one tap. */
  quick?: readonly string[];
  /** Before it is drawn: what is printed on the cards of this table, and the numbers of its rules. */
  cards?: (facts: Facts, numbers: Numbers) => void;
}

export function same(a: object | null, b: object | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
