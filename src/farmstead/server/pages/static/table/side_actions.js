// What else can be done at any time: take back, begin the season again, ask, answer, come back, hand over.

import { button, confirmed, el } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { namesOf, seatName } from "../board/seat_names.js";
import { mayNotify, wantNotices } from "../board/notifications.js";
import { say } from "../base/words.js";

/** @import { TableOut } from "../../messages" */

/**
 * @typedef {object} Doing
 * @property {(deed: string, body: object) => () => Promise<void>} at does something at the table
 * @property {(seat: number | null) => void} hand hands the device over
 * @property {() => void} hint asks what would be good
 * @property {() => void} changed something of this device is different now
 */

/**
 * @param {import("../board/types.js").State} state
 * @param {Doing} doing
 */
export function also(state, doing) {
  const { table, seat, look, found } = state;
  if (seat === null || !look || look.position.phase !== "playing") return [];
  if (table.seats[seat].away) return table.daily ? [] : [button(say("sitting.come_back"), doing.at("return", { seat }))];
  const { position } = look;
  const shared = !table.open_views && table.seats.filter((each) => each.mine).length > 1;
  const undo = (/** @type {number} */ choices) => doing.at("undo", { seat, decision: position.next, choices });
  const season = Boolean(found?.heading.segments.length);
  return [
    ...answers(state, doing),
    button(say("tray.undo"), position.undo ? undo(1) : asking(state, doing), { class: "quiet small", id: "undo", disabled: !position.undo && (Boolean(table.daily) || !position.back || Boolean(position.ask)) }),
    button(say(season ? "tray.restart" : "tray.restart_turn"), undo(position.undo), { class: "quiet small", id: "restart", disabled: !position.undo, title: position.undo ? null : say("tray.restart_not_yet") }),
    table.hints && kept.aids && position.decision !== null && button(say("tray.hint"), doing.hint, { class: "quiet small", id: "hint" }),
    position.decision === null && hasCompany(table) && !kept.notify && mayNotify() && button(say("settings.notify"), async () => (await wantNotices(), doing.changed()), { class: "quiet small", id: "notify" }),
    ...sides(table, seat, doing),
    shared && button(say("hand.put_down"), () => doing.hand(null), { class: "quiet small" }),
    position.marked && el("span", { class: "note" }, say("playing.marked")),
  ];
}

/**
 * Whether people play here who are somewhere else.
 * @param {TableOut} table
 */
const hasCompany = (table) =>
  table.seats.some((each) => ["person", "device"].includes(each.how) && !each.mine && !each.away);

/**
 * Further back than one may go alone: everybody is asked.
 * @param {import("../board/types.js").State} state
 * @param {Doing} doing
 */
function asking({ table, seat, look }, doing) {
  const text = say(hasCompany(table) ? "playing.ask_text" : "playing.ask_alone_text");
  const words = { title: say("playing.ask_title"), text, yes: say("playing.ask_yes") };
  return async () => {
    if (await confirmed(words)) await doing.at("ask", { seat, to: look?.position.back })();
  };
}

/**
 * @param {import("../board/types.js").State} state
 * @param {Doing} doing
 */
function answers({ table, seat, look }, doing) {
  const wish = look?.position.ask;
  if (!wish) return [];
  const answer = (/** @type {boolean} */ yes) => doing.at("answer", { seat, ask: wish.ask, yes });
  const text = (/** @type {string} */ words) => el("p", { class: "asks" }, words);
  if (table.seats[wish.seat].mine) {
    const names = namesOf(table, wish.waiting);
    return [text(say("playing.asking_mine", { names })), button(say("playing.take_back_ask"), answer(false), { class: "quiet" })];
  }
  const asks = text(say("playing.asking", { name: seatName(table, wish.seat), to: wish.to }));
  if (!wish.waiting.includes(/** @type {number} */ (seat))) return [asks];
  return [asks, button(say("playing.agree"), answer(true)), button(say("playing.disagree"), answer(false), { class: "quiet" })];
}

/**
 * Where all see the same: back to somebody on this device who would take back what they chose.
 * @param {TableOut} table
 * @param {number | null} seat
 * @param {Doing} doing
 */
function sides(table, seat, doing) {
  const others = table.open_views ? table.seats.filter((each) => each.mine && !each.away && each.seat !== seat) : [];
  return others.map((each) => button(say("hand.side", { name: seatName(table, each.seat) }), () => doing.hand(each.seat), { class: "quiet small side" }));
}
