/** How much of a finished match was luck, and how much decisions, as src/takujo/insight/luck.py and review.py work it out
 * (docs/decisions/0023-luck-and-decisions.md), with the same numbers. All cards are open: the match is over. */

import { hexToBytes } from "@noble/hashes/utils.js";
import { seedWords } from "./chance";
import type { JsonObject } from "./description";
import { Match } from "./match";
import type { Block } from "./memory";
import { numbers } from "./notation";
import type { Words } from "./record";
import type { Title } from "./title";

/** What a record says of a match. */
export interface Played {
  players: number;
  options: JsonObject;
  seed: string;
  entropy: string[];
  actions: { seat: number; action: JsonObject }[];
  position?: JsonObject;
}

/** A part of a win, and the interval in which it is in 95 of 100 cases. */
export interface Share {
  value: number;
  low: number;
  high: number;
}

/** What the result of a seat is made of: start, cards, own and others sum to it. */
export interface Parts {
  seat: number;
  result: number;
  start: Share; // what was to be expected before the deal
  cards: Share; // luck of cards and draws
  own: Share; // own decisions, against what regulars would have come to
  others: Share;
  known: null; // by what could be known: only in Python
}

/** An action after which the chances of a seat were clearly others, all open. */
export interface Turn {
  step: number;
  seat: number;
  action: JsonObject;
  before: number[];
  changes: number[];
}

type Value = [mean: number, error: number];

export class Account {
  private readonly states: Words[] = [];
  private readonly numbers: number[] = []; // of the actions
  private readonly drawn = new Set<number>(); // actions with chance in them; -1: the deal
  private readonly values: Value[][] = [];
  private readonly redrawn = new Map<number, Value[]>();
  private readonly room: { root: Block; luck: Block; out: Block; weights: Block };
  private readonly cares: Block;
  private readonly sums: Block;

  constructor(
    private readonly title: Title,
    private readonly played: Played,
    private readonly plays = title.about.luck.plays,
  ) {
    const { about, memory } = title;
    if (played.position) throw new Error("a match that began from a position is not told in the page");
    const match = new Match(
      title,
      played.players,
      played.options,
      hexToBytes(played.seed),
      played.entropy.map(hexToBytes),
    );
    this.drawn.add(-1);
    this.states.push(match.state.words);
    played.actions.forEach(({ seat, action }, step) => {
      const before = match.state.words;
      const number = title.encoded(before, seat, action)!;
      const after = title.step(before, seat, number).words;
      if (Array.from({ length: about.chance.words }, (_, i) => 1 + i).some((i) => before[i] !== after[i])) {
        this.drawn.add(step);
      }
      this.numbers.push(number);
      match.play(seat, action);
      this.states.push(match.state.words);
    });
    this.room = {
      root: title.room(),
      luck: memory.room(8, about.chance.size),
      out: memory.room(8, about.numActions + 1),
      weights: memory.room(4, about.numActions),
    };
    this.cares = memory.room(8, played.players);
    this.sums = memory.room(8, played.players, 2);
    memory.words(this.cares).fill(BigInt(about.trials.care));
  }

  get done(): number {
    return this.values.length + this.redrawn.size;
  }

  get all(): number {
    return this.states.length + this.drawn.size;
  }

  /** A part more; false: all is done. */
  work(): boolean {
    if (this.values.length < this.states.length) {
      const [now, before] = [this.open(this.values.length), this.values.at(-1)];
      this.values.push(before && same(now, before) ? before : now);
    } else {
      const step = [...this.drawn].find((each) => !this.redrawn.has(each));
      if (step === undefined) return false;
      this.redrawn.set(step, this.anew(step));
    }
    return true;
  }

  private open(step: number): Value[] {
    if (step && !this.drawn.has(step - 1)) {
      const { seat } = this.played.actions[step - 1]!;
      const forced = this.title.legal(this.states[step - 1]!, seat).length === 1;
      if (forced && this.title.result(this.states[step]!) === null) return this.values[step - 1]!;
    }
    return this.looked(step, this.title.about.luck.goOn, 0);
  }

  private anew(step: number): Value[] {
    const { deal } = this.title.about.luck;
    return step < 0
      ? this.looked(step, deal, 0)
      : this.looked(step, this.played.actions[step]!.seat, this.numbers[step]!);
  }

  /** What a state, an action in it, or a deal is worth to each seat. */
  private looked(step: number, actor: number, number: number): Value[] {
    const { title, room, plays: n } = this;
    const { about, memory, raw, view, quiet } = title;
    const { goOn, deal } = about.luck;
    const { played, episodes } = about.trials;
    const state = this.states[Math.max(step, 0)]!;
    const last = memory.call("chapter", title.put(raw, state), 0) + episodes;
    const blank = () => BigInt64Array.from(title.blank(this.played.players, this.played.options), BigInt);
    title.put(room.root, actor === deal ? blank() : state);
    const seed = 2 * (step + 1) + Number(actor !== goOn);
    memory.words(room.luck).fill(0n).set(seedWords(seed).map(BigInt));
    memory.words(this.sums).fill(0n);
    memory.call(
      "look_ahead",
      ...[title.shown, room.root, raw, view, quiet, room.luck, room.out, room.weights, this.cares, this.sums],
      ...[actor, number, played, last, n],
    );
    const sums = numbers(memory.words(this.sums));
    return Array.from({ length: this.played.players }, (_, seat) => {
      const [total, squares] = [sums[2 * seat]!, sums[2 * seat + 1]!];
      const error = Math.sqrt(Math.max(n * squares - total * total, 0) / Math.max(n - 1, 1)) / n / MILLE;
      return [total / n / MILLE, error];
    });
  }

  /** What the result of each seat is made of; null: the match goes on. */
  result(): Parts[] | null {
    if (this.title.result(this.states.at(-1)!) === null) return null;
    return this.values.at(-1)!.map(([result], seat) => {
      const { start, cards, own, others } = this.parts(seat);
      return { seat, result, start, cards, own, others, known: null };
    });
  }

  /** Where the match turned, the greatest change first. */
  turns(): Turn[] {
    const { clear, turns } = this.title.about.luck;
    const found = this.played.actions.flatMap(({ seat, action }, step) => {
      const [before, after] = [this.values[step]!, this.values[step + 1]!];
      const changes = after.map(([mean], i) => mean - before[i]![0]);
      const sure = (i: number): number => clear * Math.sqrt(before[i]![1] ** 2 + after[i]![1] ** 2) + 1e-9;
      const told = { step, seat, action, before: before.map(([mean]) => mean), changes };
      return changes.some((change, i) => Math.abs(change) > sure(i)) ? [told] : [];
    });
    const most = ({ changes }: Turn): number => Math.max(...changes.map(Math.abs));
    return found.toSorted((a, b) => most(b) - most(a)).slice(0, turns);
  }

  private parts(seat: number): Record<Name, Share> {
    const sums: Record<Name, Map<Value, number>> = {
      start: new Map(),
      cards: new Map(),
      own: new Map(),
      others: new Map(),
    };
    const add = (name: Name, value: Value, by: number) => sums[name].set(value, (sums[name].get(value) ?? 0) + by);
    const of = (values: Value[] | undefined) => values![seat]!;
    add("start", of(this.redrawn.get(-1)), 1);
    add("cards", of(this.values[0]), 1);
    add("cards", of(this.redrawn.get(-1)), -1);
    this.played.actions.forEach(({ seat: actor }, step) => {
      let after = of(this.values[step + 1]);
      const expected = this.redrawn.get(step);
      if (expected) {
        add("cards", after, 1);
        add("cards", of(expected), -1);
        after = of(expected);
      }
      const name = actor === seat ? "own" : "others";
      add(name, after, 1);
      add(name, of(this.values[step]), -1);
    });
    const { wide } = this.title.about.luck;
    const shares = Object.entries(sums).map(([name, part]) => {
      let [value, spread] = [0, 0];
      for (const [[mean, error], times] of part) {
        value += times * mean;
        spread += (times * error) ** 2;
      }
      const half = wide * Math.sqrt(spread);
      return [name, { value, low: value - half, high: value + half }];
    });
    return Object.fromEntries(shares) as Record<Name, Share>;
  }
}

/** Nothing was decided or drawn in between, as far as can be told. */
const same = (some: Value[], others: Value[]): boolean =>
  some.every(([mean, error], i) => mean === others[i]![0] && error === others[i]![1]);

type Name = "start" | "cards" | "own" | "others";
const MILLE = 1000;
