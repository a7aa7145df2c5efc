// Walking over a board by arrow keys: which part lies next that way.

/** @param {Element} part */
function middle(part) {
  const box = (part.querySelector(".hit") ?? part).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * The nearest of some parts in the direction of an arrow key.
 * @param {Element} here
 * @param {SVGGElement[]} parts
 * @param {string} key
 */
export function nearest(here, parts, key) {
  const from = middle(here);
  const [across, sign] = { ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1] }[key] ?? [true, 1];
  let [best, least] = [/** @type {SVGGElement | null} */ (null), Infinity];
  for (const part of parts) {
    const to = middle(part);
    const along = (across ? to.x - from.x : to.y - from.y) * Number(sign);
    const aside = Math.abs(across ? to.y - from.y : to.x - from.x);
    const cost = along + 1.2 * aside + (part.closest("svg") === here.closest("svg") ? 0 : 200);
    if (part !== here && along > 4 && aside <= along * 2.2 && cost < least) [best, least] = [part, cost];
  }
  return best;
}
