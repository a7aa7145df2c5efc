// A position without its pictures: seats, points, the log, and all of it in words.

import { $, el, fill } from "../base/dom.js";
import { factList, heads, pointCells, written } from "../board/score_table.js";
import { rulesSaid } from "../board/seat_names.js";
import { drawn } from "../base/svg.js";
import { partOf, told } from "./state.js";
import { listed, say } from "../base/words.js";

/** @import { FrameOut, PictureOut, StudyOut } from "../../messages" */

/**
 * What it is, and where one can go from here.
 * @param {StudyOut} study
 */
export function showAbout(study) {
  $("game").textContent = study.title;
  $("about-title").textContent = say("replay.of", { title: study.title });
  $("page-title").textContent = say("replay.of", { title: study.title });
  const marks = study.marks.map((mark) => el("li", {}, say("replay.mark", { mark })));
  fill($("about"), el("p", {}, study.names.map((name, seat) => (study.score.length ? `${name} ${written(study.score[seat])}` : name)).join(" · ")), el("p", { class: "note" }, say("sitting.rules", { switches: rulesSaid(study.options), revision: study.rules })), study.running && el("p", { class: "note" }, say("replay.running")), marks.length > 0 && el("ul", { class: "marks" }, ...marks));
  const quiet = { class: "button quiet" };
  fill(
    $("onwards"),
    !study.running && el("a", { class: "button", href: `/review/${study.name}` }, say("replay.review")),
    study.table && el("a", { ...quiet, href: `/t/${study.table}` }, say("replay.to_table")),
    el("a", { ...quiet, href: "/replay" }, say("replay.all")),
  );
}

// ---- seats and points --------------------------------------------------------------------------------------

/**
 * Their places are made once; small boards are put into them.
 * @param {StudyOut} study
 * @param {number} shown
 * @param {(seat: number) => void} look
 */
export function laySeats(study, shown, look) {
  const row = (/** @type {string} */ name, /** @type {number} */ seat) =>
    el(
      "li",
      { "data-seat": seat, class: seat === shown ? "shown" : null },
      el("span", { class: `chip seat${seat + 1}`, role: "img", "aria-label": say("sitting.seat", { number: seat + 1 }) }, String(seat + 1)),
      el("div", {}, el("strong", { title: name }, name), el("span", { class: "note" }), el("span", { "data-facts": seat })),
      el("button", { type: "button", class: "look", "data-seat-picture": seat, "aria-pressed": String(seat === shown), "aria-label": say("board.look", { name }), onclick: () => look(seat) }, el("span", { class: "look-words" }, say("board.look_short"))),
    );
  fill($("seats"), ...study.names.map(row));
  $("main-title").textContent = say("replay.board_of", { name: study.names[shown] });
}

/** @param {FrameOut} frame */
export function showSeats(frame) {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ ($("seats").querySelectorAll("li"))) {
    const seat = Number(row.dataset.seat);
    const deciding = frame.to_act.includes(seat);
    row.classList.toggle("deciding", deciding);
    fill(/** @type {Element} */ (row.querySelector(".note")), deciding ? say("replay.to_decide") : "");
    fill(/** @type {Element} */ (row.querySelector("[data-facts]")), factList(frame.facts[seat] ?? []));
  }
}

/**
 * @param {StudyOut} study
 * @param {FrameOut} frame
 */
export function showPoints(study, frame) {
  $("ledger").hidden = !frame.lines.length;
  if (!frame.lines.length) return;
  const title = say(frame.verdict.length ? "replay.points_end" : "replay.points");
  const rows = frame.lines.map((line) => el("tr", { class: line.key === "total" ? "total" : "" }, el("th", { scope: "row" }, line.words), ...pointCells(line, frame.shown, say("replay.unknown"))));
  const verdict = frame.verdict.map((sentence) => el("p", {}, sentence));
  fill($("ledger"), el("h2", {}, title), ...verdict, el("div", { class: "scroll" }, el("table", { class: "scores" }, el("thead", {}, heads(study.names, frame.shown)), el("tbody", {}, ...rows))));
}

// ---- the log -----------------------------------------------------------------------------------------------

/**
 * All of it, by season or round; each line leads to its move.
 * @param {StudyOut} study
 */
export function layLog(study) {
  const lines = study.log.flatMap((sentences, n) => {
    const ply = n + 1;
    const part = study.parts.find((each) => each.ply === n); // the position from which the first move in it is made
    const head = part && el("li", { class: "part-of" }, part.words);
    const link = sentences.length > 0 && el("li", {}, el("a", { href: `#${ply}`, "data-ply": ply, tabindex: -1 }, el("span", { class: "number" }, String(ply)), el("span", {}, sentences.join(" "))));
    return [head, link].filter(Boolean);
  });
  const [box, reader] = [$("log"), document.activeElement];
  const [line, scrolled] = [box.contains(reader) && reader?.getAttribute("data-ply"), box.scrollTop];
  fill(box, .../** @type {Node[]} */ (lines));
  box.onkeydown = walk;
  box.scrollTop = scrolled; // the game may have gone on while somebody reads
  if (line) (box.querySelector(`[data-ply="${line}"]`) ?? box).focus({ preventScroll: true });
}

/**
 * One line of the log is in the order of the page; keys lead to the others.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const links = /** @type {HTMLElement[]} */ ([...$("log").querySelectorAll("a")]);
  const here = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const from = here < 0 ? links.findIndex((each) => each.hasAttribute("aria-current")) : here;
  const steps = { ArrowDown: here < 0 ? 0 : 1, ArrowUp: here < 0 ? 0 : -1 };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  links[Math.max(0, from + step)]?.focus();
}

/** @param {number} ply */
export function lightLog(ply) {
  const former = $("log").querySelector("[aria-current]");
  former?.removeAttribute("aria-current");
  former?.setAttribute("tabindex", "-1");
  const line = /** @type {HTMLElement | null} */ ($("log").querySelector(`[data-ply="${ply}"]`));
  line?.setAttribute("aria-current", "step");
  line?.setAttribute("tabindex", "0");
  if (!line || $("log").contains(document.activeElement)) return;
  const box = $("log");
  box.scrollTop = line.offsetTop - box.clientHeight / 2; // the list alone scrolls, and not the page
}

// ---- in words ----------------------------------------------------------------------------------------------

/**
 * What the pictures say of themselves: the name of each, and of all its parts.
 * @param {FrameOut} frame
 * @param {(picture: PictureOut) => string} svg
 */
function named(frame, svg) {
  return frame.pictures.map((picture) => {
    const parsed = drawn(svg(picture));
    if (parsed === null) return { key: picture.name, title: "", labels: [] };
    const labels = [...parsed.querySelectorAll("[aria-label]")].filter((each) => !each.closest("[aria-hidden=true]")).map((each) => each.getAttribute("aria-label") ?? "");
    return { key: picture.name, title: parsed.getAttribute("aria-label") ?? "", labels: [...new Set(labels)] };
  });
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
const section = (title, lines) => [el("h4", {}, title), el("ul", {}, ...lines.map((line) => el("li", {}, line)))];

/**
 * The position, and what changed in it.
 * @param {StudyOut} study
 * @param {number} ply
 * @param {FrameOut} frame
 * @param {FrameOut | null} before
 * @param {(picture: PictureOut) => string} svg
 */
export function showWords(study, ply, frame, before, svg) {
  const now = named(frame, svg);
  const then = new Map((before ? named(before, svg) : []).map((each) => [each.key, new Set(each.labels)]));
  const fresh = now.flatMap((each) => (then.has(each.key) ? each.labels.filter((label) => !then.get(each.key)?.has(label)) : []));
  const waits = frame.to_act.map((seat) => study.names[seat]);
  const here = [study.parts[partOf(study, ply)]?.words, say("replay.move", { ply, length: study.length }), waits.length ? say("replay.waits", { names: listed(waits) }) : ply === study.length && frame.verdict.length ? say("replay.over") : ""].filter(Boolean);
  const facts = frame.facts.map((each, seat) => say("replay.has", { name: study.names[seat], facts: listed(each.map((fact) => fact.words)) }));
  const points = frame.lines.map((line) => say("replay.points_of", { line: line.words, points: listed(line.points.map((each, seat) => `${study.names[seat]} ${each === null ? say("replay.unknown") : written(each)}`)) }));
  const happened = told(study, ply);
  fill(
    $("words-body"),
    el("p", {}, here.join(". ")),
    ...section(say("replay.happened"), happened.length ? happened : [say("replay.nothing")]),
    ...(before ? section(say("replay.changed"), fresh.length ? fresh : [say("replay.changed_none")]) : []),
    ...section(say("sitting.title"), facts),
    ...(points.length ? section(say("replay.points"), points) : []),
    ...now.flatMap((each) => (each.labels.length ? section(each.title, each.labels) : [])),
  );
}
