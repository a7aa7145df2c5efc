"""Ties in games that were played: what broke them, or which ranks are shared, wherever results are shown."""

from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.contract import State
from farmstead.engine.record import re_execute, read_record
from farmstead.render import drawing_for
from farmstead.render.poster import poster
from farmstead.render.print_pages import PrintedPage
from farmstead.render.ties import decided_by, tied_groups
from tests.render.test_poster import words_in

RECORDS = Path(__file__).parents[1] / "records"
TIED = {
    "sunflower-valley-3-family+sheet=H-1": "Seat 3, Seat 1 and Seat 2 are tied with 15 points:",
    "sunflower-valley-4-family+sheet=F-0": "Seat 4 and Seat 2 are tied with 7 points:",
    "sunflower-valley-5-standard+sheet=A-100": "Seat 3 and Seat 1 are tied with 17 points:",
    "walnut-grove-3-german-101": "Seat 3 and Seat 2 are tied with 9 points: goods on land",
    "walnut-grove-4-french-100": "Seat 1 and Seat 3 share rank 2: they tie on goods on land and in the barn",
    "walnut-grove-4-german-103": "Seat 4 and Seat 1 are tied with 10 points:",
}
GAMES = pytest.mark.parametrize("name", TIED)


def end_of(name: str) -> State:
    return re_execute(read_record((RECORDS / f"{name}.record").read_bytes()), shelf.game_for).state


def game_in(name: str) -> str:
    return next(game for game in shelf.names() if name.startswith(game))


@GAMES
def test_tie_breaks_lead_to_the_places_that_the_rules_give(name: str) -> None:
    state, drawing = end_of(name), drawing_for(shelf.game(game_in(name)))
    scores, places = state.scores(), state.places()
    for seat in range(len(scores)):
        ties = drawing.tie_breaks(state.view(seat))  # everybody may know it at the end
        order = [(score, *[each.counts[n] for each in ties.breaks]) for n, score in enumerate(scores)]
        assert [1 + sum([other > own for other in order]) for own in order] == places
        level = [seat in group for group in tied_groups(scores)]
        shared = places.count(places[seat]) > 1
        assert bool(decided_by(ties, scores, seat)) == (any(level) and not shared)


@GAMES
def test_it_is_told_in_every_language_with_names(name: str) -> None:
    state = end_of(name)
    names = ["Ada", "Ben", "Cyd", "Dov", "Eva"][: len(state.scores())]
    told = {
        language: drawing_for(shelf.game(game_in(name)), None, language).tied(
            state.scores(), state.places(), state.view(None), names
        )
        for language in ("en", "fr", "de")
    }
    assert len({len(sentences) for sentences in told.values()}) == 1
    for sentences in told.values():
        assert sentences and not [each for each in sentences if "{" in each or "Seat" in each]
        assert all("WG 8.8" in each or "SV 5.7" in each for each in sentences)
    assert told["en"] != told["fr"] != told["de"]


@GAMES
def test_pictures_and_paper_tell_it(name: str) -> None:
    game, state = shelf.game(game_in(name)), end_of(name)
    words = words_in(poster(game, state.view(None)))
    assert [line for line in words if line.startswith(TIED[name])]
    assert TIED[name] in PrintedPage(game, state.view(None), (), "en").content()["said"]


@GAMES
def test_the_terminal_tells_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(RECORDS / f"{name}.record")
    assert main(["verify", path]) == 0
    first, *told = capsys.readouterr().out.splitlines()
    assert first.startswith("ok  ") and [line for line in told if line.startswith(f"    {TIED[name]}")]
    assert main(["replay", path]) == 0
    assert TIED[name] in " ".join(capsys.readouterr().out.split())
