// The year turns: for a moment the table shows that another part of it has begun. How, a game's own sheet says.

import { pace } from "./motion.js";

const LASTS = 3600; // milliseconds, as long as the longest sign of a season
const SKIPPING = /** @type {const} */ (["pointerdown", "keydown", "wheel"]);

let now = "";
let timer = 0;

/**
 * The part of the year or round that is shown. The first is no change; nothing moves where somebody wants none.
 * @param {string} segment
 */
export function turnTo(segment) {
  if (segment === now) return;
  const began = now;
  now = segment;
  stop();
  if (!began || !segment || !pace() || document.hidden) return;
  document.body.classList.add("turning");
  timer = setTimeout(stop, LASTS);
  for (const each of SKIPPING) addEventListener(each, stop, { capture: true, once: true, passive: true });
}

/** Whatever somebody does ends it at once. */
function stop() {
  clearTimeout(timer);
  document.body.classList.remove("turning");
  for (const each of SKIPPING) removeEventListener(each, stop, { capture: true });
}
