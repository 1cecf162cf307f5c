/** Where everybody sits, in pixels: a round table seen from one chair. Clockwise is to the left. */

import { around } from "../kit/table";

export interface Point {
  x: number;
  y: number;
}

/** A place in the ring: a seat, or a dummy. */
export type Holder = { seat: number } | { dummy: number };

/** One word for each holder. */
export const key = (holder: Holder): string => ("seat" in holder ? `s${holder.seat}` : `d${holder.dummy}`);

/** The others clockwise from my left. Dummies have no place of their own by the rules; they sit at the far side. */
export function ring(me: number, players: number, dummies: number): Holder[] {
  const seats = around(me, players)
    .slice(1)
    .map((seat): Holder => ({ seat }));
  const extra = Array.from({ length: dummies }, (_, i): Holder => ({ dummy: i }));
  const half = Math.ceil(seats.length / 2);
  return [...seats.slice(0, half), ...extra, ...seats.slice(half)];
}

/** From this width the table has its sheet in the middle and my cards beside my chair. */
export const WIDE = 760;

export interface Plan {
  wide: boolean;
  height: number;
  /** Size of what lies on the table. */
  scale: number;
  /** Half the height of a seat. */
  half: number;
  /** For each other holder: the middle of the seat, and the spot before it where a hand or the offered card lies. */
  places: { seat: Point; spot: Point }[];
  deck: Point;
  mine: { seat: Point; spot: Point };
}

// the left half from my left neighbour to the far side, [seat, spot] as parts of the width and in pixels from the top
type Row = [number, number, number, number];
const FAR: Record<number, { wide: Row[]; narrow: Row[] }> = {
  4: {
    wide: [
      [0.085, 290, 0.2, 320],
      [0.3, 84, 0.34, 214],
    ],
    narrow: [
      [0.125, 200, 0.31, 206],
      [0.28, 64, 0.39, 164],
    ],
  },
  5: {
    wide: [
      [0.085, 328, 0.2, 350],
      [0.16, 110, 0.25, 215],
      [0.5, 84, 0.5, 212],
    ],
    narrow: [
      [0.125, 212, 0.31, 222],
      [0.16, 76, 0.34, 140],
      [0.5, 64, 0.5, 162],
    ],
  },
  6: {
    wide: [
      [0.085, 332, 0.2, 355],
      [0.13, 130, 0.24, 205],
      [0.36, 84, 0.38, 212],
    ],
    narrow: [
      [0.125, 222, 0.31, 228],
      [0.125, 84, 0.3, 158],
      [0.375, 64, 0.41, 164],
    ],
  },
};

/** From this height of the screen, too. */
const TALL = 800;

/** `screen`: its height, so that what I can do is in sight below the table; or beside it, where `lying`. */
export function plan(width: number, others: number, screen = TALL, lying = false): Plan {
  const wide = width >= WIDE && screen >= TALL;
  const room = (lying ? screen - 40 : screen - 392) / 300;
  const scale = wide ? 1.48 : Math.min(1.4, Math.max(0.94, Math.min(room, width / 350)));
  const vertical = wide ? 1 : scale;
  const left = FAR[Math.min(6, Math.max(4, others))]![wide ? "wide" : "narrow"];
  const at = (x: number, y: number): Point => ({ x: x * width, y: y * vertical });
  const places = Array.from({ length: others }, (_, i) => {
    const mirrored = i >= left.length;
    const [x, y, sx, sy] = left[mirrored ? others - 1 - i : i]!;
    return mirrored ? { seat: at(1 - x, y), spot: at(1 - sx, sy) } : { seat: at(x, y), spot: at(sx, sy) };
  });
  const height = wide ? 436 : 300 * scale;
  return {
    wide,
    height,
    scale,
    half: wide ? 84 : 61 * scale,
    places,
    deck: wide ? { x: width / 2 - 162, y: 318 } : at(0.5, 236),
    mine: wide
      ? { seat: { x: width / 2 - 52, y: 505 }, spot: { x: width / 2 + 58, y: 444 } }
      : { seat: { x: 44, y: height + 30 }, spot: { x: width / 2, y: height } },
  };
}

/** The top of the table, an ellipse. */
export interface Disc extends Point {
  rx: number;
  ry: number;
  /** Towards which height lines bend. */
  bend: number;
}

export function disc({ wide, height }: Plan, width: number): Disc {
  const bend = wide ? 300 : height * 0.62;
  return wide
    ? { x: width / 2, y: 310, rx: width * 0.42, ry: 238, bend }
    : { x: width / 2, y: bend, rx: width * 0.44, ry: height * 0.44, bend };
}

/** A line over the table, bent towards its middle. */
export function curve(a: Point, b: Point, { x: cx, bend }: Disc, pull = 0.35): string {
  const x = (a.x + b.x) / 2 + (cx - (a.x + b.x) / 2) * pull;
  const y = (a.y + b.y) / 2 + (bend - (a.y + b.y) / 2) * pull;
  return `M${a.x} ${a.y}Q${x} ${y} ${b.x} ${b.y}`;
}

/** A hand reaches from its seat to the table: degrees from upright. */
export const facing = (from: Point, to: Point): number =>
  (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 90;
