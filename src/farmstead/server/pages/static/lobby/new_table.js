// The page on which a table is set up.

import { become } from "../base/api.js";
import { makeTable } from "../fair/contribution.js";
import { notice, tried } from "../base/notice.js";
import { $ } from "../base/dom.js";
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
  await tried(async () => {
    await become("");
    const made = await makeTable(wish);
    const tokens = Object.fromEntries(made.invitations.map((each) => [each.seat, each.token]));
    sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
    location.assign(spoken(`/t/${made.table.code}`));
  }, notice);
}

const wanted = new URLSearchParams(location.search).get("game");
makingForm($("making-form"), { games, rules, wanted, make });
