/** What a seat may take back, as undo.py has it: a decision from which nobody has learned anything. */

import { seenBy, type Told } from "./codec";
import type { Match } from "./match";
import type { Seat, Stage, State } from "./title";

export class Undoable {
  /** Of each seat: the numbers of its actions, the first is 0. */
  private seats: number[][];

  constructor(players: number) {
    this.seats = Array.from({ length: players }, () => []);
  }

  /** The last action of the match was played by this seat; `own`: its person decided, and here. */
  note(match: Match, before: State, stages: Stage[], seat: number, own: boolean): void {
    const told = stages.flatMap(({ told }) => told);
    this.seats.forEach((numbers, other) => {
      if (other !== seat && numbers.length && learns(before, match.state, told, other, seat)) this.seats[other] = [];
    });
    const quiet = own && !match.drew && isQuiet(before, match.state, stages, seat);
    this.seats[seat] = quiet ? [...this.seats[seat]!, match.actions.length - 1] : [];
  }

  /** The number of the decision that a seat may take back; undefined: none. */
  last(seat: number): number | undefined {
    return this.seats[seat]!.at(-1);
  }

  /** It was taken back. */
  forget(seat: number): void {
    const gone = this.seats[seat]!.pop()!;
    this.seats = this.seats.map((numbers) => numbers.map((number) => (number > gone ? number - 1 : number)));
  }
}

/** Does it look to all others as it did, but for this seat, which has not decided after all? */
export function looksAlike(now: State, then: State, seat: number): boolean {
  const acting = new Set([...now.toAct, seat]);
  const same = then.toAct.length === acting.size && then.toAct.every((each) => acting.has(each));
  return same && others(now, seat).every((other) => isSeen(now, then, other));
}

function isQuiet(before: State, after: State, stages: Stage[], seat: number): boolean {
  const [acted, acting] = [before.toAct, after.toAct];
  const same = acting.every((each) => acted.includes(each));
  if (stages.length > 1 || !same || !acted.every((each) => each === seat || acting.includes(each))) return false;
  const { told } = stages[0]!;
  const kinds = new Map(before.title.about.events.map((kind) => [kind.name, kind]));
  const teaches = (each: Told): boolean => {
    const { reveals, hidden } = kinds.get(String(each.event["type"]))!;
    return (reveals || hidden.length > 0) && !!((each.who >> seat) & 1) && !saysDone(each, after, seat);
  };
  return !told.some(teaches) && !others(before, seat).some((other) => learns(before, after, told, other, seat));
}

const others = (state: State, seat: number): Seat[] =>
  [...Array.from({ length: state.players }, (_, each) => each), null].filter((each) => each !== seat);

/** Has somebody learned more from another's action than that this one need not act any more? */
function learns(before: State, after: State, told: Told[], who: Seat, actor: number): boolean {
  const { spectators } = before.title.about.buffer;
  const heard = told.filter((each) => seenBy(each, who, spectators));
  return !heard.every((each) => saysDone(each, after, actor)) || !isSeen(before, after, who);
}

/** Does an event say no more than who is still to act? */
function saysDone({ event }: Told, after: State, actor: number): boolean {
  const plain = Object.keys(event).every((key) => ["type", "seat", "rule"].includes(key));
  return plain && event["seat"] === actor && !after.toAct.includes(actor);
}

/** Are two views the same, but for who is to act? */
function isSeen(one: State, two: State, who: Seat): boolean {
  const { title } = one;
  const field = title.about.fields.find(({ name }) => name === "to_act");
  const [at, end] = field ? [field.at, field.at + field.shape.reduce((size, axis) => size * axis, 1)] : [0, 0];
  const [left, right] = [title.redacted(one.words, who), title.redacted(two.words, who)];
  return left.every((word, i) => (i >= at && i < end) || word === right[i]);
}
