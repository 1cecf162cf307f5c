/** The server of the tables in this browser: it answers the paths and messages of a real one that such a table needs. */

import { bytesToHex } from "@noble/hashes/utils.js";
import type { JsonObject } from "../engine/description";
import { fetchTitle } from "../engine/load";
import type { Title } from "../engine/title";
import type { ClientMessage, Created, Eyes, NewTable, Problem, ServerMessage } from "../wire";
import { find, keep, remove } from "./keep";
import { HereTable, type Kept } from "./table";

export interface Asked {
  id: number;
  path: string;
  body: unknown;
}
export type Said = { id: number; value: unknown } | { id: number; problem: Problem };
export interface Connected {
  table: string;
  after: number;
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const answered = new Set<string>(); // keys: what is said again after a lost line is done once
const titles = new Map<string, Promise<Title | null>>();
const tables = new Map<string, Promise<HereTable>>();

async function titleOf(game: string): Promise<Title> {
  const known = titles.get(game) ?? fetchTitle(game, new URL("/engine/", location.origin));
  titles.set(game, known);
  const title = await known.catch(() => null);
  if (title) return title;
  titles.delete(game); // it may be built while the page is open
  throw new Refusal("no-engine");
}

function tableOf(id: string): Promise<HereTable> {
  const known = tables.get(id) ?? woken(id);
  tables.set(id, known);
  known.catch(() => tables.delete(id));
  return known;
}

async function woken(id: string): Promise<HereTable> {
  const kept = await find(id);
  if (!kept) throw new Refusal("no-such-table");
  return new HereTable(await titleOf(kept.game), kept);
}

const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));

async function make(plan: Pick<Kept, "game" | "players" | "options" | "levels" | "name">): Promise<Created> {
  const title = await titleOf(plan.game);
  const id = `HERE-${Array.from(random(8), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
  const more = {
    seed: bytesToHex(random(32)),
    actions: [],
    created: Date.now(),
    paused: false,
    ended: false,
    notes: "",
  };
  const table = new HereTable(title, { ...plan, id, ...more });
  await keep(table.kept);
  tables.set(id, Promise.resolve(table));
  return { table: id, code: id, seat: table.seat, token: "" };
}

async function answer({ path, body }: Asked): Promise<unknown> {
  if (path === "/api/tables") {
    const { game, players, options, seats, name } = body as NewTable;
    const levels = (seats ?? []).map(({ kind, level }) => (kind === "bot" ? (level ?? "regular") : null));
    return make({
      game,
      players: players ?? levels.length,
      options: (options ?? {}) as JsonObject,
      levels,
      name: name ?? "",
    });
  }
  const [, id, what = "", eyes = ""] = /^\/api\/tables\/([^/?]+)(?:\/(\w+))?(?:\?seat=(\w+))?$/.exec(path) ?? [];
  const table = await tableOf(decodeURIComponent(id ?? ""));
  switch (what) {
    case "":
      return table.looked;
    case "record":
      return table.record;
    case "replay":
      return table.replay((/^\d+$/.test(eyes) ? Number(eyes) : eyes) as Eyes);
    case "rematch":
      return make({ ...table.kept });
    case "notes":
      if (body) table.kept.notes = (body as { text: string }).text;
      if (body) await keep(table.kept);
      return { text: table.kept.notes };
  }
  throw new Refusal("no-such-table");
}

/** A line to a table, as a socket would be. */
function serve({ table: id, after }: Connected, line: MessagePort): void {
  let heard = after;
  const say = (message: ServerMessage): void => line.postMessage(JSON.stringify(message));
  const tell = (table: HereTable): void => {
    const state = table.state(heard);
    heard = state.seq;
    say(state);
  };
  const show = (table: HereTable): void => say({ type: "table", table: table.info, seat: table.seat, clock: null });
  const bots = async (table: HereTable): Promise<void> => {
    for (let next = table.bot(); next; next = table.bot()) {
      const before = table.looked.seq;
      table.play(...next);
      await keep(table.kept);
      if (table.looked.seq > before) tell(table);
    }
    if (table.over) show(table);
  };

  const hear = async (message: ClientMessage | { type: "hello" }): Promise<void> => {
    const table = await tableOf(id);
    const key = "key" in message ? message.key : "";
    const ack = (): void => {
      answered.add(key);
      say({ type: "ack", key, seq: table.looked.seq });
    };
    if (answered.has(key)) return ack();
    const { kept } = table;
    switch (message.type) {
      case "hello":
        show(table);
        tell(table);
        say({ type: "presence", seats: [table.seat], gone: [], slow: [], watching: 0 });
        return bots(table);
      case "ping":
        return say({ type: "pong" });
      case "act":
        if (kept.paused || kept.ended) throw new Refusal("paused");
        table.play(table.seat, message.action as JsonObject);
        await keep(kept);
        ack();
        tell(table);
        return bots(table);
      case "leave":
        await remove(id);
        tables.delete(id);
        return ack();
      case "name":
        kept.name = message.name;
        break;
      case "vote":
        if (message.what === "end") kept.ended = true;
        if (message.what === "pause") kept.paused = true;
        break;
      case "resume":
        kept.paused = false;
        break;
      default:
        throw new Refusal("alone");
    }
    await keep(kept);
    ack();
    show(table);
    return bots(table);
  };

  let queue = Promise.resolve(); // one after the other
  line.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as ClientMessage | { type: "hello" };
    queue = queue
      .then(() => hear(message))
      .catch((error: unknown) => {
        const code = error instanceof Refusal ? error.code : "refused";
        const key = "key" in message ? message.key : null;
        say({ type: "refused", key, code, reason: String(error) });
      });
  };
}

addEventListener("message", ({ data, ports }: MessageEvent<Asked | Connected>) => {
  if ("table" in data) return serve(data, ports[0]!);
  answer(data).then(
    (value) => postMessage({ id: data.id, value } satisfies Said),
    (error: unknown) => {
      const code = error instanceof Refusal ? error.code : "server";
      postMessage({ id: data.id, problem: { code, reason: String(error) } } satisfies Said);
    },
  );
});
