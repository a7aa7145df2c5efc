// The tray at the foot: what is asked, what a choice would do, and the buttons that do it.

import { get } from "./api.js";
import { fetched } from "./boards.js";
import { $, button, confirmed, el, fill } from "./dom.js";
import { kept } from "./kept.js";
import { written } from "./ledger.js";
import { show } from "./picture.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Deeds
 * @property {(moves: string[]) => void} send
 * @property {() => void} changed something else is chosen
 */

export class Tray {
  /**
   * @param {string} code
   * @param {import("./choosing.js").Choosing} choosing
   * @param {Deeds} deeds
   */
  constructor(code, choosing, deeds) {
    this.code = code;
    this.choosing = choosing;
    this.deeds = deeds;
    /** @type {any} */
    this.found = null;
    this.busy = false;
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
    this.shown = "";
    this.unfolded = "";
    /** @type {any} why something cannot be chosen */
    this.why = null;
    /** @type {any} what would be good */
    this.hint = null;
    this.pressed = "";
    /** @type {import("./choosing.js").Choice | null} what somebody points at */
    this.peeking = null;
  }

  /** @param {any} found */
  use(found) {
    this.found = found;
    this.asked.clear();
    this.busy = false;
    this.peeking = null;
    this.forget();
  }

  /** What was said about something else. */
  forget() {
    this.why = null;
    this.hint = null;
  }

  clear() {
    this.use(null);
    this.choosing.use([]);
    this.unfold("");
    this.after("");
    fill($("detail"));
    fill($("deeds"));
  }

  /** @param {string} what */
  address(what) {
    return `/t/${this.code}/${what}?n=${this.found.number}&seat=${this.found.seat}`;
  }

  // ---- what is shown -----------------------------------------------------------------------------------------

  draw() {
    const selected = this.choosing.selected();
    this.ask(selected);
    this.unfoldFor();
    this.ghost(selected?.ghost ?? null, "ghost set");
    this.buttons(selected);
    if (!selected) {
      this.after("");
      this.title(this.question());
      fill($("detail"), this.why ? this.reason() : this.hint ? this.suggestions() : this.choosing.chosen.size ? null : this.first());
    }
  }

  question() {
    const kind = this.choosing.missing();
    return kind ? say("missing.kind", { kind }) : (this.found?.question ?? "");
  }

  first() {
    const many = this.found?.choices.some((/** @type {any} */ each) => each.parts.length);
    return many ? el("p", { class: "note" }, say("missing.first")) : null;
  }

  /** @param {string} text */
  title(text) {
    if ($("question").textContent !== text) $("question").textContent = text;
  }

  reason() {
    const { sentence, rule, link } = this.why;
    return el("div", { class: "why" }, el("strong", {}, say("tray.closed")), el("p", {}, sentence, " ", link && el("a", { href: link, target: "_blank", rel: "noopener" }, say("tray.rule", { rule }))));
  }

  /** What would be good; choosing it is left to whoever asked. */
  suggestions() {
    const show = (/** @type {string[]} */ plan) => {
      this.choosing.suggest(plan);
      this.deeds.changed();
      this.draw();
    };
    const presses = this.hint.moves.slice(0, 3).map((/** @type {{plan: string[], words: string}} */ each) => button(each.words, () => show(each.plan), { class: "quiet small" }));
    return el("div", { class: "hint" }, el("p", {}, this.hint.why), el("div", { class: "row wrap" }, ...presses));
  }

  /**
   * Say what a choice would do.
   * @param {import("./choosing.js").Choice | null} selected
   */
  async ask(selected) {
    const key = selected ? selected.moves.join(";") : "";
    if (!selected || !this.found) {
      this.shown = "";
      return;
    }
    if (selected.words) this.title(selected.words);
    if (key !== this.shown) fill($("detail"));
    this.shown = key;
    const told = await this.preview(selected);
    if (this.shown !== key || !told) return;
    this.title(told.words);
    fill($("detail"), ...this.told(told));
    this.after(kept.aids ? told.svg : "", selected.ghost);
  }

  /**
   * What a choice would do, asked for once.
   * @param {import("./choosing.js").Choice} choice
   * @returns {Promise<any>}
   */
  preview({ moves }) {
    const key = moves.join(";");
    const query = moves.map((move) => `&move=${encodeURIComponent(move)}`).join("");
    if (!this.asked.has(key)) this.asked.set(key, get(this.address("preview") + query).catch(() => null));
    return /** @type {Promise<any>} */ (this.asked.get(key));
  }

  /**
   * The same for what somebody points at, or for nothing.
   * @param {import("./choosing.js").Choice | null} choice
   */
  async peek(choice) {
    const was = this.peeking;
    this.peeking = choice;
    if (!choice) {
      if (was && !this.choosing.selected()) this.draw();
      return;
    }
    const told = await this.preview(choice);
    if (this.peeking !== choice || !told || this.choosing.selected()) return;
    fill($("detail"), ...this.told(told));
    this.after(told.svg, choice.ghost);
  }

  /** @param {any} told */
  told({ sentences, gains }) {
    const points = gains.filter((/** @type {any} */ each) => each.key !== "total");
    const total = gains.find((/** @type {any} */ each) => each.key === "total");
    const sign = (/** @type {number} */ number) => (number > 0 ? `+${number}` : written(number));
    return [
      el("p", { class: "note" }, sentences.slice(0, 4).join(" ")),
      kept.aids && points.length > 0 && el("p", { class: "gains" }, ...points.map((/** @type {any} */ each) => el("span", { class: each.points > 0 ? "gain" : "gain loss" }, say("tray.gain", { words: each.words, points: sign(each.points) }))), points.length > 1 && total && el("strong", {}, sign(total.points))),
    ];
  }

  /** @param {import("./choosing.js").Choice | null} selected */
  buttons(selected) {
    const plain = this.choosing.choices.filter((each) => !each.parts.length);
    const instead = this.choosing.instead();
    const turning = this.choosing.ways().length > 1;
    const disabled = this.busy;
    const key = JSON.stringify([plain, instead, turning, this.choosing.chosen.size, selected?.moves, disabled]);
    if (key === this.pressed && $("deeds").children.length) return;
    this.pressed = key;
    const focused = document.activeElement?.id;
    const main = !selected && plain.length === this.choosing.choices.filter((each) => !each.aside).length;
    fill(
      $("deeds"),
      ...plain.map((each) => button(each.words, () => this.make(each), { class: main ? "" : "quiet", disabled, "data-move": each.moves[0] })),
      ...instead.map((each) => button(each.words, () => this.make(each), { class: "quiet", disabled, "data-move": each.moves[0] })),
      turning && button("↺", () => this.turn(-1), { class: "quiet", "aria-label": say("tray.turn_left"), disabled }),
      turning && button("↻", () => this.turn(1), { class: "quiet", "aria-label": say("tray.turn_right"), disabled }),
      this.choosing.chosen.size > 0 && button(say("tray.let_go"), () => this.release(), { class: "quiet", disabled }),
      selected && button(say("tray.do"), () => this.make(selected), { class: "do", disabled: disabled, id: "do" }),
    );
    if (focused === "do") document.getElementById("do")?.focus({ preventScroll: true });
  }

  // ---- on the board ------------------------------------------------------------------------------------------

  /**
   * What a choice would put somewhere, seen at once.
   * @param {{part: string, symbol: string, size: number} | null} ghost
   * @param {string} look
   */
  ghost(ghost, look) {
    for (const old of document.querySelectorAll(look === "ghost" ? "use.ghost:not(.set)" : "use.ghost")) old.remove();
    const part = ghost && document.querySelector(`#main-pictures .picture:not(.after) [data-part="${CSS.escape(ghost.part)}"]`);
    const hit = /** @type {SVGGraphicsElement | null} */ (part?.querySelector(".hit") ?? null);
    if (!ghost || !part || !hit) return;
    const box = hit.getBBox();
    const use = document.createElementNS(SVG, "use");
    const size = { href: `#${ghost.symbol}`, width: ghost.size, height: ghost.size, x: box.x + (box.width - ghost.size) / 2, y: box.y + (box.height - ghost.size) / 2, class: look };
    for (const [name, value] of Object.entries(size)) use.setAttribute(name, String(value));
    part.insertBefore(use, hit);
  }

  /**
   * The board as it would be, over the board as it is.
   * @param {string} svg
   * @param {import("./choosing.js").Choice["ghost"]} [ghost]
   */
  after(svg, ghost = null) {
    const main = $("main-pictures").querySelector(".picture:not(.after) > svg");
    $("main-pictures").querySelector(".after")?.remove();
    if (!svg || !main) return;
    const frame = el("div", { class: "picture after", "aria-hidden": "true" });
    show(frame, svg);
    frame.firstElementChild?.setAttribute("viewBox", main.getAttribute("viewBox") ?? "");
    for (const part of frame.querySelectorAll("[data-part]")) part.removeAttribute("data-part");
    this.mark(frame.firstElementChild, ghost);
    $("main-pictures").append(frame);
  }

  /**
   * Where it would happen.
   * @param {Element | null} svg
   * @param {import("./choosing.js").Choice["ghost"]} ghost
   */
  mark(svg, ghost) {
    const part = ghost && document.querySelector(`#main-pictures .picture:not(.after) [data-part="${CSS.escape(ghost.part)}"]`);
    const hit = /** @type {Element | undefined} */ (part?.querySelector(".hit")?.cloneNode());
    if (!svg || !part || !hit) return;
    hit.setAttribute("class", "frame");
    hit.setAttribute("transform", part.getAttribute("transform") ?? "");
    svg.append(hit);
  }

  unfoldFor() {
    if (!this.found || this.found.decision === null) return this.unfold("");
    const parts = this.choosing.parts().filter((part) => /^(die|hex|tile):/.test(part));
    const selected = this.choosing.selected();
    if (selected && !parts.some((part) => part.startsWith("die:"))) parts.push(...selected.parts.filter((part) => part.startsWith("die:")));
    const query = parts.map((part) => `&chosen=${encodeURIComponent(part)}`).join("");
    this.unfold(parts.length || this.found.choices.every((/** @type {any} */ each) => each.parts.every((/** @type {string} */ part) => part.startsWith("track:"))) ? this.address("unfolded") + query : "");
  }

  /** @param {string} address */
  async unfold(address) {
    if (address === this.unfolded) return;
    this.unfolded = address;
    const svg = address ? await fetched(address) : "";
    if (this.unfolded !== address) return;
    show($("unfolded"), svg);
    this.deeds.changed();
  }

  // ---- doing -------------------------------------------------------------------------------------------------

  /** @param {number} step */
  turn(step) {
    if (this.busy || !this.choosing.turn(step)) return false;
    this.deeds.changed();
    this.draw();
    return true;
  }

  release() {
    this.choosing.clear();
    this.forget();
    this.deeds.changed();
    this.draw();
  }

  /**
   * @param {string} part
   */
  async explain(part) {
    const chosen = this.choosing.parts().map((each) => `&chosen=${encodeURIComponent(each)}`).join("");
    this.why = await get(`${this.address("why")}&part=${encodeURIComponent(part)}${chosen}`).catch(() => null);
    for (const each of document.querySelectorAll(`[data-part="${CSS.escape(part)}"]`)) each.classList.toggle("questioned", Boolean(this.why));
    if (this.why && !this.choosing.selected()) this.draw();
    else if (this.why) fill($("detail"), this.reason());
  }

  /** @param {import("./choosing.js").Choice} choice */
  async make(choice) {
    if (this.busy) return;
    if (choice.doubt) {
      const words = { title: say("playing.doubt_title"), text: choice.doubt, yes: say("playing.doubt_yes"), no: say("page.cancel") };
      if (!(await confirmed(words))) return;
    }
    this.hold();
    this.deeds.send(this.choosing.sent(choice));
  }

  /** The choices may be those of a moment ago: nothing can be chosen until that is known. */
  hold() {
    this.busy = true;
    $("tray").classList.add("sending");
    for (const press of $("deeds").querySelectorAll("button")) press.disabled = true;
  }

  /** What was sent was not done, or all of it is: choosing can go on. */
  free() {
    this.busy = false;
    $("tray").classList.remove("sending");
    for (const press of $("deeds").querySelectorAll("button")) press.disabled = false;
  }
}
