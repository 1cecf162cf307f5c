/** By which signs people at a table are told apart: each has a shape and a colour (Okabe and Ito's, for all eyes). */

import type { Face, TableInfo } from "./wire";

export interface Sign {
  path: string;
  colour: string;
  ink: string;
}

const DARK = "#1d1713";
const LIGHT = "#ffffff";

export const SIGNS: Record<Face, Sign> = {
  moon: { path: "M14.5 4a8.5 8.5 0 1 0 5.5 12A7.2 7.2 0 0 1 14.5 4Z", colour: "#0072b2", ink: LIGHT },
  sun: {
    path: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
    colour: "#e69f00",
    ink: DARK,
  },
  star: {
    path: "M12 3.5l2.5 5.6 6 .6-4.5 4.1 1.3 6L12 16.7l-5.3 3.1 1.3-6-4.5-4.1 6-.6z",
    colour: "#3d3a38",
    ink: LIGHT,
  },
  leaf: { path: "M6 18C5 10 9.5 5.5 19 5c0 9-4.5 14-13 13ZM6 18l-2 2", colour: "#009e73", ink: DARK },
  mountain: { path: "M3 19 9.5 7l3.5 6 2-3 6 9z", colour: "#cc79a7", ink: DARK },
  fish: { path: "M3 12c3-5 9-6 13-1l4.5-4v10L16 13c-4 5-10 4-13-1Z", colour: "#56b4e9", ink: DARK },
  drop: { path: "M12 3.5c4 5 6 7.5 6 10.5a6 6 0 0 1-12 0c0-3 2-5.5 6-10.5Z", colour: "#d55e00", ink: DARK },
  bell: { path: "M6.5 16v-5a5.5 5.5 0 1 1 11 0v5l1.5 2H5zM10.5 20.5h3", colour: "#f0e442", ink: DARK },
};

export const FACES = Object.keys(SIGNS) as Face[];

/** The sign of everybody who sits: theirs, or for who has chosen none one that nobody has; null: there are too few. */
export function faces(info: TableInfo): (Face | null)[] {
  const free = FACES.filter((face) => !info.seats.some((seat) => seat.face === face));
  return info.seats.map((seat) => (seat.kind === "person" ? (seat.face ?? free.shift() ?? null) : null));
}
