// A table that was played elsewhere, put in tap by tap. No rule is known here: each tap asks the server.

import { post, Refusal } from "../base/api.js";
import { $, button, confirmed, copyable, el, fill, select } from "../base/dom.js";
import { messageOf } from "../base/notice.js";
import { MOST, Symbols, edition, listen, tellEdition, wrong } from "./edition.js";
import { standing } from "./focus.js";
import { link, plain, remember, save } from "./saved.js";
import { begin, follow, load, read } from "./open.js";
import { capital, result, signed, withName } from "./result.js";
import { Sheet } from "./sheet.js";
import { palettes, rule, settings, steps, unsift } from "./tools.js";
import { given, say } from "../base/words.js";

/** @import { CountedOut, FaultOut, ScoreIn, ScoreOut } from "../../messages" */

const { game, most } = given("data");
const MOST_BACK = 200;

/**
 * @typedef {{sheets: CountedOut["sheets"], names: string[], seat: number, edition: import("./edition.js").Edition | null}} Table
 */

export class Scoring {
  constructor() {
    /** @type {Table} */
    this.table = { sheets: [], names: [], seat: 0, edition: null };
    /** @type {CountedOut | null} the last answer */
    this.found = null;
    this.tool = "";
    /** @type {number | null} what the players counted themselves */
    this.counted = null;
    /** @type {Table[]} */
    this.past = [];
    this.blank = ""; // the table on which nothing was tapped in
    /** @type {FaultOut | null} of the last answer */
    this.fault = null;
    this.passing = false; // whether what the last question came to may be another thing a little later
    this.unkept = false; // nothing was put in yet, and this browser keeps a table that could not be shown
    /** @type {Promise<boolean>} */
    this.waiting = Promise.resolve(true);
    this.symbols = new Symbols();
    this.sheet = new Sheet($("picture"), (part, tool = this.tool) => this.ask(`tap ${part} ${tool}`.trim()));
  }

  /**
   * One thing after the other: who taps quickly loses nothing.
   * @param {string} deed
   * @param {Partial<Table>} [change] another table, or another sheet of it
   * @returns {Promise<boolean>} whether it was done
   */
  ask(deed, change = {}) {
    this.waiting = this.waiting.then(() => this.tried(deed, change));
    return this.waiting;
  }

  /** @param {string} deed @param {Partial<Table>} change */
  async tried(deed, change) {
    try {
      this.passing = false;
      return await this.asked(deed, change);
    } catch (error) {
      this.passing = error instanceof Refusal && error.passing;
      this.trouble(messageOf(error));
      return false;
    }
  }

  /**
   * @param {string} deed
   * @param {Partial<Table>} change
   */
  async asked(deed, change) {
    const table = { ...this.table, ...change };
    if (table.seat !== this.table.seat || deed === "add" || deed === "remove") this.counted = null; // that was somebody else's
    /** @type {ScoreOut} */
    const answer = await this.answer(table, deed);
    this.fault = null;
    if (answer.problems.length) {
      fill($("trouble"), wrong(answer.problems));
      return false;
    }
    if (answer.counted) {
      if ((deed || change.sheets) && !answer.fault && this.found) this.past = [...this.past, this.table].slice(-MOST_BACK); // what was refused is not taken back
      const own = table.edition && { ...table.edition, ...answer.edition };
      this.table = { ...table, sheets: answer.counted.sheets, seat: answer.counted.seat, edition: own };
      this.symbols.show(own?.digest ?? "", answer.symbols);
      if (!table.sheets.length && !deed) this.blank = JSON.stringify(answer.counted.sheets);
      if (deed === "remove") this.table.names = table.names.filter((_, n) => n !== table.seat);
      this.found = answer.counted;
      if (answer.counted.palettes.some((each) => each.tools.some((tool) => tool.key === this.tool && !tool.left))) {
        this.tool = ""; // it lies on the table now
        unsift();
      }
      this.draw(answer.counted);
    }
    this.trouble(answer.fault?.sentence ?? "", answer.fault);
    if (answer.notes.length) this.note(say("score.went"), answer.notes);
    if (deed || change.sheets?.length || change.names?.length) this.unkept = false;
    if (!this.unkept) remember(game, this.table);
    return Boolean(answer.counted) && !answer.fault;
  }

  /**
   * The file of other components goes along only where their pictures are not here yet, or the server has forgotten it.
   * @param {Table} table
   * @param {string} deed
   */
  async answer(table, deed) {
    const { edition: own, ...rest } = table;
    const names = Array.from({ length: most }, (_, seat) => who(table, seat));
    /** @type {ScoreIn} */
    const asked = { ...rest, names, deed, tool: this.tool, counted: this.counted };
    const file = { ...asked, components: own?.text ?? "" };
    if (!own || !own.digest || own.digest !== this.symbols.of) return post(`/api/score/${game}`, file);
    try {
      return await post(`/api/score/${game}`, { ...asked, edition: own.digest });
    } catch (error) {
      if (!(error instanceof Refusal) || error.key !== "edition_away") throw error;
      return post(`/api/score/${game}`, file);
    }
  }

  /**
   * Count with other components; a table that cannot be with them is put aside.
   * @param {string | null} text none: with ours
   */
  async use(text) {
    if (text !== null && text.length > MOST) return this.trouble(say("score.edition_large"));
    const own = text === null ? null : await edition(text || "\n"); // an empty file has something wrong with it
    await this.waiting; // taps from before are made with the components of before
    const before = this.found;
    const untouched = JSON.stringify(this.table.sheets) === this.blank;
    await this.ask("", { sheets: untouched ? [] : this.table.sheets, edition: own });
    const { fault } = this;
    if (this.found === before && fault) {
      await this.ask("", { sheets: [], seat: 0, edition: own });
      this.note(say("score.edition_aside"), [fault]);
    } else if (this.found !== before) {
      const told = own ? say("score.edition_used", { label: this.table.edition?.label ?? "" }) : say("score.edition_ours");
      fill($("trouble"), el("p", { class: "strip" }, told));
    }
  }

  /** @param {string} heading @param {FaultOut[]} notes */
  note(heading, notes) {
    fill($("trouble"), el("div", { class: "strip" }, el("strong", {}, heading), ...notes.map((each) => el("p", {}, each.sentence, " ", rule(each.rule)))));
  }

  /** @param {string} sentence @param {FaultOut | null} [fault] */
  trouble(sentence, fault = null) {
    this.fault = fault;
    if (!sentence) return fill($("trouble"));
    fill($("trouble"), el("div", { class: "notice" }, el("strong", {}, say("score.fault")), el("p", {}, sentence, " ", fault && rule(fault.rule))));
  }

  /** What cannot be shown now stays where it is, to be tried again. */
  back() {
    this.waiting = this.waiting.then(async () => {
      const [before, past] = [this.past.at(-1), this.past.slice(0, -1)];
      if (!before || !(await this.tried("", before))) return false;
      this.past = past;
      this.undoable();
      return true;
    });
  }

  undoable() {
    $("undo").disabled = !this.past.length;
  }

  /** @param {CountedOut} found */
  draw(found) {
    const stand = standing(this.sheet);
    this.players(found);
    settings($("settings"), found.settings, (deed) => this.ask(deed));
    palettes($("palettes"), found.palettes, this.tool, (tool) => {
      this.tool = tool;
      this.ask("");
    });
    this.sheet.draw(found, this.tool);
    steps($("steps"), found.steps, (deed) => this.ask(deed));
    $("pieces").hidden = !found.steps.length;
    this.lines(found);
    this.notes(found);
    result(found, (seat) => who(this.table, seat));
    this.undoable();
    tellEdition(this.table.edition, () => this.use(null));
    fill($("now"), ...withName("score.now", { points: say("score.points", { points: signed(totalOf(found, found.seat)) }) }, who(this.table, found.seat)));
    fill($("link"), copyable(say("score.link"), link(this.table), say("score.copy"), say("page.copied")));
    stand();
  }

  /** @param {CountedOut} found */
  players(found) {
    const { seat } = found;
    const tabs = found.places.map((_, each) => {
      const shown = each === seat;
      return button(`${who(this.table, each)} · ${signed(totalOf(found, each))}`, () => this.ask("", { seat: each }), { class: shown ? "small" : "quiet small", "aria-pressed": String(shown), "data-key": `seat ${each}` });
    });
    const name = el("input", { value: this.table.names[seat] ?? "", maxlength: 40, placeholder: say("score.player", { number: seat + 1 }), "aria-label": say("score.name", { number: seat + 1 }), "data-key": "name", autocomplete: "off" });
    name.addEventListener("change", () => {
      const length = Math.max(this.table.names.length, seat + 1);
      this.ask("", { names: Array.from({ length }, (_, n) => (n === seat ? plain(name.value) : (this.table.names[n] ?? ""))) });
    });
    fill(
      $("players"),
      ...tabs,
      tabs.length < most && button(`+ ${say("score.add")}`, () => this.ask("add"), { class: "quiet small", "data-key": "add" }),
      name,
      tabs.length > 1 && button(say("score.remove", { who: who(this.table, seat) }), () => this.ask("remove"), { class: "quiet small danger", "data-key": "remove" }),
    );
  }

  /** @param {CountedOut} found */
  lines(found) {
    const rows = found.lines.map((line) => {
      const light = button(capital(line.name), () => this.sheet.keep(line.key), { class: "line", "data-key": `line ${line.key}`, "aria-pressed": String(this.sheet.kept === line.key), "aria-label": `${capital(line.name)}, ${say("score.points", { points: signed(line.points) })}. ${say("score.light", { line: line.name })}` });
      for (const kind of ["pointerenter", "focus"]) light.addEventListener(kind, () => this.sheet.light(line.key));
      for (const kind of ["pointerleave", "blur"]) light.addEventListener(kind, () => this.sheet.light(""));
      return el("li", {}, light, el("span", { class: "points" }, signed(line.points)), el("p", { class: "note" }, line.reasons.join(" "), " ", rule(line.rule)));
    });
    fill($("lines"), el("ul", { class: "lines" }, ...rows), el("p", { class: "total" }, el("strong", {}, say("score.total")), el("strong", { class: "points" }, signed(totalOf(found, found.seat)))));
  }

  /** @param {CountedOut} found */
  notes(found) {
    const doubts = found.doubts.map((each) => {
      const said = each.seat === null ? [each.sentence] : withName("score.of_whom", { sentence: each.sentence }, who(this.table, each.seat));
      return el("li", {}, ...said, " ", rule(each.rule));
    });
    fill($("doubts"), doubts.length > 0 && el("h3", {}, say("score.doubts")), doubts.length > 0 && el("ul", {}, ...doubts));
    const houses = found.steps.length ? null : this.countedField();
    fill($("better"), ...found.better.sentences.map((each) => el("p", {}, each)), houses);
  }

  /** Where nothing is put in by numbers, the players may have counted something themselves. */
  countedField() {
    /** @type {[string | number, string][]} */
    const options = [["", say("score.counted_none")], ...Array.from({ length: 26 }, (_, n) => /** @type {[number, string]} */ ([n, String(n)]))];
    const field = select(options, this.counted ?? "", { "data-key": "counted" });
    field.addEventListener("change", () => {
      this.counted = field.value === "" ? null : Number(field.value);
      this.ask("");
    });
    return el("label", { class: "inline" }, say("score.counted"), field);
  }
}

/** @param {CountedOut} found @param {number} seat */
const totalOf = ({ rows }, seat) => rows[rows.length - 1].points[seat];

/** @param {Table} table @param {number} seat */
const who = (table, seat) => table.names[seat]?.trim() || say("score.player", { number: seat + 1 });

const scoring = new Scoring();

$("undo").addEventListener("click", () => scoring.back());
$("print").addEventListener("click", () => print());
$("save").addEventListener("click", () => save(game, scoring.table));
for (const [place, use] of /** @type {[string, typeof load][]} */ ([["load", load], ["edition", (it, text) => it.use(text)]])) {
  $(place).addEventListener("change", async () => {
    await read(scoring, $(place).files[0], use);
    $(place).value = ""; // so that the same file can be chosen again when it was put right
  });
}
listen((file) => read(scoring, file, load));
$("fresh").addEventListener("click", async () => {
  const words = { title: say("score.fresh_title"), text: say("score.fresh_text"), yes: say("score.fresh_yes") };
  if (!(await confirmed(words))) return;
  scoring.counted = null;
  scoring.unkept = false;
  await scoring.ask("", { sheets: [], names: [], seat: 0 });
});
addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  scoring.back();
});
let opening = begin(scoring);
addEventListener("hashchange", () => {
  opening = opening.then(() => follow(scoring));
});
