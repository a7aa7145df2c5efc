// The faces of neighbours: symbols that the page has.

import { shape } from "../base/svg.js";

/**
 * @param {string} id of a neighbour
 * @returns {SVGElement}
 */
export const face = (id) => shape("svg", { class: "face", viewBox: "0 0 64 72", "aria-hidden": "true" }, shape("use", { href: `#face-${id}` }));
