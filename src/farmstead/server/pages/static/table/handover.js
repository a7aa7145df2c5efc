// A device that several share, where all is open: whose turn it is now, by name and colour, until somebody touches it.

import { $, el, fill } from "../base/dom.js";
import { seatName } from "../board/seat_names.js";
import { shape } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { TableOut } from "../../messages" */

export class Handover {
  constructor() {
    /** @type {number | null} whoever has the device */
    this.holder = null;
    this.known = false;
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => ($("handover").hidden = true), true);
  }

  /**
   * Where nothing is hidden the sides change by themselves: it is said to whom.
   * @param {TableOut} table
   * @param {number | null} seat whose side is shown
   */
  show(table, seat) {
    const mine = table.seats.filter((each) => each.mine && !each.away);
    const changed = this.known && seat !== null && this.holder !== null && seat !== this.holder;
    if (seat !== null) [this.holder, this.known] = [seat, true];
    const place = $("handover");
    if (table.phase !== "playing" || mine.length < 2 || !table.open_views) return void (place.hidden = true);
    if (!changed || seat === null) return;
    const pawn = shape("svg", { viewBox: "0 0 28 36", class: "pawn", "aria-hidden": "true" }, shape("use", { href: `#pawn-${seat + 1}` }));
    fill(place, el("div", { class: `card seat${seat + 1}` }, pawn, el("strong", {}, say("sitting.turn_title", { name: seatName(table, seat) }))));
    place.hidden = false;
  }
}
