// What others do is shown one turn after another, so that it can be followed; a click or a key shows all at once.

import { kept } from "../base/preferences.js";
import { pace } from "../board/motion.js";

/** @import { Heard, ShownOut } from "../../messages" */

const TURN = 700; // milliseconds for a turn of somebody else, at the usual pace
const LONGEST = 900;
const SHORTEST = 600;
const MOST = 16; // turns that are waiting; whoever has been away for so long sees the last

/** @typedef {{news: Heard[], shown: ShownOut}} Step */

export class Follower {
  /**
   * @param {object} page
   * @param {(heard: Heard) => void} page.hear
   * @param {(shown: ShownOut) => Promise<void>} page.show
   * @param {(step: Heard[] | null) => void} page.tell what is being shown of others; nothing: all has been
   * @param {() => number | null} page.me whose side is shown
   */
  constructor(page) {
    this.page = page;
    /** @type {Heard[]} news of which the boards have not come yet */
    this.news = [];
    /** @type {Step[]} */
    this.steps = [];
    /** @type {(() => void) | null} ends the pause */
    this.wake = null;
    this.running = false;
    this.round = 0;
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.skip(), true);
  }

  /** @param {Heard} heard */
  hear(heard) {
    this.news.push(heard);
  }

  /** @param {ShownOut} shown */
  show(shown) {
    this.steps.push({ news: this.news, shown });
    this.news = [];
    if (!this.running && !this.isSlow()) return this.flush();
    this.run();
  }

  /** Another side is shown: what was coming is nothing for it. */
  clear() {
    this.round += 1;
    this.news = [];
    this.steps = [];
    this.running = false;
    this.wake?.();
  }

  isSlow() {
    return kept.follow && pace() > 0 && !document.hidden && this.steps.length <= MOST;
  }

  /** All that has come, at once. */
  flush() {
    const steps = this.steps;
    this.steps = [];
    for (const { news } of steps) for (const each of news) this.page.hear(each);
    for (const { shown } of steps) this.page.show(shown);
    this.page.tell(null);
  }

  skip() {
    if (!this.running) return;
    this.flush();
    this.wake?.();
  }

  async run() {
    if (this.running) return;
    this.running = true;
    const { round } = this;
    /** @type {number | null} */
    let actor = null;
    let until = 0;
    while (this.steps.length && round === this.round) {
      const next = this.actorOf(this.steps[0]);
      const wait = actor !== null && next !== actor ? until - performance.now() : 0;
      if (wait > 0 && this.isSlow()) await this.pause(wait);
      const step = round === this.round ? this.steps.shift() : undefined;
      if (!step) break;
      for (const each of step.news) this.page.hear(each);
      actor = this.actorOf(step);
      if (actor !== null) this.page.tell(step.news);
      await this.page.show(step.shown);
      until = performance.now() + Math.min(LONGEST, Math.max(SHORTEST, TURN * pace()));
      if (!this.steps.length && actor !== null && this.isSlow()) await this.pause(until - performance.now()); // the next may be on its way
    }
    if (round !== this.round) return;
    this.running = false;
    this.page.tell(null);
  }

  /** @param {number} wait */
  async pause(wait) {
    let timer = 0;
    await new Promise((done) => {
      this.wake = () => done(null);
      timer = setTimeout(done, wait);
    });
    clearTimeout(timer);
    this.wake = null;
  }

  /**
   * Who of the others did this last.
   * @param {Step} step
   * @returns {number | null}
   */
  actorOf({ news }) {
    const seats = news.flatMap((each) => each.seats).filter((seat) => seat !== null);
    const last = seats.at(-1) ?? null;
    return last === this.page.me() ? null : last;
  }
}
