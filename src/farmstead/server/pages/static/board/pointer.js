// What pointers and keys on the boards come to: a part is chosen, pointed at, turned, or asked about.

import { $ } from "../base/dom.js";
import { showGhost } from "./preview_overlay.js";
import { kept } from "../base/preferences.js";
import { Parts } from "./parts.js";

const DWELL = 180; // milliseconds after which somebody means what they point at

export class Picking {
  /**
   * @param {import("./selection.js").Choosing} choosing
   * @param {import("./tray.js").Tray} tray
   * @param {() => boolean} isOpen whether anything can be chosen now
   */
  constructor(choosing, tray, isOpen) {
    this.choosing = choosing;
    this.tray = tray;
    this.isOpen = isOpen;
    this.dwell = 0;
    this.parts = new Parts(choosing, { pick: (part) => this.pick(part), hover: (part) => this.hover(part) });
    $("stage").addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.wheel(event), { passive: false });
  }

  draw() {
    $("play").classList.toggle("narrowed", this.choosing.chosen.size > 0);
    this.parts.draw(this.isOpen());
  }

  /** @param {string} part */
  pick(part) {
    const { choosing, tray } = this;
    if (!this.isOpen()) return;
    tray.forget();
    for (const each of document.querySelectorAll(".questioned")) each.classList.remove("questioned");
    if (choosing.standing(part) === "closed") {
      tray.explain(part);
      return;
    }
    const selected = choosing.selected();
    const again = selected?.parts.includes(part) ?? false;
    if (again && selected?.ghost?.part === part && tray.turn(1)) return;
    choosing.pick(part);
    this.draw();
    tray.draw();
    const now = choosing.selected();
    if (!kept.confirm && now && choosing.ways().length < 2) tray.make(now);
  }

  /**
   * What is pointed at, or has the focus: its name, its ghost at once, and after a while what it would do.
   * @param {string | null} part
   */
  hover(part) {
    const { choosing, tray } = this;
    clearTimeout(this.dwell);
    const named = part && document.querySelector(`[data-part="${CSS.escape(part)}"]`);
    $("pointed").textContent = named ? (named.getAttribute("aria-label") ?? "") : "";
    if (!this.isOpen()) return;
    const selected = choosing.selected();
    const would = part && choosing.isKnown(part) ? choosing.meant(choosing.with(part)) : null;
    showGhost(would && would !== selected ? would.ghost : null, "ghost");
    if (tray.peeking !== would) tray.peek(null);
    if (would && !selected && kept.aids) this.dwell = setTimeout(() => this.isOpen() && tray.peek(would), DWELL);
  }

  /** Do what is chosen, or choose what has the focus. */
  enter() {
    const part = this.parts.of(document.activeElement)?.getAttribute("data-part");
    const selected = this.choosing.selected();
    if (selected && (!part || selected.parts.includes(part))) this.tray.make(selected);
    else if (part) this.pick(part);
  }

  /** @param {number} digit */
  number(digit) {
    const part = this.parts.numbered(digit);
    if (part) this.pick(part);
  }

  /** Do the one thing that needs no part. */
  pass() {
    const plain = this.choosing.choices.filter((each) => !each.parts.length);
    if (this.isOpen() && plain.length === 1) this.tray.make(plain[0]);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && this.choosing.ways().length > 1 && this.tray.turn(event.deltaY > 0 ? 1 : -1)) event.preventDefault();
  }
}
