/** What the board works out by itself about the rules, only to be shown: why a drawing does not fit, ways and points.
    The engine decides. */

import { ENTRANCE, rules, type CardSet } from "./cards";
import { at, cellOf, equal, id, inside, SIDES, SIZE } from "./geometry";
import type { Cell, Mark, Rows, Seat, View } from "./types";

/** The sheet with a drawing on it. */
export function drawn(rows: Rows, cells: Cell[], mark: Mark): Rows {
  const ids = new Set(cells.filter(inside).map(id));
  const sign = mark === "passage" ? "o" : "#";
  return rows.map((row, r) => row && [...row].map((x, c) => (ids.has(r * SIZE + c) ? sign : x)).join(""));
}

export type Reason = "off" | "drawn" | "entrance" | "apart" | "block" | "here";

/** Why a drawing that is not legal may be so, as far as it can be seen on the sheet. */
export function reason(rows: Rows, cells: Cell[], mark: Mark): Reason {
  if (!cells.every(inside)) return "off";
  if (cells.some((cell) => at(rows, cell) !== ".")) return "drawn";
  if (rows.every((row) => !row || /^\.*$/.test(row)))
    return cells.some((x) => equal(x, ENTRANCE)) ? "here" : "entrance";
  const touches = ([r, c]: Cell) => SIDES.some(([i, j]) => at(rows, [r + i, c + j]) !== ".");
  if (!cells.some(touches)) return "apart";
  const after = drawn(rows, cells, mark);
  const open = (r: number, c: number) => "o@".includes(at(after, [r, c]));
  const full = ([r, c]: Cell) =>
    [r - 1, r].some((i) =>
      [c - 1, c].some((j) => open(i, j) && open(i + 1, j) && open(i, j + 1) && open(i + 1, j + 1)),
    );
  return mark === "passage" && cells.some(full) ? "block" : "here";
}

export type Rect = { top: number; left: number; bottom: number; right: number; area: number };

/** The largest rectangle of filled squares; of several the uppermost, then leftmost. */
export function largest(rows: Rows): Rect | null {
  let best: Rect | null = null;
  for (let top = 1; top <= SIZE; top++)
    for (let left = 1; left <= SIZE; left++) {
      let right = SIZE;
      for (let bottom = top; bottom <= SIZE; bottom++) {
        let c = left;
        while (c <= right && at(rows, [bottom, c]) !== ".") c++;
        right = c - 1;
        if (right < left) break;
        const area = (bottom - top + 1) * (right - left + 1);
        if (area > (best?.area ?? 0)) best = { top, left, bottom, right, area };
      }
    }
  return best;
}

const open = (rows: Rows, cell: Cell) => inside(cell) && "o@".includes(at(rows, cell));

/** The fewest steps from a square to all others, along passages; with `warp` exactly one of them leads from gate to gate. */
export function ways(rows: Rows, from: Cell, warp = false): { steps: Map<number, number>; path: (to: Cell) => Cell[] } {
  const gates = warp ? Array.from({ length: SIZE * SIZE }, (_, i) => i).filter((i) => at(rows, cellOf(i)) === "@") : [];
  const half = SIZE * SIZE; // a place: the square, plus this once the jump is made
  const came = new Map<number, number>([[id(from), -1]]);
  const far = new Map<number, number>([[id(from), 0]]);
  for (const place of came.keys()) {
    const here = place % half;
    const jumped = place - here;
    const next = SIDES.map(([r, c]): Cell => [cellOf(here)[0] + r, cellOf(here)[1] + c])
      .filter((cell) => open(rows, cell))
      .map((cell) => id(cell) + jumped);
    if (!jumped && gates.includes(here)) next.push(...gates.filter((gate) => gate !== here).map((gate) => gate + half));
    for (const to of next)
      if (!came.has(to)) {
        came.set(to, place);
        far.set(to, far.get(place)! + 1);
      }
  }
  const end = warp ? half : 0;
  const steps = new Map([...far].filter(([place]) => place >= half === warp).map(([place, n]) => [place - end, n]));
  function path(to: Cell): Cell[] {
    const found: Cell[] = [];
    for (let place = id(to) + end; place >= 0 && came.has(place); place = came.get(place)!)
      found.unshift(cellOf(place % half));
    return found;
  }
  return { steps, path };
}

/** Are the two letters of a goal card joined by passages? */
export function joined(rows: Rows, goal: string, set: CardSet): boolean {
  const [a, b] = [...goal].map((letter) => set.letters[letter]);
  return !!a && !!b && open(rows, a) && ways(rows, a).steps.has(id(b));
}

/** What escaping is worth to a seat: null while it is inside and the game goes on. */
export function escape(view: Pick<View, "phase" | "seats">, seat: number): number | null {
  const mine = view.seats[seat]?.escaped ?? null;
  if (mine === null) return view.phase === "over" ? -rules.trapped_points : null;
  const others = view.seats.filter((_, s) => s !== seat).map((other) => other.escaped);
  const before = others.filter((round) => round !== null && round < mine).length;
  return [rules.first_out, rules.second_out][before + Number(others.includes(mine))] ?? rules.later_out;
}

export type Points = {
  square: [number, number | null];
  gems: number;
  penalty: number;
  escape: number | null;
  routes: string[];
  total: number;
};

/** The points of a seat as they stand, with `rows` instead of its sheet if given. */
export function points(
  view: Pick<View, "phase" | "stage"> & {
    seats: Pick<Seat, "sheet" | "goals" | "gems" | "penalties" | "square" | "escaped">[];
  },
  seat: number,
  set: CardSet,
  rows?: Rows,
): Points {
  const own = view.seats[seat]!;
  const sheet = rows ?? own.sheet;
  const area = largest(sheet)?.area ?? 0;
  const square: [number, number | null] = [own.square[0] ?? area, view.stage === 2 ? (own.square[1] ?? area) : null];
  const gems = rules.gem_points * own.gems;
  const penalty = -rules.penalty_points * (own.penalties ?? 0) || 0;
  const out = escape(view as View, seat);
  const routes = own.goals.filter((goal): goal is string => !!goal && joined(sheet, goal, set));
  const total = square[0] + (square[1] ?? 0) + gems + penalty + (out ?? 0) + rules.route_points * routes.length;
  return { square, gems, penalty, escape: out, routes, total };
}
