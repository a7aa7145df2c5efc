// A device that several people share: it shows one side at a time, and only after it has been handed over.

import { $, button, el, fill } from "./dom.js";
import { namesOf, seatName } from "./naming.js";
import { say } from "./words.js";

let handed = ""; // for which position it went on by itself, which it does once

/**
 * @param {import("./table.js").State} state
 * @param {{hand: (seat: number | null) => void}} deeds
 */
export function showHand(state, { hand }) {
  const { table, look, seat } = state;
  const mine = table.seats.filter((/** @type {any} */ each) => each.mine && !each.away).map((/** @type {any} */ each) => each.seat);
  if (mine.length < 2 || table.phase !== "playing" || !look) {
    fill($("hand"));
    return;
  }
  const deciding = look.position.to_act.filter((/** @type {number} */ each) => mine.includes(each));
  const position = `${table.code} ${look.position.number}`;
  if (table.open_views && deciding.length && !deciding.includes(seat) && handed !== position) {
    handed = position; // there is nothing to hide
    hand(deciding[0]);
    return;
  }
  if (table.open_views && seat !== null && deciding.includes(seat)) fill($("hand"), ...sides(table, mine, seat, hand));
  else if (seat === null) fill($("hand"), ...lying(table, mine, deciding, hand));
  else if (!deciding.includes(seat) && deciding.length) fill($("hand"), ...passing(table, deciding, hand));
  else fill($("hand"));
}

/**
 * Nobody holds it: what it shows now, everybody may see.
 * @param {any} table
 * @param {number[]} mine
 * @param {number[]} deciding
 * @param {(seat: number | null) => void} hand
 */
function lying(table, mine, deciding, hand) {
  const takers = deciding.length ? deciding : mine;
  const only = deciding.length === 1;
  const text = only
    ? say("hand.turn", { name: seatName(table, deciding[0]) })
    : deciding.length
      ? say("hand.several", { names: namesOf(table, deciding) })
      : say("hand.nobody");
  const look_away = only ? say("hand.private", { name: seatName(table, deciding[0]) }) : say("hand.private_all");
  return [
    el("h3", {}, say("hand.title")),
    el("p", {}, text),
    el("p", { class: "note" }, look_away),
    el("div", { class: "stack" }, ...takers.map((each) => button(say("hand.take", { name: seatName(table, each) }), () => hand(each), { class: `seat-button seat${each + 1}` }))),
  ];
}

/**
 * Back to somebody who has just chosen and would take it back.
 * @param {any} table
 * @param {number[]} mine
 * @param {number} seat
 * @param {(seat: number | null) => void} hand
 */
function sides(table, mine, seat, hand) {
  return [el("div", { class: "row wrap" }, ...mine.filter((each) => each !== seat).map((each) => button(say("hand.side", { name: seatName(table, each) }), () => hand(each), { class: "quiet small" })))];
}

/**
 * @param {any} table
 * @param {number[]} deciding
 * @param {(seat: number | null) => void} hand
 */
function passing(table, deciding, hand) {
  return [el("p", {}, say("hand.next", { name: namesOf(table, deciding) })), button(say("hand.pass_on"), () => hand(null))];
}
