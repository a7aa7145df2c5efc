// A choice that did not reach the server: it is kept here and sent again when the connection is back.
// The number of its decision goes with it, so it is never made twice, and never in place of another.

import { Refusal, post } from "../base/api.js";
import { trouble } from "../base/attempt.js";
import { $, button, el, fill } from "../base/dom.js";
import { say } from "../base/words.js";

const AGAIN = 4000; // milliseconds until the next try, should nobody say that the connection is back

/**
 * @typedef {{seat: number, decision: number, moves: string[]}} Choice
 *
 * @typedef {object} Page
 * @property {() => {seat: number | null, decision: number | null}} now the decision that the page shows
 * @property {(moves: string[]) => Promise<void>} send makes the moves of that decision
 */

export class Outbox {
  /**
   * @param {string} api
   * @param {{hold: () => void, free: () => void}} tray holds still while something is kept
   * @param {Page} page
   */
  constructor(api, tray, page) {
    this.api = api;
    this.tray = tray;
    this.page = page;
    /** @type {Choice | null} */
    this.kept = null;
    this.trying = false;
    this.timer = 0;
    this.restored = false;
  }

  /** @param {string[]} moves of the decision that the page shows */
  async send(moves) {
    const { seat, decision } = this.page.now();
    try {
      await this.page.send(moves);
    } catch (error) {
      if (!isLost(error) || seat === null || decision === null) throw error;
      this.kept = { seat, decision, moves };
      this.note();
      this.tray.hold();
      this.draw();
      this.later();
    }
  }

  /** For this tab, so that it outlives the page: it may be closed, or loaded again while nobody answers. */
  note() {
    try {
      if (this.kept) sessionStorage.setItem(this.api, JSON.stringify(this.kept));
      else sessionStorage.removeItem(this.api);
    } catch {
      // it holds until the page is left
    }
  }

  /** What was kept before the page was loaded, once; it is sent with the next flush. */
  restore() {
    if (this.restored) return;
    this.restored = true;
    try {
      this.kept = JSON.parse(sessionStorage.getItem(this.api) ?? "null");
    } catch {
      return;
    }
    if (this.kept) this.draw();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), AGAIN);
  }

  /** Try again; there may be nothing to be sent. */
  async flush() {
    if (!this.kept || this.trying) return;
    const choice = this.kept;
    this.trying = true;
    try {
      await this.deliver(choice);
      if (this.kept !== choice) return;
      if (this.page.now().decision !== choice.decision) this.tray.free(); // else what follows comes with the next boards
      this.forget();
    } catch (error) {
      if (this.kept === choice) this.failed(error);
    } finally {
      this.trying = false;
    }
  }

  /**
   * Once more; where the page shows another decision already, only ask whether it was made after all.
   * @param {Choice} choice
   */
  async deliver({ seat, decision, moves }) {
    const now = this.page.now();
    if (seat === now.seat && decision === now.decision) await this.page.send(moves);
    else await post(`${this.api}/moves/together`, { seat, decision, moves });
  }

  /** @param {unknown} error */
  failed(error) {
    if (isLost(error)) {
      this.tray.hold();
      this.later();
      return;
    }
    this.drop();
    trouble(say("playing.kept_late"));
  }

  forget() {
    clearTimeout(this.timer);
    this.kept = null;
    this.note();
    this.draw();
  }

  /** Another side of the table, or somebody thought better of it. */
  drop() {
    if (!this.kept) return;
    this.tray.free();
    this.forget();
  }

  draw() {
    $("kept").hidden = !this.kept;
    fill($("kept"), this.kept && el("span", {}, say("playing.kept")), this.kept && button(say("playing.kept_drop"), () => this.drop(), { class: "quiet small" }));
  }
}

/**
 * Whether something may not have reached the server, or not the one that knows.
 * @param {unknown} error
 */
const isLost = (error) => error instanceof Refusal && (error.status === 0 || error.status >= 502);
