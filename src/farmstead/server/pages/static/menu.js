// What is asked, and the choices: one after the other where a move is made of several.

import { $, button, confirmed, el, fill } from "./dom.js";
import { say } from "./words.js";

const SHORT = 24; // letters of choices that stand side by side
const SLOW = 400; // milliseconds before the page says that it is sending

export class MenuPanel {
  /**
   * @param {string} code
   * @param {(move: string) => void} send
   */
  constructor(code, send) {
    this.code = code;
    this.send = send;
    /** @type {any} */
    this.menu = null;
    /** @type {string[]} */
    this.chosen = [];
    /** @type {number | null} */
    this.seat = null;
    this.busy = false;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  clear() {
    this.menu = null;
    this.chosen = [];
    fill($("menu"));
  }

  /** @param {import("./table.js").State} state */
  show(state) {
    const { menu, seat } = state;
    if (this.menu?.decision === menu.decision && this.seat === seat) return;
    $("menu").classList.remove("sending");
    this.menu = menu;
    this.seat = seat;
    this.chosen = [];
    this.busy = false;
    this.draw();
  }

  /** The choices may be those of a moment ago: nothing can be chosen until that is known. */
  hold() {
    this.busy = true;
    for (const press of $("menu").querySelectorAll("button")) press.disabled = true;
    setTimeout(() => this.busy && $("menu").classList.add("sending"), SLOW);
  }

  /** What was sent was not done: the decision still stands. */
  free() {
    this.busy = false;
    for (const press of $("menu").querySelectorAll("button")) press.disabled = false;
    $("menu").classList.remove("sending");
  }

  question() {
    if (!this.menu || !this.chosen.length) return this.menu?.question ?? "";
    const [first] = this.options();
    const steps = capital(this.chosen.map((step) => this.menu.steps[step]).join(", "));
    return say("playing.chosen", { steps, question: this.menu.questions[verb(first)] ?? "" });
  }

  open() {
    const depth = this.chosen.length;
    return this.menu.choices.filter((/** @type {any} */ each) => each.steps.length > depth && this.chosen.every((step, n) => each.steps[n] === step));
  }

  /** The next steps, each once. */
  options() {
    /** @type {string[]} */
    const steps = this.open().map((/** @type {any} */ each) => each.steps[this.chosen.length]);
    return [...new Set(steps)];
  }

  /** @param {string} step */
  complete(step) {
    const depth = this.chosen.length + 1;
    return this.open().find((/** @type {any} */ each) => each.steps.length === depth && each.steps[depth - 1] === step);
  }

  /** @param {string} step */
  async take(step) {
    if (this.busy) return;
    const move = this.complete(step);
    if (move) return this.make(move);
    this.chosen.push(step);
    const following = this.options();
    if (following.length === 1) await this.take(following[0]);
    else this.draw(true);
  }

  /** @param {any} choice */
  async make(choice) {
    if (choice.doubt) {
      const words = { title: say("playing.doubt_title"), text: choice.doubt, yes: say("playing.doubt_yes"), no: say("page.cancel") };
      if (!(await confirmed(words))) return;
    }
    this.hold();
    this.send(choice.move);
  }

  back() {
    this.chosen.pop();
    while (this.chosen.length && this.options().length === 1) this.chosen.pop();
    this.draw(true);
  }

  /** @param {boolean} [moved] somebody is choosing here: the focus stays */
  draw(moved = false) {
    const focused = moved || $("menu").contains(document.activeElement);
    const options = this.options();
    const buttons = options.map((step, n) => this.choice(step, n));
    const many = options.length > 9 && buttons.every((each) => (each.textContent ?? "").length <= SHORT);
    fill(
      $("menu"),
      this.picture(options),
      el("ol", { class: many ? "choices many" : "choices", "aria-label": say("playing.moves") }, ...buttons.map((each) => el("li", {}, each))),
      this.chosen.length > 0 && button(say("playing.back"), () => this.back(), { class: "quiet" }),
      el("p", { class: "note slow" }, say("playing.sending")),
    );
    if (this.chosen.length) $("question").textContent = this.question();
    else if (moved) $("question").textContent = this.menu.question;
    if (focused) buttons[0]?.focus({ preventScroll: true });
  }

  /**
   * @param {string} step
   * @param {number} n
   */
  choice(step, n) {
    const move = this.complete(step);
    const words = move && !this.chosen.length ? move.words : (this.menu.steps[step] ?? move?.words ?? step);
    const note = move && !this.chosen.length ? move.note : "";
    const press = button("", () => this.take(step), { class: "choice" });
    press.append(el("span", {}, capital(words), note && el("span", { class: "note" }, capital(note))));
    if (n < 9) press.prepend(el("kbd", { "aria-hidden": "true" }, String(n + 1)));
    return press;
  }

  /** @param {string[]} options */
  picture(options) {
    if (!options.length || !this.menu.pictured.includes(verb(options[0]))) return null;
    const query = new URLSearchParams([["seat", String(this.seat)], ["n", String(this.menu.number)], ...this.chosen.map((step) => ["chosen", step])]);
    return el("img", { class: "preview", src: `/t/${this.code}/choice.svg?${query}`, alt: say("playing.picture") });
  }

  /**
   * Digits choose, where nobody is writing.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const free = document.activeElement === document.body || $("asked").contains(document.activeElement);
    const writing = document.activeElement instanceof HTMLInputElement;
    if (!this.menu || !free || writing || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const step = /^[1-9]$/.test(event.key) ? this.options()[Number(event.key) - 1] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      this.take(step);
    }
  }
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} step */
function verb(step) {
  return step.split(" ")[0];
}
