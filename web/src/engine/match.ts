/** A match of the page, as match.py has it: players, options, seed and actions, from which all is played again. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { seedBytes, seedWords, type Seed } from "./chance";
import type { Json, JsonObject } from "./description";
import { sorted } from "./notation";
import type { Stage, State, Title } from "./title";

const FORMAT = 1;

/** The key of all chance. */
function mixed(seed: Uint8Array, entropy: Uint8Array[]): Uint8Array {
  if (!entropy.length) return seed;
  const parts = [seed, ...entropy].flatMap((part) => [length(part), part]);
  return sha256(concatBytes(utf8ToBytes("takujo seed "), ...parts));
}

function length(part: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, part.length);
  return bytes;
}

export class Match {
  readonly options: JsonObject;
  readonly actions: { seat: number; action: JsonObject; check: string }[] = [];
  state: State;
  /** Has the last action drawn chance? */
  drew = false;
  private readonly seed: Uint8Array;
  private readonly key: Uint8Array;
  private readonly digest = sha256.create();
  private readonly start: JsonObject | null;

  constructor(
    readonly title: Title,
    readonly players: number,
    options: JsonObject,
    seed: Seed,
    private readonly entropy: Uint8Array[] = [], // what the seats added to the seed
    start?: State, // where play starts, instead of a fresh deal
  ) {
    this.seed = seedBytes(seed);
    this.key = mixed(this.seed, entropy);
    this.state = start ?? title.new(players, this.key, options);
    this.start = start ? start.position() : null;
    this.options = this.state.position()["options"] as JsonObject;
    const opening = this.start ?? this.state.opening.map(({ event }) => event);
    this.digest.update(utf8ToBytes(sorted([title.about.game, players, this.options, opening])));
  }

  play(seat: number, action: JsonObject): Stage[] {
    const state = this.state.clone();
    const words = seedWords(this.key, this.actions.length + 1);
    state.reseed(words);
    const stages = state.apply(seat, action);
    this.state = state;
    this.drew = words.some((word, i) => state.words[1 + i] !== BigInt(word));
    const events = stages.flatMap(({ told }) => told.map(({ event }) => event));
    this.digest.update(utf8ToBytes(sorted([seat, action, events])));
    const check = bytesToHex(this.digest.clone().digest()).slice(0, 16);
    this.actions.push({ seat, action: structuredClone(action), check });
    return stages;
  }

  /** The match as JSON, seed included: for the time after its end. */
  record(): JsonObject {
    const { about } = this.title;
    return {
      format: FORMAT,
      game: about.game,
      version: about.version,
      components: null,
      players: this.players,
      options: this.options,
      commitment: bytesToHex(sha256(concatBytes(utf8ToBytes("takujo commitment "), this.seed))),
      seed: bytesToHex(this.seed),
      entropy: this.entropy.map(bytesToHex),
      actions: this.actions as unknown as Json,
      result: this.state.result,
      ...(this.start && { position: this.start }),
    };
  }
}
