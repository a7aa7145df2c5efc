// The boards of one of two games, asked for several positions at a time and kept.

import { get } from "../base/api.js";
import { NARROW } from "../base/dom.js";

/** @import { FrameOut, FramesOut } from "../../messages" */

const AT_ONCE = 8; // positions of one request

/** @param {string} name */
export function comparedFrames(name) {
  /** @type {Map<string, Promise<FrameOut[]>>} */
  const asked = new Map();
  /** @type {Map<string, string>} */
  const pictures = new Map();

  /**
   * @param {number} from
   * @param {number} seat
   */
  async function ask(from, seat) {
    const query = new URLSearchParams({ from: String(from), to: String(from + AT_ONCE - 1), shown: String(seat), narrow: String(NARROW.matches) });
    /** @type {FramesOut} */
    const found = await get(`/api/studies/${encodeURIComponent(name)}/frames?${query}`);
    for (const [key, svg] of Object.entries(found.pictures)) pictures.set(key, svg);
    return found.frames;
  }

  /**
   * @param {number} ply
   * @param {number} seat
   * @returns {Promise<FrameOut | undefined>}
   */
  async function frame(ply, seat) {
    const from = ply - (ply % AT_ONCE);
    const key = `${from} ${seat} ${NARROW.matches}`;
    if (!asked.has(key)) {
      const answer = ask(from, seat);
      answer.catch(() => asked.delete(key));
      asked.set(key, answer);
    }
    return (await asked.get(key))?.[ply - from];
  }

  return {
    get: frame,
    /** @param {{key: string}} picture */
    svg: (picture) => pictures.get(picture.key) ?? "",
    /**
     * @param {number} ply
     * @param {number} seat
     */
    prefetch: (ply, seat) => frame(ply, seat).catch(() => {}),
  };
}
