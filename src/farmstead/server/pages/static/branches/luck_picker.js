// Where luck is chosen: what chance may bring, found die by die or by a few words, and the choice among it.

import { get, post } from "../base/api.js";
import { $, button, el, fill, select } from "../base/dom.js";
import { seatName } from "../board/seat_names.js";
import { drawn } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { LuckChoicesOut, LuckShown, OutcomeOut, SeatOut } from "../../messages" */

const FEW = 8; // outcomes that need no search
const SHOWN = 12; // of those that were found
const OF_SEAT = /\bseat (\d+)\b/; // in the name of an event

/** @typedef {{api: string, attempt: (deed: () => Promise<void>) => Promise<void>}} Tools */

/**
 * Whether this device is asked what chance brings.
 * @param {import("../board/types.js").State} state
 */
export const isChanceAsked = ({ table, look }) =>
  Boolean(look?.position.luck) && table.seats.some((/** @type {SeatOut} */ each) => each.mine && !each.away);

/**
 * What is asked, or what is waited for; nothing where chance has nothing to bring.
 * @param {import("../board/types.js").State} state
 */
export function chanceText(state) {
  const { table, look } = state;
  if (!look?.position.luck || table.phase === "closed") return "";
  if (!isChanceAsked(state)) return say("chance.waiting");
  const seat = OF_SEAT.exec(look.position.luck)?.[1];
  return seat ? say("chance.question_for", { name: seatName(table, Number(seat) - 1) }) : say("chance.question");
}

/**
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
export function showChance(state, tools) {
  const asked = isChanceAsked(state);
  const key = asked ? `${state.look?.position.number} ${state.look?.position.luck}` : "";
  if (($("chance").dataset.key ?? "") === key) return;
  const held = $("chance").contains(document.activeElement);
  $("chance").dataset.key = key;
  fill($("chance"));
  if (held) $("question").focus({ preventScroll: true }); // what was pressed is gone
  if (asked) tools.attempt(() => choose(key, state, tools));
}

/**
 * @param {string} key
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
async function choose(key, { table }, { api, attempt }) {
  /** @type {LuckShown} */
  const { luck, pictures } = await get(`/t/${table.code}/luck`).catch((error) => {
    if ($("chance").dataset.key === key) delete $("chance").dataset.key; // it is asked for again with the next word from the server
    throw error;
  });
  if ($("chance").dataset.key !== key || !luck.event) return;
  let sending = false;
  const send = (/** @type {object} */ wish) =>
    attempt(async () => {
      if (sending) return;
      sending = true;
      for (const each of $("chance").querySelectorAll("button")) each.setAttribute("aria-disabled", "true"); // and keeps the focus
      try {
        await post(`${api}/luck`, { event: luck.event, ...wish });
      } finally {
        sending = false;
        for (const each of $("chance").querySelectorAll("button")) each.removeAttribute("aria-disabled");
      }
    });
  const ways = luck.dice ? dice(luck, send) : (luck.outcomes.length > FEW ? searched : few)(luck.outcomes, pictures, send);
  fill(
    $("chance"),
    ways,
    el("div", { class: "row wrap" }, button(say("chance.fall"), () => send({}), { class: "quiet", id: "fall" }), button(say("chance.fall_all"), () => send({ rest: true }), { class: "quiet", id: "fall-all" })),
  );
}

/**
 * A face for each die.
 * @param {LuckChoicesOut} luck
 * @param {(wish: object) => void} send
 */
function dice({ dice, faces }, send) {
  const fields = Array.from({ length: dice }, (_, n) => select(faces.map((each) => [each.face, each.words]), faces[n % faces.length].face, { "aria-label": say("chance.die", { number: n + 1 }) }));
  const bring = () => send({ dice: fields.map((each) => each.value).join("") });
  return el("div", { class: "dice-chosen" }, ...fields, button(say("chance.bring"), bring, { id: "bring" }));
}

/**
 * @param {OutcomeOut[]} outcomes
 * @param {{[move: string]: string}} pictures
 * @param {(wish: object) => void} send
 */
function few(outcomes, pictures, send) {
  const whole = outcomes.reduce((sum, each) => sum + each.weight, 0);
  return el("div", { class: "row wrap outcomes" }, ...outcomes.map((each) => one(each, pictures, send, whole)));
}

/**
 * One thing that may come: a picture where there is one, its words always.
 * @param {OutcomeOut} outcome
 * @param {{[move: string]: string}} pictures
 * @param {(wish: object) => void} send
 * @param {number} [whole] of all weights
 */
function one({ move, words, weight }, pictures, send, whole = 0) {
  const svg = pictures[move];
  const odds = whole ? el("span", { class: "note" }, say("chance.weight", { count: weight, whole })) : null;
  const press = button("", () => send({ move }), { class: svg ? "quiet drawn-outcome" : "quiet", "data-move": move, "aria-label": svg ? words : null, title: svg ? words : null });
  if (svg) fill(press, el("span", { "aria-hidden": "true" }, drawn(svg)));
  else fill(press, words, odds);
  return press;
}

/**
 * Many: narrowed by words.
 * @param {OutcomeOut[]} outcomes
 * @param {{[move: string]: string}} pictures
 * @param {(wish: object) => void} send
 */
function searched(outcomes, pictures, send) {
  const count = el("p", { class: "note", role: "status" });
  const list = el("div", { class: "row wrap outcomes" });
  const field = el("input", { type: "search", id: "chance-search", placeholder: say("chance.search_hint"), autocomplete: "off", oninput: () => narrow() });
  const narrow = () => {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean);
    const found = outcomes.filter((each) => wanted.every((word) => plain(each.words).includes(word)));
    count.textContent = found.length > SHOWN ? say("chance.some", { shown: SHOWN, count: found.length }) : say("chance.found", { count: found.length });
    fill(list, ...found.slice(0, SHOWN).map((each) => one(each, pictures, send)));
  };
  narrow();
  return el("div", {}, el("div", { class: "field" }, el("label", { for: "chance-search" }, say("chance.search")), field), count, list);
}

/** @param {string} text */
const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
