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
import { Match } from "../../web/src/engine/match";
import { Notation } from "../../web/src/engine/notation";
import { search, weigh } from "../../web/src/engine/search";
import {
  stagesFor,
  type Stage,
  type State,
  type Title,
} from "../../web/src/engine/title";

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
  yield* told([{ told: match.state.opening, state: match.state }], seats);
  for (const [number, [seat, action]] of play.actions.entries()) {
    if (play.looks.includes(number)) yield* looked(match.state, seat, number);
    if (play.searches.includes(number)) {
      yield searched(match.state, seat, number);
      yield tried(match.state, seat, number, action);
    }
    yield* told(match.play(seat, action), seats);
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
