// What a replay is driven by: the track with its marks, buttons, and keys.

import { $, button, el, fill, openDialog, select } from "../base/dom.js";
import { partOf, told } from "./state.js";
import { onKeys } from "../base/shortcuts.js";
import { shape } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { StudyOut } from "../../messages" */

const HIGH = 20; // of the ticks, in units
const SIGNS = {
  start: "M4 4h3v16H4zM20 4v16L8 12z",
  back_part: "M12 4v16L2 12zM22 4v16L12 12z",
  back_own: "M15 4v16L3 12zM18.5 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  back: "M17 4v16L5 12z",
  play: "M6 3v18l15-9z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  next: "M7 4v16l12-8z",
  next_own: "M9 4v16l12-8zM5.5 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  next_part: "M2 4v16l10-8zM12 4v16l10-8z",
  end: "M4 4v16l12-8zM17 4h3v16h-3z",
  copy: "M10 6H7a6 6 0 0 0 0 12h3v-3H7a3 3 0 0 1 0-6h3zM14 6h3a6 6 0 0 1 0 12h-3v-3h3a3 3 0 0 0 0-6h-3zM8 10.5h8v3H8z",
};
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end", PageUp: "back_part", PageDown: "next_part" };
export const SPEEDS = { slow: 2400, usual: 1300, fast: 500 }; // milliseconds for a move

/**
 * @typedef {object} Drive
 * @property {(step: string) => void} step
 * @property {(ply: number) => void} go
 * @property {() => void} toggle play or pause
 * @property {(seat: number | null) => void} see
 * @property {(speed: string) => void} pace
 * @property {() => void} copy
 * @property {() => void} words
 */

/**
 * @param {StudyOut} study
 * @param {number} shown
 * @param {string} speed
 * @param {Drive} drive
 */
export function showDeck(study, shown, speed, drive) {
  const name = study.names[shown];
  const one = (/** @type {string} */ step) => {
    const words = say(`replay.${step}`, { name, part: say("replay.part") });
    return el("button", { type: "button", class: "quiet", "data-step": step, "aria-label": words, title: words, onclick: () => drive.step(step) }, sign(step));
  };
  const play = button("", () => drive.toggle(), { id: "toggle", class: "play-button" });
  const speeds = /** @type {[string, string][]} */ (Object.keys(SPEEDS).map((each) => [each, say("replay.speed_of", { speed: each })]));
  fill(
    $("deck"),
    el("div", { class: "buttons" }, one("start"), one("back_part"), one("back_own"), one("back"), play, one("next"), one("next_own"), one("next_part"), one("end")),
    el("label", {}, say("replay.speed"), select(speeds, speed, { id: "speed", onchange: (event) => drive.pace(event.target.value) })),
    el("label", {}, say("replay.eyes"), eyes(study, drive)),
    el("button", { type: "button", id: "copy", class: "quiet small", title: say("replay.copy"), onclick: () => drive.copy() }, sign("copy"), el("span", { id: "copy-words" }, say("replay.copy"))),
    button(say("replay.help"), openHelp, { id: "help", class: "quiet small keys-button" }),
  );
  showPlaying(false);
  showTrack(study);
}

/**
 * How long the game is, and what is where in it: a long line where a season or round begins; below, a row for each seat
 * with its choices.
 * @param {StudyOut} study
 */
export function showTrack(study) {
  const row = (HIGH - 4) / study.names.length;
  const line = (/** @type {number} */ ply, /** @type {number} */ top, /** @type {number} */ foot, /** @type {string} */ kind) => shape("line", { x1: ply, x2: ply, y1: top, y2: foot, class: kind });
  const parts = study.parts.map((part) => line(part.ply, 0, HIGH, "part"));
  const own = study.choices.map((ply) => {
    const seat = study.movers[ply - 1];
    return line(ply, 2 + seat * row, 2 + (seat + 0.8) * row, `own seat${seat + 1}`);
  });
  $("ticks").setAttribute("viewBox", `0 0 ${Math.max(study.length, 1)} ${HIGH}`);
  $("ticks").replaceChildren(...parts, ...own, ...(study.left ? [line(study.left.ply, 0, HIGH, "left")] : []));
  Object.assign($("scrubber"), { max: study.length });
  const years = study.parts.filter((part, n) => part.number > 0 && part.number !== study.parts[n - 1]?.number);
  const marks = years.map(({ ply, number }) => shape("text", { x: `${(100 * ply) / Math.max(study.length, 1)}%`, y: 11 }, new Text(roman(number))));
  $("years").replaceChildren(...marks);
}

/** @param {number} number */
function roman(number) {
  const signs = /** @type {[number, string][]} */ ([[10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]]);
  let [left, written] = [number, ""];
  for (const [value, sign] of signs) for (; left >= value; left -= value) written += sign;
  return written;
}

/**
 * @param {StudyOut} study
 * @param {Drive} drive
 */
function eyes(study, drive) {
  const nobody = /** @type {[string, string]} */ (["", say(study.running ? "replay.eyes_watching" : "replay.eyes_all")]);
  const seats = /** @type {[string, string][]} */ (study.eyes.map((seat) => [String(seat), say("replay.eyes_of", { name: study.names[seat] })]));
  const change = (/** @type {{target: HTMLSelectElement}} */ event) => drive.see(event.target.value === "" ? null : Number(event.target.value));
  return select([nobody, ...seats], study.seat === null ? "" : study.seat, { id: "eyes", onchange: change });
}

/** @param {boolean} playing */
export function showPlaying(playing) {
  const words = say(playing ? "replay.pause" : "replay.play");
  $("toggle").setAttribute("aria-label", words);
  $("toggle").title = words;
  fill($("toggle"), sign(playing ? "pause" : "play"));
}

/** @param {string} name */
const sign = (name) =>
  shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: SIGNS[/** @type {keyof typeof SIGNS} */ (name)] }));

/**
 * The number and what happened, at once, also where the boards are still to come.
 * @param {StudyOut} study
 * @param {number} ply
 */
export function showPlace(study, ply) {
  const { length } = study;
  const count = say("replay.move", { ply, length });
  const sentence = told(study, ply).join(" ");
  const part = study.parts[partOf(study, ply)]?.words ?? "";
  $("count").textContent = say("replay.short", { ply, length });
  $("count").title = count;
  $("sentence").textContent = sentence;
  $("sentence").title = sentence;
  $("scrubber").value = String(ply);
  $("scrubber").setAttribute("aria-valuetext", [count, part, sentence].filter(Boolean).join(". "));
  for (const each of $("deck").querySelectorAll("[data-step]")) {
    const step = each.getAttribute("data-step") ?? "";
    each.setAttribute("aria-disabled", String(/^(start|back)/.test(step) ? ply === 0 : ply === length));
  }
}

/** @param {Drive} drive */
export function keys(drive) {
  $("scrubber").addEventListener("input", () => drive.go(Number($("scrubber").value)));
  onKeys("select, input:not([type=range]), textarea", (event, focused) => deedOf(event, drive, focused));
}

/**
 * @param {KeyboardEvent} event
 * @param {Drive} drive
 * @param {Element | null} focused
 * @returns {(() => void) | null}
 */
function deedOf(event, drive, focused) {
  const { key } = event;
  const reading = focused?.closest("#log, #words-panel, .scroll") && !["ArrowLeft", "ArrowRight"].includes(key); // there the other keys scroll
  const step = KEYS[/** @type {keyof typeof KEYS} */ (key)];
  if (step && !reading) return () => drive.step(event.shiftKey && ["back", "next"].includes(step) ? `${step}_own` : step);
  if (key === " " && !focused?.matches("button, a, summary")) return drive.toggle;
  const deeds = { k: drive.toggle, w: drive.words, c: drive.copy, "?": openHelp };
  return deeds[/** @type {keyof typeof deeds} */ (key.toLowerCase())] ?? null;
}

/** All keys, as a list. */
export function keyList() {
  const list = { "← →": "step", "Shift ← →": "own", "Page ↑ ↓": "part", "Home End": "ends", [say("replay.space")]: "play", W: "words", C: "copy", "?": "help" };
  return el("dl", { class: "keys" }, ...Object.entries(list).flatMap(([key, name]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, say(`replay.key_${name}`))]));
}

function openHelp() {
  if (document.querySelector("dialog[open]")) return;
  const dialog = openDialog({ "aria-labelledby": "help-title" }, el("h2", { id: "help-title" }, say("replay.help_title")), keyList(), button(say("page.close"), () => dialog.close(), { autofocus: true }));
}
