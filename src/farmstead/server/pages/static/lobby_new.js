// The page on which a table is set up.

import { become } from "./api.js";
import { makeTable } from "./contributing.js";
import { $, el, fill } from "./dom.js";
import { makingForm } from "./making.js";
import { spoken } from "./place.js";
import { given } from "./words.js";

const { games, rules } = given("data");

/**
 * Make a table as somebody wishes it, and go there. The tokens of its seats are told only once.
 * @param {object} wish
 */
async function make(wish) {
  fill($("trouble"));
  try {
    await become("");
    const made = await makeTable(wish);
    const tokens = Object.fromEntries(made.invitations.map((/** @type {any} */ each) => [each.seat, each.token]));
    sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
    location.assign(spoken(`/t/${made.table.code}`));
  } catch (error) {
    fill($("trouble"), el("div", { class: "notice" }, el("p", {}, error instanceof Error ? error.message : String(error))));
    $("trouble").scrollIntoView({ block: "nearest" });
  }
}

const wanted = new URLSearchParams(location.search).get("game");
makingForm($("making-form"), { games, rules, wanted, make });
