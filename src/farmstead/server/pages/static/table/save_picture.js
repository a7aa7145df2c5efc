// A picture of the whole position, to keep as a file.

import { el } from "../base/dom.js";
import { at } from "../base/urls.js";
import { say } from "../base/words.js";

/** @typedef {import("../board/types.js").State} State */

/**
 * Another link than the one below the board.
 * @param {State} state
 */
export function keepLink(state) {
  const link = el("a", { class: "button quiet" }, say("board.keep"));
  aim(link, state);
  return link;
}

/**
 * A link leads to what is shown.
 * @param {HTMLAnchorElement} link
 * @param {State} state
 */
export function aim(link, { table, seat, found }) {
  const address = () => `/t/${table.code}/picture.svg?n=${found?.number}&dark=${isDark()}${seat === null ? "" : `&seat=${seat}`}`;
  link.download = `${table.game}.svg`;
  link.href = at(address());
  link.onclick = () => void (link.href = at(address())); // it may have become dark meanwhile
}

/** Whether the page is shown by lamplight now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
