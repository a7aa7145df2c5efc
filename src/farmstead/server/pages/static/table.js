// One table. The stream tells what happens; everything shown is drawn from the last things it said.

import { Refusal, get, post } from "./api.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { $, button, confirmed, el, fill } from "./dom.js";
import { closedDoor } from "./door.js";
import { showEnd } from "./end.js";
import { showHand } from "./hand.js";
import { Log } from "./log.js";
import { MenuPanel } from "./menu.js";
import { namesOf, seatName } from "./naming.js";
import { showSeats } from "./seats.js";
import { Stream } from "./stream.js";
import { given, say } from "./words.js";

const { code: CODE, games: GAMES } = given("data");
const API = `/api/tables/${CODE}`;
const POLL = 5000; // milliseconds, for somebody who may not listen

/**
 * All that the page knows.
 * @typedef {object} State
 * @property {string | null} me
 * @property {any} table
 * @property {number | null} seat the seat whose side is shown; none: what everybody may see
 * @property {any} look the last position
 * @property {any} menu what is asked there
 */

/** @type {State} */
const state = { me: null, table: null, seat: null, look: null, menu: null };
const log = new Log(API);
const chat = new Chat(API, attempt);
const board = new Board(CODE);
const clocks = new Clocks();
const menu = new MenuPanel(CODE, (move) => attempt(() => send(move)));
const stream = new Stream(API, {
  news: (heard) => log.hear(heard),
  position: (look) => see(look),
  chat: () => chat.refresh(),
  table: () => attempt(refresh),
  end: (why) => ended(why),
  connected: (is) => ($("offline").hidden = is),
});
let asking = false; // the menu is being asked for
let stale = false; // and has to be asked for once more
let poll = 0;

// ---- doing -------------------------------------------------------------------------------------------------

/**
 * Do something, and say why if it cannot be done.
 * @param {() => Promise<void>} deed
 */
async function attempt(deed) {
  fill($("trouble"));
  try {
    await deed();
  } catch (error) {
    trouble(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} sentence */
function trouble(sentence) {
  const dismiss = button(say("playing.dismiss"), () => fill($("trouble")), { class: "quiet small" });
  fill($("trouble"), el("div", { class: "notice" }, el("strong", {}, say("playing.not_done")), el("p", {}, sentence), dismiss));
}

/** @param {string} move */
async function send(move) {
  try {
    await post(`${API}/moves`, { seat: state.seat, decision: state.menu.decision, move });
  } catch (error) {
    menu.free();
    throw error;
  } finally {
    ask_menu(); // also when the answer was lost on its way
  }
}

/** @param {number | null} seat */
async function hand(seat) {
  await use(await post(`${API}/hand`, { seat }));
}

// ---- what is known -----------------------------------------------------------------------------------------

async function refresh() {
  state.me = (await get("/api/me")).name;
  try {
    await use(await get(API));
  } catch (error) {
    if (error instanceof Refusal && error.key === "spectators_off") closedDoor(state, error.message, { api: API, attempt, refresh });
    else throw error;
  }
}

/** @param {any} table */
async function use(table) {
  state.table = table;
  document.body.classList.remove("closed-door");
  const seat = shownSeat(table);
  if (seat !== state.seat || !stream.isOpen()) await turnTo(seat);
  draw();
}

/**
 * The seat whose side this device shows.
 * @param {any} table
 * @returns {number | null}
 */
function shownSeat(table) {
  const mine = table.seats.filter((/** @type {any} */ each) => each.mine);
  return mine.length > 1 ? table.holder : mine.length ? mine[0].seat : null;
}

/**
 * Forget one side of the table and show another.
 * @param {number | null} seat
 */
async function turnTo(seat) {
  stream.close();
  Object.assign(state, { seat, look: null, menu: null });
  menu.clear();
  board.clear();
  log.clear(seat);
  if (mayListen()) stream.open(seat);
  clearInterval(poll);
  if (!mayListen()) poll = setInterval(() => attempt(refresh), POLL);
}

function mayListen() {
  const { spectators, owner, seats } = state.table;
  return spectators || owner || seats.some((/** @type {any} */ each) => each.mine);
}

/** @param {any} look */
function see(look) {
  const began = state.look && state.look.position.phase !== look.position.phase;
  state.look = look;
  clocks.set(look.clocks);
  log.upTo(look.position.number);
  if (began) attempt(refresh);
  draw();
  ask_menu();
}

/** Ask what is asked now: once at a time, and again when something happened meanwhile. */
async function ask_menu() {
  if (!state.look?.position.view) return;
  stale = asking;
  if (asking) return;
  asking = true;
  const seat = state.seat;
  try {
    const found = await get(`/t/${CODE}/menu${seat === null ? "" : `?seat=${seat}`}`);
    if (seat === state.seat) state.menu = found;
    draw();
  } catch (error) {
    if (error instanceof Refusal && error.key === "not_handed_over") await attempt(refresh);
  } finally {
    asking = false;
    if (stale) ask_menu();
  }
}

/** @param {string} why */
async function ended(why) {
  if (why === "gone") fill($("question"), say("playing.gone"));
  else await attempt(refresh);
}

// ---- drawing -----------------------------------------------------------------------------------------------

function draw() {
  const { table, look } = state;
  if (!table) return;
  $("game").textContent = table.title;
  $("part").textContent = state.menu?.part ?? "";
  showSeats(state, { api: API, games: GAMES, attempt, refresh, clocks });
  board.show(state);
  chat.show(table);
  const over = table.phase === "over" || look?.position.phase === "over";
  $("end").hidden = !over;
  $("asked").hidden = over;
  if (over && state.menu && look) showEnd(state, { api: API, attempt });
  if (!over) drawAsked();
  const turn = !over && isAsked();
  document.title = turn ? say("playing.title_turn", { title: table.title }) : `${table.title} – ${say("page.brand")}`;
}

function isAsked() {
  const { table, seat, look } = state;
  return seat !== null && look?.position.decision != null && !table.seats[seat].away;
}

function drawAsked() {
  showHand(state, { hand: (seat) => attempt(() => hand(seat)) });
  const asked = isAsked() && state.menu?.decision === state.look.position.decision;
  if (asked) menu.show(state);
  else if (isAsked()) menu.hold();
  else menu.clear();
  const text = asked ? menu.question() : isAsked() ? $("question").textContent : waitingText();
  if ($("question").textContent !== text) $("question").textContent = text;
  fill($("also"), ...also());
}

function waitingText() {
  const { table, look } = state;
  if (table.phase === "closed") return table.trouble ? say("playing.aside_why", { why: table.trouble }) : say("playing.aside");
  if (!mayListen()) return say("playing.no_watching");
  if (table.phase === "waiting" || !look) return say("playing.waiting_start");
  const waiting = look.position.to_act;
  const text = waiting.length ? say("playing.waiting_for", { names: namesOf(table, waiting) }) : say("playing.thinking");
  return table.seats.some((/** @type {any} */ each) => each.mine) ? text : `${say("playing.watching")} ${text}`;
}

/** What else can be done: take back, ask, answer, come back, go. */
function also() {
  const { table, seat, look } = state;
  if (seat === null || !look || look.position.phase !== "playing") return [];
  if (table.seats[seat].away) return [button(say("sitting.come_back"), doAt("return", { seat }))];
  const { position } = look;
  const shared = table.seats.filter((/** @type {any} */ each) => each.mine).length > 1;
  return [
    ...answers(position, seat),
    position.undo > 0 && button(say("playing.undo"), doAt("undo", { seat, decision: position.next }), { class: "quiet" }),
    !position.undo && position.back > 0 && !position.ask && askButton(position, seat),
    shared && button(say("hand.put_down"), () => attempt(() => hand(null)), { class: "quiet" }),
    position.marked && el("span", { class: "note" }, say("playing.marked")),
  ];
}

/**
 * @param {any} position
 * @param {number} seat
 */
function askButton(position, seat) {
  const others = state.table.seats.some((/** @type {any} */ each) => ["person", "device"].includes(each.how) && !each.mine && !each.away);
  const words = {
    title: say("playing.ask_title"),
    text: say(others ? "playing.ask_text" : "playing.ask_alone_text"),
    yes: say("playing.ask_yes"),
    no: say("page.cancel"),
  };
  const press = async () => {
    if (await confirmed(words)) await doAt("ask", { seat, to: position.back })();
  };
  return button(say(others ? "playing.ask" : "playing.ask_alone"), press, { class: "quiet" });
}

/**
 * @param {any} position
 * @param {number} seat
 */
function answers(position, seat) {
  const wish = position.ask;
  if (!wish) return [];
  const answer = (/** @type {boolean} */ yes) => doAt("answer", { seat, ask: wish.ask, yes });
  const text = (/** @type {string} */ words) => el("p", { class: "asks" }, words);
  if (state.table.seats[wish.seat].mine) {
    const names = namesOf(state.table, wish.waiting);
    return [text(say("playing.asking_mine", { names })), button(say("playing.take_back_ask"), answer(false), { class: "quiet" })];
  }
  const asks = text(say("playing.asking", { name: seatName(state.table, wish.seat), to: wish.to }));
  if (!wish.waiting.includes(seat)) return [asks];
  return [asks, button(say("playing.agree"), answer(true)), button(say("playing.disagree"), answer(false), { class: "quiet" })];
}

/**
 * @param {string} deed
 * @param {object} body
 */
function doAt(deed, body) {
  return () =>
    attempt(async () => {
      if (deed === "undo") menu.hold();
      try {
        await post(`${API}/${deed}`, body);
      } catch (error) {
        menu.free();
        throw error;
      }
    });
}

attempt(refresh);
