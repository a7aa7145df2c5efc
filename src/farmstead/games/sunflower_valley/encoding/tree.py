"""The tree of Sunflower Valley: what chance may bring, and its bounds."""

from __future__ import annotations

from farmstead.engine.contract import Game
from farmstead.engine.game_tree import GameTree
from farmstead.games.sunflower_valley.rules import actions, names, scoring
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.hexes import HEXES


def tree(game: Game, seats: int) -> GameTree:
    """Letters, town pictures and rolls, in this order; nothing is hidden."""
    assert isinstance(game, SunflowerValleyGame)
    edition = game.edition
    rounds = -(-edition.turns * seats // names.TURNS_IN_ROUND)
    outcomes = [
        *actions.SHEETS_DEALT.values(),
        *actions.TOWNS_DEALT,
        *[roll for roll, _ in edition.dice.odds],
    ]
    decisions = seats * edition.turns * len(names.DECISIONS)
    return GameTree(outcomes, decisions, 1 + seats + rounds, _points(edition, edition.turns + 1), False)


def _points(edition: Edition, hexes: int) -> tuple[int, int]:
    """SV 5: only houses and no sheep; all lines at their best, though they exclude each other."""
    peaks = max([sum([layout.peaks[at] for at in HEXES]) for layout in edition.sheets.values()])
    served = scoring.WITH_SHEEP * hexes
    prizes = scoring.MAJORITY * len(names.COLOURS) + scoring.FIRST_PRIZE_POINTS
    return scoring.WITHOUT * hexes, served + prizes + peaks + hexes * hexes
