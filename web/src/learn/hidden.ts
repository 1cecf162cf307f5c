/** What is hidden, and how likely it is each thing: the exact chances of a view, as rows to be read. */

export interface Row {
  /** Where in the view it lies. */
  key: string;
  seat: number;
  /** What it may be, by name, the likeliest first; only what is neither certain nor impossible. */
  chances: [string, number][];
}

const MOST = 6; // of a row

/** Of the seats: their cards, roles and the like. `keys`: those of a view that have one entry a player. */
export function hidden(belief: Record<string, unknown>, keys: string[]): Row[] {
  return keys.flatMap((key) =>
    (Array.isArray(belief[key]) ? (belief[key] as unknown[]) : []).flatMap((of, seat) => {
      if (!of || typeof of !== "object") return [];
      const all = Object.entries(of as Record<string, unknown>).filter(([, chance]) => typeof chance === "number");
      const open = (all as [string, number][]).filter(([, chance]) => chance > 0 && chance < 1);
      const chances = open.toSorted(([, a], [, b]) => b - a).slice(0, MOST);
      return chances.length ? [{ key, seat, chances }] : [];
    }),
  );
}
