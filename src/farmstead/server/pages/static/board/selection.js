// Choosing by parts: every click narrows what may be done, in any order. Nothing here touches the page.

/**
 * Something that may be done.
 * @typedef {object} Choice
 * @property {string[]} moves
 * @property {string[]} parts
 * @property {{part: string, symbol: string, size: number, joined: number} | null} ghost
 * @property {boolean} aside possible, but not what is asked
 * @property {string} words
 * @property {string} doubt
 * @property {boolean} whole with all that has to be paid for it: every move is sent
 */

/**
 * What is to be known about the parts and pictures of a game.
 * @typedef {object} Traits
 * @property {string[]} turning kinds of parts that are turned through, and need not be clicked
 * @property {string[]} unfolding kinds of parts that something unfolds from
 * @property {string[]} implied those of them that count where what is meant has one
 * @property {string[]} numbered pictures whose parts digits pick
 * @property {string[]} held kinds of parts of which that of the first choice is in hand at once
 */

/** @param {string} part */
export const kindOf = (part) => part.slice(0, part.indexOf(":"));

/**
 * @param {import("../../messages").ChoiceOut} sent
 * @returns {Choice}
 */
export const choiceOf = ([moves, parts, ghost, aside, words, doubt, whole]) =>
  ({ moves, parts, ghost: ghost && { part: ghost[0], symbol: ghost[1], size: ghost[2], joined: ghost[3] }, aside, words, doubt, whole });

export class Choosing {
  constructor() {
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Traits} */
    this.traits = { turning: [], unfolding: [], implied: [], numbered: [], held: [] };
    /** @type {Set<string>} all parts that may be chosen at all */
    this.known = new Set();
    /** @type {Map<string, string>} a part of each kind */
    this.chosen = new Map();
    /** @type {Map<string, string>} how things were turned last */
    this.turned = new Map();
    this.held = ""; // what is in hand although nobody has chosen it yet
  }

  /**
   * @param {Choice[]} choices
   * @param {Traits} [traits]
   */
  use(choices, traits = this.traits) {
    this.choices = choices;
    this.traits = traits;
    this.known = new Set(choices.flatMap((each) => each.parts));
    this.letGo();
    this.held = choices[0]?.parts.find((part) => traits.held.includes(kindOf(part))) ?? "";
    if (this.held) this.chosen.set(kindOf(this.held), this.held);
  }

  /** Nothing is chosen any more, and nothing is in hand. */
  letGo() {
    this.chosen.clear();
    this.held = "";
  }

  /** Whether nobody has chosen anything yet. */
  isFresh() {
    return this.chosen.size === (this.held ? 1 : 0);
  }

  parts() {
    return [...this.chosen.values()];
  }

  /** @param {Iterable<string>} [parts] */
  fitting(parts = this.chosen.values()) {
    const wanted = [...parts];
    return this.choices.filter((each) => each.parts.length && wanted.every((part) => each.parts.includes(part)));
  }

  /**
   * The same with one more part, in place of the one of its kind.
   * @param {string} part
   */
  with(part) {
    const others = [...this.chosen].filter(([kind]) => kind !== kindOf(part)).map(([, each]) => each);
    return this.fitting([...others, part]);
  }

  /**
   * Choose a part, or let go of it; what no longer fits with it is let go of.
   * @param {string} part
   */
  pick(part) {
    const kind = kindOf(part);
    const held = this.held;
    this.held = "";
    if (part === held) return; // now it is chosen
    if (this.chosen.get(kind) === part) return void this.chosen.delete(kind);
    const others = [...this.chosen].filter(([each]) => each !== kind).reverse();
    /** @type {[string, string][]} */
    const kept = [[kind, part]];
    for (const each of others) if (this.fitting([...kept, each].map(([, one]) => one)).length) kept.push(each);
    this.chosen = new Map(kept.reverse());
    if (this.traits.turning.includes(kind)) this.turned.set(kind, part);
    else if (this.traits.unfolding.includes(kind)) for (const each of this.traits.turning) if (!this.chosen.has(each)) this.turned.delete(each); // another thing lies as it fits best
  }

  /**
   * What begins with some moves, one after the other.
   * @param {string[]} moves
   */
  begun(moves) {
    const alike = this.choices.filter((each) => each.moves.every((move, n) => moves[n] === move));
    return alike.length ? alike : this.choices.filter((each) => each.moves[0] === moves[0]);
  }

  /**
   * The parts that some moves are sure to need.
   * @param {string[]} moves
   */
  needed(moves) {
    const found = this.begun(moves);
    return (found[0]?.parts ?? []).filter((part) => found.every((each) => each.parts.includes(part)));
  }

  /**
   * Choose all that some moves are sure to need.
   * @param {string[]} moves
   */
  suggest(moves) {
    this.letGo();
    for (const part of this.needed(moves)) this.pick(part);
  }

  /** What is meant: the one thing that is left, or what has been chosen in full. */
  selected() {
    return this.meant(this.chosen.size ? this.fitting() : []);
  }

  /**
   * @param {Choice[]} fitting
   * @returns {Choice | null}
   */
  meant(fitting) {
    const asked = fitting.filter((each) => !each.aside);
    const left = asked.length ? asked : fitting;
    if (left.length < 2) return left[0] ?? null;
    const whole = left.find((each) => each.parts.length === this.chosen.size && each.parts.every((part) => this.chosen.get(kindOf(part)) === part));
    if (whole) return whole;
    const fixed = new Set(left.map((each) => each.parts.filter((part) => !this.traits.turning.includes(kindOf(part))).join(" ")));
    if (fixed.size > 1) return null;
    return left.find((each) => each.parts.some((part) => this.turned.get(kindOf(part)) === part)) ?? left[0];
  }

  /** Other things that are chosen in full by the same parts. */
  instead() {
    const selected = this.selected();
    return this.fitting().filter((each) => each !== selected && each.parts.every((part) => this.chosen.get(kindOf(part)) === part));
  }

  /** All ways of what is meant, if it can be turned. */
  ways() {
    const selected = this.selected();
    if (!selected) return [];
    const fixed = selected.parts.filter((part) => !this.traits.turning.includes(kindOf(part)));
    const found = this.choices.filter((each) => each.parts.length === selected.parts.length && fixed.every((part) => each.parts.includes(part)));
    return selected.parts.length === fixed.length ? [] : found;
  }

  /**
   * @param {number} step
   * @returns {boolean} whether there was something to turn
   */
  turn(step) {
    const [ways, selected] = [this.ways(), this.selected()];
    if (!selected) return this.turnHeld(step);
    if (ways.length < 2) return false;
    const next = ways[(ways.indexOf(selected) + step + ways.length) % ways.length];
    const part = next.parts.find((each) => this.traits.turning.includes(kindOf(each)));
    if (!part) return false;
    this.chosen.delete(kindOf(part));
    this.chosen.set(kindOf(part), part);
    this.turned.set(kindOf(part), part);
    return true;
  }

  /**
   * Turn what is in hand before it has a place.
   * @param {number} step
   */
  turnHeld(step) {
    const kind = this.traits.turning.find((each) => this.fitting().some(({ parts }) => parts.some((part) => kindOf(part) === each)));
    const held = [...this.chosen.keys()].some((each) => this.traits.unfolding.includes(each));
    if (!kind || !held) return false;
    const all = [...new Set(this.choices.flatMap(({ parts }) => parts.filter((part) => kindOf(part) === kind)))].sort();
    const now = all.indexOf(this.chosen.get(kind) ?? all[0]);
    this.pick(all[(now + step + all.length) % all.length]);
    return true;
  }

  /** Whether all is chosen that is not only turned. */
  isPlaced() {
    const selected = this.selected();
    return Boolean(selected) && selected?.parts.every((part) => this.chosen.get(kindOf(part)) === part || this.traits.turning.includes(kindOf(part)));
  }

  /**
   * The moves of a choice that have to be sent: where nothing else can follow, the table goes on by itself.
   * @param {Choice} choice
   */
  sent({ moves, whole }) {
    if (whole) return moves;
    return moves.filter((_, n) => {
      const alike = this.choices.filter((each) => moves.slice(0, n).every((move, m) => each.moves[m] === move));
      return n === 0 || new Set(alike.map((each) => each.moves[n])).size > 1;
    });
  }

  /** The kind of part that is to be chosen next; nothing once it is clear what is meant. */
  missing() {
    if (!this.chosen.size || this.selected()) return "";
    const asked = this.fitting().filter((each) => !each.aside);
    /** @type {Map<string, Set<string>>} */
    const kinds = new Map();
    for (const choice of asked) for (const part of choice.parts) kinds.set(kindOf(part), (kinds.get(kindOf(part)) ?? new Set()).add(part));
    return [...kinds].find(([kind, parts]) => parts.size > 1 && !this.traits.turning.includes(kind))?.[0] ?? [...kinds].find(([, parts]) => parts.size > 1)?.[0] ?? "";
  }

  /**
   * How a part stands: `chosen`, `available`, `other` (possible, but not with what is chosen), or `closed`.
   * @param {string} part
   * @param {Choice | null} [selected] what is meant, where that is known already
   */
  standing(part, selected = this.selected()) {
    if (this.chosen.get(kindOf(part)) === part || selected?.parts.includes(part)) return "chosen";
    if (!this.known.has(part)) return "closed";
    return !this.chosen.size || this.with(part).length ? "available" : "other";
  }

  /** The kinds of parts that matter now: others are neither open nor closed. */
  kinds() {
    return new Set(this.choices.filter((each) => !each.aside).flatMap((each) => each.parts.map(kindOf)));
  }
}
