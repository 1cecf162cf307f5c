/** What is hidden, and how likely it is each thing: the exact chances of a view, as rows to be read. */

import type { Words } from "../text";

export interface Row {
  seat: number;
  /** The likeliest first; only what is neither certain nor impossible. */
  chances: [string, number][];
}

const MOST = 6; // of a row

/** Of the seats: their cards, roles and the like. */
export function hidden(belief: Record<string, unknown>, words: Words): Row[] {
  const keys = words.tables.by_player.filter((key) => Array.isArray(belief[key]));
  return keys.flatMap((key) =>
    (belief[key] as unknown[]).flatMap((of, seat) => {
      if (!of || typeof of !== "object") return [];
      const all = Object.entries(of as Record<string, unknown>).filter(([, chance]) => typeof chance === "number");
      const open = (all as [string, number][]).filter(([, chance]) => chance > 0 && chance < 1);
      const chances = open.toSorted(([, a], [, b]) => b - a).slice(0, MOST);
      return chances.length
        ? [{ seat, chances: chances.map(([what, p]): [string, number] => [words.word(what), p]) }]
        : [];
    }),
  );
}
