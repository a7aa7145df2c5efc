// One table. The stream tells what happens; everything shown is drawn from the last things it said.

import { Refusal, become, get, post } from "../base/api.js";
import { attempt, quietly } from "../base/attempt.js";
import { below, lookBelow } from "../board/scroll_hint.js";
import { Boards } from "../board/boards.js";
import { Chat } from "./chat.js";
import { Choosing, choiceOf } from "../board/selection.js";
import { Clocks } from "./clock.js";
import { $, button, el, fill } from "../base/dom.js";
import { showEnd } from "./game_over.js";
import { sitDown } from "../fair/contribution.js";
import { Handover } from "./handover.js";
import { Follower } from "./follow.js";
import { Foot } from "./footer.js";
import { showHeading } from "../board/heading.js";
import { aim } from "./save_picture.js";
import { keyboard } from "./keyboard.js";
import { noteMade } from "./made_together.js";
import { markTabs, openTab, tabs } from "../base/shortcuts.js";
import { showLedger } from "../board/score_table.js";
import { showLuck } from "./start_status.js";
import { Lighting } from "../board/score_highlight.js";
import { Log } from "./log.js";
import { chose, settled } from "../board/change_marks.js";
import { remember } from "../board/motion.js";
import { Notices } from "../board/notifications.js";
import { Others } from "./other_boards.js";
import { Outbox } from "./outbox.js";
import { Picking } from "../board/pointer.js";
import { showFacts, showSeats } from "./seats.js";
import { seatName } from "../board/seat_names.js";
import { settings } from "../board/preferences_dialog.js";
import { isAsked, mayListen, shownSeat } from "./perspective.js";
import { Since } from "./since.js";
import { Stage, measureAnew } from "../board/pan_zoom.js";
import { Stream } from "./event_stream.js";
import { markTaken } from "./taken_marks.js";
import { Tray } from "../board/tray.js";
import { given, say } from "../base/words.js";

/** @import { BoardsOut, ShownOut, TableOut } from "../../messages" */

const { code: CODE, games: GAMES, parts: PARTS } = given("data");
const API = `/api/tables/${CODE}`;
const POLL = 5000; // milliseconds, for somebody who may not listen
const LONGEST_FRAME = 100; // milliseconds

/** @type {import("../board/types.js").State} */
const state = { me: null, table: /** @type {TableOut} */ (/** @type {unknown} */ (null)), seat: null, look: null, found: null }; // the table is what is asked for first
const log = new Log(API, () => state, told);
const since = new Since(log, () => state);
const follower = new Follower({ hear: (heard) => log.hear(heard), show: see, tell: (step) => since.tell(step), me: () => state.seat });
const chat = new Chat(API, attempt, (line) => notices.chat(line));
const clocks = new Clocks();
const choosing = new Choosing();
const boards = new Boards(`/t/${CODE}`, turned);
const others = new Others(CODE, () => state);
const lighting = new Lighting(CODE, () => state);
const tray = new Tray(CODE, choosing, { send: (moves) => attempt(() => outbox.send(moves)), changed: () => picking.draw() });
const picking = new Picking(choosing, tray, isOpen);
const handover = new Handover();
const foot = new Foot(API, { state, tray, choosing, draw, use });
const notices = new Notices();
const stage = new Stage(() => tray.turn(1));
const outbox = new Outbox(API, tray, { now: () => ({ seat: state.seat, decision: state.found?.decision ?? null }), send });
const stream = new Stream(API, {
  news: (heard) => follower.hear(heard),
  boards: (shown) => {
    follower.show(shown);
    outbox.restore();
    outbox.flush();
  },
  chat: () => chat.refresh(),
  table: () => quietly(refresh),
  end: (why) => (why === "gone" ? fill($("question"), say("playing.gone")) : attempt(refresh)),
  connected: (is) => ($("offline").hidden = is),
});
/** @type {(() => void)[]} what draws that which only some tables have */
const added = [];
let asking = false; // the boards are being asked for
let stale = false; // and have to be asked for once more
let sending = false; // a choice is on its way, and brings the boards back with it
let poll = 0;
/** @type {BoardsOut | null} what the stream brought and is not shown yet */
let coming = null;
/** @type {Promise<void> | null} until what was drawn last is seen */
let painting = null;

// ---- doing -------------------------------------------------------------------------------------------------

/** @param {string[]} moves */
async function send(moves) {
  const { seat, found } = state;
  if (seat === null || !found || found.decision === null) return;
  /** @type {BoardsOut | null} */
  let shown = null;
  sending = true;
  chose();
  try {
    const choice = { seat, decision: found.decision, moves };
    if (asking) await post(`${API}/moves/together`, choice);
    else shown = await post(boards.address({}), choice); // what comes of it, or nothing where it has to be asked for
    noteMade(`${CODE} ${seat}`, moves.length);
    if (shown && seat === state.seat) take(shown);
  } catch (error) {
    tray.free();
    settled();
    throw error;
  } finally {
    sending = false;
    if (!shown || stale) askBoards(true); // also when the answer was lost on its way
    else if (isBehind()) catchUp();
  }
}

/** Whether anything can be chosen now. */
function isOpen() {
  return isAsked(state) && state.found?.decision === state.look?.position.decision && !tray.busy;
}

// ---- what is known -----------------------------------------------------------------------------------------

async function refresh() {
  const table = get(API);
  table.catch(() => {}); // both are asked for at once, and this one is waited for below
  state.me = (await get("/api/me")).name;
  try {
    await use(await table);
  } catch (error) {
    if (error instanceof Refusal && ["spectators_off", "daily_closed"].includes(error.key)) closedDoor(error);
    else throw error;
  }
}

/**
 * Nobody watches here: whoever is invited can sit down all the same.
 * @param {Refusal} why nothing can be seen
 */
function closedDoor({ key, message }) {
  const invited = new URLSearchParams(location.hash.slice(1));
  const [invitation, seat] = [invited.get("invitation"), Number(invited.get("seat"))];
  document.body.classList.add("closed-door");
  $("play").removeAttribute("aria-busy");
  $("door").hidden = false;
  const invites = Boolean(invitation && Number.isInteger(seat));
  const isOfTheDay = key === "daily_closed";
  $("door-title").textContent = say(invites ? "sitting.door_invited" : isOfTheDay ? "sitting.door_daily" : "sitting.door_title");
  $("door-lead").textContent = invites ? say("sitting.invited_unknown") : isOfTheDay ? message : say("sitting.door_lead");
  $("door-ways").hidden = invites;
  fill($("question"));
  if (!invitation || !invites) return;
  const name = el("input", { id: "door-name", maxlength: 40, value: state.me ?? "", placeholder: say("page.guest") });
  const sit = async () => {
    await become(name.value);
    await sitDown(CODE, seat, invitation);
    history.replaceState(null, "", location.pathname);
    fill($("door-deeds"));
    await refresh();
  };
  const press = button(say("sitting.sit_named", { number: seat + 1 }), () => attempt(sit));
  fill($("door-deeds"), el("div", { class: "stack" }, el("label", { for: "door-name" }, say("sitting.your_name")), name, press));
}

/** @param {TableOut} table */
async function use(table) {
  state.table = table;
  notices.seen(table);
  document.body.classList.remove("closed-door");
  $("door").hidden = true;
  const seat = shownSeat(table);
  if (seat !== state.seat || !stream.isOpen()) await turnTo(seat);
  handover.show(table, seat);
  draw();
}

/**
 * Forget one side of the table and show another.
 * @param {number | null} seat
 */
async function turnTo(seat) {
  stream.close();
  Object.assign(state, { seat, look: null, found: null });
  others.close();
  outbox.drop();
  coming = null;
  follower.clear();
  tray.clear();
  boards.clear();
  log.clear(seat);
  if (mayListen(state.table)) stream.open(seat);
  clearInterval(poll);
  if (!mayListen(state.table)) poll = setInterval(() => quietly(refresh), POLL);
}

/**
 * The news have led to this. Boards that came with it are shown, unless the answer to a choice brings newer ones.
 * @param {ShownOut} shown
 */
async function see({ look, boards: found }) {
  const began = (state.look?.position.phase ?? state.table?.phase) !== look.position.phase; // also between asking for the table and listening
  state.look = look;
  clocks.set(look.clocks);
  log.upTo(look.position.number);
  if (began) attempt(refresh);
  coming = found && coming ? withPictures(found, coming) : (found ?? coming);
  await catchUp();
}

/** Show what the stream brought last, after the frame that is being drawn: bots are quick, and all they did is shown at once. */
async function catchUp() {
  const { look } = state;
  if (coming) await boards.symbols;
  await painting;
  if (!look || look !== state.look || sending) return; // something has happened meanwhile, or is about to
  const newest = coming;
  coming = null;
  if (!isBehind()) draw();
  else if (newest && newest.number >= look.position.number && !boards.lacks(newest)) take(newest);
  else askBoards(); // and then all is drawn at once
}

/**
 * Boards with the pictures that only those before them brought.
 * @param {BoardsOut} found
 * @param {BoardsOut} earlier
 * @returns {BoardsOut}
 */
function withPictures(found, earlier) {
  const drawn = new Map(earlier.pictures.map((each) => [each.key, each.svg]));
  return { ...found, pictures: found.pictures.map((each) => ({ ...each, svg: each.svg || (drawn.get(each.key) ?? "") })) };
}

/** Until what has just been drawn is seen; where nothing is shown, not for long. */
async function painted() {
  await new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done)); // by the next frame it is
    setTimeout(done, LONGEST_FRAME);
  });
  painting = null;
}

/** Whether the boards are of an earlier position than the last that was told, or not there. */
function isBehind() {
  const { look, found } = state;
  return Boolean(look?.position.view && (!found || found.number < look.position.number));
}

/** Whether the first boards are still to come: until they are there, nothing is shown that they would push aside. */
function isComing() {
  const { table, look, found } = state;
  return !found && table.phase !== "waiting" && mayListen(table) && (!look || Boolean(look.position.view));
}

/**
 * Ask for the boards: once at a time, and again when something happened meanwhile that they do not show.
 * @param {boolean} [anew] those that are being asked for are not the right ones
 */
async function askBoards(anew = false) {
  const { seat, look } = state;
  if (!look?.position.view) return;
  stale = (asking || sending) && (anew || stale);
  if (asking || sending) return;
  asking = true;
  let again = false;
  try {
    const found = await boards.ask(seat, look.position.number);
    if (seat === state.seat) take(found);
    again = isBehind();
  } catch (error) {
    if (error instanceof Refusal && error.key === "not_handed_over") await attempt(refresh);
    again = look !== state.look && isBehind();
    draw();
  } finally {
    asking = false;
    if (again || stale) askBoards();
  }
}

/** Somebody turned the device: other pictures are needed, now and from now on. */
function turned() {
  stream.again();
  askBoards(true);
}

/** @param {BoardsOut} sent */
function take(sent) {
  const found = { ...sent, choices: sent.choices.map(choiceOf) };
  if (state.found?.seat === found.seat && found.number < state.found.number) return; // newer ones came by the stream
  const fresh = state.found?.number !== found.number || state.found?.seat !== found.seat;
  const decided = state.found?.decision !== found.decision || state.found?.seat !== found.seat;
  state.found = found;
  painting ??= painted();
  remember(); // before anything is written: all of it would have to be laid out to be measured
  showSeats(state, tools);
  boards.show(found);
  log.learn();
  told();
  settled();
  if (decided || !found.decision) {
    choosing.use(found.choices, found.traits);
    tray.use(found);
    tray.free();
    picking.rest();
  } else tray.found = found;
  if (fresh) others.refresh();
  draw();
  if (!decided) return;
  markTabs(true);
  measureAnew();
}

/** The log has more to tell: what the others did, and who has taken what. */
function told() {
  since.draw();
  if (state.found) markTaken(log.told(), state.found.traits, (seat) => seatName(state.table, seat));
}

// ---- drawing -----------------------------------------------------------------------------------------------

const look = (/** @type {number} */ seat) => others.look(seat);
const tools = { api: API, games: GAMES, attempt, quietly, refresh, draw, clocks, lighting, look };

/** The device prefers something else now. */
function prefer() {
  boards.dress();
  draw();
  quietly(refresh);
}

function draw() {
  const { table, look, found } = state;
  if (!table) return;
  $("game").textContent = table.title;
  document.body.dataset.phase = table.phase;
  document.body.dataset.position = `${found?.seat ?? ""} ${found?.number ?? ""}`;
  showHeading(state);
  showSeats(state, tools);
  showLuck(state, tools);
  showFacts(state);
  lighting.refresh();
  since.draw();
  showLedger(state, lighting);
  chat.show(table);
  if (!isComing()) $("play").removeAttribute("aria-busy");
  $("tabs").hidden = !found;
  if (found) aim($("keep"), state);
  const over = table.phase === "over" || look?.position.phase === "over";
  if (over && $("end").hidden) openTab("main"); // on phones the end would not be seen in another
  $("end").hidden = !over;
  if (over && found && look) showEnd({ ...state, look, found }, tools);
  foot.draw(over);
  picking.draw();
  for (const each of added) each();
  markTabs(false);
  lookBelow();
  const turn = !over && isAsked(state);
  document.title = turn ? say("playing.title_turn", { title: table.title }) : `${table.title} – ${say("page.brand")}`;
  notices.turn(turn ? `${state.seat} ${look?.position.decision}` : "", table.title);
}

// ---- beginning ---------------------------------------------------------------------------------------------

/**
 * What only some tables have is loaded where the server says that this is one of them, so that others need not wait for it.
 * @param {string} name of a script, with its folder
 */
async function add(name) {
  if (name === "branches/luck_picker") foot.chance = await import("../branches/luck_picker.js");
  if (name === "branches/badge") {
    const { showBranch } = await import("../branches/badge.js");
    added.push(() => showBranch(state, { attempt, refresh }));
  }
  if (name !== "learning/coach") return;
  const { Coach } = await import("../learning/coach.js");
  const coach = new Coach(API, CODE, { state, tray, foot });
  added.push(() => coach.draw());
}

tabs();
keyboard({ picking, tray, others, prefer });
settings(prefer);
below();
stage.fit();
attempt(async () => {
  await Promise.all(PARTS.map((/** @type {string} */ name) => quietly(() => add(name))));
  await refresh();
});
