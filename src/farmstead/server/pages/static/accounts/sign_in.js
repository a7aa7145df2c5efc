// An account: to make one, to sign in and out, to change the passphrase.

import { ask, get, post, Refusal } from "../base/api.js";
import { $, confirmed } from "../base/dom.js";
import { say } from "../base/words.js";

/** @import { AccountOut, SessionOut, SignInIn } from "../../messages" */

/** @typedef {(deed: () => Promise<string | void>) => Promise<void>} Attempt a deed that may say what was done */

/** @param {Attempt} attempt */
export function account(attempt) {
  onSubmit("make", async () => {
    await post("/api/account", { name: $("make-name").value, passphrase: $("make-passphrase").value });
    return say("yours.made");
  }, attempt);
  onSubmit("enter", async () => {
    if (await enter(false)) return say("yours.entered");
  }, attempt);
  onSubmit("change", async () => {
    await ask("PUT", "/api/account/passphrase", { old: $("change-old").value, new: $("change-new").value });
    $("change").open = false;
    return say("yours.changed");
  }, attempt);
  $("leave").addEventListener("click", () => attempt(leave));
}

/**
 * What a form is for; its passphrases do not stay in it once it is done.
 * @param {"make" | "enter" | "change"} name
 * @param {() => Promise<string | void>} deed
 * @param {Attempt} attempt
 */
function onSubmit(name, deed, attempt) {
  const form = $(`${name}-form`);
  /** @type {HTMLInputElement[]} */
  const secrets = [...form.querySelectorAll("input[type=password]")];
  const shown = $(`${name}-shown`);
  const show = () => secrets.forEach((each) => (each.type = shown.checked ? "text" : "password"));
  shown.addEventListener("change", show);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(async () => {
      const done = await deed();
      if (!done) return;
      secrets.forEach((each) => (each.value = ""));
      shown.checked = false;
      show();
      return done;
    });
  });
}

/**
 * Sign in; a guest's games are given up only by whoever says so. Whether it was done.
 * @param {boolean} isLeaving
 * @returns {Promise<boolean>}
 */
async function enter(isLeaving) {
  /** @type {SignInIn} */
  const sent = { name: $("enter-name").value, passphrase: $("enter-passphrase").value, leave_guest: isLeaving };
  try {
    await post("/api/account/session", sent);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== "guest_has_games") throw error;
  }
  const words = { title: say("yours.guest_title"), text: say("yours.guest_text"), yes: say("yours.guest_yes"), no: say("page.cancel") };
  return (await confirmed(words)) && enter(true);
}

async function leave() {
  /** @type {SessionOut[]} */
  const sessions = await get("/api/me/sessions");
  const here = sessions.find((each) => each.current);
  await ask("DELETE", `/api/me/sessions/${here?.id}`);
  return say("yours.left");
}

/** What is known of the account, for who has one. */
export async function showAccount() {
  /** @type {AccountOut} */
  const { name, created } = await get("/api/account");
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(created);
  $("account-text").textContent = say("yours.account_text", { name, day });
  $("change-name").value = name;
}
