/** One title, as takujo.Game is in Python: its plays, and what views tell. Everything here runs at once, without waiting:
 * in a worker (here/worker.ts), or in Node. */

import { guessSeed, seedWords, type Seed } from "./chance";
import { seenBy, type Known, type Told } from "./codec";
import type { Json, JsonObject, Script } from "./description";
import { Memory, type Block } from "./memory";
import { Notation, numbers } from "./notation";
import { masks, packed, unpacked, wordsOf, type Words } from "./record";

export type Seat = number | null; // null: a spectator

/** What happened up to a place where a person may look, and the state there. */
export interface Stage {
  told: Told[];
  state: State;
}

/** An action that the rules refuse. */
export class IllegalAction extends Error {}

export class Title extends Notation {
  readonly memory: Memory;
  readonly raw: Block;
  readonly view: Block;
  readonly quiet: Block;
  readonly numbers: Block; // legal actions
  readonly shown: Block; // what each seat may see
  private readonly staged: Block;

  constructor(rules: WebAssembly.Instance, script: Script) {
    super(script);
    const { description } = script;
    const memory = (this.memory = new Memory(rules, description.doors));
    const { widths, shown, buffer, numActions } = description;
    this.raw = this.room();
    this.view = this.room();
    this.quiet = memory.room(8, 1);
    this.numbers = memory.room(8, numActions + 1);
    this.staged = memory.room(8, buffer.plain + buffer.stages * (1 + wordsOf(widths)));
    this.shown = memory.room(8, shown.length, widths.length + wordsOf(widths));
    memory.words(this.shown).set(masks(widths, shown));
    memory.words(this.quiet)[0] = 1n;
  }

  // Plays

  /** A fresh play, and the events of its set-up. */
  new(players: number, seed: Seed = 0, options: JsonObject = {}): State {
    const flat = this.blank(players, options);
    seedWords(seed).forEach((word, i) => (flat[1 + i] = word));
    const raw = this.put(this.raw, BigInt64Array.from(flat, BigInt));
    const events = { ...this.staged, shape: [this.about.buffer.plain] };
    this.memory.words(events)[0] = 1n;
    this.memory.call("setup", raw, events, -1);
    return new State(this, this.get(raw), this.codec.events(this.row(events)));
  }

  /** Do an action by number; what happened, cut where a person may look. */
  step(words: Words, seat: number, number: number): { words: Words; stages: Stage[] } {
    const raw = this.put(this.raw, words);
    this.memory.words(this.staged)[0] = 1n;
    this.memory.call("step", raw, this.staged, seat, number, this.numbers);
    const after = this.checked(raw);
    const stages: Stage[] = [];
    let told: Told[] = [];
    const row = this.row(this.staged);
    for (let next = row.next(); !next.done; next = row.next()) {
      if (next.value !== this.about.buffer.pause) told.push(this.codec.event(next.value, row));
      else {
        const paused = unpacked(this.about.widths, row.words(wordsOf(this.about.widths)));
        stages.push({ told, state: new State(this, paused) });
        told = [];
      }
    }
    stages.push({ told, state: new State(this, after.slice()) });
    return { words: after, stages };
  }

  private row(events: Block): Row {
    const words = this.memory.words(events);
    const length = Number(words[0]);
    if (length > words.length) throw new Error(`events of ${length} integers do not fit the buffer of ${words.length}`);
    return new Row(words.slice(1, length));
  }

  private checked(raw: Block): Words {
    const { faultAt, faults } = this.about;
    const words = this.get(raw);
    const fault = faultAt === null ? 0n : words[faultAt]!;
    if (fault) throw new Error(faults[String(fault)]);
    return words;
  }

  // Views

  /** The words of what a seat may know. */
  redacted(words: Words, seat: Seat): Words {
    const { about, memory } = this;
    const [none, unknown, shown] = [BigInt(about.none), BigInt(about.unknown), about.shown[1 + (seat ?? -1)]!];
    const redacted = words.map((word, i) => (shown[i] === "1" || word === none ? word : unknown));
    const raw = this.put(this.raw, words);
    memory.call("unveil", raw, this.put(this.view, redacted), seat ?? -1);
    return this.get(this.view);
  }

  /** A record, whole or redacted, as the JSON of a position. */
  json(words: Words): JsonObject {
    return { ...this.written(words), result: this.result(words) };
  }

  result(words: Words): JsonObject | null {
    const raw = this.put(this.raw, words);
    if (this.memory.call("acting", raw)) return null;
    const won = this.memory.call("winners", raw);
    const seats = Array.from({ length: Number(words[0]) }, (_, seat) => seat);
    return {
      winners: seats.filter((seat) => (won >> seat) & 1),
      scores: seats.map((seat) => this.memory.call("score", raw, seat)),
    };
  }

  /** A state that agrees with everything in a view, and with what is settled besides, drawn by what its owner may know. */
  determinize(view: JsonObject, seed: Seed = 0, known: Known[] = []): State {
    const raw = this.put(this.raw, this.taken(view, known));
    this.memory.call("guess", raw, guessSeed(seed));
    return new State(this, this.checked(raw));
  }

  legal(words: Words, seat: number): number[] {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.about.players[1]) return [];
    const n = this.memory.call("legal", this.put(this.raw, words), seat, {
      ...this.numbers,
      shape: [this.about.numActions],
    });
    return numbers(this.memory.words(this.numbers).subarray(0, n));
  }

  /** Room for a record. */
  room(): Block {
    return this.memory.room(8, wordsOf(this.about.widths));
  }

  put(block: Block, words: Words): Block {
    this.memory.words(block).set(packed(this.about.widths, words));
    return block;
  }

  get(block: Block): Words {
    return unpacked(this.about.widths, this.memory.words(block).slice());
  }
}

/** What was told, number by number; a record between events is taken as it is. */
class Row implements Iterator<number> {
  private at = 0;

  constructor(private readonly told: Words) {}

  next(): IteratorResult<number> {
    if (this.at >= this.told.length) return { done: true, value: undefined };
    return { done: false, value: Number(this.told[this.at++]) };
  }

  words(count: number): Words {
    this.at += count;
    return this.told.slice(this.at - count, this.at);
  }
}

/** One play: everything about it, hidden things included. */
export class State {
  constructor(
    readonly title: Title,
    public words: Words,
    readonly opening: Told[] = [],
  ) {}

  get players(): number {
    return Number(this.words[0]);
  }

  /** The seats that must decide now; none when over. */
  get toAct(): number[] {
    const acting = this.title.memory.call("acting", this.title.put(this.title.raw, this.words));
    return Array.from({ length: this.players }, (_, seat) => seat).filter((seat) => (acting >> seat) & 1);
  }

  legal(seat: number): JsonObject[] {
    return this.title.decoded(this.words, seat, this.title.legal(this.words, seat));
  }

  /** Do an action; IllegalAction if the rules refuse it, and then nothing has changed. */
  apply(seat: number, action: Json): Stage[] {
    const number = this.number(seat, action);
    const { words, stages } = this.title.step(this.words, seat, number);
    this.words = words;
    return stages;
  }

  private number(seat: number, action: Json): number {
    const legal = this.title.legal(this.words, seat);
    const number = legal.length ? this.title.encoded(this.words, seat, action) : null;
    if (number === null || !legal.includes(number)) {
      throw new IllegalAction(
        `seat ${seat} may not do ${JSON.stringify(action)}; legal are the actions of legal(${seat})`,
      );
    }
    return number;
  }

  position(): JsonObject {
    return this.title.json(this.words);
  }

  view(seat: Seat): JsonObject {
    return this.title.json(this.title.redacted(this.words, seat));
  }

  get result(): JsonObject | null {
    return this.title.result(this.words);
  }

  /** Set the generator: a match does so before every action. */
  reseed(words: number[]): void {
    this.words = this.words.slice();
    words.forEach((word, i) => (this.words[1 + i] = BigInt(word)));
  }

  clone(): State {
    return new State(this.title, this.words.slice());
  }
}

/** Stages as a seat gets them: what it is told nothing of is no stage, but for the last one. */
export function stagesFor(stages: Stage[], seat: Seat): { events: JsonObject[]; view: JsonObject }[] {
  const told = stages.map(({ told, state }) => {
    const { spectators } = state.title.about.buffer;
    return { events: told.map((each) => seenBy(each, seat, spectators)).filter((event) => event !== null), state };
  });
  const heard = told.filter(({ events }, i) => events.length || i === told.length - 1);
  return heard.map(({ events, state }) => ({ events, view: state.view(seat) }));
}
