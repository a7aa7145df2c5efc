"""Pictures as files: what they may overwrite, and what the last one shows."""

import os
import sys
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.errors import BadInput
from farmstead.cli.pictures import (
    PNG,
    SVG,
    PictureKind,
    Wanted,
    must_be_a_picture,
    must_hold_a_picture,
    take_picture,
)
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.render.embedded_record import record_in
from farmstead.render.ink import DARK, TOKENS
from farmstead.render.shared import signed
from tests.cli.test_play import FIRST_MOVES, Typist, match_for, play, valley_for
from tests.cli.test_replay import played
from tests.render.test_poster import words_in

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
OLD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="8" height="8"/>'
NEW = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>'


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
@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_destroys_nothing_it_is_made_of(
    name: str, form: str, command: str, option: str, saved: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    before = {path: path.read_bytes() for path in saved.parent.iterdir() if path.is_file()}
    picture = str(saved.parent / form.format(name, folder=saved.parent.name))
    args = ["--edition", str(saved.parent / "box.toml"), option, picture]
    if command == "replay":
        assert main(["replay", str(saved), *args]) == 1
    else:
        assert play(monkeypatch, ["1"], "--resume", str(saved), *args) == 1
    err = capsys.readouterr().err
    assert "a picture there would overwrite" in err and f"name another file with {option}" in err
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
    match.pictures = Wanted(tmp_path / "x.svg")
    with pytest.raises(BadInput, match="is no SVG"):
        match.run()
    assert (tmp_path / "x.svg").read_text().startswith("farmstead record 1")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"<svg/>", SVG),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a drawing -->\n<svg viewBox="0 0 1 1"></svg>', SVG),
        (b"\x89PNG\r\n\x1a\n and so on", PNG),
        (b"<svgs>", None),
        (b"my diary, with an <svg> in it", None),
        (b"PNG", None),
        (b"", None),
    ],
)
@pytest.mark.parametrize("new", [SVG, PNG])
def test_only_a_picture_of_its_kind_is_overwritten(
    content: bytes, kind: PictureKind | None, new: PictureKind, tmp_path: Path
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    if new is kind:
        must_be_a_picture(path, kind=new)
        take_picture(path, NEW, new)
        assert path.read_bytes() != content
    else:
        for check in (must_be_a_picture, must_hold_a_picture):
            with pytest.raises(BadInput, match=f"is no {new.name}.*{new.option}"):
                check(path, kind=new)
        with pytest.raises(BadInput, match=f"is no {new.name}"):
            take_picture(path, NEW, new)
        assert path.read_bytes() == content


def test_devices_are_no_pictures() -> None:
    with pytest.raises(BadInput, match="is no SVG"):
        must_be_a_picture(Path("/dev/null"))


def test_a_picture_is_there_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: Patch) -> None:
    path, link = tmp_path / "x.svg", tmp_path / "link"
    take_picture(path, OLD)
    old = path.read_text()
    link.symlink_to(path)

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.replace", fails)
        with pytest.raises(OSError, match="No space"):
            take_picture(path, NEW)
    assert path.read_text() == old and {file.name for file in tmp_path.iterdir()} == {"x.svg", "link"}
    take_picture(link, NEW)
    assert link.is_symlink() and path.read_text() != old


def test_a_picture_needs_a_folder_that_may_be_written(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(BadInput, match="may not be written"):
        must_be_a_picture(tmp_path / "x.svg")


def test_a_folder_that_only_says_it_may_be_written_is_noticed_first(monkeypatch: Patch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: True)
    with pytest.raises(BadInput, match="may not be written"):
        must_be_a_picture(Path("/proc/x.gif"))


# ---- what is on them -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shelf.names())
def test_the_last_picture_of_a_replay_has_everybodys_score(name: str, tmp_path: Path) -> None:
    record, picture = played(name, 11, tmp_path), tmp_path / "x.svg"
    assert main(["replay", str(record), "--svg", str(picture)]) == 0
    totals = record.read_text().splitlines()[-2].removeprefix("= ").split()
    said = words_in(picture.read_text())
    assert said[said.index("total") + 1 :][:2] == [signed(points) for points in totals]


def test_the_last_picture_of_a_game_has_everybodys_score(tmp_path: Path) -> None:
    """Slow: it draws a whole game."""
    match = valley_for(Typist(*["1"] * 300), tmp_path / "game", "person", "uniform")
    match.pictures = Wanted(tmp_path / "x.svg")
    assert match.run() == 0
    said = words_in((tmp_path / "x.svg").read_text())
    assert said[said.index("total") + 1 :][:2] == [signed(points) for points in match.table.state.scores()]
    assert match.teller.names[1] in said


@pytest.mark.parametrize("name", shelf.names())
def test_through_the_eyes_of_a_seat(name: str, tmp_path: Path) -> None:
    record = str(played(name, 11, tmp_path))
    for seat in ("1", "2"):
        args = ["--ply", "60", "--seat", seat, "--svg", str(tmp_path / f"{seat}.svg")]
        assert main(["replay", record, *args]) == 0
        said = words_in((tmp_path / f"{seat}.svg").read_text())
        assert next(line for line in said if line.startswith("Seat ")) == f"Seat {seat}"
        assert any(line.startswith("Move 60 of ") for line in said)


def test_in_dark_colours(tmp_path: Path, capsys: Capture) -> None:
    record, picture = str(played(shelf.names()[0], 11, tmp_path)), tmp_path / "x.svg"
    assert main(["replay", record, "--dark", "--svg", str(picture)]) == 0
    assert TOKENS["page"][DARK] in picture.read_text()
    assert main(["replay", record, "--dark"]) == 2
    assert "say where to put one, with --svg FILE or --png FILE" in capsys.readouterr().err


# ---- pixels ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shelf.names())
def test_both_kinds_at_once(name: str, tmp_path: Path, capsys: Capture) -> None:
    record, svg, png = played(name, 11, tmp_path), tmp_path / "x.svg", tmp_path / "x.png"
    assert main(["replay", str(record), "--ply", "60", "--svg", str(svg), "--png", str(png)]) == 0
    assert SVG.begins.match(svg.read_bytes()) and PNG.begins.match(png.read_bytes())
    assert png.stat().st_size > 100_000
    assert capsys.readouterr().out.count("The picture is in") == 2


def test_a_game_leaves_pixels_too(tmp_path: Path, monkeypatch: Patch) -> None:
    assert play(monkeypatch, FIRST_MOVES, "--seed", "7", "--png", str(tmp_path / "x.png")) == 0
    assert PNG.begins.match((tmp_path / "x.png").read_bytes())


def test_two_pictures_are_two_files(tmp_path: Path, capsys: Capture) -> None:
    record = str(played(shelf.names()[0], 11, tmp_path))
    both = ["--svg", str(tmp_path / "x"), "--png", str(tmp_path / ".." / tmp_path.name / "x")]
    assert main(["replay", record, *both]) == 1
    assert "name the same file" in capsys.readouterr().err and not (tmp_path / "x").exists()


# ---- the record inside ---------------------------------------------------------------------------------


def begun(folder: Path, moves: int = 10) -> Path:
    """A game of some moves."""
    whole = read_record(played(shelf.names()[1], 11, folder).read_bytes())
    path = folder / "short.record"
    path.write_text(write_record(re_execute(whole, shelf.game_for, moves)))
    return path


def test_whatever_is_made_of_a_record_is_read_as_that_record(tmp_path: Path, capsys: Capture) -> None:
    """Slow: it draws and packs a whole game in every format."""
    record = begun(tmp_path)
    files = {kind: tmp_path / f"x.{kind}" for kind in ("svg", "png", "gif", "webp", "pdf")}
    options = [part for kind, file in files.items() for part in (f"--{kind}", str(file))]
    assert main(["replay", str(record), *options, "--log", "--moves", "--dark"]) == 0
    assert capsys.readouterr().out.count(" in ") == len(files)
    before = {kind: file.read_bytes() for kind, file in files.items()}
    assert {record_in(data) for data in before.values()} == {record.read_text()}
    assert main(["verify", *map(str, files.values())]) == 0
    assert capsys.readouterr().out.count("ok (unfinished)") == len(files)
    assert main(["replay", str(files["gif"]), "--ply", "4"]) == 0
    shown = capsys.readouterr().out
    assert main(["replay", str(record), "--ply", "4"]) == 0
    assert capsys.readouterr().out == shown and "Move 4 of 10" in shown
    again = [part for kind, file in files.items() for part in (f"--{kind}", str(file))]
    assert main(["replay", str(record), *again, "--log", "--moves", "--dark"]) == 0
    assert {kind: file.read_bytes() for kind, file in files.items()} == before


def test_a_picture_without_a_record_is_told_apart(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "x.svg"
    path.write_text(NEW)
    assert main(["replay", str(path)]) == 1
    assert "this SVG carries no record" in capsys.readouterr().err
    assert main(["verify", str(path), str(begun(tmp_path))]) == 1
    out = capsys.readouterr().out
    assert "FAILED" in out and "carries no record" in out and "ok (unfinished)" in out


@pytest.mark.parametrize(("option", "other"), [("--log", "--pdf FILE"), ("--moves", "--gif FILE")])
def test_options_of_what_is_not_made(option: str, other: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["replay", str(begun(tmp_path)), option]) == 2
    assert other in capsys.readouterr().err
