/** What ayatsuri has in JSON, as it declares it. Made by scripts/types. */

export type Phase = "draft" | "condemn" | "hand" | "accuse" | "name" | "guard" | "treat" | "pay" | "take" | "murder" | "over" | "call" | "deal";
export type Step = "reveal" | "ability" | "rampage";
export type Bomb = "none" | "active" | "spent";
export type Side = "life" | "kill";
export type Coin = "white" | "black";
export type Patient = "tosses-stock-chip" | "nothing-happens" | "not-allowed";
export type Means = "assassin" | "cop" | "bomb" | "doctor" | "terrorist" | "killer" | "condemn";
export type Chip = "victim" | "own" | "stock";
export type NoRewardFor = "self" | "no_chips";
export type Reason = "third_kill" | "total" | "zeroed" | "cap";
export type Rule = "3.2-1" | "3.2-1 step 1" | "3.2-1 step 2" | "3.2-1 step 3" | "3.2-1 step 4" | "3.2-1 six" | "3.2-1 step 5" | "3.2-2 a" | "3.2-2 b" | "3.2-3" | "3.3-1" | "3.3-2" | "3.3-3" | "3.3-4" | "3.3-5" | "3.3-5 (1)" | "3.3-5 (2)" | "3.3-6" | "3.3-7" | "FAQ 1" | "FAQ 3" | "Promo 2" | "Promo 2b" | "Promo 3" | "R-14" | "R-22" | "R-40";

export type View = {
  game: "ayatsuri";
  players: number;
  options: {
    promo: boolean;
    start: number | null;
    max_rounds: number;
    patient_without_life: Patient;
    guarded_doctor_voids_bomb: boolean;
    third_kill_from_first_time: boolean;
    judged_until_decided: boolean;
  };
  round: number;
  undecided: boolean;
  phase: Phase;
  step: Step | null;
  call: number | null;
  marker: number;
  first: number;
  life: number[];
  kills: number[];
  clock: number;
  third_at: (number | null)[];
  zeroed_by: (number | null)[];
  face_up: number[];
  face_down: (number | null)[];
  added: number | null;
  drafted: number;
  roles: (number | null)[];
  revealed: boolean[];
  killed: boolean[];
  any_killed: boolean;
  accused: number | null;
  guarded: number | null;
  named: number | null;
  bomb: {
    state: Bomb;
    carrier: number | null;
  };
  paid: Side | null;
  victims: number[];
  stock: number;
  proxies: number;
  hand: (number | null)[];
  leftover: (number | null)[];
  seen: (number | null)[][];
  luck: Record<string, unknown>[] | null;
  rng: number | null;
  result: {
    winners: number[];
    scores: number[];
  } | null;
};

export type Action =
  | { type: "pick"; role: number }
  | { type: "condemn" }
  | { type: "spare" }
  | { type: "keep" }
  | { type: "hand"; target: number }
  | { type: "accuse"; target: number }
  | { type: "name"; role: number }
  | { type: "guard"; target: number }
  | { type: "treat"; target: number }
  | { type: "murder"; target: number }
  | { type: "pay"; side: Side }
  | { type: "take"; side: Side };

export type Event =
  | { type: "round_start"; round: number; marker: number; rule: Rule }
  | { type: "reshuffle"; face_up: number[]; rule: Rule }
  | { type: "deal"; face_down: (number | null)[]; face_up: number[]; rule: Rule }
  | { type: "pick"; seat: number; role: number | null; rule: Rule }
  | { type: "pass_hand"; seat: number; to: number; roles: (number | null)[]; rule: Rule }
  | { type: "add_face_down"; seat: number; role: number | null; rule: Rule }
  | { type: "leftover"; seat: number; roles: (number | null)[]; rule: Rule }
  | { type: "condemn"; seat: number; rule: Rule }
  | { type: "spare"; seat: number; rule: Rule }
  | { type: "penalty"; seat: number; life: number; kill: number; rule: Rule }
  | { type: "call"; role: number; seat: number | null; rule: Rule }
  | { type: "reveal"; seat: number; role: number; rule: Rule }
  | { type: "marker"; seat: number; previous: number; rule: Rule }
  | { type: "bomb_hand"; seat: number; to: number; rule: Rule }
  | { type: "bomb_keep"; seat: number; rule: Rule }
  | { type: "bomb_stuck"; seat: number; rule: Rule }
  | { type: "bomb_blast"; seat: number; target: number; rule: Rule }
  | { type: "bomb_void"; target: number; by_means: Means; rule: Rule }
  | { type: "accuse"; seat: number; target: number; rule: Rule }
  | { type: "name"; seat: number; role: number; rule: Rule }
  | { type: "guard"; seat: number; target: number; rule: Rule }
  | { type: "treat"; seat: number; target: number; rule: Rule }
  | { type: "toss"; seat: number; side: Coin; chip: Chip; rule: Rule }
  | { type: "no_toss"; seat: number; rule: Rule }
  | { type: "heal"; seat: number; rule: Rule }
  | { type: "draw"; seat: number; pool: number[]; role: number; target: number; rule: Rule }
  | { type: "rampage"; seat: number; count: number; rule: Rule }
  | { type: "murder"; seat: number; target: number; rule: Rule }
  | { type: "superseded"; means: Means; by_means: Means; target: number; rule: Rule }
  | { type: "attempt"; by: number; target: number; means: Means; rule: Rule }
  | { type: "guarded"; seat: number; target: number; rule: Rule }
  | { type: "no_reward"; reason: NoRewardFor; rule: Rule }
  | { type: "pay"; seat: number; to: number; side: Side; rule: Rule }
  | { type: "take"; seat: number; side: Side; rule: Rule }
  | { type: "kill"; by: number; target: number; means: Means; chip: Chip; rule: Rule }
  | { type: "double"; seat: number; by: number; means: Means; rule: Rule }
  | { type: "purge"; seat: number; losses: number[]; rule: Rule }
  | { type: "round_end"; round: number; life: number[]; kills: number[]; zero_life: number[]; three_kills: number[]; rule: Rule }
  | { type: "undecided"; tied: number[]; rule: Rule }
  | { type: "game_over"; winners: number[]; reason: Reason; rule: Rule };

export type Facts = {
  roles: {
    slug: string;
    criminal: boolean;
    promo: boolean;
    rule: string;
  }[];
};

export type Answers = {
  gains: {
    life: number[];
    kills: number[];
  };
  threads: {
    kind: "accuse" | "name" | "guard" | "bomb" | "murder" | "treat";
    by: number;
    seat: number | null;
    role: number | null;
    old: boolean;
  }[];
};

export type Word =
  | "purpose"
  | "hit-accused"
  | "hit-named"
  | "hit-bomb"
  | "hit-saved"
  | "hit-healed"
  | "hit-life"
  | "hit-killed"
  | "scene-bomb"
  | "scene-kill"
  | "where"
  | "track"
  | "table"
  | "you"
  | "nobody"
  | "open"
  | "called-open"
  | "called-answered"
  | "called-killed"
  | "called-silent"
  | "called-ahead"
  | "hidden"
  | "chips"
  | "marker"
  | "turn"
  | "tag-accuse"
  | "tag-guard"
  | "tag-bomb"
  | "tag-killed"
  | "tag-chosen"
  | "tag-name"
  | "tag-winner"
  | "tag-zero"
  | "picking"
  | "waiting"
  | "aside"
  | "down"
  | "up"
  | "left"
  | "faceDown"
  | "faceUp"
  | "leftOver"
  | "hand"
  | "handHelp"
  | "handLast"
  | "notMarker"
  | "added"
  | "secret"
  | "shown"
  | "notes"
  | "passed"
  | "rest"
  | "unseen"
  | "unseenFirst"
  | "wait"
  | "pickFirst"
  | "criminal"
  | "criminalWhat"
  | "white"
  | "black"
  | "tossOf"
  | "drawOf"
  | "odds"
  | "drawn"
  | "round"
  | "roundEnds"
  | "over"
  | "purged"
  | "purgedNone"
  | "quiet"
  | "gone"
  | "tapSeat"
  | "tapRole"
  | "short-0"
  | "short-1"
  | "short-2"
  | "short-3"
  | "short-4"
  | "short-5"
  | "short-6"
  | "short-7"
  | "role-0"
  | "role-1"
  | "role-2"
  | "role-3"
  | "role-4"
  | "role-5"
  | "role-6"
  | "role-7"
  | "hint-track"
  | "hint-hand"
  | "hint-notes"
  | "hint-chips"
  | "hint-end";
