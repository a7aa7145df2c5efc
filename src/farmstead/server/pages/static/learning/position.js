// A position as at a table, and a choice by the same parts: what lessons and puzzles have in common.

import { attempt } from "../base/attempt.js";
import { below, lookBelow } from "../board/scroll_hint.js";
import { Boards } from "../board/boards.js";
import { Choosing, choiceOf } from "../board/selection.js";
import { $, el } from "../base/dom.js";
import { showHeading } from "../board/heading.js";
import { keyboard } from "../table/keyboard.js";
import { markTabs, tabs } from "../base/shortcuts.js";
import { showLedger } from "../board/score_table.js";
import { Picking } from "../board/pointer.js";
import { settings } from "../board/preferences_dialog.js";
import { Stage, measureAnew } from "../board/pan_zoom.js";
import { Tray } from "../board/tray.js";
import { given, say } from "../base/words.js";

/** @import { BoardsOut, ChoiceWeighed } from "../../messages" */

/** @type {{here: string, name: string, seat: number, names: string[]}} */
export const POSED = given("data");
const UNLIT = { light: async () => {}, keep: () => {} }; // nothing of the score is lit here

/** A tray that asks about a choice, and does not make it. */
class PosedTray extends Tray {
  /**
   * @param {Choosing} choosing
   * @param {import("../board/tray.js").Deeds} deeds
   * @param {(moves: string[]) => Promise<void>} answer
   */
  constructor(choosing, deeds, answer) {
    super(POSED.name, choosing, deeds);
    this.answer = answer;
    this.answered = ""; // the moves that were chosen last
    this.told = false; // the best is shown
  }

  /**
   * @override
   * @param {string} what
   */
  address(what) {
    return `${POSED.here}/${what}?n=${this.found?.number}`;
  }

  /**
   * A position that is posed asks about each choice.
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
    await attempt(async () => {
      await this.answer(choice.moves);
      this.answered = choice.moves.join(";");
    });
    this.free();
    this.draw();
  }

  /**
   * What has been answered, or is shown as the answer, is not chosen once more.
   * @override
   * @param {import("../board/selection.js").Choice | null} selected
   */
  buttons(selected) {
    super.buttons(this.told || (this.answered && selected?.moves.join(";") === this.answered) ? null : selected);
  }
}

/**
 * Show the position, and ask; returns what can be done there.
 * @param {(moves: string[]) => Promise<void>} answer
 */
export function pose(answer) {
  const choosing = new Choosing();
  const boards = new Boards(POSED.here, () => attempt(look));
  const tray = new PosedTray(choosing, { send: () => {}, changed: () => picking.draw() }, answer);
  const picking = new Picking(choosing, tray, () => !tray.busy);

  async function look() {
    /** @type {BoardsOut} */
    const sent = await boards.ask(null, 0);
    const found = { ...sent, choices: sent.choices.map(choiceOf) };
    boards.show(found);
    choosing.use(found.choices, found.traits);
    tray.use(found);
    const state = { found, table: { seats: POSED.names.map((name, seat) => ({ seat, name })) } };
    showHeading(state);
    showLedger(state, UNLIT);
    $("tabs").hidden = false;
    document.body.dataset.position = `${POSED.seat} ${found.number}`;
    again();
    markTabs(true);
    measureAnew();
    lookBelow();
  }

  /** Begin to choose anew. */
  function again() {
    Object.assign(tray, { answered: "", told: false });
    tray.release();
    picking.draw();
    markTabs(true);
  }

  /**
   * Show a choice on the boards.
   * @param {string[]} moves
   */
  function suggest(moves) {
    tray.told = true;
    choosing.suggest(moves);
    picking.draw();
    tray.draw();
  }

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
  attempt(look);
  /** @param {readonly string[] | null} moves shown on the boards as long as somebody points at them */
  const point = (moves) => tray.point(moves && [...moves]);
  return { again, suggest, point };
}

// ---- what choices are worth --------------------------------------------------------------------------------

/** @param {number} number */
export const points = (number) =>
  number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {[string, number]} line */
export const line = ([words, more]) => `${words} ${more > 0 ? "+" : "−"}${points(Math.abs(more))}`;

/**
 * What the choices lose, as a table; the boards show which is pointed at.
 * @param {ChoiceWeighed[]} all
 * @param {(moves: readonly string[] | null) => void} point
 */
export function others(all, point) {
  const rows = all.map((each) => el("tr", { class: each.mine ? "own" : "", onpointerenter: () => point(each.moves), onpointerleave: () => point(null) }, el("th", { scope: "row" }, el("button", { type: "button", class: "line", onclick: () => point(each.moves), "aria-label": each.placed === each.words ? null : `${each.words}. ${each.placed}`, onfocus: () => point(each.moves), onblur: () => point(null) }, each.words)), el("td", {}, each.behind < 0.05 ? say("learning.nothing") : `−${points(each.behind)}`)));
  const heads = el("tr", {}, el("th", { scope: "col" }, say("learning.choice")), el("th", { scope: "col" }, say("learning.lost")));
  return el("details", {}, el("summary", {}, say("learning.all_choices")), el("table", { class: "choices" }, el("thead", {}, heads), el("tbody", {}, ...rows)));
}
