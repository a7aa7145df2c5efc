// One lesson: a position as at a table, a choice by the same parts, and what it is worth.

import { get, post } from "../base/api.js";
import { attempt } from "../base/attempt.js";
import { below, lookBelow } from "../board/scroll_hint.js";
import { Boards } from "../board/boards.js";
import { Choosing, choiceOf } from "../board/selection.js";
import { $, el, fill } from "../base/dom.js";
import { showHeading } from "../board/heading.js";
import { keyboard } from "../table/keyboard.js";
import { markTabs, tabs } from "../base/shortcuts.js";
import { learned, noteLesson } from "./progress.js";
import { showLedger } from "../board/score_table.js";
import { Picking } from "../board/pointer.js";
import { settings } from "../board/preferences_dialog.js";
import { Stage, measureAnew } from "../board/pan_zoom.js";
import { Tray } from "../board/tray.js";
import { given, say } from "../base/words.js";

/** @import { BoardsOut, ChoiceWeighed, LessonAnswer } from "../../messages" */

/** @type {{lesson: string, seat: number, names: string[]}} */
const { lesson: NAME, seat: SEAT, names: NAMES } = given("data");
const HERE = `/lessons/${NAME}`;
const UNLIT = { light: async () => {}, keep: () => {} }; // nothing of the score is lit here

/** A tray that asks about a choice, and does not make it. */
class LessonTray extends Tray {
  /**
   * @override
   * @param {string} what
   */
  address(what) {
    return `${HERE}/${what}?n=${this.found?.number}`;
  }

  /**
   * A lesson asks about each choice.
   * @override
   */
  asks() {
    return true;
  }

  /**
   * @override
   * @param {import("../board/selection.js").Choice} choice
   */
  async make(choice) {
    if (this.busy) return;
    this.hold();
    await attempt(() => answer(choice.moves));
    this.free();
  }
}

const choosing = new Choosing();
const boards = new Boards(HERE, () => attempt(look));
const tray = new LessonTray(NAME, choosing, { send: () => {}, changed: () => picking.draw() });
const picking = new Picking(choosing, tray, () => !tray.busy);

async function look() {
  /** @type {BoardsOut} */
  const sent = await boards.ask(null, 0);
  const found = { ...sent, choices: sent.choices.map(choiceOf) };
  boards.show(found);
  choosing.use(found.choices, found.traits);
  tray.use(found);
  const state = { found, table: { seats: NAMES.map((name, seat) => ({ seat, name })) } };
  showHeading(state);
  showLedger(state, UNLIT);
  $("tabs").hidden = false;
  document.body.dataset.position = `${SEAT} ${found.number}`;
  again();
  markTabs(true);
  measureAnew();
  lookBelow();
}

/** Begin to choose anew. */
function again() {
  tray.release();
  picking.draw();
  markTabs(true);
}

// ---- the answer --------------------------------------------------------------------------------------------

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
  choosing.suggest(told.best);
  picking.draw();
  tray.draw();
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
    told.others.length > 1 && others(told.others),
  );
  $("again").hidden = told.right;
  $("tell").hidden = told.right;
  mark();
  $("answer").focus({ preventScroll: true });
  $("answer").scrollIntoView({ block: "nearest" });
}

/** @param {number} number */
const points = (number) =>
  number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {[string, number]} line */
const line = ([words, more]) => `${words} ${more > 0 ? "+" : "−"}${points(Math.abs(more))}`;

/**
 * What the choices lose, as a table.
 * @param {ChoiceWeighed[]} all
 */
function others(all) {
  const rows = all.map((each) => el("tr", { class: each.mine ? "own" : "" }, el("th", { scope: "row" }, each.words), el("td", {}, each.behind < 0.05 ? say("learning.nothing") : `−${points(each.behind)}`)));
  const heads = el("tr", {}, el("th", { scope: "col" }, say("learning.choice")), el("th", { scope: "col" }, say("learning.lost")));
  return el("details", {}, el("summary", {}, say("learning.all_choices")), el("table", { class: "choices" }, el("thead", {}, heads), el("tbody", {}, ...rows)));
}

/** Whether it has been solved before. */
function mark() {
  const how = learned().lessons[NAME];
  $("mark").hidden = !how;
  $("mark").textContent = how ? say("learning.how_far", { how }) : "";
}

// ---- the page ----------------------------------------------------------------------------------------------

const nobody = { isOpen: () => false, close: () => {}, text: async () => {} };
const prefer = () => {
  boards.dress();
  picking.draw();
};
tabs();
keyboard({ picking, tray, others: nobody, prefer });
settings(prefer);
below();
new Stage(() => tray.turn(1)).fit();
$("again").addEventListener("click", () => {
  fill($("answer"));
  $("again").hidden = true;
  again();
  $("question").focus({ preventScroll: true });
});
$("tell").addEventListener("click", () => attempt(reveal));
mark();
attempt(look);
