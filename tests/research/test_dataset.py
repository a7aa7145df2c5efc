"""`farmstead dataset`: the rows are the games, whoever plays them; what goes wrong is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from farmstead import shelf
from farmstead.agents.arena.match_game import Lost
from farmstead.agents.observation import observation_at
from farmstead.cli import dataset as command
from farmstead.cli import main
from farmstead.engine.contract import CHANCE
from farmstead.research.dataset import ABOUT, COLUMNS, DatasetJob, play_game, schema_of

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "examples" / "sunflower-valley.parquet"
HOW_SAMPLE_WAS_MADE = ["dataset", "sunflower-valley", "--games", "4", "--agents", "level:1"]
Capture = pytest.CaptureFixture[str]


def made(out: Path, *args: str) -> bytes:
    assert main([*args, "--out", str(out)]) == 0
    return out.read_bytes()


def games_of(file: Path) -> list[list[dict[str, Any]]]:
    """The rows by game, in order."""
    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return [[row for row in rows if row["game"] == game] for game in sorted({row["game"] for row in rows})]


def check_game(job: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """Made again from its rows, the game is just so: views, legal moves, odds, actions, results."""
    game = shelf.game(job["game"])
    state = game.start(game.setup(job["seats"], job["options"]))
    encoding = shelf.part(job["game"], "encoding")(game, job["seats"], job["encoding"])
    for ply, row in enumerate(rows):
        assert list(row) == [column.name for column in COLUMNS] and row["ply"] == ply
        seat = CHANCE if row["seat"] is None else row["seat"]
        move = game.parse(row["move"])
        if seat == CHANCE:
            assert state.to_act() == [CHANCE] and row["event"] == state.chance_name()
            odds = [(str(outcome), weight) for outcome, weight in state.odds()]
            assert odds == list(zip(row["outcomes"], row["weights"], strict=True))
            assert [row[name] for name in ("agent", "view", "legal", "action")] == [None] * 4
        else:
            seen = observation_at(game, state, seat)
            assert row["view"] == seen.text() and row["legal"] == seen.legal
            assert row["action"] == encoding.action_of(json.loads(row["view"]), move)
            assert [row[name] for name in ("event", "outcomes", "weights")] == [None] * 3
        assert row["move"] in (row["legal"] or row["outcomes"])
        state.apply(seat, move)
    assert not state.to_act()
    for row in rows:
        assert row["scores"] == state.scores() and row["places"] == list(state.places())
        assert [dict(lines) for lines in row["lines"]] == [
            state.score_lines(seat) for seat in range(job["seats"])
        ]


@pytest.mark.parametrize(
    ("game", "seats", "agents"),
    [
        ("walnut-grove", 1, "greedy"),
        ("walnut-grove", 4, "uniform"),
        ("sunflower-valley", 3, "greedy,uniform,level:1"),
    ],
)
def test_the_rows_are_the_games(tmp_path: Path, game: str, seats: int, agents: str) -> None:
    """Slow: whole games are played, and replayed with every view and all odds."""
    out = tmp_path / "games.parquet"
    made(out, "dataset", game, "--seats", str(seats), "--agents", agents, "--games", "2", "--seed", "x")
    about = json.loads(parquet.read_schema(out).metadata[ABOUT])
    assert (about["game"], about["seats"], about["seed"]) == (game, seats, "x")
    first, second = games_of(out)
    check_game(about, first)
    check_game(about, second)
    if "," in agents:
        who = [{row["seat"]: row["agent"] for row in rows if row["agent"]} for rows in (first, second)]
        assert who[0] == {0: "greedy", 1: "uniform", 2: "level:1"}
        assert who[1] == {0: "level:1", 1: "greedy", 2: "uniform"}


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    """Slow: processes are started, each of which imports the game."""
    args = ["dataset", "sunflower-valley", "--agents", "uniform", "--games", "5"]
    alone = made(tmp_path / "alone", *args)
    assert made(tmp_path / "together", *args, "--jobs", "2") == alone
    assert made(tmp_path / "other", *args, "--seed", "2") != alone
    shorter = made(tmp_path / "shorter", *args[:-1], "3")
    assert shorter != alone
    assert games_of(tmp_path / "shorter") == games_of(tmp_path / "alone")[:3]


def test_a_cluster_plays_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: Ray is started on this machine, as the command does where no cluster is named."""
    ray = pytest.importorskip("ray")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    args = ["dataset", "sunflower-valley", "--agents", "uniform", "--games", "3"]
    alone = made(tmp_path / "alone", *args)
    assert made(tmp_path / "cluster", *args, "--on", "ray", "--jobs", "2") == alone
    assert not ray.is_initialized()  # what it started, it has ended


def test_the_sample_is_what_its_command_makes(tmp_path: Path) -> None:
    """Slow: four whole games between agents that think."""
    made(tmp_path / "again", *HOW_SAMPLE_WAS_MADE)
    assert games_of(tmp_path / "again") == games_of(SAMPLE)
    assert parquet.read_schema(tmp_path / "again") == parquet.read_schema(SAMPLE)


def test_every_column_says_what_it_holds() -> None:
    schema = schema_of(DatasetJob("sunflower-valley", 2, ("uniform",), 1))
    assert schema.names == [column.name for column in COLUMNS]
    assert [str(kind) for kind in schema.types][:3] == ["int32", "int32", "int8"]
    assert all(column.about and not column.about.endswith(".") for column in COLUMNS)


def test_an_agent_that_fails_is_named(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "games.parquet"
    made(out, "dataset", "sunflower-valley", "--agents", "stdio:false", "--games", "2")
    said = capsys.readouterr().out
    assert f"2 of 2 games of sunflower-valley, {parquet.read_table(out).num_rows} rows: {out}" in said
    assert (
        "game 1: seat 1 (stdio:false), decision 1: it ended" in said
        and "… and 1 more faults of agents" in said
    )


def test_an_interrupt_keeps_the_games_that_are_there(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(job: DatasetJob, numbers: Any) -> Iterator[Any]:
        yield play_game(job, 1)
        yield play_game(job, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "played_here", interrupted)
    out = tmp_path / "games.parquet"
    assert (
        main(["dataset", "sunflower-valley", "--agents", "uniform", "--games", "9", "--out", str(out)]) == 130
    )
    assert "1 of 9 games of sunflower-valley" in capsys.readouterr().out
    assert len(games_of(out)) == 1 and list(tmp_path.iterdir()) == [out]


def test_a_game_that_is_lost_is_named_and_left_out(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def losing(job: DatasetJob, numbers: Any) -> Iterator[Any]:
        yield play_game(job, 2)
        yield Lost(1, "its process died 3 times")

    monkeypatch.setattr(command, "played_here", losing)
    out = tmp_path / "games.parquet"
    assert (
        main(["dataset", "sunflower-valley", "--agents", "uniform", "--games", "2", "--out", str(out)]) == 1
    )
    assert "1 games could not be played; game 1: its process died" in capsys.readouterr().err
    assert [rows[0]["game"] for rows in games_of(out)] == [2]


def test_nothing_stays_of_a_file_without_games(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(job: DatasetJob, numbers: Any) -> Iterator[Any]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "played_here", interrupted)
    assert main(["dataset", "sunflower-valley", "--out", str(tmp_path / "games.parquet")]) == 130
    assert "(interrupted); no file was written" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
