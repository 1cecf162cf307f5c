/** Values of decisions, as they are read: chances to win; of a player alone points. */

import type { Estimate, Judged, Measures } from "../engine/judged";
import { t } from "../i18n/index.svelte";
import type { Words } from "../text";

/** A chance as a percentage. */
export const percent = (value: number | null): string => (value === null ? "–" : `${Math.round(value * 100)}\u00a0%`);

/** What counts for whoever decided. */
export const worth = ({ win, points }: Measures, alone: boolean): Estimate => (alone && points ? points : win);

/** So much of it. */
export function amount(value: number | null, alone: boolean): string {
  return alone && value !== null ? t("worth-points", { n: Math.round(value) }) : percent(value);
}

/** The interval in which it is. */
export function shown({ low, high }: Estimate, alone: boolean): string {
  if (low === null || high === null) return "";
  const [from, to] = [low, high].map((end) => Math.round(alone ? end : end * 100)) as [number, number];
  return t("range", { from, to });
}

/** Which outcomes make the difference to the best, in the title's own words and figures: at most two. */
export function why({ why: names, outcomes, behind }: Judged, words: Words): string[] {
  return names.slice(0, 2).map((name) => {
    const shown = (value: number): string =>
      words.tables.outcomes[name] === "chance" ? percent(Math.max(0, value)) : value.toFixed(1).replace("-", "−");
    const mine = outcomes[name]?.value ?? 0;
    const best = mine - (behind?.outcomes[name]?.value ?? 0); // on the same guesses
    return t("worth-why", { what: words.outcome(name), mine: shown(mine), best: shown(best) });
  });
}
