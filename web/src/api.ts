/** Requests to the server. A refusal is thrown as a `Refused` with the server's problem. */

import { ask as here, isHere } from "./here";
import type { Known } from "./engine/codec";
import type { Result } from "./engine/judged";
import type { Branch, Origin, Place } from "./here/branch";
import type { HereTablePlan, Kin, Settling } from "./here/worker";
import { site } from "./site";
import type {
  Account,
  CardSetCheck,
  CardSetFile,
  Created,
  Credential,
  DayRank,
  DayResults,
  Decision,
  Eyes,
  GameGuide,
  GameInfo,
  GameLesson,
  GamePuzzles,
  GameText,
  History,
  Join,
  MySeats,
  NewCredential,
  NewTable,
  Notes,
  Problem,
  Profile,
  PublicProfile,
  PublicTable,
  Push,
  Questions,
  Receipt,
} from "./wire";
import type { Arrangement, OptionChange, Order, Pass, Rating, Rematch, Replay, SeatRating, Seated } from "./wire";
import type { TableState } from "./wire";

/** Which matches of one's history. */
export interface Wanted {
  game: string;
  outcome: string;
  players: string;
  who: string;
  since: number | null;
  until: number | null;
  page: number;
}

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.reason);
  }
}

const at = (table: string, rest = ""): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

/** Where the answer to a question about the games lies: a site of files has it as a file. */
export const pathOf = (path: string): string => (site ? `${path}.json` : path);

/** `lasting`: it is sent also while the page is left. Browsers let only 64 KiB of such bodies be under way. */
async function ask(path: string, token?: string | null, body?: unknown, lasting = true): Promise<unknown> {
  if (isHere(path)) return askHere(path, token, body);
  if (site && !path.endsWith(".json")) throw new Refused({ code: "no-server", reason: "" }, 0);
  const headers: Record<string, string> = {};
  if (token) headers["authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body), keepalive: lasting }),
    });
    if (response.ok) return response.status === 204 ? null : await response.json();
  } catch {
    throw new Refused({ code: "offline", reason: "" }, 0);
  }
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refused(problem?.code ? problem : { code: "server", reason: response.statusText }, response.status);
}

/** The same of a table in this browser. */
async function askHere(path: string, token: string | null | undefined, body: unknown): Promise<unknown> {
  const said = await here(path, token, body);
  if ("problem" in said) throw new Refused(said.problem, said.problem.code === "not-here" ? 404 : 409);
  return said.value;
}

/** The answer may get lost: with the same key it is asked for once more, and the server does nothing twice. */
async function make(path: string, token: string | null, body: unknown): Promise<unknown> {
  try {
    return await ask(path, token, body);
  } catch (error) {
    if (!(error instanceof Refused) || error.status) throw error;
    await sleep(500);
    return await ask(path, token, body);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A first visit may come while the server still compiles the games: wait for it. */
async function patiently<T>(work: () => Promise<T>, waiting: (problem: Problem) => void): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== "starting") throw error;
      waiting(error.problem);
      await sleep(1500);
    }
  }
}

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string, waiting: (problem: Problem) => void): Promise<T> {
  let found = kept.get(path);
  if (!found) {
    found = patiently(() => ask(pathOf(path)), waiting);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found as Promise<T>;
}

const ignore = (): void => undefined;

export const api = {
  /** Games that do not load here, by slug. */
  broken: async (): Promise<string[]> => {
    const { games } = (await ask("/readyz").catch(() => ({ games: {} }))) as { games: Record<string, string> };
    return Object.keys(games).filter((game) => games[game] === "broken");
  },
  games: (waiting: (problem: Problem) => void = ignore) => once<GameInfo[]>("/api/games", waiting),
  text: (game: string) => once<GameText>(`/api/games/${encodeURIComponent(game)}/text`, ignore),
  guide: (game: string) => once<GameGuide>(`/api/games/${encodeURIComponent(game)}/guide`, ignore),
  lesson: (game: string) => once<GameLesson>(`/api/games/${encodeURIComponent(game)}/lesson`, ignore),
  puzzles: (game: string) => once<GamePuzzles>(`/api/games/${encodeURIComponent(game)}/puzzles`, ignore),
  /** What the rules say of a view. */
  ask: (game: string, body: Questions) =>
    ask(`/api/games/${encodeURIComponent(game)}/ask`, null, body, false) as Promise<{ answers: unknown[] }>,
  /** What each choice of a decision is worth. */
  judge: (game: string, body: Decision) =>
    ask(`/api/games/${encodeURIComponent(game)}/analysis`, null, body, false) as Promise<Result>,
  /** The usual cards, or a set of this server. */
  cards: (game: string, called?: string) =>
    ask(
      `/api/games/${encodeURIComponent(game)}/components${called ? `?called=${encodeURIComponent(called)}` : ""}`,
    ) as Promise<CardSetFile>,
  checkCards: (game: string, components: string) =>
    ask(`/api/games/${encodeURIComponent(game)}/components`, null, { components }) as Promise<CardSetCheck>,
  cardsOf: (table: string) => ask(at(table, "/components")) as Promise<CardSetFile>,
  board: () => ask("/api/board") as Promise<PublicTable[]>,
  create: (table: NewTable) => make("/api/tables", null, table) as Promise<Created>,
  /** A record file becomes a table of this browser that is over; its game. */
  bring: (text: string) => askHere("/api/records", null, text) as Promise<Created & { game: string }>,
  /** In this browser, against bots. */
  createHere: (table: HereTablePlan) => askHere("/api/tables", null, table) as Promise<Created>,
  /** What if: go on from the middle of a match, in this browser. */
  branchOff: (branch: unknown, of: Origin | null) =>
    askHere("/api/branches", null, { branch, of }) as Promise<Created & { game: string }>,
  branches: () => askHere("/api/branches", null, undefined) as Promise<Kin[]>,
  settle: (what: Settling) => askHere("/api/settling", null, what) as Promise<{ known: Known[]; places: Place[] }>,
  /** The map of a day, in this browser. */
  daily: (game: string, day: number, name: string) =>
    askHere("/api/daily", null, { game, day, name }) as Promise<Created>,
  dayResults: (game: string, day: number) =>
    ask(`/api/daily/${encodeURIComponent(game)}?day=${day}`) as Promise<DayResults>,
  /** How it went, to be counted; what came of it the server finds out. */
  dayPlayed: (game: string, day: number, actions: unknown[]) =>
    ask(`/api/daily/${encodeURIComponent(game)}`, null, { day, actions }, false) as Promise<DayRank>,
  content: (table: string) => ask(at(table, "/content")) as Promise<Branch>,
  stepBack: (table: string) => ask(at(table, "/back"), null, {}),
  call: (table: string, name: string) => ask(at(table, "/called"), null, { name }),
  removeHere: (table: string) => ask(at(table, "/remove"), null, {}),
  look: (table: string, token: string | null = null) => ask(at(table), token) as Promise<TableState>,
  join: (table: string, body: Join) => make(at(table, "/join"), null, body) as Promise<Seated>,
  deal: (table: string, token: string) => ask(at(table, "/deal"), token) as Promise<Receipt>,
  seat: (table: string, token: string, seat: number, plan: Arrangement) =>
    ask(at(table, `/seats/${seat}`), token, plan),
  pass: (table: string, token: string) => ask(at(table, "/pass"), token, {}) as Promise<Pass>,
  claim: (table: string, secret: string, key: string) =>
    make(at(table, "/claim"), null, { secret, key }) as Promise<Seated>,
  plead: (table: string, seat: number, key: string) => make(at(table, "/ask"), null, { seat, key }) as Promise<Seated>,
  order: (table: string, token: string, order: Order) => ask(at(table, "/order"), token, order),
  options: (table: string, token: string, change: OptionChange) => ask(at(table, "/options"), token, change),
  rematch: (table: string, token: string, body: Rematch) =>
    make(at(table, "/rematch"), token, body) as Promise<Created>,
  calendar: (table: string, token: string) => ask(at(table, "/calendar"), token) as Promise<{ path: string }>,
  pushKey: () => ask("/api/push") as Promise<{ key: string }>,
  push: (table: string, token: string, body: Push) => ask(at(table, "/push"), token, body),
  notes: (table: string, token: string) => ask(at(table, "/notes"), token) as Promise<Notes>,
  setNotes: (table: string, token: string, notes: Notes) => ask(at(table, "/notes"), token, notes),
  replay: (table: string, eyes: Eyes, token: string | null) =>
    ask(at(table, `/replay?seat=${eyes}`), token) as Promise<Replay>,
  account: () => ask("/api/account") as Promise<Account>,
  challenge: async (purpose: "new" | "sign-in" | "add", name: string): Promise<Record<string, unknown>> =>
    ((await ask("/api/account/challenge", null, { purpose, name })) as { options: Record<string, unknown> }).options,
  makeAccount: (credential: NewCredential, profile: Profile) =>
    ask("/api/account", null, { credential, ...profile }) as Promise<Account>,
  signIn: (credential: Credential) => ask("/api/account/sign-in", null, { credential }) as Promise<Account>,
  signOut: (where: string) => ask("/api/account/sign-out", null, { where }),
  setProfile: (profile: Profile) => ask("/api/account/profile", null, profile),
  addPasskey: (credential: NewCredential) => ask("/api/account/passkeys", null, { credential }),
  removePasskey: (id: string) => ask("/api/account/passkeys/remove", null, { id }),
  syncSeats: (seats: { table: string; token: string }[]) =>
    ask("/api/account/seats", null, { seats }) as Promise<MySeats>,
  forgetSeat: (table: string) => ask("/api/account/seats/forget", null, { table }),
  deleteAccount: () => ask("/api/account/delete", null, {}),
  ratings: (table: string, token: string | null) => ask(at(table, "/ratings"), token) as Promise<SeatRating[]>,
  myRatings: () => ask("/api/account/ratings") as Promise<Rating[]>,
  history: (wanted: Wanted) => {
    const given = Object.entries(wanted).filter(([, value]) => value !== null && value !== "");
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return ask(`/api/account/history?${query}`) as Promise<History>;
  },
  profile: (id: string, page: number) =>
    ask(`/api/people/${encodeURIComponent(id)}?page=${page}`) as Promise<PublicProfile>,
  record: (table: string, token: string | null) => ask(at(table, "/record"), token) as Promise<Record<string, unknown>>,
};
