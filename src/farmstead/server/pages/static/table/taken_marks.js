// Who has taken what stands for all to take: their figure on it, from the news since it was last free.

import { $ } from "../base/dom.js";
import { shape } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { Heard } from "../../messages" */

const SIZE = 0.34; // of a part's width

/**
 * @param {Heard[]} heard in order
 * @param {import("../board/types.js").Found["traits"]} traits
 * @param {(seat: number) => string} nameOf
 */
export function markTaken(heard, { taken, freed }, nameOf) {
  for (const old of document.querySelectorAll("#side-pictures .taker")) old.remove();
  if (!taken.length) return;
  const gone = new Set(heard.flatMap((each) => each.news.gone ?? []));
  /** @type {Map<string, number>} */
  const takers = new Map();
  for (const { news } of heard) {
    if (gone.has(news.number)) continue;
    for (const event of news.events ?? []) {
      if (freed.includes(event.key)) takers.clear();
      const kind = taken.find(([key]) => key === event.key)?.[1];
      if (kind && typeof event.seat === "number") takers.set(`${kind}:${/** @type {Record<string, unknown>} */ (event.args ?? {})[kind]}`, event.seat);
    }
  }
  for (const [part, seat] of takers) mark(part, seat, nameOf(seat));
}

/**
 * @param {string} part
 * @param {number} seat
 * @param {string} name
 */
function mark(part, seat, name) {
  const found = /** @type {SVGGraphicsElement | null} */ ($("side-pictures").querySelector(`[data-part="${CSS.escape(part)}"]`));
  const hit = /** @type {SVGGraphicsElement | null} */ (found?.querySelector(".hit") ?? found);
  if (!found || !hit) return;
  const box = hit.getBBox();
  const width = box.width * SIZE;
  const pawn = shape("use", { href: `#pawn-${seat + 1}`, x: box.x + box.width - width, y: box.y - width * 0.2, width, height: (width * 36) / 28 });
  const title = shape("title", {});
  title.textContent = say("since.taken_by", { name });
  found.append(shape("g", { class: "taker", role: "img", "aria-label": say("since.taken_by", { name }) }, title, pawn));
}
