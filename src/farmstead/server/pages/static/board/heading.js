// Where in the game this is: its parts in a row, the present one in its colour, or a line of words.

import { $, el, fill, isShown } from "../base/dom.js";
import { emblem } from "./score_table.js";
import { turnTo } from "./season.js";

/** @import { HeadingOut } from "../../messages" */

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
const DOTS = 10; // more than these are not drawn one by one

/** @param {{found: {heading: HeadingOut} | null}} state */
export function showHeading({ found }) {
  $("heading").hidden = !found;
  document.body.dataset.segment = found?.heading.segments.find((each) => each.now)?.key ?? "";
  turnTo(document.body.dataset.segment);
  if (!found) return;
  const { title, note, done, whole, segments } = found.heading;
  if (isShown($("heading"), found.heading)) return;
  $("part").textContent = segments.length ? title.replace(String(done), ROMAN[done] ?? String(done)) : title;
  $("part").setAttribute("aria-label", title);
  $("note").textContent = note;
  $("dots").textContent = whole && whole <= DOTS ? "●".repeat(done) + "○".repeat(whole - done) : "";
  const items = segments.map((each) => el("li", { class: `segment ${each.key}`, "aria-current": each.now ? "step" : null }, emblem(each.key), el("span", {}, each.words)));
  fill($("ribbon"), ...items);
  $("ribbon").hidden = !segments.length;
}
