// What a table is put in with: tools to tap with, numbers to count up and down, choices.

import { button, el, fill, isShown, select } from "../base/dom.js";
import { shape } from "../base/svg.js";
import { given, labelled, say } from "../base/words.js";

/** @import { PaletteOut, SettingOut, StepperOut, StepsOut, ToolOut } from "../../messages" */

const { game, prefix } = given("data");
const FEW = 4; // tools with a picture that a narrow page has room to name

/** @type {Set<string>} kinds by which the long palette is sifted: what is shown has all of them */
const sifted = new Set();

/** The next tile will be another one. */
export const unsift = () => sifted.clear();

/**
 * A paragraph of the rules.
 * @param {string} number such as `WG 5.6`
 */
export function rule(number) {
  const address = `/rules/${game}#${number.replace(`${prefix} `, "")}`;
  return el("a", { href: address, class: "rule-link", "aria-label": say("score.rule", { rule: number }) }, number);
}

/** @param {string} symbol */
const sign = (symbol) =>
  shape("svg", { "aria-hidden": "true", viewBox: "0 0 48 48" }, shape("use", { href: `#${symbol}`, width: 48, height: 48 }));

/**
 * @param {Element} place
 * @param {PaletteOut[]} found
 * @param {string} tool in hand
 * @param {(tool: string) => void} take
 */
export function palettes(place, found, tool, take) {
  if (isShown(place, found, tool)) return;
  const scrolled = [...place.querySelectorAll(".palette")].map((each) => each.scrollLeft);
  fill(place, ...found.map((palette) => one(palette, tool, take)));
  for (const [n, each] of [...place.querySelectorAll(".palette")].entries()) each.scrollLeft = scrolled[n] ?? 0;
}

/**
 * @param {PaletteOut} palette
 * @param {string} tool
 * @param {(tool: string) => void} take
 */
function one(palette, tool, take) {
  const tools = palette.tools.map((each) => toolButton(each, tool, take, Boolean(palette.sieve.length)));
  const pictured = palette.tools.filter((each) => each.symbol).length > FEW;
  const kind = palette.sieve.length ? " many" : pictured ? " icons" : "";
  const list = el("div", { class: `palette${kind}`, role: "group", "aria-label": palette.title }, ...tools);
  const none = el("p", { class: "note", hidden: true }, say("score.none_left"));
  sift(list, none);
  return el("div", { class: "tool-group" }, el("div", { class: "row wrap" }, el("h3", { class: "eyebrow" }, palette.title), sieve(palette.sieve, list, none)), list, none);
}

/**
 * @param {ToolOut} each
 * @param {string} tool
 * @param {(tool: string) => void} take
 * @param {boolean} pictured whether the picture says it
 */
function toolButton(each, tool, take, pictured) {
  const attributes = {
    class: "tool quiet",
    "aria-pressed": String(each.key === tool),
    "aria-label": pictured ? each.name : null,
    title: pictured ? each.name : null,
    "aria-keyshortcuts": each.letter || null,
    "data-key": `tool ${each.key}`,
    "data-kinds": each.kinds.join(" "),
    hidden: !each.left,
    onclick: () => take(each.key),
    type: "button",
  };
  return el("button", attributes, each.symbol && sign(each.symbol), pictured ? null : el("span", {}, each.name), each.letter ? el("kbd", { "aria-hidden": "true" }, each.letter) : null);
}

/**
 * @param {[string, string][]} kinds
 * @param {Element} list
 * @param {HTMLElement} none
 */
function sieve(kinds, list, none) {
  if (!kinds.length) return null;
  const buttons = [["", say("score.all")], ...kinds].map(([kind, name]) =>
    button(name, () => {
      if (!kind) sifted.clear();
      else if (!sifted.delete(kind)) sifted.add(kind);
      for (const each of buttons) each.setAttribute("aria-pressed", String(isSifted(each.dataset.kind ?? "")));
      sift(list, none);
    }, { class: "quiet small", "aria-pressed": String(isSifted(kind)), "data-kind": kind, "data-key": `sieve ${kind}` }),
  );
  return el("div", { class: "row wrap sieve", role: "group", "aria-label": say("score.sieve") }, ...buttons);
}

/** @param {string} kind nothing: by none */
const isSifted = (kind) => (kind ? sifted.has(kind) : !sifted.size);

/** @param {Element} list @param {HTMLElement} none */
function sift(list, none) {
  let any = !list.classList.contains("many");
  for (const each of list.querySelectorAll(".tool")) {
    const kinds = (each.getAttribute("data-kinds") ?? "").split(" ");
    const out = list.classList.contains("many") && [...sifted].some((kind) => !kinds.includes(kind));
    each.classList.toggle("sifted", out);
    any ||= !out && !each.hasAttribute("hidden");
  }
  none.hidden = any;
}

/**
 * @param {Element} place
 * @param {StepsOut[]} found
 * @param {(deed: string) => void} change
 */
export function steps(place, found, change) {
  if (isShown(place, found)) return;
  fill(place, ...found.map((group) => el("fieldset", {}, el("legend", {}, group.title), ...group.steppers.map((each) => stepper(each, change)))));
}

/**
 * @param {StepperOut} each
 * @param {(deed: string) => void} change
 */
function stepper(each, change) {
  const name = labelled(each.name, each.number);
  return el(
    "div",
    { class: "stepper", role: "group", "aria-label": name },
    el("span", { class: "what" }, each.symbol && sign(each.symbol), el("span", {}, each.name)),
    button("−", () => change(`less ${each.key}`), { class: "quiet", "aria-label": say("score.less", { name: each.name }), disabled: !each.number, "data-key": `less ${each.key}` }),
    el("output", {}, String(each.number)),
    button("+", () => change(`more ${each.key}`), { class: "quiet", "aria-label": say("score.more", { name: each.name }), "data-key": `more ${each.key}` }),
  );
}

/**
 * @param {Element} place
 * @param {SettingOut[]} found
 * @param {(deed: string) => void} change
 */
export function settings(place, found, change) {
  if (isShown(place, found)) return;
  fill(
    place,
    ...found.map((each) => {
      const field = select(each.choices, each.value, { "data-key": `set ${each.key}` });
      field.addEventListener("change", () => change(`set ${each.key} ${field.value}`));
      return el("label", { class: "inline" }, each.name, field);
    }),
  );
}
