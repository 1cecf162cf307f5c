/** What the board works out by itself about the rules, only to be shown: what a chant would do. The engine decides. */

import { chanted, rules, type Colour, type End, type SeatModel } from "./model";

export interface Preview {
  end: End;
  /** The chant is that of the altar. */
  withAltar: boolean;
  /** The total, should it score. */
  total: number;
  /** What it would cost in a vortex; 0 with the altar. */
  cost: number;
  /** And that would be the end of this ritual for me. */
  out: boolean;
}

export function preview(
  chant: { card: string; side: number },
  altar: Colour | null,
  mine: Pick<SeatModel, "total" | "minus">,
): Preview {
  const end = chanted(chant);
  const withAltar = end.colour === altar;
  const cost = withAltar ? 0 : end.points;
  return {
    end,
    withAltar,
    total: mine.total + end.points,
    cost,
    out: cost > 0 && mine.minus + cost >= rules.madness_limit,
  };
}
