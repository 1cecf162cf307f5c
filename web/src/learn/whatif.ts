/** What if: from a step of a match to a branch that is played on in this browser. */

import { api, Refused } from "../api";
import { secret } from "../check";
import type { JsonObject } from "../engine/description";
import { fromView, type Branch, type Origin, type Start } from "../here/branch";
import { isHere } from "../here";
import type { Brought } from "../here/bring";
import { router } from "../router.svelte";
import type { TableInfo } from "../wire";
import { BadLink, packed } from "./link";

/** Whatever lies hidden is dealt by it. */
const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** As a seat saw it: this, and nothing else, goes into the branch. */
export function seen(view: JsonObject, seat: number, level: string, known: Start["known"], name: string): Branch {
  return fromView(view, seat, level, { known, deal: chance(), name, seed: secret() });
}

/** As it really was, after so many actions; for the time after the end. */
export async function open(info: TableInfo, token: string | null, step: number): Promise<Branch> {
  const whole = isHere(`/api/tables/${info.id}`)
    ? await api.content(info.id)
    : ofRecord((await api.record(info.id, token)) as unknown as Brought);
  return { ...whole, name: "", given: step, actions: whole.actions.slice(0, step) };
}

function ofRecord(record: Brought): Branch {
  const { game, version, players, options, seed, entropy } = record;
  if (record.components !== null || record.position !== undefined)
    throw new Refused({ code: "branch-own-cards", reason: "" }, 409);
  const actions = record.actions.map(({ seat, action }): [number, JsonObject] => [seat, action]);
  const levels = Array.from({ length: players }, () => null);
  return {
    format: 1,
    game,
    version,
    name: "",
    players,
    options,
    seat: 0,
    levels,
    seed,
    entropy,
    start: null,
    given: 0,
    actions,
  };
}

/** To be played by this seat, among bots of this level. */
export const playedBy = (branch: Branch, seat: number, level: string): Branch => ({
  ...branch,
  seat,
  levels: branch.levels.map((_, other) => (other === seat ? null : level)),
});

export async function go(branch: Branch, of: Origin | null): Promise<void> {
  const made = await api.branchOff(branch, of);
  router.go(`/t/${made.code}`);
}

export async function linkOf(table: string): Promise<string> {
  return `${location.origin}/what-if#${await packed(await api.content(table))}`;
}

/** Why a link is not taken, as other refusals are. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof BadLink ? new Refused({ code: error.code, reason: "" }, 0) : error;
