// What a line of the score counts, lit on the main board while somebody points at it or has it in focus.

import { fetched } from "./boards.js";
import { $, el, NARROW } from "../base/dom.js";
import { openTab } from "../base/shortcuts.js";
import { drawn } from "../base/svg.js";

export class Lighting {
  /**
   * @param {string} code
   * @param {() => import("./types.js").State} state
   */
  constructor(code, state) {
    this.code = code;
    this.state = state;
    this.line = "";
    /** @type {Map<string, Promise<string>>} pictures of the last position that was asked about */
    this.known = new Map();
    this.position = "";
  }

  /**
   * Somebody wants to look at it: where the board is not in sight, go there.
   * @param {string} line
   */
  keep(line) {
    openTab("main");
    this.light(line);
  }

  /** The position has changed: what was lit is of the one before. */
  refresh() {
    const { seat, found } = this.state();
    if (this.line && this.position !== `${found?.number} ${seat}`) this.light(null);
  }

  /** @param {string | null} line nothing: put the light out */
  async light(line) {
    this.line = line ?? "";
    for (const old of document.querySelectorAll("#main-pictures .lit")) old.remove();
    if (!line || !this.state().found) return;
    const svg = await this.picture(line);
    if (!svg || this.line !== line) return;
    $("main-pictures").append(el("div", { class: "picture after lit", "aria-hidden": "true" }, drawn(svg)));
  }

  /** @param {string} line */
  picture(line) {
    const { seat, found } = this.state();
    const position = `${found?.number} ${seat}`;
    if (position !== this.position) this.known.clear();
    this.position = position;
    const address = `/t/${this.code}/overlay?n=${found?.number}&line=${line}&narrow=${NARROW.matches}${seat === null ? "" : `&seat=${seat}`}`;
    if (!this.known.has(address)) this.known.set(address, fetched(address));
    return /** @type {Promise<string>} */ (this.known.get(address));
  }
}
