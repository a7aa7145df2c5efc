"""`farmstead show`: every component can be looked at."""

import re
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.show import with_kind
from farmstead.engine.contract import BadSetup
from farmstead.games.walnut_grove.rules import GAME
from farmstead.render import Drawing, drawing_for

Capture = pytest.CaptureFixture[str]
DRAWING = drawing_for(GAME, shelf.edition_text("walnut-grove"))
VALLEY = drawing_for(shelf.game("sunflower-valley"), shelf.edition_text("sunflower-valley"))
FROM_THE_RULES = {"die"}  # SV 1.5
KINDS = [(drawing, kind) for drawing in (DRAWING, VALLEY) for kind in drawing.components.kinds]


@pytest.mark.parametrize(("drawing", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_every_component_is_drawn_with_its_source_and_rules(
    drawing: Drawing, kind: str, capsys: Capture
) -> None:
    """The game is found by the kind."""
    for name in drawing.components.entries(kind):
        assert main(["show", kind, name]) == 0
        out = capsys.readouterr().out
        assert ("source: " in out) == (kind not in FROM_THE_RULES)
        assert all(f"{number}: " in out for number in drawing.components.kinds[kind].rules)


def test_the_game_may_be_named(capsys: Capture) -> None:
    assert main(["show", "sheet", "a"]) == 0
    found = capsys.readouterr().out
    assert main(["show", "sheet", "A", "--game", "sunflower-valley"]) == 0
    assert capsys.readouterr().out == found
    assert main(["show", "sheet", "A", "--game", "walnut-grove"]) == 2
    assert "no kind of component 'sheet'" in capsys.readouterr().err


def test_a_kind_that_two_games_have_needs_the_game() -> None:
    other = Drawing(shelf.game("sunflower-valley"), DRAWING.components)
    with pytest.raises(
        BadSetup, match="walnut-grove and sunflower-valley both have a tile; say whose: --game"
    ):
        with_kind([DRAWING, other], "tile")


def test_an_edition_says_whose_components_they_are(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(shelf.edition_text("sunflower-valley"))
    assert main(["show", "--edition", str(file)]) == 0
    assert "sheet: " in capsys.readouterr().out
    file.write_text("nothing = 1")
    assert main(["show", "--edition", str(file)]) == 1
    assert "which game it is for" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["tile", "17"], "Fences S-W-N Storage fish 1, wood 1"),
        (["tile", "17"], "north fish, east fish, south wood, west wood, fence south–west–north"),
        (["disc", "a1"], "Draw 4 Lay 2 Summer dairy"),
        (["board", "yellow"], "First wagon yellow"),
        (["board", "yellow"], "║G2 grain S1 stone"),
        (["building", "Johansen's Mill"], "pay 2 wood and take a hut or a barn"),
        (["building", "church"], "Line the Church Row spaces 4"),
        (["improvements", "tent"], "2 points for each improvement"),
        (["tile", "007"], "Tile 7"),
        (["sheet", "a"], "▲ ▲ ★ ★ ^^ ■"),
        (["die", "straight"], "a track between opposite sides"),
        (["start", "t3"], "the first house stands in c4"),
    ],
)
def test_what_is_said_about_it(args: list[str], words: str, capsys: Capture) -> None:
    assert main(["show", *args]) == 0
    assert words in " ".join(capsys.readouterr().out.split())


def test_help_names_the_kinds_of_every_game(capsys: Capture) -> None:
    assert main(["show", "--help"]) == 0
    out = " ".join(re.sub("[│ \n]+", " ", capsys.readouterr().out).split())
    assert "tile, disc, board, building, improvement; sheet, die, start." in out


def test_without_a_name_all_are_listed(capsys: Capture) -> None:
    assert main(["show", "disc"]) == 0
    assert capsys.readouterr().out == "A1, A2, A3, A4, B1, B2, B3, B4\n"
    assert main(["show"]) == 0
    out = capsys.readouterr().out
    assert all(f"{kind}: " in out for kind in (*DRAWING.components.kinds, *VALLEY.components.kinds))
    assert "Walnut Grove\n" in out and "Sunflower Valley\n" in out
    assert main(["show", "--game", "sunflower-valley"]) == 0
    out = capsys.readouterr().out
    assert [line.partition(":")[0] for line in out.splitlines()] == list(VALLEY.components.kinds)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["tiel"], "did you mean tile?"),
        (["tiel", "3"], "did you mean tile?"),
        (["building", "hotle"], "did you mean hotel?"),
        (["tile", "77"], "there are 1 to 50"),
        (["disc", "zz"], "there are A1"),
        (["tile", "1", "--game", "chess"], "walnut-grove"),
    ],
)
def test_unknown_names_suggest_the_nearest(args: list[str], words: str, capsys: Capture) -> None:
    assert main(["show", *args]) == 2
    assert words in capsys.readouterr().err


def test_the_components_of_another_edition(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(shelf.edition_text("walnut-grove").replace("grain = 2 }", "grain = 1 }", 1))
    assert main(["show", "building", "lodge", "--edition", str(file)]) == 0
    assert "grain 1" in capsys.readouterr().out
