/** What the parts of the board are given. */

import type { Chair as Any } from "../kit/chair";
import type { Lens } from "../kit/lens.svelte";
import type { Action, Event, View } from "./table";
import type { Answers, Word } from "./types.gen";

export type Chair = Any<View, Action, Event, Word, Answers>;

/** Lets a role be read; a click does the action instead, if there is one. Spread on a button. */
export type Read = (role: number, action?: Action) => { "aria-description": string } & ReturnType<Lens<number>["on"]>;
