/** The best results of playing alone, kept in this browser. */

export type Result = { total: number; day: string; game: string };

const KEY = "in-the-ruin.solo";
const MOST = 5;

/** The list with one more result, best first; the same game counts once. */
export function ranked(list: Result[], result: Result): Result[] {
  const others = list.filter((other) => other.game !== result.game);
  return [...others, list.find((other) => other.game === result.game) ?? result]
    .sort((a, b) => b.total - a.total)
    .slice(0, MOST);
}

export function results(): Result[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((r) => typeof r?.total === "number" && typeof r.game === "string") : [];
  } catch {
    return [];
  }
}

export function keepResult(result: Result): Result[] {
  const list = ranked(results(), result);
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // a browser that keeps nothing
  }
  return list;
}
