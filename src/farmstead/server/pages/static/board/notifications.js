// Notices: in the page for what others say and do, by the browser for one's turn while one looks elsewhere.

import { $, button, el } from "../base/dom.js";
import { keep, kept } from "../base/preferences.js";
import { seatName } from "./seat_names.js";
import { at } from "../base/urls.js";
import { say } from "../base/words.js";

/** @import { LineOut, TableOut } from "../../messages" */

const STAYS = 9000; // milliseconds; the same stands in the chat, the log or at the seats
const MOST = 3;

export class Notices {
  constructor() {
    this.told = ""; // the decision that somebody has been told of
    /** @type {TableOut | null} as it was last */
    this.table = null;
  }

  /**
   * It is this decision's turn, or nobody's here.
   * @param {string} decision
   * @param {string} title
   */
  turn(decision, title) {
    if (decision && !this.told) tellTurn(title);
    this.told = decision;
  }

  /** @param {LineOut} line of the chat, by somebody else */
  chat(line) {
    if (isInSight($("chat"))) return;
    put(el("strong", {}, line.name || say("talk.spectator")), " ", line.text);
  }

  /**
   * What has become of the others since it was seen last.
   * @param {TableOut} table
   */
  seen(table) {
    const before = this.table;
    this.table = table;
    if (before?.code !== table.code) return;
    for (const now of table.seats.filter((each) => !each.mine && before.seats[each.seat])) {
      const [was, name] = [before.seats[now.seat], seatName(table, now.seat)];
      if (!was.how && now.how) put(say("notice.sits", { name }));
      else if (!was.away && now.away) put(say("notice.away", { name, why: now.away }));
      else if (was.away && !now.away) put(say("notice.back", { name }));
    }
    if (table.rematch && !before.rematch) put(say("notice.rematch"));
  }
}

/** @param {Element} place */
function isInSight(place) {
  const { top, bottom, height } = place.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight - $("tray").offsetHeight;
}

/** @param {...(Node | string)} words */
function put(...words) {
  const notice = el("div", { class: "notice small" }, el("p", {}, ...words), button("×", () => notice.remove(), { class: "quiet small", "aria-label": say("page.close") }));
  const list = $("notices");
  list.append(notice);
  if (list.children.length > MOST) list.firstElementChild?.remove();
  const leave = () => (notice.matches(":hover, :focus-within") ? setTimeout(leave, STAYS) : notice.remove());
  setTimeout(leave, STAYS);
}

// ---- by the browser ----------------------------------------------------------------------------------------

/** Whether the browser can tell, and nobody has forbidden it. */
export const mayNotify = () => "Notification" in window && Notification.permission !== "denied";

/**
 * Ask the browser to be allowed; only ever after a click.
 * @returns {Promise<boolean>}
 */
export async function wantNotices() {
  const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
  keep({ notify: allowed });
  return allowed;
}

/**
 * Tell somebody who looks elsewhere that it is their turn.
 * @param {string} title
 */
function tellTurn(title) {
  if (!kept.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const look = { icon: at("/static/base/logo.svg"), tag: "farmstead-turn" };
    new Notification(say("playing.notify_turn", { title }), look).onclick = () => window.focus();
  } catch {
    // some phones allow notices and cannot show one from a page
  }
}
