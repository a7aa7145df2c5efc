// The luck of a finished game, derived again: written from docs/fair.md, and knowing no rules of any game.

import { bytes, hex, hmac, sha256, unhex } from "./hashing.js";

/** @typedef {{seat: number, pledge: string, value?: string}} Contribution */
/** @typedef {{name: string, outcome: string, odds?: {outcome: string, weight: number}[], dice?: {verb: string, faces: string, dice: number}}} Draw */
/** @typedef {{version: number, round: number, commitment: string, key: string, contributions: Contribution[], marks: string[], draws: Draw[]}} Told */
/** @typedef {{name: string, outcome: string, derived: string, ticket: number, tickets: number, is: boolean}} Checked */
/** @typedef {{key: string, seat?: number}} Fault */
/** @typedef {{commitment?: string, seat?: number, value?: string, pledges?: string[]}} Noted */

const DIGITS = /^[0-9a-f]{64}$/;

/** @param {string} text */
const digest = (text) => hex(sha256(bytes(text)));

/** @param {string} key */
export const commitmentTo = (key) => digest(`farmstead fair 1 key\n${key}\n`);

/**
 * @param {number} seat from 0
 * @param {string} value
 */
export const pledgeFor = (seat, value) => digest(`farmstead fair 1 contribution\nseat ${seat + 1}\n${value}\n`);

/**
 * The key of all draws.
 * @param {string} key
 * @param {Contribution[]} contributions
 */
export function gameKey(key, contributions) {
  const seats = contributions.map(({ seat, value }) => `seat ${seat + 1} ${value}`);
  const lines = ["farmstead fair 1 game", `commitment ${commitmentTo(key)}`, ...seats];
  return hmac(unhex(key), bytes(`${lines.join("\n")}\n`));
}

/**
 * The ticket of an event.
 * @param {Uint8Array} key
 * @param {string} name
 * @param {number} tickets
 */
export const ticketOf = (key, name, tickets) => Number(BigInt(`0x${hex(hmac(key, bytes(name)))}`) % BigInt(tickets));

/**
 * What is wrong, and every draw with what it should be. `noted` is what this device kept from before the game.
 * @param {Told} told
 * @param {Noted} [noted]
 * @returns {{faults: Fault[], draws: Checked[]}}
 */
export function check(told, noted = {}) {
  if (told.version !== 1) return { faults: [{ key: "version" }], draws: [] };
  const faults = [...broken(told), ...unlike(told, noted)];
  const sound = DIGITS.test(told.key) && told.contributions.every(({ value }) => DIGITS.test(value ?? ""));
  if (!sound) return { faults: faults.length ? faults : [{ key: "key" }], draws: [] };
  const key = gameKey(told.key, told.contributions);
  const draws = told.draws.map((draw) => derived(key, draw));
  if (draws.some(({ is }) => !is)) faults.push({ key: "draw" });
  return { faults, draws };
}

/**
 * Who has not kept to what was shown before.
 * @param {Told} told
 * @returns {Fault[]}
 */
function broken({ key, commitment, contributions }) {
  /** @type {Fault[]} */
  const faults = commitmentTo(key) === commitment ? [] : [{ key: "key" }];
  const seen = new Set();
  let before = -1;
  for (const { seat, pledge, value = "" } of contributions) {
    if (seat <= before) faults.push({ key: "order", seat });
    if (seen.has(pledge) || pledgeFor(seat, value) !== pledge) faults.push({ key: "pledge", seat });
    seen.add(pledge);
    before = Math.max(before, seat);
  }
  return faults;
}

/**
 * What is not as this device remembers it.
 * @param {Told} told
 * @param {Noted} noted
 * @returns {Fault[]}
 */
function unlike({ commitment, contributions }, noted) {
  /** @type {Fault[]} */
  const faults = noted.commitment && noted.commitment !== commitment ? [{ key: "commitment" }] : [];
  // Who sees the others' numbers first could find one that makes the luck they like.
  const pledges = contributions.map(({ pledge }) => pledge).join();
  if (noted.pledges && noted.pledges.join() !== pledges) faults.push({ key: "pledges" });
  const mine = noted.value && contributions.some(({ seat, value }) => seat === noted.seat && value === noted.value);
  return noted.value && !mine ? [...faults, { key: "contribution", seat: noted.seat }] : faults;
}

/**
 * @param {Uint8Array} key
 * @param {Draw} draw
 * @returns {Checked}
 */
function derived(key, { name, outcome, odds = [], dice }) {
  const tickets = dice ? dice.faces.length ** dice.dice : odds.reduce((sum, { weight }) => sum + weight, 0);
  const ticket = ticketOf(key, name, Math.max(1, tickets));
  const found = dice ? thrown(ticket, dice) : listed(ticket, odds);
  return { name, outcome, derived: found, ticket, tickets, is: found === outcome };
}

/**
 * Outcomes own tickets in their order, each as many as its weight.
 * @param {number} ticket
 * @param {{outcome: string, weight: number}[]} odds
 */
function listed(ticket, odds) {
  for (const { outcome, weight } of odds) {
    if (ticket < weight) return outcome;
    ticket -= weight;
  }
  return "";
}

/**
 * The digits of the ticket are what the dice show, written in the order of the faces.
 * @param {number} ticket
 * @param {{verb: string, faces: string, dice: number}} dice
 */
function thrown(ticket, { verb, faces, dice }) {
  const shown = Array.from({ length: dice }, (_, n) => Math.floor(ticket / faces.length ** n) % faces.length);
  return `${verb} ${shown.sort((a, b) => a - b).map((face) => faces[face]).join("")}`;
}
