// The parts of the boards: how they stand, and what pointers and keys do with them.

import { $ } from "../base/dom.js";
import { kindOf } from "./selection.js";
import { nearest } from "./arrow_walk.js";

const STANDING = ["available", "chosen", "closed", "other"];

/**
 * @typedef {object} Hand what is done with parts
 * @property {(part: string) => void} pick
 * @property {(part: string | null) => void} hover
 */

export class Parts {
  /**
   * @param {import("./selection.js").Choosing} choosing
   * @param {Hand} hand
   */
  constructor(choosing, hand) {
    this.choosing = choosing;
    this.hand = hand;
    this.open = false;
    this.at = ""; // where the pointer is
    const play = $("play");
    play.addEventListener("click", (/** @type {Event} */ event) => this.click(event));
    play.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => this.isPointing(event) && this.over(event.target));
    play.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => (this.at = `${event.clientX} ${event.clientY}`));
    play.addEventListener("pointerleave", () => this.hand.hover(null));
    play.addEventListener("focusin", (/** @type {Event} */ event) => this.focus(event.target));
  }

  /**
   * Whether somebody points at something else now: not when they drag the board, and not when things have moved
   * under a pointer that rests, or what is said of a part could move it away, and back, without end.
   * @param {PointerEvent} event
   */
  isPointing(event) {
    return event.pointerType === "mouse" && !event.buttons && this.at !== `${event.clientX} ${event.clientY}`;
  }

  /** Every part on the page. */
  all() {
    return /** @type {SVGGElement[]} */ ([...document.querySelectorAll("#play [data-part]")]).filter((each) => !each.closest(".after, .looked-at"));
  }

  /** @param {EventTarget | null} target */
  of(target) {
    const found = target instanceof Element ? target.closest("[data-part]") : null;
    return found && !found.closest(".after, .looked-at") ? found : null;
  }

  /** @param {Event} event */
  click(event) {
    const part = this.of(event.target)?.getAttribute("data-part");
    if (part) this.hand.pick(part);
  }

  /** @param {EventTarget | null} target */
  over(target) {
    this.hand.hover(this.of(target)?.getAttribute("data-part") ?? null);
  }

  /** @param {EventTarget | null} target */
  focus(target) {
    const part = this.of(target);
    if (!part) return;
    this.rove(part);
    this.hand.hover(part.getAttribute("data-part"));
  }

  /**
   * Say how every part stands.
   * @param {boolean} open whether anything can be chosen now
   */
  draw(open) {
    this.open = open;
    const [kinds, selected] = [this.choosing.kinds(), this.choosing.selected()];
    for (const each of this.all()) {
      const part = each.getAttribute("data-part") ?? "";
      const known = this.choosing.isKnown(part);
      const matters = open && (known || kinds.has(kindOf(part)));
      const standing = matters ? this.choosing.standing(part, selected) : "";
      for (const name of STANDING) each.classList.toggle(name, name === standing);
      if (standing !== "closed") each.classList.remove("questioned");
      describe(each, standing);
    }
    this.tabStops();
    const refocus = /** @type {HTMLElement | null} */ (document.querySelector("[data-refocus]"));
    refocus?.removeAttribute("data-refocus");
    refocus?.focus({ preventScroll: true });
  }

  /** Each picture has one place in the order of the page: where one was last, or the first that is open. */
  tabStops() {
    for (const picture of document.querySelectorAll(".picture, #unfolded")) {
      const parts = [...picture.querySelectorAll("[data-part]")];
      const stop = parts.find((each) => each === document.activeElement) ?? parts.find((each) => each.matches(".chosen")) ?? parts.find((each) => each.matches(".available")) ?? parts[0];
      for (const each of parts) each.setAttribute("tabindex", each === stop ? "0" : "-1");
    }
  }

  /** @param {Element} part */
  rove(part) {
    for (const each of part.closest(".picture, #unfolded")?.querySelectorAll("[data-part]") ?? []) each.setAttribute("tabindex", each === part ? "0" : "-1");
  }

  /**
   * Walk to the nearest part in a direction.
   * @param {string} key
   */
  walk(key) {
    const here = this.of(document.activeElement);
    const parts = this.all().filter((each) => each.getClientRects().length);
    const there = here ? nearest(here, parts, key) : (parts.find((each) => each.matches(".available")) ?? parts[0]);
    there?.focus();
    there?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * Go on to the next thing that is open, wherever it lies.
   * @param {number} step
   */
  next(step) {
    const parts = this.all().filter((each) => each.getClientRects().length);
    if (step < 0) parts.reverse();
    const here = parts.indexOf(/** @type {SVGGElement} */ (this.of(document.activeElement)));
    const there = [...parts.slice(here + 1), ...parts.slice(0, here + 1)].find((each) => each.matches(".available"));
    there?.focus();
    there?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * The parts that digits pick: what lies ready to be taken.
   * @param {number} digit
   */
  numbered(digit) {
    const places = ["#tray-pictures", ...this.choosing.traits.numbered.map((name) => `[data-picture="${name}"]`)];
    const rows = [...document.querySelectorAll(places.map((place) => `${place} [data-part]`).join(", "))];
    return rows[digit - 1]?.getAttribute("data-part") ?? null;
  }
}

/**
 * @param {Element} part
 * @param {string} standing
 */
function describe(part, standing) {
  part.setAttribute("role", standing ? "button" : "img");
  if (standing === "chosen" || standing === "available" || standing === "other") part.setAttribute("aria-pressed", String(standing === "chosen"));
  else part.removeAttribute("aria-pressed");
  if (standing === "closed") part.setAttribute("aria-disabled", "true");
  else part.removeAttribute("aria-disabled");
}
