// The page of whoever runs the server: people, tables and reports, by their numbers.

import { get, post, Refusal } from "../base/api.js";
import { closableNotice, tried } from "../base/notice.js";
import { $, button, confirmed, el, fill, onSubmit, openDialog } from "../base/dom.js";
import { ago, labelled, say } from "../base/words.js";

/** @import { ModeratedTableOut, PersonOut, ReportOut } from "../../messages" */

const PAGE_SIZE = 50; // rows that the server sends at once
const DEEDS = ["rename", "sign-out", "block", "delete"];

/**
 * Do something; without a passphrase that holds, ask for it again.
 * @param {() => Promise<void>} deed
 */
function told(deed) {
  $("done").hidden = true;
  return tried(async () => {
    try {
      await deed();
    } catch (error) {
      if (error instanceof Refusal && error.key === "operator_unknown") showDoor(true);
      throw error;
    }
  }, closableNotice);
}

/** @param {boolean} is */
function showDoor(is) {
  $("door").hidden = !is;
  $("inside").hidden = is;
  if (!is) return;
  for (const list of ["reports", "people", "tables"]) fill($(`${list}-list`));
  $("passphrase").focus();
}

/** @param {string} sentence */
function sayDone(sentence) {
  $("done").textContent = sentence;
  $("done").hidden = false;
  $("done").scrollIntoView({ block: "nearest" });
}

async function refresh() {
  showDoor(false);
  await Promise.all([listReports(), listPeople(), listTables()]);
}

// ---- people ------------------------------------------------------------------------------------------------

/** @param {PersonOut} each */
const called = (each) => say("operator.person", { name: each.name, number: each.id });

/** @param {PersonOut} each */
function aboutPerson(each) {
  const seen = each.seen === null ? say("operator.nowhere") : say("operator.seen", { when: ago(each.seen) });
  const parts = [say("operator.kind", { account: String(each.account) }), seen, say("operator.sits", { count: each.tables })];
  return [...parts, ...(each.blocked === null ? [] : [say("operator.is_blocked")])].join(" · ");
}

/** @param {number | null} before */
async function listPeople(before = null) {
  const asked = new URLSearchParams({ find: $("find").value, ...(before === null ? {} : { before: String(before) }) });
  /** @type {PersonOut[]} */
  const found = await get(`/api/operator/people?${asked}`);
  if (before === null) fill($("people-list"));
  $("people-list").append(...found.map((each) => el("li", {}, el("div", {}, el("strong", {}, called(each)), el("span", { class: "note" }, aboutPerson(each))), personDeeds(each))));
  $("people-more").hidden = found.length < PAGE_SIZE;
  $("people-more").onclick = () => told(() => listPeople(found[found.length - 1].id));
}

/** @param {PersonOut} each */
function personDeeds(each) {
  const offered = DEEDS.map((deed) => (deed === "block" && each.blocked !== null ? "unblock" : deed));
  return el("div", { class: "row wrap" }, ...offered.map((deed) => button(say("operator.deed", { deed }), () => told(() => toPerson(each, deed)), { class: deed === "delete" ? "quiet small danger" : "quiet small", "aria-label": labelled(say("operator.deed", { deed }), called(each)) })));
}

/**
 * @param {PersonOut} each
 * @param {string} deed
 */
async function toPerson(each, deed) {
  const name = deed === "rename" ? await asked(each) : "";
  if (name === null) return;
  const words = { title: say("operator.sure", { deed, who: called(each) }), text: say("operator.means", { deed, account: String(each.account) }), yes: say("operator.deed", { deed }) };
  if (!["rename", "unblock"].includes(deed) && !(await confirmed(words))) return;
  await post(`/api/operator/people/${each.id}/${deed}`, { name });
  await refresh();
  sayDone(say("operator.did", { deed, who: called(each) }));
}

/**
 * Another name; null when somebody thought better of it.
 * @param {PersonOut} each
 * @returns {Promise<string | null>}
 */
function asked(each) {
  return new Promise((resolve) => {
    const name = el("input", { id: "new-name", maxlength: 40, value: each.name, required: true, autofocus: true });
    const form = el("form", { class: "stack" }, el("label", { for: "new-name" }, say("operator.new_name", { who: called(each) })), name, el("div", { class: "row wrap" }, button(say("page.cancel"), () => dialog.close(), { class: "quiet" }), el("button", {}, say("operator.deed", { deed: "rename" }))));
    const dialog = openDialog({ "aria-labelledby": "dialog-title", onclose: () => resolve(null) }, el("h2", { id: "dialog-title" }, say("operator.deed", { deed: "rename" })), form);
    onSubmit(form, async () => {
      resolve(name.value);
      dialog.close();
    });
  });
}

// ---- tables ------------------------------------------------------------------------------------------------

/** @param {number | null} before */
async function listTables(before = null) {
  /** @type {ModeratedTableOut[]} */
  const found = await get(`/api/operator/tables${before === null ? "" : `?before=${before}`}`);
  if (before === null) fill($("tables-list"));
  $("tables-list").append(...found.map((each) => {
    const sitting = each.seats.filter((seat) => seat.player !== null).map((seat) => say("operator.person", { name: seat.name, number: seat.player ?? 0 }));
    const about = [say("operator.state", { state: each.state }), say("operator.public", { public: String(each.public) }), ago(each.changed), ...sitting].join(" · ");
    return el("li", {}, el("div", {}, el("strong", {}, say("operator.table", { number: each.id, game: each.game })), el("span", { class: "note" }, about)), tableDeeds(each));
  }));
  $("tables-more").hidden = found.length < PAGE_SIZE;
  $("tables-more").onclick = () => told(() => listTables(found[found.length - 1].id));
}

/** @param {ModeratedTableOut} each */
function tableDeeds(each) {
  const offered = ["waiting", "playing"].includes(each.state) ? ["close", "delete"] : ["delete"];
  const title = say("operator.table", { number: each.id, game: each.game });
  return el("div", { class: "row wrap" }, ...offered.map((deed) => button(say("operator.table_deed", { deed }), () => told(() => toTable(each.id, deed, title)), { class: deed === "delete" ? "quiet small danger" : "quiet small", "aria-label": labelled(say("operator.table_deed", { deed }), title) })));
}

/**
 * @param {number} number
 * @param {string} deed
 * @param {string} title
 */
async function toTable(number, deed, title) {
  const words = { title: say("operator.table_sure", { deed, title }), text: say("operator.table_means", { deed }), yes: say("operator.table_deed", { deed }) };
  if (!(await confirmed(words))) return;
  await post(`/api/operator/tables/${number}/${deed}`);
  await refresh();
  sayDone(say("operator.table_did", { deed, title }));
}

// ---- reports -----------------------------------------------------------------------------------------------

async function listReports() {
  /** @type {ReportOut[]} */
  const found = await get("/api/operator/reports");
  $("reports-none").hidden = found.length > 0;
  fill($("reports-list"), ...found.map(report));
}

/** @param {ReportOut} each */
function report(each) {
  const about = each.player ? called(each.player) : each.table === null ? say("operator.gone") : say("operator.about_table", { number: each.table });
  const by = say("operator.by", { who: called(each.reporter), when: ago(each.at) });
  const lines = each.chat.map((line) => el("li", {}, labelled(line.name || "–", line.text)));
  const done = async () => {
    await post(`/api/operator/reports/${each.id}/done`);
    await listReports();
  };
  return el("li", {}, el("div", {}, el("strong", {}, about), el("p", {}, each.text), el("span", { class: "note" }, by), lines.length > 0 && el("details", {}, el("summary", {}, say("operator.chat")), el("ul", {}, ...lines))), el("div", { class: "row wrap" }, each.player && personDeeds(each.player), button(say("operator.settle"), () => told(done), { class: "quiet small" })));
}

// ---- in and out --------------------------------------------------------------------------------------------

onSubmit($("door-form"), () =>
  told(async () => {
    const passphrase = $("passphrase").value;
    $("passphrase").value = "";
    await post("/api/operator/session", { passphrase });
    await refresh();
  }),
);
onSubmit($("people-form"), () => told(() => listPeople()));
$("leave").addEventListener("click", () =>
  told(async () => {
    await post("/api/operator/session/end");
    showDoor(true);
  }),
);
get("/api/operator").then(
  () => told(refresh),
  () => showDoor(true),
);
