// Two games side by side: they step together from where they part, with what each brought and the difference.

import { get } from "../base/api.js";
import { fetched } from "../board/boards.js";
import { signed, written } from "../board/score_table.js";
import { Frames } from "../replay/frame_cache.js";
import { $, button, el, fill, isShown, NARROW, onSubmit, select } from "../base/dom.js";
import { messageOf } from "../base/notice.js";
import { kept } from "../base/preferences.js";
import { onKeys } from "../base/shortcuts.js";
import { drawn, show } from "../base/svg.js";
import { spoken } from "../base/urls.js";
import { listed, say } from "../base/words.js";

/** @import { ComparedOut, FrameOut, PictureOut } from "../../messages" */

const SIDES = /** @type {const} */ (["one", "other"]);
const MOST = 3; // lines of the score that are named
const AHEAD = 12; // positions that are asked for before anybody comes to them

/** @type {ComparedOut} */
let compared;
let step = 0;
let seat = 0;
/** @type {Frames[]} */
let frames = [];
let eyes = ""; // as which seat sees them, and how wide, they are of

// ---- which two ---------------------------------------------------------------------------------------------

/** @param {string} text a name, or an address that ends with one */
const nameIn = (text) => /([\w-]+)\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? "";

/**
 * @param {string} [one] what was asked for
 * @param {string} [other]
 */
function askWhich(one = "", other = "") {
  $("asking").hidden = false;
  $("ask-one").value = one;
  $("ask-other").value = other;
  onSubmit($("asking"), () => {
    location.href = spoken(`/compare?a=${nameIn($("ask-one").value)}&b=${nameIn($("ask-other").value)}`);
  });
}

async function begin() {
  const query = new URLSearchParams(location.search);
  const [one, other] = [query.get("a") ?? "", query.get("b") ?? ""];
  if (!one || !other) return askWhich(one, other);
  try {
    compared = await get(`/api/studies/${encodeURIComponent(one)}/compare/${encodeURIComponent(other)}`);
  } catch (error) {
    fill($("trouble"), el("p", { class: "notice" }, messageOf(error)));
    return askWhich(one, other);
  }
  show($("symbols"), await fetched(`/api/studies/${encodeURIComponent(one)}/symbols?letters=${kept.signs}`));
  seat = whole(query.get("seat") ?? "1", 1, compared.one.names.length) - 1;
  head();
  deck();
  $("compared").hidden = false;
  go(named());
  addEventListener("hashchange", () => /^#\d+$/.test(location.hash) && go(named()));
}

/**
 * A number as an address has it, if it has one; no link leads nowhere.
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
const whole = (text, least, most) => Math.max(least, Math.min(Math.trunc(Number(text)) || least, most));

const named = () => whole(location.hash.slice(1), 0, compared.steps.length - 1);

// ---- what stands still -------------------------------------------------------------------------------------

function head() {
  const { one, other, parted } = compared;
  const same = parted === one.length && parted === other.length;
  $("lead").textContent = `${same ? say("comparing.alike") : say("comparing.parted", { ply: parted })} ${say("comparing.lead")}`;
  for (const side of SIDES) {
    const { title, game, names, name } = compared[side];
    fill($(`${side}-title`), el("b", {}, say(`comparing.side_${side}`)), el("a", { href: `/replay/${name}` }, title || say("comparing.untitled", { game, names: listed(names) })));
  }
}

function deck() {
  const last = compared.steps.length - 1;
  const scrubber = el("input", { type: "range", id: "scrubber", min: 0, max: last, value: 0, "aria-label": say("comparing.scrubber"), oninput: () => go(Number(scrubber.value)) });
  const names = compared.one.names;
  const whose = select(names.map((name, n) => [n, name]), seat, { id: "whose", onchange: () => ((seat = Number(whose.value)), go(step)) });
  const press = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {() => number} */ to) => button(sign, () => go(to()), { id, class: "quiet", "aria-label": say(`comparing.${id}`), title: say(`comparing.${id}`) });
  fill(
    $("deck"),
    el("p", { class: "place", id: "place" }),
    scrubber,
    el(
      "div",
      { class: "row wrap" },
      press("first", "«", () => 0),
      press("back", "◀", () => step - 1),
      press("forward", "▶", () => step + 1),
      press("last", "»", () => last),
      names.length > 1 && el("label", { for: "whose" }, say("comparing.whose"), whose),
      el("span", { class: "note keys" }, say("comparing.keys")),
    ),
  );
}

// ---- going -------------------------------------------------------------------------------------------------

/** @param {number} to */
async function go(to) {
  step = Math.max(0, Math.min(to, compared.steps.length - 1));
  const [wanted, whose] = [step, seat];
  place();
  if (eyes !== `${seat} ${NARROW.matches}`) {
    eyes = `${seat} ${NARROW.matches}`;
    for (const each of frames) each.close();
    frames = SIDES.map((side) => new Frames(compared[side].name, { seat: null, shown: seat, narrow: NARROW.matches, length: compared[side].length, ahead: AHEAD }, () => {}, () => {}));
  }
  const from = frames;
  const found = await Promise.all(from.map((each, n) => each.get(compared.steps[step][n]))).catch((error) => {
    fill($("trouble"), el("p", { class: "notice" }, messageOf(error)));
    return null;
  });
  const [one, other] = found ?? [];
  if (!one || !other || wanted !== step || whose !== seat) return; // also where moves were taken back meanwhile
  fill($("trouble"));
  [one, other].forEach((frame, n) => draw(SIDES[n], frame, (picture) => from[n].svg(picture)));
  showDifference(one, other, seat, compared.one.names[seat]);
  document.body.dataset.step = `${step} ${seat}`;
}

function place() {
  const { steps, parts } = compared;
  const part = parts.filter((each) => each.step <= step).at(-1);
  const words = [say("comparing.step", { step, steps: steps.length - 1 }), step ? (part?.words ?? "") : say("comparing.first")].filter(Boolean).join(" · ");
  $("place").textContent = words;
  $("scrubber").value = String(step);
  $("scrubber").setAttribute("aria-valuetext", words);
  const query = new URLSearchParams(location.search);
  if (seat || query.has("seat")) query.set("seat", String(seat + 1));
  history.replaceState(null, "", `${location.pathname}?${query}#${step}`);
  SIDES.forEach((side, n) => {
    const { length, running, log } = compared[side];
    const ply = steps[step][n];
    const before = step ? steps[step - 1][n] : ply;
    $(`${side}-about`).textContent = [say("comparing.move", { ply, length }), running ? say("comparing.running") : ""].filter(Boolean).join(", ");
    const told = log.slice(before, ply).flat();
    $(`${side}-happened`).textContent = told.length ? told.join(" ") : step ? say("comparing.nothing") : "";
  });
}

/**
 * @param {"one" | "other"} side
 * @param {FrameOut} frame
 * @param {(picture: PictureOut) => string} svg
 */
function draw(side, frame, svg) {
  const shown = frame.pictures.filter((each) => ["main", "side"].includes(each.area));
  if (isShown($(`${side}-pictures`), shown.map((each) => each.key))) return;
  const look = (/** @type {PictureOut} */ each) => (each.area === "main" ? "picture" : "picture beside");
  fill($(`${side}-pictures`), ...shown.map((each) => el("div", { class: look(each) }, drawn(svg(each)))));
}

// ---- the difference: what two positions are worth to a seat, line by line, and in words ---------------------

/** @typedef {{key: string, words: string, one: number | null, other: number | null}} Line */

/**
 * @param {FrameOut} one
 * @param {FrameOut} other
 * @param {number} seat
 * @returns {Line[]}
 */
function lines(one, other, seat) {
  const theirs = new Map(other.lines.map((each) => [each.key, each]));
  return one.lines.map(({ key, words, points }) => ({ key, words, one: points[seat] ?? null, other: theirs.get(key)?.points[seat] ?? null }));
}

/** @param {Line} line */
const difference = ({ one, other }) => (one === null || other === null ? null : other - one);

/**
 * @param {FrameOut} one
 * @param {FrameOut} other
 * @param {number} seat
 * @param {string} name
 */
function showDifference(one, other, seat, name) {
  const found = lines(one, other, seat);
  $("said").textContent = said(found, name);
  const head = [say("comparing.line"), say("comparing.side_one"), say("comparing.side_other"), say("comparing.difference")];
  fill($("lines"), el("thead", {}, el("tr", {}, ...head.map((words) => el("th", { scope: "col" }, words)))), el("tbody", {}, ...found.map(row)));
}

/** @param {Line} line */
function row(line) {
  const more = difference(line);
  const kind = more ? (more > 0 ? "more" : "less") : "";
  return el("tr", { class: line.key === "total" ? "total" : "" }, el("th", { scope: "row" }, line.words), el("td", {}, written(line.one)), el("td", {}, written(line.other)), el("td", { class: kind }, more === null ? "?" : signed(more)));
}

/**
 * @param {Line[]} found
 * @param {string} name
 */
function said(found, name) {
  const total = found.find((each) => each.key === "total");
  const by = total ? difference(total) : null;
  if (!total || by === null) return say("comparing.unknown");
  if (!by) return say("comparing.equal", { name, points: written(total.one) });
  const side = (/** @type {number} */ points) => say(points > 0 ? "comparing.side_other" : "comparing.side_one");
  const named = found.filter((each) => each.key !== "total" && difference(each)).sort((a, b) => Math.abs(difference(b) ?? 0) - Math.abs(difference(a) ?? 0)).slice(0, MOST);
  const most = named.map((each) => say("comparing.line_ahead", { words: each.words, points: `+${Math.abs(difference(each) ?? 0)}`, side: side(difference(each) ?? 0) }));
  const ahead = say("comparing.ahead", { name, count: Math.abs(by), side: side(by), one: written(total.one), other: written(total.other) });
  return [ahead, most.length > 0 && say("comparing.lines", { lines: listed(most) })].filter(Boolean).join(" ");
}

// ---- keys --------------------------------------------------------------------------------------------------

/** @param {number} way */
function nextPart(way) {
  const starts = compared.parts.map((each) => each.step);
  const found = way > 0 ? starts.find((each) => each > step) : starts.filter((each) => each < step).at(-1);
  return found ?? (way > 0 ? compared.steps.length - 1 : 0);
}

onKeys("input:not([type=range]), select, textarea", ({ key }) => {
  const keys = { ArrowRight: () => step + 1, ArrowLeft: () => step - 1, PageDown: () => nextPart(1), PageUp: () => nextPart(-1), Home: () => 0, End: () => compared.steps.length - 1 };
  const to = compared && keys[/** @type {keyof typeof keys} */ (key)];
  return to && (() => go(to()));
});

begin();
