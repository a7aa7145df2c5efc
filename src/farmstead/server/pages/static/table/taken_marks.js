// Who has taken what stands for all to take: their figure on it, from the news since it was last free.

import { $ } from "../base/dom.js";
import { shape } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { Heard } from "../../messages" */

const SIZE = 0.34; // of a part's width

/**
 * Marks that are right stay, and all new ones are measured before any is added: this is drawn with every news.
 * @param {Heard[]} heard in order
 * @param {import("../board/types.js").Found["traits"]} traits
 * @param {(seat: number) => string} nameOf
 */
export function markTaken(heard, traits, nameOf) {
  /** @type {Map<Element, {seat: number, label: string}>} */
  const wanted = new Map();
  for (const [part, seat] of takersOf(heard, traits)) {
    const found = $("side-pictures").querySelector(`[data-taken="${CSS.escape(part)}"]`) ?? $("side-pictures").querySelector(`.taken[data-part="${CSS.escape(part)}"]`);
    if (found) wanted.set(found, { seat, label: say("since.taken_by", { name: nameOf(seat) }) });
  }
  for (const old of document.querySelectorAll("#side-pictures .taker")) {
    const { parentElement: part } = old;
    const by = part && wanted.get(part);
    if (by && `${by.seat} ${by.label}` === `${old.getAttribute("data-by")} ${old.getAttribute("aria-label")}`) wanted.delete(part);
    else old.remove();
  }
  const marks = [...wanted].map(([part, { seat, label }]) => ({ part, made: mark(boxOf(part), seat, label) }));
  for (const { part, made } of marks) part.append(made);
}

/**
 * Which part each seat has taken since all were free.
 * @param {Heard[]} heard in order
 * @param {import("../board/types.js").Found["traits"]} traits
 * @returns {Map<string, number>}
 */
function takersOf(heard, { taken, freed }) {
  /** @type {Map<string, number>} */
  const takers = new Map();
  if (!taken.length) return takers;
  const gone = new Set(heard.flatMap((each) => each.news.gone ?? []));
  for (const { news } of heard) {
    if (gone.has(news.number)) continue;
    for (const event of news.events ?? []) {
      if (freed.includes(event.key)) takers.clear();
      const kind = taken.find(([key]) => key === event.key)?.[1];
      if (kind && typeof event.seat === "number") takers.set(next(takers, `${kind}:${/** @type {Record<string, unknown>} */ (event.args ?? {})[kind]}`), event.seat);
    }
  }
  return takers;
}

/**
 * The part, or the next of those that are alike, as pictures call them: by kind and name, with a number from the second on.
 * @param {Map<string, number>} takers
 * @param {string} part
 */
function next(takers, part) {
  let name = part;
  for (let n = 2; takers.has(name); n += 1) name = `${part} ${n}`;
  return name;
}

/**
 * Where a part lies in its picture. What is hit of most is a rectangle, which says so without being laid out.
 * @param {Element} part
 * @returns {{x: number, y: number, width: number}}
 */
function boxOf(part) {
  const hit = part.querySelector(".hit") ?? part;
  if (!(hit instanceof SVGRectElement)) return /** @type {SVGGraphicsElement} */ (hit).getBBox();
  const [x, y, width] = [hit.x, hit.y, hit.width].map((each) => each.baseVal.value);
  return { x, y, width };
}

/**
 * @param {{x: number, y: number, width: number}} box
 * @param {number} seat
 * @param {string} label
 */
function mark(box, seat, label) {
  const width = box.width * SIZE;
  const pawn = shape("use", { href: `#pawn-${seat + 1}`, x: box.x + box.width - width, y: box.y - width * 0.2, width, height: (width * 36) / 28 });
  const title = shape("title", {});
  title.textContent = label;
  return shape("g", { class: "taker", "data-by": seat, role: "img", "aria-label": label }, title, pawn);
}
