// The home page: games to begin, games to go on with, tables of others.

import { become, get } from "../base/api.js";
import { makeTable } from "../fair/contribution.js";
import { closableNotice, tried } from "../base/notice.js";
import { $, NARROW, button, el, onSubmit, openDialog } from "../base/dom.js";
import { store } from "../base/storage.js";
import { spoken } from "../base/urls.js";
import { choiceOfNeighbours } from "./neighbours.js";
import { ago, given, labelled, listed, say } from "../base/words.js";

/** @import { GameShown, Me, SeatIn, TableIn, TableOut, Tables } from "../../messages" */

/**
 * Make a table, and go there.
 * @param {TableIn} wish
 */
async function make(wish) {
  await tried(async () => {
    await become("");
    const { table } = await makeTable(wish);
    location.assign(spoken(`/t/${table.code}`));
  }, closableNotice);
}

/**
 * Wake the buttons of a card.
 * @param {GameShown} game
 */
function playable(game) {
  const card = /** @type {HTMLElement} */ (document.querySelector(`[data-game="${game.name}"]`));
  const value = (/** @type {string} */ part) => Number(/** @type {HTMLSelectElement} */ (card.querySelector(part)).value);
  const others = (/** @type {SeatIn} */ who) => Array.from({ length: value(".count") }, () => who);
  /** @type {[string, () => SeatIn[]][]} */
  const ways = [
    [".now", choiceOfNeighbours(card, game, () => value(".count"))],
    [".alone", () => []],
    [".friends", () => others({ who: "open" })],
  ];
  for (const [part, seats] of ways) {
    const press = /** @type {HTMLButtonElement | null} */ (card.querySelector(part));
    if (!press) continue;
    press.disabled = false;
    const wish = () => ({ game: game.name, seats: [{ who: /** @type {const} */ ("me") }, ...seats()] });
    const begin = () => pressed(press, () => make(wish()));
    press.addEventListener("click", part === ".friends" ? () => named(begin) : begin);
  }
}

let known = ""; // the name of whoever is here; a guest has told none

/**
 * Friends are to know who invites them: whoever has told no name is asked for it first.
 * @param {() => Promise<void>} deed
 */
function named(deed) {
  if (known && known !== say("page.guest")) return void deed();
  const name = el("input", { id: "invite-name", maxlength: 40, autocomplete: "nickname", required: true, autofocus: true });
  const form = el("form", { class: "stack" }, el("label", { for: "invite-name" }, say("lobby.name")), name, el("div", { class: "row wrap" }, button(say("page.cancel"), () => dialog.close(), { class: "quiet" }), el("button", {}, say("lobby.invite_go"))));
  const dialog = openDialog({ "aria-labelledby": "dialog-title" }, el("h2", { id: "dialog-title" }, say("lobby.invite_title")), el("p", {}, say("lobby.invite_text")), form);
  onSubmit(form, () =>
    tried(async () => {
      known = await become(name.value);
      dialog.close();
      await deed();
    }, closableNotice),
  );
}

/**
 * Once, and not again before it is done.
 * @param {HTMLButtonElement} press
 * @param {() => Promise<void>} deed
 */
async function pressed(press, deed) {
  const words = press.textContent;
  press.disabled = true;
  press.textContent = say("lobby.opening");
  try {
    await deed();
  } finally {
    press.disabled = false;
    press.textContent = words;
  }
}

// ---- lists of tables: mine, and those with seats for others --------------------------------------------------

/** Somebody whom nobody knows has no tables. */
function listNothing() {
  $("mine-list").replaceChildren();
  $("mine-none").hidden = false;
  $("mine-more").hidden = true;
  return 0;
}

/** @param {TableOut} table */
function rank(table) {
  if (isMyTurn(table)) return 0;
  return { playing: 1, waiting: 2 }[/** @type {string} */ (table.phase)] ?? 3;
}

/** @param {TableOut} table */
const isMyTurn = (table) => table.to_act.some((seat) => table.seats[seat].mine && !table.seats[seat].away);

/**
 * Fill a list, page by page: how many there are.
 * @param {"mine" | "public"} which
 * @param {string} path
 * @param {(tables: TableOut[]) => TableOut[]} arranged
 * @param {number | null} before
 * @returns {Promise<number>}
 */
async function list(which, path, arranged, before = null) {
  /** @type {Tables} */
  const page = await get(before === null ? path : `${path}?before=${before}`);
  const shown = $(`${which}-list`);
  if (before === null) shown.replaceChildren();
  shown.append(...arranged(page.tables).map((table) => row(which, table)));
  $(`${which}-none`).hidden = shown.children.length > 0;
  const more = $(`${which}-more`);
  const some = which === "mine" && shown.children.length > (NARROW.matches ? 2 : 4) && !$("mine").classList.contains("whole"); // what is to be played is seen first
  more.hidden = page.before === null && !some;
  more.onclick = () => {
    if (!some) return void list(which, path, arranged, page.before);
    $("mine").classList.add("whole");
    more.hidden = page.before === null;
    more.onclick = () => list(which, path, arranged, page.before);
  };
  return shown.children.length;
}

/**
 * @param {"mine" | "public"} which
 * @param {TableOut} table
 */
function row(which, table) {
  const mine = isMyTurn(table);
  const title = company(table);
  const words = deed(which, table);
  const about = [table.title, ...state(table), ago(table.changed)];
  return el(
    "li",
    { class: mine ? "my-turn" : null },
    el("span", { class: `chip seat${pawn(which, table)}`, "aria-hidden": "true" }, String(pawn(which, table))),
    el("div", {}, el("strong", {}, title), el("span", { class: "note" }, ...about.flatMap((part, n) => (n ? [" · ", part] : [part])))),
    table.phase === "over" && el("a", { class: "button quiet", href: `/replay/${table.code}`, "aria-label": say("lobby.replay_named", { title: table.title, names: title }) }, say("lobby.replay")),
    el("a", { class: mine ? "button" : "button quiet", href: `/t/${table.code}`, "aria-label": labelled(words, `${table.title}, ${title}`) }, words),
  );
}

/**
 * Whose colour stands before a table: mine, or the first free one.
 * @param {string} which
 * @param {TableOut} table
 */
function pawn(which, table) {
  const seat = table.seats.find((each) => (which === "mine" ? each.mine : each.for_me));
  return (seat?.seat ?? 0) + 1;
}

/**
 * Who sits there: the others by name, bots by number.
 * @param {TableOut} table
 */
function company(table) {
  const people = table.seats.filter((seat) => seat.name && !seat.mine).map((seat) => seat.name); // neighbours, too
  const device = table.seats.filter((seat) => seat.mine && seat.how === "device" && seat.name).map((seat) => seat.name);
  const bots = table.seats.filter((seat) => seat.how === "bot" && !seat.name).length;
  const names = [...people, ...device];
  if (bots === 1) names.push(say("lobby.bot"));
  if (bots > 1) names.push(say("lobby.bots", { count: bots }));
  if (names.length) return listed(names);
  if (table.seats.length === 1) return say("lobby.alone_there");
  return table.phase === "waiting" ? say("lobby.friends_awaited") : table.title;
}

/**
 * @param {TableOut} table
 * @returns {(Node | string)[]}
 */
function state(table) {
  if (isMyTurn(table)) return [el("b", { class: "mine" }, say("lobby.your_turn"))];
  if (table.phase === "waiting") {
    const taken = table.seats.filter((seat) => seat.how).length;
    return [say("lobby.taken", { taken, seats: table.seats.length })];
  }
  const waited = table.to_act.map((seat) => table.seats[seat].name || say("lobby.bot"));
  return [waited.length ? say("lobby.waiting_for", { names: listed([...new Set(waited)]) }) : say("lobby.phase", { phase: table.phase })];
}

/**
 * @param {"mine" | "public"} which
 * @param {TableOut} table
 */
function deed(which, table) {
  if (isMyTurn(table)) return say("lobby.sit_down");
  if (which === "mine") return say("lobby.go_on", { phase: table.phase });
  const free = table.seats.some((seat) => seat.for_me && !seat.invited);
  return say(table.phase === "waiting" && free ? "lobby.join" : "lobby.watch");
}

// ---- all of it ---------------------------------------------------------------------------------------------

async function refresh() {
  /** @type {Me} */
  const { name } = await get("/api/me");
  known = name ?? "";
  $("whoami").textContent = name ?? say("lobby.who_am_i");
  $("whoami").setAttribute("aria-label", name ? say("lobby.named", { name }) : say("lobby.unnamed"));
  $("whoami").hidden = false;
  const waitedFirst = (/** @type {TableOut[]} */ tables) => tables.sort((one, other) => rank(one) - rank(other));
  const played = name ? await list("mine", "/api/tables/mine", waitedFirst) : listNothing();
  document.body.classList.toggle("has-tables", played > 0);
  document.documentElement.classList.toggle("had-tables", played > 0);
  store("farmstead.tables", played > 0 ? "yes" : ""); // the next time the page has its place for them from the beginning
  await list("public", "/api/tables", (tables) => tables.filter((table) => !table.seats.some((seat) => seat.mine)));
}

for (const game of /** @type {GameShown[]} */ (given("data").games)) playable(game);
addEventListener("pageshow", (event) => event.persisted && tried(refresh, closableNotice)); // come back to by the back button
tried(refresh, closableNotice);
