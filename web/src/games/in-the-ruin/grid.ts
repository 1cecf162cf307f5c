/** Where a square is on the paper, in units of its SVG. */

export const MARGIN = 22;
export const STEP = 40;
export const WHOLE = MARGIN + 11 * STEP + 6;

/** The left or upper edge of a line of squares, and its middle. */
export const edge = (n: number): number => MARGIN + (n - 1) * STEP;
export const mid = (n: number): number => edge(n) + STEP / 2;
