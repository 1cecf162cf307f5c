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

/** What a title says of its events: whom a great one is about (null: it is none), and which are not worth a line. */
export interface Teller {
  about?: (event: Json, view: Json) => number[] | null;
  quiet?: (event: Json) => boolean;
}

/** Of what happened in a step, what tells most about a seat, and the view then: a great moment, or where what it had changed, or, if it did not, what others had. */
export function toldOf(
  { events, stages, view }: Pick<ReplayStep, "events" | "stages" | "view">,
  seat: number,
  before: number[],
  standing: (view: Json) => number[] | null,
  { about = () => null, quiet = () => false }: Teller = {},
): { event: Json; view: Json } | undefined {
  const all = events as Json[];
  const whole = { events: all.slice(stages.at(-1)?.end ?? 0), view: view as Json };
  const parts = [...staged(all, stages), whole].map(({ events, view }) => events.map((event) => ({ event, view })));
  const changed = (now: number[] | null): number[] => before.flatMap((n, at) => (now && now[at] !== n ? [at] : []));
  const after = changed(standing(whole.view));
  const whom = after.includes(seat) || !after.length ? [seat] : after;
  const names = ({ event }: { event: Json }, seats = whom): boolean =>
    ["seat", "target", "by"].some((part) => seats.includes(event[part] as number));
  const counts = ({ event }: { event: Json }): boolean =>
    Object.values(event).some((n) => Array.isArray(n) && n.length === before.length && whom.some((at) => n[at]));
  const loud = parts.flat().filter(({ event }) => !quiet(event));
  const great = loud.filter(({ event, view }) => about(event, view));
  const part = parts.find(([first]) => first && changed(standing(first.view)).some((at) => whom.includes(at)));
  const here = part?.filter((one) => loud.includes(one)) ?? [];
  const mine = (one: { event: Json; view: Json }): boolean =>
    names(one) || !!about(one.event, one.view)?.some((at) => whom.includes(at));
  return (
    (whom.includes(seat) ? here.filter(mine).findLast((one) => great.includes(one)) : great[0]) ??
    here.findLast((one) => names(one)) ??
    here.findLast(counts) ??
    loud.findLast((one) => names(one, [seat])) ??
    loud.at(-1)
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
