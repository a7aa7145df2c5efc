// The picture of what is counted: parts to tap, by pointer and by keys, and what a line of the score counts.

import { nearest } from "../board/arrow_walk.js";
import { drawn, show } from "../base/svg.js";

/** @import { CountedOut } from "../../messages" */

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

export class Sheet {
  /**
   * @param {HTMLElement} frame
   * @param {(part: string, tool?: string) => void} tap
   */
  constructor(frame, tap) {
    this.frame = frame;
    this.tap = tap;
    this.svg = "";
    this.at = ""; // the part that has its place in the order of the page
    this.kept = ""; // the line whose light stays on
    /** @type {CountedOut | null} */
    this.found = null;
    frame.addEventListener("click", (event) => this.click(event.target));
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focusin", (event) => this.rove(event.target));
  }

  /** @param {CountedOut} found @param {string} tool */
  draw(found, tool) {
    this.found = found;
    if (found.picture !== this.svg) {
      this.svg = found.picture;
      show(this.frame, found.picture);
    }
    const open = new Set(found.open);
    for (const each of this.frame.querySelectorAll("[data-part]")) {
      const is = open.has(each.getAttribute("data-part") ?? "");
      each.classList.toggle("available", is && Boolean(tool));
      each.classList.toggle("tappable", is);
      each.setAttribute("role", is ? "button" : "img");
      each.removeAttribute("tabindex");
    }
    if (!open.has(this.at)) this.at = found.open.find((each) => place(each) === place(this.at)) ?? found.open[0] ?? "";
    this.part(this.at)?.setAttribute("tabindex", "0");
    for (const each of this.parts()) if (each.getAttribute("data-part") !== this.at) each.setAttribute("tabindex", "-1");
    this.light("");
  }

  /** @returns {SVGGElement[]} those that can be tapped */
  parts() {
    return [...this.frame.querySelectorAll(":scope > svg:not(.overlay) .tappable")].map((each) => /** @type {SVGGElement} */ (each));
  }

  /** @param {string} name */
  part(name) {
    return this.parts().find((each) => each.getAttribute("data-part") === name) ?? null;
  }

  /** @param {EventTarget | null} target */
  of(target) {
    return target instanceof Element ? target.closest(".tappable") : null;
  }

  /** @param {EventTarget | null} target */
  click(target) {
    const part = this.of(target)?.getAttribute("data-part");
    if (part) this.tap(part);
  }

  /** @param {EventTarget | null} target */
  rove(target) {
    const part = this.of(target);
    if (!part) return;
    this.at = part.getAttribute("data-part") ?? "";
    for (const each of this.parts()) each.setAttribute("tabindex", each === part ? "0" : "-1");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const here = this.of(event.target);
    const part = here?.getAttribute("data-part");
    if (!here || !part || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") return this.press(event, part);
    if (!ARROWS.includes(event.key)) return this.letter(event, part);
    event.preventDefault();
    nearest(here, this.parts(), event.key)?.focus();
  }

  /** @param {KeyboardEvent} event @param {string} part @param {string} [tool] */
  press(event, part, tool) {
    event.preventDefault();
    this.tap(part, tool);
  }

  /** @param {KeyboardEvent} event @param {string} part */
  letter(event, part) {
    const key = ["Delete", "Backspace", "."].includes(event.key) ? "x" : event.key.toLowerCase();
    const tools = (this.found?.palettes ?? []).flatMap((palette) => palette.tools);
    const tool = tools.find((each) => each.letter && each.letter === key);
    if (tool) this.press(event, part, tool.key);
  }

  // ---- what a line counts ----

  /** @param {string} line nothing: the one that was kept, or none */
  light(line) {
    for (const old of this.frame.querySelectorAll(":scope > .overlay")) old.remove();
    const wanted = line || this.kept;
    const overlay = this.found?.lines.find((each) => each.key === wanted)?.overlay;
    const picture = overlay ? drawn(overlay) : null;
    if (picture) this.frame.append(picture);
  }

  /** @param {string} line a second time puts it out */
  keep(line) {
    this.kept = this.kept === line ? "" : line;
    this.light("");
    for (const each of document.querySelectorAll("#lines .line")) each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.key === `line ${this.kept}`));
    if (this.kept) this.frame.scrollIntoView({ block: "nearest" });
  }
}

/** @param {string} part such as `cell:0,1`, which becomes `laid:0,1` @returns {string} */
const place = (part) => part.slice(part.indexOf(":") + 1);
