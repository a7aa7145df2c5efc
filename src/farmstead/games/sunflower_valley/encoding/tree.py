"""The tree of Sunflower Valley: what chance may bring, and its bounds."""

from __future__ import annotations

from farmstead.engine.contract import Game
from farmstead.engine.game_tree import GameTree
from farmstead.games.sunflower_valley.rules import actions, names, scoring
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.hexes import HEXES, count


def tree(game: Game, seats: int) -> GameTree:
    """Letters, town pictures and rolls, in this order; nothing is hidden."""
    assert isinstance(game, SunflowerValleyGame)
    edition = game.edition
    hexes = max([int(count(layout.open)) for layout in edition.sheets.values()])
    turns = hexes - 1  # SV 1.4, 2.4: the first house is there from the start
    rounds = -(-turns * seats // names.TURNS_IN_ROUND)
    outcomes = [*actions.SHEETS_DEALT.values(), *actions.TOWNS_DEALT, *actions.ROLLS]
    decisions = seats * turns * len(names.DECISIONS)
    return GameTree(outcomes, decisions, 1 + seats + rounds, _points(edition, hexes), False)


def _points(edition: Edition, hexes: int) -> tuple[int, int]:
    """SV 5: only houses and no sheep; all lines at their best, though they exclude each other."""
    peaks = max([sum([layout.peaks[at] for at in HEXES]) for layout in edition.sheets.values()])
    served = scoring.WITH_SHEEP * hexes
    prizes = scoring.MAJORITY * len(names.COLOURS) + scoring.FIRST_PRIZE_POINTS
    return scoring.WITHOUT * hexes, served + prizes + peaks + hexes * hexes
