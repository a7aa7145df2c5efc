// Playing by keys alone, wherever nobody is writing.

import { $ } from "./dom.js";

/**
 * @typedef {object} Keyboard
 * @property {(key: string) => void} walk
 * @property {(step: number) => void} next
 * @property {() => void} enter
 * @property {() => void} escape
 * @property {(step: number) => void} turn
 * @property {(digit: number) => void} number
 * @property {() => void} pass
 * @property {() => void} undo
 * @property {() => void} text
 * @property {() => void} help
 */

/** @param {Keyboard} does */
export function keys(does) {
  onKeys("input, select, textarea, summary, #log, #chat-lines", (event, focused) => deedOf(event, does, focused));
}

/**
 * Do what keys stand for, but in dialogs and where they are needed for something else.
 * @param {string} elsewhere what has the focus then
 * @param {(event: KeyboardEvent, focused: Element | null) => (() => void) | null | undefined} deedOf
 */
export function onKeys(elsewhere, deedOf) {
  document.addEventListener("keydown", (event) => {
    const focused = document.activeElement;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]") || focused?.matches(elsewhere)) return;
    const deed = deedOf(event, focused);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Keyboard} does
 * @param {Element | null} focused
 * @returns {(() => void) | null}
 */
function deedOf(event, does, focused) {
  const { key } = event;
  const pressing = focused?.matches("button, a") ?? false;
  if (key.startsWith("Arrow")) return () => does.walk(key);
  if ((key === "Enter" || key === " ") && !pressing) return does.enter;
  if (key === "Escape") return does.escape;
  if (/^[1-9]$/.test(key)) return () => does.number(Number(key));
  const deeds = { n: () => does.next(event.shiftKey ? -1 : 1), r: () => does.turn(event.shiftKey ? -1 : 1), p: does.pass, u: does.undo, t: does.text, "?": does.help };
  return deeds[/** @type {keyof typeof deeds} */ (key.toLowerCase())] ?? null;
}

/** Tabs of a narrow screen: one part of the table at a time. */
export function tabs() {
  $("tabs").addEventListener("click", (/** @type {Event} */ event) => {
    const tab = event.target instanceof Element ? event.target.closest("[data-tab]")?.getAttribute("data-tab") : null;
    if (tab) openTab(tab);
  });
  openTab("main");
}

/** @param {string} tab */
export function openTab(tab) {
  $("play").dataset.tab = tab;
  for (const each of $("tabs").children) each.setAttribute("aria-pressed", String(each.getAttribute("data-tab") === tab));
}

/**
 * Say in which tabs something can be done; with `go` open the one that leads on.
 * @param {boolean} go
 */
export function markTabs(go) {
  const busy = new Set([...document.querySelectorAll(".part.available")].map((each) => each.closest("[data-area]")?.getAttribute("data-area")));
  for (const each of $("tabs").children) each.classList.toggle("busy", busy.has(each.getAttribute("data-tab")));
  const now = $("play").dataset.tab;
  const together = $("play").classList.contains("with-seat-pictures"); // then both are in one tab
  const tab = ["side", "main"].find((each) => busy.has(each)) ?? now;
  if (go && !busy.has(now)) openTab(together && tab === "side" ? "main" : tab);
}
