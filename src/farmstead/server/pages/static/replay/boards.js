// The boards of a replay: the same pictures as at the table, each where it belongs; things go from place to place.

import { fetched, slot } from "../board/boards.js";
import { $, el, fill } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { clearMarks, looks, markChanges } from "../board/change_marks.js";
import { forget, remember } from "../board/motion.js";
import { show } from "../base/svg.js";

/** @import { FrameOut, PictureOut } from "../../messages" */

const AREAS = ["side", "tray"]; // cards that are not there when they are empty

export class ReplayBoards {
  /**
   * @param {string} name
   * @param {() => number | null} seat whose eyes
   */
  constructor(name, seat) {
    this.name = name;
    this.seat = seat;
    /** @type {Map<string, string>} the pictures shown, by name, and their keys */
    this.shown = new Map();
    this.symbols = Promise.resolve();
    /** @type {boolean | null} which of them are there */
    this.signs = null;
  }

  /** What all pictures use; with letters for those who want them. */
  dress() {
    if (this.signs === kept.signs) return this.symbols;
    this.signs = kept.signs;
    const seat = this.seat();
    const address = `/api/studies/${this.name}/symbols?letters=${kept.signs}${seat === null ? "" : `&seat=${seat}`}`;
    this.symbols = fetched(address).then((svg) => {
      if (svg) show($("symbols"), svg);
      else this.signs = null; // asked for again with the next position
    });
    return this.symbols;
  }

  /** Other eyes, or another board: nothing goes on from what was shown. */
  clear() {
    forget();
    clearMarks();
    this.shown.clear();
    for (const each of document.querySelectorAll("[data-picture]")) each.remove();
  }

  /**
   * @param {FrameOut} frame
   * @param {(picture: PictureOut) => string} svg
   * @param {boolean} near whether it is next to what is shown now
   */
  draw(frame, svg, near) {
    if (near) remember();
    else forget();
    clearMarks();
    const names = new Set(frame.pictures.map((each) => each.name));
    for (const name of [...this.shown.keys()]) if (!names.has(name)) this.remove(name);
    for (const picture of frame.pictures) this.put(picture, svg(picture), near);
    for (const area of AREAS) $(`${area}-pictures`).hidden = !$(`${area}-pictures`).children.length;
    $("play").classList.toggle("with-seat-pictures", frame.pictures.some((each) => each.area.startsWith("seat ")));
  }

  /**
   * @param {PictureOut} picture
   * @param {string} svg
   * @param {boolean} near
   */
  put(picture, svg, near) {
    const place = slot(picture.area);
    const known = /** @type {HTMLElement | null} */ (document.querySelector(`[data-picture="${picture.name}"]`));
    if (!place || !svg || (known?.parentElement === place && this.shown.get(picture.name) === picture.key)) return;
    this.shown.set(picture.name, picture.key);
    const frame = known ?? el("div", { "data-picture": picture.name, class: "picture" });
    const before = looks(frame);
    show(frame, svg);
    for (const text of frame.querySelectorAll("[data-part] text")) text.setAttribute("aria-hidden", "true"); // the part's name says it
    if (near) markChanges(frame, before);
    if (frame.parentElement === place) return;
    if (picture.area === "main") fill(place);
    place.append(frame);
  }

  /** @param {string} name */
  remove(name) {
    this.shown.delete(name);
    document.querySelector(`[data-picture="${name}"]`)?.remove();
  }
}
