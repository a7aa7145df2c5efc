// What this device adds to the luck of its games: pledged before any is opened, opened when all are there.
// It keeps all that it ever opened, with the server's commitment, all pledges and the set-up, so that the luck can be
// checked when the game is over. A number that was sent is known to the server: if it then goes on otherwise than it
// had shown, it may be looking for a game that it likes better, so nothing more is opened, and who sits here is told.

import { Refusal, ask, get, post } from "../base/api.js";
import { differsFrom, notShown, pledgeFor, pledgesOf } from "./verify.js";
import { hex } from "../base/sha256.js";
import { store, storedJson } from "../base/storage.js";

/** @import { CancelledOut, FairNow, FairSeat, NewTableOut, TableIn, TableOut } from "../../messages" */

const KEPT = "farmstead.fair."; // and the code of the table
const MOST_UNOPENED = 8; // pledges kept for a table whose numbers have not been sent
const NOT_FOUND = 404; // status of an answer
const MOST_CANCELLED = 3; // starts at one table for which something was opened, before who sits here is asked

/** @typedef {import("./verify.js").Opening} Opening */
/** @typedef {{pledge: string, fault?: string, commitment?: string, pledges?: string[]} & Omit<Opening, "commitment" | "pledges">} Sealed with a commitment once it was opened; `fault`: why the start it was for is not to be trusted */

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
const known = (code) => storedJson(KEPT + code) ?? memory.get(code) ?? [];

/**
 * Keep a number; of those that were sent all are kept, in the order in which they were pledged.
 * @param {string} code
 * @param {Sealed} one
 */
export function remember(code, one) {
  const before = known(code);
  const all = before.some(({ pledge }) => pledge === one.pledge) ? before.map((each) => (each.pledge === one.pledge ? one : each)) : [...before, one];
  const unsent = all.filter(({ commitment }) => !commitment).slice(0, -MOST_UNOPENED);
  const kept = all.filter((each) => !unsent.includes(each));
  memory.set(code, kept);
  store(KEPT + code, JSON.stringify(kept));
}

/**
 * All that was opened at a table from this device, with what was shown before.
 * @param {string} code
 * @returns {(Sealed & Opening)[]}
 */
export const openings = (code) =>
  /** @type {(Sealed & Opening)[]} */ (known(code).filter(({ commitment }) => commitment));

/**
 * Whether this device has pledged something at a table.
 * @param {string} code
 */
export const hasPledged = (code) => known(code).length > 0;

/** The codes of all tables at which something was opened from this device. */
export function openedAt() {
  const codes = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(KEPT)) codes.add(name.slice(KEPT.length));
  } catch {
    // nothing can be kept here
  }
  return [...codes].filter((code) => openings(code).length > 0);
}

/**
 * Make a table with a contribution of one's own, which is opened at once if there is nobody to wait for.
 * @param {TableIn} wish
 */
export async function makeTable(wish) {
  const seat = wish.seats.findIndex((each) => each.who === "me");
  return begun(await ask("POST", "/api/tables", { ...wish, ...given(seat) }));
}

/**
 * The same people again, one seat further.
 * @param {TableOut} table the one before
 */
export async function makeAgain(table) {
  const mine = table.seats.find((each) => each.mine && each.how === "person");
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

/** @param {NewTableOut} made */
async function begun(made) {
  if (latest) remember(made.table.code, latest);
  await contribute(made.table, made.table.fair).catch(() => {}); // the page of the table tries again
  return made;
}

// ---- at a table --------------------------------------------------------------------------------------------

const tried = new Set(); // rounds in which this page has pledged: two devices of one person do not go on for ever
let busy = false;

/** @type {Map<string, number>} */
const agreed = new Map(); // by table, after how many cancelled starts who sits here has said to go on

/**
 * Go on at a table at which many starts were cancelled: until the next.
 * @param {string} code
 */
export const goOn = (code) => agreed.set(code, ownCancelled(code));

/**
 * For how many cancelled starts something had been opened from this device.
 * @param {string} code
 */
export const ownCancelled = (code) => openings(code).filter(({ cancelled }) => cancelled).length;

/**
 * Whether this was shown before something that was opened since: an answer has overtaken another.
 * @param {string} code
 * @param {number} number of the table's last entry then
 */
const isBehind = (code, number) => openings(code).some((each) => (each.number ?? 0) > number);

/**
 * Do this device's part, if there is one to do; whether something was done or found out.
 * @param {TableOut} table
 * @param {FairNow | null} fair as it is now
 * @param {number} [number] of the table's last entry when it was so
 */
export async function contribute(table, fair, number = table.number) {
  if (busy || !fair || table.phase !== "waiting" || isBehind(table.code, number)) return false;
  busy = true;
  try {
    if (await noteCancelled(table.code, fair)) return true;
    if (stopReason(table, fair, number)) return false;
    const mine = mySeat(table);
    if (!mine) return false;
    const own = fair.contributions.find((each) => each.seat === mine.seat);
    const kept = own && known(table.code).find(({ pledge, seat }) => pledge === own.pledge && seat === mine.seat);
    return kept ? await opened(table, fair, own, kept, number) : await pledged(table, fair, mine.seat);
  } finally {
    busy = false;
  }
}

/** @param {TableOut} table */
const mySeat = (table) => table.seats.find((each) => each.mine && each.how === "person");

/**
 * How starts were cancelled for which this device had opened something, as the server shows it now; whether that is new.
 * @param {string} code
 * @param {FairNow} fair
 */
async function noteCancelled(code, fair) {
  const lacking = openings(code).filter(({ round, cancelled, fault }) => round !== undefined && round < fair.round && !cancelled && !fault);
  if (!lacking.length) return false;
  /** @type {CancelledOut} */
  const { rounds } = await get(`/api/tables/${code}/fair/cancelled`).catch((error) => {
    if (error instanceof Refusal && error.status === NOT_FOUND) return { rounds: [] }; // a server from before shows none
    throw error;
  });
  for (const each of lacking) {
    const shown = rounds.find((one) => one.round === each.round);
    const fault = shown ? notShown(each, shown) : "cancelled";
    remember(code, fault ? { ...each, fault } : { ...each, cancelled: shown });
  }
  return true;
}

/**
 * Why this table is not to be trusted with another number, by what this device has opened here; nothing if it is.
 * It does not matter who the server says sits here.
 * @param {TableOut} table
 * @param {FairNow | null} fair as it is now
 * @param {number} [number] of the table's last entry when it was so
 * @returns {string}
 */
export function stopReason(table, fair, number = table.number) {
  const all = openings(table.code);
  if (!fair) return hasPledged(table.code) ? "nothing" : "";
  if (isBehind(table.code, number)) return "";
  const begun = table.phase === "playing" || table.phase === "over";
  for (const each of all) {
    if (each.fault) return each.fault;
    const now = each.round ?? (pledgesOf(fair.contributions).includes(each.pledge) ? fair.round : -1); // kept by an older page
    if (now > fair.round) return "cancelled";
    const differs = now === fair.round && differsFrom(each, fair, begun);
    if (differs) return differs;
  }
  const mine = mySeat(table);
  const waited = mine && known(table.code).some(({ seat }) => seat === mine.seat); // the game cannot begin without it
  if (begun && waited && !fair.contributions.some((each) => each.seat === mine.seat)) return "contribution";
  if (!isOwnSetup(table, fair)) return "setup";
  const often = ownCancelled(table.code);
  return !begun && often > MOST_CANCELLED && agreed.get(table.code) !== often ? "often" : "";
}

/**
 * Whether the number that counts for this seat is not from this device, which had pledged one: from another one of the
 * same person, or from nobody who sits here.
 * @param {TableOut} table
 * @param {FairNow | null} fair
 */
export function isForeign(table, fair) {
  const mine = mySeat(table);
  const own = mine && fair?.contributions.find((each) => each.seat === mine.seat);
  return Boolean(own?.value) && hasPledged(table.code) && !known(table.code).some(({ pledge }) => pledge === own?.pledge);
}

/**
 * Whether what is bound to the key is what this table says it plays.
 * @param {TableOut} table
 * @param {FairNow} fair
 */
function isOwnSetup(table, { setup }) {
  if (!setup) return true;
  const shown = [table.game, table.seats.length, table.edition, ...table.options];
  return shown.join("\n") === [setup.game, setup.seats, setup.edition, ...setup.options].join("\n");
}

/**
 * Whether this seat would have to open what is not on this device, and nothing can be changed any more.
 * @param {TableOut} table
 * @param {FairNow} fair
 */
export function isLost(table, fair) {
  const mine = mySeat(table);
  const own = mine && fair.contributions.find((each) => each.seat === mine.seat);
  if (!own || own.value || !isFixed(fair)) return false;
  return !known(table.code).some(({ pledge }) => pledge === own.pledge);
}

/**
 * Whether pledges cannot be changed: in scheme 2 from when the table is full, before that from the first opening on.
 * @param {FairNow} fair
 */
const isFixed = (fair) => ((fair.scheme ?? 1) > 1 && fair.open) || fair.contributions.some((each) => each.value);

/**
 * @param {TableOut} table
 * @param {FairNow} fair
 * @param {FairSeat} own
 * @param {Sealed} kept
 * @param {number} number
 */
async function opened(table, fair, own, kept, number) {
  if (!fair.open || own.value) return false;
  const { seat, value, pledge } = kept;
  const { round, commitment, scheme = 1, setup } = fair;
  const pledges = pledgesOf(fair.contributions);
  const sent = { seat, value, pledge, round, commitment, pledges, scheme, setup, number };
  remember(table.code, sent); // what it must be when the game is over
  await post(`/api/tables/${table.code}/fair/open`, { seat, value, pledges });
  remember(table.code, { ...sent, acknowledged: true });
  return true;
}

/**
 * @param {TableOut} table
 * @param {FairNow} fair
 * @param {number} seat
 */
async function pledged(table, fair, seat) {
  if (tried.has(fair.round) || isFixed(fair)) return false;
  tried.add(fair.round);
  const fresh = sealed(seat);
  remember(table.code, fresh);
  await post(`/api/tables/${table.code}/fair/pledge`, { seat, pledge: fresh.pledge });
  return true;
}
