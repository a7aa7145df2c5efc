// Keys that stand for something wherever nobody is writing, and the tabs of narrow screens.

import { $ } from "./dom.js";

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
