"""`farmstead simulate`: the same games whatever the circumstances, and the right numbers about them."""

import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.simulate import GAMES_PER_CHUNK, SimulationJob, game_seed, play, run
from farmstead.cli.tallies import Results, quantile, spread
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.playout import MoveCounts, play_out
from farmstead.engine.record import re_execute, read_record
from tests.cli.test_main import RUN

Capture = pytest.CaptureFixture[str]
BASE = SimulationJob("walnut-grove", None, 2, ("german",), 7, 1, 12, None)


def counted(results: Results) -> dict[str, Any]:
    """Everything but how long it took."""
    return {name: value for name, value in results.summary().items() if "second" not in name}


def as_json(capsys: Capture, *args: str) -> dict[str, Any]:
    assert main(["simulate", "walnut-grove", "--json", *args]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


# ---- which games ---------------------------------------------------------------------------------------


def test_seeds_are_pinned() -> None:
    """Documented and stable: a published number can be found again."""
    assert [game_seed(1, 1), game_seed(1, 2), game_seed(2, 1)] == [1970072877, 4165331279, 20190024]
    assert len({game_seed(1, number) for number in range(2000)}) == 2000


def test_games_are_those_of_the_playout() -> None:
    game = shelf.game("walnut-grove")
    expected = []
    for number in range(1, 13):
        state, tally = game.start(game.setup(2)), MoveCounts()
        play_out(state, QuickDealer(game_seed(7, number)), tally)
        expected.append((state.scores(), tally.decisions, tally.chance))
    results = play(BASE)
    assert results.games == 12
    assert results.decisions == sum(decisions for _, decisions, _ in expected)
    assert results.chance == sum(chance for _, _, chance in expected)
    for seat in range(2):
        assert results.scores[seat] == Counter(scores[seat] for scores, _, _ in expected)


def test_two_halves_are_the_whole() -> None:
    whole, parts = play(BASE), Results(2)
    parts.add(play(BASE._replace(first=8)))
    parts.add(play(BASE._replace(last=7)))
    assert counted(parts) == counted(whole)


def test_processes_do_not_matter() -> None:
    many = BASE._replace(last=45)
    (alone, _), (together, _) = run(many, 1), run(many, 2)
    assert counted(alone) == counted(together)


@pytest.mark.parametrize("options", [("german",), ("french",)])
def test_saved_games_are_the_same_games(tmp_path: Path, options: tuple[str, ...]) -> None:
    job = BASE._replace(last=4, options=options)
    saved = play(job._replace(save=str(tmp_path)))
    assert counted(saved) == counted(play(job))
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"walnut-grove-2-7-00000{n}.record" for n in (1, 2, 3, 4)]
    tables = [re_execute(read_record(file.read_bytes()), shelf.game_for) for file in files]
    assert Counter(table.state.scores()[0] for table in tables) == saved.scores[0]
    assert sum(len(table.entries) for table in tables) == saved.decisions + saved.chance


def test_save_makes_its_folder_and_the_records_verify(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "a" / "b"
    assert main(["simulate", "walnut-grove", "--games", "2", "--save", str(folder)]) == 0
    assert main(["verify", *map(str, sorted(folder.iterdir()))]) == 0
    assert capsys.readouterr().out.count("\nok  ") == 2


def test_save_into_a_file_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert main(["simulate", "walnut-grove", "--games", "1", "--save", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"farmstead: {file}: ")


def test_with_an_edition_of_ones_own(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mybox.toml"
    file.write_text(shelf.edition_text("walnut-grove").replace('name = "farmstead"', 'name = "mybox"', 1))
    found = as_json(capsys, "--edition", str(file), "--games", "3")
    assert found["edition"].startswith("mybox sha256:")
    assert found["scores"] == as_json(capsys, "--games", "3")["scores"]


def test_a_bad_edition_is_the_files_fault(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mybox.toml"
    file.write_text("gold")
    assert main(["simulate", "walnut-grove", "--edition", str(file)]) == 1
    assert f"{file}: this is not TOML" in capsys.readouterr().err


# ---- the numbers ---------------------------------------------------------------------------------------


def test_spread_is_what_the_library_says() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, -8]
    found = spread(Counter(values))
    assert found["mean"] == round(statistics.mean(values), 3)
    assert found["sd"] == round(statistics.stdev(values), 3)
    quartiles = statistics.quantiles(values, n=4, method="inclusive")
    assert [found["q1"], found["median"], found["q3"]] == quartiles
    assert (found["min"], found["max"]) == (-8, 9)


def test_spread_of_one_and_of_none() -> None:
    assert spread({7: 1}) == {"mean": 7, "sd": 0, "min": 7, "q1": 7, "median": 7, "q3": 7, "max": 7}
    assert spread({}) == {}
    assert quantile({1: 1, 2: 1}, Fraction(1, 2)) == 1.5


@pytest.mark.parametrize("seats", [1, 4])
def test_json_says_everything(capsys: Capture, seats: int) -> None:
    found = as_json(capsys, "--seats", str(seats), "--games", "6", "--seed", "3", "--options", "french")
    assert (found["game"], found["seats"], found["seed"], found["games"]) == ("walnut-grove", seats, 3, 6)
    assert found["options"] == ["french"] and not found["interrupted"]
    assert found["decisions_per_second"] > 0 and found["games_per_second"] > 0
    lines = dict(found["lines"])
    assert lines.pop("total") == pytest.approx(sum(lines.values()), abs=0.01)
    assert found["lines"]["total"] == found["scores"]["mean"]
    assert sum(seat["wins"] for seat in found["by_seat"]) == pytest.approx(1, abs=0.001)
    assert [seat["seat"] for seat in found["by_seat"]] == list(range(seats))


def test_people_get_tables(capsys: Capture) -> None:
    assert main(["simulate", "walnut-grove", "--seats", "3", "--games", "2"]) == 0
    out = capsys.readouterr().out
    assert "2 games of walnut-grove with 3 seats" in out and "games/s" in out and "decisions" in out
    assert all(word in out for word in ("seat 3", "Wins", "fences", "improvements", "50 %"))


def test_options_may_be_written_together_or_apart(capsys: Capture) -> None:
    apart = as_json(capsys, "--games", "1", "-o", "french", "-o", "jokers=any")
    assert apart["options"] == ["german", "enter_unpayable=on", "open_help_costs=off"]
    assert as_json(capsys, "--games", "1", "-o", "french,jokers=any")["options"] == apart["options"]


# ---- interrupted ---------------------------------------------------------------------------------------


@pytest.mark.more
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_there_is(jobs: str, tmp_path: Path) -> None:
    """When some games have been played and kept, the rest is called off.

    Slow: it waits until processes have begun, then interrupts them.
    """
    args = [
        "simulate",
        "walnut-grove",
        "--games",
        "100000",
        "--json",
        "--jobs",
        jobs,
        "--save",
        str(tmp_path),
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipes = subprocess.PIPE
    command = [sys.executable, "-c", RUN, *args]
    with subprocess.Popen(command, stdout=pipes, stderr=pipes, env=environment) as process:
        while len(list(tmp_path.iterdir())) < 5 * GAMES_PER_CHUNK and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["interrupted"] and 0 < found["games"] < 100_000
    assert b"Traceback" not in err
