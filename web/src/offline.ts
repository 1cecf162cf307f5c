/** After one visit everything works without a network: what the page may need later is asked for now, and its service worker keeps it.
 * Where there is none (an address without https, a private window), the page works as before. */

import { api, pathOf } from "./api";

const PARTS = ["text", "guide", "lesson", "puzzles"]; // of a title
const DAY = 86_400_000;

export async function keepForLater(): Promise<void> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    await inCharge();
    const index = await fetch("/engine/index.json");
    const engines: Record<string, Record<string, string>> = index.ok ? await index.json() : {};
    const files = Object.values(engines).flatMap((engine) => Object.values(engine).map((name) => `/engine/${name}`));
    const games = await api.games();
    const parts = games.flatMap(({ game }) => PARTS.map((part) => pathOf(`/api/games/${game}/${part}`)));
    for (const path of [pathOf("/api/games"), ...parts, ...files]) await once(path);
  } catch {
    // the next visit tries again
  }
}

/** Not what has been kept lately. */
async function once(path: string): Promise<void> {
  const kept = await caches.match(path, { ignoreVary: true });
  const age = Date.now() - Date.parse(kept?.headers.get("date") ?? "");
  if (!kept || (!path.startsWith("/engine/") && !(age < DAY))) await fetch(path);
}

/** The worker sees what the page asks for. */
function inCharge(): Promise<unknown> {
  if (navigator.serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
  );
}
