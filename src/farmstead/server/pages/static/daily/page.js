// The game of the day: one attempt, which begins with a click.

import { become, post } from "../base/api.js";
import "../base/dates.js";
import { $, el, fill } from "../base/dom.js";
import { spoken } from "../base/urls.js";

/** @import { TableOut } from "../../messages" */

/** @param {HTMLButtonElement} press */
async function play(press) {
  press.disabled = true;
  fill($("trouble"));
  try {
    await become("");
    /** @type {TableOut} */
    const table = await post(`/api/daily/${press.dataset.game}`);
    location.assign(spoken(`/t/${table.code}`));
  } catch (error) {
    fill($("trouble"), el("div", { class: "notice" }, el("p", {}, error instanceof Error ? error.message : String(error))));
    $("trouble").scrollIntoView({ block: "nearest" });
    press.disabled = false;
  }
}

for (const each of document.querySelectorAll("button.play-daily")) {
  const press = /** @type {HTMLButtonElement} */ (each);
  press.addEventListener("click", () => play(press));
}
addEventListener("pageshow", (event) => event.persisted && location.reload()); // what was begun meanwhile
