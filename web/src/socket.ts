/** The line to a table. It comes back by itself, says what it has (`after`), and repeats what nobody acknowledged. */

import { changed } from "./changes";
import { connect, isHere } from "./here";
import type { ClientMessage, Problem, Sent, ServerMessage, StateMessage } from "./wire";

export type LineStatus = "connecting" | "open" | "lost" | "closed";

export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LineOptions {
  url: string;
  token: string | null;
  /** Of a spectator: through whose eyes, if they have chosen. */
  eyes?: number | null;
  hear: (message: ServerMessage) => void;
  status: (status: LineStatus) => void;
  /** Nobody looks at the page. */
  hidden?: () => boolean;
  /** A connection is made: what has no `seq` is told from its beginning. */
  anew?: () => void;
  /** The server will not have us: why. */
  refused: (problem: Problem) => void;
  connect?: (url: string) => Socket;
}

type Keyed = Extract<ClientMessage, { key: string }>;

/** Where a table is played. */
export const lineTo = (table: string): string =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${encodeURIComponent(table)}/play`;

const line = (url: string): Socket => (isHere(new URL(url).pathname) ? connect(url) : (new WebSocket(url) as Socket));

// Silence after which the page asks whether anybody is there: a network may be gone without a word of the browser.
const BRISK = 1_000; // somebody looks, and something has happened or was touched within the last minute
const CALM = 10_000;
const HIDDEN = 20_000;
const FAR = 500; // an answer that takes longer: to ask often would burden a slow line, or a server that has too much to do
const MINUTE = 60_000;
const SLOW = 1_900; // nobody answers: people are told, with BRISK before it within three seconds
const DEAD = 6_000; // nobody answers for so long: the line is made anew
const DELAYS = [300, 700, 1500, 3000, 6000]; // before each try, and the last one from then on
const LEFT: Record<number, string> = { 4000: "gone", 4001: "sent-away" };
const TRY_AGAIN = new Set([4429, 4503]); // close codes from 4400 on are refusals; these pass

export class Line {
  seq = 0;
  private socket: Socket | null = null;
  private tries = 0;
  private heard = 0;
  private stirred = 0;
  private asked = 0;
  private far = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;
  private slow: ReturnType<typeof setTimeout> | undefined;
  private dead: ReturnType<typeof setTimeout> | undefined;
  private problem: Problem | null = null;
  private view: StateMessage["view"] = null; // what changes are put on
  private readonly waiting = new Map<string, Keyed>();

  constructor(private readonly options: LineOptions) {
    this.open();
  }

  /** Say something; with a key it is repeated until it is answered. */
  send(message: ClientMessage): void {
    if ("key" in message) {
      this.waiting.set(message.key, message);
      this.expect();
    }
    this.write(message);
  }

  /** The browser says that the network is gone. */
  cut(): void {
    if (this.socket) this.lost(0);
  }

  /** Try now: the network or the page is back. */
  hurry(): void {
    if (this.retry !== undefined) this.open();
    else this.stir();
  }

  /** Somebody is at the page. */
  stir(): void {
    this.stirred = Date.now();
    if (this.socket && this.dead === undefined && this.stirred - this.heard > BRISK) this.ping();
  }

  close(): void {
    this.stop();
    this.options.status("closed");
  }

  private open(): void {
    this.stop();
    this.options.status(this.tries ? "lost" : "connecting");
    this.options.anew?.();
    const connect = this.options.connect ?? line;
    const socket = connect(`${this.options.url}?after=${this.seq}`);
    this.socket = socket;
    this.heard = this.stirred = Date.now();
    this.expect();
    let ready = false; // our socket took the hello
    socket.onopen = () => {
      const { token, eyes = null } = this.options;
      const who = { ...(token && { token }), ...(eyes !== null && { eyes }) };
      socket.send(JSON.stringify({ type: "hello", changes: true, ...who }));
      for (const message of this.waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Sent;
      this.heard = Date.now();
      if (message.type === "pong") this.far = this.heard - this.asked > FAR;
      else this.stirred = this.heard;
      if (!ready && message.type !== "refused") {
        ready = true;
        this.tries = 0;
        this.problem = null;
        this.options.status("open");
      } else if (ready && this.slow !== undefined) this.options.status("open");
      this.answered();
      const calm = this.far || this.heard - this.stirred > MINUTE;
      this.beat = setTimeout(() => this.ping(), this.options.hidden?.() ? HIDDEN : calm ? CALM : BRISK);
      this.take(message);
    };
    socket.onclose = ({ code }) => this.lost(code);
  }

  /** Is somebody there? */
  private ping(): void {
    this.asked = Date.now();
    this.expect();
    this.write({ type: "ping" });
  }

  private expect(): void {
    if (isHere(new URL(this.options.url).pathname)) return; // it may be thinking, but is not gone
    this.slow ??= setTimeout(() => this.options.status("lost"), SLOW);
    this.dead ??= setTimeout(() => this.lost(0), DEAD);
  }

  private answered(): void {
    clearTimeout(this.beat);
    clearTimeout(this.slow);
    clearTimeout(this.dead);
    this.slow = this.dead = undefined;
  }

  private take(sent: Sent): void {
    const message = sent.type === "change" ? this.view && changed(this.view, sent) : sent;
    if (!message) {
      if (this.view) this.write({ type: "whole", after: this.seq }); // until it comes nothing fits
      this.view = null;
      return;
    }
    if (message.type === "state") {
      this.seq = message.seq;
      this.view = message.view;
    }
    if (message.type === "ack" || message.type === "refused") {
      if (message.key) this.waiting.delete(message.key);
      else if (message.type === "refused") this.problem = message;
    }
    this.options.hear(message);
  }

  private lost(code: number): void {
    this.stop();
    if (code in LEFT || (code >= 4400 && code < 4600 && !TRY_AGAIN.has(code))) {
      this.options.status("closed");
      this.options.refused(this.problem ?? { code: LEFT[code] ?? "server", reason: "" });
      return;
    }
    this.options.status("lost");
    const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)]!;
    this.tries += 1;
    this.retry = setTimeout(() => this.open(), delay * (0.8 + 0.4 * Math.random()));
  }

  private write(message: ClientMessage): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // not open: what has a key is said again when it is
    }
  }

  private stop(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.answered();
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }
}
