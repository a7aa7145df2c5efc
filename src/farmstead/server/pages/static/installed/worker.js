// The service worker: what is shown while the server cannot be reached. It keeps the offline page and what that needs,
// and nothing else: no table, no name, no answer of the server to anybody. Its address names the edition it belongs to
// and the language, so another edition is another worker, which takes over at once and throws away what the last one kept.

(() => {
  /** @type {any} the scope of a service worker, which the types of pages do not know */
  const worker = self;
  const HERE = new URL(worker.location.href);
  const ROOT = new URL(worker.registration.scope).pathname;
  const LANGUAGE = HERE.searchParams.get("lang") ?? "en";
  const EDITION = HERE.searchParams.get("edition") ?? "";
  const OWN = `farmstead ${ROOT} `; // several servers may lie below one name
  const CACHE = `${OWN}${EDITION} ${LANGUAGE}`;
  const OFFLINE = `${ROOT}offline?lang=${LANGUAGE}`;

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== "GET") return;
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
    else if (new URL(request.url).pathname.startsWith(`${ROOT}static/`)) event.respondWith(fetch(request).catch(() => keptOf(request)));
  });

  async function fill() {
    const cache = await caches.open(CACHE);
    const page = await fetch(OFFLINE, { cache: "no-cache", credentials: "omit" });
    if (!page.ok) throw new Error(`${page.status}`);
    const text = await page.clone().text();
    await cache.put(OFFLINE, page);
    const named = [...text.matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g)].map((found) => found[1]);
    await cache.addAll([...new Set(named)]);
    await worker.skipWaiting();
  }

  async function takeOver() {
    for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  }

  const offline = async () => (await caches.match(OFFLINE)) ?? Response.error();

  /** @param {Request} request */
  const keptOf = async (request) => (await caches.match(request)) ?? Response.error();
})();
