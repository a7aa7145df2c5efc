// The tray at the foot: what is asked, what a choice would do, and the buttons that do it.

import { get } from "../base/api.js";
import { fetched } from "./boards.js";
import { $, button, confirmed, el, fill, NARROW } from "../base/dom.js";
import { numberHints, showAfter, showGhost } from "./preview_overlay.js";
import { kept } from "../base/preferences.js";
import { HINTS, outcome, price, reason, suggestions } from "./tray_text.js";
import { kindOf } from "./selection.js";
import { show } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { HintOut, Preview, ProposalOut, Why } from "../../messages" */

/**
 * @typedef {object} Deeds
 * @property {(moves: string[]) => void} send
 * @property {() => void} changed something else is chosen
 */

/** @param {string[]} parts */
const chosenQuery = (parts) => parts.map((part) => `&chosen=${encodeURIComponent(part)}`).join("");

/**
 * What the button says that makes a choice.
 * @param {import("./selection.js").Choice} choice
 */
function deed({ moves }) {
  const verbs = moves.filter((move) => move.includes(" ")).map((move) => move.slice(0, move.indexOf(" ")));
  const [verb, last] = [verbs[0] ?? moves[0], verbs.at(-1) ?? ""];
  return say("deed.of", { verb, last, count: verbs.filter((each) => each === last).length });
}

export class Tray {
  /**
   * @param {string} code
   * @param {import("./selection.js").Choosing} choosing
   * @param {Deeds} deeds
   */
  constructor(code, choosing, deeds) {
    this.code = code;
    this.choosing = choosing;
    this.deeds = deeds;
    /** @type {import("./types.js").Found | null} */
    this.found = null;
    this.busy = false;
    /** @type {Map<string, Promise<Preview | null>>} */
    this.asked = new Map();
    this.shown = "";
    this.unfolded = ""; // the address of what is shown there
    /** @type {Why | null} why something cannot be chosen */
    this.why = null;
    /** @type {HintOut | null} what would be good */
    this.hint = null;
    /** @type {Map<string, string>} what the moves of the hint are called where they are pointed at */
    this.here = new Map();
    this.pressed = "";
    /** @type {string[] | null} the suggestion that somebody points at */
    this.pointed = null;
    /** @type {import("./selection.js").Choice | null} what somebody points at */
    this.peeking = null;
    /** @type {ProposalOut | null} what most people would do, where only goods and coins are moved about */
    this.proposal = null;
    /** @type {Map<string, number>} how many things of which part are wanted in it */
    this.wanted = new Map();
    /** @type {Set<string>} parts of which one less is taken with each tap, until none is */
    this.falling = new Set();
  }

  /** Whether each choice is asked about before it is made. */
  asks() {
    return kept.confirm;
  }

  /** @param {import("./types.js").Found | null} found */
  use(found) {
    this.found = found;
    this.proposal = found?.proposal ?? null;
    this.wanted.clear();
    this.falling.clear();
    this.asked.clear();
    this.busy = false;
    this.peeking = null;
    this.forget();
  }

  /** What was said about something else. */
  forget() {
    this.why = null;
    this.hint = null;
    this.pointed = null;
  }

  clear() {
    this.use(null);
    this.choosing.use([]);
    this.unfoldFrom("");
    this.shown = ""; // what is still on its way belongs to another side
    showAfter("");
    fill($("detail"));
    fill($("deeds"));
  }

  /** @param {string} what */
  address(what) {
    return `/t/${this.code}/${what}?n=${this.found?.number}&seat=${this.found?.seat}`;
  }

  // ---- what is shown -----------------------------------------------------------------------------------------

  draw() {
    const selected = this.choosing.selected();
    this.ask(selected);
    this.unfold();
    showGhost(selected?.ghost ?? null, "ghost set");
    this.buttons(selected);
    if (!selected) {
      showAfter("");
      const kind = this.choosing.isFresh() ? "" : this.choosing.missing();
      this.title(kind ? say("missing.kind", { kind }) : (this.found?.question ?? ""));
      fill($("detail"), ...this.detail());
    }
    const hints = !selected && !this.why && this.choosing.isFresh() ? (this.hint?.moves.slice(0, HINTS) ?? []) : [];
    this.light(hints[0]?.plan ?? null);
    numberHints(hints.map(({ plan }) => this.choosing.begun(plan)[0]?.ghost?.part ?? this.choosing.needed(plan).at(-1) ?? ""));
  }

  /** What is said while it is not clear what is meant. */
  detail() {
    if (this.why) return [reason(this.why)];
    if (this.hint) return [suggestions(this.hint, this.here, (plan) => this.suggest(plan), (plan) => this.point(plan))];
    return this.proposal ? [price(this.proposal.sentences, "price proposed")] : [];
  }

  /**
   * What would be good is known: each is called as it is where it is pointed at.
   * @param {HintOut} hint
   */
  async advise(hint) {
    const asked = this.found;
    /** @type {Map<string, string>} */
    const here = new Map();
    const named = hint.moves.slice(0, HINTS).map(async ({ move, plan }) => {
      const choice = this.choosing.begun(plan)[0];
      const told = choice && (await this.preview(choice));
      if (told) here.set(move, told.here);
    });
    await Promise.all(named);
    if (this.found?.decision !== asked?.decision || this.found?.seat !== asked?.seat) return;
    this.choosing.letGo();
    this.forget();
    [this.hint, this.here] = [hint, here];
  }

  /**
   * Somebody points at a suggestion, or at none any more: the board as it would be.
   * @param {string[] | null} plan
   */
  async point(plan) {
    this.pointed = plan;
    if (!plan && this.choosing.selected()) return this.draw();
    this.light(plan ?? this.hint?.moves[0]?.plan ?? null);
    const choice = plan && this.choosing.begun(plan)[0];
    const told = choice && (await this.preview(choice));
    if (this.pointed !== plan) return;
    showAfter(told && choice && kept.aids ? told.svg : "", choice ? choice.ghost : null);
  }

  /**
   * Show on the boards what a hint means.
   * @param {string[] | null} plan
   */
  light(plan) {
    for (const each of document.querySelectorAll(".hinted")) each.classList.remove("hinted");
    if (!plan) return;
    for (const part of this.choosing.needed(plan)) for (const each of document.querySelectorAll(`[data-part="${CSS.escape(part)}"]`)) each.classList.add("hinted");
    showGhost(this.choosing.begun(plan)[0]?.ghost ?? null, "ghost");
  }

  /** What is still to be chosen once some parts are, as a picture: how it is turned, which way it runs. */
  unfold() {
    const { found, choosing } = this;
    if (!found || found.decision === null) return this.unfoldFrom("");
    const { turning, unfolding, implied } = choosing.traits;
    const parts = choosing.parts().filter((part) => unfolding.includes(kindOf(part)));
    const chosen = parts.map(kindOf);
    parts.push(...(choosing.selected()?.parts ?? []).filter((part) => implied.includes(kindOf(part)) && !chosen.includes(kindOf(part))));
    const only = turning.length && found.choices.every((each) => each.parts.every((part) => turning.includes(kindOf(part))));
    return this.unfoldFrom(parts.length || only ? this.address("unfolded") + chosenQuery(parts) : "");
  }

  /** @param {string} address of the picture; nothing: there is none */
  async unfoldFrom(address) {
    if (address === this.unfolded) return;
    this.unfolded = address;
    const svg = address ? await fetched(address) : "";
    if (this.unfolded !== address) return;
    show($("unfolded"), svg);
    this.deeds.changed();
  }

  /** @param {string} text */
  title(text) {
    if ($("question").textContent !== text) $("question").textContent = text;
  }

  /** @param {string[]} plan */
  suggest(plan) {
    this.choosing.suggest(plan);
    if (this.choosing.chosen.size) this.proposal = null; // it is chosen move by move
    this.deeds.changed();
    this.draw();
  }

  /**
   * Say what a choice would do.
   * @param {import("./selection.js").Choice | null} selected
   */
  async ask(selected) {
    const key = selected && this.found ? selected.moves.join(";") : "";
    const same = key === this.shown;
    this.shown = key;
    if (!selected || !this.found) return;
    if (selected.words) this.title(selected.words);
    if (!same) fill($("detail"));
    const told = await this.preview(selected);
    if (this.shown !== key || !told) return;
    this.title(told.here || selected.words || told.words);
    fill($("detail"), ...outcome(told));
    showAfter(kept.aids ? told.svg : "", selected.ghost);
  }

  /**
   * What a choice would do, asked for once.
   * @param {import("./selection.js").Choice} choice
   * @returns {Promise<Preview | null>}
   */
  preview({ moves }) {
    const query = `&narrow=${NARROW.matches}${moves.map((move) => `&move=${encodeURIComponent(move)}`).join("")}`;
    if (!this.asked.has(query)) this.asked.set(query, get(this.address("preview") + query).catch(() => null));
    return /** @type {Promise<Preview | null>} */ (this.asked.get(query));
  }

  /**
   * The same for what somebody points at, or for nothing.
   * @param {import("./selection.js").Choice | null} choice
   */
  async peek(choice) {
    const was = this.peeking;
    this.peeking = choice;
    if (!choice && was && !this.choosing.selected()) this.draw();
    if (!choice) return;
    const told = await this.preview(choice);
    if (this.peeking !== choice || !told || this.choosing.selected()) return;
    fill($("detail"), ...outcome({ ...told, sentences: [`${told.here || choice.words || told.words}.`, ...told.sentences] }));
    showAfter(told.svg, choice.ghost);
  }

  /** @param {import("./selection.js").Choice | null} selected */
  buttons(selected) {
    const plain = this.choosing.choices.filter((each) => !each.parts.length);
    const instead = this.choosing.instead();
    const disabled = this.busy;
    const proposal = selected || this.choosing.chosen.size ? null : this.proposal;
    const key = JSON.stringify([plain, instead, this.choosing.isFresh(), selected?.moves, proposal, disabled]);
    if (key === this.pressed && $("deeds").children.length) return;
    this.pressed = key;
    const focused = document.activeElement?.id;
    const main = !selected && !proposal && plain.length === this.choosing.choices.filter((each) => !each.aside).length;
    fill(
      $("deeds"),
      ...[...plain, ...instead].map((each) => button(selected?.whole && instead.includes(each) ? say("tray.singly") : each.words, () => this.make(each), { class: main && plain.includes(each) ? "" : "quiet", disabled, "data-move": each.moves[0] })),
      !this.choosing.isFresh() && button(say("tray.let_go"), () => this.release(), { class: "quiet", disabled }),
      proposal && button(say("tray.singly"), () => this.singly(), { class: "quiet", disabled }),
      proposal && button(proposal.words, () => this.accept(), { class: "do", disabled, id: "do", "data-move": proposal.moves[0] }),
      selected && button(deed(selected), () => this.make(selected), { class: "do", disabled, id: "do" }),
    );
    if (focused === "do") document.getElementById("do")?.focus({ preventScroll: true });
  }

  // ---- what most people would do -----------------------------------------------------------------------------

  /** Do it as it is shown. */
  accept() {
    if (this.busy || !this.proposal) return;
    this.hold();
    this.deeds.send(this.proposal.moves);
  }

  /** Choose move by move. */
  singly() {
    this.proposal = null;
    this.deeds.changed();
    this.draw();
    $("question").focus({ preventScroll: true });
  }

  /**
   * One thing more from a part; where there is no more to take one less, down to none.
   * @param {string} part
   */
  async change(part) {
    const { proposal, found } = this;
    if (this.busy || !proposal) return;
    const used = proposal.uses[part] ?? 0;
    this.hold();
    let changed = this.falling.has(part) ? null : await this.proposed(part, used + 1);
    if ((changed?.uses[part] ?? 0) <= used) {
      this.falling.add(part);
      changed = await this.proposed(part, Math.max(0, used - 1));
    }
    if (!changed?.uses[part]) this.falling.delete(part);
    if (this.found?.decision !== found?.decision || this.found?.seat !== found?.seat) return;
    this.free();
    this.proposal = changed ?? proposal;
    this.deeds.changed();
    this.draw();
  }

  /**
   * @param {string} part
   * @param {number} count
   * @returns {Promise<ProposalOut | null>}
   */
  async proposed(part, count) {
    this.wanted.delete(part);
    this.wanted.set(part, count); // what was wanted last
    const wanted = [...this.wanted].map(([name, number]) => `&use=${encodeURIComponent(`${name}=${number}`)}`).join("");
    return await get(this.address("proposal") + wanted).catch(() => null);
  }

  // ---- doing -------------------------------------------------------------------------------------------------

  /**
   * Something is chosen: it is made where nothing is revealed or lost and it can be taken back, else it is asked about.
   * @param {import("./selection.js").Choice} choice
   */
  async consider(choice) {
    if (this.busy || this.asks()) return;
    const asked = this.found;
    this.hold();
    const told = await this.preview(choice);
    if (this.found?.decision !== asked?.decision || this.found?.seat !== asked?.seat) return;
    this.free();
    if (told && !told.confirm) return void this.make(choice);
    this.deeds.changed();
    this.draw();
  }

  /** @param {number} step */
  turn(step) {
    if (this.busy || !this.choosing.turn(step)) return false;
    this.deeds.changed();
    this.draw();
    return true;
  }

  release() {
    this.choosing.letGo();
    this.forget();
    this.deeds.changed();
    this.draw();
  }

  /**
   * @param {string} part
   */
  async explain(part) {
    const asked = this.found;
    const address = `${this.address("why")}&part=${encodeURIComponent(part)}${chosenQuery(this.choosing.parts())}`;
    const why = await get(address).catch(() => null);
    if (this.found?.seat !== asked?.seat) return;
    const taker = document.querySelector(`[data-part="${CSS.escape(part)}"] > .taker`)?.getAttribute("aria-label");
    this.why = why && taker ? { ...why, sentence: `${taker}. ${why.sentence}`.trim() } : why; // who it was, the page knows
    for (const each of document.querySelectorAll(`[data-part="${CSS.escape(part)}"]`)) each.classList.toggle("questioned", Boolean(this.why));
    if (this.why && !this.choosing.selected()) this.draw();
    else if (this.why) fill($("detail"), reason(this.why));
  }

  /** @param {import("./selection.js").Choice} choice */
  async make(choice) {
    if (this.busy) return;
    if (choice.doubt) {
      const words = { title: say("playing.doubt_title"), text: choice.doubt, yes: say("playing.doubt_yes") };
      if (!(await confirmed(words))) return;
    }
    this.hold();
    this.deeds.send(this.choosing.sent(choice));
  }

  /** The choices may be those of a moment ago: nothing can be chosen until that is known. */
  hold() {
    this.busy = true;
    $("tray").classList.add("sending");
    for (const press of $("deeds").querySelectorAll("button")) press.disabled = true;
  }

  /** What was sent was not done, or all of it is: choosing can go on. */
  free() {
    this.busy = false;
    $("tray").classList.remove("sending");
    for (const press of $("deeds").querySelectorAll("button")) press.disabled = false;
  }
}
