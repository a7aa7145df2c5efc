// The page on which a table is set up.

import { become } from "../base/api.js";
import { makeTable } from "../fair/contribution.js";
import { $, el, fill } from "../base/dom.js";
import { makingForm } from "./new_table_form.js";
import { spoken } from "../base/urls.js";
import { given } from "../base/words.js";

/** @import { TableIn } from "../../messages" */

const { games, rules } = given("data");

/**
 * Make a table as somebody wishes it, and go there. The tokens of its seats are told only once.
 * @param {TableIn} wish
 */
async function make(wish) {
  fill($("trouble"));
  try {
    await become("");
    const made = await makeTable(wish);
    const tokens = Object.fromEntries(made.invitations.map((each) => [each.seat, each.token]));
    sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
    location.assign(spoken(`/t/${made.table.code}`));
  } catch (error) {
    fill($("trouble"), el("div", { class: "notice" }, el("p", {}, error instanceof Error ? error.message : String(error))));
    $("trouble").scrollIntoView({ block: "nearest" });
  }
}

const wanted = new URLSearchParams(location.search).get("game");
makingForm($("making-form"), { games, rules, wanted, make });
