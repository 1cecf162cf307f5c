import { describe, expect, it } from "vitest";
import { Speech } from "../src/fluent";
import { Words } from "../src/text";
import type { GameText } from "../src/wire";

const EN = `
phase-chant = Lay a card.
action-offer = Offer it to { $to }
event-take = { $seat } takes { $card }.
event-gate = { KEY($who) ->
    [none] No Great Old One.
   *[other] It is { $who }.
}
event-out = { KEY($out) ->
    [true] { $seat } is out.
   *[false] { $seat } is in.
}
event-over = { COUNT($winners) ->
    [0] Nobody wins
    [one] { $winners } wins
   *[other] { $winners } win
} with { $scores }; { $cells }
event-end = The end: { $points }.
event-gems = { $n ->
    [one] a gem
   *[other] { $n } gems
}
refusal-shape = Not { "{" }"type": "offer"{ "}" }: { $action }
board-altar = Altar of { $name }
board-left = { $n } left
board-scene-kill = { KEY($kind) ->
    [kill] { $seat } kills, as one of { COUNT($who) }
   *[other] { $who }
}
board-goal = Exactly { $target }
board-only = Only in English
`;
const JA = `
phase-chant = カードを出す。
event-take = { $seat }が{ $card }を取る。
event-over = { $winners }：{ $scores }
event-end = 終了：{ $points }。
board-altar = { $name }の祭壇
nonsense
`;
const TABLES: GameText = {
  guide: [
    { id: "round", rules: ["RND-1", "RND-2"], phases: ["chant"], title: {}, text: {} },
    { id: "end", rules: ["END"], phases: [], title: {}, text: {} },
  ],
  catalogues: { en: EN, ja: JA },
  words: { red: { en: "red", ja: "赤" }, "7": { en: "seven", ja: "七" }, "card:7": { en: "the Seven", ja: "7番" } },
  seats: ["seat", "to"],
  seat_lists: ["winners"],
  by_seat: ["points"],
  facts: {},
  numbers: { target: 12 },
  lines: [],
  by_player: [],
  outcomes: {},
};
const name = (seat: number): string => ["Ada", "Ben", "Cleo"][seat]!;
const en = new Words(TABLES, "en", name);
const ja = new Words(TABLES, "ja", name);

describe("sentences", () => {
  it("cuts a sentence at the names in it, whatever they are", () => {
    const odd = new Words(TABLES, "en", (seat) => ["(*-.", "Aya"][seat] ?? "so long that it must be broken");
    const told = [0, 1, 2].map((seat) => odd.event({ type: "take", seat, card: 1 }));
    expect(odd.cut(told[0]!)[1]).toBe("(*-.");
    expect(odd.cut(told[1]!)[1]).toBe("Aya");
    expect(odd.cut(told[2]!)).toEqual([told[2]]);
    expect(told.map((sentence) => odd.cut(sentence).join(""))).toEqual(told);
  });

  it("name seats and turn values into words", () => {
    expect(en.event({ type: "take", seat: 1, card: "red" })).toBe("Ben takes red.");
    expect(ja.event({ type: "take", seat: 1, card: "red" })).toBe("Benが赤を取る。");
    expect(en.action({ type: "offer", to: 2 })).toBe("Offer it to Cleo");
    expect(en.phase("chant")).toBe("Lay a card.");
  });
  it("tell a great moment by its event, and by whom it is about", () => {
    expect(en.scene("kill", { type: "kill", seat: 0 }, [0, 2])).toBe("Ada kills, as one of 2");
    expect(en.scene("kill", { type: "take", seat: 0 }, [1, 2])).toBe("Ben and Cleo");
  });

  it("know the numbers of the rules", () => {
    expect(en.say("goal")).toBe("Exactly 12");
    expect(en.say("goal", { target: 3 })).toBe("Exactly 3");
  });
  it("prefer a word that a value has only in its place", () => {
    expect(en.event({ type: "take", seat: 0, card: 7 })).toBe("Ada takes the Seven.");
  });
  it("say what lies in a place of several by the word of one", () => {
    expect(["cards", "card", "rows"].map((place) => en.lying(place, "7"))).toEqual(["the Seven", "the Seven", "seven"]);
  });
  it("show hidden values as a question mark", () => {
    expect(en.event({ type: "take", seat: 0, card: null })).toBe("Ada takes ?.");
  });
  it("choose by the value", () => {
    expect(en.event({ type: "gate", who: null })).toBe("No Great Old One.");
    expect(en.event({ type: "gate", who: "red" })).toBe("It is red.");
    expect(en.event({ type: "out", seat: 0, out: true })).toBe("Ada is out.");
  });
  it("write lists as the language does, and squares as they are", () => {
    const event = { type: "over", winners: [0, 1, 2], scores: ["red", "x"], cells: [[5, 6], [5, 7]] }; // prettier-ignore
    expect(en.event(event)).toBe("Ada, Ben and Cleo win with red and x; 5,6 5,seven");
    expect(en.event({ ...event, winners: [1] })).toMatch(/^Ben wins with/);
    expect(en.event({ ...event, winners: [], scores: [3, 7] })).toMatch(/^Nobody wins with 3, seven;/);
    expect(ja.event(event)).toBe("Ada、Ben、Cleo：赤、x");
    expect(en.word([])).toBe("–");
    expect(en.word({ goal: "red" })).toBe("red");
  });
  it("name the seat of each value in a list that has one a seat", () => {
    expect(en.event({ type: "end", points: [3, "red"] })).toBe("The end: Ada 3 and Ben red.");
    expect(ja.event({ type: "end", points: [3, "red"] })).toBe("終了：Ada 3、Ben 赤。");
  });
  it("know plurals and large numbers", () => {
    expect([1, 2, 1234].map((n) => en.event({ type: "gems", n }))).toEqual(["a gem", "2 gems", "1,234 gems"]);
  });
  it("write what is below nothing with a minus", () => {
    expect(en.event({ type: "gems", n: -4 })).toBe("−4 gems");
    expect(en.event({ type: "end", points: [-3, "red"] })).toBe("The end: Ada −3 and Ben red.");
  });
  it("say the key where there is none", () => {
    expect(en.event({ type: "unheard-of" })).toBe("unheard-of");
    expect(en.phase("nowhere")).toBe("phase-nowhere");
  });
  it("fill refusals with their details, and there is none for codes of the server", () => {
    expect(en.refusal({ code: "shape", details: { action: "x" } })).toBe('Not {"type": "offer"}: x');
    expect(en.refusal({ code: "late" })).toBeUndefined();
  });
  it("are said in the default language where another lacks them, also behind a line that is broken", () => {
    expect(ja.say("altar", { name: "Ada" })).toBe("Adaの祭壇");
    expect(ja.say("only")).toBe("Only in English");
    expect(ja.action({ type: "offer", to: 2 })).toBe("Offer it to Cleo");
    expect(new Words(TABLES, "xx", name).say("only")).toBe("Only in English");
  });
  it("show what they are not given, and read each catalogue once", () => {
    expect(en.say("left")).toBe("{$n} left");
    expect(en.say("left", { n: undefined })).toBe("? left");
    expect(Speech.of(TABLES.catalogues, "ja")).toBe(Speech.of(TABLES.catalogues, "ja"));
  });
});

describe("citations", () => {
  it("open the section that lists them", () => {
    expect(en.sections("RND-2").map((s) => s.id)).toEqual(["round"]);
    expect(en.sections("ZZZ")).toEqual([]);
  });
  it("may be several in one", () => {
    expect(en.sections("ZZZ, END").map((s) => s.id)).toEqual(["end"]);
  });
});
