// When a game is over: who has won, the lines of the score, and what comes next.

import { makeAgain } from "../fair/contribution.js";
import { $, button, el, fill, isShown } from "../base/dom.js";
import { keepLink } from "./save_picture.js";
import { lineRow, written } from "../board/score_table.js";
import { namesOf, seatName } from "../board/seat_names.js";
import { at, spoken } from "../base/urls.js";
import { say } from "../base/words.js";

/** @import { Look, Position, TableOut } from "../../messages" */

/**
 * @param {import("../board/types.js").State & {look: Look, found: import("../board/types.js").Found}} state
 * @param {{api: string, attempt: (deed: () => Promise<void>) => Promise<void>, lighting: import("../board/score_table.js").Light}} deeds
 */
export function showEnd(state, { api, attempt, lighting }) {
  const { table, look, found } = state;
  const { lines, places } = look.position;
  if (!lines.length || isShown($("end-body"), look.position.number, table.rematch, found.verdict)) return;
  const mine = table.seats.some((seat) => seat.mine);
  const nobodys = { ...table, seats: table.seats.map((seat) => ({ ...seat, mine: false })) }; // as others read it
  const again = () =>
    attempt(async () => {
      const made = await makeAgain(table);
      const tokens = Object.fromEntries(made.invitations.map((each) => [each.seat, each.token]));
      sessionStorage.setItem(`farmstead.links.${made.table.code}`, JSON.stringify(tokens));
      location.assign(spoken(`/t/${made.table.code}`));
    });
  fill(
    $("end-body"),
    ...headline(table, lines, places, found.verdict).map((sentence, n) => el("p", { class: n ? "" : "headline" }, sentence)),
    el("div", { class: "scroll", tabindex: 0 }, scores(table, lines, places, Object.fromEntries(found.lines.map((each) => [each.key, each.words])), lighting)),
    look.position.marked && el("p", { class: "note" }, say("playing.marked")),
    el(
      "div",
      { class: "row wrap" },
      table.daily && el("a", { class: "button", href: "/daily" }, say("end.daily")),
      mine && !table.daily && button(say(table.rematch ? "end.join_again" : "end.again"), again),
      !table.daily && el("a", { class: "button quiet", href: `${api}/record`, download: say("end.record_file", { game: table.game }) }, say("end.record")),
      table.fair && el("a", { class: "button quiet", href: `/fair#${table.code}`, target: "_blank", rel: "noopener" }, say("fair.check")),
      link(`/replay/${table.code}`, say("end.replay")),
      !table.daily && link(`/review/${table.code}`, say("end.review")), // of the day's game when the day is over
      !table.daily && link(`/replay/${table.code}?branch`, say("end.branch")),
      keepLink(state),
      shareButton(table, [...headline(nobodys, lines, places, found.verdict), ...results(table, lines)]),
      link("/", say("end.lobby")),
    ),
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
  const text = `${table.title}: ${sentences.join(" ")}`;
  const url = `${location.origin}${at(`/t/${table.code}`)}`;
  const press = button(say("end.share_text"), async () => {
    try {
      if (navigator.share) await navigator.share({ title: table.title, text, url });
      else {
        await navigator.clipboard.writeText(`${text} ${url}`);
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
 * @param {{[line: string]: string}} words
 * @param {import("../board/score_table.js").Light} lighting
 */
function scores(table, lines, places, words, lighting) {
  const heads = el("tr", {}, el("th", { scope: "col" }, say("end.line")), ...lines.map((_, seat) => head(table, seat)));
  const rows = Object.keys(lines[0]).map((line) => {
    const best = Math.max(...lines.map((each) => each[line]));
    const cells = lines.map((each) => el("td", { class: lines.length > 1 && each[line] === best ? "best" : "" }, written(each[line])));
    return lineRow(line, words[line] ?? line, lighting, ...cells);
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
  return el("th", { scope: "col", "aria-label": name, title: name }, el("span", { class: `chip small seat${seat + 1}` }, String(seat + 1)), el("span", { class: "head-name" }, name));
}
