// What happened, told by turns: every entry is heard once and in order, whatever became of the connection.

import { get } from "../base/api.js";
import { $, el, fill } from "../base/dom.js";
import { seatName } from "../board/seat_names.js";
import { say } from "../base/words.js";
import { inWords, linesOf } from "./log_lines.js";

/** @import { Heard } from "../../messages" */
/** @typedef {import("./log_lines.js").Line} Line */

const SHOWN = 60; // lines, until somebody asks for all of them
const NEAR = 40; // pixels from its end, where the log goes on by itself
const SPOKEN = 6; // sentences that are kept for those who listen

export class Log {
  /**
   * @param {string} api
   * @param {() => import("../board/types.js").State} state
   * @param {() => void} changed
   */
  constructor(api, state, changed) {
    this.api = api;
    this.changed = changed;
    this.state = state;
    /** @type {Map<number, Heard>} */
    this.heard = new Map();
    /** @type {number | null} */
    this.seat = null;
    this.all = false;
    /** @type {Map<number, Heard> | null} what is being asked for; whoever has turned to another seat asks anew */
    this.asking = null;
    this.due = 0; // the frame in which the lines are drawn
    this.spoken = 0; // the last entry that was read out, or need not be
    this.atEnd = true; // somebody looks at the newest
    this.drawnWith = 0; // chapters of the game
    /** @type {string[]} the lines that are shown */
    this.rows = [];
    const list = $("log");
    list.addEventListener("scroll", () => (this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR));
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(list); // on phones it is shown only when its tab is opened
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
    this.spoken = 0;
    this.atEnd = true;
    this.empty();
    fill($("log-spoken"));
    $("latest").textContent = "";
  }

  toEnd() {
    $("log").scrollTop = $("log").scrollHeight;
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
      this.spoken ||= number; // what was before need not be read out
      this.draw();
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

  /** How players are called here, and which events belong into one line. */
  teller() {
    const { table, found } = this.state();
    return { nameOf: (/** @type {number} */ seat) => seatName(table, seat), me: this.seat, chapters: found?.traits.chapters ?? [] };
  }

  /** @returns {Line[]} */
  lines() {
    const entries = this.told();
    return linesOf(entries, new Set(entries.flatMap((each) => each.news.gone ?? [])), this.teller());
  }

  /**
   * What each of the others did after an entry, a line each.
   * @param {number} number
   * @returns {{seat: number, words: string}[]}
   */
  since(number) {
    const entries = this.told().filter((each) => each.news.number > number);
    const lines = linesOf(entries, new Set(entries.flatMap((each) => each.news.gone ?? [])), this.teller());
    /** @type {Map<number, Line>} */
    const found = new Map();
    for (const line of lines) {
      if (line.seat === null || line.seat === this.seat) continue;
      const known = found.get(line.seat);
      if (known) known.clauses.push(...line.clauses);
      else found.set(line.seat, { ...line, clauses: [...line.clauses] });
    }
    const gist = this.state().found?.traits.gist ?? [];
    for (const line of found.values()) {
      const main = line.clauses.filter((clause) => gist.includes(clause.key));
      if (main.length) line.clauses = main; // the rest is in the log
    }
    return [...found.values()].map((line) => ({ seat: /** @type {number} */ (line.seat), words: inWords(line, this.teller(), true, false) }));
  }

  /**
   * What the year that is over cost whoever looks, once the next has begun and before they have done anything in it.
   * @returns {{seat: number, words: string} | null}
   */
  upkeep() {
    const { found } = this.state();
    const { traits, heading } = found ?? {};
    if (this.seat === null || !traits?.upkeep.length || !heading?.segments[0]?.now || heading.done < 2) return null;
    const entries = this.told();
    const lines = linesOf(entries, new Set(entries.flatMap((each) => each.news.gone ?? [])), this.teller());
    const own = lines.filter((line) => line.seat === this.seat).flatMap((line) => line.clauses);
    const begins = traits.chapters.map((keys) => keys.at(-1)); // what a part of the year comes to
    const last = own.findLastIndex(({ key }) => begins.includes(key) && traits.gist.includes(key));
    if (last < 0 || traits.chapters[0]?.includes(own[last].key)) return null; // something is done in the new year
    const since = own.slice(last + 1);
    const first = since.findIndex(({ key }) => traits.upkeep.includes(key));
    const paid = first < 0 ? [] : since.slice(first).filter(({ key }) => traits.upkeep.includes(key) || traits.gist.includes(key));
    const line = { seat: this.seat, clauses: paid, first: 0, last: 0, chapter: -1, step: 0 };
    return { seat: this.seat, words: [paid.length && inWords(line, this.teller(), true, false), say("since.upkeep")].filter(Boolean).join(" ") };
  }

  /** The newest entry of whoever looks. */
  ownLast() {
    return Math.max(0, ...[...this.heard.values()].filter(({ news }) => news.kind === "moved" && news.seat === this.seat).map(({ news }) => news.number));
  }

  /** The boards say how the game is told: what was told before they came is told again. */
  learn() {
    if (this.drawnWith !== this.teller().chapters.length) this.draw();
  }

  draw() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    if (!this.state().table) return;
    this.drawnWith = this.teller().chapters.length;
    const lines = this.lines();
    const shown = this.all ? lines : lines.slice(-SHOWN);
    $("log-all").hidden = shown.length === lines.length;
    const teller = this.teller();
    if (lines.length) this.put(shown.map((line) => ({ line, words: inWords(line, teller, false), name: line.seat === null ? "" : teller.nameOf(line.seat) })));
    else this.empty(el("li", { class: "note" }, say("talk.log_none")));
    const newest = lines.at(-1);
    $("latest").textContent = newest ? inWords(newest, teller, true, false) : "";
    this.speak();
    this.changed();
    if (this.atEnd) this.toEnd(); // last: all that has been written is laid out for it
  }

  /**
   * Show these lines; those that are there as they are stay, since each new one has to be laid out.
   * @param {{line: Line, words: string, name: string}[]} lines
   */
  put(lines) {
    const wanted = lines.map(({ line, words, name }) => `${line.first} ${line.seat} ${name}: ${words}`);
    const before = this.rows.indexOf(wanted[0]);
    if (before < 0) this.empty();
    const list = $("log");
    for (const _ of this.rows.splice(0, Math.max(0, before))) list.firstElementChild?.remove();
    let same = 0;
    while (same < this.rows.length && this.rows[same] === wanted[same]) same += 1;
    for (const _ of this.rows.splice(same)) list.lastElementChild?.remove();
    list.append(...lines.slice(same).map(({ line, words, name }) => row(line, words, name, this.seat)));
    this.rows = wanted;
  }

  /** @param {Element[]} notes what is there instead of lines */
  empty(...notes) {
    this.rows = [];
    fill($("log"), ...notes);
  }

  /** New sentences are read out as they come, and not the lines that they are gathered in. */
  speak() {
    if (!this.spoken) return;
    const fresh = this.told().filter((each) => each.news.number > this.spoken);
    if (!fresh.length) return;
    this.spoken = fresh.at(-1)?.news.number ?? this.spoken;
    const place = $("log-spoken");
    place.append(...fresh.slice(-SPOKEN).map((each) => el("p", {}, each.words.join(" "))));
    while (place.children.length > SPOKEN) place.firstElementChild?.remove();
  }
}

/**
 * @param {Line} line
 * @param {string} words
 * @param {string} name of the seat
 * @param {number | null} me
 */
function row({ seat }, words, name, me) {
  if (seat === null) return el("li", { class: "part-of" }, words);
  const called = seat === me ? say("you.name") : name;
  return el("li", {}, el("span", { class: `chip small seat${seat + 1}`, "aria-hidden": "true" }, String(seat + 1)), el("span", {}, el("strong", {}, called), " ", words));
}
