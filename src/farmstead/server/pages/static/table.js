// One table. The stream tells what happens; everything shown is drawn from the last things it said.

import { also } from "./also.js";
import { Refusal, get, post } from "./api.js";
import { Boards, fetched } from "./boards.js";
import { Chat } from "./chat.js";
import { Choosing, choiceOf } from "./choosing.js";
import { Clocks } from "./clocks.js";
import { $, button, el, fill } from "./dom.js";
import { closedDoor } from "./door.js";
import { showEnd } from "./end.js";
import { showHand } from "./hand.js";
import { showHeading } from "./heading.js";
import { keys, markTabs, tabs } from "./keys.js";
import { kept } from "./kept.js";
import { showLedger } from "./ledger.js";
import { Log } from "./log.js";
import { namesOf } from "./naming.js";
import { Others } from "./others.js";
import { Parts } from "./parts.js";
import { show } from "./picture.js";
import { showFacts, showSeats } from "./seats.js";
import { openSettings, settings, tellTurn } from "./settings.js";
import { Stage } from "./stage.js";
import { Stream } from "./stream.js";
import { Tray } from "./tray.js";
import { given, say } from "./words.js";

const { code: CODE, games: GAMES } = given("data");
const API = `/api/tables/${CODE}`;
const POLL = 5000; // milliseconds, for somebody who may not listen
const DWELL = 180; // milliseconds after which somebody means what they point at

/**
 * All that the page knows.
 * @typedef {object} State
 * @property {string | null} me
 * @property {any} table
 * @property {number | null} seat the seat whose side is shown; none: what everybody may see
 * @property {any} look the last position
 * @property {any} found its boards, and what may be done on them
 */

/** @type {State} */
const state = { me: null, table: null, seat: null, look: null, found: null };
const log = new Log(API);
const chat = new Chat(API, attempt);
const clocks = new Clocks();
const choosing = new Choosing();
const boards = new Boards(CODE, () => askBoards());
const others = new Others(CODE, () => state);
const tray = new Tray(CODE, choosing, { send: (moves) => attempt(() => send(moves)), changed: () => drawParts() });
const parts = new Parts(choosing, { pick, hover });
const stage = new Stage(() => tray.turn(1));
const stream = new Stream(API, {
  news: (heard) => log.hear(heard),
  position: (look) => see(look),
  chat: () => chat.refresh(),
  table: () => attempt(refresh),
  end: (why) => ended(why),
  connected: (is) => ($("offline").hidden = is),
});
let asking = false; // the boards are being asked for
let stale = false; // and have to be asked for once more
let sending = false; // moves of one choice are on their way
let told = ""; // the decision that somebody has been told of
let poll = 0;
let dwell = 0;

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

/** @param {string[]} moves */
async function send(moves) {
  const { seat, found } = state;
  sending = true;
  try {
    for (const [n, move] of moves.entries()) await post(`${API}/moves`, { seat, decision: found.decision + n, move });
  } catch (error) {
    tray.free();
    throw error;
  } finally {
    sending = false;
    askBoards(); // also when the answer was lost on its way
  }
}

/** @param {number | null} seat */
async function hand(seat) {
  await use(await post(`${API}/hand`, { seat }));
}

/** What would be good; asked for by hand, and told to nobody else. */
async function hint() {
  const { seat, found } = state;
  fill($("detail"), el("p", { class: "note" }, say("tray.thinking")));
  const told = await get(`${API}/hint?seat=${seat}`);
  if (state.found?.decision !== found.decision || told.decision !== found.decision) return;
  choosing.clear();
  tray.hint = told;
  draw();
}

/**
 * @param {string} deed
 * @param {object} body
 */
function at(deed, body) {
  return () =>
    attempt(async () => {
      if (deed === "undo") tray.hold();
      try {
        await post(`${API}/${deed}`, body);
      } finally {
        tray.free();
      }
    });
}

// ---- choosing ----------------------------------------------------------------------------------------------

function isOpen() {
  return isAsked() && state.found?.decision === state.look.position.decision && !tray.busy;
}

/** @param {string} part */
function pick(part) {
  if (!state.found || state.seat === null) return;
  if (!isOpen()) return;
  tray.forget();
  for (const each of document.querySelectorAll(".questioned")) each.classList.remove("questioned");
  if (choosing.standing(part) === "closed") {
    tray.explain(part);
    return;
  }
  const selected = choosing.selected();
  const again = selected?.parts.includes(part) ?? false;
  if (again && selected?.ghost?.part === part && tray.turn(1)) return;
  choosing.pick(part);
  drawParts();
  tray.draw();
  const now = choosing.selected();
  if (!kept.confirm && now && choosing.ways().length < 2) tray.make(now);
}

/**
 * What is pointed at, or has the focus: its name, its ghost at once, and after a while what it would do.
 * @param {string | null} part
 */
function hover(part) {
  clearTimeout(dwell);
  const named = part && document.querySelector(`[data-part="${CSS.escape(part)}"]`);
  $("pointed").textContent = named ? (named.getAttribute("aria-label") ?? "") : "";
  if (!isOpen()) return;
  const selected = choosing.selected();
  const would = part && choosing.isKnown(part) ? choosing.meant(choosing.with(part)) : null;
  tray.ghost(would && would !== selected ? would.ghost : null, "ghost");
  if (tray.peeking !== would) tray.peek(null);
  if (would && !selected && kept.aids) dwell = setTimeout(() => isOpen() && tray.peek(would), DWELL);
}

function enter() {
  const focused = parts.of(document.activeElement);
  const part = focused?.getAttribute("data-part");
  const selected = choosing.selected();
  if (selected && (!part || selected.parts.includes(part))) tray.make(selected);
  else if (part) pick(part);
}

function drawParts() {
  $("play").classList.toggle("narrowed", choosing.chosen.size > 0);
  parts.draw(isOpen());
}

keys({
  walk: (key) => parts.walk(key),
  enter,
  escape: () => (others.isOpen() ? others.close() : tray.release()),
  turn: (step) => tray.turn(step),
  number: (digit) => {
    const part = parts.numbered(digit);
    if (part) pick(part);
  },
  pass: () => {
    const plain = choosing.choices.filter((each) => !each.parts.length);
    if (isOpen() && plain.length === 1) tray.make(plain[0]);
  },
  undo: () => $("also").querySelector("#undo:not(:disabled)")?.click(),
  text: () => others.text(),
  help: () => openSettings(draw),
});
$("stage").addEventListener(
  "wheel",
  (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey && choosing.ways().length > 1 && tray.turn(event.deltaY > 0 ? 1 : -1)) event.preventDefault();
  },
  { passive: false },
);

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
  Object.assign(state, { seat, look: null, found: null });
  others.close();
  tray.clear();
  boards.clear();
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
  if (!sending) askBoards();
  draw();
}

/** Ask for the boards: once at a time, and again when something happened meanwhile. */
async function askBoards() {
  if (!state.look?.position.view) return;
  stale = asking;
  if (asking) return;
  asking = true;
  const seat = state.seat;
  try {
    const found = await boards.ask(seat, state.look.position.number);
    if (seat === state.seat) take(found);
  } catch (error) {
    if (error instanceof Refusal && error.key === "not_handed_over") await attempt(refresh);
  } finally {
    asking = false;
    if (stale) askBoards();
  }
}

/** @param {any} found */
function take(found) {
  const fresh = state.found?.number !== found.number || state.found?.seat !== found.seat;
  const decided = state.found?.decision !== found.decision || state.found?.seat !== found.seat;
  found.choices = found.choices.map(choiceOf);
  state.found = found;
  showSeats(state, tools());
  boards.show(found);
  if (decided || !found.decision) {
    choosing.use(found.choices);
    tray.use(found);
    tray.free();
  } else tray.found = found;
  if (fresh) others.refresh();
  draw();
  if (decided) markTabs(true);
}

/** @param {string} why */
async function ended(why) {
  if (why === "gone") fill($("question"), say("playing.gone"));
  else await attempt(refresh);
}

// ---- drawing -----------------------------------------------------------------------------------------------

function tools() {
  return { api: API, games: GAMES, attempt, refresh, clocks, look: (/** @type {number} */ seat) => others.look(seat) };
}

function draw() {
  const { table, look, found } = state;
  if (!table) return;
  $("game").textContent = table.title;
  document.body.dataset.phase = table.phase;
  document.body.dataset.position = `${found?.seat ?? ""} ${found?.number ?? ""}`;
  showHeading(state);
  showSeats(state, tools());
  showFacts(state);
  showLedger(state, lightLine);
  chat.show(table);
  $("tabs").hidden = !found;
  const over = table.phase === "over" || look?.position.phase === "over";
  $("end").hidden = !over;
  if (over && found && look) showEnd(state, { api: API, attempt });
  drawTray(over);
  drawParts();
  markTabs(false);
  const turn = !over && isAsked();
  document.title = turn ? say("playing.title_turn", { title: table.title }) : `${table.title} – ${say("page.brand")}`;
  tell(turn);
}

/** @param {boolean} turn */
function tell(turn) {
  const decision = turn ? `${state.seat} ${state.look.position.decision}` : "";
  if (decision && !told) tellTurn(state.table.title);
  told = decision;
}

function isAsked() {
  const { table, seat, look } = state;
  return seat !== null && look?.position.decision != null && !table.seats[seat].away;
}

/** @param {boolean} over */
function drawTray(over) {
  $("tray").hidden = over;
  if (over) return tray.clear();
  showHand(state, { hand: (seat) => attempt(() => hand(seat)) });
  $("latest").textContent = log.latest();
  const current = state.found?.decision === state.look?.position.decision;
  $("tray").classList.toggle("asked", isAsked());
  $("tray").dataset.season = state.found?.heading.segments.find((/** @type {any} */ each) => each.now)?.key ?? "";
  if (isAsked() && current) tray.draw();
  else if (!isAsked()) {
    tray.clear();
    tray.title(waitingText());
  }
  const { position } = state.look ?? {};
  const key = JSON.stringify([position?.undo, position?.back, position?.next, position?.decision, position?.ask, position?.marked, position?.phase, state.seat, state.table, kept.aids, Boolean(state.found)]);
  if ($("also").dataset.key === key) return;
  $("also").dataset.key = key;
  fill($("also"), ...also(state, { at, hand: (seat) => attempt(() => hand(seat)), hint: () => attempt(hint) }));
}

function waitingText() {
  const { table, look } = state;
  if (table.phase === "closed") return table.trouble ? say("playing.aside_why", { why: table.trouble }) : say("playing.aside");
  if (!mayListen()) return say("playing.no_watching");
  if (table.phase === "waiting" || !look) return say("playing.waiting_start");
  const waiting = look.position.to_act;
  if (state.seat !== null && look.position.stage && waiting.length) return say("tray.done_waiting", { names: namesOf(table, waiting) });
  const text = waiting.length ? say("playing.waiting_for", { names: namesOf(table, waiting) }) : say("playing.thinking");
  return table.seats.some((/** @type {any} */ each) => each.mine) ? text : `${say("playing.watching")} ${text}`;
}

/**
 * Light what a line of the score counts.
 * @param {string | null} line
 */
async function lightLine(line) {
  for (const old of document.querySelectorAll("#main-pictures .lit")) old.remove();
  if (!line || !state.found) return;
  const seat = state.seat === null ? "" : `&seat=${state.seat}`;
  const svg = await fetched(`/t/${CODE}/overlay?n=${state.found.number}&line=${line}${seat}`);
  if (!svg || !document.querySelector("#ledger tr:hover")) return;
  const frame = el("div", { class: "picture after lit", "aria-hidden": "true" });
  show(frame, svg);
  $("main-pictures").append(frame);
}

tabs();
settings(draw);
stage.fit();
attempt(refresh);
