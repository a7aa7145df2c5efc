// The chat of a table. It can be muted on this device.

import { get, post } from "../base/api.js";
import { $, el, fill, onSubmit } from "../base/dom.js";
import { store, stored } from "../base/storage.js";
import { say } from "../base/words.js";

/** @import { LineOut, TableOut } from "../../messages" */

const MUTE = "farmstead.mute";

export class Chat {
  /**
   * @param {string} api
   * @param {(deed: () => Promise<void>) => Promise<void>} attempt
   * @param {(line: LineOut) => void} heard somebody else has said something
   */
  constructor(api, attempt, heard) {
    this.api = api;
    this.attempt = attempt;
    this.heard = heard;
    /** @type {number | null} the last line that was there already */
    this.before = null;
    /** @type {(number | null)[]} */
    this.own = [];
    /** @type {Map<number, LineOut>} */
    this.lines = new Map();
    this.asked = false;
    this.mine = false;
    const mute = $("mute");
    mute.checked = this.isMuted();
    mute.addEventListener("change", () => {
      store(MUTE, mute.checked ? "yes" : "no");
      this.build();
    });
  }

  isMuted() {
    return stored(MUTE) === "yes";
  }

  /** @param {TableOut} table */
  show(table) {
    this.own = table.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
    const mine = this.own.length > 0;
    $("chat").hidden = !table.chat || (!mine && !table.spectators);
    if ($("chat").hidden || (this.asked && mine === this.mine)) return;
    this.asked = true;
    this.mine = mine;
    this.build();
    this.refresh();
  }

  build() {
    if (this.isMuted()) return fill($("chat-body"), el("p", { class: "note" }, say("talk.muted")));
    const list = el("ol", { id: "chat-lines", "aria-live": "polite", tabindex: 0, "aria-labelledby": "chat-title" });
    fill($("chat-body"), list, this.mine && this.form());
    this.draw();
  }

  form() {
    const text = el("input", { id: "chat-text", maxlength: 500, autocomplete: "off" });
    const say_it = async () => {
      if (!text.value.trim()) return;
      const line = await post(`${this.api}/chat`, { text: text.value });
      this.lines.set(line.n, line);
      text.value = "";
      this.draw();
    };
    const send = el("div", { class: "row" }, text, el("button", { class: "quiet" }, say("talk.send")));
    const form = el("form", {}, el("label", { for: "chat-text" }, say("talk.line")), send);
    onSubmit(form, () => this.attempt(say_it));
    return form;
  }

  async refresh() {
    const last = Math.max(0, ...this.lines.keys());
    try {
      const found = await get(`${this.api}/chat${last ? `?after=${last}` : ""}`);
      for (const line of found.lines) this.hear(line);
      this.before ??= Math.max(0, ...this.lines.keys());
      this.draw();
    } catch {
      // the next line brings another try
    }
  }

  /** @param {LineOut} line */
  hear(line) {
    const fresh = this.before !== null && !this.lines.has(line.n) && !this.own.includes(line.seat);
    this.lines.set(line.n, line);
    if (fresh && !this.isMuted()) this.heard(line);
  }

  draw() {
    const list = document.getElementById("chat-lines");
    if (!list) return;
    const lines = [...this.lines.values()].sort((a, b) => a.n - b.n);
    fill(list, ...lines.map((line) => el("li", {}, el("strong", {}, line.name || say("talk.spectator")), " ", line.text)));
    if (!lines.length) fill(list, el("li", { class: "note" }, say("talk.chat_none")));
    list.scrollTop = list.scrollHeight;
  }
}
