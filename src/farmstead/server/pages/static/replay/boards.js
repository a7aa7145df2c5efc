// The boards of a replay: the same pictures as at the table, each where it belongs; things go from place to place.

import { fetched, Pictures } from "../board/boards.js";
import { $ } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { clearMarks } from "../board/change_marks.js";
import { forget, remember } from "../board/motion.js";
import { show } from "../base/svg.js";

/** @import { FrameOut, PictureOut } from "../../messages" */

const AREAS = ["side", "tray"]; // cards that are not there when they are empty

export class ReplayBoards extends Pictures {
  /**
   * @param {string} name
   * @param {() => number | null} seat whose eyes
   */
  constructor(name, seat) {
    super();
    this.name = name;
    this.seat = seat;
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

  /**
   * Other eyes, or another board: nothing goes on from what was shown.
   * @override
   */
  clear() {
    super.clear();
    for (const each of document.querySelectorAll("[data-picture]")) each.remove();
  }

  /**
   * @param {FrameOut} frame
   * @param {(picture: PictureOut) => string} drawing
   * @param {boolean} near whether it is next to what is shown now
   */
  draw(frame, drawing, near) {
    if (near) remember();
    else forget();
    clearMarks();
    this.sift(frame.pictures);
    for (const picture of frame.pictures) {
      const svg = drawing(picture);
      if (svg) this.put({ ...picture, svg }, near);
    }
    for (const area of AREAS) $(`${area}-pictures`).hidden = !$(`${area}-pictures`).children.length;
  }
}
