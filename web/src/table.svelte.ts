/** One table as this browser sees it: what the server said, and what has been chosen and not yet answered. */

import { secret } from "./check";
import type { BoardModule, Json, Review } from "./games/board";
import { same } from "./games/board";
import { Notes } from "./notes.svelte";
import { ends } from "./rounds";
import { Line, type LineStatus } from "./socket";
import type { ChatLine, ClientMessage, Problem, SeatClock, ServerMessage, StateMessage, TableInfo } from "./wire";

type Keyed = Extract<ClientMessage, { key: string }>;
type Keyless<M> = M extends Keyed ? Omit<M, "key"> : never;

const NOTHING: BoardModule["rounds"] = { from: [], to: [] };
const REVEAL = "reveal"; // the key: a seat reveals once

export class Table {
  status = $state<LineStatus>("connecting");
  info = $state.raw<TableInfo | null>(null);
  seat = $state.raw<number | null>(null);
  position = $state.raw<StateMessage | null>(null);
  log = $state.raw<Json[]>([]);
  /** The events of the newest state; [] for the first one, which is history. */
  fresh = $state.raw<Json[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  chatRead = $state(0); // how many lines have been seen
  present = $state.raw<number[]>([]);
  clock = $state.raw<{ seats: SeatClock[]; at: number } | null>(null);
  /** Why the server will not have us. */
  closed = $state.raw<Problem | null>(null);
  /** Why the last thing we tried was refused. */
  refusal = $state.raw<(Problem & { key?: string | null }) | null>(null);
  selected = $state.raw<Json | null>(null);
  readonly notes: Notes | null;
  private reviews = $state.raw<Review[]>([]);
  /** What is on its way: the key of the action, and the seq of its acknowledgement. */
  private sent = $state.raw<{ key: string; seq: number | null } | null>(null);
  private said: Keyed | null = null; // the last of what may be held back
  /** How long the log was when I decided, as far as this page has seen it. */
  private decided = $state.raw<number | null>(null);
  private rounds = NOTHING;
  private readonly line: Line;
  private newChat = true; // the next lines are all there are
  private oldChat = true; // and were said before we came
  private revealed: (() => void) | null = null; // to be called when the server has it

  /** The table itself, as soon as the server has told of it. */
  readonly known: Promise<TableInfo>;
  private tell: (info: TableInfo) => void = () => undefined;

  constructor(id: string, token: string | null) {
    this.known = new Promise((tell) => (this.tell = tell));
    const { protocol, host } = location;
    this.notes = token === null ? null : new Notes(id, token);
    this.line = new Line({
      url: `${protocol === "https:" ? "wss" : "ws"}://${host}/api/tables/${encodeURIComponent(id)}/play`,
      token,
      hear: (message) => this.hear(message),
      status: (status) => {
        this.status = status;
        if (status !== "open") this.newChat = true;
      },
      refused: (problem) => (this.closed = problem),
    });
  }

  get view(): Json | null {
    return this.position?.view ?? null;
  }

  get busy(): boolean {
    return this.sent !== null;
  }

  get legal(): Json[] {
    return this.info?.status === "playing" && !this.info.paused ? (this.position?.legal ?? []) : [];
  }

  get toAct(): number[] {
    return this.info?.status === "playing" ? (this.position?.to_act ?? []) : [];
  }

  get mine(): boolean {
    return this.legal.length > 0 && !this.busy;
  }

  get over(): boolean {
    return this.info?.status === "over" || this.info?.status === "ended";
  }

  get review(): Review | null {
    return this.reviews[0] ?? null;
  }

  /** How the rounds of this game end; known when its board is loaded. */
  setRounds(rounds: BoardModule["rounds"]): void {
    this.rounds = rounds;
  }

  select = (action: Json | null): void => {
    this.selected = action;
    this.refusal = null;
  };

  confirm = (action: Json | null = this.selected): void => {
    if (!action || this.busy || !this.position) return;
    this.selected = action;
    this.refusal = null;
    const key = secret();
    this.sent = { key, seq: null };
    this.line.send({ type: "act", key, decision: this.position.decision, action });
  };

  /** Say something to the table; its key. */
  say(message: Keyless<Keyed>): string {
    const key = secret();
    this.refusal = null;
    this.said = { ...message, key } as Keyed;
    this.line.send(this.said);
    return key;
  }

  /** What was held back and may be said nevertheless. */
  get held(): Keyed | null {
    return this.refusal?.anyway && this.said?.key === this.refusal.key ? this.said : null;
  }

  /** Say it nevertheless; its key. */
  insist(): string {
    return this.say({ ...this.held!, anyway: true } as Keyless<Keyed>);
  }

  /** Show this browser's part of the shuffle, once; also after a lost connection. */
  reveal(entropy: string, done: () => void): void {
    if (!this.revealed) this.line.send({ type: "reveal", key: REVEAL, entropy });
    this.revealed = done;
  }

  read(step: number): void {
    const [first, ...rest] = this.reviews;
    if (first) this.reviews = [{ ...first, step: Math.max(0, Math.min(step, first.events.length - 1)) }, ...rest];
  }

  /** The player has read the end of a round. */
  close = (): void => {
    this.reviews = this.reviews.slice(1);
  };

  /** The log where memory counts: since my last decision; if this page has seen none, from the last end of a round on. */
  get recent(): Json[] {
    return this.log.slice(this.decided ?? Math.max(0, this.log.indexOf(this.last?.[0] as Json)));
  }

  /** The last end of a round, to be read once more. */
  get last(): Json[] | undefined {
    return ends(this.log, this.rounds).at(-1);
  }

  again(): void {
    if (this.last) this.reviews = [{ events: this.last, step: 0, before: null }];
  }

  hurry = (): void => this.line.hurry();

  end(): void {
    void this.notes?.save();
    this.line.close();
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        return this.take(message);
      case "table":
        this.info = message.table;
        this.tell(message.table);
        this.seat = message.seat;
        return this.setClock(message.clock);
      case "ack":
        if (this.sent?.key === message.key) this.answered(message.seq);
        if (message.key === REVEAL) this.revealed?.();
        return;
      case "refused":
        if (message.key === REVEAL) return; // too late: what became of the seat is told anyway
        if (message.key && this.sent?.key === message.key) this.sent = null;
        if (message.key) this.refusal = message;
        return;
      case "chat":
        this.chat = this.newChat ? message.lines : [...this.chat, ...message.lines];
        if (this.oldChat) this.chatRead = this.chat.length;
        this.newChat = this.oldChat = false;
        return;
      case "presence":
        this.present = message.seats;
        this.oldChat = false;
    }
  }

  private take(state: StateMessage): void {
    const first = this.position === null;
    const back = !first && state.seq < this.position!.seq; // the server knows less than we do: it tells all again
    const before = this.view;
    if (back) this.decided = null;
    else if (!first && state.decision > this.position!.decision) this.decided = this.log.length;
    this.log = back ? state.events : [...this.log, ...state.events];
    this.fresh = first || back ? [] : state.events;
    this.position = state;
    this.setClock(state.clock);
    this.reviews = [
      ...this.reviews,
      ...ends(this.fresh, this.rounds).map((events, i) => ({ events, step: 0, before: i ? null : before })),
    ];
    if (this.selected && !state.legal.some((action) => same(action, this.selected))) this.selected = null;
    if (this.sent?.seq != null && state.seq >= this.sent.seq) this.settle();
  }

  private answered(seq: number): void {
    this.sent = { key: this.sent!.key, seq };
    if (this.position && this.position.seq >= seq) this.settle();
  }

  private settle(): void {
    this.sent = null;
    this.selected = null;
  }

  private setClock(seats: SeatClock[] | null): void {
    this.clock = seats && { seats, at: Date.now() };
  }
}
