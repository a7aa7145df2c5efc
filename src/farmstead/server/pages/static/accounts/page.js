// Who you are: your name, your account, your devices, and all that is yours.

import { ask, become, get, post, Refusal } from "../base/api.js";
import { closableNotice, tried } from "../base/notice.js";
import { $, button, confirmed, el, fill, onSubmit } from "../base/dom.js";
import { webhookSection } from "./webhook.js";
import { ago, labelled, say } from "../base/words.js";

/** @import { AccountOut, Me, SessionOut, SignInIn } from "../../messages" */

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
  await listDevices(!hasAccount);
  const webhook = await webhookSection();
  $("webhook").hidden = !webhook;
  fill($("webhook"), webhook);
}

// ---- the account -------------------------------------------------------------------------------------------

/** What is known of the account, for who has one. */
async function showAccount() {
  /** @type {AccountOut} */
  const { name, created } = await get("/api/account");
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(created);
  $("account-text").textContent = say("yours.account_text", { name, day });
  $("change-name").value = name;
}

/**
 * What a form is for; its passphrases do not stay in it once it is done.
 * @param {"make" | "enter" | "change"} name
 * @param {() => Promise<string | void>} deed
 */
function secretForm(name, deed) {
  const form = $(`${name}-form`);
  /** @type {HTMLInputElement[]} */
  const secrets = [...form.querySelectorAll("input[type=password]")];
  const shown = $(`${name}-shown`);
  const show = () => secrets.forEach((each) => (each.type = shown.checked ? "text" : "password"));
  const clear = () => {
    secrets.forEach((each) => (each.value = ""));
    shown.checked = false;
    show();
  };
  shown.addEventListener("change", show);
  onSubmit(form, () =>
    told(async () => {
      const done = await deed();
      if (done) clear();
      return done;
    }),
  );
}

/**
 * Sign in; a guest's games are given up only by whoever says so. What was done, if it was.
 * @param {boolean} isLeaving
 * @returns {Promise<string | void>}
 */
async function enter(isLeaving) {
  /** @type {SignInIn} */
  const sent = { name: $("enter-name").value, passphrase: $("enter-passphrase").value, leave_guest: isLeaving };
  try {
    await post("/api/account/session", sent);
    return say("yours.entered");
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== "guest_has_games") throw error;
  }
  const words = { title: say("yours.guest_title"), text: say("yours.guest_text"), yes: say("yours.guest_yes") };
  if (await confirmed(words)) return enter(true);
}

secretForm("make", async () => {
  await post("/api/account", { name: $("make-name").value, passphrase: $("make-passphrase").value, invitation: $("make-invitation").value.trim() });
  history.replaceState(null, "", location.pathname);
  return say("yours.made");
});
secretForm("enter", () => enter(false));
secretForm("change", async () => {
  await ask("PUT", "/api/account/passphrase", { old: $("change-old").value, new: $("change-new").value });
  $("change").open = false;
  return say("yours.changed");
});
onClick("leave", async () => {
  /** @type {SessionOut[]} */
  const sessions = await get("/api/me/sessions");
  await ask("DELETE", `/api/me/sessions/${sessions.find((each) => each.current)?.id}`);
  return say("yours.left");
});

// ---- what is yours: to see, to take away, to delete --------------------------------------------------------

/**
 * Where somebody is known. A guest who is forgotten by the last browser can never come back: that is asked before.
 * @param {boolean} isGuest
 */
async function listDevices(isGuest) {
  /** @type {SessionOut[]} */
  const sessions = await get("/api/me/sessions");
  fill($("devices-list"), ...sessions.map((each) => device(each, isGuest)));
  $("devices-others").hidden = sessions.length < 2;
}

/**
 * @param {SessionOut} each
 * @param {boolean} isGuest
 */
function device(each, isGuest) {
  const name = each.device || say("yours.device");
  const seen = say("yours.session", { since: ago(each.created), seen: ago(each.seen) });
  const title = el("strong", {}, each.current ? say("yours.here", { device: name }) : name);
  const deed = say(isGuest ? "yours.revoke_guest" : "yours.revoke");
  const forget = async () => {
    const words = { title: say("yours.forget_title"), text: say("yours.forget_text"), yes: say("yours.forget_yes") };
    if (each.current && isGuest && !(await confirmed(words))) return;
    await ask("DELETE", `/api/me/sessions/${each.id}`);
    return say("yours.revoked");
  };
  const press = button(deed, () => told(forget), { class: "quiet", "aria-label": labelled(deed, name) });
  return el("li", {}, el("div", {}, title, el("span", { class: "note" }, seen)), press);
}

onClick("devices-others", async () => {
  await ask("DELETE", "/api/me/sessions");
  return say("yours.revoked");
});
onClick("delete", async () => {
  const words = { title: say("yours.delete_title"), text: say("yours.delete_text"), yes: say("yours.delete_yes") };
  if (!(await confirmed(words))) return;
  await ask("DELETE", "/api/me");
  return say("yours.deleted");
});

/**
 * @param {string} id of a button
 * @param {() => Promise<string | void>} deed
 */
function onClick(id, deed) {
  $(id).addEventListener("click", () => told(deed));
}

const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation"); // browsers send it to nobody
if (invitation) $("make-invitation").value = invitation;

onSubmit($("name-form"), () => told(async () => say("yours.named", { name: await become($("name").value) })));
addEventListener("pageshow", (event) => event.persisted && told(refresh)); // come back to by the back button
told(refresh);
