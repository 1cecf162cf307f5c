/** What a player is called where they gave no name. */

import { t } from "./i18n/index.svelte";
import type { TableInfo } from "./wire";

export function nameOf(info: TableInfo, seat: number, mine: number | null): string {
  const who = info.seats[seat];
  if (who?.name) return who.name;
  if (who?.kind === "bot") return t("bot-names").split(" ")[seat] ?? t("bot");
  return seat === mine ? t("me", { n: seat + 1 }) : t("player", { n: seat + 1 });
}
