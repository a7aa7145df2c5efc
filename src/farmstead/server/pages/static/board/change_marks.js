// What others have changed on the boards since one's last choice: marked until the next, so that it can be followed.

import { shape } from "../base/svg.js";

const MARKED = "[data-part], [data-hex], use[data-key]:not([data-part] *, [data-hex] *)";
const BY_ITSELF = "[data-roll], [data-turn]"; // dice and discs change with every round, whoever plays

/** @type {Set<string>} picture and name */
const marks = new Set();
let own = false; // what is shown next has come of one's own choice

/** A choice is made here: what others did before it is known. */
export function chose() {
  own = true;
  clearMarks();
}

/** What was chosen is shown, or was not done: all that changes from now on is the others' doing. */
export function settled() {
  own = false;
}

export function clearMarks() {
  marks.clear();
  for (const each of document.querySelectorAll(".changed")) each.classList.remove("changed");
  for (const ring of document.querySelectorAll("circle.mark")) ring.remove();
}

/**
 * What the parts and things of a picture look like, apart from how they stand.
 * @param {Element} frame
 * @returns {Map<string, {node: Element, look: Element[]}>}
 */
export function looks(frame) {
  const found = new Map();
  if (frame.closest("#tray")) return found;
  for (const node of frame.querySelectorAll(MARKED)) if (!node.matches(BY_ITSELF) && !node.querySelector(BY_ITSELF)) found.set(nextName(node, found), { node, look: lookOf(node) });
  return found;
}

/**
 * Mark whatever looks different than before.
 * @param {HTMLElement} frame
 * @param {ReturnType<typeof looks>} earlier
 */
export function markChanges(frame, earlier) {
  const ours = own && !frame.closest("[data-seat-picture]"); // nobody draws on another's board
  for (const [name, { node, look }] of looks(frame)) {
    const key = `${frame.dataset.picture} ${name}`;
    const was = earlier.get(name)?.look;
    const known = was || (earlier.size && node.hasAttribute("data-hex")); // empty ones are not drawn
    const same = was?.length === look.length && was.every((each, n) => each.isEqualNode(look[n]));
    if (known && !same && !ours) marks.add(key);
    if (marks.has(key)) mark(node);
  }
}

/**
 * A part has a frame of its own; anything else gets a ring behind it.
 * @param {Element} node
 */
function mark(node) {
  node.classList.add("changed");
  const drawn = node.matches("use") ? node : node.querySelector("use");
  if (!drawn || node.hasAttribute("data-part")) return;
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(drawn.getAttribute(name)));
  const r = Math.max(width, height) * 0.46;
  node.before(shape("circle", { class: "mark", cx: x + width / 2, cy: y + height / 2, r, "stroke-width": r / 6, transform: node.getAttribute("transform") ?? "" }));
}

/**
 * The name of something, with its number if there are several of that name.
 * @param {Element} node
 * @param {Map<string, unknown>} taken
 */
function nextName(node, taken) {
  const name = node.getAttribute("data-part") ?? node.getAttribute("data-hex") ?? node.getAttribute("data-key") ?? "";
  let n = 0;
  while (taken.has(`${name} ${n}`)) n += 1;
  return `${name} ${n}`;
}

/**
 * A thing is what it is and where; of a part, only what it shows.
 * @param {Element} node
 */
function lookOf(node) {
  if (node.matches("[data-part], [data-hex]")) return [...node.children].filter((child) => !child.matches(".ghost, .hit, .ring"));
  const bare = /** @type {Element} */ (node.cloneNode(true));
  bare.classList.remove("changed");
  return [bare];
}
