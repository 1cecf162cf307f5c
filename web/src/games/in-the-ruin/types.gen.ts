/** What in-the-ruin has in JSON, as it declares it. Made by scripts/types. */

export type Phase = "goals" | "setup" | "step1" | "over";
export type Sub = "keep" | "take" | "place" | "draw" | "move" | "exit" | "done";
export type Mark = "passage" | "wall";
export type Main = "passage" | "wall" | "single-wall" | "none";
export type Special = "extra" | "warp";
export type Became = "gate" | "wall" | "kept-wall";
export type OpenedWhy = "setup" | "gems";
export type DiscardedWhy = "reference" | "gems" | "collapse";
export type Letter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X";
export type Square = [number, number];
export type Rule = "4" | "10" | "5-1-1" | "5-1-1-A" | "5-1-1-B" | "5-1-1-C" | "J10" | "8-1" | "5-1-2" | "8-2" | "5-1-2-E" | "8" | "5-2" | "9-4" | "5-3" | "6" | "7" | "7-4";

export type View = {
  game: "in-the-ruin";
  players: number;
  options: {
    solo_target: number;
    single_wall_anywhere: boolean;
    full_sheet_penalty: boolean;
    extra_after_main: boolean;
    escape_needs_arrival: boolean;
    goals_renewed_at_once: boolean;
  };
  stage: number;
  round: number;
  phase: Phase;
  to_act: number[];
  row: Letter[];
  deck: (Letter | null)[];
  discard: Letter[];
  goal_deck: (string | null)[];
  goal_discard: string[];
  letters: {
    open: Letter[];
    taken: Letter[];
  };
  seats: {
    sheet: (string | null)[];
    piece: Square | null;
    goals: (string | null)[];
    dealt: (Letter | null)[];
    setup: {
      card: Letter;
      mark: Mark | null;
    }[];
    returned: (string | null)[];
    gems: number;
    penalties: number | null;
    square: (number | null)[];
    escaped: number | null;
    claim: {
      round: number;
      letter: Letter;
    } | null;
    turn: {
      sub: Sub;
      main: Main | null;
      special: Special | null;
      spent: string | null;
      taken: {
        card: Letter;
        mark: Mark;
      } | null;
      leaving: boolean;
    } | null;
  }[];
  log: {
    round: number;
    stage: number;
    card: Letter;
    claims: (Letter | null)[];
    opened: Letter[];
    special: boolean[];
    escaped: number[];
  }[];
  scores: {
    square: number[];
    gem_vp: number;
    penalty_vp: number;
    rank: number | null;
    escape_vp: number;
    honour: number;
    routes: string[];
    route_vp: number;
    passages: number;
    total: number;
  }[] | null;
  card_set: string;
  rng: number | null;
  result: {
    winners: number[];
    scores: number[];
  } | null;
};

export type Action =
  | { type: "keep"; goals: string[] }
  | { type: "take"; card: Letter; mark: Mark }
  | { type: "draw"; mark: Mark; cells: Square[] }
  | { type: "single-wall"; cell: Square }
  | { type: "no-draw" }
  | { type: "extra"; goal: string; mark: Mark; cell: Square }
  | { type: "move"; to: Square; warp: { goal: string } | null }
  | { type: "escape" }
  | { type: "remain" };

export type Event =
  | { type: "kept"; seat: number; goals: string[]; returned: string[]; rule: Rule }
  | { type: "ready"; seat: number; rule: Rule }
  | { type: "goals-returned"; count: number; rule: Rule }
  | { type: "taken"; seat: number; card: Letter; mark: Mark; rule: Rule }
  | { type: "drawn"; seat: number; card: Letter; mark: Mark; cells: Square[]; rule: Rule }
  | { type: "declared"; seat: number; letters: Letter[]; rule: Rule }
  | { type: "opened"; letter: Letter; why: OpenedWhy; rule: Rule }
  | { type: "not-opened"; letter: Letter; rule: Rule }
  | { type: "placed"; at: Square; rule: Rule }
  | { type: "round"; stage: number; round: number; card: Letter; size: number; rule: Rule }
  | { type: "single-wall"; seat: number; cell: Square; penalties: number; rule: Rule }
  | { type: "no-draw"; seat: number; rule: Rule }
  | { type: "extra"; seat: number; goal: string; mark: Mark; cell: Square; rule: Rule }
  | { type: "moved"; seat: number; from: Square; to: Square; steps: number; warp: { goal: string } | null; rule: Rule }
  | { type: "leaving"; seat: number; rule: Rule }
  | { type: "remained"; seat: number; rule: Rule }
  | { type: "special-used"; seat: number; goal: string; kind: Special | null; rule: Rule }
  | { type: "discarded"; cards: Letter[]; asked: number; why: DiscardedWhy; rule: Rule }
  | { type: "escaped"; seat: number; round: number; rule: Rule }
  | { type: "gem"; seat: number; letter: Letter; gems: number; rule: Rule }
  | { type: "goal-drawn"; seat: number; goal: string | null; rule: Rule }
  | { type: "goal-limit"; seat: number; rule: Rule }
  | { type: "goals-reshuffled"; cards: string[]; rule: Rule }
  | { type: "converted"; seat: number; letter: Letter; to: Became | null; rule: Rule }
  | { type: "refilled"; added: Letter[]; row: Letter[]; rule: Rule }
  | { type: "square-bonus"; seat: number; stage: number; area: number; rect: number[]; rule: Rule }
  | { type: "stage"; stage: number; row: Letter[]; deck: number; rule: Rule }
  | { type: "scored"; seat: number; square: number[]; gem_vp: number; penalty_vp: number; rank: number | null; escape_vp: number; honour: number; routes: string[]; route_vp: number; passages: number; total: number; rule: Rule }
  | { type: "game-over"; winners: number[]; scores: number[]; rule: Rule }
  | { type: "penalty"; seat: number; penalties: number; rule: Rule };

export type Facts = {
  letters: Record<string, Square>;
  shapes: Record<string, Square[]>;
  entrance: Square;
};

export type Answers = {
  standings: ({
    rect: {
      area: number;
      top: number;
      left: number;
      bottom: number;
      right: number;
    } | null;
    points: {
      square: [number, number | null];
      gems: number;
      penalty: number;
      escape: number | null;
      routes: string[];
      route: number;
      total: number;
    };
  } | null)[];
  drafts: ({
    rect: {
      area: number;
      top: number;
      left: number;
      bottom: number;
      right: number;
    } | null;
    points: {
      square: [number, number | null];
      gems: number;
      penalty: number;
      escape: number | null;
      routes: string[];
      route: number;
      total: number;
    };
  } | null)[];
  refusals: {
    shapes: Square[][];
    passage: string[];
    wall: string[];
    single: string;
    extra_passage: string;
    extra_wall: string;
  } | null;
  ways: {
    foot: number[][];
    warp: number[][];
  } | null;
};

export type Word =
  | "purpose"
  | "hit-gate"
  | "hit-wall"
  | "scene-gem"
  | "scene-escape"
  | "scene-narrow"
  | "scene-warp"
  | "scene-collapse"
  | "scene-trapped"
  | "chosen-draw"
  | "chosen-single"
  | "chosen-extra"
  | "chosen-move"
  | "chosen-warp"
  | "decided-solo"
  | "decided-passages"
  | "decided-points"
  | "where"
  | "prompt-move"
  | "prompt-exit"
  | "sheet"
  | "sheetOf"
  | "hiddenSheet"
  | "keys"
  | "square"
  | "empty"
  | "passage"
  | "wall"
  | "gate"
  | "entrance"
  | "me"
  | "destination"
  | "taken"
  | "letter"
  | "ofGoal"
  | "steps"
  | "stage-1"
  | "stage-2"
  | "round"
  | "setup"
  | "over"
  | "row"
  | "card"
  | "now"
  | "next"
  | "deck"
  | "deckShort"
  | "left"
  | "sum"
  | "gone"
  | "goneHelp"
  | "collapse"
  | "dealt"
  | "step-draw"
  | "step-move"
  | "step-exit"
  | "done"
  | "mode-piece"
  | "mode-single"
  | "mode-extra"
  | "mode-walk"
  | "mode-warp"
  | "single"
  | "pays"
  | "modes"
  | "mark"
  | "turn"
  | "flip"
  | "pay"
  | "payWith"
  | "stay"
  | "say-keep"
  | "say-keepMore"
  | "say-take"
  | "say-piece"
  | "say-first"
  | "say-single"
  | "say-forced"
  | "say-extra"
  | "say-walk"
  | "say-warp"
  | "say-none"
  | "say-noneCosts"
  | "say-exit"
  | "say-wait"
  | "say-out"
  | "say-chosen"
  | "say-watch"
  | "fits"
  | "why-off"
  | "why-drawn"
  | "why-entrance"
  | "why-apart"
  | "why-block"
  | "why-here"
  | "why-far"
  | "goals"
  | "goalOf"
  | "joined"
  | "soon"
  | "half"
  | "lost"
  | "noGoals"
  | "score"
  | "part-0"
  | "part-1"
  | "part-gems"
  | "part-honour"
  | "part-routes"
  | "part-total"
  | "help-0"
  | "help-1"
  | "help-gems"
  | "help-honour"
  | "help-routes"
  | "help-total"
  | "penalties"
  | "escape"
  | "aim"
  | "best"
  | "reached"
  | "missed"
  | "others"
  | "players"
  | "ready"
  | "drawing"
  | "out"
  | "gems"
  | "cards"
  | "found"
  | "news"
  | "news-gem"
  | "news-open"
  | "news-out"
  | "news-paid"
  | "news-none"
  | "winner"
  | "scores"
  | "part"
  | "hint-goals"
  | "hint-sheet"
  | "hint-card"
  | "hint-place"
  | "hint-score";
