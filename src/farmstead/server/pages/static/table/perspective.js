// Whose side of the table this device shows, and what somebody on that side may do.

import { namesOf } from "../board/seat_names.js";
import { say } from "../base/words.js";

/** @import { TableOut } from "../../messages" */

/**
 * The seat whose side this device shows.
 * @param {TableOut} table
 * @returns {number | null}
 */
export function shownSeat(table) {
  const mine = table.seats.filter((each) => each.mine);
  return mine.length > 1 ? table.holder : mine.length ? mine[0].seat : null;
}

/** @param {TableOut} table */
export const mayListen = ({ spectators, owner, seats }) => spectators || owner || seats.some((each) => each.mine);

/**
 * Whether there is something to decide on this side.
 * @param {import("../board/types.js").State} state
 */
export const isAsked = ({ table, seat, look }) =>
  seat !== null && look?.position.decision != null && !table.seats[seat].away;

/**
 * What stands in the tray of somebody who is not asked.
 * @param {import("../board/types.js").State} state
 */
export function waitingText({ table, seat, look }) {
  if (table.phase === "closed") return table.trouble ? say("playing.aside_why", { why: table.trouble }) : say("playing.closed");
  if (!mayListen(table)) return say("playing.no_watching");
  if (table.phase === "waiting" || !look) return say("playing.waiting_start");
  const waiting = look.position.to_act;
  if (seat !== null && look.position.stage && waiting.length) return say("tray.done_waiting", { names: namesOf(table, waiting) });
  const text = waiting.length ? say("playing.waiting_for", { names: namesOf(table, waiting) }) : say("playing.thinking");
  return table.seats.some((each) => each.mine) ? text : `${say("playing.watching")} ${text}`;
}
