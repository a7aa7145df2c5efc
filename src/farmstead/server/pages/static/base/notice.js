// Doing something, and saying why if it cannot be done: in the place that every page has for it.

import { $, button, el, fill } from "./dom.js";
import { say } from "./words.js";

/**
 * What went wrong, as a sentence.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Do something, or tell why it cannot be done, where nothing has been told yet.
 * @param {() => Promise<void>} deed
 * @param {(sentence: string) => void} tell
 */
export function tried(deed, tell) {
  fill($("trouble"));
  return orTell(deed, tell);
}

/**
 * @param {() => Promise<void>} deed
 * @param {(sentence: string) => void} tell
 */
export async function orTell(deed, tell) {
  try {
    await deed();
  } catch (error) {
    tell(messageOf(error));
  }
}

/**
 * Say something where it is seen.
 * @param {string} sentence
 * @param {...Node} more
 */
export function notice(sentence, ...more) {
  fill($("trouble"), el("div", { class: "notice" }, el("p", {}, sentence), ...more));
  $("trouble").scrollIntoView({ block: "nearest" });
}

/**
 * Say it with a button that takes it away.
 * @param {string} sentence
 */
export const closableNotice = (sentence) =>
  notice(sentence, button(say("page.close"), () => fill($("trouble")), { class: "quiet" }));
