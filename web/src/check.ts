/** Could anybody choose the shuffle? Worked out in this browser, as takujo.match and takujo.proof do it. */

import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Key } from "./i18n/index.svelte";
import type { Receipt, TableInfo } from "./wire";

hashes.sha512 = sha512; // crypto.subtle, which it would take, is missing on pages without https

/** What this browser keeps of its seat. */
export interface Proof {
  seat: number;
  entropy: string;
  /** The server has acknowledged that it got it. */
  revealed: boolean;
  /** What was bound when this browser showed its part. */
  seen: Bound | null;
  receipt: Receipt | null;
}

interface Bound {
  commitment: string;
  commitments: (string | null)[];
}

/** A record or a receipt's deal; whatever the server sent. */
export type Told = Partial<Bound> & { entropy?: string[] } & Record<string, unknown>;

export interface Finding {
  /** null: nothing can be said. */
  good: boolean | null;
  key: Key;
}

/** 32 random bytes: a part of the shuffle, or a key that nobody guesses. */
export const secret = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

export const commit = (seat: number): Proof => ({
  seat,
  entropy: secret(),
  revealed: false,
  seen: null,
  receipt: null,
});

/** The commitment of a seat to its part. */
export const bound = (seat: number, entropy: string): string =>
  bytesToHex(sha256(utf8ToBytes(`takujo entropy ${seat} ${entropy}`)));

/** The commitment to a seed; null if that is none. */
export function commitment(seed: unknown): string | null {
  try {
    return bytesToHex(sha256(concatBytes(utf8ToBytes("takujo commitment "), hexToBytes(String(seed)))));
  } catch {
    return null;
  }
}

/** JSON in the one way that signatures are made of. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}

const same = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);

function isSigned(key: unknown, signature: unknown, value: unknown): boolean {
  try {
    const text = utf8ToBytes(canonical(value));
    return verify(hexToBytes(String(signature)), text, hexToBytes(String(key)), { zip215: false });
  } catch {
    return false;
  }
}

const finding = (good: boolean | null, yes: Key, no: Key): Finding => ({ good, key: good ? yes : no });

/** What was bound, as it stands at the table now. */
export const boundAt = (info: TableInfo): Bound => ({
  commitment: info.commitment,
  commitments: info.deal?.commitments ?? [],
});

/** May this browser show its part? Not if what was bound has changed since it looked, its own commitment among it. */
export const mayReveal = (proof: Proof, now: Bound): boolean =>
  now.commitments[proof.seat] === bound(proof.seat, proof.entropy) && same(proof.seen ?? now, now);

function parts(told: Told): Finding {
  const commitments = told.commitments ?? [];
  const entropy = told.entropy ?? [];
  if (!commitments.some(Boolean) || !entropy.some(Boolean)) return { good: null, key: "check-unbound" };
  const fit = entropy.every((part, seat) => !part || bound(seat, part) === commitments[seat]);
  return finding(fit, "check-parts", "check-partsWrong");
}

function mine(told: Told, proof: Proof): Finding {
  const part = told.entropy?.[proof.seat] ?? "";
  if (!part && !proof.revealed) return { good: null, key: "check-late" };
  return finding(part === proof.entropy, "check-mine", "check-mineWrong");
}

/** What this browser kept, held against what was dealt. */
function dealt(told: Told, proof: Proof | undefined): Finding[] {
  const found = [parts(told)];
  const silent = told.commitments?.some((part, seat) => part && seat !== proof?.seat && !told.entropy?.[seat]);
  if (silent) found.push({ good: null, key: "check-silent" });
  if (proof) found.push(mine(told, proof));
  if (proof?.seen) {
    const now = { commitment: told.commitment, commitments: told.commitments };
    found.push(finding(same(now, proof.seen), "check-bound", "check-boundWrong"));
  }
  if ("position" in told) found.push({ good: proof ? false : null, key: "check-position" });
  return found;
}

/** Why the players of a running game should not trust the deal. */
export function doubts(proof: Proof, info: TableInfo): Finding[] {
  const { receipt } = proof;
  const found: Finding[] = [];
  const moved = info.status === "waiting" && !proof.seen && !info.deal?.commitments[proof.seat]; // it is bound anew
  if (!moved && !mayReveal(proof, boundAt(info))) found.push({ good: false, key: "check-boundWrong" });
  if (receipt) {
    const { signature, ...rest } = receipt;
    found.push(finding(isSigned(receipt.key, signature, rest), "check-signed", "check-signedWrong"));
    found.push(finding(same(receipt.deal["table"], info.id), "check-bound", "check-boundWrong"));
    found.push(...dealt(receipt.deal as Told, proof));
  }
  const bad = found.filter(({ good }) => good === false);
  return bad.filter(({ key }, i) => bad.findIndex((other) => other.key === key) === i);
}

function signature(record: Told, receipt: Receipt | null): Finding[] {
  const server = record["server"] as { key?: string; deal?: unknown; signature?: string } | undefined;
  if (!server) return [{ good: receipt ? false : null, key: "check-unsigned" }];
  const { signature: signed, ...rest } = server;
  const found = [
    finding(isSigned(server.key, signed, { ...record, server: rest }), "check-signed", "check-signedWrong"),
  ];
  if (receipt) {
    const { key, number, at, link } = receipt;
    found.push(
      finding(key === server.key && same(server.deal, { number, at, link }), "check-receipt", "check-receiptWrong"),
    );
  }
  return found;
}

/** All that can be said of a record. `noted`: the server's commitment as this browser saw it before the end. */
export function check(record: Told, info: TableInfo, noted: string | undefined, proof: Proof | undefined): Finding[] {
  const worked = commitment(record["seed"]);
  const told = record.commitment === info.commitment;
  return [
    ...(noted ? [finding(noted === info.commitment && told, "check-noted", "check-changed")] : []),
    finding(worked !== null && worked === record.commitment && told, "check-fits", "check-differs"),
    ...dealt(record, proof),
    ...signature(record, proof?.receipt ?? null),
    ...(proof ? [] : [{ good: null, key: "check-stranger" } as const]),
  ];
}
