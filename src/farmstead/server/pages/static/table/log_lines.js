// The log told by turns: what one player did in a part of the game is one line, draws are gathered, oneself is "You".

import { say } from "../base/words.js";

/** @import { Heard } from "../../messages" */

/** @type {Map<string, string>} verbs that follow another's name, and their forms for whoever reads */
const FORMS = new Map(say("you.verbs").split(", ").map((pair) => /** @type {[string, string]} */ (pair.split("="))));

/**
 * @typedef {object} Clause
 * @property {string} text
 * @property {string} brief the same without the place
 * @property {string} key of the event that it tells
 * @property {boolean} own it goes on with what the player did; else it is a sentence of its own
 */

/**
 * @typedef {object} Line
 * @property {number | null} seat nobody's: it is told of the whole table
 * @property {Clause[]} clauses
 * @property {number} first the entry with which it began
 * @property {number} last
 * @property {number} chapter of the events that one line tells; -1: none has said so
 * @property {number} step within it
 */

/**
 * @typedef {object} Teller
 * @property {(seat: number) => string} nameOf
 * @property {number | null} me
 * @property {string[][]} chapters events that one line tells, in their order
 */

/**
 * @param {Heard[]} entries in order
 * @param {Set<number>} gone entries that were taken back
 * @param {Teller} teller
 * @returns {Line[]}
 */
export function linesOf(entries, gone, teller) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Map<number, Line>} the line of each player that may go on */
  const open = new Map();
  for (const { news, words, seats, keys, briefs } of entries) {
    if (gone.has(news.number)) continue;
    words.forEach((sentence, n) => {
      const [seat, key] = [seats[n] ?? null, keys[n] ?? ""];
      if (news.kind === "moved" && !key) return; // that somebody has decided says nothing
      const clause = { key, ...clauseOf(sentence, seat, teller), brief: clauseOf(briefs?.[n] || sentence, seat, teller).text };
      const of = seat === null ? undefined : open.get(seat);
      const [chapter, step] = placeOf(key, teller.chapters);
      if (of && !beginsAnew(of, chapter, step)) {
        of.clauses.push(clause);
        of.last = news.number;
        if (chapter >= 0) Object.assign(of, { chapter, step: Math.max(step, of.chapter === chapter ? of.step : 0) });
        return;
      }
      const line = { seat, clauses: [clause], first: news.number, last: news.number, chapter, step };
      lines.push(line);
      if (seat === null) open.clear();
      else open.set(seat, line);
    });
  }
  return lines;
}

/**
 * @param {string} key of an event
 * @param {string[][]} chapters
 * @returns {[number, number]}
 */
function placeOf(key, chapters) {
  const chapter = chapters.findIndex((each) => each.includes(key));
  return [chapter, chapter < 0 ? 0 : chapters[chapter].indexOf(key)];
}

/**
 * @param {Line} line
 * @param {number} chapter
 * @param {number} step
 */
const beginsAnew = (line, chapter, step) => chapter >= 0 && line.chapter >= 0 && (chapter !== line.chapter || (step === 0 && line.step > 0));

/**
 * A sentence without the player it begins with.
 * @param {string} sentence
 * @param {number | null} seat
 * @param {Teller} teller
 */
function clauseOf(sentence, seat, { nameOf, me }) {
  const name = seat === null ? "" : `${nameOf(seat)} `;
  if (!name || !sentence.startsWith(name)) return { text: sentence, own: false };
  const rest = sentence.slice(name.length).replace(/\.$/, "");
  return { text: seat === me ? toYou(rest) : rest, own: true };
}

/**
 * What is said of somebody, said to them.
 * @param {string} words beginning with a verb
 */
function toYou(words) {
  const [one, two] = words.split(" ");
  const found = [`${one} ${two}`, one].find((verb) => FORMS.has(verb));
  return found ? FORMS.get(found) + words.slice(found.length) : words;
}

/**
 * All of a line in words; what was done several times is said once.
 * @param {Line} line
 * @param {Teller} teller
 * @param {boolean} [named] with whose doing it was
 * @param {boolean} [placed] with where it was done
 */
export function inWords({ seat, clauses: all }, { nameOf, me }, named = true, placed = true) {
  const clauses = placed ? all : all.map((each) => ({ ...each, text: each.brief }));
  if (seat === null) return clauses.map((each) => each.text).join(" ");
  /** @type {Map<string, {clause: Clause, count: number}>} */
  const found = new Map();
  for (const clause of clauses) {
    const known = found.get(clause.text);
    if (known) known.count += 1;
    else found.set(clause.text, { clause, count: 1 });
  }
  const name = seat === me ? say("you.name") : nameOf(seat);
  let said = named && clauses[0].own ? `${name} ` : "";
  let verb = ""; // of what was said last: paid wood, stone
  let isOver = false; // a sentence has been said in between
  for (const { clause, count } of found.values()) {
    const [first, ...rest] = clause.text.split(" ");
    const short = clause.own && first === verb && rest.length ? rest.join(" ") : clause.text;
    const text = count > 1 ? say("since.times", { words: short, count }) : short;
    if (!clause.own) {
      said += said.trim() ? `${isOver ? "" : "."} ${text}` : text;
      [verb, isOver] = ["", true];
    } else {
      said += isOver ? ` ${name} ${text}` : `${verb ? ", " : ""}${text}`;
      [verb, isOver] = [first, false];
    }
  }
  return isOver ? said : `${said}.`;
}
