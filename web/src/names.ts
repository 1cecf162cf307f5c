/** What a player is called where they gave no name. */

import { t } from "./i18n/index.svelte";
import type { TableInfo } from "./wire";

export function nameOf(info: TableInfo, seat: number, mine: number | null): string {
  const who = info.seats[seat];
  if (who?.name) return who.name;
  if (who?.kind === "bot") return t("bot-names").split(" ")[seat] ?? t("bot");
  return seat === mine ? t("me", { n: seat + 1 }) : t("player", { n: seat + 1 });
}

/** What spectators see of the seats, to be read before one sits down; null: only what is public, or nothing. */
export function watchedOf(info: TableInfo, names: (seat: number) => string): string | null {
  if (info.delay == null) return null;
  if (info.spectators === "seats") return t("watched-any", { n: info.delay });
  return t("watched", { name: names(info.watched), n: info.delay });
}
