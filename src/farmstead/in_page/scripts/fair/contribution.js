// Making tables where the device itself draws: nobody is there whom one would have to trust, so nothing is added to luck.
// It stands in the place of the script of the same name that a server's pages have.

import { get, post } from "../base/api.js";

/** @import { FairNow, NewTableOut, SeatIn, TableIn, TableOut } from "../../../server/pages/messages" */

/**
 * Make a table; whoever makes it sits there by their name.
 * @param {TableIn} wish
 * @returns {Promise<NewTableOut>}
 */
export async function makeTable(wish) {
  const { name } = await get("/api/me");
  const seats = wish.seats.map((/** @type {SeatIn} */ seat) => (seat.who === "me" ? { ...seat, name: name ?? "" } : seat));
  return post("/api/tables", { ...wish, seats });
}

/**
 * The same again, one seat further.
 * @param {TableOut} table the one before
 * @returns {Promise<NewTableOut>}
 */
export const makeAgain = (table) => post(`/api/tables/${table.code}/rematch`);

/**
 * @param {string} code
 * @param {number} seat
 * @param {string} invitation
 * @param {boolean} [fair]
 */
export const sitDown = (code, seat, invitation, fair = false) => post(`/api/tables/${code}/seats/${seat}`, { invitation, fair });

/**
 * @param {TableOut} _table
 * @param {FairNow} _fair
 * @param {number} _number
 */
export const contribute = async (_table, _fair, _number) => false;

/** @param {string} _code */
export const goOn = (_code) => {};

/** @param {string} _code */
export const ownCancelled = (_code) => 0;

/**
 * @param {TableOut} _table
 * @param {FairNow | null | undefined} _fair
 * @param {number} _number
 */
export const stopReason = (_table, _fair, _number) => "";

/**
 * @param {TableOut} _table
 * @param {FairNow | null | undefined} _fair
 */
export const isForeign = (_table, _fair) => false;

/**
 * @param {TableOut} _table
 * @param {FairNow} _fair
 */
export const isLost = (_table, _fair) => false;
