// The positions of a replay: asked for ahead and around, and kept, so that stepping and scrubbing wait for nothing.

import { get } from "../base/api.js";

/** @import { FrameOut, FramesOut, PictureOut } from "../../messages" */

const AHEAD = 48; // positions that are asked for before anybody comes to them
const BEHIND = 16;
const AT_ONCE = 12;
const FIRST = 3; // positions of an answer that somebody waits for
const PAUSE = 4000; // milliseconds, after the server has said no

export class Frames {
  /**
   * @param {string} name
   * @param {{seat: number | null, shown: number, narrow: boolean, length: number, ahead?: number}} how
   * @param {() => void} changed there are more of them
   * @param {() => void} gone there are fewer: moves of a game that is being played were taken back
   */
  constructor(name, how, changed, gone) {
    this.name = name;
    this.how = how;
    this.changed = changed;
    this.gone = gone;
    /** @type {Map<number, FrameOut>} */
    this.kept = new Map();
    /** @type {Map<string, string>} pictures by their keys */
    this.pictures = new Map();
    this.wanted = 0;
    this.asking = false;
    this.closed = false;
    /** @type {Set<(error: unknown) => void>} */
    this.waiting = new Set();
  }

  /**
   * The boards of a position, as soon as they are there; nothing if somebody has gone on meanwhile.
   * @param {number} ply
   * @returns {Promise<FrameOut | null>}
   */
  async get(ply) {
    this.wanted = ply;
    this.load();
    while (!this.kept.has(ply) && this.wanted === ply && !this.closed) {
      await new Promise((resolve, reject) => this.waiting.add((error) => (error ? reject(error) : resolve(null))));
    }
    return this.wanted === ply && !this.closed ? (this.kept.get(ply) ?? null) : null;
  }

  /** Whatever is missing around the position that is wanted, the nearest first, one request at a time. */
  async load() {
    if (this.asking || this.closed) return;
    this.asking = true;
    try {
      for (let range = this.missing(); range && !this.closed; range = this.missing()) {
        /** @type {FramesOut} */
        const found = await get(this.address(...range));
        if (!found.frames.length) return this.closed || this.gone();
        for (const [key, svg] of Object.entries(found.pictures)) this.pictures.set(key, svg);
        for (const [n, frame] of found.frames.entries()) this.kept.set(found.first + n, frame);
        this.tell(null);
        this.changed();
      }
    } catch (error) {
      this.tell(error);
      setTimeout(() => this.load(), PAUSE);
    } finally {
      this.asking = false;
    }
  }

  /**
   * The game has gone on: what is there stays, and there is more to ask for.
   * @param {number} length
   */
  grow(length) {
    this.how.length = length;
    this.load();
  }

  close() {
    this.closed = true;
    this.tell(null);
  }

  /** @param {unknown} error */
  tell(error) {
    const all = [...this.waiting];
    this.waiting.clear();
    for (const each of all) each(error);
  }

  /** @returns {[number, number] | null} */
  missing() {
    const { wanted, kept } = this;
    const { length: end, ahead = AHEAD } = this.how;
    if (!kept.has(wanted)) return [wanted, Math.min(end, wanted + FIRST - 1)];
    if (wanted > 0 && !kept.has(wanted - 1)) return [Math.max(0, wanted - FIRST), wanted - 1]; // from which it came
    for (let ply = wanted; ply <= Math.min(end, wanted + ahead); ply += 1) if (!kept.has(ply)) return [ply, Math.min(end, ply + AT_ONCE - 1)];
    for (let ply = wanted; ply >= Math.max(0, wanted - BEHIND); ply -= 1) if (!kept.has(ply)) return [Math.max(0, ply - AT_ONCE + 1), ply];
    return null;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  address(from, to) {
    const { seat, shown, narrow } = this.how;
    const near = [from - 1, to + 1, this.wanted].flatMap((ply) => this.kept.get(ply)?.pictures ?? []);
    const have = [...new Set(near.map((each) => each.key))].join(" ");
    const query = new URLSearchParams({ from: String(from), to: String(to), shown: String(shown), narrow: String(narrow), have });
    if (seat !== null) query.set("seat", String(seat));
    return `/api/studies/${this.name}/frames?${query}`;
  }

  /** @param {PictureOut} picture */
  svg(picture) {
    return this.pictures.get(picture.key) ?? "";
  }
}
