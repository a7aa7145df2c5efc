// How many moves were made by each choice of this device, newest last: what was made together is taken back together.

/** @type {Map<string, number[]>} by table and seat */
const made = new Map();
const KEY = "farmstead.together.";

/**
 * @param {string} place the table and the seat
 * @returns {number[]}
 */
function countsOf(place) {
  const known = made.get(place) ?? read(place);
  made.set(place, known);
  return known;
}

/** @param {string} place */
function read(place) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY + place) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => Number.isInteger(each) && each > 0) : [];
  } catch {
    return []; // kept until the page is left
  }
}

/** @param {string} place */
function keep(place) {
  try {
    sessionStorage.setItem(KEY + place, JSON.stringify(countsOf(place)));
  } catch {
    // kept until the page is left
  }
}

/**
 * A choice was made.
 * @param {string} place
 * @param {number} count of its moves
 */
export function noteMade(place, count) {
  const counts = countsOf(place);
  counts.push(count);
  counts.splice(0, Math.max(0, counts.length - 40));
  keep(place);
}

/**
 * How many moves the last choice was.
 * @param {string} place
 */
export const lastMade = (place) => countsOf(place).at(-1) ?? 1;

/**
 * So many moves are taken back.
 * @param {string} place
 * @param {number} count
 */
export function noteTakenBack(place, count) {
  const counts = countsOf(place);
  for (let left = count; left > 0 && counts.length; ) {
    const last = counts.pop() ?? 0;
    if (last > left) counts.push(last - left);
    left -= last;
  }
  keep(place);
}
