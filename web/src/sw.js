// After one visit everything works without a network: this keeps the page's files, what the server says of its games, and the
// rules that the page runs. Nothing that is said at or of a table is kept. It also shows what a push service brings.

const { version, files } = BUILT; // vite.config.ts fills it in
const PAGE = `page-${version}`; // one version of the page, whole; the old one goes when nobody has it open any more
const TOLD = "told"; // as it was last told
const ENGINE = "engine"; // named by their content
const SLOW = 4000; // milliseconds: then what is kept must do

const TOLD_PATHS = /^\/(api\/games(\/[\w-]+\/(text|guide|lesson|puzzles))?(\.json)?|engine\/index\.json)$/;
const ENGINE_PATHS = /^\/engine\/[\w-]+\.(wasm|js)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(["/", ...files])));
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith("page-") && name !== PAGE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(page(request));
  } else if (files.includes(pathname)) event.respondWith(kept(PAGE, request));
  else if (ENGINE_PATHS.test(pathname)) event.respondWith(kept(ENGINE, request));
  else if (TOLD_PATHS.test(pathname)) event.respondWith(told(request, event));
});

/** The page as the server has it; without one, as it was. A plain file server does not know the addresses of tables. */
async function page(request) {
  const shell = await caches.match("/", { cacheName: PAGE, ignoreVary: true });
  return shell ? answered(fetch(request), shell) : fetch(request);
}

/** What has the same name is the same. */
async function kept(name, request) {
  const cache = await caches.open(name);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && name === ENGINE) await cache.put(request, answer.clone());
  return answer;
}

/** As it is now; if nobody says so, as it was last told. */
async function told(request, event) {
  const cache = await caches.open(TOLD);
  const before = await cache.match(request, { ignoreVary: true });
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(request, answer.clone());
    if (answer.ok && request.url.endsWith("/engine/index.json")) event.waitUntil(tidy(await answer.clone().json()));
    return answer;
  });
  return before ? answered(asked, before) : asked;
}

/** The answer, or this instead where there is none in time. */
function answered(asked, instead) {
  const good = asked.then((answer) => (answer.ok ? answer : instead)).catch(() => instead);
  return Promise.race([good, new Promise((give) => setTimeout(() => give(instead), SLOW))]);
}

/** Rules that are neither new nor needed by a table of this browser go. */
async function tidy(index) {
  const tables = await tablesHere().catch(() => null);
  if (!tables) return;
  const engines = [...Object.values(index), ...tables.map(({ engine }) => engine ?? {})];
  const needed = new Set(engines.flatMap(({ rules, script }) => [`/engine/${rules}`, `/engine/${script}`]));
  const cache = await caches.open(ENGINE);
  for (const request of await cache.keys()) if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
}

/** The tables that here/keep.ts keeps. */
function tablesHere() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("takujo");
    opening.onupgradeneeded = () => opening.transaction.abort(); // there is none: none is made
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const asked = opening.result.transaction("tables").objectStore("tables").getAll();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
      opening.result.close();
    };
  });
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
