// The picture of the table, drawn by the server from what this side may see.

import { $, el, fill } from "./dom.js";
import { seatName } from "./naming.js";
import { say } from "./words.js";

const NARROW = matchMedia("(max-width: 700px)");
const WIDE = matchMedia("(min-width: 1700px)");

export class Board {
  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.shown = "";
    /** @type {import("./table.js").State | null} */
    this.state = null;
    this.looks = "";
    $("show").addEventListener("change", () => this.redraw());
    for (const media of [NARROW, WIDE]) media.addEventListener("change", () => this.redraw());
  }

  /** Nothing of one side stays for the next. */
  clear() {
    this.shown = "";
    this.looks = "";
    this.state = null;
    $("show-label").hidden = true;
    fill($("board"), el("p", { class: "note" }, say("board.not_yet")));
  }

  /** @param {import("./table.js").State} state */
  show(state) {
    if (!state.look?.position.view) return;
    this.state = state;
    if (state.menu) this.offer(state);
    this.redraw();
  }

  /**
   * What can be looked at.
   * @param {import("./table.js").State} state
   */
  offer({ table, menu }) {
    const key = JSON.stringify([menu.looks, table.seats.map((/** @type {any} */ seat) => seat.name)]);
    if (key === this.looks) return;
    this.looks = key;
    const [land, ...others] = menu.looks;
    const lands = table.seats.map((/** @type {any} */ seat) => [`${land} ${seat.seat}`, say("board.look", { look: land, name: seatName(table, seat.seat) })]);
    const rest = others.map((/** @type {string} */ look) => [look, say("board.look", { look })]);
    const chosen = $("show").value;
    fill($("show"), ...[["", say("board.all")], ...lands, ...rest].map(([value, words]) => el("option", { value }, words)));
    $("show").value = chosen;
    $("show-label").hidden = false;
  }

  /** @param {string} kind */
  address(kind) {
    const { seat, look } = /** @type {import("./table.js").State} */ (this.state);
    const query = new URLSearchParams({ n: String(look.position.number), size: NARROW.matches ? "narrow" : WIDE.matches ? "wide" : "middle" });
    if (seat !== null) query.set("seat", String(seat));
    const [show, of] = $("show").value.split(" ");
    if (show) query.set("show", show);
    if (of) query.set("of", of);
    return `/t/${this.code}/board.${kind}?${query}`;
  }

  redraw() {
    if (!this.state) return;
    const address = this.address("svg");
    if (address === this.shown) return;
    this.shown = address;
    const picture = el("img", { alt: say("board.alt"), class: "picture" });
    picture.addEventListener("load", () => address === this.shown && this.put(picture, address));
    picture.src = address;
  }

  /**
   * Put a picture in the place of the one before, once it is whole.
   * @param {HTMLImageElement} picture
   * @param {string} address
   */
  put(picture, address) {
    const old = $("board").querySelector("img.picture");
    if (old) {
      old.replaceWith(picture);
      $("board").querySelector("a").href = address;
    } else {
      const text = el("details", {}, el("summary", {}, say("board.text")), el("pre", { tabindex: 0 }));
      text.addEventListener("toggle", () => this.write());
      fill($("board"), picture, el("p", { class: "note" }, el("a", { href: address, target: "_blank" }, say("board.large"))), text);
    }
    this.write();
  }

  async write() {
    const text = $("board").querySelector("details");
    if (!text?.open || !this.state) return;
    const answer = await fetch(this.address("txt"), { cache: "no-store" }).catch(() => null);
    if (answer?.ok && text.isConnected) fill(text.querySelector("pre"), await answer.text());
  }
}
