/** What arkham-ritual has in JSON, as it declares it. Made by scripts/types. */

export type Card = "dagger-sane" | "chalice-sane" | "mask-sane" | "tome-sane" | "idol-sane" | "dagger-mad" | "chalice-mad" | "mask-mad" | "tome-mad" | "idol-mad" | "elder-sign" | "gate-a" | "gate-b" | "magical-orb" | "shining-trapezohedron" | "investigator" | "wary-student" | "cultist" | "mad-professor" | "cthulhu" | "nyarlathotep" | "yog-sothoth" | "hastur" | "mystery";
export type Phase = "offer" | "respond" | "orb" | "over";
export type Place = "top" | "offered" | "hand" | "removed";
export type Colour = "sane" | "mad";
export type Cause = "great-old-one" | "elder-sign" | "all-declined" | "deck-empty" | "shining-trapezohedron";
export type Why = "dagger-sane" | "chalice-sane" | "mask-sane" | "tome-sane" | "idol-sane" | "dagger-mad" | "chalice-mad" | "mask-mad" | "tome-mad" | "idol-mad" | "elder-sign" | "gate-a" | "gate-b" | "magical-orb" | "shining-trapezohedron" | "investigator" | "wary-student" | "cultist" | "mad-professor" | "cthulhu" | "nyarlathotep" | "yog-sothoth" | "hastur" | "mystery" | "judgement";
export type StartWhy = "first" | "fewest" | "fewest-tie";
export type NextWhy = "hand-on-table" | "left-neighbour";
export type EndWhy = "round-end" | "shining-trapezohedron";
export type Rule = "5" | "5-1" | "6-1" | "6-2-1" | "6-2-2" | "6-3" | "7-1" | "7-2" | "7-3" | "8" | "10-2" | "10-3" | "10-4" | "13" | "14" | "promo";

export type View = {
  game: "arkham-ritual";
  players: number;
  options: {
    event: Card;
    character1: Card;
    character2: Card;
    great_old_one: Card;
    doom_board: boolean;
    true_winner: boolean;
    first_parent: number | null;
    doom_values: number[];
    yog_owner_compared: boolean;
    nyarlathotep_owner_compared: boolean;
    dummies_raise_loss: boolean;
    orb_removes_for_game: boolean;
  };
  round: number;
  turn: number;
  phase: Phase;
  parent: number;
  to_act: number[];
  sanity: number[];
  hands: (Card | null)[];
  dummies: Card[];
  deck: (Card | null)[];
  offered: Card | null;
  path: number[];
  discard: Card[];
  removed: (Card | null)[];
  removed_by: number[];
  doom_space: number | null;
  set_aside: (Card | null)[];
  look: {
    seat: number;
    event: Card;
    card: Card | null;
    colour: Colour | null;
    at: Place;
    holder: number | null;
  } | null;
  last_round: {
    round: number;
    cause: Cause;
    last_parent: number;
    hands: Card[];
    dummies: Card[];
    great_old_one: {
      card: Card;
      effect: Card;
      owner: number | null;
      owner_dummy: number | null;
    } | null;
    failed: number[];
    failed_dummies: number[];
    loss: number | null;
    extra: number;
    delta: number[];
  } | null;
  on_table: number[];
  gate_clear: number[];
  doom_value: number | null;
  rng: number | null;
  result: {
    winners: number[];
    scores: number[];
  } | null;
};

export type Action =
  | { type: "offer"; to: number }
  | { type: "accept" }
  | { type: "pass"; to: number }
  | { type: "decline" }
  | { type: "return" }
  | { type: "remove" };

export type Event =
  | { type: "round_start"; round: number; parent: number; why: StartWhy; rule: Rule }
  | { type: "deal"; seat: number | null; dummy: number | null; card: Card | null; rule: Rule }
  | { type: "turn_start"; turn: number; parent: number; rule: Rule }
  | { type: "draw"; seat: number; card: Card | null; deck_left: number; rule: Rule }
  | { type: "offer"; seat: number; to: number; rule: Rule }
  | { type: "pass"; seat: number; to: number; rule: Rule }
  | { type: "discard"; seat: number; card: Card; rule: Rule }
  | { type: "take"; seat: number; card: Card | null; rule: Rule }
  | { type: "decline"; seat: number; card: Card; rule: Rule }
  | { type: "elder_sign"; seat: number; rule: Rule }
  | { type: "gate"; seat: number; card: Card; great_old_one: Card | null; owner: number | null; owner_dummy: number | null; rule: Rule }
  | { type: "look"; seat: number; event: Card; card: Card | null; colour: Colour | null; rule: Rule }
  | { type: "return"; seat: number; rule: Rule }
  | { type: "remove"; seat: number; card: Card | null; out_of: "round" | "game"; rule: Rule }
  | { type: "fizzle"; seat: number; card: Card; rule: Rule }
  | { type: "next_parent"; seat: number; why: NextWhy; rule: Rule }
  | { type: "round_end"; round: number; cause: Cause; hands: Card[]; dummies: Card[]; rule: Rule }
  | { type: "judgement"; survived: number[]; failed: number[]; failed_dummies: number[]; loss: number; rule: Rule }
  | { type: "mystery"; revealed: Card; rule: Rule }
  | { type: "great_old_one"; card: Card; effect: Card; owner: number | null; owner_dummy: number | null; failed: number[]; failed_dummies: number[]; loss: number | null; extra: number; rule: Rule }
  | { type: "sanity"; seat: number; delta: number; now: number; why: Why; rule: Rule }
  | { type: "doom"; space: number; value: number; rule: Rule }
  | { type: "game_over"; cause: EndWhy; winners: number[]; scores: number[]; rule: Rule };

export type Facts = {
  cards: Record<string, {
    kind: "artifact" | "event" | "character" | "great-old-one";
    colour: Colour;
    artifact: string | null;
    copies: number;
    rule: string;
  }>;
  groups: Record<string, string[]>;
};

export type Answers = {
  chances: {
    hands: {
      card: string;
      ways: number;
      total: number;
    }[][];
    offered: {
      card: string;
      ways: number;
      total: number;
    }[];
  };
  judgement: {
    why: ("mad" | "sane" | "twin" | "plain" | "student")[][];
    bonds: [number, number][];
  };
};

export type Word =
  | "purpose"
  | "hit-sanity"
  | "scene-wakes"
  | "scene-mad"
  | "decided"
  | "where"
  | "table"
  | "helper"
  | "helperWhat"
  | "mine"
  | "offered"
  | "offeredShort"
  | "exact"
  | "deck"
  | "removed"
  | "removedForGame"
  | "removedShort"
  | "aside"
  | "asideShort"
  | "sheet"
  | "beside"
  | "gone"
  | "notGone"
  | "last"
  | "doom"
  | "doomNow"
  | "back"
  | "unknown"
  | "dummy"
  | "sanity"
  | "parent"
  | "onTable"
  | "offTable"
  | "turn"
  | "clear"
  | "looked"
  | "isSane"
  | "isMad"
  | "offerTo"
  | "offerTap"
  | "passTo"
  | "passTap"
  | "seeOnly"
  | "unseen"
  | "forYou"
  | "toOffer"
  | "topCard"
  | "round"
  | "survived"
  | "failed"
  | "winner"
  | "fallen"
  | "loses"
  | "owner"
  | "revealed"
  | "cause-great-old-one"
  | "cause-elder-sign"
  | "cause-all-declined"
  | "cause-deck-empty"
  | "cause-shining-trapezohedron"
  | "why-mad"
  | "why-sane"
  | "why-twin"
  | "why-plain"
  | "why-student"
  | "kind-artifact"
  | "kind-event"
  | "kind-character"
  | "kind-great-old-one"
  | "card-sane"
  | "card-mad"
  | "card-elder-sign"
  | "card-gate"
  | "card-magical-orb"
  | "card-shining-trapezohedron"
  | "card-investigator"
  | "card-wary-student"
  | "card-cultist"
  | "card-mad-professor"
  | "card-cthulhu"
  | "card-nyarlathotep"
  | "card-yog-sothoth"
  | "card-hastur"
  | "card-mystery"
  | "hint-mine"
  | "hint-others"
  | "hint-offer"
  | "hint-respond"
  | "hint-sheet"
  | "hint-sanity";
