// What this device prefers, and all keys.

import { ask, get } from "../base/api.js";
import { $, button, el, onSubmit, openDialog, select } from "../base/dom.js";
import { orTell } from "../base/notice.js";
import { keep, kept } from "../base/preferences.js";
import { wantNotices } from "./notifications.js";
import { say } from "../base/words.js";

const KEYS = { arrows: "← ↑ → ↓", n: "N", enter: "Enter", escape: "Esc", r: "R", digits: "1 – 6", p: "P", u: "U", t: "T", question: "?" };
const FLAGS = /** @type {const} */ (["confirm", "follow", "aids", "contrast", "signs", "sound"]);

/**
 * @param {() => void} changed
 * @param {() => HTMLElement} [keys] those of another page
 */
export function settings(changed, keys) {
  apply();
  $("open-settings").addEventListener("click", () => openSettings(changed, keys));
}

/** Whatever style sheets have to know. */
function apply() {
  document.documentElement.dataset.contrast = kept.contrast ? "more" : "";
  document.documentElement.dataset.signs = kept.signs ? "strong" : "";
  document.documentElement.dataset.aids = kept.aids ? "on" : "off";
  document.documentElement.dataset.speed = kept.speed;
}

/**
 * @param {() => void} changed
 * @param {() => HTMLElement} [keys]
 */
export function openSettings(changed, keys = keyList) {
  if (document.querySelector("dialog[open]")) return;
  const use = (/** @type {Partial<import("../base/preferences.js").Kept>} */ wish) => {
    keep(wish);
    if (wish.sound) import("./sounds.js").then(({ play }) => play(["cube", "coin"]));
    apply();
    changed();
  };
  const flag = (/** @type {typeof FLAGS[number]} */ name) =>
    el("label", { class: "inline" }, el("input", { type: "checkbox", checked: kept[name], onchange: (event) => use({ [name]: event.target.checked }) }), say(`settings.${name}`));
  const speeds = /** @type {[string, string][]} */ (["off", "slow", "usual", "fast"].map((speed) => [speed, say("settings.speed_of", { speed })]));
  const waysOut = [ // on a narrow screen the head of the page has no room for them
    el("a", { class: "button quiet small", href: "/" }, say("page.home")),
    el("a", { class: "button quiet small", href: "/rules", target: "_blank", rel: "noopener" }, say("page.rules")),
  ];
  const dialog = openDialog(
    { class: "settings-dialog", "aria-labelledby": "settings-title" },
    el("h2", { id: "settings-title", tabindex: -1, autofocus: true }, say("settings.title")),
    el("nav", { class: "row wrap", "aria-label": say("page.pages") }, ...waysOut),
    naming(changed),
    el("div", { class: "row wrap" }, twin("language", say("page.language")), twin("theme", say("page.theme_label"))),
    ...FLAGS.map(flag),
    notices(use),
    el("label", { class: "inline" }, say("settings.speed"), select(speeds, kept.speed, { onchange: (event) => use({ speed: event.target.value }) })),
    keys(),
    el("div", { class: "row" }, button(say("settings.close"), () => dialog.close())),
  );
}

/**
 * A list of the page itself once more, where it can be reached.
 * @param {"language" | "theme"} name
 * @param {string} label
 */
function twin(name, label) {
  const list = /** @type {HTMLSelectElement} */ ($(name));
  const options = /** @type {[string, string][]} */ ([...list.options].map((each) => [each.value, each.text]));
  const choose = (/** @type {{target: HTMLSelectElement}} */ event) => {
    list.value = event.target.value;
    list.dispatchEvent(new Event("change"));
  };
  return el("label", { class: "inline" }, label, select(options, list.value, { "data-twin": name, onchange: choose }));
}

/** @param {() => void} changed */
function naming(changed) {
  const name = el("input", { id: "settings-name", maxlength: 40, autocomplete: "nickname", placeholder: say("page.guest") });
  const note = el("p", { class: "note", role: "alert" });
  get("/api/me").then((me) => (name.value ||= me.name ?? ""), () => {});
  const use = async () => {
    name.value = (await ask("PUT", "/api/me", { name: name.value.trim() || say("page.guest") })).name;
    note.textContent = "";
    changed();
  };
  const form = el("form", { class: "copyable" }, el("label", {}, say("sitting.your_name"), name), el("button", { class: "quiet" }, say("settings.use_name")), note);
  onSubmit(form, () => orTell(use, (sentence) => (note.textContent = sentence)));
  return form;
}

/** Where there is hardly a keyboard, it is folded up. */
function keyList() {
  const rows = Object.entries(KEYS).flatMap(([name, key]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, say(`keys.${name}`))]);
  return el("details", { open: matchMedia("(hover: hover)").matches }, el("summary", {}, el("h3", {}, say("settings.keys"))), el("dl", { class: "keys" }, ...rows));
}

/** @param {(wish: Partial<import("../base/preferences.js").Kept>) => void} use */
function notices(use) {
  const note = el("span", { class: "note" });
  const ask = async (/** @type {{target: HTMLInputElement}} */ event) => {
    const allowed = event.target.checked && (await wantNotices());
    if (event.target.checked && !allowed) note.textContent = say("settings.notify_denied");
    event.target.checked = allowed;
    use({ notify: allowed });
  };
  return el("div", {}, el("label", { class: "inline" }, el("input", { type: "checkbox", checked: kept.notify, onchange: ask }), say("settings.notify")), note);
}
