/** What the parts of the board are given. */

import type { Chair as Any, Say } from "../kit/chair";
import type { Action, Answers, Event, View, Word } from "./types.gen";

export type W = Say<Word>;
export type Chair = Any<View, Action, Event, Word, Answers>;
