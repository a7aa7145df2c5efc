// Where people learn: what is done already, and the button that begins a guided game.

import { get } from "../base/api.js";
import { beginTable } from "../base/begin_table.js";
import { $ } from "../base/dom.js";
import { learned, noteGuide } from "./progress.js";
import { at } from "../base/urls.js";
import { say } from "../base/words.js";

/** @param {string | undefined} code of the guided game that was begun */
async function goOn(code) {
  if (!code || !(await get(`/api/tables/${code}`).catch(() => null))) return;
  $("go-on").href = at(`/t/${code}`);
  $("go-on").hidden = false;
}

const { guides, lessons } = learned();
for (const each of document.querySelectorAll("[data-guide]")) {
  const guide = guides[each.getAttribute("data-guide") ?? ""];
  /** @type {HTMLElement} */ (each).hidden = !guide;
  each.textContent = guide ? (guide.done ? `✓ ${say("learning.guide_done")}` : say("learning.guide_begun")) : "";
}
for (const each of document.querySelectorAll("[data-lesson]")) {
  const how = lessons[each.getAttribute("data-lesson") ?? ""];
  const mark = /** @type {HTMLElement} */ (each.querySelector(".mark"));
  mark.hidden = !how;
  mark.textContent = how ? `${how === "solved" ? "✓ " : ""}${say("learning.how_far", { how })}` : "";
}
for (const each of document.querySelectorAll("[data-count]")) {
  const solved = [...(each.closest("[data-game]")?.querySelectorAll("[data-lesson]") ?? [])].filter((one) => lessons[one.getAttribute("data-lesson") ?? ""] === "solved").length;
  each.textContent = solved ? say("learning.solved", { count: solved, of: each.getAttribute("data-of") ?? "" }) : "";
}

addEventListener("pageshow", (event) => event.persisted && location.reload()); // what was learnt meanwhile
const game = document.querySelector(".one[data-game]")?.getAttribute("data-game");
if (game) {
  $("begin").disabled = false;
  $("begin").addEventListener("click", () => beginTable($("begin"), `/api/learn/${game}`, ({ code }) => noteGuide(game, code, false)));
  goOn(guides[game]?.code);
}
