// The ribbons of a game that is over: a grade, one's best so far, a first win against a neighbour or a level.

import { get } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { shape } from "../base/svg.js";
import { given, say } from "../base/words.js";

/** @import { RibbonsOut, TableOut } from "../../messages" */

const PETALS = 12;

/**
 * @param {Element} place
 * @param {TableOut} table
 */
export async function showRibbons(place, table) {
  /** @type {RibbonsOut} */
  const found = await get(`/t/${table.code}/ribbons`);
  const ribbons = [];
  if (found.grade) ribbons.push(ribbon(String(found.grade), say("end.ribbon_grade", { points: found.grade })));
  if (found.ahead) ribbons.push(ribbon(`+${found.ahead}`, say("end.ribbon_best", { points: found.ahead })));
  for (const { name } of found.neighbours) ribbons.push(ribbon("1", say("end.ribbon_first", { name })));
  for (const level of found.beaten) ribbons.push(ribbon("1", say("end.ribbon_first", { name: called(level) })));
  const near = found.best !== null && !found.ahead && el("li", { class: "note" }, say("end.best", { points: found.best }));
  fill(place, ...ribbons, near);
}

/** @param {number} level of a bot */
function called(level) {
  const levels = given("data").games[0].levels;
  return levels.find((/** @type {{level: number}} */ each) => each.level === level)?.name ?? String(level);
}

/**
 * A rosette with something written on it.
 * @param {string} sign
 * @param {string} words
 */
function ribbon(sign, words) {
  const petals = Array.from({ length: PETALS }, (_, n) => shape("ellipse", { cx: 24, cy: 8, rx: 5, ry: 7, transform: `rotate(${(360 / PETALS) * n} 24 22)` }));
  const number = shape("text", { x: 24, y: 27, "text-anchor": "middle" });
  number.textContent = sign;
  const tails = shape("path", { class: "tails", d: "M17 32 12 54l7-4 5 5 5-5 7 4-5-22z" });
  const picture = shape("svg", { viewBox: "0 0 48 58", "aria-hidden": "true", class: "rosette" }, tails, ...petals, shape("circle", { cx: 24, cy: 22, r: 12 }), number);
  return el("li", {}, picture, el("span", {}, words));
}
