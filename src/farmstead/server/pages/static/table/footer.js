// The foot of the page: whoever is asked has the tray, whoever waits is told for whom, and what else can be done.

import { get, post } from "../base/api.js";
import { attempt } from "../base/attempt.js";
import { $, button, confirmed, el, fill, isShown } from "../base/dom.js";
import { kept } from "../base/preferences.js";
import { chose } from "../board/change_marks.js";
import { lastMade, noteTakenBack } from "./made_together.js";
import { isAsked, waitingText } from "./perspective.js";
import { namesOf, seatName } from "../board/seat_names.js";
import { mayNotify, wantNotices } from "../board/notifications.js";
import { say } from "../base/words.js";

/** @import { HintOut, TableOut } from "../../messages" */

const PATIENCE = 3000; // milliseconds in which it should have gone on by itself
const went = { to: "", at: 0, arrived: false }; // the position for which it did, which it does once

/**
 * @typedef {object} Page what the foot is part of
 * @property {import("../board/types.js").State} state
 * @property {import("../board/tray.js").Tray} tray
 * @property {import("../board/selection.js").Choosing} choosing
 * @property {() => void} draw
 * @property {(table: TableOut) => Promise<void>} use
 */

export class Foot {
  /**
   * @param {string} api
   * @param {Page} page
   */
  constructor(api, page) {
    this.api = api;
    this.page = page;
    /** @type {typeof import("../branches/luck_picker.js") | null} where luck is chosen */
    this.chance = null;
    const hand = (/** @type {number | null} */ seat) => attempt(async () => page.use(await post(`${api}/hand`, { seat })));
    this.also = { at: this.at.bind(this), hand, hint: () => attempt(() => this.hint()), changed: () => page.draw() };
  }

  /** @param {boolean} over */
  draw(over) {
    const { state, tray } = this.page;
    $("tray").hidden = over;
    if (over) return tray.clear();
    showHand(state, { hand: this.also.hand });
    this.drawOthers();
    this.chance?.showChance(state, { api: this.api, attempt });
    const asked = isAsked(state) || Boolean(this.chance?.isChanceAsked(state));
    $("tray").classList.toggle("asked", asked);
    $("tray").classList.toggle("idle", !asked && !$("hand").children.length);
    if (!isAsked(state)) {
      tray.clear();
      tray.title(this.chance?.chanceText(state) || waitingText(state));
    } else if (state.found?.decision === state.look?.position.decision) tray.draw();
    const { undo, back, next, decision, ask, marked, phase } = state.look?.position ?? {};
    const said = [undo, back, next, decision, ask, marked, phase];
    if (isShown($("also"), said, state.seat, state.table, kept.aids, kept.notify, Boolean(state.found))) return;
    fill($("also"), ...also(state, this.also));
  }

  /** What the others do while a season is played by all at once: who is done, and who still decides. */
  drawOthers() {
    const { table, seat, look } = this.page.state;
    const { stage = "", to_act = [], phase = "" } = look?.position ?? {};
    const others = stage && phase === "playing" ? table.seats.filter((each) => each.seat !== seat) : [];
    if (isShown($("doing"), others, to_act)) return;
    fill($("doing"), ...others.map((each) => doing(table, each.seat, to_act.includes(each.seat))));
  }

  /** What would be good; asked for by hand, and told to nobody else. */
  async hint() {
    const { state, tray, draw } = this.page;
    const { seat, found } = state;
    fill($("detail"), el("p", { class: "note" }, say("tray.thinking")));
    /** @type {HintOut} */
    const told = await get(`${this.api}/hint?seat=${seat}`).catch((error) => {
      draw();
      throw error;
    });
    if (state.seat !== seat || state.found?.decision !== found?.decision || told.decision !== found?.decision) return;
    await tray.advise(told);
    draw();
  }

  /**
   * Something at the table, to be done when it is called.
   * @param {string} deed
   * @param {object} body
   */
  at(deed, body) {
    const { tray } = this.page;
    return () =>
      attempt(async () => {
        if (deed === "undo") {
          tray.hold();
          chose();
        }
        try {
          await post(`${this.api}/${deed}`, body);
        } finally {
          tray.free();
        }
      });
  }
}

/**
 * @param {TableOut} table
 * @param {number} seat
 * @param {boolean} deciding
 */
function doing(table, seat, deciding) {
  const words = say(deciding ? "tray.other_decides" : "tray.other_done", { name: seatName(table, seat) });
  return el("li", { class: deciding ? "" : "done", title: words }, el("span", { class: `chip small seat${seat + 1}`, "aria-hidden": "true" }, String(seat + 1)), el("span", { "aria-hidden": "true" }, say(deciding ? "sitting.deciding" : "sitting.done")), el("span", { class: "away" }, words));
}

// ---- a device that several people share: it shows one side at a time, and only after it has been handed over ----

/**
 * @param {import("../board/types.js").State} state
 * @param {{hand: (seat: number | null) => void}} deeds
 */
function showHand(state, { hand }) {
  const { table, look, seat } = state;
  const mine = table.seats.filter((each) => each.mine && !each.away).map((each) => each.seat);
  if (mine.length < 2 || table.phase !== "playing" || !look) return fill($("hand"));
  const passOn = button(say("hand.pass_on"), () => hand(null));
  const deciding = look.position.to_act.filter((each) => mine.includes(each));
  if (table.open_views && deciding.length && goesOn(`${table.code} ${look.position.number}`, deciding, seat, hand)) fill($("hand"));
  else if (seat === null) fill($("hand"), ...lying(table, mine, deciding, hand));
  else if (!deciding.includes(seat) && deciding.length) fill($("hand"), el("p", {}, say("hand.next", { name: namesOf(table, deciding) })), passOn);
  else fill($("hand"));
}

/**
 * Where all see the same there is nothing to hide: it goes on by itself, unless somebody has gone back.
 * @param {string} position
 * @param {number[]} deciding
 * @param {number | null} seat
 * @param {(seat: number | null) => void} hand
 * @returns {boolean} whether there is nothing to press
 */
function goesOn(position, deciding, seat, hand) {
  if (went.to !== position) {
    const there = seat !== null && deciding.includes(seat);
    Object.assign(went, { to: position, at: Date.now(), arrived: there });
    if (!there) hand(deciding[0]);
    return true;
  }
  went.arrived ||= seat !== null && deciding.includes(seat);
  return !went.arrived && Date.now() - went.at < PATIENCE;
}

/**
 * Nobody holds it: what it shows now, everybody may see.
 * @param {TableOut} table
 * @param {number[]} mine
 * @param {number[]} deciding
 * @param {(seat: number | null) => void} hand
 */
function lying(table, mine, deciding, hand) {
  const takers = deciding.length ? deciding : mine;
  const only = deciding.length === 1;
  const text = only
    ? say("hand.turn", { name: seatName(table, deciding[0]) })
    : deciding.length
      ? say("hand.several", { names: namesOf(table, deciding) })
      : say("hand.nobody");
  const look_away = only ? say("hand.private", { name: seatName(table, deciding[0]) }) : say("hand.private_all");
  return [
    el("h3", {}, say("hand.title")),
    el("p", {}, text),
    el("p", { class: "note" }, look_away),
    el("div", { class: "stack" }, ...takers.map((each) => button(say("hand.take", { name: seatName(table, each) }), () => hand(each), { class: `seat-button seat${each + 1}` }))),
  ];
}

// ---- what else can be done at any time: take back, begin the season again, ask, answer, come back, hand over ----

/**
 * @typedef {object} Doing
 * @property {(deed: string, body: object) => () => Promise<void>} at does something at the table
 * @property {(seat: number | null) => void} hand hands the device over
 * @property {() => void} hint asks what would be good
 * @property {() => void} changed something of this device is different now
 */

/**
 * @param {import("../board/types.js").State} state
 * @param {Doing} doing
 */
function also(state, doing) {
  const { table, seat, look, found } = state;
  if (seat === null || !look || look.position.phase !== "playing") return [];
  if (table.seats[seat].away) return table.daily ? [] : [button(say("sitting.come_back"), doing.at("return", { seat }))];
  const { position } = look;
  const shared = !table.open_views && table.seats.filter((each) => each.mine).length > 1;
  const place = `${table.code} ${seat}`;
  const undo = (/** @type {number} */ choices) => async () => {
    noteTakenBack(place, choices);
    await doing.at("undo", { seat, decision: position.next, choices })();
  };
  const season = Boolean(found?.heading.segments.length);
  return [
    ...answers(state, doing),
    button(say("tray.undo"), position.undo ? undo(Math.min(lastMade(place), position.undo)) : asking(state, doing), { class: "quiet small", id: "undo", disabled: !position.undo && (Boolean(table.daily) || !position.back || Boolean(position.ask)) }),
    button(say(season ? "tray.restart" : "tray.restart_turn"), undo(position.undo), { class: "quiet small", id: "restart", disabled: !position.undo, title: position.undo ? null : say("tray.restart_not_yet") }),
    table.hints && kept.aids && position.decision !== null && button(say("tray.hint"), doing.hint, { class: "quiet small", id: "hint" }),
    position.decision === null && hasCompany(table) && !kept.notify && mayNotify() && button(say("settings.notify"), async () => (await wantNotices(), doing.changed()), { class: "quiet small", id: "notify" }),
    ...sides(table, seat, doing),
    shared && button(say("hand.put_down"), () => doing.hand(null), { class: "quiet small" }),
    position.marked && el("span", { class: "note" }, say("playing.marked")),
  ];
}

/**
 * Whether people play here who are somewhere else.
 * @param {TableOut} table
 */
const hasCompany = (table) =>
  table.seats.some((each) => ["person", "device"].includes(each.how) && !each.mine && !each.away);

/**
 * Further back than one may go alone: everybody is asked.
 * @param {import("../board/types.js").State} state
 * @param {Doing} doing
 */
function asking({ table, seat, look }, doing) {
  const text = say(hasCompany(table) ? "playing.ask_text" : "playing.ask_alone_text");
  const words = { title: say("playing.ask_title"), text, yes: say("playing.ask_yes") };
  return async () => {
    if (!(await confirmed(words))) return;
    const [place, last] = [`${table.code} ${seat}`, look?.position.back ?? 0];
    const count = lastMade(place); // entries that were made together follow each other
    noteTakenBack(place, count);
    await doing.at("ask", { seat, to: Math.max(1, last - count + 1) })();
  };
}

/**
 * @param {import("../board/types.js").State} state
 * @param {Doing} doing
 */
function answers({ table, seat, look }, doing) {
  const wish = look?.position.ask;
  if (!wish) return [];
  const answer = (/** @type {boolean} */ yes) => doing.at("answer", { seat, ask: wish.ask, yes });
  const text = (/** @type {string} */ words) => el("p", { class: "asks" }, words);
  if (table.seats[wish.seat].mine) {
    const names = namesOf(table, wish.waiting);
    return [text(say("playing.asking_mine", { names })), button(say("playing.take_back_ask"), answer(false), { class: "quiet" })];
  }
  const asks = text(say("playing.asking", { name: seatName(table, wish.seat) }));
  if (!wish.waiting.includes(/** @type {number} */ (seat))) return [asks];
  return [asks, button(say("playing.agree"), answer(true)), button(say("playing.disagree"), answer(false), { class: "quiet" })];
}

/**
 * Where all see the same: back to somebody on this device who would take back what they chose.
 * @param {TableOut} table
 * @param {number | null} seat
 * @param {Doing} doing
 */
function sides(table, seat, doing) {
  const others = table.open_views ? table.seats.filter((each) => each.mine && !each.away && each.seat !== seat) : [];
  return others.map((each) => button(say("hand.side", { name: seatName(table, each.seat) }), () => doing.hand(each.seat), { class: "quiet small side" }));
}
