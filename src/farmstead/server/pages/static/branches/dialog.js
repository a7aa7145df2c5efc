// Playing on from the move that a replay shows, and the games that go on from it.

import { ask, become, get, post } from "../base/api.js";
import { $, button, el, fill, onSubmit, openDialog, select } from "../base/dom.js";
import { messageOf, orTell } from "../base/notice.js";
import { unavailable } from "../replay/unavailable.js";
import { spoken } from "../base/urls.js";
import { given, say } from "../base/words.js";

/** @import { BranchIn, BranchOut, Branches, GameShown, LeftOut } from "../../messages" */

const LUCKS = ["same", "fresh", "chosen"];
const LEVEL = 3;
const LONGEST = 80; // letters of a name

const place = $("branching");
const NAME = place.dataset.name ?? "";
const status = el("p", { role: "status", class: "note" });
const list = el("div", {});
const press = button("", () => askHow(), { class: "quiet", id: "branch-open" });
/** @type {Branches | null} */
let known = null;
let shown = 0; // whose board the replay shows

/** The move that is shown. */
const ply = () => Number(place.dataset.ply ?? 0);

function draw() {
  const over = known !== null && ply() > known.last;
  press.textContent = say("going_on.open", { ply: ply() });
  press.disabled = over;
  status.textContent = over ? say("going_on.over") : "";
}

async function refresh() {
  try {
    known = await get(`/api/studies/${NAME}/branches`);
  } catch (error) {
    return unavailable(place, "going_on", title(), error, async () => {
      await refresh();
      (known ? press : /** @type {HTMLElement | null} */ (place.querySelector("button")))?.focus();
    });
  }
  fill(place, title(), press, status, list);
  const { left, branches } = /** @type {Branches} */ (known);
  fill(list, left && leftBy(left), el("h3", {}, say("going_on.list")), branches.length ? el("ul", { class: "plain-list" }, ...branches.map(row)) : el("p", { class: "note" }, say("going_on.none")));
  draw();
}

const title = () => el("h3", {}, say("going_on.title"));

/** @param {LeftOut} left */
function leftBy(left) {
  const links = [el("a", { href: `#${left.ply}` }, say("going_on.go_left")), " · ", el("a", { href: `/replay/${left.parent}#${left.ply}` }, say("going_on.see_left")), " · ", el("a", { href: compareLink(left.parent, NAME) }, say("going_on.compare"))];
  return el("p", { id: "left" }, say("going_on.left", { ply: left.ply, luck: left.luck }), " ", ...links);
}

/**
 * @param {string} one
 * @param {string} other
 */
const compareLink = (one, other) => `/compare?a=${encodeURIComponent(one)}&b=${encodeURIComponent(other)}`;

// ---- those that there are ----------------------------------------------------------------------------------

/** @param {BranchOut} branch */
function row(branch) {
  const title = branch.title || say("going_on.untitled", { ply: branch.ply });
  const about = [say("going_on.about", { ply: branch.ply, luck: branch.luck }), branch.mine ? say("going_on.mine") : say("going_on.by", { name: branch.by })].join(", ");
  const item = el("li", { class: "branch", "data-code": branch.code });
  const rename = () => fill(item, renaming(branch, title));
  fill(
    item,
    el("span", {}, el("a", { href: `/t/${branch.code}` }, title), el("span", { class: "note" }, ` (${about})`)),
    el(
      "span",
      { class: "row wrap" },
      el("a", { class: "button quiet small", href: compareLink(NAME, branch.code), "aria-label": say("going_on.compare_with", { title }) }, say("going_on.compare")),
      branch.mine && button(say("going_on.rename"), rename, { class: "quiet small", "aria-label": say("going_on.rename_it", { title }) }),
    ),
  );
  return item;
}

/**
 * @param {BranchOut} branch
 * @param {string} title
 */
function renaming(branch, title) {
  const field = el("input", { value: branch.title, maxlength: LONGEST, placeholder: title, "aria-label": say("going_on.new_name") });
  const form = el("form", { class: "row wrap" }, field, el("button", { class: "quiet small" }, say("going_on.save")));
  const rename = async () => {
    await ask("PATCH", `/api/studies/${NAME}/branches/${branch.code}`, { title: field.value });
    await refresh();
    /** @type {HTMLElement | null} */ (list.querySelector(`[data-code="${branch.code}"] button`))?.focus();
  };
  onSubmit(form, () => orTell(rename, (sentence) => (status.textContent = sentence)));
  queueMicrotask(() => field.focus());
  return form;
}

// ---- a new one ---------------------------------------------------------------------------------------------

/**
 * One of several, with a sentence about it.
 * @param {string} name
 * @param {string} value
 * @param {string} words
 * @param {string} about
 * @param {boolean} checked
 */
function radio(name, value, words, about, checked) {
  const id = `branch-${name}-${value}`;
  const input = el("input", { type: "radio", name, value, id, checked, "aria-describedby": about ? `${id}-about` : null });
  return el("div", { class: "option" }, el("label", { class: "inline", for: id }, input, words), about && el("p", { class: "note", id: `${id}-about` }, about));
}

async function askHow() {
  if (!known) await reading;
  if (!known || document.querySelector("dialog[open]")) return;
  const from = ply();
  const { names } = known;
  const [game] = /** @type {GameShown[]} */ (given("data").games);
  const levels = /** @type {[number, string][]} */ (game.levels.map((each) => [each.level, say("going_on.level_name", { ...each })]));
  const seat = select(names.map((name, n) => [n, name === say("sitting.seat", { number: n + 1 }) ? name : say("going_on.seat_of", { number: n + 1, name })]), Math.min(shown, names.length - 1), { id: "branch-seat" });
  const level = select(levels, LEVEL, { id: "branch-level" });
  const several = names.length > 1;
  const title = el("input", { id: "branch-name", maxlength: LONGEST, placeholder: say("going_on.name_hint") });
  const shared = el("input", { type: "checkbox", id: "branch-shared" });
  const trouble = el("p", { role: "alert" });
  const begin = el("button", {}, say("going_on.begin"));
  const people = el("div", { class: "two" }, labelled(say("going_on.seat"), seat), labelled(say("going_on.level"), level));
  const form = el(
    "form",
    { class: "stack" },
    el("h2", { id: "branch-title" }, say("going_on.open", { ply: from })),
    el("p", { class: "note" }, say("going_on.lead", { ply: from })),
    el("fieldset", {}, el("legend", {}, say("going_on.luck")), ...LUCKS.map((each) => radio("luck", each, say(`going_on.luck_${each}`), say(`going_on.luck_${each}_about`), each === "same"))),
    several && el("fieldset", {}, el("legend", {}, say("going_on.who")), radio("who", "one", say("going_on.one"), "", true), people, radio("who", "all", say("going_on.all"), "", false)),
    labelled(say("going_on.name"), title),
    el("label", { class: "inline" }, shared, say("going_on.share")),
    el("p", { class: "note" }, say("going_on.counts")),
    trouble,
    el("div", { class: "row wrap" }, button(say("page.cancel"), () => dialog.close(), { class: "quiet" }), begin),
  );
  form.addEventListener("change", () => (people.hidden = chosen(form, "who") === "all"));
  onSubmit(form, async () => {
    begin.disabled = true;
    const one = several && chosen(form, "who") === "one";
    /** @type {BranchIn} */
    const wish = { ply: from, luck: /** @type {BranchIn["luck"]} */ (chosen(form, "luck")), seat: one ? Number(seat.value) : null, level: Number(level.value), title: title.value, shared: shared.checked };
    try {
      await become("");
      location.href = spoken(`/t/${(await post(`/api/studies/${NAME}/branches`, wish)).code}`);
    } catch (error) {
      trouble.textContent = messageOf(error);
      begin.disabled = false;
    }
  });
  const dialog = openDialog({ class: "branching", "aria-labelledby": "branch-title" }, form);
}

/**
 * @param {string} words
 * @param {HTMLElement} control has an id
 */
const labelled = (words, control) =>
  el("div", { class: "field" }, el("label", { for: control.id }, words), control);

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const chosen = (form, name) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))?.value ?? "";

fill(place, title(), press, status, list);
document.addEventListener("game-over", () => refresh());
document.addEventListener("replay", (event) => (shown = /** @type {CustomEvent} */ (event).detail?.shown ?? 0));
new MutationObserver(draw).observe(place, { attributes: true, attributeFilter: ["data-ply"] });
draw();
const reading = refresh(); // who sat there has to be known before somebody can take a seat
