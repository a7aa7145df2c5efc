// Who sits where, who may sit down, links to send, and what whoever made the table can do.

import { ask, become, post } from "../base/api.js";
import { faceAndLine, heed, surprising } from "./neighbours.js";
import { sitDown } from "../fair/contribution.js";
import { $, button, confirmed, copyable, el, fill, isShown, onSubmit, openDialog, select } from "../base/dom.js";
import { orTell } from "../base/notice.js";
import { factList } from "../board/score_table.js";
import { rulesSaid, seatName } from "../board/seat_names.js";
import { at, spoken } from "../base/urls.js";
import { qrPicture } from "./qr.js";
import { say } from "../base/words.js";

/** @import { GameShown, SeatOut, TableOut } from "../../messages" */

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/; // hosts that are this computer, and nobody else's way to it

/**
 * @typedef {object} Tools
 * @property {string} api
 * @property {GameShown[]} games
 * @property {(deed: () => Promise<void>) => Promise<void>} attempt
 * @property {() => Promise<void>} refresh
 * @property {{tick: () => void}} clocks
 * @property {(seat: number) => void} look looks at a seat's board
 */

/**
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
export function showSeats(state, tools) {
  const { table, me, look } = state;
  const to_act = look?.position.to_act ?? [];
  if (state.found) heed(state.found.lines, table.seats.length);
  if (isShown($("seats"), table, me, state.seat, to_act, state.found?.next, look?.position.stage, look?.position.phase, surprising(), tokens(table.code))) return;
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("sit-name"))?.value;
  const pictures = new Map([...document.querySelectorAll("[data-seat-picture]")].map((each) => [each.getAttribute("data-seat-picture"), each]));
  fill($("seats"), ...table.seats.map((seat) => row(seat, state, tools)));
  for (const each of $("seats").querySelectorAll("[data-seat-picture]")) each.append(...(pictures.get(each.getAttribute("data-seat-picture"))?.querySelectorAll(".picture") ?? []));
  fill($("invited"), ...before(state, typed, tools));
  fill($("links"), ...(table.phase === "waiting" ? links(table, tools) : []));
  const areSettingsOpen = $("house").querySelector("details")?.open ?? false;
  fill($("house"), ...house(state, tools));
  $("house").querySelector("details")?.toggleAttribute("open", areSettingsOpen);
  tools.clocks.tick();
}

/**
 * What each seat has.
 * @param {import("../board/types.js").State} state
 */
export function showFacts({ found }) {
  for (const each of document.querySelectorAll("[data-facts]")) {
    const facts = found?.facts[Number(each.getAttribute("data-facts"))] ?? [];
    if (!isShown(each, facts)) fill(each, factList(facts));
  }
}

/** @param {string} code */
const tokens = (code) => JSON.parse(sessionStorage.getItem(`farmstead.links.${code}`) || "{}");

/**
 * The invitation in the address: it stands behind a #, which browsers send to nobody.
 */
function invitation() {
  const found = new URLSearchParams(location.hash.slice(1));
  return { token: found.get("invitation") ?? "", seat: found.has("seat") ? Number(found.get("seat")) : null };
}

// ---- each seat ---------------------------------------------------------------------------------------------

/**
 * @param {SeatOut} seat
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
function row(seat, state, tools) {
  const { table, look } = state;
  const own = seat.seat === state.seat;
  const name = who(seat, table); // which may be longer than its place
  const deciding = table.phase === "playing" && look?.position.to_act.includes(seat.seat);
  const notes = [
    seat.mine && say("sitting.you"),
    seat.guest && !seat.mine && say("sitting.guest"),
    seat.how === "device" && say("sitting.here"),
    seat.away && say("sitting.away", { why: seat.away }),
    deciding ? say("sitting.deciding") : isNext(seat.seat, state) ? say("sitting.next") : look?.position.stage && table.phase === "playing" && say("sitting.done"),
  ].filter(Boolean);
  return el(
    "li",
    { class: `${deciding ? "deciding" : ""} ${own ? "own" : ""}`.trim() || null },
    el("span", { class: `chip seat${seat.seat + 1}`, role: "img", "aria-label": say("sitting.seat", { number: seat.seat + 1 }) }, String(seat.seat + 1)),
    ...faceAndLine(seat, state),
    el("div", {}, el("strong", { title: name }, name), el("span", { class: "note" }, notes.join(", ")), el("span", { "data-facts": seat.seat }), table.clock > 0 && el("span", { class: "clock", "data-clock": seat.seat })),
    ...deeds(seat, state, tools),
    table.phase !== "waiting" && el("button", { type: "button", class: "look", "data-seat-picture": seat.seat, "aria-label": say("board.look", { name: seatName(table, seat.seat) }), onclick: () => tools.look(seat.seat) }, el("span", { class: "look-words" }, say("board.look_short"))),
  );
}

/**
 * Whether a seat comes after the one that is to move, where the order of the game is known.
 * @param {number} seat
 * @param {import("../board/types.js").State} state
 */
function isNext(seat, { table, look, found }) {
  if (table.phase !== "playing" || look?.position.stage || look?.position.to_act.length !== 1) return false;
  return found?.next === seat;
}

/**
 * @param {SeatOut} seat
 * @param {TableOut} table
 */
function who(seat, table) {
  if (!seat.how) return say(seat.invited ? (seat.for_me ? "sitting.invited" : "sitting.reserved") : "sitting.free");
  const name = seatName(table, seat.seat);
  if (seat.neighbour && table.phase !== "waiting") return name; // the face says it
  if (seat.how === "bot") return say(table.phase === "waiting" ? "sitting.bot" : "sitting.bot_short", { name, level: seat.level });
  return seat.name || (seat.how === "device" ? name : say(seat.how === "client" ? "sitting.program" : "sitting.unnamed"));
}

/**
 * Sits down, by the name that has been typed.
 * @param {SeatOut} seat
 * @param {TableOut} table
 * @param {Tools} tools
 */
const sitting = (seat, table, tools) =>
  doing(tools, async () => {
    await become(/** @type {HTMLInputElement | null} */ (document.getElementById("sit-name"))?.value ?? "");
    await sitDown(table.code, seat.seat, seat.invited ? invitation().token : "", Boolean(table.fair));
    history.replaceState(null, "", location.pathname);
  });

/**
 * Something to be done at the table when it is called, after which all is shown anew.
 * @param {Pick<Tools, "attempt" | "refresh">} tools
 * @param {() => Promise<unknown>} deed
 */
const doing = ({ attempt, refresh }, deed) => () => attempt(() => deed().then(refresh));

/**
 * @param {SeatOut} seat
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
function deeds(seat, { table }, tools) {
  const { api, attempt, refresh } = tools;
  const number = seat.seat + 1;
  const mine = table.seats.some((each) => each.mine);
  if (seat.for_me && !mine) {
    return [button(say("sitting.sit"), sitting(seat, table, tools), { class: "quiet", "aria-label": say("sitting.sit_named", { number }) })];
  }
  if (table.owner && table.phase === "waiting" && seat.how === "person" && !seat.mine) {
    const free = doing(tools, () => post(`${api}/seats/${seat.seat}/free`));
    return [button(say("sitting.free_seat"), free, { class: "quiet", "aria-label": say("sitting.free_seat_named", { number, name: seatName(table, seat.seat) }) })];
  }
  if (!seat.mine || seat.away) return [];
  const leave = doing(tools, () => post(`${api}/leave`, { seat: seat.seat }));
  if (table.phase === "waiting") return [button(say("sitting.get_up"), leave, { class: "quiet" })];
  if (table.phase !== "playing") return [];
  const resign = async () => {
    const words = { title: say("sitting.resign_title"), text: table.daily ? say("sitting.of_the_day", { day: table.daily }) : say("sitting.resign_text"), yes: say("sitting.resign") };
    if (!(await confirmed(words))) return;
    await post(`${api}/resign`, { seat: seat.seat });
    await refresh();
  };
  return [
    el("details", { class: "more", ontoggle: (event) => event.target.open && event.target.scrollIntoView({ block: "nearest" }) }, el("summary", { "aria-label": say("sitting.go", { number }) }, "…"), !table.daily && button(say("sitting.leave"), leave, { class: "quiet small" }), button(say("sitting.resign"), () => attempt(resign), { class: "quiet small" })),
  ];
}

// ---- before the game ---------------------------------------------------------------------------------------

/**
 * An invitation, for whoever may still sit down; for whoever sits, what they wait for.
 * @param {import("../board/types.js").State} state
 * @param {string | undefined} typed
 * @param {Tools} tools
 */
function before({ table, me }, typed, tools) {
  if (table.phase === "playing" && !table.seats.some((seat) => seat.mine || seat.for_me)) {
    return [el("p", {}, say("sitting.full")), el("p", {}, el("a", { class: "button quiet small", href: "/new" }, say("sitting.door_own")))];
  }
  if (table.phase !== "waiting") return [];
  const free = table.seats.filter((seat) => !seat.how).length;
  const mine = table.seats.some((seat) => seat.mine);
  const host = table.seats.find((seat) => seat.how === "person" && seat.name);
  const place = mine ? undefined : seatFor(table);
  const title = mine || !host ? say("sitting.wait_title", { title: table.title }) : say("sitting.host_invites", { name: host.name, title: table.title });
  return [
    el("h2", { class: "letter-title" }, title),
    free > 0 && el("p", {}, say("sitting.waiting", { count: free })),
    place && el("div", { class: "field" }, el("label", { for: "sit-name" }, say("sitting.your_name")), el("input", { id: "sit-name", maxlength: 40, value: typed ?? me ?? "", placeholder: say("page.guest"), autocomplete: "nickname" })),
    place && button(say("sitting.sit_down"), sitting(place, table, tools), { class: "sit-down" }),
    !mine && !place && el("p", { class: "asks" }, say("sitting.full")),
  ];
}

/**
 * The seat that somebody is invited to, else the first free one for them.
 * @param {TableOut} table
 */
function seatFor(table) {
  const open = table.seats.filter((seat) => seat.for_me && (!seat.invited || invitation().token));
  return open.find((seat) => seat.seat === invitation().seat) ?? open.find((seat) => !seat.invited) ?? open[0];
}

/**
 * Whether others than the owner play against a program's seat: there it keeps its token.
 * @param {TableOut} table
 * @param {SeatOut} seat
 */
function isAmongOthers(table, seat) {
  const others = table.seats.filter((each) => each.seat !== seat.seat && !each.mine && !["", "bot"].includes(each.how));
  return table.phase === "playing" && others.length > 0;
}

/**
 * Links and tokens. They are told once, and kept in this tab only.
 * @param {TableOut} table
 * @param {Tools} tools
 */
function links(table, tools) {
  if (!["waiting", "playing"].includes(table.phase)) return [];
  const address = `${location.origin}${at(`/t/${table.code}`)}`;
  const known = tokens(table.code);
  const open = table.phase === "waiting" && table.seats.some((seat) => !seat.how && !seat.invited);
  const shared = open || table.spectators ? [copyable(say(open ? "sitting.share" : "sitting.link"), address, say("sitting.copy"), say("page.copied"), open && table.owner ? "" : "quiet"), ...(open && table.owner ? ways(table, address) : [])] : [];
  const given = table.seats.filter((seat) => table.owner && ((seat.how === "client" && (known[seat.seat] || !isAmongOthers(table, seat))) || (seat.invited && !seat.how && table.phase === "waiting")));
  const each = given.map((seat) => {
    const [number, token, program] = [seat.seat + 1, known[seat.seat], seat.how === "client"];
    const renew = doing(tools, async () => {
      const fresh = await post(`${tools.api}/seats/${seat.seat}/invitation`);
      sessionStorage.setItem(`farmstead.links.${table.code}`, JSON.stringify({ ...tokens(table.code), [fresh.seat]: fresh.token }));
    });
    if (!token) return button(say(program ? "sitting.new_token_of" : "sitting.new_link_of", { number }), renew, { class: "quiet small" });
    if (program) return copyable(say("sitting.token", { number }), token, say("sitting.copy"), say("page.copied"));
    return copyable(say("sitting.invitation", { number }), `${address}#invitation=${token}&seat=${seat.seat}`, say("sitting.copy"), say("page.copied"));
  });
  const shown = given.some((seat) => known[seat.seat]);
  const programs = given.some((seat) => seat.how === "client" && known[seat.seat]);
  const here = LOOPBACK.test(location.hostname) && shared.length + each.length > 0;
  return [...shared, ...each, here && el("p", { class: "note only-here" }, say("sitting.only_here")), shown && el("p", { class: "note" }, say("sitting.once")), programs && el("p", { class: "note" }, say("sitting.token_how"))];
}

/**
 * Other ways for a link to travel: as the device sends things, and by a camera.
 * @param {TableOut} table
 * @param {string} address
 */
function ways(table, address) {
  const title = say("sitting.wait_title", { title: table.title });
  const send = () => void navigator.share({ title, url: address }).catch(() => {}); // somebody thought better of it
  const code = el("div", { class: "code" });
  if (!LOOPBACK.test(location.hostname)) code.append(...[qrPicture(address, say("sitting.qr"))].filter((each) => each !== null));
  return ["share" in navigator && button(say("sitting.send"), send, { class: "quiet" }), code.hasChildNodes() && el("figure", { class: "qr-figure" }, code, el("figcaption", { class: "note" }, say("sitting.qr")))];
}

// ---- whoever made it ---------------------------------------------------------------------------------------

/**
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
function house({ table }, tools) {
  const { api, games, attempt } = tools;
  const parts = [];
  if (table.owner && table.phase === "waiting" && table.seats.some((seat) => !seat.how)) {
    const game = games.find((each) => each.name === table.game);
    const level = select((game?.levels ?? []).map((each) => [each.level, say("making.level_short", { ...each })]), table.level, { id: "fill-level" });
    const fill_up = doing(tools, () => post(`${api}/fill`, { level: Number(level.value) }));
    parts.push(el("div", { class: "field" }, el("label", { for: "fill-level" }, say("sitting.fill_level")), level, button(say("sitting.fill"), fill_up, { class: "quiet" })));
  }
  const others = table.seats.some((seat) => seat.how === "person" && !seat.mine);
  parts.push(
    el(
      "details",
      { class: "settings" },
      el("summary", {}, say("sitting.settings")),
      ...(table.phase === "waiting" ? [] : links(table, tools)),
      el("p", { class: "note" }, say("sitting.rules", { switches: rulesSaid(table.options), revision: table.rules })),
      el("p", { class: "note" }, say("sitting.clock", { time: say("making.clock_for", { seconds: table.clock }) })),
      el("p", { class: "note" }, table.daily ? say("sitting.of_the_day", { day: table.daily }) : say("sitting.counts", { rated: String(table.rated) })),
      ...(table.owner && !table.daily ? flags(table, tools) : []),
      table.owner && !table.daily && !others && button(say("sitting.delete"), () => attempt(() => remove(api)), { class: "quiet small danger" }),
      table.owner && !table.daily && others && table.phase === "waiting" && button(say("sitting.close"), () => attempt(() => closeTable(tools)), { class: "quiet small danger" }),
      others && button(say("sitting.report"), () => report(table, tools), { class: "quiet small" }),
    ),
  );
  return parts;
}

/**
 * @param {TableOut} table
 * @param {Tools} tools
 */
function flags(table, tools) {
  /** @type {("public" | "spectators" | "chat" | "hints" | "rated")[]} */
  const names = ["public", "spectators", "chat", "hints", ...(couldCount(table) ? /** @type {const} */ (["rated"]) : [])];
  return names.map((name) => {
    const change = (/** @type {{target: HTMLInputElement}} */ { target }) =>
      doing(tools, () => ask("PATCH", tools.api, { [name]: target.checked }))();
    return el("label", { class: "inline" }, el("input", { type: "checkbox", checked: table[name], onchange: change }), say(`making.${name}`));
  });
}

/**
 * Whether the game could count for ratings, and may still be kept from it.
 * @param {TableOut} table
 */
function couldCount(table) {
  const shared = table.seats.some((seat) => ["device", "client"].includes(seat.how));
  return table.phase === "waiting" && table.seats.length > 1 && !table.own_edition && !shared;
}

/** @param {string} api */
async function remove(api) {
  const words = { title: say("sitting.delete_title"), text: say("sitting.delete_text"), yes: say("sitting.delete_yes") };
  if (!(await confirmed(words))) return;
  await ask("DELETE", api);
  location.assign(spoken("/"));
}

/** @param {Tools} tools */
async function closeTable({ api, refresh }) {
  const words = { title: say("sitting.close_title"), text: say("sitting.close_text"), yes: say("sitting.close") };
  if (!(await confirmed(words))) return;
  await post(`${api}/close`);
  await refresh();
}

/**
 * Tell whoever runs the server about somebody here.
 * @param {TableOut} table
 * @param {Tools} tools
 */
function report(table, { api }) {
  const people = table.seats.filter((seat) => seat.how === "person" && !seat.mine);
  const who = select([["", say("sitting.report_table")], ...people.map((seat) => /** @type {[number, string]} */ ([seat.seat, seatName(table, seat.seat)]))], "", { id: "report-who" });
  const text = el("textarea", { id: "report-text", maxlength: 500, rows: 4, required: true });
  const done = el("p", { role: "status" });
  const send = el("button", {}, say("sitting.report_send"));
  const form = el("form", { class: "stack" }, el("label", { for: "report-who" }, say("sitting.report_who")), who, el("label", { for: "report-text" }, say("sitting.report_what")), text, el("p", { class: "note" }, say("sitting.report_note")), done, el("div", { class: "row wrap" }, button(say("page.close"), () => dialog.close(), { class: "quiet" }), send));
  const dialog = openDialog({ "aria-labelledby": "dialog-title" }, el("h2", { id: "dialog-title" }, say("sitting.report")), form);
  onSubmit(form, () =>
    orTell(async () => {
      await post(`${api}/report`, { text: text.value, seat: who.value === "" ? null : Number(who.value) });
      send.hidden = true;
      done.textContent = say("sitting.reported");
    }, (sentence) => (done.textContent = sentence)),
  );
}
