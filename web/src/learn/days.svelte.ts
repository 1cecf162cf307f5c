/** The map of the day: what this browser's owner has come to, and how that stands among all, where a server counts. */

import { api, Refused } from "../api";
import type { DayRank } from "../wire";
import { today } from "./challenges.svelte";

const KEY = "days";
const KEPT = 400; // days

/** Of one day: the score; how it stood when it was counted. */
interface Day {
  score: number;
  rank?: number;
  of?: number;
}

function read(): Record<string, Day> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Record<string, Day> | null) ?? {};
  } catch {
    return {};
  }
}

async function counted(game: string, table: string, day: number): Promise<DayRank> {
  const { actions } = await api.content(table);
  return api.dayPlayed(
    game,
    day,
    actions.map(([, action]) => action),
  );
}

/** How it stands by now. */
async function again(game: string, day: number, score: number): Promise<DayRank> {
  const results = await api.dayResults(game, day);
  const better = results.scores.filter(([other]) => other > score).reduce((sum, [, n]) => sum + n, 0);
  return { ...results, score, rank: better + 1, counted: true };
}

class Days {
  private all = $state.raw(read());

  of(game: string, day: number): Day | undefined {
    return this.all[`${game} ${day}`];
  }

  /** Days in a row up to today, or yesterday: today's may still come. */
  streak(game: string, day = today()): number {
    let [n, at] = [0, this.of(game, day) ? day : day - 1];
    for (; this.of(game, at); at--) n++;
    return n;
  }

  /** Keep a result, and have it counted, once; null: nobody could be asked. */
  async end(game: string, table: string, day: number, score: number): Promise<DayRank | null> {
    const known = this.of(game, day);
    if (!known) this.note(game, day, { score });
    try {
      const rank = known?.rank ? await again(game, day, known.score) : await counted(game, table, day);
      this.note(game, day, { score: rank.score, rank: rank.rank, of: rank.of });
      return rank;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return known?.rank ? { day, today: day, scores: [], counted: true, of: 0, rank: 0, ...known } : null;
    }
  }

  private note(game: string, day: number, what: Day): void {
    const entries = Object.entries({ ...this.all, [`${game} ${day}`]: what });
    this.all = Object.fromEntries(entries.slice(-KEPT));
    localStorage.setItem(KEY, JSON.stringify(this.all));
  }
}

export const days = new Days();
