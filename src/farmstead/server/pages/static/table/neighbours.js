// What neighbours say at the table: a short line each, when it begins, when they surprise, and when it is over.

import { face } from "../board/face.js";
import { el } from "../base/dom.js";
import { given } from "../base/words.js";

/** @import { BoardLineOut, SeatOut } from "../../messages" */

const SURPRISE = 4; // points that come at once

/** @type {{[id: string]: {[when: string]: string}}} */
const SAID = given("data").said ?? {};
/** @type {Map<number, number>} the points that were to be seen of each seat */
const points = new Map();
/** @type {Set<number>} seats that have just had a surprise */
const surprised = new Set();

/**
 * The boards have changed: who has much more than before says so until somebody else has.
 * @param {readonly BoardLineOut[]} lines
 * @param {number} seats
 */
export function heed(lines, seats) {
  for (let seat = 0; seat < seats; seat += 1) {
    const now = lines.reduce((sum, line) => sum + (line.key === "total" ? 0 : (line.points[seat] ?? 0)), 0);
    if (now - (points.get(seat) ?? now) >= SURPRISE) {
      surprised.clear();
      surprised.add(seat);
    }
    points.set(seat, now);
  }
}

/** Who has just surprised the others. */
export const surprising = () => [...surprised];

/**
 * The face of a neighbour, and their line, for their row.
 * @param {SeatOut} seat
 * @param {import("../board/types.js").State} state
 * @returns {Node[]}
 */
export function faceAndLine(seat, { look }) {
  const lines = seat.neighbour ? SAID[seat.neighbour] : null;
  if (!seat.neighbour || !lines) return [];
  const places = look?.position.phase === "over" ? look.position.places : [];
  const when = places.length ? (places[seat.seat] === 1 ? "won" : "lost") : surprised.has(seat.seat) ? "surprise" : "begin";
  return [face(seat.neighbour), el("q", { class: "said", title: lines[when] }, lines[when])];
}
