// A device that several people share: it shows one side at a time, and only after it has been handed over.

import { $, button, el, fill } from "../base/dom.js";
import { namesOf, seatName } from "../board/seat_names.js";
import { say } from "../base/words.js";

/** @import { TableOut } from "../../messages" */

const PATIENCE = 3000; // milliseconds in which it should have gone on by itself
const went = { to: "", at: 0, arrived: false }; // the position for which it did, which it does once

/**
 * @param {import("../board/types.js").State} state
 * @param {{hand: (seat: number | null) => void}} deeds
 */
export function showHand(state, { hand }) {
  const { table, look, seat } = state;
  const mine = table.seats.filter((each) => each.mine && !each.away).map((each) => each.seat);
  if (mine.length < 2 || table.phase !== "playing" || !look) return fill($("hand"));
  const passOn = button(say("hand.pass_on"), () => hand(null));
  const deciding = look.position.to_act.filter((each) => mine.includes(each));
  if (table.open_views && deciding.length && goesOn(`${table.code} ${look.position.number}`, deciding, seat, hand)) fill($("hand"));
  else if (seat === null) fill($("hand"), ...lying(table, mine, deciding, hand));
  else if (!deciding.includes(seat) && deciding.length) fill($("hand"), el("p", {}, say("hand.next", { name: namesOf(table, deciding) })), passOn);
  else fill($("hand"));
}

/**
 * Where all see the same there is nothing to hide: it goes on by itself, unless somebody has gone back.
 * @param {string} position
 * @param {number[]} deciding
 * @param {number | null} seat
 * @param {(seat: number | null) => void} hand
 * @returns {boolean} whether there is nothing to press
 */
function goesOn(position, deciding, seat, hand) {
  if (went.to !== position) {
    const there = seat !== null && deciding.includes(seat);
    Object.assign(went, { to: position, at: Date.now(), arrived: there });
    if (!there) hand(deciding[0]);
    return true;
  }
  went.arrived ||= seat !== null && deciding.includes(seat);
  return !went.arrived && Date.now() - went.at < PATIENCE;
}

/**
 * Nobody holds it: what it shows now, everybody may see.
 * @param {TableOut} table
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
