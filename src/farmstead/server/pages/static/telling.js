// What the tray says about choices: what one would do, why one is closed, which would be good.

import { button, el } from "./dom.js";
import { kept } from "./kept.js";
import { written } from "./ledger.js";
import { say } from "./words.js";

const MOST = 4; // sentences of what would happen
const HINTS = 3;

/**
 * What a choice would do. Those who want no aids are only told what it is.
 * @param {any} told
 */
export function outcome({ sentences, gains }) {
  if (!kept.aids) return [];
  const points = gains.filter((/** @type {any} */ each) => each.key !== "total");
  const total = gains.find((/** @type {any} */ each) => each.key === "total");
  return [
    el("p", { class: "note" }, sentences.slice(0, MOST).join(" ")),
    points.length > 0 && el("p", { class: "gains" }, ...points.map(gain), points.length > 1 && total && el("strong", {}, signed(total.points))),
  ];
}

/** @param {any} line */
function gain({ words, points }) {
  return el("span", { class: points > 0 ? "gain" : "gain loss" }, say("tray.gain", { words, points: signed(points) }));
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : written(points);
}

/**
 * Why something cannot be chosen, with the paragraph.
 * @param {any} why
 */
export function reason({ sentence, rule, link }) {
  const paragraph = link && el("a", { href: link, target: "_blank", rel: "noopener" }, say("tray.rule", { rule }));
  return el("div", { class: "why" }, el("strong", {}, say("tray.closed")), el("p", {}, sentence, " ", paragraph));
}

/**
 * What would be good; choosing it is left to whoever asked.
 * @param {any} hint
 * @param {(plan: string[]) => void} choose
 */
export function suggestions(hint, choose) {
  const presses = hint.moves.slice(0, HINTS).map((/** @type {{plan: string[], words: string}} */ each) => button(each.words, () => choose(each.plan), { class: "quiet small" }));
  return el("div", { class: "hint" }, el("p", {}, hint.why), el("div", { class: "row wrap" }, ...presses));
}
