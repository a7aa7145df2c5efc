// One lesson: a position as at a table, a choice by the same parts, and what it is worth.

import { get, post } from "../base/api.js";
import { attempt } from "../base/attempt.js";
import { $, el, fill } from "../base/dom.js";
import { POSED, line, others, points, pose } from "./position.js";
import { learned, noteLesson } from "./progress.js";
import { say } from "../base/words.js";

/** @import { LessonAnswer } from "../../messages" */

const { here: HERE, name: NAME } = POSED;
const position = pose(answer);

/** @param {string[]} moves */
async function answer(moves) {
  /** @type {LessonAnswer} */
  const told = await post(`${HERE}/answer`, { moves });
  if (told.right) noteLesson(NAME, "solved");
  tell(told, say(told.right ? "learning.right" : "learning.wrong", { words: told.words }));
}

async function reveal() {
  noteLesson(NAME, "shown");
  /** @type {LessonAnswer} */
  const told = await get(`${HERE}/answer`);
  tell(told, say("learning.best", { words: told.words }));
  position.suggest([...told.best]);
}

/**
 * @param {LessonAnswer} told
 * @param {string} verdict
 */
function tell(told, verdict) {
  $("answer").dataset.right = String(told.right);
  fill(
    $("answer"),
    el("p", {}, el("strong", {}, told.right ? "✓ " : "✗ ", verdict), " ", !told.right && say("learning.loses", { points: points(told.behind), error: points(told.error) })),
    !told.right && told.lines.length > 0 && el("p", { class: "note" }, say("learning.by_line"), " ", told.lines.map(line).join("; "), "."),
    el("p", {}, told.text),
    told.others.length > 1 && others(told.others, position.point),
  );
  $("again").hidden = told.right;
  $("tell").hidden = told.right;
  mark();
  $("answer").focus({ preventScroll: true });
  $("answer").scrollIntoView({ block: "nearest" });
}

/** Whether it has been solved before. */
function mark() {
  const how = learned().lessons[NAME];
  $("mark").hidden = !how;
  $("mark").textContent = how ? say("learning.how_far", { how }) : "";
}

$("again").addEventListener("click", () => {
  fill($("answer"));
  $("again").hidden = true;
  position.again();
  $("question").focus({ preventScroll: true });
});
$("tell").addEventListener("click", () => attempt(reveal));
mark();
