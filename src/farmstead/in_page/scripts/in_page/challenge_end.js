// At the end of a game without a server: a link by which others are challenged, and both farms where one was taken up.

import { get } from "../base/api.js";
import { quietly } from "../base/attempt.js";
import { $, copyable, el } from "../base/dom.js";
import { drawn } from "../base/svg.js";
import { given, say } from "../base/words.js";

const end = $("end");
let asked = false;

/**
 * @param {string} words
 * @param {string} svg
 */
const side = (words, svg) => el("figure", { class: "side-by-side" }, el("figcaption", {}, el("strong", {}, words)), el("div", { class: "picture" }, drawn(svg)));

async function show() {
  if (end.hidden || asked) return;
  asked = true;
  const { text, rival, sides } = await get(`/api/tables/${given("data").code}/challenge`);
  const address = new URL(`challenge.html#${text}`, location.href).href;
  const link = text && copyable(say("in_page.challenge_link"), address, say("in_page.challenge_copy"), say("page.copied"));
  const both = sides.length > 1 && [side(say("in_page.challenge_you", { points: sides[0].points }), sides[0].svg), side(say("in_page.challenge_they", { name: rival.name || say("page.guest"), points: sides[1].points }), sides[1].svg)];
  const parts = [both && el("h3", {}, say("in_page.challenge_end")), ...(both || []), link && el("h3", {}, say("in_page.challenge_send")), link && el("p", { class: "note" }, say("in_page.challenge_note")), link];
  if (both || link) end.firstElementChild?.append(el("div", { id: "challenge", class: "stack" }, ...parts));
}

new MutationObserver(() => quietly(show)).observe(end, { attributes: true, attributeFilter: ["hidden"] });
quietly(show);
