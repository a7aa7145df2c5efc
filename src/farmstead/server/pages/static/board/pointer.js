// The parts of the boards: how they stand, and what pointers and keys do with them. A part is chosen, pointed at, turned,
// or asked about.

import { nearest } from "./arrow_walk.js";
import { $ } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { showGhost } from "./preview_overlay.js";
import { kindOf } from "./selection.js";
import { shape } from "../base/svg.js";
import { say } from "../base/words.js";

const DWELL = 180; // milliseconds after which somebody means what they point at
const STANDING = ["available", "chosen", "closed", "other"];

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
    this.isPressed = false; // somebody drags, perhaps: what they press they do not point at
    this.at = ""; // where the pointer is
    /** @type {Element | null} which of several parts of one name is meant */
    this.clicked = null;
    const play = $("play");
    play.addEventListener("click", (/** @type {Event} */ event) => {
      this.clicked = partAt(event.target);
      this.pick(nameOf(this.clicked));
    });
    play.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => this.isPointing(event) && this.hover(nameOf(partAt(event.target))));
    play.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => (this.at = `${event.clientX} ${event.clientY}`));
    play.addEventListener("pointerleave", () => this.hover(null));
    for (const kind of /** @type {const} */ (["pointerdown", "pointermove", "pointerup"])) addEventListener(kind, ({ buttons }) => (this.isPressed = buttons > 0));
    play.addEventListener("focusin", (/** @type {Event} */ event) => this.focus(partAt(event.target)));
    new Dragging(this);
    $("stage").addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.wheel(event), { passive: false });
  }

  // ---- how they stand ----------------------------------------------------------------------------------------

  /** Say how every part stands. */
  draw() {
    $("play").classList.toggle("narrowed", !this.choosing.isFresh());
    const [open, kinds, selected] = [this.isOpen(), this.choosing.kinds(), this.choosing.selected()];
    const parts = allParts();
    for (const each of parts) {
      const part = nameOf(each) ?? "";
      const stands = open ? this.standing(part, kinds, selected) : "";
      const standing = stands === "chosen" && this.isTwin(each, parts) ? "available" : stands;
      for (const name of STANDING) each.classList.toggle(name, name === standing);
      if (standing !== "closed") each.classList.remove("questioned");
      describe(each, standing);
      each.classList.toggle("draggable", (standing === "available" || standing === "chosen") && this.choosing.traits.unfolding.includes(kindOf(part)) && !each.closest("#main-pictures"));
      count(each, standing === "chosen" ? (this.tray.proposal?.uses[part] ?? 0) : 0);
    }
    for (const picture of document.querySelectorAll(".picture, #unfolded")) { // one place of each in the order of the page
      const parts = [...picture.querySelectorAll("[data-part]")];
      const first = (/** @type {string} */ look) => parts.find((each) => each.matches(look));
      rove(parts, parts.find((each) => each === document.activeElement) ?? first(".chosen") ?? first(".available") ?? parts[0]);
    }
    const refocus = /** @type {HTMLElement | null} */ (document.querySelector("[data-refocus]"));
    refocus?.removeAttribute("data-refocus");
    refocus?.focus({ preventScroll: true });
  }

  /**
   * Whether another part of the same picture and name is the one that was clicked, or comes first.
   * @param {Element} part
   * @param {Element[]} parts
   */
  isTwin(part, parts) {
    const picture = part.closest(".picture");
    const alike = parts.filter((each) => nameOf(each) === nameOf(part) && each.closest(".picture") === picture);
    return alike.length > 1 && part !== (alike.find((each) => each === this.clicked) ?? alike[0]);
  }

  /**
   * How a part stands; in what most people would do: whether something of it is taken, or could be.
   * @param {string} part
   * @param {Set<string>} kinds
   * @param {import("./selection.js").Choice | null} selected
   */
  standing(part, kinds, selected) {
    const { choosing, tray } = this;
    if (tray.proposal && !selected) {
      if (tray.proposal.uses[part]) return "chosen";
      if (tray.proposal.parts.includes(part)) return "available";
      if (!choosing.choices.some((each) => each.aside && each.parts.includes(part))) return "";
    }
    return choosing.known.has(part) || kinds.has(kindOf(part)) ? choosing.standing(part, selected) : "";
  }

  // ---- choosing ----------------------------------------------------------------------------------------------

  /** @param {string | null} part */
  pick(part) {
    const { choosing, tray } = this;
    if (!part || !this.isOpen()) return;
    tray.forget();
    for (const each of document.querySelectorAll(".questioned")) each.classList.remove("questioned");
    if (tray.proposal?.parts.includes(part)) return void tray.change(part);
    if (choosing.standing(part) === "closed") return void tray.explain(part);
    const selected = choosing.selected();
    const again = selected?.parts.includes(part) ?? false;
    if (again && selected?.ghost?.part === part && tray.turn(1)) return;
    choosing.pick(part);
    this.draw();
    tray.draw();
    const now = choosing.selected();
    if (now && choosing.isPlaced()) tray.consider(now);
  }

  /** Do what is chosen, or choose what has the focus. */
  enter() {
    const part = nameOf(partAt(document.activeElement));
    const selected = this.choosing.selected();
    if (selected && (!part || selected.parts.includes(part))) this.tray.make(selected);
    else if (part) this.pick(part);
    else if (this.isOpen()) this.tray.accept();
  }

  /**
   * Choose what lies ready to be taken.
   * @param {number} digit
   */
  number(digit) {
    const places = ["#tray-pictures", ...this.choosing.traits.numbered.map((name) => `[data-picture="${name}"]`)];
    const rows = [...document.querySelectorAll(places.map((place) => `${place} [data-part]`).join(", "))];
    this.pick(nameOf(rows[digit - 1]));
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

  // ---- pointing ----------------------------------------------------------------------------------------------

  /**
   * Whether somebody points at something else now: not when they drag the board, and not when things have moved
   * under a pointer that rests, or what is said of a part could move it away, and back, without end.
   * @param {PointerEvent} event
   */
  isPointing(event) {
    return event.pointerType === "mouse" && !event.buttons && this.at !== `${event.clientX} ${event.clientY}`;
  }

  /** Something else is asked: what was pointed at is not spoken of any more. */
  rest() {
    clearTimeout(this.dwell);
    $("pointed").textContent = "";
  }

  /** @param {Element | null} part */
  focus(part) {
    if (!part) return;
    rove(part.closest(".picture, #unfolded")?.querySelectorAll("[data-part]") ?? [], part);
    this.hover(nameOf(part));
  }

  /**
   * What is pointed at, or has the focus: its name, its ghost at once, and after a while what it would do.
   * @param {string | null} part
   */
  hover(part) {
    const { choosing, tray } = this;
    clearTimeout(this.dwell);
    const named = part === null ? null : document.querySelector(`[data-part="${CSS.escape(part)}"]`);
    $("pointed").textContent = named?.getAttribute("data-seen") ?? named?.getAttribute("aria-label") ?? ""; // where it lies is seen
    if (!this.isOpen()) return;
    const selected = choosing.selected();
    const would = part && choosing.known.has(part) ? choosing.meant(choosing.with(part)) : null;
    showGhost(would && would !== selected ? would.ghost : null, "ghost");
    if (tray.peeking !== would) tray.peek(null);
    if (would && !selected && kept.aids) this.dwell = setTimeout(() => this.isOpen() && !this.isPressed && tray.peek(would), DWELL);
  }

  // ---- walking -----------------------------------------------------------------------------------------------

  /**
   * Walk to the nearest part in a direction.
   * @param {string} key
   */
  walk(key) {
    const [here, parts] = [partAt(document.activeElement), seenParts()];
    goTo(here ? nearest(here, parts, key) : (parts.find((each) => each.matches(".available")) ?? parts[0]));
  }

  /**
   * Go on to the next thing that is open, wherever it lies.
   * @param {number} step
   */
  next(step) {
    const parts = seenParts();
    if (step < 0) parts.reverse();
    const here = parts.indexOf(/** @type {SVGGElement} */ (partAt(document.activeElement)));
    goTo([...parts.slice(here + 1), ...parts.slice(0, here + 1)].find((each) => each.matches(".available")));
  }
}

const SLIP = 8; // pixels that a finger may slip in a tap

/** A part that is dragged onto another is chosen with it; whatever can be dragged can be clicked, one after the other. */
class Dragging {
  /** @param {Picking} picking */
  constructor(picking) {
    this.picking = picking;
    /** @type {{part: Element, x: number, y: number} | null} what was pressed */
    this.from = null;
    /** @type {SVGSVGElement | null} its picture under the pointer */
    this.held = null;
    const play = $("play");
    play.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.press(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.drop(event));
    addEventListener("pointercancel", () => this.end());
  }

  /** @param {PointerEvent} event */
  press(event) {
    const part = partAt(event.target);
    this.from = null;
    if (!part || !event.isPrimary || event.button > 0 || !part.matches(".draggable")) return;
    this.from = { part, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.from) return;
    if (!this.held && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < SLIP) return;
    if (!this.held) this.take(this.from.part);
    if (this.held) Object.assign(this.held.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
    this.picking.hover(nameOf(partUnder(event)));
  }

  /** @param {Element} part */
  take(part) {
    const name = nameOf(part) ?? "";
    const hit = /** @type {SVGGraphicsElement | null} */ (part.querySelector(".hit"));
    if (!hit) return void (this.from = null);
    const [box, seen] = [hit.getBBox(), hit.getBoundingClientRect()];
    if (!part.matches(".chosen")) this.picking.pick(name);
    const copy = /** @type {Element} */ (part.cloneNode(true));
    for (const each of ["data-part", "transform", "tabindex", "role", "aria-label"]) copy.removeAttribute(each);
    this.held = shape("svg", { class: "dragged", "aria-hidden": "true", viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, width: seen.width, height: seen.height }, copy);
    document.body.append(this.held);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const [from, held] = [this.from, this.held];
    this.end();
    if (!from || !held) return;
    const quiet = (/** @type {Event} */ click) => click.stopPropagation(); // the click that ends a drag
    addEventListener("click", quiet, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", quiet, true));
    const part = nameOf(partUnder(event));
    const { choosing } = this.picking;
    if (part && part !== nameOf(from.part) && choosing.known.has(part) && choosing.with(part).length && !choosing.chosen.has(kindOf(part))) this.picking.pick(part);
  }

  end() {
    this.held?.remove();
    this.from = null;
    this.held = null;
  }
}

/** @param {PointerEvent} event */
const partUnder = (event) => partAt(document.elementFromPoint(event.clientX, event.clientY));

/** Every part on the page. */
const allParts = () =>
  /** @type {SVGGElement[]} */ ([...document.querySelectorAll("#play [data-part]")]).filter((each) => !each.closest(".after, .looked-at"));

const seenParts = () => allParts().filter((each) => each.getClientRects().length);

/** @param {EventTarget | null} target */
function partAt(target) {
  const found = target instanceof Element ? target.closest("[data-part]") : null;
  return found && !found.closest(".after, .looked-at") ? found : null;
}

/** @param {Element | null | undefined} part */
const nameOf = (part) => part?.getAttribute("data-part") ?? null;

/**
 * One of several parts is in the order of the page.
 * @param {Iterable<Element>} parts
 * @param {Element} stop
 */
function rove(parts, stop) {
  for (const each of parts) each.setAttribute("tabindex", each === stop ? "0" : "-1");
}

/** @param {SVGGElement | null | undefined} part */
function goTo(part) {
  part?.focus();
  part?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * How many things of a part are taken: written beside it in the tray, and said.
 * @param {Element} part
 * @param {number} taken
 */
function count(part, taken) {
  const [known, text] = [part.querySelector(":scope > .taken"), `−${taken}`];
  if (taken) part.setAttribute("aria-description", say("tray.taken", { count: taken }));
  else part.removeAttribute("aria-description");
  if (!taken || known?.textContent !== text) known?.remove();
  if (!taken || known?.isConnected || !part.closest("#tray-pictures")) return;
  const hit = /** @type {SVGGraphicsElement | null} */ (part.querySelector(".hit"));
  const box = hit?.getBBox();
  if (!box) return;
  const [x, y] = [box.x + box.width - 9, box.y + 9];
  const label = shape("text", { x, y: y + 4.5, "text-anchor": "middle", "aria-hidden": "true" });
  label.textContent = text;
  part.append(shape("g", { class: "taken" }, shape("circle", { cx: x, cy: y, r: 11 }), label));
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
