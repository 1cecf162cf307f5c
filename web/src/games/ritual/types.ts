/** What the parts of the board are given. */

import type { Chair as Any } from "../kit/chair";
import type { RitualAction, RitualView } from "./scene";
import type { words } from "./words";

export type W = (typeof words)["en"];
export type Chair = Any<RitualView, RitualAction, keyof W>;
