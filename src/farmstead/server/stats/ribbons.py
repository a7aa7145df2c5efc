"""What a game is remembered for: a grade, a best, a first win against a neighbour or a level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.messages import NeighbourOut
from farmstead.render import drawing_for
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.stats.messages import RibbonsOut
from farmstead.server.stats.results import PlayerResult, outcomes
from farmstead.server.store import TableId

NO_RIBBONS: Final = RibbonsOut()


async def ribbons(core: Core, visitor: Visitor, table: TableId) -> RibbonsOut:
    """Those of the visitor at a table; none where they had no seat there, or the game is not over."""
    if visitor.player is None:
        return NO_RIBBONS
    row = await core.store.tables.get(table)
    found = await outcomes(core, visitor.player.id)
    here = next((n for n, each in enumerate(found.known) if each.code == row.code), None)
    if here is None or found.left:  # what is not known yet may have been better
        return NO_RIBBONS
    return ribbons_of(found.known[here], found.known[:here])


def ribbons_of(game: PlayerResult, earlier: Sequence[PlayerResult]) -> RibbonsOut:
    """Of a game after earlier ones; with as many players and the same components only those are compared.

    With components of one's own points and bots are no measure: only one's best is told.
    """
    earlier = [each for each in earlier if (each.game, each.edition) == (game.game, game.edition)]
    alike = [each for each in earlier if each.seats == game.seats]
    best = max([each.points for each in alike], default=None)
    ahead = 0 if best is None else max(0, game.points - best)
    if game.edition:
        return RibbonsOut(best=best, ahead=ahead)
    before = {level for each in earlier for level in _levels_beaten(each)}
    beaten = tuple([level for level in _levels_beaten(game) if level not in before])
    met = {who for each in earlier for who in _neighbours_beaten(each)}
    new = [neighbours()[who] for who in _neighbours_beaten(game) if who not in met and who in neighbours()]
    grade = drawing_for(shelf.game(game.game)).ribbon([game.points]) if game.seats == 1 else 0
    return RibbonsOut(
        grade, best, ahead, beaten, tuple([NeighbourOut(each.id, each.name, each.level) for each in new])
    )


def _levels_beaten(game: PlayerResult) -> tuple[int, ...]:
    """Those of bots that are no neighbours."""
    return game.bots if game.seats > 1 and game.place == 1 and not game.shared else ()


def _neighbours_beaten(game: PlayerResult) -> list[str]:
    """By id, as one's record against each has it."""
    return [each.neighbour for each in game.neighbours if each.result == "won"]
