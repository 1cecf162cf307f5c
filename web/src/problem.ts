/** Why something was refused, in the player's language. */

import { Refused } from "./api";
import { i18n, t } from "./i18n/index.svelte";
import type { Values } from "./fluent";
import type { Words } from "./text";
import type { Problem } from "./wire";

export function sentence(problem: Problem, words?: Words | null): string {
  const key = `problem-${problem.code}`;
  return (
    words?.refusal(problem) ??
    (i18n.has(key) ? t(key, (problem.details ?? {}) as Values) : problem.reason || t("problem-server"))
  );
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  throw error;
}
