// Doing something at a table, and saying why if it cannot be done.

import { Refusal } from "./api.js";
import { $, button, el, fill } from "./dom.js";
import { messageOf, tried } from "./notice.js";
import { say } from "./words.js";

/** @param {() => Promise<void>} deed */
export const attempt = (deed) => tried(deed, trouble);

/**
 * Do what nobody has asked for: that the server is not reached is said elsewhere, and what stands there stays.
 * @param {() => Promise<void>} deed
 */
export async function quietly(deed) {
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 0)) trouble(messageOf(error));
  }
}

/** @param {string} sentence */
export function trouble(sentence) {
  const dismiss = button(say("playing.dismiss"), () => fill($("trouble")), { class: "quiet small" });
  fill($("trouble"), el("div", { class: "notice" }, el("strong", {}, say("playing.not_done")), el("p", {}, sentence), dismiss));
}
