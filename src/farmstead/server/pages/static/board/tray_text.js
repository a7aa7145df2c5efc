// What the tray says about choices: what one would do, why one is closed, which would be good.

import { el } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { signed } from "./score_table.js";
import { say } from "../base/words.js";

/** @import { Gain, HintOut, Preview, Why } from "../../messages" */

const MOST = 6; // sentences of what would happen
export const HINTS = 3;
const EVEN = 0.3; // points by which two suggestions hardly differ
const tenths = new Intl.NumberFormat(document.documentElement.lang || undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

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
    points.length > 0 && el("p", { class: "gains" }, ...points.map(gain), points.length > 1 && total && el("strong", {}, signed(total.points))),
    price(sentences.slice(0, MOST)),
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
 * What would be good; choosing it is left to whoever asked. Where each is, the boards show; who does not see them hears it.
 * @param {HintOut} hint
 * @param {Map<string, string>} here by move: its words that go with pointing
 * @param {(plan: string[]) => void} choose
 * @param {(plan: string[] | null) => void} point shows on the boards what is meant
 */
export function suggestions(hint, here, choose, point) {
  const all = hint.moves.slice(0, HINTS);
  const lead = all.length > 1 && (all[1].behind < EVEN ? say("tray.hint_even") : say("tray.hint_ahead", { points: tenths.format(all[1].behind) }));
  const presses = all.map((each, n) => {
    const seen = here.get(each.move) || each.words;
    const points = say("tray.hint_points", { points: tenths.format(each.points) });
    const label = seen === each.words ? null : `${n + 1} ${seen} ${points}. ${each.words}`;
    const on = { onpointerenter: () => point(each.plan), onpointerleave: () => point(null), onfocus: () => point(each.plan), onblur: () => point(null) };
    return el("button", { type: "button", class: "quiet small", "aria-label": label, onclick: () => choose(each.plan), ...on }, el("span", { class: "hint-number" }, String(n + 1)), " ", seen, " ", el("span", { class: "hint-points" }, points));
  });
  const reasons = el("p", { class: "note", "aria-hidden": "true" }, hint.reasons);
  return el("div", { class: "hint" }, el("p", { class: "away" }, hint.why), lead && el("p", { "aria-hidden": "true" }, lead), el("div", { class: "row wrap" }, ...presses), hint.reasons && reasons);
}
