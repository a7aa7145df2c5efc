// A table with every choice there is.

import { el, fill, select } from "./dom.js";
import { all, say } from "./words.js";

const WHO = ["me", "device", "open", "invited", "bot", "client"];
const CLOCKS = [0, 60, 300, 1800, 86_400, 259_200, 604_800];
const USUAL_LEVEL = 3;
const FLAGS = ["public", "spectators", "chat", "hints"];
const USUALLY_ON = ["spectators", "chat", "hints"];

/**
 * @param {any} game
 * @returns {[number, string][]}
 */
function levels(game) {
  return game.levels.map((/** @type {any} */ each) => [each.level, say("making.level_short", each)]);
}

/**
 * @param {HTMLFormElement} form
 * @param {any[]} games
 * @param {(wish: object) => void} make
 */
export function makingForm(form, games, make) {
  const game = select(games.map((each) => [each.name, each.title]), games[0].name, { id: "making-game" });
  const body = el("div", { class: "stack" });
  const draw = () => fill(body, ...parts(games.find((each) => each.name === game.value)));
  game.addEventListener("change", draw);
  draw();
  fill(form, el("label", { for: "making-game" }, say("making.game")), game, body, el("button", {}, say("making.make")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    make(await wished(form, game.value));
  });
}

/** @param {any} game */
function parts(game) {
  const counts = Array.from({ length: game.most - game.fewest + 1 }, (_, n) => game.fewest + n);
  const count = select(counts.map((n) => [n, String(n)]), Math.max(2, game.fewest), { id: "making-count" });
  const seats = el("ol", { class: "making-seats" });
  const draw = () => {
    while (seats.children.length > Number(count.value)) seats.lastElementChild?.remove();
    while (seats.children.length < Number(count.value)) seats.append(seatRow(game, seats.children.length));
  };
  count.addEventListener("change", draw);
  draw();
  return [el("label", { for: "making-count" }, say("making.seats")), count, seats, rules(game), options(game)];
}

/**
 * @param {any} game
 * @param {number} seat
 */
function seatRow(game, seat) {
  const number = seat + 1;
  const who = select(WHO.map((each) => [each, say("making.who", { who: each })]), seat ? "bot" : "me", { class: "who", "aria-label": say("making.who_label", { number }) });
  const name = el("input", { class: "name", maxlength: 40, placeholder: say("making.name"), "aria-label": say("making.name_label", { number }) });
  const level = select(levels(game), USUAL_LEVEL, { class: "level", "aria-label": say("making.level", { number }) });
  const show = () => {
    name.hidden = who.value !== "device";
    level.hidden = who.value !== "bot";
  };
  who.addEventListener("change", show);
  show();
  return el("li", {}, el("span", { class: `chip seat${number}` }, String(number)), who, name, level);
}

/**
 * The switches of the game, as far as there are words for them.
 * @param {any} game
 */
function rules(game) {
  const rows = Object.entries(game.switches).map(([name, usual]) => {
    const values = Object.entries(all("switch_value")[name] ?? {});
    const id = `switch-${name}`;
    return el("div", { class: "field" }, el("label", { for: id }, say(`switch.${name}`)), select(/** @type {any} */ (values), usual, { id, class: "switch", name }));
  });
  return el("fieldset", {}, el("legend", {}, say("making.rules")), ...rows);
}

/** @param {any} game */
function options(game) {
  const clock = select(CLOCKS.map((seconds) => [seconds, say("making.clock_for", { seconds })]), 0, { id: "making-clock" });
  const level = select(levels(game), USUAL_LEVEL, { id: "making-level" });
  const flags = FLAGS.map((name) =>
    el("label", { class: "inline" }, el("input", { type: "checkbox", id: `making-${name}`, checked: USUALLY_ON.includes(name) }), say(`making.${name}`)),
  );
  return el(
    "fieldset",
    {},
    el("legend", {}, say("making.table")),
    el("div", { class: "field" }, el("label", { for: "making-clock" }, say("making.clock")), clock),
    el("div", { class: "field" }, el("label", { for: "making-level" }, say("making.takeover")), level),
    ...flags,
    el("div", { class: "field" }, el("label", { for: "making-edition" }, say("making.edition")), el("input", { type: "file", accept: ".toml", id: "making-edition" })),
  );
}

// ---- what was chosen ---------------------------------------------------------------------------------------

/**
 * @param {HTMLFormElement} form
 * @param {string} game
 */
async function wished(form, game) {
  const value = (/** @type {string} */ id) => /** @type {any} */ (form.querySelector(id));
  const file = value("#making-edition").files[0];
  return {
    game,
    seats: [...form.querySelectorAll(".making-seats > li")].map(seatWish),
    switches: [...form.querySelectorAll("select.switch")].map((each) => `${each.getAttribute("name")}=${/** @type {HTMLSelectElement} */ (each).value}`),
    edition: file ? await file.text() : "",
    clock: Number(value("#making-clock").value),
    level: Number(value("#making-level").value),
    ...Object.fromEntries(FLAGS.map((name) => [name, value(`#making-${name}`).checked])),
  };
}

/** @param {Element} row */
function seatWish(row) {
  const value = (/** @type {string} */ part) => /** @type {any} */ (row.querySelector(part)).value;
  const who = value(".who");
  if (who === "bot") return { who, level: Number(value(".level")) };
  return who === "device" ? { who, name: value(".name") } : { who };
}
