// Movement between two positions: what has the same key goes from where it was to where it is.

import { kept } from "./kept.js";

const TIMES = { off: 0, slow: 700, usual: 350, fast: 160 }; // milliseconds
const EASE = "cubic-bezier(.2,.7,.2,1)";
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const KEYED = "[data-key], use[href^='#pawn-']";

export function time() {
  return CALM.matches ? 0 : (TIMES[kept.speed] ?? TIMES.usual);
}

/** @param {Element} each */
function keyOf(each) {
  return each.getAttribute("data-key") ?? each.getAttribute("href") ?? "";
}

/**
 * Where things are before a picture is changed.
 * @param {Element} picture
 */
export function places(picture) {
  const rects = new Map([...picture.querySelectorAll(KEYED)].map((each) => [keyOf(each), each.getBoundingClientRect()]));
  const looks = new Map([...picture.querySelectorAll("[data-part], [data-hex]")].map((each) => [nameOf(each), lookOf(each)]));
  return { rects, looks };
}

/** @param {Element} each */
function nameOf(each) {
  return each.getAttribute("data-part") ?? each.getAttribute("data-hex") ?? "";
}

/**
 * What a part shows, apart from how it stands.
 * @param {Element} each
 */
function lookOf(each) {
  return [...each.children].filter((child) => !child.matches(".ghost, .hit, .ring"));
}

/**
 * Let things go from where they were; mark what is new.
 * @param {Element} picture
 * @param {ReturnType<typeof places>} before
 */
export function travel(picture, { rects, looks }) {
  const duration = time();
  for (const each of picture.querySelectorAll("[data-part], [data-hex]")) {
    const [was, is] = [looks.get(nameOf(each)), lookOf(each)];
    const same = was?.length === is.length && was.every((child, n) => child.isEqualNode(is[n]));
    if (was && !same) each.classList.add("changed");
  }
  if (!duration) return;
  for (const each of picture.querySelectorAll(KEYED)) {
    const was = rects.get(keyOf(each));
    if (was && /** @type {Element} */ (each).animate) move(each, was, duration);
  }
}

/**
 * @param {Element} each
 * @param {DOMRect} was
 * @param {number} duration
 */
function move(each, was, duration) {
  const is = each.getBoundingClientRect();
  const [x, y] = [was.left - is.left, was.top - is.top];
  const matrix = /** @type {SVGGraphicsElement} */ (each).getScreenCTM?.();
  if (!matrix || Math.hypot(x, y) < 2) return;
  const own = each.getAttribute("transform");
  if (own) return; // its own transform would be lost
  each.animate([{ transform: `translate(${x / matrix.a}px, ${y / matrix.d}px)` }, { transform: "none" }], { duration, easing: EASE });
}
