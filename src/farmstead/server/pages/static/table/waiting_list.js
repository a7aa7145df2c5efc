// What the others do while a season is played by all at once: who is done, and who still decides.

import { $, el, fill } from "../base/dom.js";
import { seatName } from "../board/seat_names.js";
import { say } from "../base/words.js";

/** @import { TableOut } from "../../messages" */

/** @param {import("../board/types.js").State} state */
export function showDoing({ table, seat, look }) {
  const { stage = "", to_act = [], phase = "" } = look?.position ?? {};
  const others = table.seats.filter((each) => each.seat !== seat);
  const shown = stage && phase === "playing" && others.length ? others : [];
  const key = JSON.stringify([shown, to_act]);
  if ($("doing").dataset.key === key) return;
  $("doing").dataset.key = key;
  fill($("doing"), ...shown.map((each) => one(table, each.seat, to_act.includes(each.seat))));
}

/**
 * @param {TableOut} table
 * @param {number} seat
 * @param {boolean} deciding
 */
function one(table, seat, deciding) {
  const words = say(deciding ? "tray.other_decides" : "tray.other_done", { name: seatName(table, seat) });
  return el("li", { class: deciding ? "" : "done", title: words }, el("span", { class: `chip small seat${seat + 1}`, "aria-hidden": "true" }, String(seat + 1)), el("span", { "aria-hidden": "true" }, say(deciding ? "sitting.deciding" : "sitting.done")), el("span", { class: "away" }, words));
}
