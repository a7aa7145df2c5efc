// What the tray says about choices: what one would do, why one is closed, which would be good.

import { button, el } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { signed } from "./score_table.js";
import { say } from "../base/words.js";

/** @import { Gain, HintOut, Preview, Why } from "../../messages" */

const MOST = 4; // sentences of what would happen
const HINTS = 3;

/**
 * What a choice would do. Those who want no aids are only told what it is.
 * @param {Preview} told
 */
export function outcome({ sentences, gains, confirm }) {
  if (!kept.aids && !confirm) return [];
  if (!kept.aids) return [price(sentences)];
  const points = gains.filter((each) => each.key !== "total");
  const total = gains.find((each) => each.key === "total");
  return [
    price(sentences.slice(0, MOST)),
    points.length > 0 && el("p", { class: "gains" }, ...points.map(gain), points.length > 1 && total && el("strong", {}, signed(total.points))),
  ];
}

/**
 * What it costs and brings.
 * @param {readonly string[]} sentences
 * @param {string} [look]
 */
export const price = (sentences, look = "price") => el("p", { class: look }, sentences.join(" "));

/** @param {Gain} line */
const gain = ({ words, points }) =>
  el("span", { class: points > 0 ? "gain" : "gain loss" }, say("tray.gain", { words, points: signed(points) }));

/**
 * Why something cannot be chosen, with the paragraph.
 * @param {Why} why
 */
export function reason({ sentence, rule, link, about }) {
  const paragraph = link && el("a", { href: link, target: "_blank", rel: "noopener" }, say("tray.rule", { rule }));
  const what = about && el("p", { class: sentence ? "note" : "" }, about, " ", !sentence && paragraph);
  return el("div", { class: "why" }, el("strong", {}, say(sentence ? "tray.closed" : "tray.about")), sentence && el("p", {}, sentence, " ", paragraph), what);
}

/**
 * What would be good; choosing it is left to whoever asked.
 * @param {HintOut} hint
 * @param {(plan: string[]) => void} choose
 * @param {(plan: string[]) => void} point shows on the boards what is meant
 */
export function suggestions(hint, choose, point) {
  const presses = hint.moves.slice(0, HINTS).map((/** @type {{plan: string[], words: string}} */ each) => button(each.words, () => choose(each.plan), { class: "quiet small", onpointerenter: () => point(each.plan), onfocus: () => point(each.plan) }));
  return el("div", { class: "hint" }, el("p", {}, hint.why), el("div", { class: "row wrap" }, ...presses));
}
