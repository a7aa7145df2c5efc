// An edition file, looked at: what is wrong with it, or what it looks like.

import { post } from "../base/api.js";
import { $, el, fill } from "../base/dom.js";
import { orTell } from "../base/notice.js";
import { drawn, show } from "../base/svg.js";
import { say } from "../base/words.js";

/** @import { EditionOut, PieceOut, SectionOut } from "../../messages" */

const MOST = 200_000; // letters

$("edition").addEventListener("change", async () => {
  const [file] = $("edition").files;
  if (!file) return;
  fill($("drawn"));
  if (file.size > 4 * MOST) return wrong(say("gallery.too_large"));
  fill($("checked"), el("p", { class: "note" }, say("gallery.checking")));
  const text = await file.text();
  $("edition").value = ""; // so that the same file can be chosen again when it was put right
  if (text.length > MOST) return wrong(say("gallery.too_large"));
  await orTell(async () => tell(await post("/api/editions", { text })), wrong);
});

/** @param {string} sentence */
const wrong = (sentence) => fill($("checked"), el("p", { class: "notice" }, sentence));

/** @param {EditionOut} found */
function tell(found) {
  if (!found.sound) {
    const wrong = found.problems.map((each) => el("li", { lang: "en" }, each));
    return fill($("checked"), el("div", { class: "notice" }, el("p", {}, say("gallery.unsound", { count: wrong.length })), el("ul", {}, ...wrong)));
  }
  fill($("checked"), el("p", { class: "strip" }, say("gallery.sound", { title: found.title, label: found.label })));
  show($("symbols"), found.symbols);
  fill($("drawn"), ...found.sections.map(section));
}

/** @param {SectionOut} found */
const section = (found) =>
  el("section", {}, el("h4", {}, found.title), el("ul", { class: `pieces${found.wide ? " wide" : ""}` }, ...found.items.map(piece)));

/** @param {PieceOut} item */
function piece(item) {
  const picture = drawn(item.svg);
  return el(
    "li",
    { class: "piece" },
    el("div", { class: "drawing" }, picture),
    el("h5", {}, item.title),
    el("p", { class: "facts" }, item.count > 0 && el("span", { class: "many" }, say("gallery.count", { count: item.count })), item.source && el("span", { class: `source ${item.source}` }, say("gallery.source", { source: item.source }))),
    el("p", { class: "note" }, item.about),
  );
}
