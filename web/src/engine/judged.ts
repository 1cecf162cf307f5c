/** What trials say of a decision: sums become means, intervals and an order (src/takujo/insight/analysis.py). */

import type { Description, JsonObject } from "./description";

/** A mean, and the interval in which it is in 95 of 100 cases; null while nothing was tried. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Measures {
  win: Estimate; // a chance, or the share of a win; of a player alone: points as a part of what is aimed for
  points: Estimate | null; // expected at the end; null where a title is not played to its end and cannot say
  outcomes: Record<string, Estimate>; // the title's own, by name: words `outcome-NAME`, kinds `title.about.trials.kinds`
}

export interface Judged extends Measures {
  action: JsonObject;
  chance: number; // with which a regular would choose it
  tries: number | null; // the part of an expert's search that went there: the greatest is what it would choose
  rounds: number; // guesses it was tried on
  dropped: boolean; // given up early: worse than another beyond doubt
  behind: Measures | null; // this less the best, on the same guesses; null: it is the best
  why: string[]; // outcomes that differ from the best's beyond doubt, what is surest first
  same: boolean; // no difference to the best that could be told from chance
}

export interface Result {
  game: string;
  seat: number;
  rounds: number;
  simulations: number;
  whole: boolean; // was play followed to its end? Else a policy said what the position then was worth
  trusted: boolean; // were chances to win found true? Else show which action is better, and points, but no chances
  legal: number; // how many actions there are; `actions` has those that were looked at
  belief: JsonObject; // exact chances of what is hidden, as `belief` of the title has them
  actions: Judged[]; // the best first
}

/** What one analysis has found: of `actions`, in the order in which they were taken up. */
export interface Found {
  game: string;
  seat: number;
  how: Description["trials"];
  rounds: number;
  simulations: number;
  legal: number;
  belief: JsonObject;
  actions: JsonObject[];
  chances: number[];
  tries: number[] | null;
  dropped: boolean[];
  pairs: number[]; // for each two actions: guesses, sums, sums of squares
}

const MILLE = 1000;

/** All that is known so far by one or several, each with luck of its own, about the same decision; the best action first. */
export function judged(all: Found[]): Result {
  const [first] = all as [Found, ...Found[]];
  const { how, actions, chances } = first;
  const size = actions.length;
  const summed = (rows: number[][]): number[] => rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0));
  const pairs = summed(all.map((found) => found.pairs));
  const [rounds, simulations] = summed(all.map((found) => [found.rounds, found.simulations])) as [number, number];
  const tries = first.tries && summed(all.map((found) => found.tries!));
  const dropped = actions.map((_, a) => all.some((found) => found.dropped[a]));
  const width = 1 + 2 * how.measures.length;
  const pair = (a: number, b: number) => pairs.slice((a * size + b) * width, (a * size + b + 1) * width);
  const places = actions.map((_, a) => a);
  const own = places.map((a) => measured(how, pair(a, a), true, how.sure[1]!));
  const order = places.toSorted((a, b) => (own[b]!.win.value ?? 0) - (own[a]!.win.value ?? 0));
  const best = order[0]!;
  const behind = places.map((a) => measured(how, pair(a, best), a === best, how.sure[size - 1]!));
  return {
    game: first.game,
    seat: first.seat,
    rounds,
    simulations,
    whole: how.toTheEnd,
    trusted: how.trusted,
    legal: first.legal,
    belief: first.belief,
    actions: order.map((a) => ({
      action: actions[a]!,
      chance: chances[a]!,
      tries: tries && tries[a]! / simulations,
      rounds: pair(a, a)[0]!,
      dropped: dropped[a]!,
      ...own[a]!,
      behind: a === best ? null : behind[a]!,
      why: a === best ? [] : telling(behind[a]!.outcomes),
      same: a === best || (!dropped[a] && (behind[a]!.win.high ?? 0) >= 0),
    })),
  };
}

/** The means of an action, or by how much it is before another one. */
function measured(how: Found["how"], row: number[], alone: boolean, sure: number): Measures {
  const { measures, unseen, points } = how;
  const [n, ...sums] = row as [number, ...number[]];
  const values = measures.map((_, m) =>
    estimate(n, sums[m]!, sums[measures.length + m]!, m ? 1 : MILLE, sure, m ? 0 : unseen),
  );
  const [win, scored, ...outcomes] = values as [Estimate, Estimate, ...Estimate[]];
  if (alone && n) {
    win.low = Math.max(win.low!, 0);
    win.high = Math.min(win.high!, 1);
  }
  const named = outcomes.map((value, i): [string, Estimate] => [measures[2 + i]!, value]);
  return { win, points: points ? scored : null, outcomes: Object.fromEntries(named) };
}

/** The outcomes that differ beyond doubt, what is surest first. */
function telling(outcomes: Record<string, Estimate>): string[] {
  const sure = Object.entries(outcomes)
    .filter(([, { value }]) => value)
    .map(([name, { value, high }]): [string, number] => [name, Math.abs(value!) / (high! - value! || 1e-9)]);
  return sure
    .filter(([, times]) => times > 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name);
}

/** A mean and the interval in which it is, with so many standard errors to either side. */
function estimate(n: number, total: number, squares: number, unit: number, sure: number, unseen: number): Estimate {
  if (!n) return { value: null, low: null, high: null };
  const spread = Math.max(n * squares - total * total, 0); // n squared times the variance
  const half = Math.max((sure * Math.sqrt(spread / Math.max(n - 1, 1))) / n / unit, unseen / n);
  const value = total / n / unit;
  return { value, low: value - half, high: value + half };
}
