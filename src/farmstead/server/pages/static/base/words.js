// The texts of the page, which the server has put into it.

/** @typedef {string | {[key: string]: any}} Entry */

/**
 * What the server has put into a block of the page.
 * @param {string} id
 * @returns {any}
 */
export const given = (id) => JSON.parse(document.getElementById(id)?.textContent || "{}");

/** @type {{[table: string]: {[key: string]: Entry}}} */
const WORDS = given("words");

/**
 * A text by table and key, such as `lobby.title`, with its fields filled in.
 * @param {string} key
 * @param {{[name: string]: string | number}} [fields]
 * @returns {string}
 */
export function say(key, fields = {}) {
  const [table, name] = key.split(".");
  let entry = WORDS[table]?.[name];
  while (entry && typeof entry === "object") {
    const value = String(fields[entry.by]);
    entry = entry[value] ?? entry[pluralForm(value)] ?? entry.other;
  }
  return String(entry ?? key).replace(/\{(\w+)(?::raw)?\}/g, (_, field) => String(fields[field] ?? ""));
}

const PLURAL = new Intl.PluralRules(document.documentElement.lang || undefined);

/**
 * Which plural form a number takes in the language of the page, as CLDR calls it: `one`, `few`, `other`.
 * @param {string} value
 */
function pluralForm(value) {
  const number = Number(value.replace("−", "-"));
  return value && Number.isFinite(number) ? PLURAL.select(number) : "other";
}

/**
 * A whole table of words, where the page has to know what there is.
 * @param {string} table
 * @returns {{[key: string]: any}}
 */
export const all = (table) => WORDS[table] ?? {};

/**
 * `Ada, Ben`.
 * @param {string[]} names
 */
export const listed = (names) =>
  new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

/**
 * `Delete: Ada`, with the blank that a language has before a colon.
 * @param {string} what
 * @param {string | number} text
 */
export const labelled = (what, text) => say("page.labelled", { what, text });

/**
 * How long ago that was.
 * @param {number} time milliseconds since 1970
 */
export function ago(time) {
  const minutes = Math.max(0, Math.floor((Date.now() - time) / 60_000));
  if (minutes < 1) return say("lobby.just_now");
  if (minutes < 60) return say("lobby.minutes_ago", { count: minutes });
  if (minutes < 60 * 24) return say("lobby.hours_ago", { count: Math.floor(minutes / 60) });
  return say("lobby.days_ago", { count: Math.floor(minutes / 60 / 24) });
}
