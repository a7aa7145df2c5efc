// Searching in a rulebook: what does not fit is hidden, what is looked for is lit.

import { $, onSubmit } from "../base/dom.js";
import { say } from "../base/words.js";

const field = /** @type {HTMLInputElement} */ ($("search-words"));
const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rule")]);
const holders = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chapter, .between")]);
const folds = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".developers")]);

/**
 * Without accents and capitals, so that they need not be typed.
 * @param {string} text
 */
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").replace(/[’]/g, "'").toLowerCase();

const texts = new Map(rules.map((rule) => [rule, plain(rule.textContent ?? "")]));

/**
 * A number stands for a paragraph or a chapter, any other word for itself.
 * @param {HTMLElement} rule
 * @param {string} word
 */
function fits(rule, word) {
  if (/^[rs]?\d+(\.\d+)?$/.test(word)) return plain(rule.id) === word || rule.id.startsWith(`${word}.`);
  return texts.get(rule)?.includes(word) ?? false;
}

function search() {
  const words = plain(field.value).replace(/^(wg|sv)\s+/, "").split(/\s+/).filter(Boolean);
  const found = rules.filter((rule) => words.every((word) => fits(rule, word)));
  const shown = new Set(found);
  for (const rule of rules) rule.hidden = !shown.has(rule);
  for (const fold of folds) fold.open = words.length > 0 && !!fold.querySelector(".rule:not([hidden])");
  for (const part of holders) part.hidden = words.length > 0 && !part.querySelector(".rule:not([hidden])");
  document.body.classList.toggle("searching", words.length > 0);
  if (words.length) found[0]?.closest(".chapter")?.scrollIntoView({ block: "start" });
  $("search-found").textContent = words.length ? say("rules.found", { count: found.length }) : "";
}

/** Somebody follows a link to what the search has hidden, or what is folded up. */
function arrived() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = /** @type {HTMLDetailsElement | null | undefined} */ (target?.closest(".developers"));
  if (target && !target.getClientRects().length) {
    field.value = "";
    search();
    target.scrollIntoView();
  }
  if (fold && !fold.open) {
    fold.open = true;
    target?.scrollIntoView();
  }
  target?.focus({ preventScroll: true });
}

$("search").hidden = false;
onSubmit($("search"), () => /** @type {HTMLElement | null} */ (document.querySelector(".rule:not([hidden]) .number"))?.focus());
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    search();
  }
});
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    field.focus();
  }
});
addEventListener("hashchange", arrived);
if (location.hash) arrived();
