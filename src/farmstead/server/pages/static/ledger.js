// Points as they stand, what each seat has, and what is left.

import { $, el, fill } from "./dom.js";
import { kept } from "./kept.js";
import { seatName } from "./naming.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {number | null} points */
export function written(points) {
  return points === null ? "?" : String(points).replace("-", "−");
}

/**
 * An emblem of the pictures.
 * @param {string} name
 */
export function emblem(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#e-${name}`);
  svg.append(use);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "emblem");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** @param {{emblem: string, words: string, number: number}[]} facts */
export function factList(facts) {
  return el("span", { class: "facts" }, ...facts.map((each) => el("span", { class: "fact", title: each.words }, emblem(each.emblem), el("span", { "aria-hidden": "true" }, String(each.number)), el("span", { class: "away" }, each.words))));
}

/**
 * @param {import("./table.js").State} state
 * @param {(line: string | null) => void} light what a line counts
 */
export function showLedger({ table, found }, light) {
  const over = Boolean(found?.verdict.length);
  $("ledger").hidden = !found || !kept.aids || over || !(found.lines.length || found.stock.length);
  if ($("ledger").hidden) return;
  const seats = table.seats.length;
  const head = el("tr", {}, el("td", {}), ...table.seats.map((/** @type {any} */ each) => el("th", { scope: "col", class: each.seat === found.shown ? "own" : "" }, el("span", { class: `chip small seat${each.seat + 1}`, title: seatName(table, each.seat) }, String(each.seat + 1)), el("span", { class: "away" }, seatName(table, each.seat)))));
  const rows = found.lines.map((/** @type {any} */ line) =>
    el(
      "tr",
      { class: line.key === "total" ? "total" : "", onpointerenter: () => light(line.key), onpointerleave: () => light(null) },
      el("th", { scope: "row" }, line.words),
      ...line.points.map((/** @type {number | null} */ points, /** @type {number} */ seat) => el("td", { class: seat === found.shown ? "own" : "", title: points === null ? say("board.unknown") : null }, written(points))),
    ),
  );
  fill(
    $("ledger"),
    found.lines.length > 0 && el("h2", {}, say("board.points")),
    found.lines.length > 0 && el("table", { class: "scores" }, seats > 1 && el("thead", {}, head), el("tbody", {}, ...rows)),
    found.stock.length > 0 && el("p", { class: "stock" }, el("span", { class: "note" }, say("board.left")), factList(found.stock)),
  );
}
