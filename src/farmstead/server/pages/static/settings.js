// What this device prefers, and all keys.

import { $, button, el, select } from "./dom.js";
import { keep, kept } from "./kept.js";
import { wantNotices } from "./notices.js";
import { say } from "./words.js";

const KEYS = { arrows: "← ↑ → ↓", enter: "Enter", escape: "Esc", r: "R", digits: "1 – 6", p: "P", u: "U", t: "T", question: "?" };

/** @param {() => void} changed */
export function settings(changed) {
  apply();
  $("open-settings").addEventListener("click", () => openSettings(changed));
}

/** Whatever style sheets have to know. */
function apply() {
  document.documentElement.dataset.contrast = kept.contrast ? "more" : "";
  document.documentElement.dataset.signs = kept.signs ? "strong" : "";
  document.documentElement.dataset.aids = kept.aids ? "on" : "off";
  document.documentElement.dataset.speed = kept.speed;
}

/** @param {() => void} changed */
export function openSettings(changed) {
  if (document.querySelector("dialog[open]")) return;
  const use = (/** @type {Partial<import("./kept.js").Kept>} */ wish) => {
    keep(wish);
    apply();
    changed();
  };
  const flag = (/** @type {"confirm" | "aids" | "contrast" | "signs"} */ name) =>
    el("label", { class: "inline" }, el("input", { type: "checkbox", checked: kept[name], onchange: (/** @type {any} */ event) => use({ [name]: event.target.checked }) }), say(`settings.${name}`));
  const speeds = /** @type {[string, string][]} */ (["off", "slow", "usual", "fast"].map((speed) => [speed, say("settings.speed_of", { speed })]));
  const dialog = el(
    "dialog",
    { class: "settings-dialog", "aria-labelledby": "settings-title", onclose: () => dialog.remove() },
    el("h2", { id: "settings-title" }, say("settings.title")),
    flag("confirm"),
    flag("aids"),
    flag("contrast"),
    flag("signs"),
    notices(use),
    el("label", { class: "inline" }, say("settings.speed"), select(speeds, kept.speed, { onchange: (/** @type {any} */ event) => use({ speed: event.target.value }) })),
    keyList(),
    el("div", { class: "row" }, button(say("settings.close"), () => dialog.close(), { autofocus: true })),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Where there is hardly a keyboard, it is folded up. */
function keyList() {
  const rows = Object.entries(KEYS).flatMap(([name, key]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, say(`keys.${name}`))]);
  return el("details", { open: matchMedia("(hover: hover)").matches }, el("summary", {}, el("h3", {}, say("settings.keys"))), el("dl", { class: "keys" }, ...rows));
}

/** @param {(wish: Partial<import("./kept.js").Kept>) => void} use */
function notices(use) {
  const note = el("span", { class: "note" });
  const ask = async (/** @type {any} */ event) => {
    const allowed = event.target.checked && (await wantNotices());
    if (event.target.checked && !allowed) note.textContent = say("settings.notify_denied");
    event.target.checked = allowed;
    use({ notify: allowed });
  };
  return el("div", {}, el("label", { class: "inline" }, el("input", { type: "checkbox", checked: kept.notify, onchange: ask }), say("settings.notify")), note);
}
