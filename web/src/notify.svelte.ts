/** It is my turn: the title, a soft sound, a notification; a push message when the page is closed. */

import { api } from "./api";
import { i18n } from "./i18n/index.svelte";
import { prefs, type Ticket } from "./keep.svelte";

type Sound = Parameters<typeof import("./sound").play>[0];

/** Without a network there may be none. */
export const sound = (what: Sound): void =>
  void import("./sound").then(({ play }) => setTimeout(play, 0, what)).catch(() => undefined); // the table is drawn first

export const chime = (): void => sound("turn");

export function notify(title: string, body: string): void {
  chime();
  if (!document.hidden || !prefs.all.notify || !("Notification" in window) || Notification.permission !== "granted")
    return;
  void show(title, { body, tag: "takujo-turn", icon: "/favicon.svg" });
}

async function show(title: string, options: NotificationOptions): Promise<void> {
  try {
    // Android shows notifications of a service worker only
    const worker = await navigator.serviceWorker.getRegistration();
    if (worker) return await worker.showNotification(title, { ...options, data: { url: location.pathname } });
  } catch {
    // it does not work yet
  }
  const note = new Notification(title, options);
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Why this browser cannot show notifications at all: its address is not secure, or it has none. */
export const canNotify = isSecureContext && "Notification" in window && "serviceWorker" in navigator;

/** What the browser lets us do: nothing, tell while the page is open, or always. */
export type Reach = "refused" | "open" | "always";

/** Ask the browser, once somebody wants to be told. */
export async function askToNotify(ticket: Ticket | undefined): Promise<Reach> {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  return ticket && (await reach(ticket)) ? "always" : "open";
}

/** Let a closed page of this browser be told when it is this seat's turn; false: its push service does not. */
export async function reach({ table, token }: Ticket): Promise<boolean> {
  if (!canNotify || Notification.permission !== "granted") return false;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const worker = await navigator.serviceWorker.ready;
    const { key } = await api.pushKey();
    const push = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = push.toJSON();
    const subscription = { endpoint: endpoint!, p256dh: keys!["p256dh"]!, auth: keys!["auth"]!, language: i18n.lang };
    await api.push(table, token, { subscription });
    return true;
  } catch {
    return false;
  }
}

/** Nobody is told any more: at this table at once, at others when the push service says so. */
export async function stop(ticket: Ticket | undefined): Promise<void> {
  if (ticket) await api.push(ticket.table, ticket.token, { subscription: null }).catch(() => undefined);
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
