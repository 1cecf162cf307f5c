/** The ends of rounds in a run of events: what the player reads at their own pace. */

import type { BoardModule, Json } from "./games/board";

export function ends(events: Json[], rounds: BoardModule["rounds"]): Json[][] {
  const found: Json[][] = [];
  let current: Json[] | null = null;
  for (const event of events) {
    if (current && rounds.to.includes(event["type"])) current = null;
    if (!current && rounds.from.includes(event["type"])) found.push((current = []));
    current?.push(event);
  }
  return found;
}
