// The home page: games to begin, games to go on with, tables of others.

import { become, get } from "../base/api.js";
import { makeTable } from "../fair/contribution.js";
import { closableNotice, tried } from "../base/notice.js";
import { $ } from "../base/dom.js";
import { listMine, listNothing, listPublic } from "./table_list.js";
import { spoken } from "../base/urls.js";
import { given, say } from "../base/words.js";

/** @import { GameShown, Me, SeatIn, TableIn } from "../../messages" */

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
    [".now", () => others({ who: "bot", level: value(".level") })],
    [".alone", () => []],
    [".friends", () => others({ who: "open" })],
  ];
  const level = /** @type {HTMLSelectElement} */ (card.querySelector(".level"));
  const tell = () => (/** @type {HTMLElement} */ (card.querySelector(".how")).textContent = game.levels[level.selectedIndex].how);
  level.addEventListener("change", tell);
  tell(); // a browser may remember another choice
  for (const [part, seats] of ways) {
    const press = /** @type {HTMLButtonElement | null} */ (card.querySelector(part));
    if (!press) continue;
    press.disabled = false;
    press.addEventListener("click", () => pressed(press, () => make({ game: game.name, seats: [{ who: "me" }, ...seats()] })));
  }
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

async function refresh() {
  /** @type {Me} */
  const { name } = await get("/api/me");
  $("whoami").textContent = name ?? say("lobby.who_am_i");
  $("whoami").setAttribute("aria-label", name ? say("lobby.named", { name }) : say("lobby.unnamed"));
  $("whoami").hidden = false;
  const played = name ? await listMine() : listNothing();
  document.body.classList.toggle("has-tables", played > 0);
  await listPublic();
}

for (const game of /** @type {GameShown[]} */ (given("data").games)) playable(game);
addEventListener("pageshow", (event) => event.persisted && tried(refresh, closableNotice)); // come back to by the back button
tried(refresh, closableNotice);
