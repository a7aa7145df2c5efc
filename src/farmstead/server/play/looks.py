"""A position as it is told to whoever may see it."""

from __future__ import annotations

from farmstead.messages import Look, Position
from farmstead.render.page import page_for
from farmstead.render.poster import score_of
from farmstead.server.play.sentences import drawing_of, move_words, verdict_of
from farmstead.server.table.setup import TableSetup


def look_of(
    setup: TableSetup,
    position: Position,
    names: tuple[str, ...],
    language: str,
    clocks: tuple[int | None, ...],
    words: bool = False,
) -> Look:
    """With clocks, the verdict in words, and with `words` its moves in words."""
    told = [move_words(setup.game, move, language, position.view) for move in position.legal] if words else []
    verdict: tuple[str, ...] = ()
    if position.lines:
        drawing = drawing_of(setup.found_game(), setup.components, language)
        verdict = verdict_of(drawing, position, names)
    return Look(position, clocks, tuple(told), verdict, _standing(setup, position))


def _standing(setup: TableSetup, position: Position) -> tuple[dict[str, int | None], ...]:
    """The score as it stands, as far as the view tells it."""
    if position.view is None or position.phase != "playing":
        return ()
    game = setup.found_game()
    return tuple([dict(lines) for lines in score_of(game, position.view, page_for(game)).lines])
