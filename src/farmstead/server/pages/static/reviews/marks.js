// What was done and what would have been better, marked on a board by frames and by signs, not by colour alone.

import { shape } from "../base/svg.js";

/**
 * @param {Element} frame of a picture
 * @param {string[]} parts
 * @param {"made" | "better"} look
 * @param {string} words its sign first
 */
export function markParts(frame, parts, look, words) {
  const svg = /** @type {SVGSVGElement | null} */ (frame.querySelector("svg"));
  if (!svg) return;
  for (const name of parts) {
    const part = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(`[data-part="${CSS.escape(name)}"]`));
    if (part) mark(svg, part, look, words);
  }
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} part
 * @param {"made" | "better"} look
 * @param {string} words
 */
function mark(svg, part, look, words) {
  const hit = /** @type {SVGGraphicsElement} */ (part.querySelector(".hit") ?? part);
  const place = hit.getBoundingClientRect();
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix || !place.width) return;
  const from = new DOMPoint(place.left, place.top).matrixTransform(matrix);
  const to = new DOMPoint(place.right, place.bottom).matrixTransform(matrix);
  const inset = look === "made" ? -3 : 2; // so that both are seen where both are the same part
  const size = { x: from.x + inset, y: from.y + inset, width: Math.max(4, to.x - from.x - 2 * inset), height: Math.max(4, to.y - from.y - 2 * inset), rx: 6 };
  const unit = (svg.viewBox.baseVal.width || 400) / Math.max(200, svg.getBoundingClientRect().width); // a pixel, as the picture is drawn
  const radius = 10 * unit;
  const x = look === "made" ? from.x + radius / 2 : to.x - radius / 2;
  const y = from.y + radius / 2;
  const sign = shape("text", { class: "sign", x, y: y + 5 * unit, "font-size": 14 * unit, "aria-hidden": "true" });
  sign.textContent = words.slice(0, 1);
  const seal = shape("circle", { class: `seal ${look}`, cx: x, cy: y, r: radius, "aria-hidden": "true" });
  svg.append(shape("rect", { class: `mark ${look}`, "aria-hidden": "true", ...size }), seal, sign);
  part.setAttribute("aria-label", `${part.getAttribute("aria-label") ?? ""} (${words.slice(2)})`);
}
