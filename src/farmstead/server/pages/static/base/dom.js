// Building the page. Whatever people have written comes in as text, never as HTML.

import { at } from "./urls.js";
import { say } from "./words.js";

export const NARROW = matchMedia("(max-width: 700px)"); // a phone: one part of a table at a time

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {{[listener: `on${string}`]: (event: any) => void, [name: string]: unknown}} Attributes `any`: each kind of event is another */

/**
 * An element. `on…` are listeners, booleans switch attributes on or off, everything else is an attribute.
 * What it leads to on this server is given by the path behind the name, as everywhere.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "href" && String(value).startsWith("/")) element.setAttribute(name, at(String(value)));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...kept(children));
  return element;
}

/** @param {Child[]} children */
const kept = (children) =>
  /** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false));

/**
 * The element with this id, which the page is known to have.
 * @param {string} id
 * @returns {any}
 */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...kept(children));
}

/** @type {WeakMap<Element, string>} what was shown where */
const shown = new WeakMap();

/**
 * Whether a place shows just this already; from now on it does.
 * @param {Element} place
 * @param {...unknown} data
 */
export function isShown(place, ...data) {
  const [before, now] = [shown.get(place), JSON.stringify(data)];
  shown.set(place, now);
  return before === now;
}

/**
 * The next time it is drawn, even if nothing has changed.
 * @param {Element} place
 */
export const drawAnew = (place) => shown.delete(place);

/**
 * What a form is for.
 * @param {HTMLFormElement} form
 * @param {() => void} deed
 */
export function onSubmit(form, deed) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deed();
  });
}

/**
 * A button.
 * @param {string} text
 * @param {(event: Event) => void} click
 * @param {Attributes} [attributes]
 */
export const button = (text, click, attributes = {}) =>
  el("button", { type: "button", onclick: click, ...attributes }, text);

/**
 * A choice among several.
 * @param {[string | number, string][]} options value and words
 * @param {string | number} chosen
 * @param {Attributes} [attributes]
 */
export function select(options, chosen, attributes = {}) {
  const made = options.map(([value, words]) => el("option", { value, selected: String(value) === String(chosen) }, words));
  return el("select", attributes, ...made);
}

/**
 * Something that can be copied.
 * @param {string} label
 * @param {string} text
 * @param {string} copy
 * @param {string} copied
 * @param {string} [look] of the button
 */
export function copyable(label, text, copy, copied, look = "quiet") {
  const field = el("input", { readonly: true, value: text, onfocus: () => field.select() });
  const press = button(copy, async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // where a page may not write there, as on a plain network address
    }
    press.textContent = copied;
  }, { class: look });
  return el("div", { class: "copyable" }, el("label", {}, label, field), press);
}

/**
 * Open a dialog, which is gone once it is closed.
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function openDialog(attributes, ...children) {
  const dialog = el("dialog", attributes, ...children);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask before something that cannot be undone.
 * @param {{title: string, text: string, yes: string, no?: string}} words
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, yes, no = say("page.cancel") }) {
  return new Promise((resolve) => {
    const heading = el("h2", { id: "dialog-title" }, title);
    const answer = (/** @type {boolean} */ is) => {
      resolve(is);
      dialog.close();
    };
    const deeds = el("div", { class: "row wrap" }, button(no, () => answer(false), { class: "quiet", autofocus: true }), button(yes, () => answer(true)));
    const dialog = openDialog({ "aria-labelledby": "dialog-title", onclose: () => resolve(false) }, heading, el("p", {}, text), deeds);
  });
}
