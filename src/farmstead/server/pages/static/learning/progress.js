// What somebody has learnt so far, kept on this device only. Without that all can be played all the same.

import { store, storedJson } from "../base/storage.js";

const KEY = "farmstead.learning";

/**
 * @typedef {object} Learned
 * @property {{[game: string]: {code: string, done: boolean}}} guides the last guided game of each game
 * @property {{[lesson: string]: "solved" | "shown"}} lessons
 */

/** @returns {Learned} */
export function learned() {
  const found = storedJson(KEY);
  return { guides: found?.guides ?? {}, lessons: found?.lessons ?? {} };
}

/**
 * A guided game has begun, or come to its end; what was finished once stays so.
 * @param {string} game
 * @param {string} code
 * @param {boolean} over
 */
export function noteGuide(game, code, over) {
  const now = learned();
  const done = over || Boolean(now.guides[game]?.done);
  store(KEY, JSON.stringify({ ...now, guides: { ...now.guides, [game]: { code: over ? "" : code, done } } }));
}

/**
 * A lesson was solved, or its answer shown; once solved it stays so.
 * @param {string} lesson
 * @param {"solved" | "shown"} how
 */
export function noteLesson(lesson, how) {
  const now = learned();
  if (now.lessons[lesson] !== "solved") store(KEY, JSON.stringify({ ...now, lessons: { ...now.lessons, [lesson]: how } }));
}
