"""`farmstead arena`: whole matches from the command line, the same however they are played."""

import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from farmstead import shelf
from farmstead.agents.arena.matches import Match
from farmstead.cli import main
from farmstead.cli.arena import folder_of, so_far, specs
from farmstead.cli.screen import progress
from tests.agents.tables import rude
from tests.cli.test_main import RUN

Capture = pytest.CaptureFixture[str]
VALLEY = ["arena", "sunflower-valley", "--agents", "uniform,uniform:seed=4"]
GROVE = ["arena", "walnut-grove", "--agents", "uniform,uniform:seed=4"]

NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
VERDICT = {"enum": ["ahead", "behind", "even", "open"]}


def thing(**properties: object) -> dict[str, object]:
    """An object with exactly these."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def maybe(schema: dict[str, object]) -> dict[str, object]:
    return {"anyOf": [schema, {"type": "null"}]}


def estimate(**more: object) -> dict[str, object]:
    return maybe(thing(mean=NUMBER, low=maybe({**NUMBER}), high=maybe({**NUMBER}), **more))


def list_of(schema: dict[str, object]) -> dict[str, object]:
    return {"type": "array", "items": schema}


SUMMARY = thing(
    format={"const": 1},
    farmstead=TEXT,
    game=TEXT,
    rules=COUNT,
    edition=TEXT,
    options=list_of({**TEXT}),
    seats=COUNT,
    agents=list_of({**TEXT}),
    games=COUNT,
    tables={"enum": ["pairs", "mixed"]},
    seed=TEXT,
    records={"type": "boolean"},
    stop_when_sure={"type": "boolean"},
    build={"enum": ["compiled", "interpreted"]},
    confidence={"const": 0.95},
    deals=thing(asked=COUNT, counted=COUNT),
    games_played=thing(asked=COUNT, counted=COUNT, beyond=COUNT),
    interrupted={"type": "boolean"},
    stopped_when_sure={"type": "boolean"},
    ladder=list_of(
        thing(
            agent=TEXT,
            games=COUNT,
            seats=COUNT,
            score=estimate(sd=NUMBER),
            lines={"type": "object", "additionalProperties": NUMBER},
            scores={
                "type": "object",
                "propertyNames": {"pattern": r"^-?\d+$"},
                "additionalProperties": COUNT,
            },
            win_share=estimate(even=NUMBER),
            place=estimate(),
            rating=estimate(sigma=NUMBER),
            decisions=COUNT,
            seconds_per_decision=maybe({**NUMBER}),
            slowest_decision=maybe({**NUMBER}),
            faults=COUNT,
        )
    ),
    head_to_head=list_of(
        thing(
            agents={"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2},
            games=COUNT,
            difference=estimate(),
            share=estimate(),
            verdict=VERDICT,
            sequential=thing(verdict=VERDICT, deal=maybe({**COUNT})),
        )
    ),
    sequential_test=thing(error=NUMBER, margin=NUMBER),
    faults=list_of(thing(number=COUNT, agent=TEXT, what=TEXT)),
    lost=list_of(thing(number=COUNT, why=TEXT)),
)


def as_json(capsys: Capture, *args: str) -> dict[str, Any]:
    """The summary a match prints, which is also what it writes."""
    assert main([*args, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SUMMARY).validate(found)
    return found


def timeless(summary: dict[str, Any]) -> dict[str, Any]:
    """All but how long it took."""
    for row in summary["ladder"]:
        row["seconds_per_decision"] = row["slowest_decision"] = 0
    return summary


def results(folder: Path) -> dict[int, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert len({row["number"] for row in rows}) == len(rows)
    return {row["number"]: {**row, "seconds": 0, "slowest": 0} for row in rows}


# ---- whole matches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", shelf.names())
@pytest.mark.parametrize("seats", [2, 4])
def test_a_match(game: str, seats: int, tmp_path: Path, capsys: Capture) -> None:
    args = ["arena", game, "-a", "uniform,greedy", "-g", "4", "-n", str(seats), "--out", str(tmp_path)]
    found = as_json(capsys, *args)
    assert [row["agent"] for row in found["ladder"]] == ["greedy", "uniform"]
    assert found["games_played"] == {"asked": 4, "counted": 4, "beyond": 0}
    assert all(row["games"] == 4 and row["seats"] == 2 * seats for row in found["ladder"])
    assert sum(row["win_share"]["mean"] for row in found["ladder"]) == pytest.approx(1)
    assert all(row["win_share"]["even"] == 0.5 for row in found["ladder"])
    for row in found["ladder"]:
        lines = dict(row["lines"])
        assert lines.pop("total") == pytest.approx(sum(lines.values()), abs=0.01)
        assert row["lines"]["total"] == row["score"]["mean"]
        assert sum(row["scores"].values()) == row["seats"]
    (pair,) = found["head_to_head"]
    assert pair["agents"] == ["uniform", "greedy"]
    assert pair["difference"]["low"] < pair["difference"]["mean"] < 0
    gap = found["ladder"][1]["score"]["mean"] - found["ladder"][0]["score"]["mean"]
    assert pair["difference"]["mean"] == pytest.approx(gap, abs=0.001)
    assert json.loads((tmp_path / "summary.json").read_text()) == found
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")


@pytest.mark.more
@pytest.mark.parametrize("match", [VALLEY, GROVE], ids=["valley", "grove"])
def test_an_agent_against_itself_is_even_within_its_interval(
    match: list[str], tmp_path: Path, capsys: Capture
) -> None:
    """Slow: a match of many games is played."""
    found = as_json(capsys, *match[:3], "uniform,uniform", "--games", "40", "--out", str(tmp_path))
    assert found["deals"] == {"asked": 20, "counted": 20}
    (pair,) = found["head_to_head"]
    assert pair["agents"] == ["uniform", "uniform (2)"]
    assert pair["difference"]["low"] < 0 < pair["difference"]["high"]
    assert pair["share"]["low"] < 0.5 < pair["share"]["high"] and pair["verdict"] == "open"
    one, other = found["ladder"]
    assert one["rating"]["low"] < other["rating"]["mean"] < one["rating"]["mean"]


def test_three_agents_meet_in_three_pairs(tmp_path: Path, capsys: Capture) -> None:
    agents = "uniform,greedy:seed=2,uniform:seed=9"
    found = as_json(capsys, *VALLEY[:2], "-a", agents, "-g", "4", "--out", str(tmp_path))
    assert found["games_played"]["counted"] == 12
    assert [pair["agents"] for pair in found["head_to_head"]] == [
        ["uniform", "greedy:seed=2"],
        ["uniform", "uniform:seed=9"],
        ["greedy:seed=2", "uniform:seed=9"],
    ]
    assert [pair["verdict"] for pair in found["head_to_head"]][::2] == ["behind", "ahead"]
    ratings = [row["rating"]["mean"] for row in found["ladder"]]
    assert found["ladder"][0]["agent"] == "greedy:seed=2" and ratings[0] == max(ratings)


def test_alone_they_are_compared_by_deal(tmp_path: Path, capsys: Capture) -> None:
    found = as_json(capsys, *GROVE[:2], "-a", "uniform,greedy", "-n", "1", "-g", "2", "--out", str(tmp_path))
    assert found["games_played"]["counted"] == 4 and found["ladder"][0]["agent"] == "greedy"
    assert found["ladder"][0]["win_share"]["mean"] == 1
    assert found["head_to_head"][0]["share"]["mean"] == 0


def test_one_agent_alone_has_nobody_to_beat(tmp_path: Path, capsys: Capture) -> None:
    args = [*GROVE[:2], "-a", "uniform", "-n", "1", "-g", "3", "--out", str(tmp_path)]
    found = as_json(capsys, *args)
    (row,) = found["ladder"]
    assert row["win_share"] is row["place"] is row["rating"] is None and found["head_to_head"] == []
    assert row["score"]["low"] < row["score"]["mean"] < row["score"]["high"]
    assert main(args) == 0
    assert "Head to head" not in capsys.readouterr().out


def test_mixed_tables(tmp_path: Path, capsys: Capture) -> None:
    agents = "uniform,uniform:seed=2,uniform:seed=3"
    args = [*VALLEY[:2], "-a", agents, "-n", "3", "-g", "3", "--tables", "mixed", "--out", str(tmp_path)]
    found = as_json(capsys, *args)
    assert found["games_played"]["counted"] == 3
    assert all(row["win_share"]["even"] == pytest.approx(1 / 3, abs=1e-4) for row in found["ladder"])


def test_options_and_an_edition_of_ones_own(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mybox.toml"
    file.write_text(shelf.edition_text("sunflower-valley").replace('name = "farmstead"', 'name = "mybox"', 1))
    args = [*VALLEY, "-g", "2", "-o", "family sheet=B", "--edition", str(file), "--records"]
    found = as_json(capsys, *args, "--out", str(tmp_path / "m"))
    assert found["options"] == ["family", "sheet=B"] and found["edition"].startswith("mybox sha256:")
    records = sorted(map(str, (tmp_path / "m" / "records").iterdir()))
    assert main(["verify", "--edition", str(file), *records]) == 0


@pytest.mark.parametrize("match", [VALLEY, GROVE], ids=["valley", "grove"])
def test_every_game_can_be_kept_as_a_record(match: list[str], tmp_path: Path, capsys: Capture) -> None:
    as_json(capsys, *match, "-g", "4", "--records", "--out", str(tmp_path))
    records = sorted((tmp_path / "records").iterdir())
    assert [record.name for record in records] == [f"00000{n}.record" for n in (1, 2, 3, 4)]
    assert main(["verify", *map(str, records)]) == 0
    out = capsys.readouterr().out
    for number, row in results(tmp_path).items():
        assert f"{number:06}.record  {' '.join(map(str, row['scores']))}\n" in out


def test_people_get_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*VALLEY[:3], "uniform,greedy", "-g", "4", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "4 of 4 games of sunflower-valley, seats 2, deals 2, seed 1\n" in out
    assert all(
        word in out for word in ("Agent", "Score", "Wins %", "Rating", "Head to head", "uniform – greedy")
    )
    assert f"Report: {tmp_path / 'report.html'}" in out


def test_a_bot_that_fails_is_named_and_the_match_goes_on(tmp_path: Path, capsys: Capture) -> None:
    bot = f"stdio:{rude('dies_at_start', tmp_path / 'lock')}"
    args = ["arena", "sunflower-valley", "-a", "uniform", "-a", bot, "-g", "8", "--out", str(tmp_path / "m")]
    found = as_json(capsys, *args)
    assert {fault["agent"] for fault in found["faults"]} == {bot} and len(found["faults"]) == 8
    assert {row["agent"]: row["faults"] for row in found["ladder"]} == {bot: 8, "uniform": 0}
    assert main(args) == 0
    out = capsys.readouterr().out
    assert "Game 1: seat 2" in out and "and 5 more faults" in out


# ---- the same however it is played ---------------------------------------------------------------------


@pytest.mark.parametrize("match", [VALLEY, GROVE], ids=["valley", "grove"])
def test_processes_do_not_matter(match: list[str], tmp_path: Path, capsys: Capture) -> None:
    args = [*match, "-g", "6"]
    alone = as_json(capsys, *args, "--out", str(tmp_path / "1"))
    together = as_json(capsys, *args, "--jobs", "2", "--out", str(tmp_path / "2"))
    assert timeless(alone) == timeless(together)
    assert results(tmp_path / "1") == results(tmp_path / "2")


@pytest.mark.more
def test_ray_does_not_matter(tmp_path: Path, capsys: Capture) -> None:
    """Slow: Ray starts its processes."""
    args = [*VALLEY, "-g", "6", "--stop-when-sure"]
    alone = as_json(capsys, *args, "--out", str(tmp_path / "1"))
    spread_out = as_json(capsys, *args, "--on", "ray", "--jobs", "2", "--out", str(tmp_path / "2"))
    assert timeless(alone) == timeless(spread_out)
    assert results(tmp_path / "1") == results(tmp_path / "2")


def test_a_match_that_is_sure_stops_at_the_same_deal_everywhere(tmp_path: Path, capsys: Capture) -> None:
    args = [*VALLEY[:3], "uniform,greedy", "-g", "400", "--stop-when-sure"]
    alone = as_json(capsys, *args, "--out", str(tmp_path / "1"))
    together = as_json(capsys, *args, "--jobs", "2", "--out", str(tmp_path / "2"))
    deal = alone["head_to_head"][0]["sequential"]["deal"]
    assert alone["stopped_when_sure"] and alone["head_to_head"][0]["sequential"]["verdict"] == "behind"
    assert alone["deals"]["counted"] == deal < 20 and alone["games_played"]["beyond"] == 0
    assert together["games_played"].pop("beyond") <= 2 and alone["games_played"].pop("beyond") == 0
    assert timeless(alone) == timeless(together)
    assert main([*args, "--out", str(tmp_path / "1")]) == 0
    assert "(stopped: every pairing is settled)" in capsys.readouterr().out
    assert len(results(tmp_path / "1")) == 2 * deal


# ---- stopped and gone on with --------------------------------------------------------------------------


def started(folder: Path, *args: str) -> subprocess.Popen[bytes]:
    """A long match in a process of its own, when some of its games have been kept."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", RUN, *args, "--out", str(folder)]
    pipes = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipes, stderr=pipes, env=environment)
    kept = folder / "results.jsonl"
    while process.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") >= 5):
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_was_killed_goes_on_where_it_stopped(jobs: str, tmp_path: Path, capsys: Capture) -> None:
    args = [*VALLEY, "--games", "60", "--json"]
    with started(tmp_path / "a", *args, "--jobs", jobs) as process:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    kept = (tmp_path / "a" / "results.jsonl").read_bytes()
    assert 5 <= kept.count(b"\n") < 60 and not (tmp_path / "a" / "summary.json").exists()
    resumed = as_json(capsys, *args[:-1], "--out", str(tmp_path / "a"))
    assert (tmp_path / "a" / "results.jsonl").read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    assert timeless(resumed) == timeless(as_json(capsys, *args[:-1], "--out", str(tmp_path / "b")))
    assert results(tmp_path / "a") == results(tmp_path / "b")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_tells_what_there_is(jobs: str, tmp_path: Path) -> None:
    with started(tmp_path, *VALLEY, "--games", "100000", "--json", "--jobs", jobs) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    found = json.loads(out)
    assert process.returncode == 130 and b"Traceback" not in err
    games = found["games_played"]
    assert found["interrupted"] and 5 <= games["counted"] + games["beyond"] < 100_000
    assert json.loads((tmp_path / "summary.json").read_text()) == found
    assert "was interrupted" in (tmp_path / "report.html").read_text()


def test_without_a_folder_the_same_command_finds_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    as_json(capsys, *VALLEY, "-g", "2")
    as_json(capsys, *VALLEY, "-g", "2", "--jobs", "2")
    as_json(capsys, *VALLEY, "-g", "2", "--seed", "other")
    match = Match("sunflower-valley", 2, ("uniform", "uniform:seed=4"), 2)
    folders = [path.name for path in (tmp_path / "arena").iterdir()]
    assert len(folders) == 2 and folder_of(match).name in folders


def test_another_match_in_the_folder_is_refused(tmp_path: Path, capsys: Capture) -> None:
    as_json(capsys, *VALLEY, "-g", "2", "--out", str(tmp_path))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main([*VALLEY, "-g", "2", "--seed", "2", "--out", str(tmp_path)]) == 2
    assert 'has another match: there seed is "1", and now "2"; name another --out' in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_game_that_cannot_be_played_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    from farmstead.agents.arena.match_game import Lost, Outcomes, play

    def players(match: Match, numbers: object) -> Outcomes:
        for number in (1, 2, 3, 4):
            yield Lost(number, "its process died 3 times") if number == 2 else play(match, number)

    monkeypatch.setattr("farmstead.cli.arena.played_here", players)
    assert main([*VALLEY, "-g", "4", "--out", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "game 2 could not be played: its process died 3 times; the same command tries again" in said.err
    assert "2 of 4 games" in said.out


# ---- refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["sunflower-valley"], "agents"),
        (["sunflower-valley", "-a", ""], "needs two agents"),
        (["sunflower-valley", "-a", "greedy"], "needs two agents"),
        (["sunflower-valley", "-a", "greedy,unifrom"], "did you mean uniform?"),
        (["sunflower-valley", "-a", "greedy,uniform", "-n", "7"], "not 7"),
        (["sunflower-valley", "-a", "greedy,uniform", "-g", "0"], "0 games"),
        (["sunflower-valley", "-a", "greedy,uniform", "-j", "0"], "jobs"),
        (["sunflower-valley", "-a", "greedy,uniform", "-o", "blue"], "blue"),
        (["sunflower-valley", "-a", "greedy,uniform", "--on", "moon"], "played on processes or on ray"),
        (["sunflower-valley", "-a", "greedy,uniform", "--tables", "round"], "there are pairs and mixed"),
        (["sunflower-valley", "-a", "greedy,uniform", "-n", "3", "--tables", "mixed"], "need 3 agents"),
        (["walnut-grove", "-a", "greedy", "-n", "1", "--stop-when-sure"], "two must be named"),
        (["walnut-tree", "-a", "greedy,uniform"], "did you mean walnut-grove?"),
    ],
)
def test_bad_arguments_are_refused(args: list[str], why: str, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "m"
    assert main(["arena", *args, "--out", str(out)]) == 2
    said = capsys.readouterr()
    assert why in said.err and said.out == "" and not out.exists()


def test_a_file_is_no_folder(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert main([*VALLEY, "-g", "2", "--out", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"farmstead: {file}: ")


def test_settings_belong_to_the_agent_before_them() -> None:
    assert specs(["uniform,greedy:seed=3", "uniform:seed=1"]) == (
        "uniform",
        "greedy:seed=3",
        "uniform:seed=1",
    )


# ---- progress ------------------------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_somebody_who_looks_sees_a_bar_with_the_result_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    screen = Terminal()
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen)
    assert main([*VALLEY[:3], "uniform,greedy", "-g", "6", "--out", str(tmp_path), "--json"]) == 0
    shown = screen.getvalue()
    assert "6/6" in shown and "greedy 100.0%, " in shown and " points; uniform 0.0%, " in shown


def test_before_the_first_deal_there_is_no_result() -> None:
    from farmstead.agents.arena.match_run import MatchRun

    match = Match("sunflower-valley", 2, ("uniform", "greedy"), 2)
    assert so_far(MatchRun(match)) == ""
    with progress() as tell:
        tell(0, match.total, so_far(MatchRun(match)))
