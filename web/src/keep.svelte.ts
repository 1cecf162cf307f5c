/** What this browser remembers: the seats it holds, and how its owner likes the page. */

import type { Proof } from "./check";
import type { Pace } from "./story.svelte";
import type { Face } from "./wire";

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const write = (key: string, value: unknown): void => localStorage.setItem(key, JSON.stringify(value));

export interface Ticket {
  table: string;
  code: string;
  game: string;
  seat: number | null;
  token: string;
  at: number;
  /** As it was shown before the end: the server cannot give another one later. */
  commitment?: string;
  /** When bots take the open seats, if nobody has come to a table for anybody. */
  fill?: number;
  /** Its part of the shuffle, and what was bound with it. */
  proof?: Proof;
  /** Its part of the shuffle of the next game with the same people. */
  next?: Proof;
  /** What is to be played, as its owner last agreed to it. */
  knew?: Known;
  /** It is an account's: on all devices of its owner, and gone from here when they sign out. */
  account?: boolean;
}

interface Known {
  options: Record<string, unknown>;
  players: number;
}

const LONGEST = 30;

class Tickets {
  all = $state.raw<Ticket[]>(read("tables", []));

  /** By the table's id or code. */
  find(table: string): Ticket | undefined {
    return this.all.find((ticket) => ticket.table === table || ticket.code === table.toUpperCase());
  }

  add(ticket: Omit<Ticket, "at">): void {
    const others = this.all.filter((other) => other.table !== ticket.table);
    this.save([{ ...ticket, at: Date.now() }, ...others].slice(0, LONGEST));
  }

  change(table: string, change: Partial<Ticket>): void {
    this.save(this.all.map((ticket) => (ticket.table === table ? { ...ticket, ...change } : ticket)));
  }

  prove(table: string, change: Partial<Proof>): void {
    const proof = this.find(table)?.proof;
    if (proof) this.change(table, { proof: { ...proof, ...change } });
  }

  know(table: string, knew: Known): void {
    if (JSON.stringify(this.find(table)?.knew) !== JSON.stringify(knew)) this.change(table, { knew });
  }

  /** Is told what its owner does not want to see any more. */
  removed: (ticket: Ticket) => void = () => undefined;

  remove(table: string): void {
    this.all.filter((ticket) => ticket.table === table).forEach(this.removed);
    this.save(this.all.filter((ticket) => ticket.table !== table));
  }

  drop(which: (ticket: Ticket) => boolean): void {
    this.save(this.all.filter((ticket) => !which(ticket)));
  }

  /** Those of other devices; what this browser has stays. */
  merge(others: Ticket[]): void {
    const all = [...this.all, ...others.filter((ticket) => !this.find(ticket.table))];
    if (all.length > this.all.length) this.save(all.sort((a, b) => b.at - a.at).slice(0, LONGEST));
  }

  /** All are a guest's again. */
  free(): void {
    this.save(this.all.map((ticket) => ({ ...ticket, account: false })));
  }

  private save(all: Ticket[]): void {
    this.all = all;
    write("tables", all);
  }
}

export const tickets = new Tickets();

/** Whom this browser does not want to hear, by table: people by their numbers, spectators by their names. */
class Muted {
  private all = $state.raw<Record<string, (number | string)[]>>(read("muted", {}));

  of(table: string): (number | string)[] {
    return this.all[table] ?? [];
  }

  toggle(table: string, who: number | string): void {
    const others = this.of(table).filter((other) => other !== who);
    const now = others.length === this.of(table).length ? [...others, who] : others;
    const rest = Object.entries(this.all).filter(([other]) => other !== table);
    this.all = Object.fromEntries([...(now.length ? [[table, now] as const] : []), ...rest].slice(0, LONGEST));
    write("muted", this.all);
  }
}

export const muted = new Muted();

export type Theme = "system" | "light" | "dark";

interface Prefs {
  theme: Theme;
  sound: boolean;
  volume: number; // 0 to 1
  motion: boolean;
  pace: Pace;
  confirm: boolean; // every choice is confirmed
  notify: boolean;
  notifyAsked: boolean; // at a table whose game takes days
  name: string;
  face: Face | null; // the sign by which one is known
  coach: boolean; // the coach speaks before each decision
  hinted: string[]; // games whose first round has been guided
}

class Settings {
  all = $state.raw<Prefs>({
    theme: "system",
    sound: !matchMedia("(pointer: coarse)").matches, // off on phones until asked for
    volume: 0.5,
    motion: true,
    pace: matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal",
    confirm: true,
    notify: false,
    notifyAsked: false,
    name: "",
    face: null,
    coach: false,
    hinted: [],
    ...read<Partial<Prefs>>("prefs", {}),
  });
  private still = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);

  constructor() {
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (e) => (this.still = e.matches));
  }

  /** Things move if both the page's and the system's setting allow it. */
  get motion(): boolean {
    return this.all.motion && !this.still;
  }

  set(change: Partial<Prefs>): void {
    this.all = { ...this.all, ...change };
    write("prefs", this.all);
  }
}

export const prefs = new Settings();

/** The room one is in: whether its title makes it dark; null: in none. */
class Room {
  dark = $state<boolean | null>(null);
}

export const room = new Room();
