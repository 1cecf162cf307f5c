/** Short names for parts of the JSON of Arkham Ritual, and what the parts of the board are given. */

import type { Chair as Any } from "../kit/chair";
import type { Lens } from "../kit/lens.svelte";
import type { Action, Answers, Event, View } from "./types.gen";
import type { Word } from "./types.gen";

export type { Action, Colour as Side, Event, View } from "./types.gen";

/** What a face is drawn of; null: it is hidden. */
export type Card = string | null;
export type Options = View["options"];
export type Look = NonNullable<View["look"]>;

export type Chair = Any<View, Action, Event, Word, Answers>;

/** What an element needs to let its card be read: spread on a button. */
export type Reading = { "aria-description"?: string } & Partial<ReturnType<Lens<string>["on"]>>;

/** Lets a card be read, if its face is known; a click does the action instead, if there is one. */
export type Read = (card: Card, action?: Action) => Reading;
