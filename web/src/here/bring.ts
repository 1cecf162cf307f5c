/** A record that somebody brings as a file: verified as match.py does, then a table of this browser that is over. */

import { hexToBytes } from "@noble/hashes/utils.js";
import type { Json, JsonObject } from "../engine/description";
import { Match } from "../engine/match";
import { sorted } from "../engine/notation";
import { IllegalAction, type Title } from "../engine/title";

/** Why it is not taken; `action`: the first wrong one. */
export class BadRecord extends Error {
  constructor(
    readonly code: "no-record" | "other-version" | "own-cards" | "bad-record",
    readonly action = 0,
  ) {
    super(code);
  }
}

/** What a record must say. */
export interface Brought {
  format: number;
  game: string;
  version: number;
  components: unknown;
  position?: unknown;
  players: number;
  options: JsonObject;
  commitment: string;
  seed: string;
  entropy: string[];
  actions: { seat: number; action: JsonObject; check: string }[];
  result: Json;
}

const HEX = /^([0-9a-f]{2})*$/;

/** Is it one, by its form? */
export function isRecord(found: unknown): found is Brought {
  const record = (found ?? {}) as Brought;
  return (
    record.format === 1 &&
    [record.game, record.commitment, record.seed].every((text) => typeof text === "string") &&
    Number.isInteger(record.players) &&
    HEX.test(record.seed) &&
    typeof record.options === "object" &&
    Array.isArray(record.entropy) &&
    record.entropy.every((part) => typeof part === "string" && HEX.test(part)) &&
    Array.isArray(record.actions) &&
    record.actions.every((done) => Number.isInteger(done?.seat) && typeof done.check === "string" && !!done.action)
  );
}

/** Play it again: every check, the result, and that the seed is the one that was bound. */
export function verify(title: Title, record: Brought): void {
  if (record.components !== null || record.position !== undefined) throw new BadRecord("own-cards");
  if (record.version !== title.about.version) throw new BadRecord("other-version");
  const [low, high] = title.about.players as [number, number];
  if (record.players < low || record.players > high) throw new BadRecord("bad-record");
  let match: Match;
  try {
    match = new Match(title, record.players, record.options, hexToBytes(record.seed), record.entropy.map(hexToBytes));
  } catch {
    throw new BadRecord("bad-record");
  }
  record.actions.forEach(({ seat, action, check }, i) => {
    try {
      match.play(seat, action);
    } catch (error) {
      if (error instanceof IllegalAction) throw new BadRecord("bad-record", i + 1);
      throw error;
    }
    if (match.actions.at(-1)!.check !== check) throw new BadRecord("bad-record", i + 1);
  });
  const { commitment, options, result } = match.record() as unknown as Brought;
  if (sorted([commitment, options, result]) !== sorted([record.commitment, record.options, record.result]))
    throw new BadRecord("bad-record", record.actions.length);
}
