"""`farmstead edition`: print, change, check."""

from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main

Capture = pytest.CaptureFixture[str]
TEXT = shelf.edition_text("walnut-grove")


def check(tmp_path: Path, text: str | bytes) -> int:
    file = tmp_path / "box.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return main(["edition", "check", str(file)])


def test_the_packaged_edition_can_be_copied_and_is_sound(tmp_path: Path, capsys: Capture) -> None:
    assert main(["edition", "show", "walnut-grove"]) == 0
    text = capsys.readouterr().out
    assert text == TEXT
    assert check(tmp_path, text) == 0
    out = capsys.readouterr().out
    assert f"is sound: Walnut Grove, edition {shelf.edition_of(shelf.game('walnut-grove'))}" in out
    assert "50 land tiles, 8 year discs, 30 coins, 16 labourers, 8 huts and barns, 21 improvements" in out


def test_show_without_a_name_says_which_games_there_are(capsys: Capture) -> None:
    assert main(["edition", "show"]) == 2
    assert "Missing argument 'GAME' (The game: walnut-grove or sunflower-valley)" in capsys.readouterr().err


def test_all_that_is_wrong_is_listed_with_its_paragraph(tmp_path: Path, capsys: Capture) -> None:
    text = (
        TEXT.replace("copper = 11", "copper = 3")
        .replace("yellow = 6", "yellow = 1")
        .replace("wagons = 4", "wagons = 5")
    )
    assert check(tmp_path, text) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("box.toml is not sound:")
    assert len(lines) > 3 and all("(WG " in line for line in lines[1:])
    assert any("two coppers for each of four players (WG 9.5)" in line for line in lines)
    assert any("one to four wagons (WG 9.5)" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "an edition says which game it is for"),
        (b"[[tile", "this is not TOML"),
        (b'game = "chess"', "there is no game 'chess'"),
        (b'game = "walnut-grove"', "(WG 9.1)"),
        (b"a = " + b"[" * 5000, "this is not TOML"),
    ],
    ids=["empty", "no TOML", "another game", "nothing in it", "deep"],
)
def test_what_is_no_edition(tmp_path: Path, capsys: Capture, text: bytes, words: str) -> None:
    assert check(tmp_path, text) == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "words"), [(b"a = 1\n\xff", "line 2 is not text"), (b"#" * 4_000_001, "too large")]
)
def test_what_is_no_text(tmp_path: Path, capsys: Capture, data: bytes, words: str) -> None:
    assert check(tmp_path, data) == 1
    assert words in capsys.readouterr().err


def test_a_missing_file(capsys: Capture) -> None:
    assert main(["edition", "check", "no-such-file"]) == 1
    assert capsys.readouterr().err == "farmstead: no-such-file: there is no such file\n"


def test_edition_alone_explains_itself(capsys: Capture) -> None:
    assert main(["edition"]) == 0
    assert "farmstead edition check" in capsys.readouterr().out
