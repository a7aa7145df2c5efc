// Where in a replay somebody is, and what is known of the game.

import { Refusal, get } from "../base/api.js";

/** @import { StudyOut } from "../../messages" */

/**
 * The study through the eyes that the address names, or those that suit best.
 * @param {string} name
 * @returns {Promise<StudyOut>}
 */
export async function open(name) {
  const wish = Number(new URLSearchParams(location.search).get("seat"));
  const theirs = wish > 0 ? await look(name, wish - 1).catch(orNobodys) : null;
  if (theirs) return theirs;
  const found = await look(name, null);
  return found.running && found.mine.length === 1 ? await look(name, found.mine[0]) : found;
}

/**
 * A link may name a seat that is not there, or is not for these eyes: then it is looked at with nobody's.
 * @param {unknown} error
 */
function orNobodys(error) {
  if (error instanceof Refusal && error.status) return null;
  throw error;
}

/**
 * @param {string} name
 * @param {number | null} seat
 * @returns {Promise<StudyOut>}
 */
export const look = (name, seat) => get(`/api/studies/${name}${seat === null ? "" : `?seat=${seat}`}`);

/**
 * This page with the eyes through which it is looked at; a language that was asked for stays.
 * @param {StudyOut} study
 */
export function addressOf(study) {
  const language = new URLSearchParams(location.search).get("lang");
  const query = new URLSearchParams({ ...(language && { lang: language }), ...(study.seat !== null && { seat: String(study.seat + 1) }) });
  return `${location.pathname}${query.size ? `?${query}` : ""}`;
}

/** Whether the address names a position. */
export const isMove = () => /^#\d{1,6}$/.test(location.hash);

/**
 * The position that the address names; without one the first decision of a game, or the last position of one that is being played.
 * @param {StudyOut} study
 */
export function named(study) {
  if (isMove()) return Math.min(Number(location.hash.slice(1)), study.length);
  return study.running ? study.length : Math.max(0, (study.choices[0] ?? 1) - 1);
}

/**
 * Whose board is the main one at first: one's own, or that of whose eyes it is.
 * @param {StudyOut} study
 */
export const mainSeat = (study) => study.seat ?? study.mine[0] ?? 0;

/**
 * The season or round of a position.
 * @param {StudyOut} study
 * @param {number} ply
 */
export const partOf = (study, ply) => study.parts.findLastIndex((part) => part.ply <= ply);

/**
 * Where a step leads.
 * @param {StudyOut} study
 * @param {number} ply
 * @param {string} step
 * @param {number} shown whose board is the main one
 */
export function stepped(study, ply, step, shown) {
  const part = partOf(study, ply);
  const own = study.choices.filter((each) => study.movers[each - 1] === shown);
  const places = {
    start: 0,
    back_part: study.parts[part]?.ply < ply ? study.parts[part].ply : (study.parts[part - 1]?.ply ?? 0),
    back_own: own.findLast((each) => each < ply) ?? ply,
    back: ply - 1,
    next: ply + 1,
    next_own: own.find((each) => each > ply) ?? ply,
    next_part: study.parts[part + 1]?.ply ?? study.length,
    end: study.length,
  };
  const there = places[/** @type {keyof typeof places} */ (step)] ?? ply;
  return Math.min(Math.max(there, 0), study.length);
}

/**
 * What was told of the move that led to a position.
 * @param {StudyOut} study
 * @param {number} ply
 */
export const told = (study, ply) => (ply ? study.log[ply - 1] : []);
