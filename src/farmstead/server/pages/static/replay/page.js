// The replay of a game: where somebody is in it, and everything that is shown of that.

import { $, el, fill, isShown, NARROW } from "../base/dom.js";
import { trouble } from "../base/attempt.js";
import { messageOf } from "../base/notice.js";
import { showHeading } from "../board/heading.js";
import { kept } from "../base/preferences.js";
import { openTab, tabs } from "../base/shortcuts.js";
import { at } from "../base/urls.js";
import { ReplayBoards } from "./boards.js";
import { SPEEDS, keyList, keys, showDeck, showPlace, showPlaying, showTrack } from "./controls.js";
import { Following } from "./follow_live.js";
import { Frames } from "./frame_cache.js";
import { addressOf, isMove, look, mainSeat, named, open, stepped, told } from "./state.js";
import { layLog, laySeats, lightLog, showAbout, showPoints, showSeats, showWords } from "./text_view.js";
import { settings } from "../board/preferences_dialog.js";
import { Stage } from "../board/pan_zoom.js";
import { given, say } from "../base/words.js";

/** @import { StudyOut } from "../../messages" */

const NAME = given("data").name;
const SETTLED = 350; // milliseconds after which the address and the voice follow
const AGAIN = 5000; // milliseconds after which boards that did not come are asked for once more
const COPIED = 2500; // milliseconds for which the button says so
const branching = new URLSearchParams(location.search).has("branch");
const QUICK = 3; // times as fast goes what nobody chose
const ADDED = Promise.allSettled([import("../branches/dialog.js"), import("../exports/dialog.js")]); // what else can be done from a position

/** @type {StudyOut} */
let study;
/** @type {Frames} */
let frames;
let ply = 0;
let shown = 0; // whose board is the main one
let drawn = -1; // the position on the boards
let speed = SPEEDS[/** @type {keyof typeof SPEEDS} */ (kept.speed)] ? kept.speed : "usual";
let timer = 0; // of playing; 0: it rests
let settling = 0;
const boards = new ReplayBoards(NAME, () => study.seat);
const following = new Following(NAME, goOn, (is) => ($("offline").hidden = is));
const drive = { step: (/** @type {string} */ name) => go(stepped(study, ply, name, shown), true), go: (/** @type {number} */ to) => go(to, true), toggle, see, pace: (/** @type {string} */ wish) => (speed = /** @type {typeof speed} */ (wish)), copy, words };

// ---- going -------------------------------------------------------------------------------------------------

/**
 * @param {number} to
 * @param {boolean} [rest] somebody takes it in their hands
 */
function go(to, rest = false) {
  if (rest) stop();
  ply = to;
  showPlace(study, ply);
  clearTimeout(settling);
  settling = setTimeout(settle, SETTLED);
  return draw();
}

/** It has come to rest somewhere: that is where the address leads, and what is said. */
function settle() {
  lightLog(ply);
  history.replaceState(null, "", `${addressOf(study)}#${ply}`);
  $("announced").textContent = [say("replay.move", { ply, length: study.length }), ...told(study, ply)].join(". ");
  entitle();
  for (const id of ["branching", "downloads"]) $(id).dataset.ply = String(ply);
  document.dispatchEvent(new CustomEvent("replay", { detail: { name: NAME, ply, seat: study.seat, shown } }));
}

function entitle() {
  document.title = `${say("replay.move", { ply, length: study.length })} – ${study.title}`;
}

async function draw() {
  const [wanted, from] = [ply, frames];
  $("play").classList.toggle("waiting", !from.kept.has(wanted));
  try {
    const frame = await from.get(wanted);
    await boards.dress();
    if (!frame || frames !== from || ply !== wanted) return;
    boards.draw(frame, (picture) => from.svg(picture), Math.abs(wanted - drawn) === 1);
    drawn = wanted;
    fill($("trouble"));
    $("play").classList.remove("waiting");
    document.body.dataset.position = String(wanted);
    showHeading({ found: frame });
    showSeats(frame);
    showPoints(study, frame);
    inWords();
  } catch (error) {
    trouble(messageOf(error));
    setTimeout(() => frames === from && ply === wanted && draw(), AGAIN);
  }
}

/** Only where somebody reads it, and again when what was before it is there. */
function inWords() {
  const [now, from] = [ply, frames];
  const [frame, before = null] = [from.kept.get(now), from.kept.get(now - 1)];
  if (!$("words-panel").open || drawn !== now || !frame) return;
  if (isShown($("words-body"), now, Boolean(before), study.seat, shown, study.names)) return;
  showWords(study, now, frame, before, (picture) => from.svg(picture));
}

// ---- playing -----------------------------------------------------------------------------------------------

function toggle() {
  if (timer) return stop();
  if (ply === study.length) go(0);
  showPlaying(true);
  timer = setTimeout(onwards, 0);
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  if (study) showPlaying(false);
}

async function onwards() {
  if (ply >= study.length) return stop();
  const mine = timer;
  await go(ply + 1);
  if (timer !== mine) return; // somebody has stopped it, or begun anew
  const chosen = study.choices.includes(ply) && told(study, ply).length > 0;
  const time = SPEEDS[/** @type {keyof typeof SPEEDS} */ (speed)];
  timer = setTimeout(onwards, chosen ? time : time / QUICK);
}

// ---- how it is looked at -----------------------------------------------------------------------------------

/** @param {number | null} seat */
async function see(seat) {
  stop();
  try {
    fill($("trouble"));
    study = await look(NAME, seat);
    shown = seat ?? shown;
    lay();
    following.follow(study);
  } catch (error) {
    $("eyes").value = study.seat === null ? "" : String(study.seat);
    trouble(messageOf(error));
  }
}

/** The game is another by now. */
async function anew() {
  stop();
  try {
    study = await look(NAME, study.seat);
    lay();
  } catch (error) {
    trouble(messageOf(error));
  }
}

// ---- a game that is being played ---------------------------------------------------------------------------

/** It may have gone on; whoever stands at its end goes along. */
async function goOn() {
  const [before, at] = [study, ply];
  const found = await look(NAME, before.seat).catch((error) => {
    if (error.status) trouble(error.message); // it is not to be seen any more
    throw error;
  });
  if (study !== before) return; // somebody looks through other eyes meanwhile
  const same = found.running && found.taken_back === before.taken_back && found.names.join() === before.names.join();
  if (same && found.length === before.length) return;
  study = found;
  if (at === before.length && !timer) ply = study.length;
  if (same) grow();
  else lay();
  if (found.running) return;
  following.follow(study); // it is over: nothing of it is hidden any more, and more can be done with it
  showAbout(study);
  document.dispatchEvent(new CustomEvent("game-over"));
}

/** There is more of it, and all that was there stays. */
function grow() {
  frames.grow(study.length);
  layLog(study);
  showTrack(study);
  if (ply === study.length) return void go(ply);
  showPlace(study, ply);
  const read = $("log").scrollTop;
  lightLog(ply);
  $("log").scrollTop = read; // nobody has gone anywhere
  entitle();
  $("announced").textContent = say("replay.gone_on", { length: study.length });
}

// ---- all of it ---------------------------------------------------------------------------------------------

/** Everything anew: other eyes, another board, another width. */
function lay() {
  frames?.close();
  frames = new Frames(NAME, { seat: study.seat, shown, narrow: NARROW.matches, length: study.length }, inWords, anew);
  const focused = document.activeElement?.id ?? "";
  boards.clear();
  drawn = -1;
  laySeats(study, shown, (seat) => {
    shown = seat;
    lay();
    /** @type {HTMLElement | null} */ ($("seats").querySelector(`[data-seat-picture="${seat}"]`))?.focus();
  });
  layLog(study);
  showDeck(study, shown, speed, drive);
  showPlaying(timer > 0);
  document.getElementById(focused)?.focus();
  go(Math.min(ply, study.length));
}

async function copy() {
  const link = `${location.origin}${at(`/replay/${NAME}`)}${study.seat === null ? "" : `?seat=${study.seat + 1}`}#${ply}`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    const field = el("input", { value: link, class: "away" }); // where a page may not write there, as on a plain network address
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  $("copy-words").textContent = say("replay.copied");
  $("announced").textContent = say("replay.copied");
  setTimeout(() => ($("copy-words").textContent = say("replay.copy")), COPIED);
}

function words() {
  const panel = $("words-panel");
  panel.open = !panel.open;
  if (!panel.open) return;
  if (!panel.getClientRects().length) openTab("talk");
  panel.scrollIntoView({ block: "nearest" });
  panel.querySelector("summary").focus();
}

async function begin() {
  try {
    [study] = await Promise.all([open(NAME), ADDED]);
  } catch (error) {
    fill($("main-pictures"));
    $("tray").hidden = true;
    return trouble(messageOf(error));
  }
  shown = mainSeat(study);
  ply = named(study);
  showAbout(study);
  lay();
  keys(drive);
  following.follow(study);
  if (branching) {
    const press = $("branching").querySelector("button"); // somebody came to play on from a move
    if (press && !press.getClientRects().length) openTab("talk");
    press?.focus();
  }
}

document.body.dataset.phase = "playing";
tabs();
settings(() => boards.dress(), keyList);
new Stage(() => {}).fit();
addEventListener("hashchange", () => study && isMove() && go(named(study), true)); // other links lead to parts of the page
NARROW.addEventListener("change", () => study && lay());
$("words-panel").addEventListener("toggle", inWords);
$("tabs").addEventListener("click", () => lightLog(ply)); // a list that is not shown cannot be scrolled
begin();
