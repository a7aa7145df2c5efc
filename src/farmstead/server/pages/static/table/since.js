// What the others did, in the tray: each turn while it is shown, and when one is asked again a line for each of them.

import { $, el, fill, isShown } from "../base/dom.js";
import { say } from "../base/words.js";
import { isAsked } from "./perspective.js";

/** @import { Heard } from "../../messages" */
/** @typedef {import("./log.js").Log} Log */

export class Since {
  /**
   * @param {Log} log
   * @param {() => import("../board/types.js").State} state
   */
  constructor(log, state) {
    this.log = log;
    this.state = state;
    /** @type {Heard[] | null} */
    this.step = null;
  }

  /** @param {Heard[] | null} step what is being shown of others; nothing: all has been */
  tell(step) {
    this.step = step;
    this.draw();
  }

  draw() {
    const { table, look, seat } = this.state();
    const own = this.log.ownLast();
    const from = this.step ? this.step[0].news.number - 1 : own;
    const wanted = table?.phase === "playing" && seat !== null && (this.step ?? (isAsked(this.state()) && own > 0));
    const paid = wanted && !this.step ? this.log.upkeep() : null;
    const others = wanted ? this.log.since(from) : [];
    const lines = paid ? [paid, ...others] : others;
    const place = $("since");
    place.hidden = !lines.length;
    if (isShown(place, lines, Boolean(this.step), look?.position.phase)) return;
    if (!lines.length) return fill(place);
    const rows = lines.map((each) => el("li", { class: each.seat === seat ? "own" : "" }, el("span", { class: `chip small seat${each.seat + 1}`, "aria-hidden": "true" }, String(each.seat + 1)), el("span", {}, each.words)));
    const title = !this.step && others.length > 0 && el("li", { class: "since-title", "aria-hidden": "true" }, say("since.title"));
    fill(place, el("ul", {}, title, ...rows), this.step && el("p", { class: "note" }, say("since.skip")));
  }
}
