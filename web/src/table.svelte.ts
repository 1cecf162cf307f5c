/** One table as this browser sees it: what the server said, and what has been chosen and not yet answered. */

import { secret } from "./check";
import type { Json, Stage } from "./games/board";
import { same } from "./games/board";
import { muted, prefs } from "./keep.svelte";
import type { Passed } from "./here/worker";
import { Notes } from "./notes.svelte";
import { Line, lineTo, type LineStatus } from "./socket";
import { staged } from "./stages";
import { PACES, Story } from "./story.svelte";
import type { ChatLine, ClientMessage, Problem, SeatClock, ServerMessage, StateMessage, TableInfo } from "./wire";

type Keyed = Extract<ClientMessage, { key: string }>;
type Keyless<M> = M extends Keyed ? Omit<M, "key"> : never;

const REVEAL = "reveal"; // the key: a seat reveals once

export class Table {
  status = $state<LineStatus>("connecting");
  info = $state.raw<TableInfo | null>(null);
  seat = $state.raw<number | null>(null);
  position = $state.raw<StateMessage | null>(null);
  readonly story = new Story(() => PACES[prefs.all.pace]);
  chat = $state.raw<ChatLine[]>([]);
  chatRead = $state(0); // how many lines have been seen
  /** What was said just now: it is shown at the seats for a while. */
  spoken = $state.raw<ChatLine[]>([]);
  /** What spectators say among themselves; players read it after the end. */
  gallery = $state.raw<ChatLine[]>([]);
  watching = $state(0);
  present = $state.raw<number[]>([]);
  /** For whom others need not wait: no connection, or no decision, for long. */
  gone = $state.raw<number[]>([]);
  slow = $state.raw<number[]>([]);
  clock = $state.raw<{ seats: SeatClock[]; at: number } | null>(null);
  /** Where people share this device: to whom it goes now (null: not yet), and whether there is something to look at before. */
  passed = $state.raw<Passed | null>(null);
  /** Why the server will not have us. */
  closed = $state.raw<Problem | null>(null);
  /** Why the last thing we tried was refused. */
  refusal = $state.raw<(Problem & { key?: string | null }) | null>(null);
  selected = $state.raw<Json | null>(null);
  readonly notes: Notes | null;
  /** The last stages, to be read once more. */
  last = $state.raw<Stage[] | null>(null);
  /** What is on its way: the key of the action, and the seq of its acknowledgement. */
  private sent = $state.raw<{ key: string; seq: number | null } | null>(null);
  private said: Keyed | null = null; // the last of what may be held back
  /** How long the log was when I decided, as far as this page has seen it. */
  private decided = $state.raw<number | null>(null);
  private came = 0; // how long it was when this page was opened
  private readonly line: Line;
  private newChat = true; // the next lines are all there are
  private newGallery = true;
  private oldChat = true; // and were said before we came
  private revealed: (() => void) | null = null; // to be called when the server has it

  /** The table itself, as soon as the server has told of it. */
  readonly known: Promise<TableInfo>;
  private tell: (info: TableInfo) => void = () => undefined;

  /** `chosen`: through whose eyes somebody watches, where the table lets them say so. */
  constructor(
    id: string,
    token: string | null,
    private readonly chosen: number | null = null,
  ) {
    this.known = new Promise((tell) => (this.tell = tell));
    this.notes = token === null ? null : new Notes(id, token);
    this.line = new Line({
      url: lineTo(id),
      token,
      eyes: this.chosen,
      hear: (message) => this.hear(message),
      status: (status) => (this.status = status),
      hidden: () => document.hidden,
      anew: () => (this.newChat = this.newGallery = true),
      refused: (problem) => (this.closed = problem),
    });
  }

  get view(): Json | null {
    return this.position?.view ?? null;
  }

  /** Through whose eyes the table is seen; null: nobody's, what is public. */
  get eyes(): number | null {
    if (this.seat !== null || this.info?.delay == null) return this.seat;
    return this.info.spectators === "seats" ? (this.chosen ?? this.info.watched) : this.info.watched;
  }

  get busy(): boolean {
    return this.sent !== null;
  }

  get legal(): Json[] {
    return this.info?.status === "playing" && !this.info.paused ? (this.position?.legal ?? []) : [];
  }

  /** Whose decision it is, as far as it has been told. */
  get toAct(): number[] {
    return this.info?.status === "playing" || this.story.behind ? this.story.toAct : [];
  }

  get mine(): boolean {
    return this.legal.length > 0 && !this.busy;
  }

  /** How many lines there are to read: of those one hears. */
  get lines(): number {
    const deaf = muted.of(this.info?.id ?? "");
    return [...this.chat, ...this.gallery].filter(({ person, name }) => !deaf.includes(person ?? name)).length;
  }

  /** Why others may let a bot decide in this seat now. */
  relief(seat: number): "gone" | "slow" | null {
    const who = this.info?.seats[seat];
    if (this.info?.status !== "playing" || this.seat === null || seat === this.seat) return null;
    if (who?.kind !== "person" || who.auto) return null;
    return this.gone.includes(seat) ? "gone" : this.slow.includes(seat) ? "slow" : null;
  }

  get over(): boolean {
    return this.info?.status === "over" || this.info?.status === "ended";
  }

  /** What lies on the table: the stage that is being told, or how it stands now. */
  get shown(): Json | null {
    return this.story.behind ? this.story.stage!.view : this.view;
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
    this.story.rest();
    this.line.send({ type: "act", key, decision: this.position.decision, action });
  };

  /** Nobody has learned anything from my last decision: it can be taken back. */
  get undoable(): boolean {
    return this.info?.status === "playing" && !this.info.paused && !this.busy && !!this.position?.undo;
  }

  takeBack = (): void => {
    if (!this.undoable) return;
    this.select(null);
    const key = secret();
    this.sent = { key, seq: null };
    this.line.send({ type: "undo", key, decision: this.position!.decision });
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

  /** What has been told, where memory counts: since my last decision; if this page has seen none, from the last stages on. */
  get recent(): Json[] {
    const { log, told } = this.story;
    return log.slice(this.decided ?? Math.max(0, log.indexOf(this.last?.[0]?.events[0] as Json)), told);
  }

  /** What has been told since I last decided, or came. */
  get since(): Json[] {
    return this.story.log.slice(this.decided ?? this.came, this.story.told);
  }

  again(): void {
    if (this.last) this.story.again(this.last);
  }

  hurry = (): void => this.line.hurry();
  stir = (): void => this.line.stir();
  cut = (): void => this.line.cut();

  end(): void {
    this.story.rest();
    void this.notes?.save();
    this.line.close();
  }

  private hear(message: ServerMessage | Passed): void {
    switch (message.type) {
      case "passed":
        this.passed = message;
        return;
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
        if (!this.newChat) this.spoken = message.lines;
        this.chat = this.newChat ? message.lines : [...this.chat, ...message.lines];
        if (this.oldChat) this.chatRead = this.lines;
        this.newChat = this.oldChat = false;
        return;
      case "gallery":
        this.gallery = this.newGallery ? message.lines : [...this.gallery, ...message.lines];
        this.newGallery = false;
        return;
      case "presence":
        this.present = message.seats;
        this.watching = message.watching;
        this.gone = message.gone;
        this.slow = message.slow;
        this.newChat = this.newGallery = this.oldChat = false; // what had been said before has come
    }
  }

  private take(state: StateMessage): void {
    const first = this.position === null;
    const back = !first && state.seq < this.position!.seq; // the server knows less than we do: it tells all again
    const stages = staged(state.events, state.stages);
    const own = !first && !back && state.decision > this.position!.decision;
    if (back) this.decided = null;
    else if (own) this.decided = this.story.log.length;
    this.position = state;
    if (first || back) this.came = state.events.length;
    this.story.take(state, { anew: first || back, own });
    this.setClock(state.clock);
    if (stages.length) this.last = stages;
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
