"""A hint as it is told."""

from __future__ import annotations

from typing import Final

from farmstead.agents.hints import Hint
from farmstead.messages import Position
from farmstead.render.hint_sentences import reason_in_words, reasons_in_words
from farmstead.render.words import page_words
from farmstead.server.play.messages import HintOut, Suggested
from farmstead.server.play.sentences import decision_in, move_words

POINTS_DECIMALS: Final = 2  # of points


def hint_in_words(game: str, position: Position, found: Hint, language: str) -> HintOut:
    """The best moves of a position with what they promise."""
    assert position.decision is not None and position.view is not None
    words = page_words(game, language)
    moves = [
        Suggested(
            each.move,
            move_words(game, each.move, language, position.view),
            each.plan,
            round(each.value, POINTS_DECIMALS),
            round(each.spread, POINTS_DECIMALS),
            round(each.behind, POINTS_DECIMALS),
        )
        for each in [suggestion.advice for suggestion in found.moves]
    ]
    why = reason_in_words(words, found.why, moves[0].move, decision_in(game, position.view))
    return HintOut(
        position.number, position.decision, tuple(moves), why, found.tries, reasons_in_words(words, found.why)
    )
