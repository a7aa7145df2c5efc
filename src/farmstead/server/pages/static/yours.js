// What is yours: to see, to take away, to delete.

import { ask, get } from "./api.js";
import { $, button, confirmed, el, fill } from "./dom.js";
import { webhookSection } from "./webhook.js";
import { ago, say } from "./words.js";

/**
 * @param {(deed: () => Promise<void>) => Promise<void>} attempt
 * @param {() => Promise<void>} refresh
 */
export async function yours(attempt, refresh) {
  const sessions = await get("/api/me/sessions");
  const webhook = await webhookSection();
  const forget = (/** @type {string} */ path) => () =>
    attempt(async () => {
      await ask("DELETE", path);
      await refresh();
    });
  fill(
    $("yours-body"),
    el("p", {}, say("yours.lead")),
    el("p", {}, el("a", { class: "button quiet", href: "/api/me/export", download: say("yours.export_file") }, say("yours.export"))),
    el("h3", {}, say("yours.sessions")),
    el("p", { class: "note" }, say("yours.sessions_lead")),
    el("ul", { class: "tables" }, ...sessions.map((/** @type {any} */ each) => session(each, forget))),
    sessions.length > 1 && button(say("yours.revoke_others"), forget("/api/me/sessions"), { class: "quiet" }),
    webhook && el("hr"),
    webhook,
    el("hr"),
    button(say("yours.delete"), () => attempt(() => deleteAll(refresh)), { class: "quiet danger" }),
  );
}

/**
 * @param {any} each
 * @param {(path: string) => () => void} forget
 */
function session(each, forget) {
  const text = say("yours.session", { since: ago(each.created), seen: ago(each.seen) });
  const press = button(say(each.current ? "yours.revoke_here" : "yours.revoke"), forget(`/api/me/sessions/${each.id}`), { class: "quiet" });
  return el("li", {}, el("div", {}, el("strong", {}, each.current ? say("yours.here") : ""), el("span", { class: "note" }, text)), press);
}

/** @param {() => Promise<void>} refresh */
async function deleteAll(refresh) {
  const words = { title: say("yours.delete_title"), text: say("yours.delete_text"), yes: say("yours.delete_yes"), no: say("page.cancel") };
  if (!(await confirmed(words))) return;
  await ask("DELETE", "/api/me");
  await refresh();
}
