"""Why something was not done, whatever went wrong: what the server answers to any error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmstead.engine.contract import BadSetup, IllegalMove
from farmstead.render.words import LANGUAGE
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Quarantined
from farmstead.server.play.refusal_words import Problem, problem_told
from farmstead.server.store import errors
from farmstead.server.table.entries import Damaged

STORE_RETRY_S: Final = 2  # seconds after which to ask again when the store is away


def problem_of(
    error: Exception, game: str | None = None, language: str = LANGUAGE, options: Sequence[str] = ()
) -> tuple[int, Problem]:
    """The status of the answer and what it says.

    `game` and `options` are those of the table, where they are known. Of a fault of the program nothing is
    told but that there was one.
    """
    known = error if isinstance(error, (IllegalMove, Refused)) else _refused(error)
    return problem_told(known, game, language, options)


def _refused(error: Exception) -> Refused:
    """What an error of another kind means to whoever asked for something."""
    match error:
        case errors.NotThere():
            return Refused("nothing_there", "")
        case errors.Conflict():
            return Refused("conflict", "")
        case errors.NotStorable():
            return Refused("not_storable", "")
        case errors.StoreFull():
            return Refused("store_full", "")
        case errors.StoreDamaged():
            return Refused("store_damaged", "")
        case errors.StoreAway() | errors.NotOwner():  # the latter only where it could not be handed on
            return Refused("store_away", "", {"seconds": STORE_RETRY_S})
        case Quarantined(why=why):
            return Refused("aside", "", {"why": why})
        case errors.JournalDamaged() | Damaged():
            return Refused("aside", "", {"why": ""})
        case BadSetup(part="edition"):
            return Refused("bad_edition", "", {"why": str(error)})
        case BadSetup():
            return Refused(
                "bad_setup", "", {"part": "", "fewest": 0, "most": 0, "option": "", "why": str(error)}
            )
        case _:
            return Refused("fault", "")
