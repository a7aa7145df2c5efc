// Looking at another seat's board, or at all of them as text.

import { fetched } from "../board/boards.js";
import { $, button, el, NARROW, openDialog } from "../base/dom.js";
import { openTab } from "../base/shortcuts.js";
import { seatName } from "../board/seat_names.js";
import { drawn } from "../base/svg.js";
import { say } from "../base/words.js";

export class Others {
  /**
   * @param {string} code
   * @param {() => import("../board/types.js").State} state
   */
  constructor(code, state) {
    this.code = code;
    this.state = state;
    /** @type {number | null} */
    this.seat = null;
    $("other-close").addEventListener("click", () => this.close());
  }

  isOpen() {
    return this.seat !== null;
  }

  /** @param {number} seat */
  async look(seat) {
    const { found, seat: own } = this.state();
    if (!found || seat === found.shown) return this.close();
    const svg = await fetched(`/t/${this.code}/look?n=${found.number}&of=${seat}&narrow=${NARROW.matches}${own === null ? "" : `&seat=${own}`}`);
    if (!svg || this.state().seat !== own || !this.state().found) return;
    this.seat = seat;
    openTab("main");
    $("main-pictures").querySelector(".looked-at")?.remove();
    const frame = el("div", { class: "picture looked-at" }, drawn(svg));
    for (const part of frame.querySelectorAll("[data-part]")) part.setAttribute("tabindex", "-1");
    $("main-pictures").append(frame);
    $("play").classList.add("looking");
    $("other-title").textContent = say("board.of", { name: seatName(this.state().table, seat) });
    $("other-bar").hidden = false;
    $("other-close").focus({ preventScroll: true });
  }

  close() {
    this.seat = null;
    $("main-pictures").querySelector(".looked-at")?.remove();
    /** @type {HTMLDialogElement | null} */ (document.querySelector(".text-dialog"))?.close();
    $("play").classList.remove("looking");
    $("other-bar").hidden = true;
  }

  /** The position has changed. */
  refresh() {
    if (this.seat !== null) this.look(this.seat);
  }

  /** All boards in words. */
  async text() {
    const { found, seat } = this.state();
    if (!found || document.querySelector("dialog[open]")) return;
    const text = await fetched(`/t/${this.code}/board.txt?n=${found.number}&size=middle${seat === null ? "" : `&seat=${seat}`}`);
    if (this.state().seat !== seat || !this.state().found) return;
    const dialog = openDialog({ class: "text-dialog", "aria-labelledby": "text-title" }, el("h2", { id: "text-title" }, say("board.text_title")), el("pre", { tabindex: 0 }, text), button(say("page.close"), () => dialog.close(), { class: "quiet", autofocus: true }));
  }
}
