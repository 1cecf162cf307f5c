/** The ways to a seat. For each one the browser binds its own part of the shuffle, and keeps it with the ticket. */

import { api, Refused } from "./api";
import { bound, commit, secret, type Proof } from "./check";
import { isHere } from "./here";
import type { HereTablePlan } from "./here/worker";
import { prefs, tickets, type Ticket } from "./keep.svelte";
import { site } from "./site";
import { Line, lineTo } from "./socket";
import type { Created, GameInfo, Join, NewTable, PublicTable, Seated, TableInfo } from "./wire";

const binding = ({ seat, entropy }: Proof): { commitment: string } => ({ commitment: bound(seat, entropy) });

/** Open a table and sit down at it, in its first open seat. */
export async function open(table: NewTable): Promise<Created> {
  const proof = commit(table.seats?.findIndex(({ kind }) => kind === "open") ?? 0);
  const made = await api.create({ ...table, face: prefs.all.face, key: secret(), ...binding(proof) });
  tickets.add({ ...made, game: table.game, proof });
  return made;
}

/** Open a table in this browser, for those who share it. */
export async function openHere(table: HereTablePlan): Promise<Created> {
  const made = await api.createHere(table);
  tickets.add({ ...made, game: table.game });
  return made;
}

/** Begin a game against bots: in this browser, where it has the rules; else at a table of the server. */
export async function playNow(table: NewTable): Promise<Created> {
  try {
    return await openHere({ ...table, people: [table.name ?? ""] });
  } catch (error) {
    if (!(error instanceof Refused) || site) throw error;
    return open(table);
  }
}

/** Joins whose answer was lost: they are asked for again as they were, so that nobody takes two seats. */
const unanswered = new Map<string, { body: Join; proof: Proof }>();

/** Sit down in the first seat that is free; without `info` nobody may look, so each is tried. */
export async function join(id: string, name: string, game: GameInfo, info: TableInfo | null): Promise<void> {
  const all = Array.from({ length: game.players.at(-1)! }, (_, seat) => seat);
  const free = info ? info.seats.filter(({ kind }) => kind === "open").map(({ seat }) => seat) : all;
  for (const seat of free) {
    const place = `${id} ${seat}`;
    const proof = commit(seat);
    const asked = unanswered.get(place) ?? {
      body: { name, face: prefs.all.face, seat, key: secret(), ...binding(proof) },
      proof,
    };
    unanswered.set(place, asked);
    try {
      const seated = await api.join(id, asked.body);
      const { table } = await api.look(id, seated.token);
      tickets.add({ ...seated, table: table.id, code: table.code, game: table.game, proof: asked.proof });
      unanswered.delete(place);
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== "offline") unanswered.delete(place);
      if (!(error instanceof Refused) || !["taken", "no-such-seat"].includes(error.problem.code)) throw error;
    }
  }
  throw new Refused({ code: "full", reason: "" }, 409);
}

const WAIT = 60_000; // before bots take the seats of those who have not come

/** Tables with a free seat for those who want to play this title with anybody, the oldest first. */
export async function waiting(game: string): Promise<PublicTable[]> {
  return (await api.board()).filter((table) => table.game === game && table.status === "waiting" && table.free > 0);
}

/** To others who wait for the same title; if nobody does, to a table of one's own that they find. Its id. */
export async function anybody(game: GameInfo, name: string): Promise<string> {
  for (const { table } of await waiting(game.game)) if (await tried(table, name, game)) return table;
  const made = await open({ game: game.game, players: game.players[game.players.length >> 1]!, name, public: true });
  tickets.change(made.table, { fill: Date.now() + WAIT });
  return made.table;
}

/** Whether there was a seat. */
export async function tried(table: string, name: string, game: GameInfo): Promise<boolean> {
  if (tickets.find(table)) return true;
  try {
    await join(table, name, game, null);
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code === "offline") throw error;
    return false;
  }
}

/** A link to this seat for another device. What it carries stands behind #, which browsers send to nobody. */
export async function linkTo({ table, code, token, proof }: Ticket): Promise<string> {
  const made = await api.pass(table, token);
  return `${location.origin}/t/${code}#seat=${made.secret}${proof ? `.${proof.entropy}` : ""}`;
}

/** Take such a link, once: what stood behind #seat=. */
export async function claim(id: string, carried: string): Promise<void> {
  const [pass = "", entropy] = carried.split(".");
  const seated = await api.claim(id, pass, secret());
  const { table } = await api.look(id, seated.token);
  const proof = { ...commit(seated.seat!), entropy: entropy!, revealed: table.status !== "waiting" };
  const ticket = { ...seated, table: table.id, code: table.code, game: table.game };
  tickets.add({ ...ticket, ...(entropy && { proof }) });
}

/** Say that a seat is mine, whose browser is lost: the token is good when the others have agreed. */
export const plead = (id: string, seat: number): Promise<Seated> => api.plead(id, seat, secret());

/** Once more with the same people; the code of the new table. */
export async function again(info: TableInfo, ticket: Ticket): Promise<string> {
  const there = info.rematch && tickets.find(info.rematch);
  if (there) return there.code;
  const proof = ticket.next ?? commit(ticket.seat!);
  tickets.change(ticket.table, { next: proof }); // asked once more, it must be the same
  const made = await api.rematch(info.id, ticket.token, binding(proof));
  tickets.add({ ...made, game: info.game, ...(!isHere(`/api/tables/${made.table}`) && { proof }) });
  return made.code;
}

/** Leave a table from outside: before the start the seat is open again, later a bot decides. */
export function leave({ table, token }: Ticket): Promise<void> {
  const key = secret();
  return new Promise((resolve, reject) => {
    const line = new Line({
      url: lineTo(table),
      token,
      status: (status) => {
        if (status !== "lost") return;
        line.close();
        reject(new Refused({ code: "offline", reason: "" }, 0));
      },
      hear: (message) => {
        if (!("key" in message) || message.key !== key) return;
        line.close();
        if (message.type === "refused") reject(new Refused(message, 409));
        else resolve();
      },
      refused: (problem) => reject(new Refused(problem, 410)),
    });
    line.send({ type: "leave", key });
  });
}
