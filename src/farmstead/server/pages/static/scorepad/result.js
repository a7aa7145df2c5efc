// The table of results: a line for each rule, a column for each player, what broke a tie, and who came in where.

import { $, el, fill } from "../base/dom.js";
import { rule } from "./tools.js";
import { say } from "../base/words.js";

/** @import { CountedOut, RowOut } from "../../messages" */

const GAP = "\u0000"; // where a name comes to stand

/** @param {number} points with a minus as it is printed */
export const signed = (points) => String(points).replace("-", "−");

/** @param {string} name as a line begins with it; a letter of a button's text cannot be set by its style */
export const capital = (name) => name.charAt(0).toLocaleUpperCase(document.documentElement.lang) + name.slice(1);

/**
 * A sentence about somebody, whose name keeps to its own direction.
 * @param {string} key
 * @param {{[name: string]: string | number}} fields
 * @param {string} who
 * @returns {(string | HTMLElement)[]}
 */
export function withName(key, fields, who) {
  const [before, after] = say(key, { ...fields, who: GAP }).split(GAP);
  return [before, el("bdi", {}, who), after];
}

/**
 * @param {CountedOut} found the last answer
 * @param {(seat: number) => string} who
 */
export function result({ rows, breaks, places, verdict }, who) {
  const heads = places.map((_, seat) => el("th", { scope: "col", class: "number" }, el("bdi", {}, who(seat))));
  const head = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("score.what")), ...heads));
  const body = rows.map((each) => row(each, each.key === "total" ? "total" : ""));
  const ties = breaks.map((each) => row(each, "break"));
  const order = places.length > 1 && row({ name: say("score.place"), points: places }, "places");
  fill($("rows"), el("table", {}, head, el("tbody", {}, ...body, ...ties, order)));
  fill($("verdict"), ...verdict.map((each) => el("p", { class: "verdict" }, each)));
}

/**
 * @param {Pick<RowOut, "name" | "points"> & Partial<RowOut>} each
 * @param {string} kind
 */
function row(each, kind) {
  const cells = each.points.map((points) => el("td", { class: "number" }, signed(points)));
  return el("tr", { class: kind || null }, el("th", { scope: "row" }, each.name, each.rule ? " " : null, each.rule ? rule(each.rule) : null), ...cells);
}
