"""`farmstead review`: from the command line, in words, as JSON and as a picture."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.record import read_record, write_record
from farmstead.engine.table import Table
from tests.agents.test_review import random_table
from tests.cli.test_arena import list_of, maybe, thing

Capture = pytest.CaptureFixture[str]
DOCS = Path(__file__).parent.parent.parent / "docs"
VALLEY = str(DOCS / "valley.record")  # a finished game of two, 168 moves
LATE = ("--from", "149", "--to", "168", "--iterations", "4", "--jobs", "1")

NUMBER: dict[str, object] = {"type": "number"}
COUNT: dict[str, object] = {"type": "integer", "minimum": 0}
TEXT: dict[str, object] = {"type": "string"}
BY_SEAT: dict[str, object] = {"type": "object", "additionalProperties": NUMBER}
SUMS: dict[str, object] = {
    "decisions": COUNT,
    "as_the_search": COUNT,
    "lost": NUMBER,
    "error": NUMBER,
    "lost_per_decision": NUMBER,
}
DECISION: dict[str, object] = {
    "move": COUNT,
    "seat": COUNT,
    "part": TEXT,
    "kind": TEXT,
    "choices": COUNT,
    "made": TEXT,
    "best": TEXT,
    "plan": list_of(TEXT),
    "lost": NUMBER,
    "error": NUMBER,
}
DOCUMENT = thing(
    format={"const": "farmstead review 1"},
    farmstead=TEXT,
    game=TEXT,
    seats=COUNT,
    moves=COUNT,
    over={"type": "boolean"},
    known_to=maybe(COUNT),
    **{"from": COUNT},
    to=COUNT,
    iterations=COUNT,
    scores=maybe(list_of({"type": "integer"})),
    turning_points=list_of(
        thing(
            **DECISION,
            made_words=TEXT,
            better_words=TEXT,
            lost_to_the_end=NUMBER,
            error_to_the_end=NUMBER,
            lines=BY_SEAT,
        )
    ),
    totals=list_of(
        thing(
            seat=COUNT,
            expected_first=maybe(NUMBER),
            expected_last=maybe(NUMBER),
            luck=NUMBER,
            luck_error=NUMBER,
            **SUMS,
            by_kind={"type": "object", "additionalProperties": thing(**SUMS)},
        )
    ),
    decisions=list_of(thing(**DECISION)),
    luck=list_of(
        thing(
            move=COUNT,
            name=TEXT,
            part=TEXT,
            came=TEXT,
            outcomes=COUNT,
            all_tried={"type": "boolean"},
            gains=BY_SEAT,
            errors=BY_SEAT,
        )
    ),
    expected=list_of(thing(after=COUNT, points=list_of(NUMBER), errors=list_of(NUMBER))),
)


def written(table: Table, folder: Path) -> str:
    path = folder / "game.record"
    path.write_text(write_record(table))
    return str(path)


def as_json(capsys: Capture, *args: str) -> dict[str, Any]:
    assert main(["review", *args, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(DOCUMENT).validate(found)
    return found


def refused(capsys: Capture, *args: str) -> tuple[int, str]:
    status = main(["review", *args])
    out, err = capsys.readouterr()
    assert out == "" and "Traceback" not in err
    return status, err


# ---- what it says ----------------------------------------------------------------------------------------


def test_json_has_everything(capsys: Capture) -> None:
    found = as_json(capsys, VALLEY, *LATE)
    assert (found["from"], found["to"], found["moves"], found["over"]) == (149, 168, 168, True)
    assert found["scores"] == [40, 41] and found["expected"][-1] == {
        "after": 168,
        "points": [40, 41],
        "errors": [0, 0],
    }
    record = read_record(Path(VALLEY).read_bytes())
    for one in found["decisions"]:
        assert record.moves[one["move"] - 1] == (one["seat"] - 1, one["made"])
        assert one["plan"][0] == one["best"] and one["choices"] > 1
        assert one["best"] != one["made"] or one["lost"] == one["error"] == 0
    assert [(one["move"], one["name"], one["came"]) for one in found["luck"]] == [
        (158, "round 10 roll", "roll SFULCC")
    ]
    for total in found["totals"]:
        own = [one for one in found["decisions"] if one["seat"] == total["seat"]]
        assert total["decisions"] == len(own) and abs(total["lost"] - sum(one["lost"] for one in own)) < 0.01
    clear = [one["lost_to_the_end"] for one in found["turning_points"]]
    assert clear == sorted(clear, reverse=True) and len(clear) <= 3
    assert all(one["lost_to_the_end"] > 2 * one["error_to_the_end"] for one in found["turning_points"])


def test_the_known_mistake_of_a_game_is_told_in_words(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its last round seat 2 leaves a house without a sheep: two points, whatever comes."""
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["review", VALLEY, "--from", "159", "--iterations", "8", "--jobs", "1", "--all"]) == 0
    out = capsys.readouterr().out
    assert "Review of Sunflower Valley, 2 players, 168 moves." in out and "Only moves 159 to 168" in out
    assert re.search(
        r"A\. Move 159, Round 10, Seat 2: “Take the super sunflower die” cost about 2\.0 ±0\.0", out
    )
    assert "Better: Take the " in out and "houses with a sheep +" in out
    for heading in (
        "Turning points",
        "Expected final points",
        "In all",
        "Luck",
        "Every decision",
        "Every draw",
    ):
        assert re.search(rf"\n{heading}(\n|  none\n)", out)
    assert re.search(r"final points +40 +41 *\n", out)


def test_one_seat_hears_only_of_itself(capsys: Capture) -> None:
    whole, own = as_json(capsys, VALLEY, *LATE), as_json(capsys, VALLEY, *LATE, "--seat", "2")
    assert {one["seat"] for one in own["decisions"]} == {2} and own["known_to"] is None
    assert own["decisions"] == [one for one in whole["decisions"] if one["seat"] == 2]
    assert own["totals"] == whole["totals"][1:] and own["expected"] == whole["expected"]
    assert [one["gains"] for one in own["luck"]] == [{"2": one["gains"]["2"]} for one in whole["luck"]]


def test_the_same_review_twice_is_the_same_to_the_byte(tmp_path: Path, capsys: Capture) -> None:
    outs, pictures = [], []
    for jobs in ("1", "1", "2"):
        plot = tmp_path / "plot.svg"
        assert main(["review", VALLEY, *LATE[:-1], jobs, "--json", "--plot", str(plot)]) == 0
        outs.append(capsys.readouterr().out)
        pictures.append(plot.read_bytes())
    assert outs[0] == outs[1] == outs[2] and pictures[0] == pictures[1] == pictures[2]


@pytest.mark.parametrize("name", shelf.names())
def test_every_game_can_be_reviewed(name: str, tmp_path: Path, capsys: Capture) -> None:
    table = random_table(name, 2, 4)
    path, end = written(table, tmp_path), len(table.entries)
    assert main(["review", path, "--from", str(end - 6), "--iterations", "4", "--jobs", "1", "--all"]) == 0
    assert table.game.title in capsys.readouterr().out


def test_where_nothing_can_be_judged_it_says_so(capsys: Capture) -> None:
    assert main(["review", VALLEY, "--from", "167", "--to", "168", "--jobs", "1"]) == 0
    assert "There’s nothing to judge" in capsys.readouterr().out


# ---- a game that is still being played -------------------------------------------------------------------


def test_a_running_game_is_reviewed_for_one_seat(tmp_path: Path, capsys: Capture) -> None:
    table = random_table("walnut-grove", 2, 26, 120)
    path = written(table, tmp_path)
    status, err = refused(capsys, path)
    assert status == 2 and "still being played" in err and "--seat 1 to 2" in err
    found = as_json(capsys, path, "--seat", "2", "--from", "119", "--iterations", "4", "--jobs", "1")
    assert found["over"] is False and found["scores"] is None and found["known_to"] == 2
    assert {one["seat"] for one in found["decisions"]} <= {2}
    assert main(["review", path, "--seat", "2", "--from", "120", "--iterations", "4", "--jobs", "1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "this is only what Seat 2 may know, up to move 120." in out and "expected now" in out


def test_one_player_needs_no_seat(tmp_path: Path, capsys: Capture) -> None:
    path = written(random_table("walnut-grove", 1, 5, 40), tmp_path)
    found = as_json(capsys, path, "--from", "40", "--iterations", "4", "--jobs", "1")
    assert found["known_to"] == 1 and found["over"] is False


# ---- the picture -----------------------------------------------------------------------------------------


def test_the_plot_is_a_picture_that_needs_nothing_else(tmp_path: Path, capsys: Capture) -> None:
    plot = tmp_path / "plot.svg"
    assert main(["review", VALLEY, *LATE, "--plot", str(plot)]) == 0
    assert f"The plot is in {plot}" in capsys.readouterr().out
    text = plot.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "href" not in text and "url(" not in text and "Seat 2 41" in " ".join(text.split())
    assert main(["review", VALLEY, *LATE, "--plot", str(plot)]) == 0  # a picture may take a picture's place


def test_nothing_but_a_picture_is_overwritten(tmp_path: Path, capsys: Capture) -> None:
    letter = tmp_path / "letter.svg"
    letter.write_text("Dear aunt,")
    assert refused(capsys, VALLEY, "--plot", str(letter))[0] == 1 and letter.read_text() == "Dear aunt,"
    status, err = refused(capsys, VALLEY, "--plot", str(tmp_path / "none" / "plot.svg"))
    assert status == 1 and "there is no directory" in err
    status, err = refused(capsys, VALLEY, "--plot", VALLEY)
    assert status == 1 and "would overwrite" in err and "name another file with --plot" in err
    status, err = refused(capsys, VALLEY, "--plot", str(tmp_path / "plot.png"))
    assert status == 1 and "name a file that ends in .svg" in err and not list(tmp_path.glob("*.png"))


# ---- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        ((VALLEY, "--seat", "3"), 2, "there is no seat 3 in this game; seats are 1 to 2"),
        ((VALLEY, "--from", "0"), 2, "--from 0: this record has moves 1 to 168"),
        ((VALLEY, "--to", "169"), 2, "--to 169: this record has moves 1 to 168"),
        (
            (VALLEY, "--from", "9", "--to", "5"),
            2,
            "--from 9 --to 5: the first move must not come after the last",
        ),
        ((VALLEY, "--iterations", "1"), 2, "--iterations 1: a whole number from 4 to 100000 is needed"),
        ((VALLEY, "--jobs", "0"), 2, "--jobs 0: a whole number from 1 to 64 is needed"),
        ((VALLEY, "--edition", "-"), 1, "--edition -: a review reads the edition more than once"),
        (("none.record",), 1, "none.record: there is no such file"),
        ((str(DOCS / "arena.md"),), 1, "line 1: a game file begins with"),
    ],
)
def test_refusals_say_what_would_do(args: tuple[str, ...], status: int, words: str, capsys: Capture) -> None:
    found, err = refused(capsys, *args)
    assert found == status and words in err


def test_a_damaged_record_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.record"
    path.write_text(Path(VALLEY).read_text().replace("1 take house", "1 take sheep", 1))
    status, err = refused(capsys, str(path))
    assert status == 1 and "the checksum doesn’t match" in err


def test_a_game_without_moves_is_refused(tmp_path: Path, capsys: Capture) -> None:
    status, err = refused(capsys, written(random_table("walnut-grove", 1, 1, 0), tmp_path))
    assert status == 1 and "nothing has happened in this game yet" in err


# Makes the file that is named last when the first piece of the work is done.
RUN_AND_TELL = """
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from farmstead.cli import main

review, begun = import_module("farmstead.cli.review"), Path(sys.argv.pop())
progress = review.progress

@contextmanager
def told():
    with progress() as tell:
        yield lambda done, of, note: (tell(done, of, note), begun.touch())

review.progress = told
sys.exit(main())
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_it_quietly(jobs: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    begun = tmp_path / "begun"
    words = ["review", VALLEY, "--iterations", "4", "--jobs", jobs, str(begun)]
    pipes = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", RUN_AND_TELL, *words], stdout=pipes, stderr=pipes, env=environment
    ) as process:
        try:
            while not begun.exists() and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)  # ends when all who hold the pipes have ended
        finally:
            process.kill()
    assert process.returncode == 130 and out == b"" and b"interrupted" in err and b"Traceback" not in err
