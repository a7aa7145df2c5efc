"""The folder of a match: what is written lasts, what is not whole is played again, others are refused."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from farmstead.agents.arena.local import played_here
from farmstead.agents.arena.match_folder import MATCH, RESULTS, BadFolder, MatchFolder
from farmstead.agents.arena.match_folder import results_in as seen_in
from farmstead.agents.arena.match_game import Lost, Outcomes, Result, play
from farmstead.agents.arena.match_run import MAX_LOST, MatchRun, run
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.report import report_of
from farmstead.agents.arena.summary import summary_of
from farmstead.engine.contract import BadSetup

VALLEY = Match("sunflower-valley", 2, ("uniform", "uniform:seed=4"), 6)

PAIR = "adjusted_difference"


def silent(course: MatchRun, games: int) -> None:
    pass


def fill(folder: Path, match: Match = VALLEY) -> None:
    with MatchFolder(folder, match) as store:
        run(store, played_here, silent)


def results_in(folder: Path, match: Match = VALLEY) -> dict[int, Result]:
    with MatchFolder(folder, match) as store:
        return dict(store.results)


def test_what_was_played_is_there_again(tmp_path: Path) -> None:
    fill(tmp_path / "a" / "b")
    found = results_in(tmp_path / "a" / "b")
    assert list(found) == [1, 2, 3, 4, 5, 6]
    assert found[3].checksum == play(VALLEY, 3).result.checksum


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    fill(tmp_path)
    before = (tmp_path / RESULTS).read_bytes()
    asked: list[int] = []

    def players(match: Match, numbers: object) -> Outcomes:
        asked.append(1)
        yield from ()

    with MatchFolder(tmp_path, VALLEY) as store:
        ending = run(store, players, silent)
    assert not asked and ending.course.is_over() and (tmp_path / RESULTS).read_bytes() == before


@pytest.mark.parametrize("bytes_left", [1, 40, 200])
def test_half_a_line_is_cut_off_and_its_game_played_again(tmp_path: Path, bytes_left: int) -> None:
    fill(tmp_path)
    path = tmp_path / RESULTS
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:bytes_left])
    assert list(results_in(tmp_path)) == [1, 2, 3]
    fill(tmp_path)
    assert [json.loads(line)["checksum"] for line in path.read_bytes().splitlines()] == [
        json.loads(line)["checksum"] for line in lines
    ]


@pytest.mark.parametrize(
    "line",
    [
        "gold",
        "{}",
        "[]",
        '{"number": 1}',
        "null",
        json.dumps(asdict(play(VALLEY, 2).result) | {"number": 99}),
        json.dumps(asdict(play(VALLEY, 2).result) | {"scores": [1, 2, 3]}),
    ],
)
def test_a_line_that_is_no_result_is_named(tmp_path: Path, line: str) -> None:
    fill(tmp_path)
    path = tmp_path / RESULTS
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], line, *lines[2:]]) + "\n")
    with pytest.raises(BadFolder, match=f"{RESULTS}: line 2 is no result of this match"):
        results_in(tmp_path)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": "2"}, 'there seed is "1", and now "2"'),
        ({"games": 8}, "there games is 6, and now 8"),
        ({"agents": ("uniform", "greedy")}, "there agents is"),
        ({"seats": 4}, "there seats is 2, and now 4"),
        ({"options": ("family",)}, "there options is"),
        ({"game": "walnut-grove"}, 'there game is "sunflower-valley"'),
        ({"records": True}, "there records is false, and now true"),
        ({"stop_when_sure": True}, "there stop when sure is false, and now true"),
        ({"version": "0.0.1"}, "there farmstead is"),
    ],
)
def test_another_match_in_the_same_folder_is_refused(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    fill(tmp_path)
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(BadSetup, match="has another match") as refused:
        results_in(tmp_path, replace(VALLEY, **change))
    assert why in str(refused.value)
    assert (tmp_path / RESULTS).read_bytes() == before


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear aunt")
    with pytest.raises(BadSetup, match="is not empty"):
        results_in(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_description_that_was_being_written_is_written_again(tmp_path: Path) -> None:
    (tmp_path / f".{MATCH}.part").write_text("{")
    fill(tmp_path)
    assert json.loads((tmp_path / MATCH).read_text())["games"] == 6


def test_a_description_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / MATCH).write_text("gold")
    with pytest.raises(BadFolder, match="does not describe a match"):
        results_in(tmp_path)


def test_two_cannot_play_in_one_folder_at_a_time(tmp_path: Path) -> None:
    with MatchFolder(tmp_path, VALLEY), pytest.raises(BadFolder, match="another program is playing"):
        results_in(tmp_path)
    assert results_in(tmp_path) == {}


def test_results_can_be_read_while_they_are_played(tmp_path: Path) -> None:
    fill(tmp_path)
    path = tmp_path / RESULTS
    whole = path.read_bytes()
    half = b"".join(whole.splitlines(keepends=True)[:3]) + b'{"number":4,'
    with MatchFolder(tmp_path, VALLEY):
        path.write_bytes(half)
        assert list(seen_in(VALLEY, tmp_path)) == [1, 2, 3]
        assert path.read_bytes() == half  # somebody is about to write the rest
    assert seen_in(replace(VALLEY, seed="2"), tmp_path) == {}
    assert seen_in(VALLEY, tmp_path / "nowhere") == {}


# ---- lost games ----------------------------------------------------------------------------------------


def test_a_deal_with_a_lost_game_is_not_counted(tmp_path: Path) -> None:
    def players(match: Match, numbers: object) -> Outcomes:
        for number in range(1, 7):
            yield Lost(number, "it died") if number == 3 else play(match, number)

    with MatchFolder(tmp_path, VALLEY) as store:
        ending = run(store, players, silent)
        summary = summary_of(ending, store.results)
    assert summary["lost"] == [{"number": 3, "why": "it died"}]
    assert summary["deals"] == {"asked": 3, "counted": 2}
    assert summary["games_played"] == {"asked": 6, "counted": 4, "beyond": 1}
    assert ending.course.counted == 2
    fill(tmp_path)  # the same match again
    assert sorted(results_in(tmp_path)) == [1, 2, 3, 4, 5, 6]


def test_a_match_is_given_up_when_everything_dies(tmp_path: Path) -> None:
    def players(match: Match, numbers: object) -> Outcomes:
        for number in range(1, 101):
            yield Lost(number, "it died")

    with MatchFolder(tmp_path, replace(VALLEY, games=100)) as store:
        ending = run(store, players, silent)
    assert ending.given_up and len(ending.lost) == MAX_LOST


# ---- luck ------------------------------------------------------------------------------------------------

GROVE = Match("walnut-grove", 1, ("uniform", "uniform:seed=4"), 2)


def test_luck_is_told_beside_the_plain_figures(tmp_path: Path) -> None:
    """Slow: whole games are played, and their luck counted."""
    match = replace(GROVE, adjusted=True)
    fill(tmp_path, match)
    with MatchFolder(tmp_path, match) as store:
        summary: dict[str, Any] = summary_of(run(store, played_here, silent), store.results)
    for row, which in (
        *((each, "adjusted") for each in summary["ladder"]),
        (summary["head_to_head"][0], PAIR),
    ):
        assert row[which].keys() == {"mean", "low", "high", "times"} and row[which]["times"] > 0
    page = report_of(summary)
    assert "Without luck" in page and "Worth, times the games" in page


def test_a_match_without_luck_is_written_as_before(tmp_path: Path) -> None:
    """Folders of versions that did not count luck go on, and theirs are read by those."""
    fill(tmp_path, GROVE)
    assert "adjusted" not in json.loads((tmp_path / MATCH).read_text(encoding="utf-8"))
    line = json.loads((tmp_path / RESULTS).read_bytes().splitlines()[0])
    assert "luck" not in line
    assert results_in(tmp_path, GROVE)[1].luck == ()


def test_matches_with_and_without_luck_are_two(tmp_path: Path) -> None:
    """Slow: whole games are played, and their luck counted."""
    fill(tmp_path, GROVE)
    with pytest.raises(BadSetup, match="there adjusted is false, and now true"):
        fill(tmp_path, replace(GROVE, adjusted=True))
    fill(tmp_path / "lucky", replace(GROVE, adjusted=True))
    with pytest.raises(BadSetup, match="there adjusted is true, and now false"):
        fill(tmp_path / "lucky", GROVE)


def test_a_result_that_lacks_its_luck_is_none_of_the_match(tmp_path: Path) -> None:
    """Slow: whole games are played, and their luck counted."""
    match = replace(GROVE, adjusted=True)
    fill(tmp_path, match)
    path = tmp_path / RESULTS
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    del lines[1]["luck"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(BadFolder, match="line 2 is no result of this match"):
        results_in(tmp_path, match)
