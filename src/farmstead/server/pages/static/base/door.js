// The one door to the server: what is asked of it, and what it tells by itself.
// Where the game is played without a server another script stands in its place (`in_page/scripts/base/door.js`).

import { spoken } from "./urls.js";

/**
 * Ask for something.
 * @param {string} path from the slash on
 * @param {RequestInit} [request]
 * @returns {Promise<Response>}
 */
export const send = (path, request) => fetch(spoken(path), request);

/**
 * What a stream needs of the thing that tells it.
 * @typedef {object} Source
 * @property {(kind: string, hear: (event: Event) => void) => void} addEventListener
 * @property {() => void} close
 * @property {number} readyState 2: it does not try again by itself
 */

/**
 * Listen to a stream.
 * @param {string} path from the slash on
 * @returns {Source}
 */
export const listen = (path) => new EventSource(spoken(path));
