// A review: how far it is, the better turns on the board, and which decisions are listed.

import { ask, become, get } from "../base/api.js";
import { $, copyable, el, fill, NARROW } from "../base/dom.js";
import { messageOf } from "../base/notice.js";
import { kept } from "../base/preferences.js";
import { drawn as picture, show } from "../base/svg.js";
import { markParts } from "./marks.js";
import { spoken } from "../base/urls.js";
import { given, say } from "../base/words.js";

/** @import { LineBoard, ReviewOut } from "../../messages" */

const DATA = given("data");
const WHERE = `/api/studies/${encodeURIComponent(DATA.name)}/review`;
const PAUSE = 1000; // milliseconds between two looks
let timer = 0; // until the next

// ---- how far it is --------------------------------------------------------------------------------------------

/** @param {unknown} error */
function trouble(error) {
  const place = $("trouble");
  place.hidden = false;
  place.textContent = messageOf(error);
}

/** @param {ReviewOut} now */
function tell(now) {
  clearTimeout(timer); // one at a time, whoever asked
  $("trouble").hidden = true;
  if (now.state === "done") return location.reload();
  const isUnderWay = now.state === "waiting" || now.state === "working";
  const words = { none: say("review_page.none"), failed: say("review_page.failed"), working: say("review_page.working"), waiting: say("review_page.waiting", { ahead: now.ahead }) };
  const said = words[/** @type {keyof typeof words} */ (now.state)];
  if ($("said").textContent !== said) $("said").textContent = said;
  const percent = now.whole ? Math.floor((100 * now.done) / now.whole) : 0;
  $("bar").value = percent;
  $("percent").textContent = say("review_page.percent", { percent });
  $("progress").hidden = !isUnderWay;
  $("ask").hidden = isUnderWay && now.wanted;
  $("cancel").hidden = !now.wanted || now.state === "failed";
  if (isUnderWay) timer = setTimeout(look, PAUSE);
}

async function look() {
  try {
    tell(await get(WHERE));
  } catch (error) {
    trouble(error);
    clearTimeout(timer);
    timer = setTimeout(look, 5 * PAUSE);
  }
}

/** @param {"POST" | "DELETE"} method to have it made, or to want it no longer */
async function wish(method) {
  try {
    if (method === "POST") await become("");
    const now = await ask(method, WHERE);
    if (!document.getElementById("bar")) return location.reload();
    tell(now);
    if (method === "DELETE") $("ask").focus();
  } catch (error) {
    trouble(error);
  }
}

document.getElementById("ask")?.addEventListener("click", () => wish("POST"));
document.getElementById("cancel")?.addEventListener("click", () => wish("DELETE"));
if (["waiting", "working"].includes(DATA.state)) timer = setTimeout(look, PAUSE);
fill($("share"), copyable(say("review_page.link"), location.href, say("review_page.copy"), say("review_page.copied")));

// ---- the better turn on the board -------------------------------------------------------------------------------

/** @type {Map<string, Promise<LineBoard>>} */
const drawn = new Map();

/** @param {string} ply @param {number} step */
function board(ply, step) {
  const address = `${WHERE}/board?${new URLSearchParams({ ply, step: String(step), narrow: String(NARROW.matches) })}`;
  const found = drawn.get(address) ?? /** @type {Promise<LineBoard>} */ (get(address));
  drawn.set(address, found);
  found.catch(() => drawn.delete(address));
  return found;
}

class Turning {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.ply = place.dataset.ply ?? "0";
    this.step = 0;
    this.steps = place.querySelectorAll("ol > li").length;
    this.back = /** @type {HTMLButtonElement} */ (place.querySelector(".back"));
    this.on = /** @type {HTMLButtonElement} */ (place.querySelector(".on"));
    this.back.addEventListener("click", () => this.go(this.step - 1));
    this.on.addEventListener("click", () => this.go(this.step + 1));
  }

  /** @param {number} step */
  async go(step) {
    this.step = Math.max(0, Math.min(step, this.steps));
    for (const [n, each] of this.place.querySelectorAll("ol > li").entries()) {
      if (n + 1 === this.step) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
    try {
      const found = await board(this.ply, this.step);
      if (found.step === this.step) this.show(found);
    } catch {
      this.tell(say("review_page.no_board"));
    }
    const isLost = document.activeElement === this.back ? this.step === 0 : document.activeElement === this.on && this.step === this.steps;
    this.back.disabled = this.step === 0;
    this.on.disabled = this.step === this.steps;
    if (isLost) (this.step === 0 ? this.on : this.back).focus();
  }

  /** @param {string} words */
  tell(words) {
    const where = /** @type {HTMLElement} */ (this.place.querySelector(".told-step"));
    if (where.textContent !== words) where.textContent = words;
  }

  /** @param {LineBoard} found */
  show(found) {
    const { step, steps, words } = found;
    this.tell(step ? [say("review_page.step_of", { step, steps, words }), ...found.said].join(" ") : say("review_page.start"));
    const loose = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${found.symbols}</defs></svg>`;
    const frames = found.pictures.map((each) => el("div", { class: `picture ${each.area}` }, picture(each.svg)));
    const symbols = found.symbols && el("div", { hidden: true }, picture(loose));
    fill(/** @type {Element} */ (this.place.querySelector(".boards")), ...frames, symbols);
    for (const frame of frames) {
      markParts(frame, found.made, "made", `✕ ${say("review_page.made_mark")}`);
      markParts(frame, found.better, "better", `✓ ${say("review_page.better_mark")}`);
    }
    fill(/** @type {Element} */ (this.place.querySelector(".position")), ...found.position.map((each) => el("li", {}, each)));
  }
}

async function boards() {
  const places = [...document.querySelectorAll(".turning")];
  if (!places.length) return;
  const answer = await fetch(spoken(`/api/studies/${encodeURIComponent(DATA.name)}/symbols?letters=${kept.signs}`)).catch(() => null);
  if (answer?.ok) show($("symbols"), await answer.text());
  $("symbols").hidden = false;
  const turnings = places.map((place) => new Turning(/** @type {HTMLElement} */ (place))); // all can be stepped at once
  for (const each of turnings) await each.go(each.step);
  document.body.dataset.drawn = "yes";
}

boards();

// ---- which decisions are listed -----------------------------------------------------------------------------------

function sift() {
  const kind = $("kind").value;
  const isCostly = $("costly").checked;
  let count = 0;
  for (const row of document.querySelectorAll("#decisions tbody tr")) {
    const fits = (kind === "*" || row.getAttribute("data-kind") === kind) && (!isCostly || row.hasAttribute("data-clear"));
    row.toggleAttribute("hidden", !fits);
    count += Number(fits);
  }
  $("count").textContent = say("review_page.shown", { count });
}

const form = document.getElementById("filter");
form?.addEventListener("change", sift);
form?.addEventListener("submit", (event) => event.preventDefault());
if (form) sift(); // a browser that comes back keeps what was chosen
