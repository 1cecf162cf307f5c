/** Pieces on the sheet: turning, mirroring, and finding the legal placement under the pointer. */

import type { Cell } from "./types";

export const SIZE = 11;
export const LINES = Array.from({ length: SIZE }, (_, i) => i + 1);
export const SIDES: Cell[] = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
];

export const id = ([r, c]: Cell): number => (r - 1) * SIZE + c - 1;
export const cellOf = (at: number): Cell => [Math.floor(at / SIZE) + 1, (at % SIZE) + 1];
export const inside = ([r, c]: Cell): boolean => r >= 1 && r <= SIZE && c >= 1 && c <= SIZE;
export const at = (rows: (string | null)[], [r, c]: Cell): string => rows[r - 1]?.[c - 1] ?? ".";
export const equal = (a: Cell | null, b: Cell | null): boolean => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** The squares of a placement, in whatever order, as one text. */
export const key = (cells: Cell[]): string =>
  cells
    .map(([r, c]) => r * 100 + c)
    .sort((a, b) => a - b)
    .join();

export function normalised(cells: Cell[]): Cell[] {
  const top = Math.min(...cells.map(([r]) => r));
  const left = Math.min(...cells.map(([, c]) => c));
  return cells.map(([r, c]): Cell => [r - top, c - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** A piece turned clockwise `k % 4` times, for k of 4 and more mirrored before. */
export function turned(base: Cell[], k: number): Cell[] {
  let cells = k >= 4 ? base.map(([r, c]): Cell => [r, -c]) : base;
  for (let i = 0; i < k % 4; i++) cells = cells.map(([r, c]): Cell => [c, -r]);
  return normalised(cells);
}

/** How many pictures of the piece turning gives, and whether mirroring gives others. */
export function symmetry(base: Cell[]): { turns: number; flips: boolean } {
  const keys = Array.from({ length: 8 }, (_, k) => key(turned(base, k)));
  return { turns: new Set(keys.slice(0, 4)).size, flips: !keys.slice(0, 4).includes(keys[4]!) };
}

/** The square of a piece by which it is held: the one nearest to its middle. */
export function handle(shape: Cell[]): Cell {
  const r = shape.reduce((sum, cell) => sum + cell[0], 0) / shape.length;
  const c = shape.reduce((sum, cell) => sum + cell[1], 0) / shape.length;
  const far = (cell: Cell) => (cell[0] - r) ** 2 + (cell[1] - c) ** 2;
  return shape.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
}

/** The squares of a piece held over a square. */
export function laid(shape: Cell[], over: Cell): Cell[] {
  const [r, c] = handle(shape);
  return shape.map((cell): Cell => [cell[0] - r + over[0], cell[1] - c + over[1]]);
}

/** How a placement is held: the turn of the piece and the square under its handle. */
export function held(base: Cell[], cells: Cell[], prefer = 0): { k: number; over: Cell } | null {
  const wanted = key(normalised(cells));
  for (let i = 0; i < 8; i++) {
    const k = (prefer + i) % 8;
    const shape = turned(base, k);
    if (key(shape) !== wanted) continue;
    const [r, c] = handle(shape);
    return { k, over: [Math.min(...cells.map((x) => x[0])) + r, Math.min(...cells.map((x) => x[1])) + c] };
  }
  return null;
}

/** The square nearest to a point (squares have their middle at whole numbers) where the piece is legal, if one is near. */
export function snap(point: Cell, shape: Cell[], legal: ReadonlyMap<string, unknown>, reach = 1.1): Cell | null {
  let best: Cell | null = null;
  let least = reach;
  const [r, c] = [Math.round(point[0]), Math.round(point[1])];
  const span = Math.ceil(reach);
  for (let i = r - span; i <= r + span; i++)
    for (let j = c - span; j <= c + span; j++) {
      const far = Math.hypot(i - point[0], j - point[1]);
      if (far < least && legal.has(key(laid(shape, [i, j])))) {
        best = [i, j];
        least = far;
      }
    }
  return best;
}

/** The outline of some squares, for SVG; `x` and `y` give the upper left corner of a square. */
export function outline(cells: Cell[], x: (c: number) => number, y: (r: number) => number): string {
  const ids = new Set(cells.map(([r, c]) => r * 100 + c));
  const has = (r: number, c: number) => ids.has(r * 100 + c);
  let path = "";
  for (const [r, c] of cells) {
    if (!has(r - 1, c)) path += `M${x(c)} ${y(r)}H${x(c + 1)}`;
    if (!has(r + 1, c)) path += `M${x(c)} ${y(r + 1)}H${x(c + 1)}`;
    if (!has(r, c - 1)) path += `M${x(c)} ${y(r)}V${y(r + 1)}`;
    if (!has(r, c + 1)) path += `M${x(c + 1)} ${y(r)}V${y(r + 1)}`;
  }
  return path;
}
