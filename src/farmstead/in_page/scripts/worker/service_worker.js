// What keeps the site on a device: all its files, fetched once. `make site` writes their names and a sign for them here.
// Another sign is another worker: it fetches what is new beside what is there, and takes over when it has all of it.
// The files of the version before stay until the one after this comes, for pages that are still open.

(() => {
  /**
   * What a service worker hears of, and what it can do: the types of pages do not know it.
   * @typedef {{request: Request, waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void}} Heard
   *
   * @typedef {object} Scope
   * @property {{scope: string}} registration
   * @property {() => Promise<void>} skipWaiting
   * @property {{claim: () => Promise<void>}} clients
   * @property {(what: string, hear: (heard: Heard) => void) => void} addEventListener
   */
  const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
  const ROOT = worker.registration.scope;
  const OWN = `farmstead site ${ROOT} `; // several may lie below one name
  const CACHE = `${OWN}${"EDITION"}`;
  const NAMED = /\/(static|runtime)\/[0-9a-f]{12}\//; // whose names change with them
  const ALL = ["FILES"];
  const LAST = `${OWN}last`;

  worker.addEventListener("install", (event) => event.waitUntil(fill()));
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && request.url.startsWith(ROOT)) event.respondWith(answered(request));
  });

  async function fill() {
    const cache = await caches.open(CACHE);
    for (const name of ALL) {
      const address = new URL(name, ROOT).href;
      const kept = NAMED.test(address) ? await caches.match(address) : undefined; // of the version before
      const answer = kept ?? (await fetch(address, { cache: NAMED.test(address) ? "force-cache" : "no-cache" }));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(address, answer);
    }
    await worker.skipWaiting();
  }

  async function takeOver() {
    const notes = await caches.open(LAST);
    const before = await (await notes.match(`${ROOT}last`))?.text();
    for (const name of await caches.keys()) if (name.startsWith(OWN) && ![CACHE, LAST, before].includes(name)) await caches.delete(name);
    await notes.put(`${ROOT}last`, new Response(CACHE));
    await worker.clients.claim();
  }

  /** @param {Request} request */
  async function answered(request) {
    const address = new URL(request.url);
    address.search = address.hash = "";
    if (address.pathname.endsWith("/")) address.pathname += "index.html";
    const cache = await caches.open(CACHE);
    return (await cache.match(address)) ?? (await caches.match(address)) ?? fetch(request);
  }
})();
