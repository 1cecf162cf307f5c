/** What all boards read off a view and its events. */

type Keys<T> = T extends unknown ? keyof T : never;
type Value<T, Key extends PropertyKey> = T extends Record<Key, infer V> ? V : never;
type OfType<T, Type> = Extract<T, { type: Type }>;

/** All seats clockwise, from one's own. */
export const around = (home: number, players: number): number[] =>
  Array.from({ length: players }, (_, i) => (home + i) % players);

/** Those of these types. */
export const ofType = <T extends { type: string }, Type extends T["type"]>(
  events: T[],
  ...types: Type[]
): OfType<T, Type>[] => events.filter((e): e is OfType<T, Type> => (types as string[]).includes(e.type));

/** The first event of one of these types. */
export const first = <T extends { type: string }, Type extends T["type"]>(
  events: T[],
  ...types: Type[]
): OfType<T, Type> | undefined => ofType(events, ...types)[0];

/** What an action or an event has in this field, if it is of a type that has it. */
export const field = <T extends object, Key extends Keys<T>>(of: T | null, key: Key): Value<T, Key> | undefined =>
  of === null ? undefined : (of as Record<Key, Value<T, Key> | undefined>)[key];

/** The numbers, of seats mostly, that an event has in these fields, alone or in lists. */
export const numbers = <T extends object>(event: T | null, ...keys: Keys<T>[]): number[] =>
  keys.flatMap((key): unknown => field(event, key)).filter((n) => typeof n === "number");

/** An answer; until the next one is there, the one before: nothing jumps meanwhile. */
export function lasting<T>(now: () => T | undefined): () => T | undefined {
  let held: T | undefined;
  return () => (held = now() ?? held);
}

export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** What has come or gone. */
export const change = (n: number): string => (n > 0 ? `+${n}` : signed(n));
