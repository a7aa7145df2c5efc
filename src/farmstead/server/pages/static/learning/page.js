// Where people learn: what is done already, and the button that begins a guided game.

import { become, get, post } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { learned, noteGuide } from "./progress.js";
import { at, spoken } from "../base/urls.js";
import { say } from "../base/words.js";

/**
 * @param {string} id
 * @returns {any} nothing where this page has none
 */
const maybe = (id) => document.getElementById(id);

function marks() {
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
}

/** @param {string} game */
async function begin(game) {
  const press = maybe("begin");
  press.disabled = true;
  fill(maybe("trouble"));
  try {
    await become("");
    const table = await post(`/api/learn/${game}`);
    noteGuide(game, table.code, false);
    location.assign(spoken(`/t/${table.code}`));
  } catch (error) {
    fill(maybe("trouble"), el("div", { class: "notice" }, el("p", {}, error instanceof Error ? error.message : String(error))));
    press.disabled = false;
  }
}

/** @param {string} game */
async function goOn(game) {
  const code = learned().guides[game]?.code;
  if (!code || !(await get(`/api/tables/${code}`).catch(() => null))) return;
  maybe("go-on").href = at(`/t/${code}`);
  maybe("go-on").hidden = false;
}

marks();
const game = document.querySelector(".one[data-game]")?.getAttribute("data-game");
if (game) {
  maybe("begin").disabled = false;
  maybe("begin").addEventListener("click", () => begin(game));
  goOn(game);
}
addEventListener("pageshow", (event) => event.persisted && location.reload()); // what was learnt meanwhile
