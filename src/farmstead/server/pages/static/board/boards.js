// The boards: pictures drawn by the server from what this side may see, each put where it belongs.

import { get, post } from "../base/api.js";
import { $, el, fill, NARROW } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { clearMarks, looks, markChanges } from "./change_marks.js";
import { forget, remember } from "./motion.js";
import { show } from "../base/svg.js";
import { spoken } from "../base/urls.js";
import { say } from "../base/words.js";

const AREAS = ["main", "side", "above", "tray"];

/** @import { BoardsOut, PictureOut } from "../../messages" */

export class Boards {
  /**
   * @param {string} code
   * @param {() => void} changed somebody turned the device: other pictures are needed
   */
  constructor(code, changed) {
    this.code = code;
    /** @type {Map<string, string>} the pictures shown, by name, and their keys */
    this.shown = new Map();
    this.symbols = this.fetchSymbols();
    this.loose = "";
    NARROW.addEventListener("change", changed);
  }

  /** What all pictures use; with letters for those who want them. */
  fetchSymbols() {
    this.signs = kept.signs;
    return fetched(`/t/${this.code}/symbols?letters=${kept.signs}`).then((svg) => show($("symbols"), svg));
  }

  /** The device prefers other signs now. */
  dress() {
    if (this.signs !== kept.signs) this.symbols = this.fetchSymbols();
  }

  /** Nothing of one side stays for the next. */
  clear() {
    forget();
    clearMarks();
    this.shown.clear();
    for (const area of AREAS) fill($(`${area}-pictures`));
    for (const each of document.querySelectorAll("[data-seat-picture] .picture")) each.remove();
    fill($("main-pictures"), el("p", { class: "note" }, say("board.not_yet")));
    $("side-pictures").hidden = true;
    $("tools").hidden = true;
  }

  /** @param {{n?: string, seat?: string}} wish */
  address(wish) {
    const query = new URLSearchParams({ ...wish, narrow: String(NARROW.matches), have: [...this.shown.values()].join(" ") });
    return `/t/${this.code}/boards?${query}`;
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
   * Make a choice; what comes of it is the answer, or nothing where it has to be asked for.
   * @param {number} seat
   * @param {number} decision
   * @param {string[]} moves
   * @returns {Promise<BoardsOut | null>}
   */
  async choose(seat, decision, moves) {
    return await post(this.address({}), { seat, decision, moves });
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
    const names = new Set(found.pictures.map((each) => each.name));
    for (const name of [...this.shown.keys()]) if (!names.has(name)) this.remove(name);
    for (const picture of found.pictures) this.put(picture);
    $("side-pictures").hidden = !$("side-pictures").children.length;
    $("tools").hidden = !$("main-pictures").querySelector("svg");
    $("play").classList.toggle("with-seat-pictures", found.pictures.some((each) => each.area.startsWith("seat ")));
  }

  /** @param {PictureOut} picture */
  put(picture) {
    const place = slot(picture.area);
    const frame = /** @type {HTMLElement | null} */ (document.querySelector(`[data-picture="${picture.name}"]`));
    if (!place || (frame && frame.parentElement === place && this.shown.get(picture.name) === picture.key)) return;
    if (!picture.svg && !frame) {
      this.shown.delete(picture.name); // known once, but gone: the next position brings it
      return;
    }
    this.shown.set(picture.name, picture.key);
    const kept = frame ?? el("div", { "data-picture": picture.name, class: "picture" });
    if (picture.svg) redraw(kept, picture.svg);
    if (picture.area === "tray") natural(kept.querySelector("svg"));
    if (kept.parentElement !== place) {
      if (picture.area === "main") fill(place);
      place.append(kept);
    }
  }

  /** @param {string} name */
  remove(name) {
    this.shown.delete(name);
    document.querySelector(`[data-picture="${name}"]`)?.remove();
  }

  /** The main picture. */
  main() {
    return $("main-pictures").querySelector(".picture > svg");
  }
}

/**
 * As large as it was drawn: a unit is a pixel.
 * @param {SVGSVGElement | null} svg
 */
function natural(svg) {
  const { width = 0, height = 0 } = svg?.viewBox.baseVal ?? {};
  svg?.setAttribute("width", String(width));
  svg?.setAttribute("height", String(height));
}

/**
 * Where pictures of an area belong.
 * @param {string} area
 */
export function slot(area) {
  if (area.startsWith("seat ")) return document.querySelector(`[data-seat-picture="${area.slice(5)}"]`);
  return $(`${area}-pictures`);
}

/**
 * Change a picture, and keep the focus where it was.
 * @param {HTMLElement} frame
 * @param {string} svg
 */
function redraw(frame, svg) {
  const focused = frame.contains(document.activeElement) ? document.activeElement?.getAttribute("data-part") : null;
  const before = looks(frame);
  show(frame, svg);
  for (const text of frame.querySelectorAll("[data-part] text")) text.setAttribute("aria-hidden", "true"); // the part's name says it
  markChanges(frame, before);
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
