/** A table in this browser: people who share it, among bots, told in the server's own words (wire.ts).
 * Several people pass the device on: what one of them is told, nobody else gets to see. */

import { hexToBytes } from "@noble/hashes/utils.js";
import { text } from "../engine/codec";
import type { JsonObject } from "../engine/description";
import type { Files } from "../engine/load";
import { Match } from "../engine/match";
import { pick } from "../engine/search";
import { stagesFor, type Seat, type Stage, type Title } from "../engine/title";
import { looksAlike, Undoable } from "../engine/undo";
import { dealt, type Branch, type Origin, type Start } from "./branch";
import type { Eyes, Replay, ReplayStep, Stage as WireStage, StateMessage, TableInfo, TableState } from "../wire";

const THINKS = 0.5; // seconds of an expert

/** What is kept of it. */
export interface Kept {
  id: string;
  game: string;
  players: number;
  options: JsonObject;
  seed: string; // hexadecimal
  levels: (string | null)[]; // of each seat; null: a person's
  names: string[]; // of each seat; a bot has none
  notes: string[]; // of each seat
  seen: number[]; // how much of what each was told they have seen
  /** What was added to the seed, in a record from elsewhere. */
  entropy?: string[];
  /** The files of the rules it began with, and the check of the last action. */
  engine?: Files;
  check?: string;
  actions: [number, JsonObject][];
  /** It left another match, after so many of these actions. */
  branch?: { name: string; of: Origin | null; given: number; start: Start | null };
  /** It is the map of this day. */
  day?: number;
  created: number;
  paused: boolean;
  ended: boolean;
}

/** What somebody was told at once, and how it stood then. */
interface Sent {
  events: JsonObject[];
  stages: WireStage[];
  view: JsonObject;
  to_act: number[];
}

/** What no server tells: this table is a branch (`before`: with so many decisions of its person given), or the map of a day. */
export type HereInfo = TableInfo & { branch?: { name: string; of: Origin | null; before: number }; day?: number };

export class HereTable {
  private match: Match;
  private undoable: Undoable;
  private readonly taken: number[]; // of each seat: how often it has taken something back
  /** What each of the people is told, and what everybody may see. */
  private readonly outboxes = new Map<Seat, Sent[]>();
  /** The seats of the people. */
  readonly people: number[];
  /** Who holds the device; null: nobody, everything is hidden. Somebody alone always does. */
  holder: Seat;
  private last = -1; // who held it before
  /** It was taken back, or thrown away: what its bots would do is neither done nor kept. */
  gone = false;

  constructor(
    private readonly title: Title,
    readonly kept: Kept,
  ) {
    this.people = kept.levels.flatMap((level, seat) => (level === null ? [seat] : []));
    this.holder = this.shared ? null : this.people[0]!;
    for (const seat of this.shared ? [...this.people, null] : this.people) this.outboxes.set(seat, []);
    this.match = begun(title, kept);
    this.undoable = new Undoable(kept.players);
    this.taken = kept.levels.map(() => 0);
    this.tell([{ told: this.match.state.opening, state: this.match.state }]);
    kept.actions.forEach(([seat, action], i) => this.done(seat, action, i < (kept.branch?.given ?? 0)));
  }

  /** Do several people share this device? */
  get shared(): boolean {
    return this.people.length > 1;
  }

  /** Who has to take the device over, so that it goes on; null: nobody. */
  get next(): Seat {
    const awaited = this.finished ? [] : this.match.state.toAct.filter((seat) => this.people.includes(seat));
    if (!awaited.length || awaited.includes(this.holder ?? -1)) return null;
    return awaited.find((seat) => seat > (this.holder ?? this.last)) ?? awaited[0]!;
  }

  /** Somebody takes the device over, or (null) it is put down. False: it is not for them. */
  take(seat: Seat): boolean {
    if (!this.shared || seat === this.holder) return true;
    if (seat !== null && seat !== this.next) return false;
    if (this.holder !== null) {
      this.last = this.holder;
      this.kept.seen[this.last] = this.length(this.last);
    }
    if (seat !== null && seat !== this.last) this.undoable = new Undoable(this.kept.players); // it was handed on
    this.holder = seat;
    return true;
  }

  get over(): boolean {
    return this.match.state.toAct.length === 0;
  }

  /** A digest of all that has happened. */
  get check(): string {
    return this.match.actions.at(-1)?.check ?? "";
  }

  get finished(): boolean {
    return this.over || this.kept.ended;
  }

  /** As it stood before the last decision of a person; null: a branch is not taken back any further. */
  get before(): HereTable | null {
    const { actions, branch } = this.kept;
    const last = actions.findLastIndex(([seat]) => this.people.includes(seat));
    if (!branch || last < branch.given) return null;
    const then = { actions: actions.slice(0, last), ended: false, paused: false, check: undefined };
    return new HereTable(this.title, { ...this.kept, ...then });
  }

  /** All that makes it, to go on elsewhere. */
  get content(): Branch {
    const { game, players, options, levels, seed, entropy = [], actions, branch } = this.kept;
    const { name = "", start = null, given = 0 } = branch ?? {};
    const own = { format: 1, version: this.title.about.version, name, start, given };
    return { ...own, game, players, options, seat: this.people[0]!, levels, seed, entropy, actions };
  }

  get info(): HereInfo {
    const { kept } = this;
    const { name, of = null, given = 0 } = kept.branch ?? {};
    const before = kept.actions.slice(0, given).filter(([seat]) => this.people.includes(seat)).length;
    return {
      id: kept.id,
      code: kept.id,
      game: kept.game,
      players: kept.players,
      options: this.match.options,
      pace: { kind: "relaxed" },
      spectators: "none",
      watched: 0,
      talk: "off",
      aids: true,
      status: this.over ? "over" : kept.ended ? "ended" : "playing",
      paused: kept.paused,
      seats: kept.levels.map((level, seat) => ({
        seat,
        kind: level === null ? "person" : "bot",
        name: kept.names[seat] ?? "",
        level,
        auto: null,
      })),
      host: this.holder ?? this.people[0]!,
      votes: [],
      commitment: this.match.record()["commitment"] as string,
      deal: null,
      rematch: null,
      created: kept.created,
      compiled: true,
      ...(kept.day !== undefined && { day: kept.day }),
      ...(name !== undefined && { branch: { name, of, before } }),
    };
  }

  /** How often whoever holds the device has been told something. */
  length(seat: Seat = this.holder): number {
    return this.outboxes.get(seat)!.length;
  }

  /** What they have seen already, if there is more since then: that is told one after the other. */
  get begin(): number {
    if (this.holder === null || !this.shared) return this.length();
    return Math.min(this.length(), Math.max(1, this.kept.seen[this.holder] ?? 0)); // some may have been taken back
  }

  /** Everything since then, up to now or up to then. */
  state(after = 0, upTo = this.length()): StateMessage {
    const all = this.outboxes.get(this.holder)!;
    const news = all.slice(Math.min(after, upTo), upTo);
    const before = news.slice(0, -1).flatMap(({ events }) => events).length;
    const stages = news.at(-1)?.stages ?? [];
    const moved = stages.map((stage) => ({ ...stage, start: stage.start + before, end: stage.end + before }));
    const { view, to_act } = all[upTo - 1]!;
    const earlier = upTo < all.length && { seq: upTo, view, to_act, legal: [], result: null };
    return { type: "state", ...this.now, ...earlier, events: news.flatMap(({ events }) => events), stages: moved };
  }

  /** As somebody looks at it who does not hold the device. */
  get looked(): TableState {
    const hidden = this.shared && { view: null, legal: [] };
    return { ...this.now, ...hidden, table: this.info, seat: this.shared ? null : this.holder };
  }

  private get now() {
    const { state } = this.match;
    const seat = this.holder;
    const decided = this.match.actions.filter((done) => done.seat === seat).length;
    return {
      seq: this.length(),
      decision: decided + 2 * (this.taken[seat ?? -1] ?? 0), // what was taken back counts, and taking it back
      undo: !this.finished && seat !== null && this.undoable.last(seat) !== undefined,
      view: state.view(seat),
      legal: seat === null ? [] : state.legal(seat),
      to_act: state.toAct,
      clock: null,
      result: state.result,
    };
  }

  /** Do an action: a person's, or a bot's. An error says why not. */
  play(seat: number, action: JsonObject): void {
    this.done(seat, action);
    this.kept.actions.push([seat, action]);
    this.kept.check = this.check;
  }

  private done(seat: number, action: JsonObject, given = false): void {
    const before = this.match.state;
    const stages = this.match.play(seat, action);
    this.undoable.note(this.match, before, stages, seat, !given && this.people.includes(seat));
    this.tell(stages);
  }

  /** Somebody takes their last decision back, from which nobody has learned anything; false: that may not be. */
  takeBack(seat: number): boolean {
    const number = this.undoable.last(seat);
    if (number === undefined || this.finished) return false;
    const actions = this.kept.actions.filter((_, i) => i !== number);
    const then = begun(this.title, this.kept);
    for (const [who, action] of actions) then.play(who, action);
    const before = this.match.state;
    if (!looksAlike(before, then.state, seat)) return false;
    this.match = then;
    this.undoable.forget(seat);
    this.taken[seat]! += 1;
    this.kept.actions = actions;
    this.kept.check = this.check;
    const { state } = then;
    const events = [{ type: "taken-back", seat }];
    const noticed = before.toAct.includes(seat) ? [seat] : [...this.outboxes.keys()];
    for (const who of noticed)
      this.outboxes.get(who)?.push({ events, stages: [], view: state.view(who), to_act: state.toAct });
    return true;
  }

  /** A bot's turn: what it does; null if none is to act. It gets its view. */
  bot(): [number, JsonObject] | null {
    const { state } = this.match;
    const waits = this.gone || this.kept.paused || this.kept.ended;
    const seat = waits ? undefined : state.toAct.find((each) => this.kept.levels[each] !== null);
    if (seat === undefined) return null;
    const view = this.title.redacted(state.words, seat);
    const level = this.kept.levels[seat]!;
    const number = pick(this.title, view, seat, level, Math.random, THINKS, () => performance.now() / 1000);
    return [seat, this.title.decoded(view, seat, [number])[0]!];
  }

  get record(): JsonObject {
    return this.match.record();
  }

  replay(eyes: Eyes): Replay {
    const again = begun(this.title, this.kept);
    const steps = [step([{ told: again.state.opening, state: again.state }], eyes, null, null)];
    for (const [seat, action] of this.kept.actions) {
      const known = eyes === "all" || eyes === seat;
      steps.push(step(again.play(seat, action), eyes, seat, known ? action : null));
    }
    const marks = steps.map(({ view }) => JSON.stringify(this.title.about.rounds.map((key) => view[key])));
    const rounds = marks.flatMap((mark, i) => (i === 0 || mark !== marks[i - 1] ? [i] : []));
    return { seat: eyes, steps, rounds, verified: text(again.record()) === text(this.record) };
  }

  private tell(stages: Stage[]): void {
    for (const [seat, sent] of this.outboxes) {
      const news = step(stages, seat ?? "spectator", null, null) as Sent;
      const before = sent.at(-1);
      const same = before && JSON.stringify([before.view, before.to_act]) === JSON.stringify([news.view, news.to_act]);
      if (!same || news.events.length) sent.push(news); // what others decide in secret is no news
    }
  }
}

function begun(title: Title, kept: Kept): Match {
  const entropy = (kept.entropy ?? []).map(hexToBytes);
  const start = kept.branch?.start && dealt(title, kept.branch.start);
  return new Match(title, kept.players, kept.options, hexToBytes(kept.seed), entropy, start ?? undefined);
}

function step(stages: Stage[], eyes: Eyes, seat: number | null, action: JsonObject | null): ReplayStep {
  const { state } = stages.at(-1)!;
  const told =
    eyes === "all"
      ? stages.map(({ told, state }) => ({ events: told.map(({ event }) => event), view: plain(state.position()) }))
      : stagesFor(stages, eyes === "spectator" ? null : eyes);
  let start = 0;
  const parts = told.map(({ events, view }) => ({ start, end: (start += events.length), view }));
  return {
    seat,
    action,
    events: told.flatMap(({ events }) => events),
    view: told.at(-1)!.view,
    to_act: state.toAct,
    stages: parts.slice(0, -1),
  };
}

/** Without the generator's words, which JSON has no number for here. */
function plain(position: JsonObject): JsonObject {
  return { ...position, rng: null };
}
