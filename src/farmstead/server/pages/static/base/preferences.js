// What somebody prefers, kept on this device only.

import { store, storedJson } from "./storage.js";

const KEY = "farmstead.table";

/**
 * @typedef {object} Kept
 * @property {boolean} confirm ask before each choice, whatever it does
 * @property {boolean} follow show others' moves one after another
 * @property {boolean} aids show points, previews and what is left
 * @property {boolean} notify tell when it is one's turn
 * @property {"off" | "slow" | "usual" | "fast"} speed of movement
 * @property {boolean} sound
 * @property {boolean} contrast
 * @property {boolean} signs letters and stronger patterns, for eyes that cannot rely on colours
 */

/** @type {Kept} */
const USUAL = { confirm: false, follow: true, aids: true, notify: false, speed: "usual", sound: false, contrast: false, signs: false };

/** @type {Kept} */
export const kept = { ...USUAL, ...storedJson(KEY) };

/** @param {Partial<Kept>} wish */
export function keep(wish) {
  Object.assign(kept, wish);
  store(KEY, JSON.stringify(kept));
}
