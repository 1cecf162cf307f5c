/** What is drawn: the table as the view tells it, and what happened in the round. */

import type { Words } from "../../text";
import type { Hit, Numbers } from "../board";
import { around, first } from "../kit/table";
import type { Sign } from "./art";
import {
  called,
  deck,
  drafting,
  forget,
  marks,
  setRoles,
  slug,
  story,
  type Event,
  type Table,
  type View,
} from "./table";
import type { Chair } from "./types";
import type { Answers, Facts, Word } from "./types.gen";

/** The numbers of the rules, as the component file of the table has them. */
export const rules = { kills_to_end: 3 };

export function setCards(facts: Facts, numbers: Numbers): void {
  Object.assign(rules, numbers);
  setRoles(facts);
}

export type Story = ReturnType<typeof story>;

export interface Model {
  view: View;
  t: Table;
  /** What has happened in its round so far. */
  past: Story;
  /** The end of a round is being read. */
  ended: boolean;
  /** The seat that has to decide. */
  acting: number | null;
  draft: boolean;
  over: boolean;
  /** The round is told to its end. */
  closing: boolean;
  /** The story of the round is what matters now. */
  reading: boolean;
  winners: number[];
  /** All roles of the game. */
  roles: number[];
}

export function model(view: View, past: Story, ended: boolean, acting: number | null, aids: boolean): Model {
  const over = !ended && view.phase === "over";
  const closing = over || (ended && !!first(past.events, "round_end"));
  return {
    view,
    t: aids || closing ? view : forget(view),
    past,
    ended,
    acting,
    draft: !ended && view.phase === "draft",
    over,
    closing,
    reading: over || ended,
    winners: view.result?.winners ?? [],
    roles: deck(view.options.promo),
  };
}

// -- roles in words

export const short = ({ say }: Chair, role: number): string => say(`short-${role}` as Word);
export const full = ({ props }: Chair, role: number): string => `${role} ${props.text.word(slug(role))}`;
/** As it stands on the card, and in full. */
export function spoken(chair: Chair, role: number): string {
  const [brief, name] = [short(chair, role), chair.props.text.word(slug(role))];
  return brief === name ? full(chair, role) : `${role} ${brief}, ${name}`;
}

/** What a role does at this table. */
export const what = ({ say, props }: Chair, role: number): string =>
  say(`role-${role}` as Word, { players: props.view.players });

/** The same for those who do not see its card. Spread on a button. */
export const told = (chair: Chair, role: number) => ({ "aria-description": what(chair, role) });

/** My role, if I have one. */
export const own = (chair: Chair, m: Model): number | null =>
  chair.props.seat === null ? null : (m.t.roles[chair.home] ?? null);

/** What has become of a role, in a word. */
export function fate(chair: Chair, m: Model, role: number): string {
  const { say, props } = chair;
  const { state, seat: by } = called(m.t, role);
  if (state === "open") return say("open");
  if (by >= 0) return by === props.seat ? say("you") : props.names(by);
  if (state === "silent") return say("nobody");
  return role === own(chair, m) ? say("you") : "";
}

// -- seats

/** A seat's place in the draft; afterwards its card lies there. */
export const placeOf = ({ view, draft }: Model, at: number) => (draft ? drafting(view, at) : "picked");

export const tags = ({ t, winners, closing }: Model, at: number) => marks(t, at, winners, closing);

/** A seat in words, for those who do not see it. */
export function label(chair: Chair, m: Model, at: number): string {
  const { say } = chair;
  const { t, view } = m;
  const role = t.roles[at] ?? null;
  const place = placeOf(m, at);
  const parts = [
    chair.props.names(at),
    role !== null
      ? full(chair, role)
      : place === "picked"
        ? say("hidden")
        : place === "picking"
          ? say("picking", { n: view.hand.length })
          : say("waiting"),
    say("chips", { life: t.life[at], kills: t.kills[at] }),
  ];
  if (t.marker === at) parts.push(say("marker"));
  if (m.acting === at) parts.push(say("turn"));
  return [...parts, ...tags(m, at).map((tag) => say(tag.word))].join(", ");
}

/** Gains and losses of the round that is ending. */
export function deltas(chair: Chair, { past, closing }: Model, at: number): Change[] {
  if (!closing || !past.whole) return [];
  return changes(chair.ask("gains", { events: past.events }), at);
}

export type Change = { sign: Sign; n: number };

/** What a seat has won or lost. */
export function changes(gains: Answers["gains"] | undefined, at: number): Change[] {
  const all: Change[] = [
    { sign: "life", n: gains?.life[at] ?? 0 },
    { sign: "kill", n: gains?.kills[at] ?? 0 },
  ];
  return all.filter(({ n }) => n);
}

/** The others from my left, clockwise, which is to the left: the near row at the sides, the far row between. */
export function seating(home: number, players: number, wide: boolean): { at: number; x: number; far: boolean }[] {
  const others = around(home, players).slice(1);
  const n = others.length;
  const spread = n === 3 ? 0 : n === 4 ? (wide ? 0.21 : 0.245) : wide ? 0.28 : 0.5;
  return others.map((at, i) => {
    if (i === 0 || i === n - 1) return { at, x: i ? 1 : 0, far: false };
    return { at, x: 0.5 + spread * ((2 * (i - 1)) / (n - 3 || 1) - 1), far: true };
  });
}

/** What an event does to a seat. */
export function hit(e: Event, seat: number, text: Words, view: View): Hit | null {
  const say = (word: Word, values = {}) => text.say(word, values);
  switch (e.type) {
    case "accuse":
      return e.target === seat ? { text: say("hit-accused") } : null;
    case "name":
      return e.role === view.roles[seat] ? { text: say("hit-named") } : null;
    case "bomb_hand":
      return e.to === seat ? { text: say("hit-bomb") } : null;
    case "kill":
      return e.target === seat ? { text: say("hit-killed", { life: e.chip === "stock" ? 0 : 1 }) } : null;
    case "purge":
      return e.losses[seat] ? { text: say("hit-life") } : null;
    case "penalty":
      return e.seat === seat && e.life ? { text: say("hit-life") } : null;
    case "guarded":
      return e.target === seat ? { text: say("hit-saved"), good: true } : null;
    default:
      return e.type === "heal" && e.seat === seat ? { text: say("hit-healed"), good: true } : null;
  }
}

// -- my notes

/** I am the last to draft. */
export const isLast = ({ view }: Pick<Model, "view">, home: number): boolean =>
  drafting(view, home) !== "waiting" && (home + 1) % view.players === view.first;

/** Which roles came by: it is good to remember them (3.2-1 notes). */
export function notes(chair: Chair, m: Model): { what: string; roles: number[] }[] {
  const { say, props, home } = chair;
  const { view } = m;
  const seen = props.seat === null || m.closing ? [] : ((view.seen[props.seat] ?? []) as number[]);
  if (!seen.length) return [];
  const unseen = m.roles.filter((r) => !seen.includes(r) && !view.face_up.includes(r));
  const passed = view.roles[home] === null ? [] : seen.filter((r) => r !== view.roles[home]);
  const left = props.names((home + 1) % view.players);
  return [
    { what: isLast(m, home) ? say("rest") : say("passed", { seat: left }), roles: passed },
    { what: say(view.first === home ? "unseenFirst" : "unseen"), roles: unseen },
  ].filter((note) => note.roles.length);
}
