// Lists of tables: mine, and those open to everybody.

import { get } from "./api.js";
import { $, el, fill } from "./dom.js";
import { ago, listed, say } from "./words.js";

/**
 * Fill one of the lists, page by page.
 * @param {"mine" | "public"} which
 * @param {string} path
 */
export async function listing(which, path) {
  const list = $(`${which}-list`);
  const page = await get(path);
  fill(list, ...page.tables.map((/** @type {any} */ table) => row(which, table)));
  if (!page.tables.length) fill(list, el("li", { class: "note" }, say(which === "mine" ? "lobby.mine_none" : "lobby.public_none")));
  more(which, path, page.before);
}

/**
 * @param {"mine" | "public"} which
 * @param {string} path
 * @param {number | null} before
 */
function more(which, path, before) {
  const press = $(`${which}-more`);
  press.hidden = before === null;
  press.onclick = async () => {
    const page = await get(`${path}?before=${before}`);
    $(`${which}-list`).append(...page.tables.map((/** @type {any} */ table) => row(which, table)));
    more(which, path, page.before);
  };
}

/**
 * @param {"mine" | "public"} which
 * @param {any} table
 */
function row(which, table) {
  const free = table.seats.filter((/** @type {any} */ seat) => seat.for_me && !seat.invited).length;
  const names = table.seats.map((/** @type {any} */ seat) => seat.name).filter(Boolean);
  const title = names.length ? say("lobby.with", { title: table.title, names: listed(names) }) : table.title;
  const about = { phase: say("lobby.phase", { phase: table.phase }), free: say("lobby.free", { count: free }), when: ago(table.changed) };
  return el(
    "li",
    {},
    el("div", {}, el("strong", {}, title), el("span", { class: "note" }, say(table.phase === "waiting" ? "lobby.summary_free" : "lobby.summary", about))),
    el("a", { class: which === "mine" ? "button" : "button quiet", href: `/t/${table.code}`, "aria-label": `${deed(which, table, free)}: ${title}` }, deed(which, table, free)),
  );
}

/**
 * @param {"mine" | "public"} which
 * @param {any} table
 * @param {number} free
 */
function deed(which, table, free) {
  if (which === "mine" || table.seats.some((/** @type {any} */ seat) => seat.mine)) return say("lobby.go_on", { phase: table.phase });
  return say(table.phase === "waiting" && free ? "lobby.join" : "lobby.watch");
}
