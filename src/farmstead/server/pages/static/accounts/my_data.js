// What is yours: to see, to take away, to delete.

import { ask, get } from "../base/api.js";
import { $, button, confirmed, el, fill } from "../base/dom.js";
import { ago, say } from "../base/words.js";

/** @import { SessionOut } from "../../messages" */

/** @typedef {(deed: () => Promise<string | void>) => Promise<void>} Attempt a deed that may say what was done */

/**
 * Where somebody is known. A guest who is forgotten by the last browser can never come back: that is asked before.
 * @param {boolean} isGuest
 * @param {Attempt} attempt
 */
export async function listDevices(isGuest, attempt) {
  /** @type {SessionOut[]} */
  const sessions = await get("/api/me/sessions");
  const forget = (/** @type {SessionOut} */ each) => async () => {
    if (each.current && isGuest && !(await confirmed(words("forget")))) return;
    await ask("DELETE", `/api/me/sessions/${each.id}`);
    return say("yours.revoked");
  };
  fill($("devices-list"), ...sessions.map((each) => device(each, isGuest, () => attempt(forget(each)))));
  $("devices-others").hidden = sessions.length < 2;
}

/**
 * @param {SessionOut} each
 * @param {boolean} isGuest
 * @param {() => void} forget
 */
function device(each, isGuest, forget) {
  const name = each.device || say("yours.device");
  const seen = say("yours.session", { since: ago(each.created), seen: ago(each.seen) });
  const title = el("strong", {}, each.current ? say("yours.here", { device: name }) : name);
  const deed = say(isGuest ? "yours.revoke_guest" : "yours.revoke");
  const press = button(deed, forget, { class: "quiet", "aria-label": `${deed}: ${name}` });
  return el("li", {}, el("div", {}, title, el("span", { class: "note" }, seen)), press);
}

/** @param {Attempt} attempt */
export function yours(attempt) {
  const revokeOthers = async () => {
    await ask("DELETE", "/api/me/sessions");
    return say("yours.revoked");
  };
  const deleteAll = async () => {
    if (!(await confirmed(words("delete")))) return;
    await ask("DELETE", "/api/me");
    return say("yours.deleted");
  };
  $("devices-others").addEventListener("click", () => attempt(revokeOthers));
  $("delete").addEventListener("click", () => attempt(deleteAll));
}

/** @param {"forget" | "delete"} what */
function words(what) {
  const of = {
    forget: { title: say("yours.forget_title"), text: say("yours.forget_text"), yes: say("yours.forget_yes") },
    delete: { title: say("yours.delete_title"), text: say("yours.delete_text"), yes: say("yours.delete_yes") },
  };
  return { ...of[what], no: say("page.cancel") };
}
