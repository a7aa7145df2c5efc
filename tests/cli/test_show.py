"""`farmstead show`: every component can be looked at."""

from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.render import drawing_for
from farmstead.walnut_grove import GAME

Capture = pytest.CaptureFixture[str]
DRAWING = drawing_for(GAME)


@pytest.mark.parametrize("kind", DRAWING.kinds)
def test_every_component_is_drawn_with_its_source_and_rules(kind: str, capsys: Capture) -> None:
    for name in DRAWING.names(kind):
        assert main(["show", kind, name]) == 0
        out = capsys.readouterr().out
        assert "source: " in out
        assert all(f"{number}: " in out for number in DRAWING.paragraphs(kind, name))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["tile", "17"], "a T S-W-N"),
        (["disc", "a1"], "draw 4, lay 2"),
        (["board", "yellow"], "a yellow labourer"),
        (["building", "Johansen's Mill"], "2 wood"),
        (["building", "church"], "lies just before it"),
        (["improvements", "tent"], "2 points for each improvement"),
        (["tile", "007"], "Tile 7"),
    ],
)
def test_what_is_said_about_it(args: list[str], words: str, capsys: Capture) -> None:
    assert main(["show", *args]) == 0
    assert words in capsys.readouterr().out


def test_without_a_name_all_are_listed(capsys: Capture) -> None:
    assert main(["show", "disc"]) == 0
    assert capsys.readouterr().out == "A1, A2, A3, A4, B1, B2, B3, B4\n"
    assert main(["show"]) == 0
    out = capsys.readouterr().out
    assert all(f"{kind}: " in out for kind in DRAWING.kinds)


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
    assert "1 grain" in capsys.readouterr().out
