// The coach of a guided game: what to do now and why, what is lit on the boards, and a kind word after another choice.

import { get } from "../base/api.js";
import { attempt, quietly } from "../base/attempt.js";
import { $, NARROW, button, el, fill } from "../base/dom.js";
import { noteGuide } from "./progress.js";
import { store, stored } from "../base/storage.js";
import { say } from "../base/words.js";

/** @import { CoachOut, Remark, WeighedOut } from "../../messages" */

const HIDDEN = "farmstead.coach";

/**
 * @typedef {object} Page what the coach is part of
 * @property {import("../board/types.js").State} state
 * @property {import("../board/tray.js").Tray} tray
 * @property {import("../table/footer.js").Foot} foot
 */

export class Coach {
  /**
   * @param {string} api
   * @param {string} code
   * @param {Page} page
   */
  constructor(api, code, page) {
    this.api = api;
    this.code = code;
    this.page = page;
    /** @type {CoachOut | null} what was said last */
    this.said = null;
    this.asked = ""; // for which position
    this.ply = 0; // moves made when something was to be learnt last
    this.before = 0; // and the time before that
    this.unfolded = false; // on a phone, where it is one line until somebody wants more
    this.hidden = stored(HIDDEN) === "yes";
    $("coach-hide").addEventListener("click", () => this.hide(true));
    $("coach-show").addEventListener("click", () => this.hide(false));
  }

  /** @param {boolean} is */
  hide(is) {
    this.hidden = is;
    store(HIDDEN, is ? "yes" : "no");
    this.draw();
    $(is ? "coach-show" : "coach-hide").focus();
  }

  draw() {
    const { table, seat, found, look } = this.page.state;
    const here = Boolean(table?.guide) && seat !== null && Boolean(found);
    $("coach").hidden = !here || this.hidden;
    $("coach-show").hidden = !here || !this.hidden;
    $("play").classList.toggle("with-coach", here && !this.hidden);
    if (!here || !found) return;
    const due = found.decision !== null || look?.position.phase === "over";
    const position = `${seat} ${found.number} ${look?.position.phase}`;
    if (due && found.number === look?.position.number && position !== this.asked) {
      this.asked = position;
      quietly(() => this.ask(position));
    }
    this.light();
  }

  /** @param {string} position */
  async ask(position) {
    const { table, seat } = this.page.state;
    /** @type {CoachOut} */
    const said = await get(`${this.api}/coach?seat=${seat}&since=${this.ply}`).catch((error) => {
      if (position === this.asked) this.asked = ""; // then the next time this is drawn
      throw error;
    });
    if (position !== this.asked) return;
    this.said = said;
    this.before = this.ply;
    this.ply = said.ply;
    noteGuide(table.guide, this.code, said.over);
    this.tell(said);
    this.light();
  }

  /** @param {CoachOut} said */
  tell({ title, text, rule, link, remark, over, plan }) {
    Object.assign($("coach").dataset, { position: document.body.dataset.position, plan: plan.join(";") });
    fill($("coach-remark"), ...(remark ? this.remarked(remark) : []));
    const more = link && el("a", { href: link, target: "_blank", rel: "noopener" }, say("tray.rule", { rule }));
    const whole = el("details", { open: this.unfolded || !NARROW.matches, ontoggle: () => (this.unfolded = NARROW.matches && whole.open) }, el("summary", {}, el("h3", {}, title || say("coach.title"))), text && el("p", {}, text, " ", more));
    fill($("coach-body"), (title || text) && whole);
    const goOn = el("a", { class: "button quiet small", href: "/learn" }, say("coach.go_on"));
    const suggest = button(say("coach.show"), () => this.show(), { class: "quiet small", id: "coach-suggest" });
    fill($("coach-deeds"), over ? goOn : suggest);
  }

  /** Choose what the coach has in mind, or ask what would be good; to do it is left to the player. */
  show() {
    const { tray, foot } = this.page;
    const plan = this.said?.plan ?? [];
    if (plan.length) tray.suggest(plan);
    else attempt(() => foot.hint());
    const plain = plan.length ? $("deeds").querySelector(`[data-move="${CSS.escape(plan[0])}"]`) : null; // what is chosen by its words
    (document.getElementById("do") ?? plain ?? $("question")).focus({ preventScroll: true });
  }

  /**
   * Something else was chosen.
   * @param {Remark} remark
   */
  remarked({ made, meant, text }) {
    const weighed = el("p", { class: "note" });
    const since = this.before;
    const weigh = button(say("coach.weigh"), () => attempt(() => this.weigh(since, weigh, weighed)), { class: "quiet small", id: "coach-weigh" });
    const undo = /** @type {HTMLButtonElement | null} */ ($("also").querySelector("#undo"));
    const back = undo && !undo.disabled && button(say("coach.back"), () => $("also").querySelector("#undo")?.click(), { class: "quiet small", id: "coach-back" });
    return [el("p", {}, el("strong", {}, made ? say("coach.otherwise", { made, meant }) : say("coach.elsewhere")), " ", text), weighed, el("div", { class: "row wrap" }, back, weigh)];
  }

  /**
   * What it was worth, beside the best.
   * @param {number} since
   * @param {HTMLButtonElement} press
   * @param {Element} place
   */
  async weigh(since, press, place) {
    const { seat } = this.page.state;
    press.disabled = true;
    place.textContent = say("tray.thinking");
    try {
      /** @type {WeighedOut} */
      const { behind, least, why } = await get(`${this.api}/coach/weighed?seat=${seat}&since=${since}`);
      const points = (/** @type {number} */ number) => number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
      const worth = behind === null ? say("coach.far", { points: points(least) }) : behind < 0.3 ? say("coach.as_good") : say("coach.behind", { points: points(behind) });
      place.textContent = `${worth} ${why}`;
      press.remove();
    } catch (error) {
      place.textContent = "";
      press.disabled = false;
      throw error;
    }
  }

  /** Light the parts that are spoken of. */
  light() {
    for (const each of document.querySelectorAll(".coached")) each.classList.remove("coached");
    const { found, look } = this.page.state;
    if (!this.said || this.hidden || found?.decision === null || found?.number !== look?.position.number) return;
    const wanted = this.said.parts.map((part) => (part.endsWith("*") ? `[data-part^="${CSS.escape(part.slice(0, -1))}"]` : `[data-part="${CSS.escape(part)}"]`));
    if (!wanted.length) return;
    for (const each of document.querySelectorAll(wanted.join(","))) if (!each.closest(".after, .looked-at")) each.classList.add("coached");
  }
}
