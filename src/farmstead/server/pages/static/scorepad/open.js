// How a table comes onto the page: the one that was here last, one in a link, one in a file.

import { $, el, fill } from "../base/dom.js";
import { MOST, isEdition, textOf } from "./edition.js";
import { fromLink, opened, remembered } from "./saved.js";
import { given, say } from "../base/words.js";

/** @typedef {import("./page.js").Scoring} Scoring */
/** @typedef {import("./page.js").Table} Table */

const { game, most, largest, too_many: tooMany } = given("data");
const TRIES = 6; // of a server that is not reached, or has too much to do
const PAUSE = 500; // milliseconds before the second one, and twice as long before each one more

// ---- a table of before, or of somebody else ----

/**
 * The first table of the page. What cannot be shown is not lost: it is one step back, and stays in this browser until
 * something else is put in.
 * @param {Scoring} scoring
 */
export async function begin(scoring) {
  const named = namesTable(location.hash);
  const shared = named ? await fromLink(location.hash) : null;
  const own = remembered(game);
  if (named && !shared) scoring.trouble(say("score.bad_link"));
  const came = shared !== null && (await patiently(scoring, shared));
  const told = [...$("trouble").childNodes]; // why the link was not opened
  const first = came || (await patiently(scoring, own ?? {}));
  if (!first && !scoring.found) await empty(scoring);
  if (told.length && first) fill($("trouble"), ...told);
  if (came) forget();
  scoring.past = own && (came || !first) ? [own, ...scoring.past] : scoring.past;
  scoring.undoable();
  $("scoring").dataset.ready = "yes";
}

/**
 * The address was changed by hand, or by a link on this very page.
 * @param {Scoring} scoring
 */
export async function follow(scoring) {
  if (!namesTable(location.hash)) return;
  const shared = await fromLink(location.hash);
  if (!shared) return scoring.trouble(say("score.bad_link"));
  if (await scoring.ask("", shared)) forget();
}

/** @param {string} hash @returns {boolean} and not a part of the page */
const namesTable = (hash) => hash.length > 1 && !document.getElementById(hash.slice(1));

/** The table is on the page and no longer only in its address. */
const forget = () => history.replaceState(null, "", location.pathname + location.search);

/**
 * @param {Scoring} scoring
 * @param {Partial<Table>} table
 * @returns {Promise<boolean>} whether it is shown
 */
async function patiently(scoring, table) {
  for (let n = 0; n < TRIES; n += 1) {
    if (n) await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** (n - 1)));
    if (scoring.found) return false; // something else was opened meanwhile
    if (await scoring.ask("", table)) return true;
    if (!scoring.passing) return false;
  }
  return false;
}

/**
 * An empty table, with the reason why there is no other.
 * @param {Scoring} scoring
 */
async function empty(scoring) {
  const why = [...$("trouble").childNodes];
  scoring.unkept = true;
  await patiently(scoring, { sheets: [], names: [], seat: 0, edition: null });
  if (scoring.found) fill($("trouble"), el("p", { class: "strip" }, say("score.own_away")), ...why);
}

// ---- a file ----

/**
 * @param {Scoring} scoring
 * @param {File | undefined} file
 * @param {(scoring: Scoring, text: string) => Promise<unknown>} use what to do with its text
 */
export async function read(scoring, file, use) {
  if (!file) return;
  let text = "";
  try {
    text = await textOf(file);
  } catch {
    return scoring.trouble(say("score.unreadable", { name: file.name })); // a folder, or gone since it was chosen
  }
  await use(scoring, text);
}

/**
 * @param {Scoring} scoring
 * @param {string} text of a file that `farmstead score` reads, or of an edition
 */
export async function load(scoring, text) {
  if (isEdition(text)) return scoring.use(text);
  if (text.length > MOST) return scoring.trouble(say("score.table_large")); // only its beginning is here
  const sheets = opened(text);
  if (!sheets) return scoring.trouble(say("score.not_json"));
  if (sheets.length > most) return scoring.trouble(tooMany.sentence, tooMany);
  if (new TextEncoder().encode(JSON.stringify(sheets)).length > largest) return scoring.trouble(say("score.table_large"));
  scoring.counted = null;
  await scoring.ask("", { sheets, seat: 0, names: [] });
}
