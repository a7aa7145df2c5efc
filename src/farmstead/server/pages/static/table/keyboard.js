// What each key does at the table.

import { $ } from "../base/dom.js";
import { keys } from "../base/shortcuts.js";
import { openSettings } from "../board/preferences_dialog.js";

/**
 * @typedef {object} Table
 * @property {import("../board/pointer.js").Picking} picking
 * @property {import("../board/tray.js").Tray} tray
 * @property {Pick<import("./other_boards.js").Others, "isOpen" | "close" | "text">} others
 * @property {() => void} prefer the device prefers something else now
 */

/** @param {Table} table */
export function keyboard({ picking, tray, others, prefer }) {
  keys({
    walk: (key) => picking.parts.walk(key),
    next: (step) => picking.parts.next(step),
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
