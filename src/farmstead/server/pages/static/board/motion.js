// Movement between two positions: what has the same key goes from where it was to where it is.

import { kept } from "../base/preferences.js";
import { appear, fly, frames, halt, pan, pen, seen, slide } from "./motion_paths.js";

const PACES = { off: 0, slow: 2, usual: 1, fast: 0.45 };
const TRAVEL = 350; // milliseconds, at the usual pace
const TURN = 600;
const ROLL = 500;
const DRAW = 450;
const APART = 40; // between things that go one after the other
const SPREAD = 450; // between the first and the last of them
const STILL = 2; // pixels that are no movement
const FAR = 40; // pixels on which a thing is lifted above all others
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Something in a picture.
 * @typedef {object} Thing
 * @property {string} key
 * @property {string} kind of which others may be; empty: it is the only one
 * @property {SVGGraphicsElement} node
 * @property {string} picture
 * @property {DOMRect} box in the window
 * @property {number} turn in quarters
 * @property {string | null} roll of a die
 */

/**
 * A picture, and how its points come to the window.
 * @typedef {object} Shown
 * @property {SVGSVGElement} svg
 * @property {DOMMatrix} matrix
 * @property {DOMRect} frame
 */

/**
 * @typedef {object} Sight
 * @property {Thing[]} things
 * @property {Map<string, DOMRect>} sources where pieces of a kind come from
 * @property {Map<string, Shown>} pictures
 */

/** @type {Sight | null} what was to be seen before the pictures were changed */
let before = null;

/** How fast things go; 0: they are there at once. */
export const pace = () => (CALM.matches ? 0 : (PACES[kept.speed] ?? PACES.usual));

/** The pictures are about to change: once they have, let things go from where they are now. */
export function remember() {
  if (before || !(pace() || kept.sound) || document.hidden) return;
  before = look(null);
  requestAnimationFrame(() => {
    const was = before;
    before = null;
    if (was?.things.length) travel(was);
  });
}

/** Nothing that is seen now has anything to do with what comes. */
export function forget() {
  before = null;
  halt();
}

// ---- what is seen ------------------------------------------------------------------------------------------

/**
 * All things in the pictures, or in those that have been changed since.
 * @param {Sight | null} since
 * @returns {Sight}
 */
function look(since) {
  /** @type {Sight} */
  const sight = { things: [], sources: new Map(), pictures: new Map() };
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll("[data-picture] > svg"))) {
    const frame = /** @type {HTMLElement} */ (svg.parentElement);
    const name = frame.dataset.picture ?? "";
    const [was, matrix] = [since?.pictures.get(name), svg.getScreenCTM()];
    const other = was && was.svg.getAttribute("class") !== svg.getAttribute("class");
    if (!matrix || !svg.getClientRects().length || was?.svg === svg || other) continue;
    sight.pictures.set(name, { svg, matrix: DOMMatrix.fromMatrix(matrix), frame: frame.getBoundingClientRect() });
    for (const node of svg.querySelectorAll("[data-key]")) sight.things.push(thing(/** @type {SVGGraphicsElement} */ (node), name));
    for (const node of svg.querySelectorAll("[data-from]")) sight.sources.set(node.getAttribute("data-from") ?? "", node.getBoundingClientRect());
  }
  return sight;
}

/**
 * @param {SVGGraphicsElement} node
 * @param {string} picture
 * @returns {Thing}
 */
function thing(node, picture) {
  const key = node.getAttribute("data-key") ?? "";
  const kind = key.includes("@") ? key.slice(0, key.indexOf("@")) : "";
  return { key, kind, node, picture, box: seen(node), turn: Number(node.getAttribute("data-turn")), roll: node.getAttribute("data-roll") };
}

/**
 * What each thing was: the same one, or one of its kind that is no longer where it was.
 * @param {Thing[]} then
 * @param {Thing[]} now
 * @returns {Map<Thing, Thing>}
 */
function matched(then, now) {
  const left = new Map(then.map((each) => [each.key, each]));
  /** @type {Map<Thing, Thing>} */
  const found = new Map();
  const match = (/** @type {Thing} */ is, /** @type {Thing | undefined} */ was) => {
    if (!was) return;
    found.set(is, was);
    left.delete(was.key);
  };
  for (const each of now) match(each, left.get(each.key));
  for (const [key, each] of left) if (each.node.isConnected) left.delete(key);
  const free = (/** @type {Thing} */ is) => [...left.values()].find((was) => was.kind === is.kind && is.kind);
  for (const each of now) if (!found.has(each)) match(each, free(each));
  for (const each of now) if (!found.has(each) && each.roll) match(each, [...left.values()].find((was) => was.roll));
  return found;
}

// ---- how it comes to be as it is ---------------------------------------------------------------------------

/** @param {Sight} was */
function travel(was) {
  const [speed, now] = [pace(), look(was)];
  const found = matched(was.things, now.things);
  if (kept.sound) sound(now.things, found);
  if (!speed) return;
  const apart = Math.min(APART, SPREAD / now.things.length);
  let n = 0;
  const late = () => apart * n++; // things that are not to go all at once: how long the next one waits
  const plans = now.things.filter((each) => each.box.width).map((each) => plan(each, found.get(each), was, now));
  const pans = [...now.pictures].map(([name, shown]) => {
    const earlier = was.pictures.get(name);
    return earlier && !shown.svg.closest(".zoomed") ? pan(shown, earlier, TRAVEL * speed) : null;
  });
  for (const start of plans) start?.(speed, late);
  for (const start of pans) start?.();
}

/**
 * What is to be heard of it, each sort once.
 * @param {Thing[]} things
 * @param {Map<Thing, Thing>} found what each was before
 */
async function sound(things, found) {
  const heard = new Set(things.map((is) => soundOf(is, found.get(is))).filter((each) => each !== null));
  if (heard.size) (await import("./sounds.js")).play(heard);
}

/**
 * @param {Thing} is
 * @param {Thing | undefined} was
 */
function soundOf(is, was) {
  if (!is.box.width) return null;
  if (is.node.querySelector(".drawn")) return was ? null : "pencil";
  if (is.roll !== null) return is.roll !== was?.roll ? "roll" : is.key === was?.key ? null : "cube";
  if (!is.kind || is.key === was?.key) return null;
  return is.node.matches("[href^='#coin-']") ? "coin" : "cube";
}

/**
 * What a thing does. Everything is measured before anything moves.
 * @param {Thing} is
 * @param {Thing | undefined} was
 * @param {Sight} then
 * @param {Sight} now
 * @returns {((speed: number, late: () => number) => void) | null}
 */
function plan(is, was, then, now) {
  const { node } = is;
  const ink = node.querySelector(".drawn");
  if (ink) return then.pictures.has(is.picture) ? (speed) => pen(ink, was?.node ?? null, DRAW * speed) : null;
  const rolled = is.roll !== null && is.roll !== was?.roll;
  const box = was?.box.width ? was.box : then.sources.get(is.kind);
  if (!box?.width) return (speed, late) => appear(node, riders(is), { duration: TRAVEL * speed, delay: is.kind ? late() * speed : 0 });
  const within = was?.picture === is.picture;
  const start = within ? stayed(is, was, then, now) : { at: middle(box), size: box.height / is.box.height };
  const turn = was && shorter(was.turn - is.turn);
  const far = Math.hypot(start.at.x - middle(is.box).x, start.at.y - middle(is.box).y);
  if (far < STILL && Math.abs(start.size - 1) < 0.02 && !turn && !rolled) return null;
  const steps = frames(node, middle(is.box), start.at, start.size, rolled ? -540 : (turn ?? 0) * 90);
  const duration = rolled ? ROLL : far < STILL ? TURN : TRAVEL;
  const inOrder = rolled || was?.key !== is.key;
  const lifted = !within || (far > FAR && !node.closest(".zoomed"));
  const timing = (/** @type {number} */ speed, /** @type {() => number} */ late) => ({ duration: duration * speed, delay: inOrder ? late() * speed : 0 });
  if (!lifted) return (speed, late) => slide(node, riders(is), steps, timing(speed, late), rolled);
  const ground = DOMMatrix.fromMatrix(/** @type {SVGGraphicsElement} */ (node.parentNode).getScreenCTM() ?? undefined);
  return (speed, late) => fly(ground, node, riders(is), steps, timing(speed, late), rolled);
}

/**
 * Where a thing was in its picture, as the picture is seen now.
 * @param {Thing} is
 * @param {Thing} was
 * @param {Sight} then
 * @param {Sight} now
 */
function stayed(is, was, then, now) {
  const [earlier, shown] = [then.pictures.get(was.picture)?.matrix, now.pictures.get(is.picture)?.matrix];
  if (!earlier || !shown) return { at: middle(was.box), size: 1 };
  const at = middle(was.box).matrixTransform(earlier.inverse()).matrixTransform(shown);
  return { at, size: ((was.box.height / is.box.height) * shown.a) / earlier.a };
}

/** @param {DOMRect} box */
const middle = (box) => new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);

/**
 * Quarters by the shorter way.
 * @param {number} quarters
 */
const shorter = (quarters) => ((((quarters + 1) % 4) + 4) % 4) - 1;

/**
 * What lies on a thing and goes with it.
 * @param {Thing} is
 * @returns {SVGGraphicsElement[]}
 */
const riders = ({ node, key }) =>
  [.../** @type {NodeListOf<SVGGraphicsElement>} */ (node.ownerSVGElement?.querySelectorAll(`[data-with="${CSS.escape(key)}"]`) ?? [])];
