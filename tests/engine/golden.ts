/** A play as lines of text, by the page's engine: `golden.py` writes the same lines in Python. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { Analysis } from "../../web/src/engine/analysis";
import { text } from "../../web/src/engine/codec";
import type {
  Json,
  JsonObject,
  Script,
} from "../../web/src/engine/description";
import { Account, type Played } from "../../web/src/engine/luck";
import { Match } from "../../web/src/engine/match";
import { Notation } from "../../web/src/engine/notation";
import { search, weigh } from "../../web/src/engine/search";
import {
  stagesFor,
  type Stage,
  type State,
  type Title,
} from "../../web/src/engine/title";
import { Undoable } from "../../web/src/engine/undo";

import {
  dealt,
  fromView,
  isBranch,
  places,
  settled,
  type Branch,
} from "../../web/src/here/branch";
import { HereTable, type Kept } from "../../web/src/here/table";

export { fetchTitle, titleOf } from "../../web/src/engine/load";
export { search };

export interface Play {
  game: string;
  players: number;
  options: JsonObject;
  seed: number;
  actions: [number, JsonObject][];
  looks: number[]; // before these actions views are asked what they tell
  searches: number[]; // and there is a search
}

export function* lines(title: Title, play: Play): Generator<string> {
  const match = new Match(title, play.players, play.options, play.seed);
  const seats = [
    null,
    ...Array.from({ length: play.players }, (_, seat) => seat),
  ];
  const undoable = new Undoable(play.players);
  yield* told([{ told: match.state.opening, state: match.state }], seats);
  for (const [number, [seat, action]] of play.actions.entries()) {
    if (play.looks.includes(number)) yield* looked(match.state, seat, number);
    if (play.searches.includes(number)) {
      yield searched(match.state, seat, number);
      yield tried(match.state, seat, number, action);
    }
    const before = match.state;
    const stages = match.play(seat, action);
    undoable.note(match, before, stages, seat, true);
    const may = seats.slice(1).map((each) => undoable.last(each!) !== undefined);
    yield `undo ${text(may)}`;
    yield* told(stages, seats);
  }
  if (play.searches.length) {
    const account = new Account(title, match.record() as unknown as Played, 3);
    while (account.work());
    yield `account ${text(account.result() as unknown as Json)}`;
    yield `turns ${text(account.turns() as unknown as Json)}`;
  }
  yield text(match.record());
}

function* told(stages: Stage[], seats: (number | null)[]): Generator<string> {
  const { state } = stages.at(-1)!;
  yield `all ${text(state.position())}`;
  for (const seat of seats) yield `${seat} ${text(stagesFor(stages, seat))}`;
  yield `to act ${text(state.toAct)}`;
  for (const seat of state.toAct)
    yield `legal ${seat} ${text(state.legal(seat))}`;
}

/** What bots and boards ask of a view. */
function* looked(
  state: State,
  seat: number,
  number: number,
): Generator<string> {
  const { title } = state;
  const view = state.view(seat);
  const guess = title.determinize(view, number);
  yield `guess ${bytesToHex(sha256(new Uint8Array(guess.words.buffer)))}`;
  yield `belief ${text(title.belief(view))}`;
  for (const level of ["novice", "regular"]) {
    const { legal, chances } = weigh(
      title,
      title.taken(view),
      seat,
      title.about.levels[level]!.care,
    );
    yield `weigh ${text([legal, chances])}`;
  }
}

/** By a clock that ticks with every look. */
function searched(state: State, seat: number, number: number): string {
  let ticks = 0;
  const raw = state.title.taken(state.view(seat));
  const found = search(
    state.title,
    raw,
    seat,
    number,
    0.006,
    () => ticks++ / 1000,
  );
  return `search ${text([found.number, found.simulations])}`;
}

/** In two slices, with a search beside it. */
function tried(
  state: State,
  seat: number,
  number: number,
  action: JsonObject,
): string {
  const { title } = state;
  const thought = new Analysis(title, state.view(seat), seat, {
    actions: [action],
    seed: number,
    width: 3,
  });
  for (const rounds of [2, 34]) {
    thought.run(rounds);
    thought.think(rounds);
  }
  const result = thought.result() as unknown as Json;
  return `tried ${text(result)}`;
}

/** What needs no rules: records as JSON, views read again, actions and their numbers. */
export interface Sight {
  words: string[];
  view: string[];
  seat: number;
  legal: number[];
}

export function* written(script: Script, sights: Sight[]): Generator<string> {
  const notation = new Notation(script);
  for (const { words, view, seat, legal } of sights) {
    const whole = BigInt64Array.from(words, BigInt);
    const seen = notation.written(BigInt64Array.from(view, BigInt));
    const actions = notation.decoded(whole, seat, legal);
    yield text(notation.written(whole));
    yield text(seen);
    yield text(actions);
    yield text(
      actions.map((action) => notation.encoded(whole, seat, action)) as Json,
    );
    yield text(Array.from(notation.taken({ ...seen, result: null }), Number));
    yield `belief ${text(notation.belief({ ...seen, result: null }))}`;
  }
}

/** What boards ask. */
export function* answered(
  script: Script,
  views: { view: JsonObject; seat: number | null; about: JsonObject }[],
): Generator<string> {
  const notation = new Notation(script);
  for (const { view, seat, about } of views)
    for (const name of Object.keys(script.edges.questions))
      yield `${name} ${text(notation.ask(view, seat, name, about))}`;
}

/** What if: branches from what seats know, played on, taken back and settled by hand. */
export function* branches(title: Title, play: Play): Generator<string> {
  const match = new Match(title, play.players, play.options, play.seed);
  for (const [number, [seat, action]] of play.actions.entries()) {
    if (play.looks.includes(number)) yield* branched(match.state, seat, number);
    match.play(seat, action);
  }
}

function* branched(
  state: State,
  seat: number,
  number: number,
): Generator<string> {
  const { title } = state;
  const view = state.view(seat);
  const how = { known: [], deal: number, seed: "07" };
  const branch = fromView(view, seat, "regular", how);
  const twin = title.determinize(view, number + 1000);
  const same =
    text(fromView(twin.view(seat), seat, "regular", how) as unknown as Json) ===
    text(branch as unknown as Json);
  yield `a branch ${isBranch(branch)}, and the same one in a twin world ${same}`;
  const kept = {
    ...branch,
    id: "HERE-X",
    names: [],
    notes: [],
    seen: [],
    created: 0,
    paused: false,
    ended: false,
  };
  const tableOf = (made: Branch): HereTable =>
    new HereTable(title, {
      ...kept,
      ...made,
      branch: { ...made, of: null },
    } as unknown as Kept);
  const table = tableOf(structuredClone(branch));
  const start = dealt(title, branch.start!);
  const going = new Match(
    title,
    state.players,
    {},
    new Uint8Array([7]),
    [],
    start,
  );
  for (let i = 0; i < 6 && !table.over; i++) {
    const acting = going.state.toAct[0]!;
    const [first] = going.state.legal(acting);
    going.play(acting, first!);
    table.play(acting, first!);
  }
  yield `branch ${text(table.record)}`;
  const before = table.before;
  const mine = table.kept.actions.findLastIndex(([who]) => who === seat);
  yield `back ${mine < 0 ? before === null : before!.kept.actions.length === mine}`;
  yield `again ${again(table, tableOf, (seat + 1) % state.players)}`;
  for (const place of places(title, view, seat, [])) {
    const value = place.chances.at(-1)![0]; // the least likely
    const known = settled(title, view, seat, [], place, value);
    if (!known) throw new Error(`${place.key} ${place.n} cannot be ${value}`);
    const { at, is } = known[0]!;
    const start = { view, seat, known, deal: number };
    const position = dealt(title, start).position();
    yield `settled ${text([at, is, seat, view, position] as Json)}`;
  }
}

/** A branch of a branch, by another seat: the same match so far, of which nothing is taken back. */
function again(
  table: HereTable,
  tableOf: (made: Branch) => HereTable,
  seat: number,
): boolean {
  const { content } = table;
  const given = content.actions.length;
  const levels = content.levels.map((_, n) => (n === seat ? null : "regular"));
  const made = structuredClone({ ...content, given, seat, levels });
  const other = tableOf(made);
  const same = isBranch(made) && text(other.record) === text(table.record);
  const { before } = other.info.branch!;
  const mine = other.before === null && before === other.looked.decision;
  other.gone = true;
  return same && mine && other.bot() === null;
}
