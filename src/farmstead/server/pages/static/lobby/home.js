// The home page: games to begin, games to go on with, tables of others.

import { become, get } from "../base/api.js";
import { makeTable } from "../fair/contribution.js";
import { closableNotice, tried } from "../base/notice.js";
import { $ } from "../base/dom.js";
import { listMine, listNothing, listPublic } from "./table_list.js";
import { spoken } from "../base/urls.js";
import { playable } from "./quick_start.js";
import { given, say } from "../base/words.js";

/** @import { GameShown, Me, TableIn } from "../../messages" */

/**
 * Make a table, and go there.
 * @param {TableIn} wish
 */
async function make(wish) {
  await become("");
  const { table } = await makeTable(wish);
  location.assign(spoken(`/t/${table.code}`));
}

/** @param {string | null} name */
function greet(name) {
  const link = $("whoami");
  link.textContent = name ?? say("lobby.who_am_i");
  link.setAttribute("aria-label", name ? say("lobby.named", { name }) : say("lobby.unnamed"));
  link.hidden = false;
}

async function refresh() {
  /** @type {Me} */
  const { name } = await get("/api/me");
  greet(name);
  const played = name ? await listMine() : listNothing();
  document.body.classList.toggle("has-tables", played > 0);
  await listPublic();
}

for (const game of /** @type {GameShown[]} */ (given("data").games)) playable(game, (wish) => tried(() => make(wish), closableNotice));
addEventListener("pageshow", (event) => event.persisted && tried(refresh, closableNotice)); // come back to by the back button
tried(refresh, closableNotice);
