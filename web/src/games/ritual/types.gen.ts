/** What ritual has in JSON, as it declares it. Made by scripts/types. */

export type Colour = "red" | "green" | "yellow";
export type Phase = "take-sets" | "chant" | "over";
export type Paid = "scored" | "none" | "madness";
export type Outcome = "smooth" | "wicked" | "vortex" | "accord";
export type Ending = "mastered" | "excellent" | "void";
export type Reason = "exact-ten" | "five-rounds" | "last-caster" | "restart-cap";
export type NextBy = "total" | "last-round" | "clockwise" | "void" | "total-of-all";
export type WonBy = "contribution" | "last-ritual" | "shared";
export type Rule = "SET-2" | "SET-3" | "SET-4" | "RND-1" | "RND-2" | "RND-3" | "RES-S" | "RES-W" | "RES-V" | "RES-U" | "LAY-1" | "LAY-2" | "LAY-3" | "MAD-2" | "MAD-3" | "NEXT-1" | "END-M1" | "END-M2" | "END-M3" | "END-E0" | "END-E1" | "END-E2" | "NR-1" | "NR-2" | "NR-3" | "FIN-1" | "FIN-2" | "FIN-3";

export type View = {
  game: "ritual";
  players: number;
  options: {
    start: number | null;
    restart_cap: number | null;
    out_may_start: boolean;
    out_ranks: boolean;
  };
  phase: Phase;
  ritual: number;
  restarts: number;
  round: number;
  start: number;
  ritual_start: number;
  altar: Colour | null;
  used_markers: Colour[][];
  markers: (Colour | null)[];
  sets: ((string | null)[] | null)[];
  hands: (string | null)[][];
  unused: (string | null)[];
  played: ({
    card: string | null;
    side: number | null;
  } | null)[];
  rows: {
    card: string;
    side: number;
    result: Paid | null;
  }[][];
  contribution: number[];
  history: {
    ritual: number;
    result: Ending;
    reason: Reason;
    rounds: number;
    restarts: number;
    totals: number[];
    minus: number[];
    eliminated: boolean[];
    last_round: (number | null)[];
    awards: number[];
    next_start: number | null;
  }[];
  to_act: number[];
  eliminated: boolean[];
  totals: number[];
  minus: number[];
  set_backs: (number[][] | null)[];
  hand_backs: number[][][];
  unused_backs: number[][];
  played_backs: (number[] | null)[];
  markers_left: {
    red: number;
    green: number;
    yellow: number;
  };
  rng: number | null;
  result: {
    winners: number[];
    scores: number[];
  } | null;
};

export type Action =
  | { type: "take-set"; set: number }
  | { type: "chant"; card: string; side: number };

export type Event =
  | { type: "set-taken"; seat: number; set: number; cards: (string | null)[]; backs: number[][]; forced: boolean; rule: Rule }
  | { type: "altar"; ritual: number; round: number; seat: number; colour: Colour; rule: Rule }
  | { type: "chant"; seat: number; card: string | null; side: number | null; back: number[]; rule: Rule }
  | { type: "reveal"; chants: { seat: number; card: string; side: number; colour: Colour; points: number }[]; rule: Rule }
  | { type: "outcome"; result: Outcome; altar: Colour; on: number[]; off: number[]; off_colours: Colour[]; rule: Rule }
  | { type: "points"; seat: number; result: Paid; delta: number; total: number; minus: number; rule: Rule }
  | { type: "eliminated"; seat: number; minus: number; rule: Rule }
  | { type: "ritual-restarts"; ritual: number; restarts: number; returned: Colour[]; rule: Rule }
  | { type: "ritual-ends"; ritual: number; result: Ending; reason: Reason; totals: number[]; eliminated: boolean[]; rule: Rule }
  | { type: "contribution"; seat: number; amount: number; place: number; rule: Rule }
  | { type: "next-start"; seat: number; by: NextBy; rule: Rule }
  | { type: "game-over"; winners: number[]; scores: number[]; by: WonBy; rule: Rule }
  | { type: "ritual-begins"; ritual: number; restarts: number; start: number; rule: Rule }
  | { type: "sets-laid"; sets: (string | null)[][]; set_backs: number[][][]; unused: (string | null)[]; rule: Rule }
  | { type: "start-passes"; from: number; to: number; skipped: number[]; rule: Rule };

export type Facts = {
  cards: Record<string, {
    ends: {
      colour: Colour;
      points: number;
    }[];
    back: number[];
  }>;
};

export type Answers = {
  chants: {
    card: string;
    side: number;
    with_altar: boolean;
    gain: number;
    total: number;
    cost: number;
    out: boolean;
  }[];
};

export type Word =
  | "purpose"
  | "hit-out"
  | "hit-points"
  | "scene-ten"
  | "scene-vortex"
  | "scene-mad"
  | "decided-contribution"
  | "decided-last"
  | "decided-shared"
  | "where"
  | "altar"
  | "altarShows"
  | "altarEmpty"
  | "markersLeft"
  | "ritual"
  | "round"
  | "again"
  | "rounds"
  | "yetToCome"
  | "hand"
  | "handHelp"
  | "wait"
  | "laid"
  | "outNow"
  | "chanting"
  | "chosen"
  | "withAltar"
  | "against"
  | "ifScored"
  | "ifVortex"
  | "ifVortexOut"
  | "exactly"
  | "end"
  | "card"
  | "back"
  | "faceDown"
  | "backs"
  | "start"
  | "turn"
  | "out"
  | "winner"
  | "total"
  | "minus"
  | "contribution"
  | "sum"
  | "player"
  | "row"
  | "scored"
  | "none"
  | "madness"
  | "noChant"
  | "sets"
  | "set"
  | "setGone"
  | "takeHelp"
  | "takeOrder"
  | "results"
  | "smooth"
  | "smoothWhen"
  | "smoothThen"
  | "wicked"
  | "wickedWhen"
  | "wickedThen"
  | "vortex"
  | "vortexWhen"
  | "vortexThen"
  | "accord"
  | "accordWhen"
  | "accordThen"
  | "goal"
  | "reveal"
  | "ends"
  | "hint-sets"
  | "hint-altar"
  | "hint-hand"
  | "hint-results"
  | "hint-ten";
