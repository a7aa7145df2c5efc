// The boards: pictures drawn by the server from what this side may see, each put where it belongs.

import { get } from "../base/api.js";
import { $, el, fill, NARROW } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { clearMarks, looks, markChanges } from "./change_marks.js";
import { forget, remember } from "./motion.js";
import { show } from "../base/svg.js";
import { spoken } from "../base/urls.js";
import { say } from "../base/words.js";

const LEAST_SCALE = 0.82; // of a board: its captions are 11 pixels then

/** What is printed on a board is left out where it would be too small to be read; the game's own sheet says what that is. */
const lettering = new ResizeObserver((all) => {
  for (const { target, contentRect } of all) {
    if (!target.isConnected) lettering.unobserve(target);
    else if (target instanceof SVGSVGElement && contentRect.width) {
      const { width, height } = target.viewBox.baseVal;
      target.classList.toggle("too-small", Math.min(contentRect.width / width, contentRect.height / height) < LEAST_SCALE);
    }
  }
});

const AREAS = ["main", "side", "above", "tray"];

/** @import { BoardsOut, PictureOut } from "../../messages" */

/** Pictures that are shown, each where it belongs. */
export class Pictures {
  constructor() {
    /** @type {Map<string, string>} the pictures shown, by name, and their keys */
    this.shown = new Map();
  }

  /** What comes has nothing to do with what was shown. */
  clear() {
    forget();
    clearMarks();
    this.shown.clear();
  }

  /**
   * Only these are shown from now on.
   * @param {readonly PictureOut[]} pictures
   */
  sift(pictures) {
    const names = pictures.map((each) => each.name);
    for (const name of [...this.shown.keys()].filter((each) => !names.includes(each))) {
      this.shown.delete(name);
      frameOf(name)?.remove();
    }
    $("play").classList.toggle("with-seat-pictures", pictures.some((each) => each.area.startsWith("seat ")));
  }

  /**
   * @param {PictureOut} picture without its drawing where the frame has it already
   * @param {boolean} [marked] whether what changes is marked
   */
  put({ name, area, key, svg }, marked = true) {
    const place = slot(area);
    const known = frameOf(name);
    if (!place || (known?.parentElement === place && this.shown.get(name) === key)) return;
    if (!svg && !known) return void this.shown.delete(name); // known once, but gone: the next position brings it
    this.shown.set(name, key);
    const frame = known ?? el("div", { "data-picture": name, class: "picture" });
    if (svg) redraw(frame, svg, marked);
    if (frame.parentElement === place) return;
    if (area === "main") fill(place);
    place.append(frame);
  }
}

/** The boards of a table. */
export class Boards extends Pictures {
  /**
   * @param {string} path of the table
   * @param {() => void} changed somebody turned the device: other pictures are needed
   */
  constructor(path, changed) {
    super();
    this.path = path;
    this.symbols = this.fetchSymbols();
    this.loose = "";
    NARROW.addEventListener("change", changed);
  }

  /** What all pictures use; with letters for those who want them. */
  fetchSymbols() {
    this.signs = kept.signs;
    return fetched(`${this.path}/symbols?letters=${kept.signs}`).then((svg) => show($("symbols"), svg));
  }

  /** The device prefers other signs now. */
  dress() {
    if (this.signs !== kept.signs) this.symbols = this.fetchSymbols();
  }

  /**
   * Nothing of one side stays for the next.
   * @override
   */
  clear() {
    super.clear();
    for (const area of AREAS) fill($(`${area}-pictures`));
    for (const each of document.querySelectorAll("[data-seat-picture] .picture")) each.remove();
    fill($("main-pictures"), el("p", { class: "note" }, say("board.not_yet")));
    $("side-pictures").hidden = true;
    $("tools").hidden = true;
  }

  /** @param {{n?: string, seat?: string}} wish */
  address(wish) {
    const query = new URLSearchParams({ ...wish, narrow: String(NARROW.matches), have: [...this.shown.values()].join(" ") });
    return `${this.path}/boards?${query}`;
  }

  /**
   * Everything about a position.
   * @param {number | null} seat
   * @param {number} number
   * @returns {Promise<BoardsOut>}
   */
  async ask(seat, number) {
    const n = String(number);
    const wish = seat === null ? { n } : { n, seat: String(seat) };
    const [found] = await Promise.all([get(this.address(wish)), this.symbols]);
    return found;
  }

  /**
   * Whether pictures are missing that are not shown now: what the server believes to be here may have been cleared.
   * @param {Pick<BoardsOut, "pictures">} found
   */
  lacks(found) {
    return found.pictures.some((each) => !each.svg && this.shown.get(each.name) !== each.key);
  }

  /**
   * @param {Pick<BoardsOut, "pictures" | "symbols">} found
   */
  show(found) {
    remember();
    if (found.symbols !== this.loose) {
      this.loose = found.symbols;
      show($("loose"), `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${found.symbols}</defs></svg>`);
    }
    this.sift(found.pictures);
    for (const picture of found.pictures) this.put(picture);
    for (const each of $("main-pictures").querySelectorAll(".picture:not(.after) > svg")) lettering.observe(each);
    for (const each of $("tray-pictures").querySelectorAll(".picture > svg")) natural(each);
    $("side-pictures").hidden = !$("side-pictures").children.length;
    $("tools").hidden = !$("main-pictures").querySelector("svg");
  }
}

/** @param {string} name of a picture */
const frameOf = (name) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-picture="${name}"]`));

/**
 * As large as it was drawn: a unit is a pixel.
 * @param {SVGSVGElement} svg
 */
function natural(svg) {
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
}

/**
 * Where pictures of an area belong.
 * @param {string} area
 */
function slot(area) {
  if (area.startsWith("seat ")) return document.querySelector(`[data-seat-picture="${area.slice(5)}"]`);
  return $(`${area}-pictures`);
}

/**
 * Change a picture, and keep the focus where it was.
 * @param {HTMLElement} frame
 * @param {string} svg
 * @param {boolean} marked
 */
function redraw(frame, svg, marked) {
  const focused = frame.contains(document.activeElement) ? document.activeElement?.getAttribute("data-part") : null;
  const before = looks(frame);
  show(frame, svg);
  for (const text of frame.querySelectorAll("[data-part] text")) text.setAttribute("aria-hidden", "true"); // the part's name says it
  if (marked) markChanges(frame, before);
  if (focused) /** @type {HTMLElement | null} */ (frame.querySelector(`[data-part="${CSS.escape(focused)}"]`))?.setAttribute("data-refocus", "");
}

/**
 * A picture by its address; nothing when it is not to be had.
 * @param {string} address
 */
export async function fetched(address) {
  const answer = await fetch(spoken(address)).catch(() => null);
  return answer?.ok ? await answer.text() : "";
}
