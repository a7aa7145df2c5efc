// A game to take along: its record, a picture of the move that is shown, a film of all of it, pages to print.
// The page says with `data-name` and `data-ply` what is shown; whose eyes stands in its address.

import { get, post } from "../base/api.js";
import { $, button, el, fill } from "../base/dom.js";
import { messageOf } from "../base/notice.js";
import { unavailable } from "../replay/unavailable.js";
import { openTab } from "../base/shortcuts.js";
import { at } from "../base/urls.js";
import { say } from "../base/words.js";

/** @import { FilmOut } from "../../messages" */

const AGAIN = 700; // milliseconds between two looks at how far a film is
const TRIES = 8; // times that a film is begun anew, because another server answered or it could not be made
const FILMS = ["gif", "webp"];
/** @type {{[kind: string]: string}} */
const CALLED = { record: say("downloads.file"), png: "PNG", svg: "SVG", gif: "GIF", webp: "WebP", pdf: "PDF" };
const area = $("downloads");
const isMeant = location.hash === "#downloads"; // until the address names a move
const path = `/api/studies/${area.dataset.name}/download`;
const dark = el("input", { type: "checkbox", id: "download-dark" });
const moves = el("input", { type: "checkbox", id: "download-moves" });
const log = el("input", { type: "checkbox", id: "download-log" });
const told = el("p", { role: "status", class: "note", id: "download-told" });
const bar = el("progress", { max: 1, value: 0, "aria-label": say("downloads.progress"), hidden: true });
const ready = el("p", { id: "download-ready" });

/** Whose eyes, counted from 0; none are everybody's. */
function eyes() {
  const seat = new URLSearchParams(location.search).get("seat");
  return seat ? String(Number(seat) - 1) : null;
}

/**
 * What is wanted of a kind of file, for its address.
 * @param {string} kind
 */
function wish(kind) {
  const query = new URLSearchParams({ language: document.documentElement.lang });
  const seat = eyes();
  if (seat !== null && kind !== "pdf") query.set("seat", seat);
  if (dark.checked && kind !== "pdf") query.set("dark", "true");
  if (["png", "svg"].includes(kind)) query.set("ply", area.dataset.ply ?? "0");
  if (FILMS.includes(kind) && moves.checked) query.set("moves", "true");
  if (kind === "pdf" && log.checked) query.set("log", "true");
  return query;
}

/** @param {string} kind */
const address = (kind) => at(kind === "record" ? `${path}/record` : `${path}/${kind}?${wish(kind)}`);

/**
 * A file that is ready at once. Where it leads is settled when somebody is about to follow it.
 * @param {string} kind
 */
function link(kind) {
  const made = el("a", { class: "button quiet small", download: "", href: `${path}/${kind}` }, CALLED[kind]);
  const settle = () => (made.href = address(kind));
  for (const event of ["pointerdown", "focus", "mouseenter", "click"]) made.addEventListener(event, settle);
  settle();
  return made;
}

const makers = FILMS.map((kind) => button(CALLED[kind], () => film(kind), { class: "quiet small" }));

/** @param {boolean} busy */
function occupied(busy) {
  for (const each of makers) each.setAttribute("aria-disabled", String(busy));
  bar.hidden = !busy;
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Have a film made, and take it along when it is.
 * @param {string} kind
 */
async function film(kind) {
  if (!bar.hidden) return; // one at a time
  const query = wish(kind);
  occupied(true);
  fill(ready);
  told.textContent = say("downloads.begins");
  try {
    let found = /** @type {FilmOut} */ (await post(`${path}/${kind}?${query}`));
    for (let tries = TRIES; found.state !== "ready"; ) {
      show(found);
      await pause(AGAIN);
      found = await get(`${path}/${kind}/progress?${query}`);
      if (found.state !== "unknown") continue;
      if (!tries--) throw new Error(say("downloads.failed"));
      found = await post(`${path}/${kind}?${query}`);
    }
    const made = el("a", { class: "button small", download: "", href: `${path}/${kind}?${query}` }, say("downloads.save", { kind: CALLED[kind] }));
    fill(ready, made);
    told.textContent = say("downloads.ready");
    made.click();
  } catch (error) {
    told.textContent = messageOf(error);
  } finally {
    occupied(false);
  }
}

/** @param {FilmOut} found */
function show(found) {
  bar.value = found.whole ? found.done / found.whole : 0;
  const words = say(found.state === "waiting" ? "downloads.waits" : "downloads.works");
  if (told.textContent !== words) told.textContent = words;
  bar.setAttribute("aria-valuetext", say("downloads.scenes", { done: found.done, whole: found.whole }));
}

/**
 * @param {string} title
 * @param {...Node} children
 */
const row = (title, ...children) => el("div", { class: "download", role: "group", "aria-label": title }, el("span", { class: "about" }, title), ...children);

/**
 * @param {HTMLInputElement} input
 * @param {string} key
 */
const choice = (input, key) => el("label", { class: "inline" }, input, ` ${say(key)}`);

const title = () => el("h3", { id: "downloads-title", tabindex: -1 }, say("downloads.title"));

async function begin() {
  try {
    await get(`${path}/gif/progress`);
  } catch (error) {
    return unavailable(area, "downloads", title(), error, begin);
  }
  const theme = document.documentElement.dataset.theme;
  dark.checked = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  fill(
    area,
    title(),
    el("p", { class: "note" }, say("downloads.lead")),
    row(say("downloads.record"), link("record")),
    row(say("downloads.position"), link("png"), link("svg")),
    row(say("downloads.whole"), ...makers, choice(moves, "downloads.moves")),
    row(say("downloads.paper"), link("pdf"), choice(log, "downloads.log")),
    choice(dark, "downloads.dark"),
    told,
    bar,
    ready,
  );
  if (!isMeant) return;
  if (!area.getClientRects().length) openTab("talk");
  $("downloads-title").focus();
}

document.addEventListener("game-over", begin);
begin();
