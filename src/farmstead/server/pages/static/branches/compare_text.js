// What two positions are worth to a seat, line by line, and the difference in words.

import { $, el, fill } from "../base/dom.js";
import { signed, written } from "../board/score_table.js";
import { listed, say } from "../base/words.js";

/** @import { FrameOut } from "../../messages" */

const MOST = 3; // lines that are named

/** @typedef {{key: string, words: string, one: number | null, other: number | null}} Line */

/**
 * @param {FrameOut} one
 * @param {FrameOut} other
 * @param {number} seat
 * @returns {Line[]}
 */
function lines(one, other, seat) {
  const theirs = new Map(other.lines.map((each) => [each.key, each]));
  return one.lines.map(({ key, words, points }) => ({ key, words, one: points[seat] ?? null, other: theirs.get(key)?.points[seat] ?? null }));
}

/** @param {Line} line */
const difference = ({ one, other }) => (one === null || other === null ? null : other - one);

/**
 * @param {FrameOut} one
 * @param {FrameOut} other
 * @param {number} seat
 * @param {string} name
 */
export function showDifference(one, other, seat, name) {
  const found = lines(one, other, seat);
  $("said").textContent = said(found, name);
  const head = [say("comparing.line"), say("comparing.side_one"), say("comparing.side_other"), say("comparing.difference")];
  fill($("lines"), el("thead", {}, el("tr", {}, ...head.map((words) => el("th", { scope: "col" }, words)))), el("tbody", {}, ...found.map(row)));
}

/** @param {Line} line */
function row(line) {
  const more = difference(line);
  const kind = more ? (more > 0 ? "more" : "less") : "";
  return el("tr", { class: line.key === "total" ? "total" : "" }, el("th", { scope: "row" }, line.words), el("td", {}, written(line.one)), el("td", {}, written(line.other)), el("td", { class: kind }, more === null ? "?" : signed(more)));
}

/**
 * @param {Line[]} found
 * @param {string} name
 */
function said(found, name) {
  const total = found.find((each) => each.key === "total");
  const by = total ? difference(total) : null;
  if (!total || by === null) return say("comparing.unknown");
  if (!by) return say("comparing.equal", { name, points: written(total.one) });
  const side = (/** @type {number} */ points) => say(points > 0 ? "comparing.side_other" : "comparing.side_one");
  const named = found.filter((each) => each.key !== "total" && difference(each)).sort((a, b) => Math.abs(difference(b) ?? 0) - Math.abs(difference(a) ?? 0)).slice(0, MOST);
  const most = named.map((each) => say("comparing.line_ahead", { words: each.words, points: `+${Math.abs(difference(each) ?? 0)}`, side: side(difference(each) ?? 0) }));
  const ahead = say("comparing.ahead", { name, count: Math.abs(by), side: side(by), one: written(total.one), other: written(total.other) });
  return [ahead, most.length > 0 && say("comparing.lines", { lines: listed(most) })].filter(Boolean).join(" ");
}
