/** What the board works out by itself about the rules, only to be shown: what a chant would do. The engine decides. */

import { chanted, type Colour, type End } from "./model";

export interface Preview {
  end: End;
  /** The chant is that of the altar. */
  withAltar: boolean;
  /** The total, should it score. */
  total: number;
}

export function preview(chant: { card: string; side: number }, altar: Colour | null, total: number): Preview {
  const end = chanted(chant);
  return { end, withAltar: end.colour === altar, total: total + end.points };
}
