/** The server of the tables in this browser: it answers the paths and messages of a real one that such a table needs. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Known } from "../engine/codec";
import type { JsonObject } from "../engine/description";
import { filesOf, titleAt, type Files } from "../engine/load";
import { search } from "../engine/search";
import type { Title } from "../engine/title";
import type { ClientMessage, Created, Eyes, NewTable, Problem, ServerMessage } from "../wire";
import { BadBranch, isBranch, NAME, places, settled, type Origin, type Place } from "./branch";
import { BadRecord, isRecord, verify } from "./bring";
import { all, find, keep, remove } from "./keep";
import { HereTable, type HereInfo, type Kept } from "./table";

export interface Asked {
  id: number;
  path: string;
  token: string | null;
  body: unknown;
}
export type Said = { id: number; value: unknown } | { id: number; problem: Problem };
export interface Connected {
  table: string;
  after: number;
}
/** What no server says: the device goes to this seat (null: not yet). `news`: who has it was told something. */
export interface Passed {
  type: "passed";
  seat: number | null;
  news: boolean;
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const answered = new Set<string>(); // keys: what is said again after a lost line is done once
const ENGINES = new URL("/engine/", location.origin);
const titles = new Map<string, Promise<Title>>(); // by the names of their files
const tables = new Map<string, Promise<HereTable>>();

function loaded(files: Files): Promise<Title> {
  const name = `${files.rules} ${files.script}`;
  const title = titles.get(name) ?? titleAt(files, ENGINES);
  titles.set(name, title);
  title.catch(() => titles.delete(name)); // it may come while the page is open
  return title;
}

/** The rules of a title as they are now. */
async function newest(game: string): Promise<{ engine: Files; title: Title }> {
  const engine = await filesOf(game, ENGINES).catch(() => null);
  const title = engine && (await loaded(engine).catch(() => null));
  if (!title) throw new Refusal("no-engine");
  return { engine, title };
}

function tableOf(id: string): Promise<HereTable> {
  const known = tables.get(id) ?? woken(id);
  tables.set(id, known);
  known.catch(() => tables.delete(id));
  return known;
}

async function woken(id: string): Promise<HereTable> {
  const kept = await find(id);
  if (!kept) throw new Refusal("not-here");
  const own = kept.engine && (await loaded(kept.engine).catch(() => null));
  if (own) void practise(own, kept);
  return own ? new HereTable(own, kept) : renewed(kept);
}

/** The rules it began with are gone: it goes on by those of now, if they play what was played in the same way. */
async function renewed(kept: Kept): Promise<HereTable> {
  const { engine, title } = await newest(kept.game);
  let table: HereTable;
  try {
    table = new HereTable(title, { ...kept, engine });
  } catch {
    throw new Refusal("old-rules");
  }
  if (kept.check !== undefined && kept.check !== table.check) throw new Refusal("old-rules");
  return table;
}

const WARMING = { slices: 60, slice: 0.01 }; // seconds
const warm = new Set<Title>();

/** A browser compiles well only what has run often: while people look at the table, experts practise on another one. */
async function practise(title: Title, { levels, players }: Kept): Promise<void> {
  if (warm.has(title) || !levels.some((level) => level && title.about.levels[level]!.search > 0)) return;
  warm.add(title);
  const state = title.new(players, 1);
  const seat = state.toAct[0]!;
  const view = title.redacted(state.words, seat);
  for (let slice = 0; slice < WARMING.slices; slice++) {
    await new Promise((go) => setTimeout(go)); // whoever asks something goes first
    search(title, view, seat, slice, WARMING.slice, () => performance.now() / 1000);
  }
}

const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));

type Plan = Pick<Kept, "game" | "players" | "options" | "levels" | "names">;

/** A table of this browser: a new one, or with what was played elsewhere. */
async function make(
  { game, players, options, levels, names }: Plan,
  played: Partial<Kept> = {},
): Promise<Created & { game: string }> {
  const { engine, title } = await newest(game);
  const id = `HERE-${Array.from(random(8), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
  const plan = { id, game, players, options, levels, names, engine, created: Date.now() };
  const fresh = { seed: bytesToHex(random(32)), actions: [], paused: false, ended: false };
  const blank = { notes: levels.map(() => ""), seen: levels.map(() => 0) };
  const table = new HereTable(title, { ...plan, ...fresh, ...blank, ...played });
  await keep(table.kept);
  tables.set(id, Promise.resolve(table));
  if (!table.finished) void practise(title, table.kept);
  return { table: id, code: id, seat: table.people[0]!, token: "", game };
}

/** A record file: it becomes a table that is over. */
async function bring(text: string): Promise<Created> {
  const record = read(text);
  if (!isRecord(record)) throw new BadRecord("no-record");
  verify((await newest(record.game)).title, record);
  const levels = Array.from({ length: record.players }, () => null);
  const { seed, entropy } = record;
  const actions = record.actions.map(({ seat, action }): [number, JsonObject] => [seat, action]);
  return make({ ...record, levels, names: levels.map(() => "") }, { seed, entropy, actions, ended: true });
}

/** What if: a table that goes on from the middle of another match; from a link, `of` nobody knows which. */
async function branchOff({ branch, of }: { branch: unknown; of: Origin | null }): Promise<Created> {
  if (!isBranch(branch)) throw new BadBranch("no-branch");
  const { game, version, players, options, levels, name, seed, entropy, start, given, actions } = branch;
  const { title } = await newest(game);
  if (version !== null && version !== title.about.version) throw new BadBranch("branch-other-version");
  if (levels.some((level) => level !== null && !(level in title.about.levels))) throw new BadBranch("bad-branch");
  const own = seed || bytesToHex(random(16));
  try {
    return await make(
      { game, players, options, levels, names: levels.map(() => "") },
      { seed: own, entropy, actions: structuredClone(actions), branch: { name, of, given, start } },
    );
  } catch (error) {
    throw error instanceof BadBranch || error instanceof Refusal ? error : new BadBranch("bad-branch", String(error));
  }
}

/** The map of a day, the same everywhere (server/daily.py); this browser plays it once. */
async function daily({ game, day, name }: { game: string; day: number; name: string }): Promise<Created> {
  const begun = (await all()).find((kept) => kept.game === game && kept.day === day);
  if (begun) return { table: begun.id, code: begun.id, seat: 0, token: "" };
  const seed = bytesToHex(sha256(utf8ToBytes(`takujo day ${game} ${day}`)));
  return make({ game, players: 1, options: {}, levels: [null], names: [name] }, { seed, day });
}

/** A branch, as a list has it. */
export type Kin = { table: string; game: string; created: number } & Omit<NonNullable<HereInfo["branch"]>, "before">;

async function branches(): Promise<Kin[]> {
  const kin = (await all()).filter(({ branch }) => branch).sort((a, b) => b.created - a.created);
  return kin.map(({ id, game, created, branch }) => {
    const { name, of } = branch!;
    return { table: id, game, created, name, of };
  });
}

async function called(table: HereTable, name: string): Promise<null> {
  if (table.kept.branch) table.kept.branch.name = name.slice(0, NAME);
  await keep(table.kept);
  return null;
}

async function stepBack(table: HereTable): Promise<null> {
  const before = table.before;
  if (!before) throw new Refusal("no-back");
  table.gone = true;
  tables.set(table.kept.id, Promise.resolve(before));
  await keep(before.kept);
  return null;
}

async function thrownAway(table: HereTable): Promise<null> {
  table.gone = true;
  tables.delete(table.kept.id);
  await remove(table.kept.id);
  return null;
}

/** What can be settled by hand before the rest is dealt; `put`: this, too. */
export interface Settling {
  game: string;
  view: JsonObject;
  seat: number;
  known: Known[];
  put?: { place: Place; value: string };
}

async function settling({ game, view, seat, known, put }: Settling): Promise<{ known: Known[]; places: Place[] }> {
  const { title } = await newest(game);
  const now = put ? settled(title, view, seat, known, put.place, put.value) : known;
  if (!now) throw new BadBranch("no-way");
  return { known: now, places: places(title, view, seat, now) };
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a new table in this browser is made of; `people`: the names of who shares it, in the order of the open seats. */
export type HereTablePlan = Pick<NewTable, "game" | "players" | "options" | "seats"> & { people: string[] };

async function answer({ path, token, body }: Asked): Promise<unknown> {
  if (path === "/api/records") return bring(body as string);
  if (path === "/api/branches") return body ? branchOff(body as { branch: unknown; of: Origin | null }) : branches();
  if (path === "/api/daily") return daily(body as { game: string; day: number; name: string });
  if (path === "/api/settling") return settling(body as Settling);
  if (path === "/api/tables") {
    const { game, players, options, seats, people } = body as HereTablePlan;
    const levels = (seats ?? []).map(({ kind, level }) => (kind === "bot" ? (level ?? "regular") : null));
    const names = [...people];
    return make({
      game,
      players: players ?? levels.length,
      options: (options ?? {}) as JsonObject,
      levels,
      names: levels.map((level) => (level === null ? (names.shift() ?? "") : "")),
    });
  }
  const [, id, what = "", eyes = ""] = /^\/api\/tables\/([^/?]+)(?:\/(\w+))?(?:\?seat=(\w+))?$/.exec(path) ?? [];
  const table = await tableOf(decodeURIComponent(id ?? ""));
  const secret = ["record", "replay", "content"].includes(what) && !table.kept.branch;
  if (secret && !table.finished && (table.shared || what === "content")) throw new Refusal("not-finished");
  switch (what) {
    case "":
      return table.looked;
    case "record":
      return table.record;
    case "replay":
      return table.replay((/^\d+$/.test(eyes) ? Number(eyes) : eyes) as Eyes);
    case "rematch":
      return make({ ...table.kept });
    case "content":
      return table.content;
    case "back":
      return stepBack(table);
    case "called":
      return called(table, (body as { name: string }).name);
    case "remove":
      return thrownAway(table);
    case "notes":
      return notes(table, table.shared ? Number(token || NaN) : table.holder!, body as { text: string } | undefined);
  }
  throw new Refusal("no-such-table");
}

/** Of who holds the device; what they have written may come when they have just put it down. */
async function notes(table: HereTable, seat: number, written?: { text: string }): Promise<{ text: string }> {
  if (!table.people.includes(seat) || (!written && seat !== table.holder)) throw new Refusal("bad-token");
  if (!written) return { text: table.kept.notes[seat]! };
  table.kept.notes[seat] = written.text;
  await keep(table.kept);
  return written;
}

/** A line to a table, as a socket would be. Where people share the device, it speaks to who holds it (`token`: their seat). */
function serve({ table: id, after }: Connected, line: MessagePort): void {
  let heard = after;
  let seat: number | null = null; // whose line it is
  const say = (message: ServerMessage | Passed): void => line.postMessage(JSON.stringify(message));
  const tell = (table: HereTable, upTo = table.length()): void => {
    say(table.state(heard, upTo));
    heard = upTo;
  };
  const show = (table: HereTable): void => say({ type: "table", table: table.info, seat, clock: null });
  /** The bots' turns; then it may be somebody else's to take the device over. */
  const goOn = async (table: HereTable, own = 0): Promise<void> => {
    let news = own;
    for (let next = table.bot(); next; next = table.bot()) {
      const before = table.length();
      table.play(...next);
      await keep(table.kept);
      if (table.gone || seat !== table.holder) return; // it was handed on meanwhile, or taken back
      if (seat === null || table.length() === before) continue;
      tell(table);
      news += 2;
    }
    if (table.gone) return;
    if (table.finished) {
      if (seat === null) tell(table);
      show(table);
    } else if (table.shared && (table.next !== null || seat === null)) {
      say({ type: "passed", seat: table.next, news: news > 1 });
    }
  };

  const hear = async (message: ClientMessage | { type: "hello"; token?: string }): Promise<void> => {
    const table = await tableOf(id);
    const { kept } = table;
    if (message.type === "hello") {
      const wanted = table.shared ? (message.token ? Number(message.token) : null) : table.holder;
      if (!table.take(wanted)) throw new Refusal("not-your-turn");
      seat = wanted;
      await keep(kept);
      show(table);
      say({ type: "presence", seats: table.people, gone: [], slow: [], watching: 0 });
      if (seat !== null) {
        tell(table, heard ? table.length() : table.begin);
        while (heard < table.length()) tell(table, heard + 1);
      }
      return goOn(table);
    }
    if (message.type === "ping") return say({ type: "pong" });
    if (message.type === "whole") return; // it never tells less
    const { key } = message;
    const ack = (): void => {
      answered.add(key);
      say({ type: "ack", key, seq: table.length() });
    };
    if (answered.has(key)) return ack();
    if (message.type === "leave") {
      await thrownAway(table);
      return ack();
    }
    if (seat === null || seat !== table.holder) throw new Refusal("not-your-turn");
    switch (message.type) {
      case "act": {
        if (kept.paused || kept.ended) throw new Refusal("paused");
        kept.seen[seat] = table.length();
        const before = table.length();
        table.play(seat, message.action as JsonObject);
        await keep(kept);
        ack();
        const own = table.state(before).events.length;
        tell(table);
        return goOn(table, own);
      }
      case "undo":
        if (kept.paused || !table.takeBack(seat)) throw new Refusal("no-undo");
        await keep(kept);
        ack();
        if (table.shared) say({ type: "passed", seat: null, news: false });
        return tell(table);
      case "name":
        kept.names[seat] = message.name;
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
    return goOn(table);
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
      const known = error instanceof Refusal || error instanceof BadRecord || error instanceof BadBranch;
      const code = known ? error.code : "server";
      const details = error instanceof BadRecord ? { action: error.action } : {};
      postMessage({ id: data.id, problem: { code, reason: String(error), details } } satisfies Said);
    },
  );
});
