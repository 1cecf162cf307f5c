/** What is drawn: read off a view and, at the end of a round, off what has been read of it. */

import { first, ofType } from "../kit/table";
import type { Holder } from "./seats";
import type { Card, Event, View } from "./types";
import type { Answers } from "./types.gen";

/** A view without what its owner would have to keep in mind. By the book discards lie open on and beside the play sheet
    (6-2-1) and the cards of the others are seen; who looked at which card, what it was, and
    whom a gate has cleared is written nowhere. */
export function forget(view: View, seat: number | null): View {
  return {
    ...view,
    look: null,
    gate_clear: [],
    hands: view.hands.map((card, at) => (at === seat ? null : card)),
    offered: view.parent === seat ? view.offered : null,
    deck: view.phase === "orb" ? view.deck : view.deck.map(() => null), // then its top is being looked at
    removed: view.removed.map(() => null),
  };
}

export interface Sanity {
  now: number;
  /** What has been read to be gained or lost. */
  change: number | null;
}

type Judgement = Answers["judgement"];

export type Verdict = "failed" | "survived" | "owner";

type Told<Type> = Extract<Event, { type: Type }>;

export interface Model {
  view: View;
  /** The end of a round is being read. */
  ended: boolean;
  /** Why the round ended, how it was judged, and which Great Old One was turned up, as far as it has been read. */
  end: Told<"round_end"> | undefined;
  judged: Told<"judgement" | "great_old_one"> | undefined;
  mystery: Told<"mystery"> | undefined;
  /** Cards by holder, seats first, then dummies. */
  held: Card[];
  /** The reasons to fail, by holder, and pairs of holders whose artifacts resonate. */
  why: Judgement["why"];
  bonds: Judgement["bonds"];
  /** By seat. */
  sanity: Sanity[];
  over: boolean;
  winners: number[];
  /** The seats that have to decide. */
  toAct: number[];
  /** A card is on its way: from the parent, seat by seat. */
  route: number[];
}

/** `read`: what has been read of the end of a round; null: it is not being read. `judgement`: what the rules say of it. */
export function model(view: View, read: Event[] | null, toAct: number[], judgement?: Judgement | null): Model {
  const news = read ?? [];
  const over = view.phase === "over";
  const end = first(news, "round_end");
  const judged = first(news, "judgement", "great_old_one");
  const held: Card[] = end ? [...end.hands, ...end.dummies] : [...view.hands, ...view.dummies];
  const running = !read && (view.phase === "offer" || view.phase === "respond");
  return {
    view,
    ended: !!read,
    end,
    judged,
    mystery: first(news, "mystery"),
    held,
    why: (judged?.type === "judgement" && judgement?.why) || [],
    bonds: (judged?.type === "judgement" && judgement?.bonds) || [],
    sanity: view.sanity.map((now, seat) => {
      const event = ofType(news, "sanity").find((e) => e.seat === seat);
      return { now, change: event?.delta ?? null };
    }),
    over,
    winners: (over && view.result?.winners) || [],
    toAct,
    route: running ? [view.parent, ...view.path] : [],
  };
}

/** Of a holder in lists of all: seats first, then dummies. */
export const index = ({ view }: Model, holder: Holder): number =>
  "seat" in holder ? holder.seat : view.players + holder.dummy;

/** Before which seat the offered card lies. */
export const holding = ({ route }: Model): number | null => route.at(-1) ?? null;

export const isDeciding = ({ toAct }: Model, seat: number): boolean => toAct.includes(seat);

export function verdict({ judged }: Model, holder: Holder): Verdict | null {
  if (!judged) return null;
  const [at, failed] = "seat" in holder ? [holder.seat, judged.failed] : [holder.dummy, judged.failed_dummies];
  if (failed.includes(at)) return "failed";
  if (judged.type === "judgement") return "survived";
  return ("seat" in holder ? judged.owner : judged.owner_dummy) === at ? "owner" : null;
}
