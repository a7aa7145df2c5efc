// Before a game: how many have added to its luck, for whom it waits, and how to wait no longer.

import { Refusal, post } from "../base/api.js";
import { contribute, goOn, isForeign, isLost, ownCancelled, stopReason } from "../fair/contribution.js";
import { $, button, drawAnew, el, fill, isShown } from "../base/dom.js";
import { namesOf } from "../board/seat_names.js";
import { say } from "../base/words.js";

/** @import { FairNow, TableOut } from "../../messages" */

const AGAIN = 3000; // milliseconds
const PATIENCE = 60_000; // milliseconds after which a start can be cancelled

/** @typedef {{api: string, attempt: (deed: () => Promise<void>) => Promise<void>, quietly: (deed: () => Promise<void>) => Promise<void>, refresh: () => Promise<void>, draw: () => void}} Tools */

let since = 0; // when this page first saw that only contributions are missing
let round = -1;
let timer = 0;

/**
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
export function showLuck(state, tools) {
  const { table, look } = state;
  const { fair: now, number } = look && look.position.number >= table.number ? look.position : table; // what is known last
  const fair = table.phase === "waiting" ? now : null;
  const late = fair !== null && isLate(fair, tools.draw);
  const stop = stopReason(table, now, number);
  const foreign = isForeign(table, now);
  if (isShown($("luck"), fair, late, stop, foreign, table.seats)) return;
  fill($("luck"), stop && stopped(table, stop, tools), foreign && el("p", { class: "notice" }, say("fair.foreign")), ...(fair ? lines(table, fair, late, tools) : []));
  if (fair) tools.quietly(() => doPart(table, fair, number, tools));
}

/**
 * Why nothing more is added here, for who sits here; after many cancelled starts it is theirs to say.
 * @param {TableOut} table
 * @param {string} why
 * @param {Tools} tools
 */
function stopped(table, why, { draw }) {
  const often = why === "often";
  const on = () => {
    goOn(table.code);
    draw();
  };
  return el(
    "div",
    { class: "notice", id: "unfair" },
    el("p", {}, often ? say("fair.often", { count: ownCancelled(table.code) }) : say("fair.stopped")),
    el("p", {}, often ? button(say("fair.go_on"), on, { class: "quiet small" }) : say("fair.stop", { why })),
    !often && el("p", {}, say("fair.stop_do")),
  );
}

/**
 * This device's part of the start; what does not reach the server is tried again.
 * @param {TableOut} table
 * @param {FairNow} fair
 * @param {number} number
 * @param {Tools} tools
 */
async function doPart(table, fair, number, { refresh, draw }) {
  try {
    if (!(await contribute(table, fair, number))) return;
    drawAnew($("luck")); // there may be more to do by now
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const changed = error.key === "pledges_changed"; // what they are now may have come while this was under way
    if (error.status && error.status < 429 && !changed) return; // others were quicker, and the next position says what is to be done
    drawAnew($("luck"));
    if (!changed) return void setTimeout(draw, AGAIN);
  }
  await refresh();
}

/**
 * @param {FairNow} fair
 * @param {() => void} draw
 */
function isLate(fair, draw) {
  if (!fair.open) round = -1;
  else if (round !== fair.round) {
    [round, since] = [fair.round, Date.now()];
    clearTimeout(timer);
    timer = setTimeout(draw, PATIENCE + 500);
  }
  return fair.open && Date.now() - since >= PATIENCE;
}

/**
 * @param {TableOut} table
 * @param {FairNow} fair
 * @param {boolean} late
 * @param {Tools} tools
 */
function lines(table, fair, late, { api, attempt, refresh }) {
  const mine = table.seats.find((each) => each.mine);
  const others = fair.waiting.filter((seat) => seat !== mine?.seat);
  const lost = isLost(table, fair); // who sits there is told how to go on, even if nobody else is missing
  const full = table.seats.every((each) => each.how);
  const cancel = async () => {
    await post(`${api}/fair/cancel`, { seat: mine?.seat });
    await refresh();
  };
  return [
    full && others.length > 0 && el("p", {}, say("fair.waiting", { names: namesOf(table, others) })),
    lost && el("p", { class: "notice" }, say("fair.lost")),
    late && mine && (others.length > 0 || lost) && button(say("fair.cancel"), () => attempt(cancel), { class: "quiet small" }),
    fair.round > 0 && el("p", { class: "note" }, say("fair.cancelled", { count: fair.round }), " ", say("fair.own_cancelled", { count: ownCancelled(table.code) })),
    el("p", { class: "note" }, say("fair.pledged", { count: fair.contributions.length }), " ", el("a", { href: "/fair", target: "_blank", rel: "noopener" }, say("fair.how"))),
  ];
}
