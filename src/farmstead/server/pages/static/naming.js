// How the seats of a table are called.

import { listed, say } from "./words.js";

/**
 * A person by name, everybody else by the number of the seat, as the log and the board do.
 * @param {any} table
 * @param {number} seat counted from 0
 * @returns {string}
 */
export function seatName(table, seat) {
  return table.seats[seat]?.name || say("sitting.seat", { number: seat + 1 });
}

/**
 * @param {any} table
 * @param {number[]} seats
 */
export function namesOf(table, seats) {
  return listed(seats.map((seat) => seatName(table, seat)));
}
