// One click to play: a card for each game.

import { button, el, select } from "./dom.js";
import { all, say } from "./words.js";

const USUAL_LEVEL = 2;

/** @param {any} game */
export function levels(game) {
  return game.levels.map((/** @type {any} */ each) => [each.level, say("lobby.level", { ...each, how: all("level")[each.level] ?? "" })]);
}

/**
 * @param {any} game
 * @param {(wish: object) => void} make
 */
export function gameCard(game, make) {
  const counts = Array.from({ length: game.most - Math.max(game.fewest, 1) + 1 }, (_, n) => n + Math.max(game.fewest, 1) - 1);
  const usual = counts.includes(1) ? 1 : counts[0];
  const count = select(counts.map((n) => [n, say("lobby.opponents", { count: n })]), usual, { id: `count-${game.name}` });
  const level = select(levels(game), USUAL_LEVEL, { id: `level-${game.name}` });
  count.addEventListener("change", () => (level.disabled = count.value === "0"));
  const play = () => {
    const bots = Array.from({ length: Number(count.value) }, () => ({ who: "bot", level: Number(level.value) }));
    make({ game: game.name, seats: [{ who: "me" }, ...bots] });
  };
  return el(
    "section",
    { class: "card ruled game", "aria-labelledby": `title-${game.name}` },
    el("h2", { id: `title-${game.name}` }, game.title),
    el("p", { class: "note" }, say("lobby.players", { fewest: game.fewest, most: game.most })),
    el("p", { class: "about" }, say("game.about", { game: game.name })),
    el("label", { for: count.id }, say("lobby.how_many")),
    count,
    el("label", { for: level.id }, say("lobby.strength")),
    level,
    button(say("lobby.now"), play, { "aria-describedby": `title-${game.name}` }),
  );
}
