/** A table in this browser: people who share it, among bots, told in the server's own words (wire.ts).
 * Several people pass the device on: what one of them is told, nobody else gets to see. */

import { hexToBytes } from "@noble/hashes/utils.js";
import { text } from "../engine/codec";
import type { JsonObject } from "../engine/description";
import type { Files } from "../engine/load";
import { Match } from "../engine/match";
import { pick } from "../engine/search";
import { stagesFor, type Seat, type Stage, type Title } from "../engine/title";
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

export class HereTable {
  private readonly match: Match;
  /** What each of the people is told, and what everybody may see. */
  private readonly outboxes = new Map<Seat, Sent[]>();
  /** The seats of the people. */
  readonly people: number[];
  /** Who holds the device; null: nobody, everything is hidden. Somebody alone always does. */
  holder: Seat;
  private last = -1; // who held it before

  constructor(
    private readonly title: Title,
    readonly kept: Kept,
  ) {
    this.people = kept.levels.flatMap((level, seat) => (level === null ? [seat] : []));
    this.holder = this.shared ? null : this.people[0]!;
    for (const seat of this.shared ? [...this.people, null] : this.people) this.outboxes.set(seat, []);
    this.match = begun(title, kept);
    this.tell([{ told: this.match.state.opening, state: this.match.state }]);
    for (const [seat, action] of kept.actions) this.tell(this.match.play(seat, action));
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

  get info(): TableInfo {
    const { kept } = this;
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
    };
  }

  /** How often whoever holds the device has been told something. */
  length(seat: Seat = this.holder): number {
    return this.outboxes.get(seat)!.length;
  }

  /** What they have seen already, if there is more since then: that is told one after the other. */
  get begin(): number {
    return this.holder === null || !this.shared ? this.length() : Math.max(1, this.kept.seen[this.holder] ?? 0);
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
    return {
      seq: this.length(),
      decision: this.match.actions.filter((done) => done.seat === seat).length,
      view: state.view(seat),
      legal: seat === null ? [] : state.legal(seat),
      to_act: state.toAct,
      clock: null,
      result: state.result,
    };
  }

  /** Do an action: a person's, or a bot's. An error says why not. */
  play(seat: number, action: JsonObject): void {
    const stages = this.match.play(seat, action);
    this.kept.actions.push([seat, action]);
    this.kept.check = this.check;
    this.tell(stages);
  }

  /** A bot's turn: what it does; null if none is to act. It gets its view. */
  bot(): [number, JsonObject] | null {
    const { state } = this.match;
    const waits = this.kept.paused || this.kept.ended;
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
  return new Match(title, kept.players, kept.options, hexToBytes(kept.seed), entropy);
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
