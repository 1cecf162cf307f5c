/** Short names for parts of the JSON of IN THE RUIN, and what the parts of the board are given. */

import type { Chair as Any } from "../kit/chair";
import type { Action, Event, View } from "./types.gen";
import type { Answers, Word } from "./types.gen";

export type { Action, Event, Letter, Mark, Square as Cell, View } from "./types.gen";

export type Seat = View["seats"][number];
export type Turn = NonNullable<Seat["turn"]>;
/** 11 strings of 11: `.` empty, `o` passage, `@` gate, `#` wall; nulls where it is hidden. */
export type Rows = Seat["sheet"];
/** A finished round, as all may know it. */
export type Entry = View["log"][number];
/** What a seat has, now or with a drawing. */
export type Standing = NonNullable<Answers["standings"][number]>;
export type Points = Standing["points"];
export type Rect = NonNullable<Standing["rect"]>;
export type Score = NonNullable<View["scores"]>[number];

export type Chair = Any<View, Action, Event, Word, Answers>;
