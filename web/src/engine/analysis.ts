/** What a seat could know of its decision, and what each action is worth to it: from a view alone, as
 * src/takujo/insight/analysis.py has it (docs/insight.md), with the same numbers for the same seed.
 *
 *     const thought = new Analysis(title, view, seat, { actions: [mine] }); // title: engine/load.ts, in a worker
 *     while (wanted && thought.rounds < ROUNDS) {                          // a slice at a time: cancel by not going on
 *       thought.run(10);                                                  // ten guesses more, all actions on each
 *       show(thought.result());                                           // good at any time, better each time
 *       await new Promise((go) => setTimeout(go));
 *     }
 *     thought.think(500);                                                  // an expert's search: fills in `tries`
 *
 * `run` and `think` work without waiting, for as long as their numbers say: a guess takes a few milliseconds in most
 * titles, more in IN THE RUIN. One title's memory is for one Analysis at a time: a new one takes the room of the last.
 */

import { seedWords } from "./chance";
import type { Json, JsonObject } from "./description";
import type { Block } from "./memory";
import { numbers, type Words } from "./notation";
import { newRoom, Search, weigh, type Room } from "./search";
import type { Title } from "./title";

/** A mean, and the interval in which it is in 95 of 100 cases; null while nothing was tried. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Measures {
  win: Estimate; // a chance, or the share of a win; of a player alone: points as a part of what is aimed for
  points: Estimate | null; // expected at the end; null where a title is not played to its end and cannot say
  outcomes: Record<string, Estimate>; // the title's own, by name: words `outcome-NAME`, kinds `title.about.trials.kinds`
}

export interface Judged extends Measures {
  action: JsonObject;
  chance: number; // with which a regular would choose it
  tries: number | null; // the part of an expert's search that went there: the greatest is what it would choose
  rounds: number; // guesses it was tried on
  dropped: boolean; // given up early: worse than another beyond doubt
  behind: Measures | null; // this less the best, on the same guesses; null: it is the best
  why: string[]; // outcomes that differ from the best's beyond doubt, what is surest first
  same: boolean; // no difference to the best that could be told from chance
}

export interface Result {
  game: string;
  seat: number;
  rounds: number;
  simulations: number;
  whole: boolean; // was play followed to its end? Else a policy said what the position then was worth
  trusted: boolean; // were chances to win found true? Else show which action is better, and points, but no chances
  legal: number; // how many actions there are; `actions` has those that were looked at
  belief: JsonObject; // exact chances of what is hidden, as `belief` of the title has them
  actions: Judged[]; // the best first
}

export interface Asked {
  actions?: JsonObject[]; // looked at whatever a regular thinks of them, and never given up
  width?: number;
  seed?: number;
}

/** What trials and search of a title work in. It is never given back: the next analysis takes it over. */
class Desk {
  readonly trying: Room;
  readonly thinking: Room;
  readonly dealt: Block;
  readonly own: Block;
  readonly notes: Block;
  private readonly tables: Block[];
  user: Analysis | null = null;

  constructor(title: Title) {
    const { about, memory } = title;
    const measures = about.trials.measures.length;
    this.trying = newRoom(title);
    this.thinking = newRoom(title);
    this.dealt = memory.room(8, about.size);
    this.own = memory.room(8, about.chance.size);
    this.notes = memory.room(8, about.trials.notes);
    const shapes = [[measures - 2], [MOST], [MOST], [MOST, measures], [MOST * MOST, 1 + 2 * measures]];
    this.tables = shapes.map((shape) => memory.room(8, ...shape));
  }

  /** Tables for so many actions: of outcomes, numbers, what is still tried, values, pairs. */
  of(size: number): Block[] {
    const [row, ...others] = this.tables.map(({ at, shape }) => ({ at, shape: [...shape] }));
    const rows = [size, size, size, size * size];
    return [
      row!,
      ...others.map(({ at, shape: [, width] }, i) => ({ at, shape: width ? [rows[i]!, width] : [rows[i]!] })),
    ];
  }
}

const MOST = 63; // actions: as many as there are factors for (insight/analysis.py, SURE)
const desks = new WeakMap<Title, Desk>();

export class Analysis {
  rounds = 0;
  private readonly words: Words;
  private readonly chances: Map<number, number>;
  private readonly looked: number[]; // numbers of actions
  private readonly desk: Desk;
  private readonly tables: Block[];
  private search: Search | null = null;

  /** ValueError's counterpart: it throws for a view in which this seat has nothing to decide, or for an action that it has not. */
  constructor(
    private readonly title: Title,
    private readonly view: JsonObject,
    private readonly seat: number,
    private readonly asked: Asked = {},
  ) {
    const { about, memory } = title;
    const how = about.trials;
    this.words = title.taken(view);
    const { legal, chances } = weigh(title, this.words, seat, how.care);
    if (!legal.length) throw new Error(`seat ${seat} has nothing to decide in this view`);
    const wanted = (asked.actions ?? []).map((action) => this.number(action, legal));
    this.chances = new Map(legal.map((number, i) => [number, chances[i]!]));
    const likeliest = legal.toSorted((a, b) => this.chances.get(b)! - this.chances.get(a)!);
    this.looked = [...new Set([...likeliest.slice(0, asked.width ?? how.width), ...wanted])];
    if (this.looked.length > MOST) throw new Error(`${this.looked.length} actions to look at; at most ${MOST} can be`);
    this.desk = desks.get(title) ?? new Desk(title);
    desks.set(title, this.desk);
    this.desk.user = this;
    this.tables = this.desk.of(this.looked.length);
    const [row, actions, active, values, pairs] = this.tables as [Block, Block, Block, Block, Block];
    const { trying, own, notes } = this.desk;
    for (const block of [row, values, pairs, own, notes, trying.tree, trying.soFar, trying.out]) {
      memory.words(block).fill(0n);
    }
    memory
      .words(trying.luck)
      .fill(0n)
      .set(seedWords(asked.seed ?? 0).map(BigInt));
    memory.words(actions).set(this.looked.map(BigInt));
    const state = (number: number) => BigInt(wanted.includes(number) ? how.asked : how.tried);
    memory.words(active).set(this.looked.map(state));
  }

  private number(action: JsonObject, legal: number[]): number {
    const number = this.title.encoded(this.words, this.seat, action as Json);
    if (number === null || !legal.includes(number)) throw new Error(`${JSON.stringify(action)} is not legal here`);
    return number;
  }

  private hold(): void {
    if (this.desk.user !== this) throw new Error("another analysis of this title has begun since");
  }

  /** So many guesses more, on each of which all actions are tried. */
  run(rounds: number): void {
    this.hold();
    const { title, desk, tables, seat, words } = this;
    const { memory, about, raw, view, quiet } = title;
    const { trying: room, dealt, own, notes } = desk;
    const { played, episodes, care } = about.trials;
    for (const block of [room.root, raw, room.past, dealt, view]) title.put(block, words);
    memory.call(
      "try_actions",
      ...[room.shown, room.root, seat, raw, room.past, dealt, view, quiet, room.luck, own, room.out, room.weights],
      ...[room.tree, room.soFar, notes, ...tables, played, episodes, care, rounds],
    );
    this.rounds += rounds;
  }

  /** Let an expert search on, by so many simulations. */
  think(simulations: number): void {
    this.hold();
    this.search ??= new Search(this.title, this.desk.thinking, this.words, this.seat, this.asked.seed ?? 0);
    this.search.run(simulations);
  }

  /** All that is known so far; the best action first. */
  result(): Result {
    this.hold();
    const { title, looked, search } = this;
    const { about, memory } = title;
    const { sure, dropped, toTheEnd } = about.trials;
    const places = looked.map((_, a) => a);
    const own = places.map((a) => this.measured(a, a, sure[1]!));
    const order = places.toSorted((a, b) => (own[b]!.win.value ?? 0) - (own[a]!.win.value ?? 0));
    const best = order[0]!;
    const behind = places.map((a) => this.measured(a, best, sure[looked.length - 1]!));
    const tries = search && new Map(search.tries);
    const active = numbers(memory.words(this.tables[2]!));
    return {
      game: about.game,
      seat: this.seat,
      rounds: this.rounds,
      simulations: search?.simulations ?? 0,
      whole: toTheEnd,
      trusted: about.trials.trusted,
      legal: this.chances.size,
      belief: title.belief(this.view),
      actions: order.map((a) => ({
        action: title.decoded(this.words, this.seat, [looked[a]!])[0]!,
        chance: this.chances.get(looked[a]!)!,
        tries: tries && (tries.get(looked[a]!) ?? 0) / search.simulations,
        rounds: this.pair(a, a)[0]!,
        dropped: active[a] === dropped,
        ...own[a]!,
        behind: a === best ? null : behind[a]!,
        why: a === best ? [] : telling(behind[a]!.outcomes),
        same: a === best || (active[a] !== dropped && (behind[a]!.win.high ?? 0) >= 0),
      })),
    };
  }

  private pair(a: number, b: number): number[] {
    const pairs = this.tables[4]!;
    const width = pairs.shape[1]!;
    const at = (a * this.looked.length + b) * width;
    return numbers(this.title.memory.words(pairs).subarray(at, at + width));
  }

  /** The means of an action, or by how much it is before another one. */
  private measured(a: number, b: number, sure: number): Measures {
    const { measures, unseen, points } = this.title.about.trials;
    const [n, ...sums] = this.pair(a, b) as [number, ...number[]];
    const values = measures.map((_, m) =>
      estimate(n, sums[m]!, sums[measures.length + m]!, m ? 1 : MILLE, sure, m ? 0 : unseen),
    );
    const [win, scored, ...outcomes] = values as [Estimate, Estimate, ...Estimate[]];
    if (a === b && n) {
      win.low = Math.max(win.low!, 0);
      win.high = Math.min(win.high!, 1);
    }
    const named = outcomes.map((value, i): [string, Estimate] => [measures[2 + i]!, value]);
    return { win, points: points ? scored : null, outcomes: Object.fromEntries(named) };
  }
}

const MILLE = 1000;

/** The outcomes that differ beyond doubt, what is surest first. */
function telling(outcomes: Record<string, Estimate>): string[] {
  const sure = Object.entries(outcomes)
    .filter(([, { value }]) => value)
    .map(([name, { value, high }]): [string, number] => [name, Math.abs(value!) / (high! - value! || 1e-9)]);
  return sure
    .filter(([, times]) => times > 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name);
}

/** A mean and the interval in which it is, with so many standard errors to either side. */
function estimate(n: number, total: number, squares: number, unit: number, sure: number, unseen: number): Estimate {
  if (!n) return { value: null, low: null, high: null };
  const spread = Math.max(n * squares - total * total, 0); // n squared times the variance
  const half = Math.max((sure * Math.sqrt(spread / Math.max(n - 1, 1))) / n / unit, unseen / n);
  const value = total / n / unit;
  return { value, low: value - half, high: value + half };
}
