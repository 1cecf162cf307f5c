/** Tables in this browser: asked and talked to as those of a server are, and kept here. */

import { t } from "../i18n/index.svelte";
import type { Socket } from "../socket";
import type { Problem } from "../wire";
import type { Asked, Connected, Said } from "./worker";

const HERE = /^\/api\/tables\/(HERE-\w+)/;

/** Is it about such a table? */
export const isHere = (path: string): boolean => HERE.test(path);

/** What a table is called: of one that nobody else can open no code is shown, it would be handed on. */
export const calledBy = (code: string): string => (isHere(`/api/tables/${code}`) ? t("mine-here") : code);

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, (said: Said) => void>();

function running(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "tables" });
  worker.onmessage = ({ data }: MessageEvent<Said>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  worker.onerror = ({ message }) => {
    const problem = { code: "no-engine", reason: message };
    for (const [id, answer] of waiting) answer({ id, problem });
    waiting.clear();
    worker = null;
  };
  return worker;
}

/** The answer to a request, or why there is none. */
export function ask(
  path: string,
  token: string | null = null,
  body?: unknown,
): Promise<{ value: unknown } | { problem: Problem }> {
  const id = asked++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    running().postMessage({ id, path, token, body } satisfies Asked);
  });
}

/** A socket to a table. */
export function connect(url: string): Socket {
  const { pathname, searchParams } = new URL(url);
  const { port1: line, port2 } = new MessageChannel();
  const socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => line.postMessage(text),
    close: () => line.close(),
  };
  line.onmessage = ({ data }: MessageEvent<string>) => socket.onmessage?.({ data });
  const table = HERE.exec(pathname)![1]!;
  running().postMessage({ table, after: Number(searchParams.get("after")) } satisfies Connected, [port2]);
  queueMicrotask(() => socket.onopen?.());
  return socket;
}
