/** Values of decisions, as they are read. */

import type { Estimate, Judged } from "../engine/analysis";
import { i18n, t } from "../i18n/index.svelte";
import type { Words } from "../text";

/** A chance as a percentage. */
export const percent = (value: number | null): string => (value === null ? "–" : `${Math.round(value * 100)} %`);

/** The interval in which it is. */
export function shown({ low, high }: Estimate): string {
  if (low === null || high === null) return "";
  return t("range", { from: Math.round(low * 100), to: Math.round(high * 100) });
}

/** Which outcomes make the difference to the best, in the title's own words: at most two. */
export function why(row: Judged & { why?: string[] }, words: Words): string {
  const told = (row.why ?? []).slice(0, 2).map((name) => {
    const by = row.behind?.outcomes[name]?.value ?? 0;
    return t(by < 0 ? "worth-less" : "worth-more", { what: words.outcome(name) });
  });
  return told.length ? ` ${t("worth-why", { what: i18n.list(told) })}` : "";
}
