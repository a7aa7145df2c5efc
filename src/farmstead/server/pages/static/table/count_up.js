// The score at the end, counted up line by line while the board lights what each line counts.

import { pace } from "../board/motion.js";
import { written } from "../board/score_table.js";

const LINE = 650; // milliseconds for a line, at the usual pace
const COUNTING = 380; // of them for its numbers

/** @type {(() => void) | null} shows all that is still being counted */
let finish = null;

/**
 * Count up the rows of a score, once; a click or a key shows all at once. Without movement nothing is counted.
 * @param {HTMLTableElement} table
 * @param {string} game for which it is done once on this device
 * @param {import("../board/score_table.js").Light} lighting
 */
export function countUp(table, game, lighting) {
  const key = `farmstead.counted.${game}`;
  const speed = pace();
  if (!speed || document.hidden || sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, "yes");
  const rows = [...table.querySelectorAll("tbody tr")];
  const timers = new Set();
  const later = (/** @type {() => void} */ deed, /** @type {number} */ wait) => timers.add(setTimeout(deed, wait));
  table.classList.add("counting");
  const all = () => {
    for (const timer of timers) clearTimeout(timer);
    for (const row of rows) reveal(row, 1);
    table.classList.remove("counting");
    lighting.light(null);
    removeEventListener("pointerdown", all, true);
    removeEventListener("keydown", all, true);
    finish = null;
  };
  rows.forEach((row, n) => {
    later(() => {
      row.classList.add("counted");
      lighting.light(row.getAttribute("data-line"));
      count(row, performance.now(), COUNTING * speed);
    }, n * LINE * speed);
  });
  later(all, rows.length * LINE * speed + COUNTING * speed);
  addEventListener("pointerdown", all, true);
  addEventListener("keydown", all, true);
  finish = all;
}

/** Whatever is still being counted is shown. */
export function counted() {
  finish?.();
}

/**
 * @param {Element} row
 * @param {number} since
 * @param {number} length
 */
function count(row, since, length) {
  const share = Math.min(1, (performance.now() - since) / length);
  reveal(row, share);
  if (share < 1 && finish && row.isConnected) requestAnimationFrame(() => count(row, since, length));
}

/**
 * @param {Element} row
 * @param {number} share of its points
 */
function reveal(row, share) {
  if (share >= 1) row.classList.add("counted");
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-points]"))) {
    cell.textContent = written(Math.round(Number(cell.dataset.points) * share));
  }
}
