// Whom one plays against, on the card of a game: neighbours by their faces, or bots by a level.

import { listed, say } from "../base/words.js";

/** @import { GameShown, NeighbourShown, SeatIn } from "../../messages" */

/**
 * Wake the choice on a card: what says who sits there, for so many seats.
 * @param {Element} card
 * @param {GameShown} game
 * @param {() => number} count of the other players
 * @returns {() => SeatIn[]}
 */
export function choiceOfNeighbours(card, game, count) {
  const level = /** @type {HTMLSelectElement} */ (card.querySelector(".level"));
  const how = /** @type {HTMLElement} */ (card.querySelector(".how"));
  const chosen = () => /** @type {HTMLInputElement | null} */ (card.querySelector(".neighbours input:checked"))?.value;
  const tell = () => {
    const who = company(game, chosen(), count());
    level.hidden = who.length > 0;
    const others = who.slice(1).map((each) => each.name);
    how.textContent = who.length
      ? [say("neighbours.chosen", { ...who[0] }), others.length ? say("neighbours.with", { names: listed(others) }) : ""].join(" ").trim()
      : game.levels[level.selectedIndex].how;
  };
  card.addEventListener("change", tell);
  tell(); // a browser may remember another choice
  return () => {
    const who = company(game, chosen(), count());
    if (who.length) return who.map((each) => ({ who: "bot", neighbour: each.id }));
    return Array.from({ length: count() }, () => ({ who: "bot", level: Number(level.value) }));
  };
}

/**
 * The one who was chosen, and with them those whose level is nearest; nobody where a level was.
 * @param {GameShown} game
 * @param {string | undefined} chosen
 * @param {number} count
 * @returns {NeighbourShown[]}
 */
export function company(game, chosen, count) {
  const first = game.neighbours.find((each) => each.id === chosen);
  if (!first) return [];
  const apart = (/** @type {NeighbourShown} */ each) => Math.abs(each.level - first.level);
  const others = game.neighbours.filter((each) => each !== first).sort((one, other) => apart(one) - apart(other));
  return [first, ...others].slice(0, count);
}
