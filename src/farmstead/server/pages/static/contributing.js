// What this device adds to the luck of its games: pledged before any is opened, opened when all are there.
// It keeps what it added, the server's commitment and all pledges, so that the luck can be checked when the game is over.

import { ask, post } from "./api.js";
import { pledgeFor } from "./fair_check.js";
import { hex } from "./hashing.js";

const KEPT = "farmstead.fair."; // and the code of the table
const MOST = 8; // pledges kept for a table: a few rounds

/** @typedef {{seat: number, value: string, pledge: string, commitment?: string, pledges?: string[]}} Sealed commitment and pledges: as they were shown when it was opened */

/** @type {Map<string, Sealed[]>} */
const memory = new Map(); // where nothing can be kept

/**
 * Something new that nobody can know, for a seat.
 * @param {number} seat
 * @returns {Sealed}
 */
export function sealed(seat) {
  const value = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { seat, value, pledge: pledgeFor(seat, value) };
}

/**
 * @param {string} code
 * @returns {Sealed[]}
 */
function known(code) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + code) ?? "null") ?? memory.get(code) ?? [];
  } catch {
    return memory.get(code) ?? [];
  }
}

/**
 * @param {string} code
 * @param {Sealed} one
 */
export function remember(code, one) {
  const all = [...known(code).filter(({ pledge }) => pledge !== one.pledge), one].slice(-MOST);
  memory.set(code, all);
  try {
    localStorage.setItem(KEPT + code, JSON.stringify(all));
  } catch {
    // it holds until the page is left
  }
}

/**
 * What was opened at a table from this device, and the commitment that was shown before. For whoever has played to
 * the end, what was opened last must count; somebody who left may have opened in a round that was cancelled.
 * @param {string} code
 * @param {{pledge: string}[]} contributions
 * @param {boolean} played
 * @returns {Sealed | undefined}
 */
export function noted(code, contributions, played) {
  const opened = known(code).filter(({ commitment }) => commitment);
  return opened.find(({ pledge }) => contributions.some((each) => each.pledge === pledge)) ?? (played ? opened.at(-1) : undefined);
}

/**
 * Make a table with a contribution of one's own, which is opened at once if there is nobody to wait for.
 * @param {any} wish
 */
export async function makeTable(wish) {
  const seat = wish.seats.findIndex((/** @type {any} */ each) => each.who === "me");
  return begun(await ask("POST", "/api/tables", { ...wish, ...given(seat) }));
}

/**
 * The same people again, one seat further.
 * @param {any} table the one before
 */
export async function makeAgain(table) {
  const mine = table.seats.find((/** @type {any} */ each) => each.mine && each.how === "person");
  const seats = table.seats.length;
  return begun(await post(`/api/tables/${table.code}/rematch`, given(mine ? (mine.seat + seats - 1) % seats : -1)));
}

/**
 * Take a seat.
 * @param {string} code
 * @param {number} seat
 * @param {string} invitation
 * @param {boolean} fair whether something can be added there
 */
export async function sitDown(code, seat, invitation, fair = true) {
  const own = sealed(seat);
  if (fair) remember(code, own);
  return post(`/api/tables/${code}/seats/${seat}`, { invitation, ...(fair ? { pledge: own.pledge } : {}) });
}

/** @type {Sealed | null} */
let latest = null; // for a table whose code is not known yet

/** @param {number} seat */
function given(seat) {
  latest = seat < 0 ? null : sealed(seat);
  return latest ? { pledge: latest.pledge } : {};
}

/** @param {any} made */
async function begun(made) {
  if (latest) remember(made.table.code, latest);
  await contribute(made.table, made.table.fair).catch(() => {}); // the page of the table tries again
  return made;
}

// ---- at a table --------------------------------------------------------------------------------------------

const tried = new Set(); // rounds in which this page has pledged: two devices of one person do not go on for ever
let busy = false;

/**
 * Do this device's part, if there is one to do; whether something was done.
 * @param {any} table
 * @param {any} fair as it is now
 */
export async function contribute(table, fair) {
  const mine = table.seats.find((/** @type {any} */ each) => each.mine && each.how === "person");
  if (busy || !mine || !fair || table.phase !== "waiting") return false;
  const own = fair.contributions.find((/** @type {any} */ each) => each.seat === mine.seat);
  const kept = own && known(table.code).find(({ pledge, seat }) => pledge === own.pledge && seat === mine.seat);
  const spent = kept && isSpent(kept, fair);
  busy = true;
  try {
    if (kept && !spent) return await opened(table, fair, own, kept);
    return await pledged(table, fair, mine.seat, spent);
  } finally {
    busy = false;
  }
}

/**
 * Whether others have opened, and what this seat would have to open is not on this device.
 * @param {any} table
 * @param {any} fair
 */
export function isLost(table, fair) {
  const mine = table.seats.find((/** @type {any} */ each) => each.mine && each.how === "person");
  const own = mine && fair.contributions.find((/** @type {any} */ each) => each.seat === mine.seat);
  if (!own || own.value || !fair.contributions.some((/** @type {any} */ each) => each.value)) return false;
  const kept = known(table.code).find(({ pledge }) => pledge === own.pledge);
  return !kept || isSpent(kept, fair);
}

/** @param {any} fair */
const pledgesOf = (fair) => fair.contributions.map((/** @type {any} */ each) => each.pledge);

/**
 * Whether a value has been sent when something else was shown: the server may know it, so it is not used any more.
 * @param {Sealed} kept
 * @param {any} fair
 */
function isSpent(kept, fair) {
  if (!kept.commitment) return false;
  return kept.commitment !== fair.commitment || (kept.pledges ?? []).join() !== pledgesOf(fair).join();
}

/**
 * @param {any} table
 * @param {any} fair
 * @param {any} own
 * @param {Sealed} kept
 */
async function opened(table, fair, own, kept) {
  if (!fair.open || own.value) return false;
  const pledges = pledgesOf(fair);
  remember(table.code, { ...kept, commitment: fair.commitment, pledges }); // what it must be when the game is over
  await post(`/api/tables/${table.code}/fair/open`, { seat: kept.seat, value: kept.value, pledges });
  return true;
}

/**
 * @param {any} table
 * @param {any} fair
 * @param {number} seat
 * @param {boolean} [spent] whether there has to be another value
 */
async function pledged(table, fair, seat, spent = false) {
  if ((tried.has(fair.round) && !spent) || fair.contributions.some((/** @type {any} */ each) => each.value)) return false;
  tried.add(fair.round);
  const fresh = sealed(seat);
  remember(table.code, fresh);
  await post(`/api/tables/${table.code}/fair/pledge`, { seat, pledge: fresh.pledge });
  return true;
}
