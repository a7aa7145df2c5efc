// The page on which a table is set up: every choice there is, each explained.

import { become } from "../base/api.js";
import { makeTable } from "../fair/contribution.js";
import { notice, tried } from "../base/notice.js";
import { $, el, fill, onSubmit, select } from "../base/dom.js";
import { spoken } from "../base/urls.js";
import { all, given, say } from "../base/words.js";

/** @import { GameShown, SeatIn, TableIn } from "../../messages" */

/** @type {{games: GameShown[], rules: Paragraphs, alone?: boolean}} alone: there is no server */
const { games, rules, alone = false } = given("data");
const WHO = alone ? ["me", "bot", "device"] : ["me", "open", "bot", "device", "invited", "client"];
const CLOCKS = alone ? [0] : [0, 60, 300, 1800, 86_400, 259_200, 604_800];
const USUAL_LEVEL = 3;
const BOT_LEVEL = 2; // of an opponent, as on the home page
const FLAGS = alone ? ["hints"] : ["public", "spectators", "chat", "hints", "rated"];
const USUALLY_ON = ["spectators", "chat", "hints", "rated"];

/** @typedef {{[game: string]: {[name: string]: string[]}}} Paragraphs of the rules about each switch */

/**
 * Who a bot may be: a neighbour by id, or a level.
 * @param {GameShown} game
 */
const bots = (game) => {
  const neighbours = game.neighbours.map((each) => el("option", { value: each.id }, say("neighbours.chosen", { ...each })));
  const known = game.levels.map((each) => el("option", { value: each.level, selected: each.level === BOT_LEVEL }, say("making.level_full", { ...each })));
  return [el("optgroup", { label: say("neighbours.group") }, ...neighbours), el("optgroup", { label: say("neighbours.group_levels") }, ...known)];
};

/**
 * @param {GameShown} game
 * @returns {[number, string][]}
 */
const levels = (game) => game.levels.map((each) => [each.level, say("making.level_full", { ...each })]);

/**
 * A labelled control with a sentence about it.
 * @param {string} label
 * @param {HTMLElement} control has an id
 * @param {...(Node | string)} about
 */
function field(label, control, ...about) {
  control.setAttribute("aria-describedby", `${control.id}-about`);
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control, el("p", { class: "note", id: `${control.id}-about` }, ...about));
}

// ---- who plays ---------------------------------------------------------------------------------------------

/** @param {GameShown} game */
function people(game) {
  const counts = Array.from({ length: game.most - game.fewest + 1 }, (_, n) => game.fewest + n);
  const count = select(counts.map((n) => [n, String(n)]), Math.max(2, game.fewest), { id: "making-count" });
  const seats = el("ol", { class: "making-seats" });
  const draw = () => {
    while (seats.children.length > Number(count.value)) seats.lastElementChild?.remove();
    while (seats.children.length < Number(count.value)) seats.append(seatRow(game, seats.children.length));
  };
  count.addEventListener("change", draw);
  draw();
  return el("fieldset", { class: "card" }, el("legend", {}, say("making.people")), field(say("making.seats"), count, say("making.seats_about")), seats);
}

/**
 * @param {GameShown} game
 * @param {number} seat
 */
function seatRow(game, seat) {
  const number = seat + 1;
  const about = el("p", { class: "note", id: `who-${seat}-about` });
  const who = select(WHO.map((each) => [each, say("making.who", { who: each })]), seat ? "bot" : "me", { class: "who", "aria-label": say("making.who_label", { number }), "aria-describedby": about.id });
  const name = el("input", { class: "name", maxlength: 40, placeholder: say("making.player", { number }), "aria-label": say("making.name_label", { number }) });
  const level = el("select", { class: "level", "aria-label": say("neighbours.seat", { number }) }, ...bots(game));
  const usual = game.neighbours[(game.neighbours.findIndex((each) => each.level === BOT_LEVEL) + Math.max(0, seat - 1)) % game.neighbours.length];
  level.value = usual?.id ?? String(BOT_LEVEL);
  const show = () => {
    name.hidden = who.value !== "device";
    level.hidden = who.value !== "bot";
    about.textContent = say("making.who_about", { who: who.value });
  };
  who.addEventListener("change", show);
  show();
  return el("li", {}, el("span", { class: `chip seat${number}`, "aria-hidden": "true" }, String(number)), who, name, level, about);
}

/**
 * What few people change, folded up below its title and what is in it.
 * @param {string} title
 * @param {string} about
 * @param {...import("../base/dom.js").Child} content
 */
const folded = (title, about, ...content) =>
  el("details", { class: "card folded" }, el("summary", {}, el("h2", {}, title), el("span", { class: "note" }, about)), el("div", { role: "group", "aria-label": title }, ...content));

// ---- how it is played --------------------------------------------------------------------------------------

/**
 * The switches of the game, as far as there are words for them.
 * @param {GameShown} game
 * @param {{[name: string]: string[]}} paragraphs
 */
function switches(game, paragraphs) {
  const rows = Object.entries(game.options).map(([name, usual]) => {
    const said = Object.keys(all("switch_value")[name] ?? {}).filter((value) => value !== "by" && value !== "other");
    const values = /** @type {[string, string][]} */ (said.map((value) => [value, say(`switch_value.${name}`, { value })]));
    const links = (paragraphs[name] ?? []).flatMap((number) => [" ", el("a", { href: `/rules/${game.name}#${number}`, target: "_blank", rel: "noopener" }, say("making.paragraph", { number }))]);
    return field(say(`switch.${name}`), select(values, String(usual), { id: `switch-${name}`, class: "switch", name }), say(`switch_about.${name}`), ...links);
  });
  return rows.length > 0 && folded(say("making.rules"), say("making.rules_about"), el("div", { class: "two" }, ...rows));
}

/** @param {GameShown} game */
function table(game) {
  const clock = select(CLOCKS.map((seconds) => [seconds, say("making.clock_for", { seconds })]), 0, { id: "making-clock" });
  const level = select(levels(game), USUAL_LEVEL, { id: "making-level" });
  const edition = el("input", { type: "file", accept: ".toml", id: "making-edition" });
  return folded(
    say("making.table"),
    say("making.table_about"),
    el("div", { class: "two" }, field(say("making.clock"), clock, say("making.clock_about")), field(say("making.takeover"), level, say("making.takeover_about"))),
    el("div", { class: "two" }, ...FLAGS.map(flag)),
    game.editions && !alone && field(say("making.edition"), edition, say("making.edition_about")),
  );
}

/** @param {string} name */
function flag(name) {
  const box = el("input", { type: "checkbox", id: `making-${name}`, checked: USUALLY_ON.includes(name), "aria-describedby": `making-${name}-about` });
  return el("div", { class: "flag" }, el("label", { class: "inline" }, box, say(`making.${name}`)), el("p", { class: "note", id: `making-${name}-about` }, say(`making.${name}_about`)));
}

// ---- what was chosen ---------------------------------------------------------------------------------------

/**
 * @param {HTMLFormElement} form
 * @param {string} game
 */
async function wished(form, game) {
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (form.querySelector(id));
  const file = value("#making-edition")?.files?.[0];
  return {
    game,
    seats: [...form.querySelectorAll(".making-seats > li")].map(seatWish),
    options: [...form.querySelectorAll("select.switch")].map((each) => `${each.getAttribute("name")}=${/** @type {HTMLSelectElement} */ (each).value}`),
    edition: file ? await file.text() : "",
    clock: Number(value("#making-clock").value),
    level: Number(value("#making-level").value),
    ...Object.fromEntries(FLAGS.map((name) => [name, value(`#making-${name}`).checked])),
  };
}

/**
 * @param {Element} row
 * @returns {SeatIn}
 */
function seatWish(row) {
  const value = (/** @type {string} */ part) => /** @type {HTMLInputElement} */ (row.querySelector(part)).value;
  const who = /** @type {SeatIn["who"]} */ (value(".who"));
  const bot = value(".level");
  if (who === "bot") return games[0].neighbours.some((each) => each.id === bot) ? { who, neighbour: bot } : { who, level: Number(bot) };
  const usual = /** @type {HTMLInputElement} */ (row.querySelector(".name")).placeholder; // nobody else is called as I am
  return who === "device" ? { who, name: value(".name").trim() || usual } : { who };
}

// ---- the page ----------------------------------------------------------------------------------------------

/**
 * Make a table as somebody wishes it, and go there. The tokens of its seats are told only once.
 * @param {TableIn} wish
 */
async function make(wish) {
  await tried(async () => {
    await become("");
    const made = await makeTable(wish);
    const tokens = Object.fromEntries(made.invitations.map((each) => [each.seat, each.token]));
    sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
    location.assign(spoken(`/t/${made.table.code}`));
  }, notice);
}

const wanted = new URLSearchParams(location.search).get("game");
const first = games.find((each) => each.name === wanted) ?? games[0];
const form = $("making-form");
const body = el("div", { class: "stack" });
const chosen = () => /** @type {HTMLInputElement} */ (form.querySelector("[name=game]:checked")).value;
const draw = () => {
  const game = games.find((each) => each.name === chosen()) ?? first;
  fill(body, people(game), table(game), switches(game, rules[game.name] ?? {}));
};
const radios = games.map((each) =>
  el("label", { class: "inline pick" }, el("input", { type: "radio", name: "game", value: each.name, checked: each === first, onchange: draw }), each.title),
);
const press = el("button", {}, say("making.make"));
fill(form, el("fieldset", { class: "card" }, el("legend", {}, say("making.game")), el("div", { class: "row wrap" }, ...radios)), body, press);
draw();
onSubmit(form, async () => {
  press.disabled = true;
  await make(await wished(form, chosen()));
  press.disabled = false;
});
