"""One game of a match: the same from its number everywhere, and nothing an agent does can break it."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents.arena.match_game import Result, play
from farmstead.agents.arena.matches import Match
from farmstead.engine.contract import BadSetup
from farmstead.engine.record import re_execute, read_record
from tests.agents.tables import rude

VALLEY = Match("sunflower-valley", 2, ("uniform", "greedy"), 2, records=True)
GROVE = Match("walnut-grove", 4, ("uniform", "uniform"), 2, options=("french",), records=True)


def timeless(result: Result) -> Result:
    """All but how long it took."""
    none = (0.0,) * len(result.seating)
    return replace(result, seconds=none, slowest=none)


@pytest.mark.parametrize("match", [VALLEY, GROVE], ids=["valley", "grove"])
def test_a_game_follows_from_its_number(match: Match) -> None:
    first, again, other = play(match, 2), play(match, 2), play(match, 1)
    assert timeless(first.result) == timeless(again.result) and first.record == again.record
    assert first.result.checksum != other.result.checksum


@pytest.mark.parametrize("match", [VALLEY, GROVE], ids=["valley", "grove"])
def test_the_result_is_what_the_record_says(match: Match) -> None:
    result, record = play(match, 1)
    table = re_execute(read_record(record.encode()), shelf.game_for)
    assert result.scores == tuple(table.state.scores())
    assert result.places == tuple(table.state.places())
    assert result.lines == tuple(table.state.score_lines(seat) for seat in range(match.seats))
    assert record.endswith(f"{result.checksum}{record[-49:]}")
    for seat in range(match.seats):
        chosen = [entry for entry in table.entries if entry.seat == seat and not entry.forced]
        assert result.decisions[seat] == len(chosen) > 0
        assert 0 < result.slowest[seat] <= result.seconds[seat]


def test_records_are_made_only_if_they_are_kept() -> None:
    kept = play(VALLEY, 1)
    assert play(replace(VALLEY, records=False), 1).record == ""
    assert play(replace(VALLEY, records=False), 1).result.checksum == kept.result.checksum


def test_an_edition_of_ones_own() -> None:
    text = shelf.edition_text("sunflower-valley").replace('name = "farmstead"', 'name = "mybox"', 1)
    played = play(replace(VALLEY, edition=text), 1)
    assert "edition mybox sha256:" in played.record
    table = re_execute(read_record(played.record.encode()), shelf.games_from(text))
    assert played.result.scores == tuple(table.state.scores())


def test_a_bot_that_dies_is_named_and_its_seat_goes_on(tmp_path: Path) -> None:
    spec = f"stdio:{rude('dies', tmp_path / 'lock')}"
    result, record = play(replace(VALLEY, agents=("uniform", spec)), 1)
    assert result.faults[0] == "" and "seat 2" in result.faults[1] and spec[:40] in result.faults[1]
    assert result.scores[1] > result.scores[0]  # greedy went on
    re_execute(read_record(record.encode()), shelf.game_for)


LATE = """
import json, sys, time
time.sleep(0.6)
for line in sys.stdin:
    said = json.loads(line)
    if said["message"] == "hello":
        print(json.dumps({"ready": 1}), flush=True)
    if said["message"] == "choose":
        print(json.dumps({"move": said["legal"][0]}), flush=True)
"""


def test_how_long_a_program_takes_to_start_is_not_thinking(tmp_path: Path) -> None:
    program = tmp_path / "late.py"
    program.write_text(LATE)
    spec = f"stdio:{shlex.join([sys.executable, str(program)])}"
    result, _ = play(replace(VALLEY, agents=("uniform", spec)), 1)
    assert result.faults == ("", "") and 0 < result.slowest[1] < 0.6


def test_a_program_that_does_not_get_ready_failed_at_its_first_decision(tmp_path: Path) -> None:
    spec = f"stdio:{rude('dies_at_start', tmp_path / 'lock')}"
    result, _ = play(replace(VALLEY, agents=("uniform", spec)), 1)
    assert "decision 1" in result.faults[1] and "(to `hello`)" in result.faults[1]


def test_an_agent_that_cannot_be_made_is_a_fault_too() -> None:
    """As on a machine of a cluster that lacks the program."""
    result, _ = play(replace(VALLEY, agents=("stdio:/there/is/no/such/bot", "uniform")), 1)
    assert "/there/is/no/such/bot" in result.faults[0] and result.faults[1] == ""


def test_another_version_of_farmstead_plays_no_part() -> None:
    with pytest.raises(BadSetup, match=r"made by farmstead 0\.0\.1, and this is"):
        play(replace(VALLEY, version="0.0.1"), 1)
