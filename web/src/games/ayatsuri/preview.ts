/** What the board works out by itself about the rules, only to be shown: what a round has brought. The engine decides. */

import type { Event, Side } from "./types.gen";

/** The chips that each seat has won or lost by what happened. */
export function gains(events: Event[], players: number): { life: number[]; kills: number[] } {
  const won = { life: Array<number>(players).fill(0), kills: Array<number>(players).fill(0) };
  const add = (seat: number, side: Side, n: number) => {
    const chips = side === "life" ? won.life : won.kills;
    chips[seat] = chips[seat]! + n;
  };
  for (const e of events) {
    switch (e.type) {
      case "penalty":
        add(e.seat, "life", -e.life);
        add(e.seat, "kill", -e.kill);
        break;
      case "heal":
        add(e.seat, "life", 1);
        break;
      case "kill":
        if (e.chip !== "stock") add(e.target, "life", -1);
        add(e.by, "kill", 1);
        break;
      case "double":
        add(e.by, "kill", 1);
        break;
      case "purge":
        e.losses.forEach((n, i) => add(i, "life", -n));
        break;
      case "pay":
        add(e.seat, e.side, -1);
        break;
      case "take":
        add(e.seat, e.side, 1);
    }
  }
  return won;
}
