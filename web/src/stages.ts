/** What happened, cut where a person may look, as the engine says. */

import type { Json, Stage } from "./games/board";
import type { Stage as Cut } from "./wire";

export function staged(events: Json[], cuts: Cut[]): Stage[] {
  return cuts.map(({ start, end, view }) => ({ events: events.slice(start, end), view }));
}

/** All that has happened up to and including a stage. */
export function upTo(stages: Stage[], step: number): Json[] {
  return stages.slice(0, step + 1).flatMap(({ events }) => events);
}
