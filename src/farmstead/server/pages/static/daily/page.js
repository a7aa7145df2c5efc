// The game of the day: one attempt, which begins with a click.

import { beginTable } from "../base/begin_table.js";
import "../base/dates.js";

for (const each of document.querySelectorAll("button.play-daily")) {
  const press = /** @type {HTMLButtonElement} */ (each);
  press.addEventListener("click", () => beginTable(press, `/api/daily/${press.dataset.game}`));
}
for (const each of document.querySelectorAll("a.share")) each.addEventListener("click", (event) => share(/** @type {HTMLAnchorElement} */ (each), event));

/**
 * Where pictures can be handed to another app they are; elsewhere the link downloads it.
 * @param {HTMLAnchorElement} link
 * @param {Event} event
 */
async function share(link, event) {
  if (!navigator.canShare?.({ files: [new File([], "x.png", { type: "image/png" })] })) return;
  event.preventDefault();
  const picture = await (await fetch(link.href)).blob();
  const files = [new File([picture], link.download, { type: "image/png" })];
  await navigator.share({ files, title: link.dataset.title }).catch(() => {}); // thought better of it
}
addEventListener("pageshow", (event) => event.persisted && location.reload()); // what was begun meanwhile
