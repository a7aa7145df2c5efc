// Playing by keys alone, wherever nobody is writing: what each key does at the table.

import { $ } from "../base/dom.js";
import { onKeys } from "../base/shortcuts.js";
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
  onKeys("input, select, textarea, summary, #log, #chat-lines", ({ key, shiftKey }, focused) => {
    const step = shiftKey ? -1 : 1;
    if (key.startsWith("Arrow")) return () => picking.walk(key);
    if ((key === "Enter" || key === " ") && !focused?.matches("button, a")) return () => picking.enter();
    if (key === "Escape") return () => (others.isOpen() ? others.close() : tray.release());
    if (/^[1-9]$/.test(key)) return () => picking.number(Number(key));
    const deeds = {
      n: () => picking.next(step),
      r: () => tray.turn(step),
      p: () => picking.pass(),
      u: () => $("also").querySelector("#undo:not(:disabled)")?.click(),
      t: () => others.text(),
      "?": () => openSettings(prefer),
    };
    return deeds[/** @type {keyof typeof deeds} */ (key.toLowerCase())];
  });
}
