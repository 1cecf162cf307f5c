/** Policies and the search, as bots/levels.py and bots/search.py go about them. They get views, never a state. */

import { seedWords } from "./chance";
import type { Block } from "./memory";
import { numbers } from "./notation";
import type { Words } from "./record";
import type { Title } from "./title";

export type Clock = () => number; // seconds

/** The chance with which each legal action of a view is chosen. */
export function weigh(title: Title, view: Words, seat: number, care: number): { legal: number[]; chances: number[] } {
  const { memory, edges } = title;
  const legal = title.legal(view, seat);
  const weights = weightsOf(title);
  memory.call("weigh", title.put(title.raw, view), seat, title.numbers, legal.length, care, weights);
  const found = Array.from(memory.floats(weights).subarray(0, legal.length));
  const most = Math.max(...found);
  const shares = found.map((weight) => edges.exp(weight - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { legal, chances: shares.map((share) => share / total) };
}

/** The place of an action drawn by these chances with a number from 0 to 1. */
export function drawn(chances: number[], chance: number): number {
  let sum = 0;
  const at = chances.findIndex((each) => (sum += each) > chance);
  return at < 0 ? chances.length - 1 : at;
}

/** What a search works with: made once for each title. */
export interface Room {
  root: Block;
  past: Block;
  out: Block;
  weights: Block;
  luck: Block;
  tree: Block;
  soFar: Block;
}

const rooms = new WeakMap<Title, Room>();
const weightsOfAll = new WeakMap<Title, Block>();

function weightsOf(title: Title): Block {
  const known = weightsOfAll.get(title) ?? title.memory.room(4, title.about.numActions);
  weightsOfAll.set(title, known);
  return known;
}

function roomOf(title: Title): Room {
  const known = rooms.get(title) ?? newRoom(title);
  rooms.set(title, known);
  return known;
}

/** Rooms are never given back: whoever has one keeps it for the next search. */
export function newRoom(title: Title): Room {
  const { about, memory } = title;
  const { nodes, row, soFar } = about.search;
  return {
    root: title.room(),
    past: title.room(),
    out: memory.room(8, about.numActions + 1),
    weights: weightsOf(title),
    luck: memory.room(8, about.chance.size),
    tree: memory.room(8, nodes, row),
    soFar: memory.room(8, soFar),
  };
}

/** The action, by number, for a view within so many seconds; and how many simulations there were. */
export function search(
  title: Title,
  view: Words,
  seat: number,
  seed: number,
  budget: number,
  clock: Clock,
): { number: number; simulations: number } {
  const begun = clock();
  const { slice } = title.about.search;
  const thought = new Search(title, roomOf(title), view, seat, seed);
  let [rounds, each] = [1, 1e-7];
  for (;;) {
    const sliceBegun = clock();
    thought.run(rounds);
    const now = clock();
    each = Math.max((now - sliceBegun) / rounds, 0.9 * each);
    const left = begun + budget - now;
    if (left < each) break;
    rounds = Math.max(1, Math.min(2 * rounds, Math.floor(Math.min(slice, left) / each)));
  }
  const [first, ...others] = thought.tries;
  const [number] = others.reduce((best, each) => (each[1] > best[1] ? each : best), first!);
  return { number, simulations: thought.simulations };
}

/** One decision, searched on in as many slices as its caller likes; a room is for one search at a time. */
export class Search {
  simulations = 0;

  constructor(
    private readonly title: Title,
    private readonly room: Room,
    private readonly view: Words,
    private readonly seat: number,
    seed: number,
  ) {
    const { memory, about } = title;
    const { nodes, row } = about.search;
    const tree = memory.words(room.tree);
    for (let node = 0; node < nodes; node++) tree[node * row] = 0n;
    memory.words(room.soFar).set([-1n, 0n, 0n]);
    memory.words(room.luck).fill(0n).set(seedWords(seed).map(BigInt));
    memory.words(room.out).fill(0n);
  }

  /** So many simulations more. */
  run(rounds: number): void {
    const { title, room, view } = this;
    const how = title.about.search;
    for (const block of [room.root, title.raw, room.past, title.view]) title.put(block, view);
    title.memory.call(
      "simulate",
      ...[title.shown, room.root, this.seat, 0, title.raw, room.past, title.view, title.quiet, room.luck, room.out],
      ...[room.weights, room.tree, room.soFar, how.horizon, how.chapters, how.inside, how.trust, how.exploration],
      ...[how.doubt, rounds],
    );
    this.simulations += rounds;
  }

  /** How often each action was tried, by its number. */
  get tries(): [number, number][] {
    const { memory, about } = this.title;
    const how = about.search;
    const at = Number(memory.words(this.room.soFar)[how.root]) * how.row;
    const root = numbers(memory.words(this.room.tree).subarray(at, at + how.row));
    const edge = (k: number, what: number) => root[how.edges + k * how.edge + what]!;
    return Array.from({ length: root[how.count]! }, (_, k) => [edge(k, how.action), edge(k, how.tries)]);
  }
}

/** What a bot of a level does with a view: the number of an action. `chance`: numbers from 0 to 1. */
export function pick(
  title: Title,
  view: Words,
  seat: number,
  level: string,
  chance: () => number,
  budget: number,
  clock: Clock,
) {
  const { care, search: share } = title.about.levels[level]!;
  const legal = title.legal(view, seat);
  if (share > 0 && legal.length === 1) return legal[0]!;
  if (share > 0) return search(title, view, seat, Math.floor(chance() * 2 ** 53), share * budget, clock).number;
  return legal[drawn(weigh(title, view, seat, care).chances, chance())]!;
}
