// The foot of the page: whoever is asked has the tray, whoever waits is told for whom, and what else can be done.

import { also } from "./side_actions.js";
import { get, post } from "../base/api.js";
import { attempt } from "../base/attempt.js";
import { $, el, fill, isShown } from "../base/dom.js";
import { showHand } from "./handover.js";
import { kept } from "../base/preferences.js";
import { chose } from "../board/change_marks.js";
import { isAsked, waitingText } from "./perspective.js";
import { seatName } from "../board/seat_names.js";
import { say } from "../base/words.js";

/** @import { HintOut, TableOut } from "../../messages" */

/**
 * @typedef {object} Page what the foot is part of
 * @property {import("../board/types.js").State} state
 * @property {import("../board/tray.js").Tray} tray
 * @property {import("../board/selection.js").Choosing} choosing
 * @property {() => void} draw
 * @property {(table: TableOut) => Promise<void>} use
 */

export class Foot {
  /**
   * @param {string} api
   * @param {Page} page
   */
  constructor(api, page) {
    this.api = api;
    this.page = page;
    /** @type {typeof import("../branches/luck_picker.js") | null} where luck is chosen */
    this.chance = null;
    const hand = (/** @type {number | null} */ seat) => attempt(async () => page.use(await post(`${api}/hand`, { seat })));
    this.also = { at: this.at.bind(this), hand, hint: () => attempt(() => this.hint()), changed: () => page.draw() };
  }

  /** @param {boolean} over */
  draw(over) {
    const { state, tray } = this.page;
    $("tray").hidden = over;
    if (over) return tray.clear();
    showHand(state, { hand: this.also.hand });
    this.drawOthers();
    this.chance?.showChance(state, { api: this.api, attempt });
    $("tray").classList.toggle("asked", isAsked(state) || Boolean(this.chance?.isChanceAsked(state)));
    if (!isAsked(state)) {
      tray.clear();
      tray.title(this.chance?.chanceText(state) || waitingText(state));
    } else if (state.found?.decision === state.look?.position.decision) tray.draw();
    this.drawAlso();
  }

  drawAlso() {
    const { state } = this.page;
    const { undo, back, next, decision, ask, marked, phase } = state.look?.position ?? {};
    const said = [undo, back, next, decision, ask, marked, phase];
    if (isShown($("also"), said, state.seat, state.table, kept.aids, kept.notify, Boolean(state.found))) return;
    fill($("also"), ...also(state, this.also));
  }

  /** What the others do while a season is played by all at once: who is done, and who still decides. */
  drawOthers() {
    const { table, seat, look } = this.page.state;
    const { stage = "", to_act = [], phase = "" } = look?.position ?? {};
    const others = stage && phase === "playing" ? table.seats.filter((each) => each.seat !== seat) : [];
    if (isShown($("doing"), others, to_act)) return;
    fill($("doing"), ...others.map((each) => doing(table, each.seat, to_act.includes(each.seat))));
  }

  /** What would be good; asked for by hand, and told to nobody else. */
  async hint() {
    const { state, choosing, tray, draw } = this.page;
    const { seat, found } = state;
    fill($("detail"), el("p", { class: "note" }, say("tray.thinking")));
    /** @type {HintOut} */
    const told = await get(`${this.api}/hint?seat=${seat}`).catch((error) => {
      draw();
      throw error;
    });
    if (state.seat !== seat || state.found?.decision !== found?.decision || told.decision !== found?.decision) return;
    choosing.chosen.clear();
    tray.forget();
    tray.hint = told;
    draw();
  }

  /**
   * Something at the table, to be done when it is called.
   * @param {string} deed
   * @param {object} body
   */
  at(deed, body) {
    const { tray } = this.page;
    return () =>
      attempt(async () => {
        if (deed === "undo") {
          tray.hold();
          chose();
        }
        try {
          await post(`${this.api}/${deed}`, body);
        } finally {
          tray.free();
        }
      });
  }
}

/**
 * @param {TableOut} table
 * @param {number} seat
 * @param {boolean} deciding
 */
function doing(table, seat, deciding) {
  const words = say(deciding ? "tray.other_decides" : "tray.other_done", { name: seatName(table, seat) });
  return el("li", { class: deciding ? "" : "done", title: words }, el("span", { class: `chip small seat${seat + 1}`, "aria-hidden": "true" }, String(seat + 1)), el("span", { "aria-hidden": "true" }, say(deciding ? "sitting.deciding" : "sitting.done")), el("span", { class: "away" }, words));
}
