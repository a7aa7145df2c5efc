"""Pictures as files: what they may overwrite, and what the last one shows."""

import os
import re
import sys
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main, pictures
from farmstead.cli.errors import BadInput
from farmstead.cli.pictures import must_be_a_picture, must_hold_a_picture, take_picture
from tests.cli.test_play import FIRST_MOVES, Typist, match_for, play, valley_for
from tests.cli.test_replay import played, words_in

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A game of some moves with its key, and an edition and links to all of them beside it."""
    box = tmp_path / "box.toml"
    box.write_text(shelf.edition_text("walnut-grove"))
    path = tmp_path / "game"
    assert play(monkeypatch, FIRST_MOVES, "--save", str(path), "--edition", str(box)) == 0
    for name in ("game", "game.key", "box.toml"):
        (tmp_path / f"link to {name}").symlink_to(tmp_path / name)
        os.link(tmp_path / name, tmp_path / f"also {name}")
    return path


@pytest.mark.parametrize("name", ["game", "game.key", "box.toml"])
@pytest.mark.parametrize("form", ["{}", "link to {}", "also {}", "../{folder}/{}"])
@pytest.mark.parametrize("command", ["replay", "play"])
def test_a_picture_destroys_nothing_it_is_made_of(
    name: str, form: str, command: str, saved: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    before = {path: path.read_bytes() for path in saved.parent.iterdir() if path.is_file()}
    picture = str(saved.parent / form.format(name, folder=saved.parent.name))
    args = ["--edition", str(saved.parent / "box.toml"), "--svg", picture]
    if command == "replay":
        assert main(["replay", str(saved), *args]) == 1
    else:
        assert play(monkeypatch, ["1"], "--resume", str(saved), *args) == 1
    assert "a picture there would overwrite" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in saved.parent.iterdir() if path.is_file()} == before


def test_a_picture_is_not_put_where_the_game_will_be_saved(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    for name in ("new", "new.key"):
        args = ["--save", str(tmp_path / "new"), "--svg", str(tmp_path / name)]
        assert play(monkeypatch, FIRST_MOVES, *args) == 1
        assert "a picture there would overwrite" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_game_saved_elsewhere_in_the_end_is_kept(tmp_path: Path) -> None:
    """The folder is no folder, so another file is asked for, and that of the picture is named."""
    (tmp_path / "file").write_text("")
    match = match_for(Typist("1", "q", str(tmp_path / "x.svg")), tmp_path / "file" / "game")
    match.picture = tmp_path / "x.svg"
    with pytest.raises(BadInput, match="is no SVG"):
        match.run()
    assert (tmp_path / "x.svg").read_text().startswith("farmstead record 1")


@pytest.mark.parametrize(
    ("text", "is_picture"),
    [
        ("<svg/>", True),
        ("<svgs>", False),
        ('\ufeff<?xml version="1.0"?>\n<!-- a drawing -->\n<svg viewBox="0 0 1 1"></svg>', True),
        ("my diary, with an <svg> in it", False),
        ("", False),
    ],
)
def test_only_a_picture_is_overwritten(text: str, is_picture: bool, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    if is_picture:
        must_be_a_picture(path)
        take_picture(path, ["new"])
        assert "new" in path.read_text()
    else:
        for check in (must_be_a_picture, must_hold_a_picture):
            with pytest.raises(BadInput, match="is no SVG"):
                check(path)
        with pytest.raises(BadInput, match="is no SVG"):
            take_picture(path, ["new"])
        assert path.read_text() == text


def test_devices_are_no_pictures() -> None:
    with pytest.raises(BadInput, match="is no SVG"):
        must_be_a_picture(Path("/dev/null"))


def test_a_picture_is_there_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: Patch) -> None:
    path, link = tmp_path / "x.svg", tmp_path / "link"
    take_picture(path, ["old"])
    old = path.read_text()
    link.symlink_to(path)

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.replace", fails)
        with pytest.raises(OSError, match="No space"):
            take_picture(path, ["new"])
    assert path.read_text() == old and {file.name for file in tmp_path.iterdir()} == {"x.svg", "link"}
    take_picture(link, ["new"])
    assert link.is_symlink() and path.read_text() != old


def test_a_picture_needs_a_folder_that_may_be_written(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(BadInput, match="may not be written"):
        must_be_a_picture(tmp_path / "x.svg")


# ---- the last picture ----------------------------------------------------------------------------------


def shown(picture: Path) -> str:
    return re.sub(r"(&#160;|\s)+", " ", words_in(picture))


@pytest.mark.parametrize("name", shelf.names())
def test_the_last_picture_of_a_replay_has_everybodys_score(name: str, tmp_path: Path) -> None:
    record, picture = played(name, 11, tmp_path), tmp_path / "x.svg"
    assert main(["replay", str(record), "--svg", str(picture)]) == 0
    totals = record.read_text().splitlines()[-2].removeprefix("= ").replace("-", "−")
    assert f"total {totals}" in shown(picture)
    assert 0 < shown(picture).index("Final score") < shown(picture).index("total") < 800


def test_the_last_picture_of_a_game_has_everybodys_score(tmp_path: Path) -> None:
    match = valley_for(Typist(*["1"] * 300), tmp_path / "game", "person", "uniform")
    match.picture = tmp_path / "x.svg"
    assert match.run() == 0
    totals = " ".join([str(points).replace("-", "−") for points in match.table.state.scores()])
    assert shown(match.picture).lstrip().startswith("Final score") and f"total {totals}" in shown(
        match.picture
    )


def test_the_module_names_what_it_writes() -> None:
    assert pictures.SVG_BEGINS.match(pictures.SVG.encode())
