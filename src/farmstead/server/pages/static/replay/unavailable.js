// Why a part of the replay's page has nothing to offer.

import { Refusal } from "../base/api.js";
import { messageOf } from "../base/notice.js";
import { button, el, fill } from "../base/dom.js";
import { say } from "../base/words.js";

const PLAYED = ["running", "not_started", "daily_closed"]; // why there is nothing yet
const ABSENT = ["no_study", "no_table", "spectators_off"]; // the page says so already

/**
 * @param {Element} place
 * @param {"going_on" | "downloads"} words
 * @param {Node} title
 * @param {unknown} error
 * @param {() => void} again
 */
export function unavailable(place, words, title, error, again) {
  const key = error instanceof Refusal ? error.key : "";
  if (ABSENT.includes(key)) return fill(place);
  if (PLAYED.includes(key)) return fill(place, title, el("p", { class: "note" }, say(`${words}.not_yet`)));
  fill(place, title, el("p", { role: "alert" }, say(`${words}.not_read`, { why: messageOf(error) })), button(say(`${words}.again`), again, { class: "quiet small" }));
}
