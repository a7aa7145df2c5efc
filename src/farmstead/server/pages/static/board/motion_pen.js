// Marks that are drawn stroke by stroke, as by pen.

import { run } from "./motion_paths.js";

const QUICK = 0.25; // of the whole time, in which a patch of colour comes
const HIDDEN = "1 1.1"; // dashes: one as long as the stroke, and a longer gap

/**
 * Draw what was not there before.
 * @param {Element} drawing
 * @param {Element | null} was
 * @param {number} duration
 */
export function pen(drawing, was, duration) {
  const known = new Set([...(was?.querySelectorAll("path") ?? [])].map(outline));
  const fresh = /** @type {SVGPathElement[]} */ ([...drawing.querySelectorAll("path")]).filter((path) => !known.has(outline(path)));
  const strokes = fresh.map((path) => (path.hasAttribute("pathLength") ? strokesOf(path) : []));
  const whole = strokes.flat().reduce((sum, { length }) => sum + length, 0) || 1;
  let done = 0;
  for (const [n, path] of fresh.entries()) {
    for (const { line, length } of strokes[n]) {
      stroke(path, line, { delay: (done / whole) * duration, duration: (length / whole) * duration });
      done += length;
    }
    const wait = { delay: (done / whole) * duration, duration: strokes[n].length ? 1 : duration * QUICK };
    run(path, [{ opacity: 0 }, { offset: 1 }], { ...wait, easing: "ease-out" }, () => {
      while (path.previousElementSibling?.hasAttribute("stroke-dasharray")) path.previousElementSibling.remove(); // its strokes are no longer needed
    });
  }
}

/** @param {Element} path */
const outline = (path) => path.getAttribute("d") ?? "";

/**
 * The strokes of a path: each begins where the pen was lifted.
 * @param {SVGPathElement} path
 */
function strokesOf(path) {
  return outline(path)
    .split(/(?=M)/)
    .map((d) => {
      const line = /** @type {SVGPathElement} */ (path.cloneNode());
      line.setAttribute("d", d);
      line.setAttribute("fill", "none");
      line.setAttribute("stroke-dasharray", HIDDEN);
      return { line, length: line.getTotalLength() };
    });
}

/**
 * @param {SVGPathElement} path
 * @param {SVGPathElement} line
 * @param {{delay: number, duration: number}} timing
 */
function stroke(path, line, timing) {
  path.before(line);
  run(line, [{ strokeDashoffset: "1.05" }, { strokeDashoffset: "0" }], { ...timing, fill: "both", easing: "linear" });
}
