// Bringing records along: dropped or chosen, sent, checked by the server, and then looked at.

import { ask, become, get, post } from "../base/api.js";
import { inBase64 } from "../base/base64.js";
import { $, button, confirmed, el, fill } from "../base/dom.js";
import { orTell } from "../base/notice.js";
import { spoken } from "../base/urls.js";
import { ago, given, say } from "../base/words.js";

/** @import { KeptOut } from "../../messages" */

const LARGEST = given("data").largest;

/** @param {string} sentence */
function trouble(sentence) {
  fill($("reading"));
  fill($("trouble"), el("div", { class: "notice" }, el("p", {}, sentence)));
}

/** @param {File} file */
async function bring(file) {
  fill($("trouble"));
  if (file.size > LARGEST) return trouble(say("replay.too_large", { name: file.name, most: Math.floor(LARGEST / 1e6) }));
  fill($("reading"), say("replay.reading", { name: file.name }));
  await orTell(async () => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    await become("");
    const { name } = await post("/api/studies", { file: inBase64(bytes) });
    location.assign(spoken(`/replay/${name}`));
  }, trouble);
}

/** @param {KeptOut[]} records */
function list(records) {
  $("mine-none").hidden = records.length > 0;
  fill($("mine"), ...records.map(row));
}

/** @param {KeptOut} record */
function row(record) {
  const when = ago(record.at);
  const drop = async () => {
    const words = { title: say("replay.delete_title"), text: say("replay.delete_text"), yes: say("replay.delete"), no: say("replay.delete_no") };
    if (!(await confirmed(words))) return;
    await orTell(async () => {
      list((await ask("DELETE", `/api/studies/${record.name}`)).records);
      fill($("reading"), say("replay.deleted"));
      $("mine-title").focus();
    }, trouble);
  };
  return el(
    "li",
    {},
    el("div", {}, el("strong", {}, record.title), el("span", { class: "note" }, `${when} · ${say("replay.size", { size: Math.ceil(record.size / 1000) })}`)),
    el("div", { class: "row deeds" }, el("a", { class: "button quiet", href: `/replay/${record.name}`, "aria-label": say("replay.link_named", { title: record.title, names: when }) }, say("replay.link")),
    button(say("replay.delete"), drop, { class: "quiet danger", "aria-label": say("replay.delete_named", { title: record.title, when }) })),
  );
}

const drop = $("drop");
for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const file = event.dataTransfer?.files[0];
  if (file) bring(file);
});
$("file").addEventListener("change", () => {
  const file = $("file").files[0];
  if (file) bring(file);
  $("file").value = "";
});
orTell(async () => list((await get("/api/studies")).records), trouble);
