// Where somebody wants a message when a slow game waits for them. Nothing is sent until they enter an address.

import { ask, get } from "../base/api.js";
import { button, el, fill, onSubmit } from "../base/dom.js";
import { orTell } from "../base/notice.js";
import { say } from "../base/words.js";

/** @import { Tried, WebhookOut } from "../../messages" */

/**
 * What a section of the page shows; nothing where the server sends no messages.
 * @returns {Promise<HTMLElement | null>}
 */
export async function webhookSection() {
  const found = /** @type {WebhookOut} */ (await get("/api/me/webhook"));
  if (!found.possible) return null;
  const body = el("div", { class: "stack" });
  const told = el("p", { role: "status" });
  show(body, told, found);
  return el("div", { class: "stack" }, el("h2", { id: "webhook-title" }, say("webhook.title")), el("p", { class: "note" }, say("webhook.lead")), body, told);
}

/**
 * @param {HTMLElement} body
 * @param {HTMLElement} told
 * @param {WebhookOut} found
 */
function show(body, told, found) {
  const deed = (/** @type {() => Promise<WebhookOut>} */ work) => () =>
    orTell(async () => show(body, told, await work()), (sentence) => (told.textContent = sentence));
  const attempt = async () => {
    told.textContent = say("webhook.trying");
    /** @type {Tried} */
    const { ok, why } = await ask("POST", "/api/me/webhook/try");
    told.textContent = ok ? say("webhook.arrived") : reason(why);
    return await get("/api/me/webhook");
  };
  const remove = async () => {
    const now = await ask("DELETE", "/api/me/webhook");
    told.textContent = say("webhook.none");
    return now;
  };
  fill(
    body,
    found.shown && el("p", {}, say("webhook.saved", { shown: found.shown })),
    found.paused ? el("p", { class: "notice" }, say("webhook.paused")) : found.why && el("p", { class: "note" }, reason(found.why)),
    found.shown && el("div", { class: "row wrap" }, button(say("webhook.try"), deed(attempt), { class: "quiet" }), button(say("webhook.remove"), deed(remove), { class: "quiet" })),
    form(deed, told),
  );
}

/** @param {string} why */
const reason = (why) => say("webhook.failed", { reason: say("webhook.why", { why }) });

/**
 * @param {(work: () => Promise<WebhookOut>) => () => Promise<void>} deed
 * @param {HTMLElement} told
 */
function form(deed, told) {
  const url = el("input", { id: "webhook-url", type: "url", required: true, maxlength: 500, autocomplete: "off", spellcheck: "false", placeholder: "https://discord.com/api/webhooks/…", "aria-describedby": "webhook-secret" });
  const save = deed(async () => {
    told.textContent = "";
    return await ask("PUT", "/api/me/webhook", { url: url.value.trim() });
  });
  const made = el("form", { class: "stack" }, el("label", { for: "webhook-url" }, say("webhook.address")), url, el("p", { class: "note", id: "webhook-secret" }, say("webhook.secret")), el("div", { class: "row" }, el("button", { class: "quiet" }, say("webhook.save"))));
  onSubmit(made, save);
  return made;
}
