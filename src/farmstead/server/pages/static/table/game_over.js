// When a game is over: who has won, the lines of the score, and what comes next.

import { Refusal } from "../base/api.js";
import { makeAgain } from "../fair/contribution.js";
import { $, button, el, fill, isShown } from "../base/dom.js";
import { countUp, counted } from "./count_up.js";
import { isDark, keepLink } from "./save_picture.js";
import { lineRow, written } from "../board/score_table.js";
import { namesOf, seatName } from "../board/seat_names.js";
import { at, spoken } from "../base/urls.js";
import { showRibbons } from "./ribbons.js";
import { showTurning } from "./turning_card.js";
import { given, labelled, say } from "../base/words.js";

/** @import { Look, Position, TableOut } from "../../messages" */

const ALONE = Boolean(given("data").alone); // there is no server to look back at games with

/**
 * @typedef {object} Deeds
 * @property {string} api
 * @property {(deed: () => Promise<void>) => Promise<void>} attempt
 * @property {(deed: () => Promise<void>) => Promise<void>} quietly
 * @property {import("../board/score_table.js").Light} lighting
 */

/**
 * @param {import("../board/types.js").State & {look: Look, found: import("../board/types.js").Found}} state
 * @param {Deeds} deeds
 */
export function showEnd(state, deeds) {
  const { table, look, found, seat } = state;
  const { lines, places } = look.position;
  if (!lines.length || isShown($("end-body"), look.position.number, table.rematch, found.verdict)) return;
  counted();
  const open = !table.daily && !ALONE; // the game of a day is looked back at when the day is over
  const ribbons = el("ul", { class: "ribbons" });
  const turning = el("div", { class: "turning-card", "aria-live": "polite" });
  const moment = link(`/replay/${table.code}?branch=1`, say("end.moment"));
  const rows = scores(table, lines, places, found.lines, deeds.lighting);
  fill(
    $("end-body"),
    ...headline(table, lines, places, found.verdict).map((sentence, n) => el("p", { class: n ? "" : "headline" }, sentence)),
    ribbons,
    el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("end.scores") }, rows),
    look.position.marked && el("p", { class: "note" }, say("playing.marked")),
    el("div", { class: "row wrap next" }, ...next(state, deeds), open && link(`/review/${table.code}`, say("end.turned")), open && moment, table.branch && link(`/compare?a=${encodeURIComponent(table.branch.parent)}&b=${encodeURIComponent(table.code)}`, say("end.compare"))),
    turning,
    open && keepsake(table, seat ?? 0),
    more(state, deeds),
  );
  countUp(rows, table.code, deeds.lighting);
  if (table.seats.filter((each) => each.mine).length === 1) deeds.quietly(() => showRibbons(ribbons, table));
  if (open) deeds.quietly(() => showTurning(table, seat, { card: turning, again: moment }).catch(unlessRefused));
}

/**
 * Where nobody may have it reviewed, or too many wait, the rest of the end is as it is.
 * @param {unknown} error
 */
function unlessRefused(error) {
  if (!(error instanceof Refusal)) throw error;
}

/**
 * The first button: once more.
 * @param {import("../board/types.js").State} state
 * @param {Deeds} deeds
 */
function next({ table }, { attempt }) {
  if (table.daily) return [el("a", { class: "button", href: "/daily" }, say("end.daily"))];
  if (!table.seats.some((seat) => seat.mine)) return [];
  const again = async () => {
    const made = await makeAgain(table);
    const tokens = Object.fromEntries(made.invitations.map((each) => [each.seat, each.token]));
    sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
    location.assign(spoken(`/t/${made.table.code}`));
  };
  return [button(say(table.rematch ? "end.join_again" : "end.again"), () => attempt(again))];
}

/**
 * What is wanted less often, folded up.
 * @param {import("../board/types.js").State & {look: Look, found: import("../board/types.js").Found}} state
 * @param {Deeds} deeds
 */
function more(state, { api }) {
  const { table, look, found } = state;
  const { lines, places } = look.position;
  const nobodys = { ...table, seats: table.seats.map((seat) => ({ ...seat, mine: false })) }; // as others read it
  return el(
    "details",
    { class: "end-more" },
    el("summary", {}, say("end.more")),
    el(
      "div",
      { class: "row wrap" },
      shareButton(table, [...headline(nobodys, lines, places, found.verdict), ...results(table, lines)]),
      !ALONE && link(`/replay/${table.code}`, say("end.replay")),
      !table.daily && !ALONE && link(`/replay/${table.code}?branch`, say("end.branch")),
      keepLink(state),
      !table.daily && el("a", { class: "button quiet", href: `${api}/record`, download: say("end.record_file", { game: table.game }) }, say("end.record")),
      table.fair && el("a", { class: "button quiet", href: `/fair#${table.code}`, target: "_blank", rel: "noopener" }, say("fair.check")),
      link("/", say("end.lobby")),
    ),
  );
}

/**
 * The farm or valley as a page of an almanac, to keep and to send.
 * @param {TableOut} table
 * @param {number} seat
 */
function keepsake(table, seat) {
  const address = (/** @type {string} */ kind) => at(`/api/studies/${table.code}/download/${kind}?plate=true&seat=${seat}&dark=${isDark()}`);
  const name = say("end.plate_of", { name: seatName(table, seat) });
  const file = `${table.game}-${table.code}.png`;
  const keep = el("a", { class: "button quiet small", href: address("png"), download: file }, say("end.plate_png"));
  const vector = el("a", { class: "button quiet small", href: address("svg"), download: `${table.game}-${table.code}.svg` }, say("end.plate_svg"));
  const send = async () => {
    const answer = await fetch(address("png"));
    if (!answer.ok) return;
    const picture = new File([await answer.blob()], file, { type: "image/png" });
    await navigator.share({ files: [picture], title: name }).catch(() => {}); // somebody thought better of it
  };
  const canSend = navigator.canShare?.({ files: [new File([], file, { type: "image/png" })] }) ?? false;
  return el(
    "figure",
    { class: "keepsake" },
    el("img", { src: address("svg"), alt: name, loading: "lazy", width: 320, height: 388 }),
    el("figcaption", { class: "row wrap" }, canSend && button(say("end.plate_send"), send, { class: "quiet small" }), keep, vector),
  );
}

/**
 * @param {string} href
 * @param {string} words
 */
const link = (href, words) => el("a", { class: "button quiet", href }, words);

/**
 * @param {TableOut} table
 * @param {string[]} sentences
 */
function shareButton(table, sentences) {
  const text = labelled(table.title, sentences.join(" "));
  const url = ALONE ? "" : `${location.origin}${at(`/t/${table.code}`)}`;
  const press = button(say("end.share_text"), async () => {
    try {
      if (navigator.share) await navigator.share({ title: table.title, text, ...(url && { url }) });
      else {
        await navigator.clipboard.writeText(`${text} ${url}`.trim());
        press.textContent = say("end.shared");
      }
    } catch {
      // somebody thought better of it, or the browser does not allow it
    }
  }, { class: "quiet" });
  return press;
}

/**
 * Everybody with their points, where there are several.
 * @param {TableOut} table
 * @param {Position["lines"]} lines
 */
function results(table, lines) {
  if (lines.length < 2) return [];
  return [`(${lines.map((each, seat) => say("end.result", { name: seatName(table, seat), points: written(each.total) })).join(", ")})`];
}

/**
 * With several players by their names; alone as the game itself says it.
 * @param {TableOut} table
 * @param {Position["lines"]} lines
 * @param {number[]} places
 * @param {string[]} verdict
 */
function headline(table, lines, places, verdict) {
  if (places.length === 1) return verdict;
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const points = written(lines[winners[0]].total);
  const rest = verdict.slice(1);
  if (winners.length > 1) return [say("end.share", { names: namesOf(table, winners), points }), ...rest];
  const mine = table.seats.filter((seat) => seat.mine);
  const you = mine.length === 1 && mine[0].seat === winners[0];
  return [you ? say("end.you_win", { points }) : say("end.wins", { name: seatName(table, winners[0]), points }), ...rest];
}

/**
 * @param {TableOut} table
 * @param {Position["lines"]} lines
 * @param {number[]} places
 * @param {import("../../messages").BoardLineOut[]} said
 * @param {import("../board/score_table.js").Light} lighting
 */
function scores(table, lines, places, said, lighting) {
  const known = new Map(said.map((each) => [each.key, each]));
  const heads = el("tr", {}, el("th", { scope: "col" }, el("span", { class: "away" }, say("end.line"))), ...lines.map((_, seat) => head(table, seat)));
  const rows = Object.keys(lines[0]).flatMap((line) => {
    const best = Math.max(...lines.map((each) => each[line]));
    const differ = lines.some((each) => each[line] !== best);
    const cells = lines.map((each) => el("td", { "data-points": each[line], class: differ && each[line] === best ? "best" : "" }, written(each[line])));
    const row = lineRow(line, known.get(line)?.words ?? line, lighting, ...cells);
    row.dataset.line = line === "total" ? "" : line;
    const notes = known.get(line)?.notes ?? [];
    return notes.length ? [row, el("tr", { class: "why-tied" }, el("td", { colspan: lines.length + 1, class: "note" }, notes.join(" ")))] : [row];
  });
  const placed = lines.length > 1 && el("tr", {}, el("th", { scope: "row" }, say("end.place")), ...places.map((place) => el("td", {}, String(place))));
  return el("table", { class: "scores" }, el("thead", {}, heads), el("tbody", {}, ...rows, placed));
}

/**
 * @param {TableOut} table
 * @param {number} seat
 */
function head(table, seat) {
  const name = seatName(table, seat);
  return el("th", { scope: "col", "aria-label": name, title: name }, el("span", { class: `chip small seat${seat + 1}`, "aria-hidden": "true" }, String(seat + 1)), el("span", { class: "head-name" }, name));
}
