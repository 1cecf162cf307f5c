/** A series in words: several games with a running score. */

import { t } from "./i18n/index.svelte";
import type { SeriesInfo } from "./wire";

/** What is counted, the weightier first. */
export const counts = ({ score }: SeriesInfo): ("wins" | "points")[] =>
  score === "both" ? ["wins", "points"] : [score];

export const numbered = ({ number, games }: SeriesInfo): string =>
  t(games === null ? "series-number" : "series-numberOf", { n: number, of: games });
