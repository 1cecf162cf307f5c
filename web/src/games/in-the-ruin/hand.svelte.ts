/** The piece in hand: held over the sheet, turned, flipped, tried and chosen; and where a walk may go. */

import { untrack } from "svelte";
import { same } from "../board";
import { ofType } from "../kit/table";
import { entrance } from "./cards";
import { cellOf, handle, held, id, inside, key, laid, normalised, snap, symmetry, turned } from "./geometry";
import { bySquares, goalState, reach, squares, unique, type Model } from "./model";
import type { Action, Cell, Chair, Mark, Standing } from "./types";
import type { Answers } from "./types.gen";

export type Mode = "piece" | "single" | "extra" | "walk" | "warp";
/** Why something cannot be chosen, by the letters of the rules' answer; far: one cannot walk there. */
const REASONS = { o: "off", d: "drawn", e: "entrance", a: "apart", b: "block", ".": "here" } as const;
export type Trouble = (typeof REASONS)[keyof typeof REASONS] | "far";

/** Why these squares may not be drawn on together, as the rules have told; "here": as far as it is known, they may. */
export function reason(told: Answers["refusals"] | undefined, mode: Mode, mark: Mark, cells: Cell[]): Trouble {
  const top: Cell = [Math.min(...cells.map(([r]) => r)), Math.min(...cells.map(([, c]) => c))];
  if (!inside(top)) return "off";
  const shape = key(normalised(cells));
  const held = told?.shapes.findIndex((each) => key(each) === shape) ?? -1;
  const list =
    mode === "single" ? told?.single : mode === "extra" ? told?.[`extra_${mark}` as const] : told?.[mark][held];
  return REASONS[(list?.[id(top)] ?? ".") as keyof typeof REASONS];
}

const ARROWS: Record<string, Cell> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const clamp = (n: number) => Math.max(1, Math.min(11, Math.round(n)));

export class Hand {
  private wish = $state<Mode | null>(null);
  private markWish = $state<Mark>("passage");
  private goalWish = $state<string | null>(null);
  private k = $state(0); // how the piece is turned
  private taken = $state(""); // the decision for which it was taken up
  private pivot: Cell | null = null; // where turning began: a full turn ends there
  cursor = $state<Cell>(entrance());
  /** The pointer or the keyboard is on the sheet. */
  near = $state(false);
  /** The last try was no good. */
  tried = $state<Trouble | null>(null);
  /** Said aloud. */
  spoken = $state("");
  /** The goal card that is looked at. */
  pointing = $state<string | null>(null);
  /** The goal cards I am about to keep. */
  keeping = $state<string[]>([]);

  /** `ready`: there is a new decision; `follow`: the cursor was moved by a key. */
  constructor(
    private readonly chair: Chair,
    private readonly model: () => Model,
    private readonly follow: () => void,
    ready: () => void,
  ) {
    // A new decision: hold the piece where it fits, near to where I stand; not in one go with all that is new on the table.
    $effect(() => {
      const now = this.decision;
      const later = setTimeout(() => {
        this.taken = now;
        this.wish = null;
        this.markWish = "passage";
        this.goalWish = null;
        this.k = 0;
        this.near = false;
        this.tried = null;
        this.rest(this.m.own?.piece ?? entrance());
        if (chair.actions.length === 1 && !this.selected) this.select(chair.actions[0]!);
        if (this.mode) ready();
      });
      return () => clearTimeout(later);
    });
    $effect(() => {
      if (!chair.actions.length) return; // what I will want to know while I hold the piece
      for (const question of ["drafts", "refusals", "ways"] as const) chair.ask(question);
    });
    $effect(() => {
      const what = this.selected;
      if (what) untrack(() => this.speak(`${chair.props.text.action(what)}. ${chair.say("say-chosen")}`));
    });
    $effect(() => {
      if (!this.selected && untrack(() => this.keeping.length) === 2) this.keeping = [];
    });
  }

  private get m(): Model {
    return this.model();
  }
  private get selected(): Action | null {
    return this.chair.props.selected;
  }
  private select(action: Action | null): void {
    this.chair.props.select(action);
  }

  private readonly decision = $derived.by(() => {
    const { view, sub, rows } = this.m;
    return `${view.round} ${sub} ${this.card} ${rows.join("")} ${this.chair.actions.length > 0}`;
  });
  /** The piece is in hand. */
  readonly ready = $derived.by(() => this.taken === this.decision);

  // -- what I can do, by kind

  readonly draws = $derived.by(() => ofType(this.chair.actions, "draw"));
  private readonly singles = $derived.by(() => ofType(this.chair.actions, "single-wall"));
  private readonly extras = $derived.by(() => ofType(this.chair.actions, "extra"));
  private readonly moves = $derived.by(() => ofType(this.chair.actions, "move"));
  private readonly warps = $derived.by(() => this.moves.filter((a) => a.warp));
  readonly walks = $derived.by(() => this.moves.filter((a) => !a.warp));
  readonly keeps = $derived.by(() => ofType(this.chair.actions, "keep"));
  readonly takes = $derived.by(() => ofType(this.chair.actions, "take"));

  readonly modes = $derived.by((): Mode[] => {
    const { draws, singles, walks, warps, extras } = this;
    const pools: [Mode, Action[]][] = [
      ["piece", draws],
      ["single", singles],
      ["walk", walks],
      ["warp", warps],
      ["extra", extras],
    ];
    return pools.filter(([, pool]) => pool.length).map(([mode]) => mode);
  });
  readonly mode = $derived.by((): Mode | null =>
    this.wish && this.modes.includes(this.wish) ? this.wish : (this.modes[0] ?? null),
  );
  readonly placing = $derived.by(() => this.mode === "piece" || this.mode === "single" || this.mode === "extra");

  readonly marks = $derived.by((): Mark[] =>
    (["passage", "wall"] as const).filter((mark) =>
      (this.mode === "piece" ? this.draws : this.mode === "extra" ? this.extras : []).some((a) => a.mark === mark),
    ),
  );
  readonly mark = $derived.by((): Mark => {
    if (this.mode === "single") return "wall";
    return this.marks.includes(this.markWish) ? this.markWish : (this.marks[0] ?? "wall");
  });

  /** The goal cards with which the action can be paid, and the one that will be. */
  readonly payable = $derived.by((): string[] => {
    if (this.mode === "extra") return unique(this.extras.map((a) => a.goal));
    return this.mode === "warp" ? unique(this.warps.map((a) => a.warp!.goal)) : [];
  });
  readonly goal = $derived.by((): string | null => {
    if (this.goalWish && this.payable.includes(this.goalWish)) return this.goalWish;
    const { rows, set, standing } = this.m;
    const worth = (goal: string) =>
      ["lost", "half", "soon", "joined"].indexOf(goalState(goal, rows, set, standing).state);
    const cheapest = this.chair.aids ? [...this.payable].sort((a, b) => worth(a) - worth(b)) : this.payable;
    return cheapest[0] ?? null;
  });

  private readonly pool = $derived.by((): Action[] => {
    const { mode, mark, goal } = this;
    if (mode === "piece") return this.draws.filter((a) => a.mark === mark);
    if (mode === "single") return this.singles;
    if (mode === "extra") return this.extras.filter((a) => a.mark === mark && a.goal === goal);
    return mode === "warp" ? this.warps.filter((a) => a.warp!.goal === goal) : this.walks;
  });
  private readonly index = $derived.by(() => bySquares(this.pool));

  // -- the piece

  private readonly card = $derived.by(() => {
    const { sub, turn, view } = this.m;
    return sub === "place" ? turn?.taken?.card : view.row[0];
  });
  readonly base = $derived.by((): Cell[] => {
    if (this.mode !== "piece") return [[0, 0]];
    return this.m.set.shapes[this.card ?? ""] ?? normalised(this.draws[0]?.cells ?? [[0, 0]]);
  });
  /** How far one may walk with this card. */
  readonly pace = $derived.by(() => (this.m.set.shapes[this.card ?? ""] ?? []).length);
  readonly kinds = $derived.by(() => symmetry(this.base));
  private readonly shape = $derived.by(() => turned(this.base, this.k));
  readonly under = $derived.by(() => laid(this.shape, this.cursor));
  readonly found = $derived.by(() => (this.mode ? (this.index.get(key(this.under)) ?? null) : null));
  readonly why = $derived.by((): Trouble | null => {
    if (!this.mode || this.found) return null;
    return this.placing ? reason(this.chair.ask("refusals"), this.mode, this.mark, this.under) : "far";
  });
  readonly chosen = $derived.by(() => squares(this.selected));
  readonly isChosen = $derived.by(() => this.chosen.length > 0);

  /** What I will have with what is chosen, or held where it fits; null as long as it is not known. */
  readonly draft = $derived.by((): Standing | null => {
    const drafts = this.chair.actions.length ? this.chair.ask("drafts") : [];
    const what = this.isChosen && this.selected ? this.selected : this.near ? this.found : null;
    if (!this.m.mine || !what) return null;
    const { legal } = this.chair.props;
    const at = legal.indexOf(what);
    return drafts?.[at < 0 ? legal.findIndex((action) => same(action, what)) : at] ?? null;
  });

  /** How far the finger is below the square by which the piece is held. */
  readonly lift = $derived.by(() =>
    this.placing ? Math.max(...this.shape.map(([r]) => r)) - handle(this.shape)[0] + 1.7 : null,
  );
  /** The squares from which a finger takes the piece: its own and those around it. */
  readonly grip = ([r, c]: Cell): boolean => {
    const cells = this.isChosen ? this.chosen : this.under;
    return cells.some((cell) => Math.max(Math.abs(cell[0] - r), Math.abs(cell[1] - c)) <= 1);
  };

  // -- walking

  private readonly isWalking = $derived.by(() => this.mode === "walk" || this.mode === "warp");
  /** The way to each square, as far as it is known. */
  private readonly ways = $derived.by((): number[][] => {
    const ways = this.isWalking ? this.chair.ask("ways") : null;
    return ways?.[this.mode === "warp" ? "warp" : "foot"] ?? [];
  });
  /** Squares the piece can walk to, with the steps it takes. */
  readonly steps = $derived.by(() => reach(this.isWalking ? this.pool : [], this.ways));
  readonly path = $derived.by((): Cell[] => {
    if (!this.isWalking || !this.m.mine) return [];
    const to = this.near && this.found ? this.cursor : this.selected?.type === "move" ? this.selected.to : null;
    return to ? (this.ways[id(to)] ?? []).map(cellOf) : [];
  });

  // -- holding it

  /** Hold the piece over the legal place nearest to a square, turned as it is if that is possible. */
  private rest(to: Cell): void {
    let best: { k: number; over: Cell } | null = null;
    this.pivot = null;
    let least = Infinity;
    for (const action of this.pool) {
      const hold = held(this.base, squares(action), this.k);
      if (!hold) continue;
      const far = Math.hypot(hold.over[0] - to[0], hold.over[1] - to[1]) + (hold.k === this.k ? 0 : 4);
      if (far < least) [best, least] = [hold, far];
    }
    if (this.mode === "walk" || this.mode === "warp" || !best) this.cursor = to;
    else ({ k: this.k, over: this.cursor } = best);
  }

  readonly aim = (point: Cell | null, exact = false): void => {
    if (!point) return void (this.near = false);
    this.near = this.mode !== null;
    this.pivot = null;
    this.cursor = (!exact && this.mode && snap(point, this.shape, this.index)) || [clamp(point[0]), clamp(point[1])];
  };

  readonly pick = (dropped = false): void => {
    this.tried = this.why;
    if (this.found) this.select(this.found);
    else if (this.isChosen && (dropped || this.placing)) this.select(null);
    if (this.why) this.speak(this.chair.say(`why-${this.why}`));
  };
  /** Confirm what lies under the pointer, if it is what is chosen. */
  readonly twice = (): boolean => {
    const sure = this.chair.isChosen(this.found);
    if (sure) this.chair.props.confirm(this.found!);
    return sure;
  };

  /** A finger does not hover: where a button has put the piece, it is chosen if it fits. */
  private get lies(): boolean {
    return matchMedia("(hover: none)").matches;
  }
  /** Turn or flip; what is chosen turns on its place. */
  private spin(to: number): void {
    if (!this.placing || this.base.length < 2) return;
    const hold = this.isChosen && held(this.base, this.chosen, this.k);
    if (hold && !this.pivot) ({ k: this.k, over: this.cursor } = hold);
    this.pivot ??= this.cursor;
    this.tried = null;
    this.k = to;
    this.cursor = snap(this.pivot, turned(this.base, to), this.index, hold ? 1.6 : 1.1) ?? this.pivot;
    if (hold || this.lies) this.select(this.found);
    this.speak(this.fit);
  }
  readonly rotate = (by: number): void => this.spin((this.k & 4) | ((this.k + by + 4) & 3));
  readonly mirror = (): void => this.spin(this.k ^ 4);

  /** What has to be paid for is left by the button by which it was chosen. */
  setMode(chosen: Mode): void {
    if (chosen === this.mode && !this.payable.length) return;
    const to = chosen === this.mode ? this.modes[0]! : chosen;
    this.wish = to;
    this.tried = null;
    this.select(null);
    this.k = 0;
    this.rest(to === "walk" || to === "warp" ? (this.m.own?.piece ?? entrance()) : this.cursor);
  }
  setMark(to: Mark): void {
    if (to === this.mark) return;
    const before = this.lies && !this.isChosen ? this.under : this.chosen;
    this.markWish = to;
    this.tried = null;
    if (before.length) this.select(this.index.get(key(before)) ?? null);
    this.speak(`${this.chair.say(to)}. ${this.fit}`);
  }
  setGoal(to: string): void {
    const before = this.chosen;
    this.goalWish = to;
    if (before.length) this.select(this.index.get(key(before)) ?? null);
  }

  /** Keep a goal card, or not; two are kept. */
  toggle(goal: string): void {
    const { keeping } = this;
    this.keeping = keeping.includes(goal) ? keeping.filter((other) => other !== goal) : [...keeping, goal].slice(-2);
    const both = this.keeping.length === 2;
    this.select(this.keeps.find((a) => both && a.goals.every((other) => this.keeping.includes(other))) ?? null);
  }

  // -- keys

  /** On the sheet. */
  readonly gridKey = (e: KeyboardEvent): void => {
    const by = ARROWS[e.key];
    if (by) {
      e.preventDefault();
      this.near = true;
      this.pivot = null;
      this.cursor = [clamp(this.cursor[0] + by[0]), clamp(this.cursor[1] + by[1])];
      this.speak(this.fit);
      this.follow();
    } else if ((e.key === "Enter" || e.key === " ") && this.mode) {
      e.preventDefault();
      if (!this.twice()) this.pick();
    }
  };
  /** Anywhere on the board. */
  key(e: KeyboardEvent): void {
    if (!this.mode) return;
    const pressed = e.key.toLowerCase();
    if (pressed === "r") this.rotate(e.shiftKey ? -1 : 1);
    else if (pressed === "f") this.mirror();
    else if (pressed === "w" && this.marks.length > 1) this.setMark(this.mark === "wall" ? "passage" : "wall");
    else if (pressed === "n" || pressed === "p") this.cycle(pressed === "n" ? 1 : -1);
    else return;
    e.preventDefault();
  }
  private cycle(by: number): void {
    const { pool } = this;
    if (!pool.length) return;
    const now = this.found ? pool.indexOf(this.found) : by > 0 ? -1 : 0;
    const to = (now + by + pool.length) % pool.length;
    const hold = held(this.base, squares(pool[to]!), this.k);
    if (!hold) return;
    this.near = true;
    this.pivot = null;
    ({ k: this.k, over: this.cursor } = hold);
    this.speak(`${this.chair.props.text.action(pool[to]!)}. ${to + 1} / ${pool.length}`);
    this.follow();
  }

  // -- said aloud

  private speak(what: string): void {
    this.spoken = what === this.spoken ? `${what} ` : what;
  }
  private get fit(): string {
    if (!this.mode || !this.placing) return "";
    return this.chair.say(this.found ? "fits" : `why-${this.why ?? "here"}`);
  }
}
