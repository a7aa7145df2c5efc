// What each key does at the table.

import { $ } from "./dom.js";
import { keys } from "./keys.js";
import { openSettings } from "./settings.js";

/**
 * @typedef {object} Table
 * @property {import("./picking.js").Picking} picking
 * @property {import("./tray.js").Tray} tray
 * @property {import("./others.js").Others} others
 * @property {() => void} prefer the device prefers something else now
 */

/** @param {Table} table */
export function keyboard({ picking, tray, others, prefer }) {
  keys({
    walk: (key) => picking.parts.walk(key),
    enter: () => picking.enter(),
    escape: () => (others.isOpen() ? others.close() : tray.release()),
    turn: (step) => tray.turn(step),
    number: (digit) => picking.number(digit),
    pass: () => picking.pass(),
    undo: () => $("also").querySelector("#undo:not(:disabled)")?.click(),
    text: () => others.text(),
    help: () => openSettings(prefer),
  });
}
