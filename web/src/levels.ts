import { t } from "./i18n/index.svelte";

const OURS = ["novice", "regular", "expert"] as const;

/** What a level is called; a server may have bots of its own. */
export function levelName(level: string): string {
  const ours = OURS.find((one) => one === level);
  return ours ? t(`bot-${ours}`) : t("bot-own", { name: level });
}
