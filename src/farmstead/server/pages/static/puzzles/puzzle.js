// One puzzle: a choice, what it loses beside the best, and what that does to one's rating.

import { become, post } from "../base/api.js";
import { attempt } from "../base/attempt.js";
import { $, el, fill } from "../base/dom.js";
import { POSED, line, others, points, pose } from "../learning/position.js";
import { say } from "../base/words.js";
import { spoken } from "../base/urls.js";

/** @import { PuzzleAnswered } from "../../messages" */

const position = pose(answer);

/** @param {string[]} moves none: the answer is to be shown */
async function answer(moves) {
  await become(""); // a rating has to be somebody's
  /** @type {PuzzleAnswered} */
  const told = await post(`${POSED.here}/answer`, { moves });
  const key = !moves.length ? "learning.best" : told.solved ? "learning.right" : "learning.wrong";
  const elsewhere = key === "learning.wrong" && told.words === told.best_words; // said alike, but at another place
  tell(told, elsewhere ? say("learning.wrong_place") : say(key, { words: moves.length ? told.words : told.best_words }), moves.length > 0);
  if (!told.solved) position.suggest([...told.best]);
}

/**
 * @param {PuzzleAnswered} told
 * @param {string} verdict
 * @param {boolean} chose
 */
function tell(told, verdict, chose) {
  const wrong = chose && !told.solved;
  $("answer").dataset.right = String(told.solved);
  fill(
    $("answer"),
    el("p", {}, el("strong", {}, told.solved ? "✓ " : "✗ ", verdict), " ", wrong && say("learning.loses", { points: points(told.behind), error: points(told.error) })),
    wrong && el("p", {}, told.words === told.best_words ? say("learning.best_place") : say("learning.best", { words: told.best_words })),
    wrong && told.lines.length > 0 && el("p", { class: "note" }, say("learning.by_line"), " ", told.lines.map(line).join("; "), "."),
    el("p", { id: "rating" }, rating(told)),
    told.others.length > 1 && others(told.others, position.point),
  );
  $("tell").hidden = true;
  const next = /** @type {HTMLAnchorElement} */ ($("next"));
  next.hidden = !told.next;
  if (told.next) next.href = spoken(`/puzzles/${told.game}/${told.next}`);
  $("answer").focus({ preventScroll: true });
  $("answer").scrollIntoView({ block: "nearest" });
}

/** @param {PuzzleAnswered} told */
function rating(told) {
  if (told.rating === null) return say("puzzles.unrated");
  const now = told.rating;
  const change = told.change ?? 0;
  const said = told.counted ? say("puzzles.counted", { rating: now, change: `${change < 0 ? "−" : "+"}${Math.abs(change)}` }) : say("puzzles.again", { rating: now });
  return told.streak > 1 ? `${said} ${say("puzzles.streak", { count: told.streak })}` : said;
}

$("tell").addEventListener("click", () => attempt(() => answer([])));
