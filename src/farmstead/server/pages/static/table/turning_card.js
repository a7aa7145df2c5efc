// Where a game turned: a card at its end, as soon as the review that is made in the background knows it.

import { get, post } from "../base/api.js";
import { el, fill, NARROW } from "../base/dom.js";
import { show } from "../base/svg.js";
import { say } from "../base/words.js";
import { markParts } from "../reviews/marks.js";

/** @import { LineBoard, ReviewFound, ReviewOut, TableOut, TurningOut } from "../../messages" */

const LOOK = 4000; // milliseconds between two looks how far it is
const tenths = new Intl.NumberFormat(document.documentElement.lang || undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const UNDER_WAY = ["waiting", "working"];

/**
 * @typedef {object} Places
 * @property {Element} card
 * @property {HTMLAnchorElement} again the button that leads back to that moment
 */

/**
 * Have the game reviewed where somebody played it, and show what is found.
 * @param {TableOut} table
 * @param {number | null} seat
 * @param {Places} places
 */
export async function showTurning(table, seat, { card, again }) {
  const address = `/api/studies/${table.code}/review`;
  const played = table.seats.some((each) => each.mine);
  const isThere = () => card.isConnected;
  /** @type {ReviewOut} */
  let now = await get(address);
  if (now.state === "none" && played) now = await post(address);
  while (UNDER_WAY.includes(now.state) && isThere()) {
    fill(card, el("p", { class: "note", role: "status" }, say("end.turning_soon", { percent: now.whole ? Math.floor((100 * now.done) / now.whole) : 0 })));
    await new Promise((done) => setTimeout(done, LOOK));
    now = await get(address);
  }
  if (!isThere()) return;
  fill(card);
  if (!now.found) return;
  const one = turningOf(now.found, seat);
  if (!one) return fill(card, el("p", { class: "note" }, say("end.turning_none")));
  again.href = again.href.replace(/\?.*$/, `?seat=${one.seat + 1}&branch=1#${one.ply}`);
  const board = el("div", { class: "turning-board" });
  fill(
    card,
    el("h3", {}, say(one.seat === seat ? "end.turning_own" : "end.turning", { name: now.found.names[one.seat] }), " ", el("span", { class: "note" }, one.part)),
    el("p", {}, say("end.turning_cost", { words: one.made_here, points: tenths.format(one.lost) })),
    el("p", {}, one.better_here, " ", one.because),
    el("p", { class: "away" }, one.sentence, " ", one.better_words),
    board,
    el("p", { class: "row wrap" }, el("a", { class: "button quiet small", href: `/replay/${table.code}?seat=${one.seat + 1}#${one.ply}` }, say("end.turning_see"))),
  );
  await draw(board, `/api/studies/${table.code}/review/board?ply=${one.ply}&narrow=${NARROW.matches}`);
}

/**
 * One's own dearest decision; of a game that one only watched, the dearest of all.
 * @param {ReviewFound} found
 * @param {number | null} seat
 * @returns {TurningOut | undefined}
 */
function turningOf(found, seat) {
  const own = seat === null ? [] : (found.own_turnings[seat] ?? []);
  return [...own, ...found.turnings.filter((each) => seat === null || each.seat === seat)][0];
}

/**
 * The board before that decision: what was done and what would have been better are marked.
 * @param {HTMLElement} place
 * @param {string} address
 */
async function draw(place, address) {
  /** @type {LineBoard} */
  const found = await get(address);
  const main = found.pictures.filter((each) => each.area === "main" || each.area === "side");
  const frames = main.map((each) => {
    const frame = el("div", { class: "picture", "aria-hidden": "true" });
    show(frame, each.svg);
    return frame;
  });
  const symbols = found.symbols ? el("div", { class: "away", "aria-hidden": "true" }) : null;
  if (symbols) show(symbols, `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${found.symbols}</defs></svg>`);
  fill(place, ...frames, symbols);
  for (const frame of frames) {
    for (const each of frame.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
    markParts(frame, found.made, "made", `✕ ${say("end.turning_made")}`);
    markParts(frame, found.better, "better", `✓ ${say("end.turning_better")}`);
    const isMarked = frame.querySelector(".mark");
    frame.hidden = !isMarked && frame !== frames[0];
  }
}
