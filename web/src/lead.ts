/** How the lead went: of a finished match, step by step, and where it turned. */

import type { Ask, Json } from "./games/board";
import { staged } from "./stages";
import type { ReplayStep } from "./wire";

/** What each seat had after each step. */
export type Course = number[][];

/** null as long as not all of it is known. */
export function courseOf(
  steps: ReplayStep[],
  standing: (view: Json, ask: Ask) => number[] | null,
  ask: Ask,
): Course | null {
  const course = steps.map(({ view }) => standing(view as Json, ask));
  return course.every((at) => at !== null) ? course : null;
}

const leaders = (at: number[]): number[] => {
  const most = Math.max(...at);
  return at.flatMap((n, seat) => (n === most ? [seat] : []));
};

export type MomentKind = "turn" | "best" | "cruel";
export interface Moment {
  kind: MomentKind;
  step: number;
  seat: number;
  /** What the seat gained in it, or lost. */
  by: number;
}

/** The step with which who won took the lead for good, if that decided; what brought most, and what cost most. */
export function moments(course: Course, winners: number[]): Moment[] {
  const changes = course.flatMap((at, step) =>
    step ? at.map((n, seat) => ({ step, seat, by: n - course[step - 1]![seat]! })) : [],
  );
  const end = leaders(course.at(-1) ?? []);
  const turned = course.findLastIndex((at) => leaders(at).join() !== end.join()) + 1;
  const winner = end[0]!;
  const gained = changes.find(({ step, seat }) => step === turned && seat === winner)?.by ?? 0;
  const found: Moment[] =
    turned > 0 && turned < course.length && end.every((seat) => winners.includes(seat))
      ? [{ kind: "turn", step: turned, seat: winner, by: gained }]
      : [];
  const best = changes.reduce((a, b) => (b.by > a.by ? b : a), { step: 0, seat: 0, by: 0 });
  const cruel = changes.reduce((a, b) => (b.by < a.by ? b : a), { step: 0, seat: 0, by: 0 });
  if (best.by > 0) found.push({ kind: "best", ...best });
  if (cruel.by < 0) found.push({ kind: "cruel", ...cruel });
  return found.filter((one, i) => found.findIndex(({ step }) => step === one.step) === i);
}

/** Of what happened in a step, what tells most about a seat: a great moment, or where what it had changed, or, if it did not, what others had. */
export function toldOf(
  { events, stages, view }: Pick<ReplayStep, "events" | "stages" | "view">,
  seat: number,
  before: number[],
  standing: (view: Json) => number[] | null,
  great: (event: Json, view: Json) => unknown = () => false,
): Json | undefined {
  const all = events as Json[];
  const whole = { events: all.slice(stages.at(-1)?.end ?? 0), view: view as Json };
  const changed = (now: number[] | null): number[] => before.flatMap((n, at) => (now && now[at] !== n ? [at] : []));
  const names = (event: Json, seats: number[]): boolean =>
    ["seat", "target", "by"].some((part) => seats.includes(event[part] as number));
  const after = changed(standing(whole.view));
  const about = after.includes(seat) || !after.length ? [seat] : after;
  const part = [...staged(all, stages), whole].find((one) =>
    changed(standing(one.view)).some((at) => about.includes(at)),
  );
  const mine = part?.events.filter((event) => names(event, about));
  return (
    mine?.findLast((event) => great(event, part!.view)) ??
    mine?.at(-1) ??
    all.findLast((event) => names(event, [seat])) ??
    all.at(-1)
  );
}

/** Places for lines of text, from the top: a line apart, down to the end at most, else as near as can be to where they belong. */
export function apart(wanted: number[], line: number, end: number): number[] {
  const at = [...wanted];
  for (let i = 1; i < at.length; i++) at[i] = Math.max(at[i]!, at[i - 1]! + line);
  for (let i = at.length - 1, most = end; i >= 0; i--, most = at[i + 1]! - line) at[i] = Math.min(at[i]!, most);
  return at;
}

const COLOURS = ["#d99a2b", "#5b9bd8", "#d8695b", "#5fae6b", "#a884d6", "#3fb0ac", "#c9789f"];

/** The colour of a seat's line, to be told apart on light and dark. */
export const colourOf = (seat: number): string => COLOURS[seat % COLOURS.length]!;
