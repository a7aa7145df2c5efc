// Points as they stand, what each seat has, and what is left.

import { $, button, el, fill, isShown } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { seatName } from "./seat_names.js";
import { shape } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { FactOut, BoardLineOut } from "../../messages" */

/** @param {number | null} points */
export const written = (points) => (points === null ? "?" : String(points).replace("-", "−"));

/**
 * More or fewer points.
 * @param {number} points
 */
export const signed = (points) => (points > 0 ? `+${points}` : written(points));

/**
 * An emblem of the pictures.
 * @param {string} name
 */
export const emblem = (name) =>
  shape("svg", { viewBox: "0 0 24 24", class: "emblem", "aria-hidden": "true" }, shape("use", { href: `#e-${name}` }));

/** @param {FactOut[]} facts */
export const factList = (facts) =>
  el("span", { class: "facts" }, ...facts.map((each) => el("span", { class: "fact", title: each.words }, emblem(each.emblem), el("span", { "aria-hidden": "true" }, String(each.number)), el("span", { class: "away" }, each.words))));

/**
 * Lights on the board what a line of the score counts.
 * @typedef {Pick<import("./score_highlight.js").Lighting, "light" | "keep">} Light
 */
/** @typedef {import("./types.js").Found} Found */
/** @typedef {import("./seat_names.js").Seated} Seated */

/**
 * A row of a score, of which somebody may want to see what it counts.
 * @param {string} key
 * @param {string} words
 * @param {Light} lighting
 * @param {...Node} cells
 */
export function lineRow(key, words, lighting, ...cells) {
  const total = key === "total";
  const name = total ? words : button(words, () => lighting.keep(key), { class: "line", onfocus: () => lighting.light(key), onblur: () => lighting.light(null) });
  /** @type {import("../base/dom.js").Attributes} */
  const pointing = total ? {} : { onpointerenter: () => lighting.light(key), onpointerleave: () => lighting.light(null) };
  return el("tr", { class: total ? "total" : "", ...pointing }, el("th", { scope: "row" }, name), ...cells);
}

/**
 * @param {{table: Seated, found: Found | null}} state
 * @param {Light} lighting
 */
export function showLedger({ table, found }, lighting) {
  const over = Boolean(found?.verdict.length);
  $("ledger").hidden = !found || !kept.aids || over || !(found.lines.length || found.stock.length);
  if (!found || $("ledger").hidden || isShown($("ledger"), found.lines, found.stock, found.shown, table.seats)) return;
  fill($("ledger"), ...points(table, found, lighting), found.stock.length > 0 && el("p", { class: "stock" }, el("span", { class: "note" }, say("board.left")), ...found.stock.map((each) => el("span", { class: "fact" }, emblem(each.emblem), each.words))));
}

/**
 * @param {Seated} table
 * @param {Found} found
 * @param {Light} lighting
 */
function points(table, found, lighting) {
  if (!found.lines.length) return [];
  const rows = found.lines.map((line) => lineRow(line.key, line.words, lighting, ...pointCells(line, found.shown, say("board.unknown"))));
  return [el("h2", {}, say("board.points")), el("table", { class: "scores" }, table.seats.length > 1 && el("thead", {}, heads(table.seats.map(({ seat }) => seatName(table, seat)), found.shown)), el("tbody", {}, ...rows))];
}

/**
 * What each seat has in a line of the score.
 * @param {BoardLineOut} line
 * @param {number} shown whose things are the main ones
 * @param {string} unknown what is said of points that cannot be known yet
 */
export const pointCells = ({ points }, shown, unknown) =>
  points.map((each, seat) => el("td", { class: seat === shown ? "own" : "", title: each === null ? unknown : null }, written(each)));

/**
 * The seats over such lines.
 * @param {string[]} names
 * @param {number} shown
 */
export function heads(names, shown) {
  const head = (/** @type {string} */ name, /** @type {number} */ seat) => el("th", { scope: "col", class: seat === shown ? "own" : "" }, el("span", { class: `chip small seat${seat + 1}`, title: name, "aria-hidden": "true" }, String(seat + 1)), el("span", { class: "away" }, name));
  return el("tr", {}, el("td", {}), ...names.map(head));
}
