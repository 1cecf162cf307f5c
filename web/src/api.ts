/** Requests to the server. A refusal is thrown as a `Refused` with the server's problem. */

import type { Created, Eyes, GameInfo, GameText, NewTable, Problem, Replay } from "./wire";
import type { Seated, SeatPlan, TableState } from "./wire";

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.reason);
  }
}

const at = (table: string, rest = ""): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

async function ask(path: string, token?: string | null, body?: unknown): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (token) headers["authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused({ code: "offline", reason: "" }, 0);
  }
  if (response.ok) return response.status === 204 ? null : await response.json();
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refused(problem?.code ? problem : { code: "server", reason: response.statusText }, response.status);
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
    found = patiently(() => ask(path), waiting);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found as Promise<T>;
}

const ignore = (): void => undefined;

export const api = {
  games: (waiting: (problem: Problem) => void = ignore) => once<GameInfo[]>("/api/games", waiting),
  text: (game: string) => once<GameText>(`/api/games/${encodeURIComponent(game)}/text`, ignore),
  create: (table: NewTable) => ask("/api/tables", null, table) as Promise<Created>,
  look: (table: string, token: string | null = null) => ask(at(table), token) as Promise<TableState>,
  join: (table: string, body: { name?: string; seat?: number; entropy?: string }) =>
    ask(at(table, "/join"), null, body) as Promise<Seated>,
  seat: (table: string, token: string, seat: number, plan: SeatPlan) => ask(at(table, `/seats/${seat}`), token, plan),
  rematch: (table: string, token: string) => ask(at(table, "/rematch"), token, {}) as Promise<Created>,
  replay: (table: string, eyes: Eyes, token: string | null) =>
    ask(at(table, `/replay?seat=${eyes}`), token) as Promise<Replay>,
  record: (table: string, token: string | null) => ask(at(table, "/record"), token) as Promise<Record<string, unknown>>,
};

/** Something of the player's own in the shuffle. */
export function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}
