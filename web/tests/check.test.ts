import { expect, it } from "vitest";
import { bound, canonical, check, commit, commitment, doubts, mayReveal, type Proof, type Told } from "../src/check";
import type { TableInfo } from "../src/wire";
import signed from "./proof.json"; // by takujo.server.keys, for bytes(range(32))

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const record = (): Told => copy(signed.record) as unknown as Told;
const proof = (): Proof => copy(signed.proof) as unknown as Proof;
const info = (change: Partial<TableInfo> = {}): TableInfo =>
  ({
    id: "abc",
    commitment: signed.record.commitment,
    deal: { commitments: signed.record.commitments, entropy: null, awaited: [], until: null },
    ...change,
  }) as TableInfo;
const wrong = (told: Told, kept: Proof | undefined = proof(), noted?: string): string[] =>
  check(told, info(), noted, kept).flatMap(({ good, key }) => (good === false ? [key] : []));
const unsaid = (told: Told, kept?: Proof): string[] =>
  check(told, info(), undefined, kept).flatMap(({ good, key }) => (good === null ? [key] : []));

it("works out what the engine does", () => {
  expect(commitment(signed.record.seed)).toBe(signed.record.commitment);
  expect(bound(2, signed.record.entropy[2]!)).toBe(signed.record.commitments[2]);
  expect(commitment("xyz")).toBeNull();
  expect(canonical({ b: [1, null, "ü\n"], a: { d: true, c: -0.5 } })).toBe(
    '{"a":{"c":-0.5,"d":true},"b":[1,null,"ü\\n"]}',
  );
});

it("makes another secret each time, bound to its seat", () => {
  const [one, two] = [commit(1), commit(1)];
  expect(one.entropy).toMatch(/^[0-9a-f]{64}$/);
  expect(one.entropy).not.toBe(two.entropy);
  expect(bound(1, one.entropy)).not.toBe(bound(2, one.entropy));
});

it("finds nothing wrong with what is right", () => {
  expect(wrong(record(), proof(), signed.record.commitment)).toEqual([]);
  expect(unsaid(record(), proof())).toEqual([]);
  expect(doubts(proof(), info())).toEqual([]);
});

it("says to strangers and of old records what it cannot say", () => {
  expect(unsaid(record())).toEqual(["check-stranger"]);
  const old = record();
  delete old["server"];
  delete old.commitments;
  expect(unsaid(old)).toEqual(["check-unbound", "check-unsigned", "check-stranger"]);
  expect(unsaid({ ...record(), position: {} })).toContain("check-position");
});

it.each<[string, (told: Told) => void, string]>([
  ["another seed", (told) => (told["seed"] = "00".repeat(32)), "check-differs"],
  ["no seed", (told) => delete told["seed"], "check-differs"],
  ["another commitment", (told) => (told.commitment = "00".repeat(32)), "check-differs"],
  ["my part replaced", (told) => (told.entropy![0] = "00".repeat(32)), "check-mineWrong"],
  ["my part left out", (told) => (told.entropy![0] = ""), "check-mineWrong"],
  ["all parts left out", (told) => (told.entropy = []), "check-mineWrong"],
  ["another's part replaced", (told) => (told.entropy![2] = "00".repeat(32)), "check-partsWrong"],
  ["a part for a bot", (told) => (told.entropy![1] = "00".repeat(32)), "check-partsWrong"],
  ["another's commitment replaced", (told) => (told.commitments![1] = "00".repeat(32)), "check-boundWrong"],
  ["commitments left out", (told) => delete told.commitments, "check-boundWrong"],
  ["a position slipped in", (told) => (told["position"] = {}), "check-position"],
  ["an action changed", (told) => (told["actions"] = []), "check-signedWrong"],
  ["the signature dropped", (told) => delete told["server"], "check-unsigned"],
  ["nonsense for a signature", (told) => (told["server"] = { key: 7 }), "check-signedWrong"],
])("finds out %s", (_, forge, key) => {
  const told = record();
  forge(told);
  expect(wrong(told)).toContain(key);
});

it("finds out another key or place in the chain than in the receipt", () => {
  const kept = proof();
  kept.receipt = { ...kept.receipt!, number: 7 };
  expect(wrong(record(), kept)).toEqual(["check-receiptWrong"]);
  kept.receipt = { ...proof().receipt!, key: "00".repeat(32) };
  expect(wrong(record(), kept)).toEqual(["check-receiptWrong"]);
});

it("does not blame the server for what came too late", () => {
  const told = { ...record(), entropy: ["", "", signed.record.entropy[2]!] };
  expect(unsaid(told, { ...proof(), revealed: false })).toEqual(["check-late"]);
  expect(unsaid(told)).toContain("check-silent");
});

it("shows nothing of mine where what is bound has changed since I looked", () => {
  const { seen } = proof();
  const other = { ...seen!, commitments: [seen!.commitments[0]!, "00".repeat(32), seen!.commitments[2]!] };
  expect(mayReveal(proof(), seen!)).toBe(true);
  expect(mayReveal(proof(), other)).toBe(false);
  expect(mayReveal({ ...proof(), seen: null }, other)).toBe(true);
  expect(mayReveal({ ...proof(), seen: null }, { ...seen!, commitments: ["00".repeat(32), null, null] })).toBe(false);
  expect(doubts(proof(), info({ deal: { ...info().deal!, ...other } })).map(({ key }) => key)).toEqual([
    "check-boundWrong",
  ]);
});

it("doubts a deal whose receipt is not what was bound, or not signed", () => {
  const kept = proof();
  kept.receipt = { ...kept.receipt!, signature: "00".repeat(64) };
  expect(doubts(kept, info()).map(({ key }) => key)).toEqual(["check-signedWrong"]);
  kept.receipt.deal = { ...kept.receipt.deal, entropy: ["00".repeat(32), "", ""] };
  expect(doubts(kept, info()).map(({ key }) => key)).toEqual([
    "check-signedWrong",
    "check-partsWrong",
    "check-mineWrong",
  ]);
  expect(doubts(proof(), info({ id: "def" })).map(({ key }) => key)).toEqual(["check-boundWrong"]);
});
