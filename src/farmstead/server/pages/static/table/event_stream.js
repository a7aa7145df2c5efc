// The news of a table as they come. A connection that breaks off is taken up where it was.

import { NARROW } from "../base/dom.js";
import { listen } from "../base/door.js";

/** @import { Heard, Look, ShownOut } from "../../messages" */
/** @import { Source } from "../base/door.js" */

const CLOSED = 2; // of a source that does not try again by itself
const PATIENCE = [500, 1000, 2000, 4000, 8000]; // milliseconds before each further try

/**
 * @typedef {object} Listener
 * @property {(heard: Heard) => void} news
 * @property {(look: Look) => void} [position] how things are after the news
 * @property {(shown: ShownOut) => void} [boards] the same with the boards, for who shows them
 * @property {() => void} chat
 * @property {() => void} table
 * @property {(why: string) => void} end
 * @property {(is: boolean) => void} connected
 */

export class Stream {
  /**
   * @param {string} api
   * @param {Listener} listener
   */
  constructor(api, listener) {
    this.api = api;
    this.listener = listener;
    /** @type {Source | null} */
    this.source = null;
    this.tries = 0;
    this.timer = 0;
    /** @type {number | null} */
    this.seat = null;
    window.addEventListener("offline", () => this.isOpen() && this.listener.connected(false));
    window.addEventListener("online", () => this.again());
  }

  /** The network is back: a stream from before may be dead without knowing it. */
  again() {
    if (!this.source) return;
    this.tries += 1;
    this.source.close();
    this.connect();
  }

  isOpen() {
    return this.source !== null;
  }

  /** @param {number | null} seat */
  open(seat) {
    this.close();
    this.seat = seat;
    this.connect();
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  connect() {
    const query = new URLSearchParams(this.seat === null ? {} : { seat: String(this.seat) });
    if (this.listener.boards) {
      query.set("show", "changes");
      query.set("narrow", String(NARROW.matches));
    }
    const source = listen(`${this.api}/stream?${query}`);
    this.source = source;
    const on = (/** @type {string} */ kind, /** @type {(data: string) => void} */ tell) =>
      source.addEventListener(kind, (event) => this.source === source && tell(/** @type {MessageEvent} */ (event).data));
    on("news", (data) => this.listener.news(JSON.parse(data)));
    on("position", (data) => this.listener.position?.(JSON.parse(data)));
    on("boards", (data) => this.listener.boards?.(JSON.parse(data)));
    on("chat", () => this.listener.chat());
    on("table", () => this.listener.table());
    on("end", (why) => {
      this.close();
      this.listener.end(why);
    });
    on("open", () => this.opened());
    on("error", () => this.failed(source));
  }

  opened() {
    const again = this.tries > 0;
    this.tries = 0;
    this.listener.connected(true);
    if (again) {
      this.listener.table(); // notices are not told again
      this.listener.chat();
    }
  }

  /**
   * A browser tries again by itself after some faults and gives up after others.
   * @param {Source} source
   */
  failed(source) {
    this.listener.connected(false);
    this.tries += 1;
    if (source.readyState !== CLOSED) return;
    const wait = PATIENCE[Math.min(this.tries - 1, PATIENCE.length - 1)];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.source !== source) return;
      this.connect();
      this.listener.table(); // whether there is still something to listen to
    }, wait);
  }
}
