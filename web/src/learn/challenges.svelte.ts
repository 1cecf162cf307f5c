/** Challenges: decisions in which the usual choice is clearly not the best. One a day for everybody, and a streak. */

import type { Estimate, Judged } from "../engine/judged";
import { same, type Json } from "../games/board";
import type { LessonPlace, LessonScene, Puzzle } from "../wire";

const KEY = "challenges";
const DAY = 86_400_000;

interface Kept {
  solved: string[];
  /** Days in a row on which the one of the day was solved, and the last of them. */
  streak: number;
  last: number;
}

function read(): Kept {
  const none = { solved: [], streak: 0, last: -1 };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null) };
  } catch {
    return none;
  }
}

/** The day everywhere: it changes at midnight UTC. */
export const today = (now = Date.now()): number => Math.floor(now / DAY);

/** The one of a day: the same for everybody who has the same challenges, each as often as every other. */
export function ofDay<T>(all: T[], day: number): T {
  return all[(day * 7919) % all.length]!; // a prime: neighbours in the list are not neighbours in time
}

class Challenges {
  private kept = $state.raw(read());

  solved(id: string): boolean {
    return this.kept.solved.includes(id);
  }

  /** Days in a row up to today, or yesterday: today's may still come. */
  streak(day = today()): number {
    return this.kept.last >= day - 1 ? this.kept.streak : 0;
  }

  solve(id: string, daily: boolean, day = today()): void {
    const { solved, streak, last } = this.kept;
    const fresh = daily && last < day;
    if (this.solved(id) && !fresh) return;
    this.kept = {
      solved: [...new Set([...solved, id])],
      streak: fresh ? (last === day - 1 ? streak + 1 : 1) : streak,
      last: fresh ? day : last,
    };
    localStorage.setItem(KEY, JSON.stringify(this.kept));
  }
}

export const challenges = new Challenges();

/** What is known of the choices, as the coach has it. */
export function judged({ actions, usual, gap, why }: Puzzle): Judged[] {
  const best = actions[0]!;
  return actions.map((row) => ({
    action: row.action as Judged["action"],
    win: row.win,
    points: row.points,
    outcomes: row.outcomes,
    same: row.good,
    behind:
      row === best
        ? null
        : {
            // the usual one's was measured on the same guesses
            win: same(row.action, usual) ? less({ ...gap, value: 0 }, gap) : less(row.win, best.win),
            points: row.points && best.points && less(row.points, best.points),
            outcomes: differences(row.outcomes, best.outcomes),
          },
    why: same(row.action, usual) ? why : telling(row.outcomes, best.outcomes),
    chance: 0,
    tries: null,
    rounds: 0,
    dropped: false,
  }));
}

/** The outcomes in which two choices differ by more than their intervals are wide. */
function telling(some: Record<string, Estimate>, others: Record<string, Estimate>): string[] {
  const half = ({ value, high }: Estimate): number => (high ?? 0) - (value ?? 0);
  const times = Object.keys(some).map((name): [string, number] => {
    const [a, b] = [some[name]!, others[name]!];
    return [name, Math.abs((a.value ?? 0) - (b.value ?? 0)) / (half(a) + half(b) || 1e-9)];
  });
  return times
    .filter(([, by]) => by > 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name);
}

function less(a: Estimate, b: Estimate): Estimate {
  return { value: (a.value ?? 0) - (b.value ?? 0), low: null, high: null };
}

function differences(a: Record<string, Estimate>, b: Record<string, Estimate>): Record<string, Estimate> {
  return Object.fromEntries(Object.keys(a).map((name) => [name, less(a[name]!, b[name]!)]));
}

/** As a scene of one decision. `say`: the answer to one that is good or not, or that nobody looked at. */
export function sceneOf(
  puzzle: Puzzle,
  say: (action: Json | null, good: boolean) => Record<string, string>,
): LessonScene {
  const { view, seat, legal } = puzzle;
  const end: LessonPlace = { task: {}, hint: {}, view, events: [], stages: [], to_act: [], legal: [], answers: [] };
  const known = puzzle.actions.map(({ action, good }) => ({
    actions: [action],
    right: good,
    text: say(action, good),
    place: end,
  }));
  const answers = [...known, { actions: null, right: false, text: say(null, false), place: end }];
  return { id: puzzle.id, seat, rules: [], title: {}, place: { ...end, to_act: [seat], legal, answers } };
}
