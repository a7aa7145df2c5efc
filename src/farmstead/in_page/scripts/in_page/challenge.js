// A challenge that somebody was sent: what was reached, and a table with the same draws.

import { become, post } from "../base/api.js";
import { $ } from "../base/dom.js";
import { notice, tried } from "../base/notice.js";
import { spoken } from "../base/urls.js";
import { say } from "../base/words.js";

const text = location.hash.slice(1); // behind a #, so that no server ever gets it

/** Make the table, and go there. */
async function play() {
  const name = await become("");
  const made = await post(`/api/challenges?name=${encodeURIComponent(name)}`, { text });
  location.assign(spoken(`/t/${made.table.code}`));
}

tried(async () => {
  const { name, points, title } = await post("/api/challenges/look", { text });
  $("challenge-lead").textContent = say("in_page.challenge_lead", { name: name || say("page.guest"), points, title });
  $("challenge-play").disabled = false;
  $("challenge-play").addEventListener("click", () => tried(play, notice));
}, notice);
