// The service worker: what is shown while the server cannot be reached. It keeps the offline page and what that needs,
// and nothing else: no table, no name, no answer of the server to anybody. Its address names the edition it belongs to
// and the language, so another edition is another worker, which takes over at once and throws away what the last one kept.

(() => {
  /**
   * What a service worker hears of, and what it can do: the types of pages do not know it.
   * @typedef {{request: Request, waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void}} Heard
   *
   * @typedef {object} Scope
   * @property {Location} location
   * @property {{scope: string}} registration
   * @property {() => Promise<void>} skipWaiting
   * @property {{claim: () => Promise<void>}} clients
   * @property {(what: string, hear: (heard: Heard) => void) => void} addEventListener
   */
  const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
  const HERE = new URL(worker.location.href);
  const ROOT = new URL(worker.registration.scope).pathname;
  const LANGUAGE = HERE.searchParams.get("lang") ?? "en";
  const EDITION = HERE.searchParams.get("edition") ?? "";
  const OWN = `farmstead ${ROOT} `; // several servers may lie below one name
  const CACHE = `${OWN}${EDITION} ${LANGUAGE}`;
  const OFFLINE = `${ROOT}offline?lang=${LANGUAGE}`;

  worker.addEventListener("install", (event) => event.waitUntil(fill()));
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", (event) => {
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
