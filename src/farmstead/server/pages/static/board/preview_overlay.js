// What a choice would do, seen on the main board: the piece itself at once, then the whole board as it would be.

import { $, el } from "../base/dom.js";
import { drawn, shape } from "../base/svg.js";

/** @typedef {import("./selection.js").Choice["ghost"]} Ghost */

/** @param {Ghost} ghost */
const partOf = (ghost) =>
  ghost && document.querySelector(`#main-pictures .picture:not(.after) [data-part="${CSS.escape(ghost.part)}"]`);

/**
 * What a choice would put somewhere, seen at once.
 * @param {Ghost} ghost
 * @param {"ghost" | "ghost set"} look pointed at, or chosen
 */
export function showGhost(ghost, look) {
  for (const old of document.querySelectorAll(look === "ghost" ? ".ghost:not(.set)" : ".ghost")) old.remove();
  const part = partOf(ghost);
  const hit = /** @type {SVGGraphicsElement | null} */ (part?.querySelector(".hit") ?? null);
  if (!ghost || !part || !hit) return;
  const box = hit.getBBox();
  const [x, y] = [box.x + (box.width - ghost.size) / 2, box.y + (box.height - ghost.size) / 2];
  part.insertBefore(shape("use", { href: `#${ghost.symbol}`, width: ghost.size, height: ghost.size, x, y, class: look }), hit);
  const [right, foot] = [x + ghost.size, y + ghost.size];
  const edges = [`M${x} ${y}H${right}`, `M${right} ${y}V${foot}`, `M${x} ${foot}H${right}`, `M${x} ${y}V${foot}`];
  const joined = edges.filter((_, side) => ghost.joined & (1 << side));
  if (joined.length) part.insertBefore(shape("path", { d: joined.join(""), class: `${look} joined` }), hit);
}

/**
 * What would be good, by its number, on the part where it would be.
 * @param {string[]} parts in the order in which they are suggested
 */
export function numberHints(parts) {
  for (const old of document.querySelectorAll(".hint-mark")) old.remove();
  parts.forEach((part, n) => {
    const place = part && document.querySelector(`.picture:not(.after) [data-part="${CSS.escape(part)}"]`);
    const hit = /** @type {SVGGraphicsElement | null} */ (place ? place.querySelector(".hit, .ring") : null);
    if (!place || !hit) return;
    const box = hit.getBBox();
    const radius = Math.min(box.width, box.height) / 7;
    const x = box.x + radius * 1.4 + parts.slice(0, n).filter((each) => each === part).length * radius * 2.2;
    const number = shape("text", { x, y: box.y + radius * 1.9, "text-anchor": "middle", "font-size": radius * 1.4 });
    number.textContent = String(n + 1);
    place.append(shape("g", { class: "hint-mark", "aria-hidden": "true" }, shape("circle", { cx: x, cy: box.y + radius * 1.4, r: radius }), number));
  });
}

/**
 * The board as it would be, over the board as it is; nothing takes it away again.
 * @param {string} svg
 * @param {Ghost} [ghost]
 */
export function showAfter(svg, ghost = null) {
  const main = $("main-pictures").querySelector(".picture:not(.after) > svg");
  $("main-pictures").querySelector(".after:not(.lit)")?.remove();
  if (!svg || !main) return;
  const frame = el("div", { class: "picture after", "aria-hidden": "true" }, drawn(svg));
  frame.firstElementChild?.setAttribute("viewBox", main.getAttribute("viewBox") ?? "");
  const below = main.querySelector("[data-below]")?.getAttribute("transform"); // where it lies now, though there may be more land then
  if (below) frame.querySelector("[data-below]")?.setAttribute("transform", below);
  for (const part of frame.querySelectorAll("[data-part]")) part.removeAttribute("data-part");
  mark(frame.firstElementChild, ghost);
  $("main-pictures").append(frame);
}

/**
 * Where it would happen.
 * @param {Element | null} svg
 * @param {Ghost} ghost
 */
function mark(svg, ghost) {
  const part = partOf(ghost);
  const hit = /** @type {Element | undefined} */ (part?.querySelector(".hit")?.cloneNode());
  if (!svg || !part || !hit) return;
  hit.setAttribute("class", "frame");
  hit.setAttribute("transform", part.getAttribute("transform") ?? "");
  svg.append(hit);
}
