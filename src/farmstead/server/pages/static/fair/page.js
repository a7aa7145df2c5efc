// The page about fair chance; with the code of a table behind the # it checks the luck of that game.

import { get, text } from "../base/api.js";
import { hasPledged, openedAt, openings } from "./contribution.js";
import { $, el, fill } from "../base/dom.js";
import { messageOf } from "../base/notice.js";
import { check, counts } from "./verify.js";
import { say } from "../base/words.js";

/** @import { FairOut, TableOut } from "../../messages" */

const code = location.hash.slice(1);

/**
 * @param {TableOut} table
 * @param {number} seat
 */
const called = (table, seat) => table.seats[seat]?.name || say("fair.seat", { number: seat + 1 });

/**
 * @param {TableOut} table
 * @param {FairOut} told
 * @param {ReturnType<typeof check>} found
 * @param {import("./verify.js").Opening[]} own what this device opened
 */
function verdict(table, told, found, own) {
  const fine = found.faults.length === 0;
  const said = found.faults.map(({ key, seat, round }) => say(`fair.fault_${key}`, { name: seat === undefined ? "" : called(table, seat), start: (round ?? 0) + 1 }));
  const faults = [...new Set(said)].map((fault) => el("li", {}, fault));
  const counting = own.filter((each) => counts(told, each)).length;
  const facts = [
    say(counting ? "fair.noted" : own.length ? "fair.uncounted" : "fair.not_noted"),
    ...(own.length > counting ? [say("fair.own_cancelled", { count: own.length - counting })] : []),
    say("fair.scheme", { scheme: told.version }),
    say("fair.given", { count: told.contributions.length }),
    say("fair.drawn", { count: found.draws.length }),
    ...(told.round ? [say("fair.cancelled", { count: told.round })] : []),
    ...told.marks.map((mark) => say("fair.mark", { mark })),
  ];
  const unproved = fine && !counting && hasPledged(code); // it fits together, and nothing of it is this device's
  const [sign, key] = unproved ? ["? ", "fair.unproved"] : fine ? ["✓ ", "fair.fine"] : ["✗ ", "fair.wrong"];
  return [
    el("p", { class: fine && !unproved ? "verdict fine" : "verdict wrong", role: "status" }, el("span", { "aria-hidden": "true" }, sign), say(key)),
    faults.length > 0 && el("ul", {}, ...faults),
    el("ul", {}, ...facts.map((fact) => el("li", {}, fact))),
  ];
}

/**
 * @param {TableOut} table
 * @param {FairOut} told
 */
function parts(table, told) {
  const one = (/** @type {string} */ name, /** @type {string} */ digits) => [el("dt", {}, name), el("dd", {}, el("code", {}, digits))];
  const given = told.contributions.flatMap((each) => [...one(say("fair.pledge_of", { name: called(table, each.seat) }), each.pledge), ...one(say("fair.value_of", { name: called(table, each.seat) }), each.value ?? "")]);
  const before = (told.cancelled ?? []).flatMap((each) => one(say("fair.key_of_start", { start: each.round + 1 }), each.key));
  return el("details", {}, el("summary", {}, say("fair.parts")), el("dl", {}, ...one(say("fair.commitment"), told.commitment), ...one(say("fair.key"), told.key), ...given, ...before));
}

/** @param {ReturnType<typeof check>["draws"]} draws */
function draws(draws) {
  const head = ["draw", "ticket", "outcome", "right"].map((name) => el("th", { scope: "col" }, say(`fair.${name}`)));
  const rows = draws.map(({ name, ticket, tickets, outcome, derived, is }) =>
    el("tr", { class: is ? "" : "wrong" }, el("th", { scope: "row" }, name), el("td", {}, say("fair.of", { ticket, tickets })), el("td", {}, is ? outcome : say("fair.instead", { outcome, derived })), el("td", {}, el("span", { role: "img", "aria-label": say(is ? "fair.yes" : "fair.no") }, is ? "✓" : "✗"))),
  );
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("fair.draws") }, el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
}

/** The notes of this device, to take along: `farmstead verify --notes` reads them. */
function notes() {
  const own = openings(code);
  if (!own.length) return false;
  const file = URL.createObjectURL(new Blob([JSON.stringify({ openings: own })], { type: "application/json" }));
  return el("p", {}, el("a", { href: file, download: `${code}.notes.json` }, say("fair.save_notes")));
}

async function show() {
  $("check").hidden = false;
  const own = openings(code); // whoever the server says sits there
  try {
    const api = `/api/tables/${code}`;
    const [table, told, record] = await Promise.all([get(api), get(`${api}/fair`), text(`${api}/record`)]);
    const found = check(told, own, record);
    fill($("found"), ...verdict(table, told, found, own), parts(table, told), draws(found.draws), notes(), el("p", {}, el("a", { href: `/t/${code}` }, say("fair.back"))));
  } catch (error) {
    const unchecked = own.length > 0 && el("p", {}, say("fair.unchecked", { count: own.length }));
    fill($("found"), el("div", { class: "notice" }, el("p", {}, messageOf(error)), unchecked), notes());
  }
}

const codes = openedAt(); // a table that is not there any more was thrown away with what this device has opened
if (code) show();
else if (codes.length) {
  $("tables").hidden = false;
  fill($("opened-at"), ...codes.map((each) => el("li", {}, el("a", { href: `/fair#${each}`, target: "_blank", rel: "noopener" }, each))));
}
