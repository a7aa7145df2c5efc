"""Games that must never change: a difference is a bug, or a new revision of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead.engine.record import re_execute, read_record, write_record
from tests import golden_games as golden
from tests.subjects import SUBJECTS

NAMES = golden.game_names()
RECORDS = [path for game in NAMES for path in golden.records_of(game)]
POSITIONS = [path for game in NAMES for path in golden.positions_of(game)]
GAMES = {subject.game.name: subject.game for subject in SUBJECTS}


@pytest.mark.parametrize("game", NAMES)
def test_at_least_a_hundred_whole_games_are_pinned(game: str) -> None:
    kept = golden.records_of(game)
    wanted = [golden.record_path(*pinned) for pinned in golden.pinned(game)]
    assert len(kept) >= 100
    assert kept == sorted(wanted)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_pinned_game_replays_to_its_score(path: Path) -> None:
    data = path.read_bytes()
    table = re_execute(read_record(data), lambda name, edition: GAMES[name])
    assert not table.state.to_act()
    assert write_record(table).encode() == data


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_seeded_games_have_their_digests(game: str, part: int) -> None:
    """Law 12: the same table holds for the interpreted and the compiled build."""
    lines = golden.digests_of(game).read_text().splitlines()
    assert len(lines) == golden.GAMES
    played = [golden.digest_line(subject, seed) for subject, seed in list(golden.seeded(game))[part::10]]
    assert played == lines[part::10]


@pytest.mark.parametrize("game", NAMES)
def test_legal_moves_come_in_the_pinned_order(game: str) -> None:
    assert golden.order_lines(game) == golden.order_of(game).read_text().splitlines()


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_counted_move_trees(path: Path) -> None:
    position, *counts = path.read_text().splitlines()
    game = next(game for name, game in GAMES.items() if path.name.startswith(name))
    assert golden.counted_trees(game, position) == counts


@pytest.mark.parametrize("game", NAMES)
def test_there_are_counted_positions_for_every_game(game: str) -> None:
    assert len(golden.positions_of(game)) >= 10


def test_nothing_is_pinned_of_a_game_that_is_not_there() -> None:
    """A file that no test reads would say nothing."""
    assert sorted(golden.RECORDS.glob("*.record")) == sorted(RECORDS)
    assert sorted(golden.POSITIONS.glob("*.txt")) == sorted(POSITIONS)
    assert sorted(path.name for path in (golden.HERE / "golden").iterdir()) == sorted([*NAMES, "svg"])
