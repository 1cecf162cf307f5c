/** What all boards read off a view and its events. */

import type { Json } from "../board";

/** All seats clockwise, from one's own. */
export const around = (home: number, players: number): number[] =>
  Array.from({ length: players }, (_, i) => (home + i) % players);

/** The first event of one of these types. */
export const first = (events: Json[], ...types: string[]): Json | undefined =>
  events.find((e) => types.includes(e["type"]));

/** The numbers, of seats mostly, that an event has in these fields, alone or in lists. */
export const numbers = (event: Json | null, ...fields: string[]): number[] =>
  fields.flatMap((field) => event?.[field] ?? []).filter((n) => typeof n === "number");

export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** What has come or gone. */
export const change = (n: number): string => (n > 0 ? `+${n}` : signed(n));
