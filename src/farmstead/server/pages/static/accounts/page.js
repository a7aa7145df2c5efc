// Who you are: your name, your account, your devices, and all that is yours.

import { account, showAccount } from "./sign_in.js";
import { become, get } from "../base/api.js";
import { closableNotice, tried } from "../base/notice.js";
import { $, fill } from "../base/dom.js";
import { webhookSection } from "./webhook.js";
import { say } from "../base/words.js";
import { listDevices, yours } from "./my_data.js";

/** @import { Me } from "../../messages" */

/**
 * Do something, say what was done, or why it cannot be; then show what is so now.
 * @param {() => Promise<string | void>} deed
 */
async function told(deed) {
  $("done").hidden = true;
  await tried(async () => {
    const done = await deed();
    if (!done) return;
    await refresh();
    $("done").textContent = done;
    $("done").hidden = false;
    $("done").scrollIntoView({ block: "nearest" });
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.closest("[hidden]")) $("done").focus(); // it was on what is no longer there
  }, closableNotice);
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
  await listDevices(!hasAccount, told);
  const webhook = await webhookSection();
  $("webhook").hidden = !webhook;
  fill($("webhook"), webhook);
}

$("name-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  told(async () => {
    const name = await become($("name").value);
    return say("yours.named", { name });
  });
});
account(told);
yours(told);
addEventListener("pageshow", (event) => event.persisted && told(refresh)); // come back to by the back button
told(refresh);
