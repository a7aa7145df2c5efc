// The luck of a finished game, derived again: written from docs/fair.md, and knowing no rules of any game.

import { bytes, hex, hmac, sha256, unhex } from "../base/sha256.js";

/** @import { DiceOut, DrawOut, FairNow, FairOut, FairRound, FairSeat, FairSetup, OddsOut } from "../../messages" */

/** @typedef {Pick<FairNow, "commitment" | "contributions"> & Partial<FairNow>} Shown what is known of the luck before the game and in it */
/** @typedef {{name: string, outcome: string, derived: string, ticket: number, tickets: number, is: boolean}} Checked */
/** @typedef {{key: string, seat?: number, round?: number}} Fault */
/** @typedef {{seat: number, value: string, commitment: string, pledges: string[], round?: number, number?: number, scheme?: number, setup?: FairSetup, acknowledged?: boolean, cancelled?: FairRound}} Opening a value that this device has sent, and what was shown before; without a round: from before that was kept */

const DIGITS = /^[0-9a-f]{64}$/;
const SCHEMES = [1, 2];

/** @param {string} text */
const digest = (text) => hex(sha256(bytes(text)));

/**
 * What scheme 2 binds of a set-up: the header of the record.
 * @param {FairSetup} setup
 */
export const setupDigest = ({ game, rules, seats, options, edition }) =>
  digest(`farmstead fair 2 setup\ngame ${game}\nrules ${rules}\nseats ${seats}\noptions ${options.join(" ")}\nedition ${edition}\n`);

/**
 * What the server has to have shown before a start for which it had this key.
 * @param {string} key
 * @param {number} round
 * @param {number} [scheme]
 * @param {FairSetup} [setup]
 */
export function commitmentTo(key, round, scheme = 1, setup) {
  if (scheme === 1 || !setup) return digest(`farmstead fair 1 key\n${key}\n`);
  return digest(`farmstead fair 2 key\nsetup ${setupDigest(setup)}\nround ${round}\n${key}\n`);
}

/**
 * The key of the start before, in scheme 2.
 * @param {string} key
 */
export const keyBefore = (key) => digest(`farmstead fair 2 key before\n${key}\n`);

/**
 * @param {number} seat from 0
 * @param {string} value
 */
export const pledgeFor = (seat, value) => digest(`farmstead fair 1 contribution\nseat ${seat + 1}\n${value}\n`);

/**
 * The key of all draws.
 * @param {FairOut} told
 */
export function gameKey({ version, key, round, setup, contributions }) {
  const bound = version === 1 ? [] : [`setup ${setupDigest(setup)}`];
  const seats = contributions.map(({ seat, value }) => `seat ${seat + 1} ${value}`);
  const lines = [`farmstead fair ${version} game`, ...bound, `commitment ${commitmentTo(key, round, version, setup)}`, ...seats];
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
 * What is wrong, and every draw with what it should be. `openings` is all that this device has opened at the table,
 * whoever the server says sits there.
 * @param {FairOut} told
 * @param {Opening[]} [openings]
 * @param {string} [record] the record of the game, as the server has it
 * @returns {{faults: Fault[], draws: Checked[]}}
 */
export function check(told, openings = [], record) {
  if (!SCHEMES.includes(told.version)) return { faults: [{ key: "version" }], draws: [] };
  /** @type {Fault[]} */
  const keys = commitmentTo(told.key, told.round, told.version, told.setup) === told.commitment ? [] : [{ key: "key" }];
  const pledges = brokenPledges(told.contributions, new Set());
  const faults = [...keys, ...pledges, ...brokenRounds(told), ...unlike(told, openings)];
  if (record !== undefined && !isInRecord(told, record)) faults.push({ key: "record" });
  const sound = DIGITS.test(told.key) && told.contributions.every(({ value }) => DIGITS.test(value ?? ""));
  if (!sound) return { faults: faults.length ? faults : [{ key: "key" }], draws: [] };
  const key = gameKey(told);
  const draws = told.draws.map((draw) => derived(key, draw));
  if (draws.some(({ is }) => !is)) faults.push({ key: "draw" });
  return { faults, draws };
}

/**
 * Seats in order, each value what was pledged, and no pledge twice.
 * @param {FairSeat[]} contributions
 * @param {Set<string>} seen
 * @returns {Fault[]}
 */
function brokenPledges(contributions, seen) {
  /** @type {Fault[]} */
  const faults = [];
  let before = -1;
  for (const { seat, pledge, value } of contributions) {
    if (seat <= before) faults.push({ key: "order", seat });
    if (seen.has(pledge) || (value && pledgeFor(seat, value) !== pledge)) faults.push({ key: "pledge", seat });
    seen.add(pledge);
    before = Math.max(before, seat);
  }
  return faults;
}

/**
 * The starts that were cancelled, in scheme 2: all of them, each key the hash of the next, and none that could have begun.
 * @param {FairOut} told
 * @returns {Fault[]}
 */
function brokenRounds({ version, key, round, cancelled, contributions }) {
  if (version === 1) return [];
  if (cancelled.length !== round || cancelled.some((each, n) => each.round !== n)) return [{ key: "rounds" }];
  const seen = new Set(contributions.map(({ pledge }) => pledge));
  return cancelled.flatMap((each, n) => {
    const faults = brokenPledges(each.contributions, seen);
    if (keyBefore(cancelled[n + 1]?.key ?? key) !== each.key) faults.push({ key: "chain", round: n });
    if (each.contributions.length && each.contributions.every(({ value }) => value)) faults.push({ key: "complete", round: n });
    return faults;
  });
}

/** @param {FairSeat[]} contributions */
export const pledgesOf = (contributions) => contributions.map(({ pledge }) => pledge);

/**
 * Whether two set-ups are the same; what was not noted cannot be compared.
 * @param {FairSetup} [one]
 * @param {FairSetup} [other]
 */
const isSame = (one, other) => !one || (other !== undefined && setupDigest(one) === setupDigest(other));

/**
 * What is not as this device remembers it.
 * @param {FairOut} told
 * @param {Opening[]} openings
 * @returns {Fault[]}
 */
function unlike(told, openings) {
  /** @type {Fault[]} */
  const faults = [];
  for (const seat of new Set(openings.map((each) => each.seat))) {
    const values = new Set(openings.filter((each) => each.seat === seat).map(({ value }) => value));
    if (values.size > told.round + 1) faults.push({ key: "openings", seat });
  }
  const counting = openings.filter((each) => counts(told, each));
  if (openings.length && !counting.length && told.round === 0) faults.push({ key: "contribution", seat: openings[0].seat });
  return [...faults, ...openings.flatMap((each) => (counting.includes(each) ? unlikeGame(told, each) : unlikeRound(told, each)))];
}

/**
 * Whether something was opened for the start that led to the game.
 * @param {FairOut} told
 * @param {Opening} opening
 */
export const counts = ({ round, contributions }, opening) =>
  (opening.round === undefined ? pledgesOf(contributions).includes(pledgeFor(opening.seat, opening.value)) : opening.round === round);

/**
 * @param {FairOut} told
 * @param {Opening} opening
 * @returns {Fault[]}
 */
function unlikeGame(told, opening) {
  /** @type {Fault[]} */
  const faults = unlikeSetup(told, opening);
  if (opening.commitment !== told.commitment) faults.push({ key: "commitment" });
  // Who sees the others' numbers first could find one that makes the luck they like.
  if (opening.pledges && opening.pledges.join() !== pledgesOf(told.contributions).join()) faults.push({ key: "pledges" });
  const own = told.contributions.some(({ seat, value }) => seat === opening.seat && value === opening.value);
  return own ? faults : [...faults, { key: "contribution", seat: opening.seat }];
}

/**
 * @param {FairOut} told
 * @param {Opening} opening
 * @returns {Fault[]}
 */
const unlikeSetup = (told, { scheme, setup }) =>
  (scheme === undefined || scheme === told.version) && isSame(setup, told.setup) ? [] : [{ key: "setup" }];

/**
 * Something was opened for a start that was cancelled: that start is shown, and did not fail by this device.
 * @param {FairOut} told
 * @param {Opening} opening
 * @returns {Fault[]}
 */
function unlikeRound(told, opening) {
  if (opening.round === undefined) return [];
  const faults = unlikeSetup(told, opening);
  const shown = told.version === 1 ? opening.cancelled : told.cancelled[opening.round];
  if (!shown || opening.round > told.round) return [...faults, { key: "unexplained", round: opening.round }];
  const was = opening.cancelled;
  if (notShown(opening, shown) || (was && JSON.stringify(plain(was)) !== JSON.stringify(plain(shown)))) faults.push({ key: "cancelled", round: opening.round });
  return faults;
}

/** @param {FairRound} round */
const plain = ({ why, key, contributions }) => [why, key, contributions.map(({ seat, pledge, value = "" }) => [seat, pledge, value])];

/**
 * Why a cancelled start is not the one that something was opened for; nothing if it is, and failed by somebody else.
 * @param {Opening} opening
 * @param {FairRound} round
 */
export function notShown(opening, { round, key, contributions }) {
  if (round !== opening.round || commitmentTo(key, round, opening.scheme, opening.setup) !== opening.commitment) return "cancelled_key";
  if (opening.pledges.join() !== pledgesOf(contributions).join()) return "cancelled_pledges";
  const own = contributions.find(({ seat }) => seat === opening.seat)?.value ?? "";
  if (own !== opening.value && (own || opening.acknowledged)) return "cancelled_contribution";
  return contributions.some(({ seat, value }) => seat !== opening.seat && !value) ? "" : "cancelled_by_nobody";
}

/**
 * In what a start differs from the one that something was opened for; nothing if it does not.
 * @param {Opening} opening
 * @param {Shown} shown
 * @param {boolean} begun whether the game has begun
 */
export function differsFrom(opening, shown, begun) {
  if (opening.commitment !== shown.commitment) return "commitment";
  if ((opening.scheme ?? 1) !== (shown.scheme ?? 1) || !isSame(opening.setup, shown.setup)) return "setup";
  if (opening.pledges.join() !== pledgesOf(shown.contributions).join()) return "pledges";
  const own = shown.contributions.find(({ seat }) => seat === opening.seat)?.value ?? "";
  return own !== opening.value && (own || begun) ? "contribution" : "";
}

/**
 * Whether the record says of what was played, of its luck and of every outcome what the server told; it is what
 * `farmstead verify` checks by the rules.
 * @param {FairOut} told
 * @param {string} record
 */
export function isInRecord({ version, round, commitment, key, setup, contributions, draws }, record) {
  const lines = record.split("\n");
  const header = [`game ${setup.game}`, `rules ${setup.rules}`, `seats ${setup.seats}`, `options ${setup.options.join(" ")}`, `edition ${setup.edition}`];
  const seats = contributions.map(({ seat, pledge, value }) => `fair seat ${seat + 1} ${pledge} ${value}`);
  const fair = [`fair ${version}`, `fair round ${round}`, `fair commitment ${commitment}`, `fair key ${key}`, ...seats];
  const said = [lines.slice(1, 1 + header.length), lines.filter((line) => line.startsWith("* ")), lines.filter((line) => /^fair (?!cancelled |mark )/.test(line))];
  return JSON.stringify(said) === JSON.stringify([header, draws.map(({ outcome }) => `* ${outcome}`), fair]);
}

/**
 * @param {Uint8Array} key
 * @param {DrawOut} draw
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
 * @param {OddsOut[]} odds
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
 * @param {DiceOut} dice
 */
function thrown(ticket, { verb, faces, dice }) {
  const shown = Array.from({ length: dice }, (_, n) => Math.floor(ticket / faces.length ** n) % faces.length);
  return `${verb} ${shown.sort((a, b) => a - b).map((face) => faces[face]).join("")}`;
}
