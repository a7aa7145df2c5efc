// What happened, in sentences: every entry once and in order, whatever became of the connection.

import { get } from "../base/api.js";
import { $, el, fill } from "../base/dom.js";
import { say } from "../base/words.js";

/** @import { Heard } from "../../messages" */

const SHOWN = 60; // entries, until somebody asks for all of them
const NEAR = 40; // pixels from its end, where the log goes on by itself

export class Log {
  /** @param {string} api */
  constructor(api) {
    this.api = api;
    /** @type {Map<number, Heard>} */
    this.heard = new Map();
    /** @type {number | null} */
    this.seat = null;
    this.all = false;
    /** @type {Map<number, Heard> | null} what is being asked for; whoever has turned to another seat asks anew */
    this.asking = null;
    this.due = 0; // the frame in which the lines are drawn
    $("log-all").addEventListener("click", () => {
      this.all = true;
      this.draw();
    });
  }

  /**
   * Forget everything: what one seat heard is nothing for another.
   * @param {number | null} seat
   */
  clear(seat) {
    this.heard = new Map();
    this.seat = seat;
    $("log").removeAttribute("aria-live");
    fill($("log"));
    $("latest").textContent = "";
  }

  /** @param {Heard} heard */
  hear(heard) {
    this.heard.set(heard.news.number, heard);
    this.due ||= requestAnimationFrame(() => this.draw()); // often several come at once, and lines take time
  }

  /**
   * The table has come to this entry; whatever is missing is asked for.
   * @param {number} number
   */
  async upTo(number) {
    let since = 0; // the last entry before which none is missing
    while (this.heard.has(since + 1)) since += 1;
    const { heard: known, seat } = this;
    if (since >= number || this.asking === known) return;
    this.asking = known;
    try {
      const found = await get(`${this.api}/news?since=${since}${seat === null ? "" : `&seat=${seat}`}`);
      if (known !== this.heard) return;
      for (const heard of found.heard) this.heard.set(heard.news.number, heard);
      this.draw();
      $("log").setAttribute("aria-live", "polite"); // what was before need not be read out
    } catch {
      // the next position brings another try
    } finally {
      if (this.asking === known) this.asking = null;
    }
  }

  /** All entries in order that there is something to say of. */
  told() {
    return [...this.heard.values()].filter((each) => each.words.length).sort((a, b) => a.news.number - b.news.number);
  }

  draw() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    const list = $("log");
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    const entries = this.told();
    const gone = new Set(entries.flatMap((each) => each.news.gone ?? []));
    const shown = this.all ? entries : entries.slice(-SHOWN);
    $("log-all").hidden = shown.length === entries.length;
    this.drawChanged(list, shown, gone);
    if (!entries.length) fill(list, el("li", { class: "note" }, say("talk.log_none")));
    if (atEnd) list.scrollTop = list.scrollHeight;
    $("latest").textContent = entries.at(-1)?.words.join(" ") ?? "";
  }

  /**
   * Keep the lines that stand, so that only new ones are read out.
   * @param {Element} list
   * @param {Heard[]} shown
   * @param {Set<number>} gone
   */
  drawChanged(list, shown, gone) {
    const known = new Map([...list.children].map((line) => [line.getAttribute("data-key"), line]));
    const lines = shown.map((heard) => {
      const key = `${heard.news.number}${gone.has(heard.news.number) ? " gone" : ""}`;
      return known.get(key) ?? line(heard, gone.has(heard.news.number), key);
    });
    const kept = new Set(lines);
    for (const child of [...list.children]) if (!kept.has(child)) child.remove();
    lines.forEach((each, n) => {
      if (list.children[n] !== each) list.insertBefore(each, list.children[n] ?? null);
    });
  }
}

/**
 * @param {Heard} heard
 * @param {boolean} gone
 * @param {string} key
 */
function line(heard, gone, key) {
  const number = heard.news.number;
  const text = heard.words.join(" ");
  return el(
    "li",
    { "data-key": key, class: gone ? "gone" : "", title: say("talk.entry", { number }) },
    el("span", { class: "number", "aria-hidden": "true" }, String(number)),
    gone ? el("s", {}, text) : el("span", {}, text),
    gone && el("span", { class: "note" }, say("talk.gone")),
  );
}
