// The lobby: who you are, games to begin, games to go on with, tables of others, and what is yours.

import { ask, become, get } from "./api.js";
import { $, button, el, fill } from "./dom.js";
import { listing } from "./listing.js";
import { makingForm } from "./making.js";
import { gameCard } from "./play_now.js";
import { given, say } from "./words.js";
import { yours } from "./yours.js";

const GAMES = given("data").games;

/** @param {unknown} error */
function trouble(error) {
  const text = error instanceof Error ? error.message : String(error);
  fill($("trouble"), el("div", { class: "notice" }, el("p", {}, text), button(say("page.close"), () => fill($("trouble")), { class: "quiet" })));
  $("trouble").scrollIntoView({ block: "nearest" });
}

/**
 * Do something, and say why if it cannot be done.
 * @param {() => Promise<void>} deed
 */
async function attempt(deed) {
  fill($("trouble"));
  try {
    await deed();
  } catch (error) {
    trouble(error);
  }
}

/**
 * Make a table as somebody wishes it, and go there.
 * @param {object} wish
 */
async function make(wish) {
  await become($("name").value);
  const made = await ask("POST", "/api/tables", wish);
  const tokens = Object.fromEntries(made.invitations.map((/** @type {any} */ each) => [each.seat, each.token]));
  sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
  location.assign(`/t/${made.table.code}`);
}

/** @param {string | null} name */
function greet(name) {
  $("hello").textContent = name ? say("lobby.hello", { name }) : say("lobby.first");
  $("name-button").textContent = say(name ? "lobby.rename" : "lobby.say_name");
  $("name").value = name ?? "";
  $("mine").hidden = $("yours").hidden = !name;
}

async function refresh() {
  const { name } = await get("/api/me");
  greet(name);
  await listing("public", "/api/tables");
  if (name) {
    await listing("mine", "/api/tables/mine");
    await yours(attempt, refresh);
  }
}

$("name-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  attempt(async () => {
    await become($("name").value);
    await refresh();
  });
});
fill($("games"), ...GAMES.map((/** @type {any} */ game) => gameCard(game, (wish) => attempt(() => make(wish)))));
makingForm($("making-form"), GAMES, (wish) => attempt(() => make(wish)));
addEventListener("pageshow", (event) => event.persisted && attempt(refresh)); // come back to by the back button
attempt(refresh);
