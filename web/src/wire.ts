/** Names for the generated types. */

import type { components } from "./wire.gen";

type Schemas = components["schemas"];

export type Arrangement = Schemas["Arrangement"];
export type Asking = Schemas["Asking"];
export type CardSetCheck = Schemas["ComponentsCheck"];
export type CardSetFile = Schemas["ComponentsFile"];
export type ChatLine = Schemas["ChatLine"];
export type ClientMessage = Exclude<Schemas["ClientMessage"], { type: "hello" }>;
export type Created = Schemas["Created"];
export type Eyes = Schemas["Replay"]["seat"];
export type Face = NonNullable<Schemas["SeatInfo"]["face"]>;
export type GameGuide = Schemas["GameGuide"];
export type GameInfo = Schemas["GameInfo"];
export type GameText = Schemas["GameText"];
export type GuideSection = Schemas["GuideSection"];
export type Join = Schemas["Join"];
export type NewTable = Schemas["NewTable"];
export type Notes = Schemas["Notes"];
export type OptionInfo = Schemas["OptionInfo"];
export type OptionChange = Schemas["OptionChange"];
export type Order = Schemas["Order"];
export type Pass = Schemas["Pass"];
export type Problem = Schemas["Problem"];
export type PublicTable = Schemas["PublicTable"];
export type Push = Schemas["Push"];
export type Receipt = Schemas["Receipt"];
export type Rematch = Schemas["Rematch"];
export type Replay = Schemas["Replay"];
export type ReplayStep = Schemas["ReplayStep"];
export type SeatClock = Schemas["SeatClock"];
export type Seated = Schemas["Seated"];
export type SeatInfo = Schemas["SeatInfo"];
export type SeatPlan = Schemas["SeatPlan"];
export type SeriesInfo = Schemas["SeriesInfo"];
export type SeriesPlan = Schemas["SeriesPlan"];
export type ServerMessage = Schemas["ServerMessage"];
export type Stamp = NonNullable<ChatLine["stamp"]>;
export type StateMessage = Schemas["StateMessage"];
export type Stage = Schemas["Stage"];
export type TableInfo = Schemas["TableInfo"];
export type TableState = Schemas["TableState"];
export type WorkedExample = Schemas["WorkedExample"];
