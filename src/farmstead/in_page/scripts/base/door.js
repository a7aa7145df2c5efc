// The door to a worker of this page that answers as a server would. It stands in the place of `base/door.js`.

import { at } from "./urls.js";

/** @typedef {{status: number, kind: string, body: string}} Answer */
/** @typedef {(told: any) => void} Hear whatever the worker tells */

const NAME = "farmstead.name";
const root = document.documentElement;
const words = JSON.parse(document.getElementById("words")?.textContent || "{}").in_page ?? {};

/** @type {Map<number, Hear>} what waits for an answer, or listens */
const waiting = new Map();
let count = 0;
const worker = new Worker(new URL(root.dataset.worker ?? "", location.href), { type: "module" });
worker.addEventListener("message", ({ data }) => {
  if (data.progress) showProgress(data.progress);
  else if (data.broken) showTrouble(data.broken);
  else waiting.get(data.id)?.(data);
});
worker.addEventListener("error", () => showTrouble(""));
worker.postMessage({ language: root.dataset.language ?? "en" });

// ---- while the game is fetched ------------------------------------------------------------------------------

/** @param {string} id */
function strip(id) {
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement("div");
  made.id = id;
  made.className = "getting";
  made.setAttribute("role", "status");
  document.getElementById("main")?.prepend(made);
  return made;
}

/** @param {[number, number]} bytes that are here, and all */
function showProgress([here, all]) {
  root.dataset.getting = `${here} ${all}`;
  if (here >= all) return document.getElementById("getting")?.remove();
  const place = strip("getting");
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  if (!place.firstChild) place.append(document.createElement("span"), document.createElement("progress"));
  const [text, bar] = /** @type {[HTMLElement, HTMLProgressElement]} */ ([...place.children]);
  text.textContent = String(words.getting ?? "").replace("{here}", megabytes(here)).replace("{all}", megabytes(all));
  Object.assign(bar, { max: all, value: here });
}

/** @param {string} why */
function showTrouble(why) {
  const place = strip("broken");
  place.textContent = `${words.broken ?? ""} ${why}`;
  document.getElementById("getting")?.remove();
}

// ---- asking and listening -----------------------------------------------------------------------------------

/**
 * @param {object} message
 * @param {Hear} hear
 */
function tell(message, hear) {
  const id = ++count;
  waiting.set(id, hear);
  worker.postMessage({ id, ...message });
  return id;
}

/**
 * Ask the worker.
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<Response>}
 */
export function send(path, { method = "GET", body } = {}) {
  if (path === "/api/me") return Promise.resolve(me(method, String(body ?? "")));
  return new Promise((resolve) => {
    const id = tell({ method, path, body: String(body ?? "") }, (/** @type {Answer} */ { status, kind, body: text }) => {
      waiting.delete(id);
      resolve(new Response(text, { status, headers: { "content-type": kind } }));
    });
  });
}

/**
 * Who plays here: the name is this device's own affair.
 * @param {string} method
 * @param {string} body
 */
function me(method, body) {
  try {
    if (method === "PUT") localStorage.setItem(NAME, JSON.parse(body).name);
    return Response.json({ name: localStorage.getItem(NAME) });
  } catch {
    return Response.json({ name: method === "PUT" ? JSON.parse(body).name : null });
  }
}

/**
 * Listen to a table, as to a server's stream.
 * @param {string} path
 */
export function listen(path) {
  const source = new EventTarget();
  const told = (/** @type {{event: string, data: string}} */ { event, data }) => source.dispatchEvent(new MessageEvent(event, { data }));
  const id = tell({ listen: path }, told);
  const close = () => {
    waiting.delete(id);
    worker.postMessage({ hush: id });
  };
  return Object.assign(source, { close, readyState: 1 });
}

// ---- files, which only the worker has -----------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href^="#get="]');
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  keep(decodeURIComponent(link.hash.slice("#get=".length)), link.download);
});

/**
 * Hand a file out.
 * @param {string} path
 * @param {string} name
 */
async function keep(path, name) {
  const answer = await send(path);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const home = at("/");
