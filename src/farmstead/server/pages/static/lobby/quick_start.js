// One click to play: the buttons of a game's card.

import { say } from "../base/words.js";

/** @import { GameShown, SeatIn, TableIn } from "../../messages" */

/**
 * Wake the buttons of a card.
 * @param {GameShown} game
 * @param {(wish: TableIn) => Promise<void>} make
 */
export function playable(game, make) {
  const card = /** @type {HTMLElement} */ (document.querySelector(`[data-game="${game.name}"]`));
  const value = (/** @type {string} */ part) => Number(/** @type {HTMLSelectElement} */ (card.querySelector(part)).value);
  const others = (/** @type {SeatIn} */ who) => Array.from({ length: value(".count") }, () => who);
  /** @type {[string, () => SeatIn[]][]} */
  const ways = [
    [".now", () => others({ who: "bot", level: value(".level") })],
    [".alone", () => []],
    [".friends", () => others({ who: "open" })],
  ];
  const level = /** @type {HTMLSelectElement} */ (card.querySelector(".level"));
  const tell = () => (/** @type {HTMLElement} */ (card.querySelector(".how")).textContent = game.levels[level.selectedIndex].how);
  level.addEventListener("change", tell);
  tell(); // a browser may remember another choice
  for (const [part, seats] of ways) {
    const press = /** @type {HTMLButtonElement | null} */ (card.querySelector(part));
    if (!press) continue;
    press.disabled = false;
    press.addEventListener("click", () => pressed(press, () => make({ game: game.name, seats: [{ who: "me" }, ...seats()] })));
  }
}

/**
 * Once, and not again before it is done.
 * @param {HTMLButtonElement} press
 * @param {() => Promise<void>} deed
 */
async function pressed(press, deed) {
  const words = press.textContent;
  press.disabled = true;
  press.textContent = say("lobby.opening");
  try {
    await deed();
  } finally {
    press.disabled = false;
    press.textContent = words;
  }
}
