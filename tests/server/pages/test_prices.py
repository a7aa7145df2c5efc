"""What a choice costs by force is told before it is made."""

from __future__ import annotations

import pytest

from farmstead.games.walnut_grove.rules import GAME
from farmstead.messages import Position, SeatNow
from farmstead.render import drawing_for
from farmstead.render.page import page_for
from farmstead.server.play.boards import PageContext
from farmstead.server.play.previews import preview_of
from tests.games.walnut_grove.scenes import Scene

TOLD = {
    "en": "You take 2 help tiles; only the last can be repaid.",
    "fr": "Vous prenez 2 tuiles d’aide\u202f; seule la dernière pourra être remboursée.",
    "de": "Du nimmst 2 Hilfsplättchen; nur das letzte lässt sich zurückzahlen.",
}


def seen(scene: Scene, language: str = "en") -> PageContext:
    """What the only player of a scene sees."""
    view = scene.state.view(0)
    position = Position(
        number=1, phase="playing", seat=0, view=view, to_act=(0,), stage="", decision=1, next=1,
        legal=tuple(scene.legal()), undo=0, back=0, ask=None, marked=False,
        seats=(SeatNow("person"),), lines=(), places=(),
    )  # fmt: skip
    names = ("Ada",)
    drawing, page = drawing_for(GAME, None, language), page_for(GAME, language, names)
    return PageContext(position, view, GAME, drawing, page, language, names)


@pytest.mark.parametrize("language", TOLD)
def test_two_toll_lines_without_coins_are_two_help_tiles_told_before_the_click(language: str) -> None:
    """WG 5.6, 7.2: from the Lodge round to the Post Office both are crossed, with nothing to pay."""
    scene = Scene(boards="yellow").furnish(barn="").stand(0, "lodge").autumn()
    told = preview_of(seen(scene, language), 0, ["visit post-office"])
    assert TOLD[language] in told.sentences
    assert told.confirm, "it cannot be made by a slip"
    gains = {line.key: line.points for line in told.gains}
    before = scene.state.score_lines(0)
    scene.play(0, "visit post-office")
    while scene.legal() == ["toll help"]:
        scene.play(0, "toll help")
    assert scene.help_tiles(0) == (1, 1), "as it was told"
    after = scene.state.score_lines(0)
    assert gains["total"] == after["total"] - before["total"] < 0


def test_one_toll_line_with_a_coin_costs_no_help_tile() -> None:
    """WG 5.6."""
    scene = Scene(boards="yellow").furnish(barn="copper").stand(0, "lodge").autumn()
    told = preview_of(seen(scene), 0, ["visit church", "toll copper"])
    assert "You pay one coin." in told.sentences and not any("help" in each for each in told.sentences)


@pytest.mark.parametrize(("help_tiles", "told"), [((0, 0), "You take a help tile."), ((1, 0), "turned over")])
def test_a_help_tile_that_turns_the_open_one_over_is_told_as_such(
    help_tiles: tuple[int, int], told: str
) -> None:
    """WG 7.2."""
    scene = Scene(boards="yellow").furnish(barn="", help=help_tiles).stand(0, "lodge").autumn()
    found = preview_of(seen(scene), 0, ["visit church"])
    assert any(told in sentence for sentence in found.sentences) and found.confirm
