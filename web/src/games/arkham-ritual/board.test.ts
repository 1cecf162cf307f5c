import { describe, expect, test } from "vitest";
import words from "../../../../src/takujo/games/arkham_ritual/words/en.ftl?raw";
import facts from "../../facts.gen.json";
import { artifact, citation, fill, kind, setCards, sheet, side } from "./cards";
import board from ".";
import { EMBLEMS } from "./emblems";
import { forget, holding, index, isDeciding, model, verdict } from "./model";
import { plan, ring, WIDE } from "./seats";
import type { Event, View } from "./types";
import type { Answers, Facts } from "./types.gen";

setCards(facts["arkham-ritual"] as Facts, {});

const options = {
  event: "shining-trapezohedron",
  character1: "investigator",
  character2: "cultist",
  great_old_one: "cthulhu",
  doom_board: false,
  orb_removes_for_game: false,
  doom_values: [1],
} as View["options"];

function view(changes: Partial<View>): View {
  return {
    players: 5,
    options,
    round: 1,
    turn: 1,
    phase: "respond",
    parent: 1,
    to_act: [0],
    sanity: [7, 7, 7, 7, 7],
    hands: [null, "gate-a", "gate-b", "elder-sign", "investigator"],
    dummies: [],
    deck: Array(13).fill(null),
    offered: null,
    path: [0],
    on_table: [2, 3, 4],
    discard: ["dagger-sane", "shining-trapezohedron", "cultist"],
    removed: [],
    look: null,
    gate_clear: [],
    doom_space: null,
    doom_value: null,
    set_aside: [],
    result: null,
    ...changes,
  } as View;
}
describe("cards", () => {
  test("the deck has 22 cards, each drawn, each with its words", () => {
    const { columns, others } = sheet(options);
    const all = [...columns.flat(), ...others];
    expect(all.length).toBe(22);
    for (const card of [...all, "mystery", "hastur", "wary-student"]) {
      expect(EMBLEMS[artifact(card) ?? card], card).toBeDefined();
      const name = artifact(card) ? `card-${side(card)}` : card.startsWith("gate") ? "card-gate" : `card-${card}`;
      expect(words).toContain(`\nboard-${name} = `);
    }
    expect(all.filter((card) => side(card) === "mad").length).toBe(6);
    expect([kind("gate-a"), kind("cultist"), kind("mystery"), kind("idol-mad")]).toEqual([
      "event",
      "character",
      "great-old-one",
      "artifact",
    ]);
    expect(citation("mystery")).toBe("promo");
  });

  test("discards lie in their places, the first of two first", () => {
    expect(fill(["a", "a", "b"], ["a"])).toEqual([true, false, false]);
    expect(fill(["a", "a", "b"], ["b", "a", "a"])).toEqual([true, true, true]);
  });
});

describe("seats", () => {
  test("clockwise from my left, dummies at the far side", () => {
    expect(ring(1, 3, 2)).toEqual([{ seat: 2 }, { dummy: 0 }, { dummy: 1 }, { seat: 0 }]);
    expect(ring(0, 4, 1).map((h) => ("seat" in h ? h.seat : "d"))).toEqual([1, 2, "d", 3]);
    expect(ring(6, 7, 0).length).toBe(6);
  });

  test.each([350, 500, WIDE, 1060].flatMap((w) => [4, 5, 6].map((n) => [w, n])))(
    "%i px, %i others: symmetric, inside, not one over another",
    (width, others) => {
      const { places, half, scale, wide } = plan(width!, others!);
      const across = wide ? 132 : 84 * scale;
      expect(places.length).toBe(others);
      places.forEach(({ seat }, i) => {
        const mirror = places[others! - 1 - i]!.seat;
        expect(seat.x + mirror.x).toBeCloseTo(width!);
        expect(seat.y).toBe(mirror.y);
        expect(seat.x - across / 2).toBeGreaterThanOrEqual(-2);
        expect(seat.y - half).toBeGreaterThanOrEqual(0);
        for (const { seat: other } of places.slice(i + 1)) {
          const apart = Math.abs(seat.x - other.x) >= across - 4 || Math.abs(seat.y - other.y) >= 2 * half - 4;
          expect(apart, `${i}`).toBe(true);
        }
      });
    },
  );
});

describe("where memory counts", () => {
  const looked = view({
    look: { seat: 0, event: "magical-orb", card: "cultist", colour: null, at: "hand", holder: 0 },
    gate_clear: [2],
    hands: ["cultist", "gate-a", "gate-b", "elder-sign", "investigator"],
    deck: ["mask-sane", null],
    removed: ["tome-mad"],
    offered: "idol-sane",
  });
  test("what I saw once is hidden, what lies open stays", () => {
    const left = forget(looked, 0);
    expect([left.look, left.gate_clear, left.deck, left.removed, left.offered]).toEqual([
      null,
      [],
      [null, null],
      [null],
      null,
    ]);
    expect(left.hands).toEqual([null, "gate-a", "gate-b", "elder-sign", "investigator"]);
    expect(left.discard).toEqual(looked.discard);
  });
  test("what I am looking at is shown: the card I offer, the top of the deck under the Orb", () => {
    expect(forget(looked, 1).offered).toBe("idol-sane");
    expect(forget({ ...looked, phase: "orb" }, 0).deck).toEqual(["mask-sane", null]);
  });
});

describe("the end of a round, as far as it has been read", () => {
  const now = view({ sanity: [6, 7, 7, 7, 5], dummies: [], path: [] });
  const events = [
    {
      type: "round_end",
      cause: "deck",
      hands: ["idol-sane", "idol-mad", "gate-a", "tome-sane", "elder-sign"],
      dummies: ["mask-mad"],
    },
    { type: "judgement", failed: [0, 1], failed_dummies: [0], loss: 1 },
    { type: "sanity", seat: 0, now: 6, delta: -1 },
  ] as Event[];
  const judgement = { why: [["twin"], ["mad", "twin"], [], [], [], ["mad"]], bonds: [[0, 1]] } as Answers["judgement"];
  const at = (read: number) => model(now, events.slice(0, read), [], judgement);

  test("cards open first, then the judgement, then what it costs", () => {
    expect(at(1).held).toEqual(["idol-sane", "idol-mad", "gate-a", "tome-sane", "elder-sign", "mask-mad"]);
    expect([verdict(at(1), { seat: 0 }), at(1).bonds, at(1).why]).toEqual([null, [], []]);
    expect([{ seat: 0 }, { seat: 2 }, { dummy: 0 }].map((holder) => verdict(at(2), holder))).toEqual([
      "failed",
      "survived",
      "failed",
    ]);
    expect([at(2).bonds, at(2).why]).toEqual([judgement.bonds, judgement.why]);
    expect(model(now, events, []).why).toEqual([]); // not yet known
    expect(at(2).sanity[0]).toEqual({ now: 6, change: null });
    expect(at(3).sanity[0]).toEqual({ now: 6, change: -1 });
    expect(at(3).sanity[4]).toEqual({ now: 5, change: null });
  });

  test("nothing is on its way, and nobody has won before the game is over", () => {
    expect([at(1).route, holding(at(1)), at(1).winners]).toEqual([[], null, []]);
    const over = { ...now, phase: "over" as const, result: { winners: [1, 2], scores: [] } };
    expect(model(over, events, []).winners).toEqual([1, 2]);
  });

  test("a Great Old One spares its owner, or a dummy's", () => {
    const judged = {
      type: "great_old_one",
      failed: [1],
      failed_dummies: [],
      owner: null,
      owner_dummy: 0,
    } as unknown as Event;
    const m = model(now, [events[0]!, judged], []);
    expect([{ seat: 0 }, { seat: 1 }, { dummy: 0 }].map((holder) => verdict(m, holder))).toEqual([
      null,
      "failed",
      "owner",
    ]);
  });
});

test("the last sanity lost is a great moment once, of all who have none then", () => {
  const lost = (seat: number) => ({ type: "sanity", seat, delta: -2, now: 0, why: "judgement", rule: "7-3" }) as Event;
  const then = view({ sanity: [3, 0, 0, 1] });
  expect([1, 2].map((seat) => board.moment(lost(seat), then))).toEqual(["mad", null]);
  expect(board.about(lost(1), then)).toEqual([1, 2]);
  expect(board.moment({ ...lost(1), now: 2 } as Event, then)).toBeNull(); // earlier in the same round
});

test("a card on its way goes from the parent from seat to seat", () => {
  const m = model(view({ parent: 1, path: [3, 0] }), null, [0]);
  expect([m.route, holding(m), isDeciding(m, 0), isDeciding(m, 1)]).toEqual([[1, 3, 0], 0, true, false]);
  expect([index(m, { seat: 2 }), index(m, { dummy: 1 })]).toEqual([2, 6]);
});
