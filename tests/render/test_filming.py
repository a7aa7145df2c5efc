"""Films and pages to print: what is on them, and that they carry their record."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Game
from farmstead.engine.record import Record, re_execute, read_record, write_record
from farmstead.render import animation
from farmstead.render.animation import ANIMATION_KINDS, LAST, TITLE, AnimationRequest, animate
from farmstead.render.animation_scenes import MOVE, TURN, cuts, scenes
from farmstead.render.embedded_record import record_in
from farmstead.render.ink import DARK, TOKENS
from farmstead.render.print_pages import PrintedPage, paper
from tests.games.walnut_grove.scenes import Scene

RECORDS = Path(__file__).parent.parent / "records"
GAMES = ["walnut-grove-2-german-0", "sunflower-valley-3-family+sheet=A-0"]


@cache
def recorded(name: str, moves: int | None = None) -> tuple[Game, Record, str]:
    """A whole game, or its first moves."""
    text = (RECORDS / f"{name}.record").read_text(encoding="utf-8")
    record = read_record(text.encode())
    game = shelf.game_for(record.setup.game, record.setup.edition)
    if moves is not None:
        text = write_record(re_execute(record, shelf.game_for, moves))
        record = read_record(text.encode())
    return game, record, text


def frames_of(data: bytes) -> list[tuple[Image.Image, int]]:
    """Each picture of a film and for how many milliseconds it is seen."""
    found = []
    with Image.open(io.BytesIO(data)) as moving:
        for n in range(getattr(moving, "n_frames", 1)):
            moving.seek(n)
            moving.load()
            found.append((moving.convert("RGB"), int(moving.info["duration"])))
    return found


@pytest.mark.parametrize(
    ("name", "kind", "moves"), [(GAMES[0], ANIMATION_KINDS[0], 36), (GAMES[1], ANIMATION_KINDS[1], 16)]
)
def test_a_film_shows_every_decision_between_title_and_score(name: str, kind: str, moves: int) -> None:
    """Slow: it draws a film."""
    game, record, text = recorded(name, moves)
    wish, told = (
        AnimationRequest(kind, names=("Ann", "Bob & Co", "日本")[: record.setup.seats], pixels=480),
        [],
    )
    data = animate(game, record, text, wish, lambda done, whole: told.append((done, whole)))
    assert record_in(data) == text
    decisions = sum(seat != CHANCE for seat, _ in record.moves)
    assert told == [(n + 1, decisions + 2) for n in range(decisions + 2)]
    shown = frames_of(data)
    assert 8 < len(shown) <= decisions + 2  # what looks the same is one picture, seen for longer
    assert shown[0][1] == TITLE and shown[-1][1] == LAST
    assert {picture.size for picture, _ in shown} == {(480, shown[0][0].height)}
    assert all(
        one.tobytes() != other.tobytes() for (one, _), (other, _) in zip(shown, shown[1:], strict=False)
    )


@pytest.mark.parametrize(("name", "kind"), [*zip(GAMES, reversed(ANIMATION_KINDS), strict=True)])
def test_the_same_wish_is_the_same_film(name: str, kind: str) -> None:
    game, record, text = recorded(name, 4)
    wish = AnimationRequest(kind, pixels=240)
    data = animate(game, record, text, wish)
    assert record_in(data) == text and animate(game, record, text, wish) == data


@pytest.mark.more
def test_eyes_colours_and_words_make_another_film() -> None:
    """Slow: it draws films."""
    game, record, text = recorded(GAMES[0], 4)
    usual = AnimationRequest("gif", pixels=320)
    wishes = [usual, usual._replace(seat=1), usual._replace(light=DARK), usual._replace(language="fr")]
    films = [animate(game, record, text, wish) for wish in wishes]
    assert len(set(films)) == len(wishes) and all(record_in(data) == text for data in films)
    corner = frames_of(films[2])[0][0].getpixel((3, 3))
    wanted = tuple(bytes.fromhex(TOKENS["page"][DARK][1:]))
    assert isinstance(corner, tuple) and max(abs(a - b) for a, b in zip(corner, wanted, strict=True)) < 6


def test_scenes_are_the_ends_of_turns_and_not_too_many() -> None:
    _, record, _ = recorded(GAMES[0])
    turns, moves = cuts(record, TURN, 1000), cuts(record, MOVE, 1000)
    assert turns[-1] == moves[-1] == len(record.moves) and len(turns) < len(moves) / 2
    for ply in turns[:-1]:
        following = next(seat for seat, _ in record.moves[ply:] if seat != CHANCE)
        assert record.moves[ply - 1][0] != following
    few = cuts(record, MOVE, 50)
    assert len(few) <= 51 and few[-1] == len(record.moves) and sorted(set(few)) == few
    _, solo, _ = recorded("walnut-grove-1-german-0")
    assert cuts(solo, TURN, 1000) == cuts(solo, MOVE, 1000)  # one long turn would be no film


def test_a_scene_says_what_its_eyes_heard() -> None:
    game, record, _ = recorded(GAMES[0])
    plies = cuts(record, MOVE, 1000)
    everything = list(scenes(game, record, plies, None, ("Ann", "Bob"), "en"))
    own = list(scenes(game, record, plies, 1, ("Ann", "Bob"), "en"))
    assert [scene.ply for scene in own] == plies and all(scene.view["seat"] == 1 for scene in own)
    assert sum(len(scene.said) for scene in own) < sum(len(scene.said) for scene in everything)
    assert "Ann" in everything[20].said or "Bob" in everything[20].said


def test_a_game_without_a_move_is_a_film_too() -> None:
    for name in GAMES:
        game, record, text = recorded(name, 0)
        assert record_in(animate(game, record, text, AnimationRequest("gif", pixels=320))) == text


@pytest.mark.more
def test_what_is_too_large_is_made_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: it draws a film."""
    game, record, text = recorded(GAMES[1], 6)
    whole = animate(game, record, text, AnimationRequest("gif", pixels=800))
    monkeypatch.setattr(animation, "MAX_ANIMATION_BYTES", len(whole) - 1000)
    assert frames_of(animate(game, record, text, AnimationRequest("gif", pixels=800)))[0][0].width == 640


@pytest.mark.parametrize(("name", "language"), [(GAMES[0], "fr"), (GAMES[1], "de")])
def test_pages_to_print(name: str, language: str) -> None:
    game, record, text = recorded(name)
    names = ("Ann", "#eval(1) <b>", "Cé")[: record.setup.seats]
    short = paper(game, record, text, names=names, language=language)
    assert record_in(short) == text and paper(game, record, text, names=names, language=language) == short
    assert b"CreationDate" not in short and b"ModDate" not in short
    long = paper(game, record, text, names=names, language=language, log=True)
    assert long.count(b"/Type/Page/") > short.count(b"/Type/Page/") > 0 and record_in(long) == text


def test_a_farm_wide_and_flat_has_its_board_below_the_land() -> None:
    """WG 3.7: with much land beside the board, this would be too small to be seen on paper."""
    game = shelf.game("walnut-grove")
    row = [(tile, column, 0, 0) for tile, column in ((8, -1), (7, -2), (1, -3), (13, 5), (29, 6), (16, 7))]
    for tiles, is_flat in ((row[:1], False), (row, True)):
        sheet = PrintedPage(game, Scene().furnish(tiles=tiles).state.view(None), (), "en")
        (svg,) = sheet.drawn.values()
        assert svg == sheet.page.other(sheet.view, 0, is_flat)


@pytest.mark.parametrize("name", GAMES)
def test_the_pages_have_everybodys_points_by_line(name: str) -> None:
    game, record, _ = recorded(name)
    state = re_execute(record, shelf.game_for).state
    content = PrintedPage(game, state.view(None), (), "en").content()
    rows = [[cell.replace("−", "-") for cell in line["cells"]] for line in content["lines"]]
    seats = range(record.setup.seats)
    expected = [
        list(map(str, line))
        for line in zip(*[state.score_lines(seat).values() for seat in seats], strict=True)
    ]
    assert rows == [*expected, [str(place) for place in state.places()]]
    assert [board["name"] for board in content["boards"]] == ["Seat 1", "Seat 2", "Seat 3"][: len(seats)]
