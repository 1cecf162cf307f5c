/** A table in this browser: one person among bots, told in the server's own words (wire.ts). */

import { hexToBytes } from "@noble/hashes/utils.js";
import { text } from "../engine/codec";
import type { JsonObject } from "../engine/description";
import { Match } from "../engine/match";
import { pick } from "../engine/search";
import { stagesFor, type Stage, type Title } from "../engine/title";
import type { Eyes, Replay, ReplayStep, Stage as WireStage, StateMessage, TableInfo, TableState } from "../wire";

const THINKS = 0.5; // seconds of an expert

/** What is kept of it. */
export interface Kept {
  id: string;
  game: string;
  players: number;
  options: JsonObject;
  seed: string; // hexadecimal
  levels: (string | null)[]; // of each seat; null: the person's
  name: string;
  actions: [number, JsonObject][];
  created: number;
  paused: boolean;
  ended: boolean;
  notes: string;
}

/** What the person was told at once. */
interface Sent {
  events: JsonObject[];
  stages: WireStage[];
}

export class HereTable {
  private readonly match: Match;
  private readonly sent: Sent[] = [];
  private shown = "";
  readonly seat: number;

  constructor(
    private readonly title: Title,
    readonly kept: Kept,
  ) {
    this.seat = kept.levels.indexOf(null);
    this.match = begun(title, kept);
    this.tell([{ told: this.match.state.opening, state: this.match.state }]);
    for (const [seat, action] of kept.actions) this.tell(this.match.play(seat, action));
  }

  get over(): boolean {
    return this.match.state.toAct.length === 0;
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
        name: level === null ? kept.name : "",
        level,
        auto: null,
      })),
      host: this.seat,
      votes: [],
      commitment: this.match.record()["commitment"] as string,
      deal: null,
      rematch: null,
      created: kept.created,
      compiled: true,
    };
  }

  /** Everything since then. */
  state(after = 0): StateMessage {
    const news = this.sent.slice(Math.min(after, this.sent.length));
    const before = news.slice(0, -1).flatMap(({ events }) => events).length;
    const stages = news.at(-1)?.stages ?? [];
    const moved = stages.map((stage) => ({ ...stage, start: stage.start + before, end: stage.end + before }));
    return { type: "state", ...this.now, events: news.flatMap(({ events }) => events), stages: moved };
  }

  get looked(): TableState {
    return { ...this.now, table: this.info, seat: this.seat };
  }

  private get now() {
    const { state } = this.match;
    return {
      seq: this.sent.length,
      decision: this.match.actions.filter(({ seat }) => seat === this.seat).length,
      view: state.view(this.seat),
      legal: state.legal(this.seat),
      to_act: state.toAct,
      clock: null,
      result: state.result,
    };
  }

  /** Do an action: the person's, or a bot's. An error says why not. */
  play(seat: number, action: JsonObject): void {
    const stages = this.match.play(seat, action);
    this.kept.actions.push([seat, action]);
    this.tell(stages);
  }

  /** A bot's turn: what it does; null if none is to act. It gets its view. */
  bot(): [number, JsonObject] | null {
    const { state } = this.match;
    const seat = this.kept.paused || this.kept.ended ? undefined : state.toAct.find((each) => each !== this.seat);
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
    const news = step(stages, this.seat, null, null);
    const shown = JSON.stringify([news.view, news.to_act]);
    if (shown === this.shown && !news.events.length) return; // what others decide in secret is no news
    this.shown = shown;
    this.sent.push(news as Sent);
  }
}

function begun(title: Title, kept: Kept): Match {
  return new Match(title, kept.players, kept.options, hexToBytes(kept.seed));
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
