// How the seats of a table are called, and what is played there by which rules.

import { all, given, labelled, listed, say } from "../base/words.js";

/** @import { LevelShown, SeatOut } from "../../messages" */

/** @typedef {{seats: (Pick<SeatOut, "seat" | "name"> & Partial<SeatOut>)[]}} Seated a table, as far as it says who sits there */

/**
 * A person by name, a bot by its level, everybody else by the number of the seat, as the log and the board do.
 * @param {Seated} table
 * @param {number} seat counted from 0
 * @returns {string}
 */
export function seatName(table, seat) {
  const found = table.seats[seat];
  if (found?.name) return found.name;
  if (found?.how === "bot") return botName(table, found);
  return say(found?.how === "device" ? "making.player" : "sitting.seat", { number: seat + 1 });
}

/**
 * Those of the same level are numbered.
 * @param {Seated} table
 * @param {Seated["seats"][0]} bot
 * @returns {string}
 */
function botName(table, bot) {
  /** @type {LevelShown[]} */
  const levels = given("data").games[0].levels;
  const level = levels.find((each) => each.level === bot.level);
  const alike = table.seats.filter((each) => each.how === "bot" && !each.name && each.level === bot.level);
  const name = level?.name ?? say("sitting.seat", { number: bot.seat + 1 });
  return alike.length > 1 ? say("sitting.numbered", { name, number: alike.indexOf(bot) + 1 }) : name;
}

/**
 * @param {Seated} table
 * @param {number[]} seats
 */
export const namesOf = (table, seats) => listed(seats.map((seat) => seatName(table, seat)));

/**
 * The rules of a table in words; its options are written `german` or `jokers=buildings`.
 * @param {string[]} options
 */
export function rulesSaid(options) {
  return options.map((option) => {
    const [name, value] = option.split("=");
    if (value === undefined) return say("switch.preset", { preset: name });
    return labelled(say(`switch.${name}`), name in all("switch_value") ? say(`switch_value.${name}`, { value }) : value);
  }).join(say("page.semicolon"));
}
