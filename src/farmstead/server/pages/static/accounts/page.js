// Who you are: your name, your account, your devices, and all that is yours.

import { account, showAccount } from "./sign_in.js";
import { become, get } from "../base/api.js";
import { $, button, el, fill } from "../base/dom.js";
import { webhookSection } from "./webhook.js";
import { say } from "../base/words.js";
import { listDevices, yours } from "./my_data.js";

/** @import { Me } from "../../messages" */

/**
 * Do something, say what was done, or why it cannot be; then show what is so now.
 * @param {() => Promise<string | void>} deed
 */
async function attempt(deed) {
  fill($("trouble"));
  $("done").hidden = true;
  try {
    const done = await deed();
    if (!done) return;
    await refresh();
    $("done").textContent = done;
    $("done").hidden = false;
    $("done").scrollIntoView({ block: "nearest" });
    if (isLost(document.activeElement)) $("done").focus();
  } catch (error) {
    trouble(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Whether the focus was on something that is no longer there.
 * @param {Element | null} focused
 */
function isLost(focused) {
  return !focused || focused === document.body || focused.closest("[hidden]") !== null;
}

/** @param {string} sentence */
function trouble(sentence) {
  const close = button(say("page.close"), () => fill($("trouble")), { class: "quiet" });
  fill($("trouble"), el("div", { class: "notice" }, el("p", {}, sentence), close));
  $("trouble").scrollIntoView({ block: "nearest" });
}

async function refresh() {
  /** @type {Me} */
  const { name, account: hasAccount } = await get("/api/me");
  $("name").value = name ?? "";
  $("make-name").value ||= name && name !== say("page.guest") ? name : "";
  $("guest").hidden = Boolean(hasAccount);
  $("account").hidden = !hasAccount;
  $("name-lead").textContent = say(hasAccount ? "yours.name_lead" : "lobby.name_lead");
  for (const part of ["devices", "everything"]) $(part).hidden = !name;
  if (hasAccount) await showAccount();
  if (!name) return;
  await listDevices(!hasAccount, attempt);
  const webhook = await webhookSection();
  $("webhook").hidden = !webhook;
  fill($("webhook"), webhook);
}

$("name-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  attempt(async () => {
    const name = await become($("name").value);
    return say("yours.named", { name });
  });
});
account(attempt);
yours(attempt);
addEventListener("pageshow", (event) => event.persisted && attempt(refresh)); // come back to by the back button
attempt(refresh);
