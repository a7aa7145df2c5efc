// A table that is scored, kept: in this browser, in a link, in a file.

import { bytes, letters, unpacked } from "./edition.js";
import { store, storedJson } from "../base/storage.js";

/** @import { CountedOut } from "../../messages" */

/** @typedef {import("./page.js").Table} Table */

const KEY = "farmstead.score.";

/** @param {string} game @param {Table} table */
export const remember = (game, table) => store(KEY + game, JSON.stringify(table));

/**
 * @param {string} game
 * @returns {Table | null}
 */
export const remembered = (game) => tableIn(storedJson(KEY + game));

/**
 * An address of this page that has the table in it, behind a dot its own components if it has any; nothing of it is
 * sent until the page asks.
 * @param {Table} table
 */
export function link(table) {
  const written = letters(new TextEncoder().encode(JSON.stringify({ sheets: table.sheets, names: table.names })));
  return `${location.origin}${location.pathname}#${written}${table.edition ? `.${table.edition.packed}` : ""}`;
}

/**
 * @param {string} hash
 * @returns {Promise<Table | null>} nothing where there is none, or a damaged one
 */
export async function fromLink(hash) {
  try {
    const [written, packed] = hash.slice(1).split(".");
    const table = tableIn(JSON.parse(new TextDecoder().decode(bytes(written))));
    return table && { ...table, edition: packed ? await unpacked(packed) : null };
  } catch {
    return null;
  }
}

/**
 * @param {Partial<Table> | null} found what was kept, or anything else
 * @returns {Table | null}
 */
function tableIn(found) {
  if (!Array.isArray(found?.sheets)) return null;
  const names = Array.isArray(found.names) ? found.names.map((/** @type {unknown} */ name) => plain(String(name)).slice(0, 40)) : [];
  const edition = typeof found.edition?.text === "string" ? found.edition : null;
  const seat = Number.isInteger(found.seat) ? Math.max(0, Number(found.seat)) : 0;
  return { sheets: found.sheets, names, seat, edition };
}

/** @param {string} name @returns {string} without what would turn the words beside it round */
export const plain = (name) => name.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();

/**
 * As `farmstead score` reads it.
 * @param {string} game
 * @param {Table} table
 */
export function save(game, table) {
  const text = table.sheets.map((sheet) => `${JSON.stringify(sheet)}\n`).join("");
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const made = Object.assign(document.createElement("a"), { href: address, download: `${game}.jsonl` });
  made.click();
  URL.revokeObjectURL(address);
}

/**
 * The sheets of such a file, or of one in which an object goes over several lines, as the rules show it.
 * @param {string} text
 * @returns {CountedOut["sheets"] | null} nothing for what is no such file
 */
export function opened(text) {
  const lines = () => text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  return objects(() => [JSON.parse(text)].flat()) ?? objects(lines);
}

/**
 * @param {() => unknown[]} read
 * @returns {CountedOut["sheets"] | null}
 */
function objects(read) {
  try {
    const found = read();
    return found.length && found.every((each) => each && typeof each === "object" && !Array.isArray(each)) ? /** @type {CountedOut["sheets"]} */ (found) : null;
  } catch {
    return null;
  }
}
