// The game of the day: one attempt, which begins with a click.

import { beginTable } from "../base/begin_table.js";
import "../base/dates.js";

for (const each of document.querySelectorAll("button.play-daily")) {
  const press = /** @type {HTMLButtonElement} */ (each);
  press.addEventListener("click", () => beginTable(press, `/api/daily/${press.dataset.game}`));
}
addEventListener("pageshow", (event) => event.persisted && location.reload()); // what was begun meanwhile
