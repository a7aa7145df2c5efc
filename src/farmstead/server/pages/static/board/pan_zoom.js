// The main board: it always fits, and can be made larger and moved about. Only transforms change. And the room it has.

import { $ } from "../base/dom.js";

const MOST = 4;
const STEP = 1.3;
let room = 0; // as high as the tray has been in this decision
const SLACK = 8; // pixels that a finger may slip in a tap

export class Stage {
  /** @param {() => void} twoFingerTap */
  constructor(twoFingerTap) {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = false;
    this.two = false;
    this.tap = twoFingerTap;
    const stage = $("stage");
    stage.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    stage.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) stage.addEventListener(kind, (/** @type {PointerEvent} */ event) => this.up(event));
    stage.addEventListener("click", (/** @type {Event} */ event) => this.moved && event.stopPropagation(), true);
    stage.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.wheel(event), { passive: false });
    new ResizeObserver(makeRoom).observe($("tray"));
    $("zoom-in").addEventListener("click", () => this.zoom(STEP));
    $("zoom-out").addEventListener("click", () => this.zoom(1 / STEP));
    $("zoom-fit").addEventListener("click", () => this.fit());
  }

  fit() {
    Object.assign(this, { scale: 1, x: 0, y: 0 });
    this.draw();
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [at] which point stays where it is, in the window
   */
  zoom(factor, at) {
    const box = $("stage").getBoundingClientRect();
    const [x, y] = at ? [at.x - box.left - box.width / 2, at.y - box.top - box.height / 2] : [0, 0];
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const by = scale / this.scale;
    this.x = x - (x - this.x) * by;
    this.y = y - (y - this.y) * by;
    this.scale = scale;
    this.draw();
  }

  draw() {
    const box = $("stage").getBoundingClientRect();
    const [far, low] = [(box.width * (this.scale - 1)) / 2, (box.height * (this.scale - 1)) / 2];
    this.x = Math.min(far, Math.max(-far, this.x));
    this.y = Math.min(low, Math.max(-low, this.y));
    const paper = /** @type {HTMLElement} */ ($("main-pictures"));
    paper.style.transform = this.scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    $("stage").classList.toggle("zoomed", this.scale > 1);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) Object.assign(this, { moved: false, two: false });
    if (this.fingers.size === 2) this.two = true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.moved && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
    this.fingers.set(event.pointerId, now);
    if (this.fingers.size === 1 && this.scale === 1) return;
    this.moved = true;
    if (this.fingers.size === 1) {
      this.x += now.x - before.x;
      this.y += now.y - before.y;
      this.draw();
    } else this.pinch(event.pointerId, before, now);
  }

  /**
   * @param {number} id
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   */
  pinch(id, before, now) {
    const other = [...this.fingers].find(([each]) => each !== id)?.[1];
    if (!other) return;
    const [was, is] = [before, now].map((each) => Math.hypot(each.x - other.x, each.y - other.y));
    this.zoom(is / Math.max(1, was), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size && this.two && !this.moved) {
      this.moved = true; // so that no click follows
      this.tap();
    }
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && this.scale === 1) return; // else the page could not be scrolled
    if (event.defaultPrevented) return; // something is turned
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, { x: event.clientX, y: event.clientY });
  }
}

/** What lies over the foot of the page must not hide its end: the style sheet knows how high it is. */
function makeRoom() {
  room = Math.max(room, $("tray").offsetHeight);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("html, main, #below, #since"))) each.style.setProperty("--tray", `${room}px`);
}

/** Another decision: the tray may need less. While there is one the page keeps its length, and nothing slides away. */
export function measureAnew() {
  room = 0;
  makeRoom();
}
