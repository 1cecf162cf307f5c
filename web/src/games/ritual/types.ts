/** What the parts of the board are given. */

import type { Chair as Any } from "../kit/chair";
import type { Action, Event, View } from "./types.gen";
import type { words } from "./words";

export type W = (typeof words)["en"];
export type Chair = Any<View, Action, Event, keyof W>;
