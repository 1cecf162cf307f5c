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
import { judged, type Found, type Result } from "./judged";
import type { Block } from "./memory";
import { numbers } from "./notation";
import type { Words } from "./record";
import { newRoom, Search, weigh, type Room } from "./search";
import type { Title } from "./title";

export interface Asked {
  actions?: JsonObject[]; // looked at whatever a regular thinks of them, and never given up
  width?: number;
  seed?: number;
}

/** What trials and search of a title work in. It is never given back: the next analysis takes it over. */
class Desk {
  readonly trying: Room;
  private room: Room | null = null; // of the search
  readonly dealt: Block;
  readonly own: Block;
  readonly notes: Block;
  private readonly tables: Block[];
  user: Analysis | null = null;

  constructor(private readonly title: Title) {
    const { about, memory } = title;
    const measures = about.trials.measures.length;
    this.trying = newRoom(title);
    this.dealt = title.room();
    this.own = memory.room(8, about.chance.size);
    this.notes = memory.room(8, about.trials.notes);
    const shapes = [[measures - 2], [MOST], [MOST], [MOST, measures], [MOST * MOST, 1 + 2 * measures]];
    this.tables = shapes.map((shape) => memory.room(8, ...shape));
  }

  get thinking(): Room {
    return (this.room ??= newRoom(this.title));
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
      ...[title.shown, room.root, seat, raw, room.past, dealt, view, quiet, room.luck, own, room.out, room.weights],
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
    return judged([this.found()]);
  }

  /** The same as sums: those of several analyses of one decision, each with a seed of its own, are judged together. */
  found(): Found {
    this.hold();
    const { title, looked, search } = this;
    const { game, trials } = title.about;
    const [, , active, , pairs] = this.tables as [Block, Block, Block, Block, Block];
    return {
      game,
      seat: this.seat,
      how: trials,
      rounds: this.rounds,
      simulations: search?.simulations ?? 0,
      legal: this.chances.size,
      belief: title.belief(this.view),
      actions: title.decoded(this.words, this.seat, looked),
      chances: looked.map((number) => this.chances.get(number)!),
      tries: search && looked.map((number) => new Map(search.tries).get(number) ?? 0),
      dropped: numbers(title.memory.words(active)).map((state) => state === trials.dropped),
      pairs: numbers(title.memory.words(pairs)),
    };
  }
}
