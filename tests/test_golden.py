"""Games that must never change: a difference is a bug, or a new revision of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead.engine.record import re_execute, read_record, write_record
from tests import golden_games as golden
from tests.subjects import SUBJECTS

RECORDS = sorted(golden.RECORDS.glob("*.record"))
POSITIONS = sorted(golden.POSITIONS.glob("*.txt"))
GAMES = {subject.game.name: subject.game for subject in SUBJECTS}


@pytest.mark.parametrize("game", golden.game_names())
def test_at_least_a_hundred_whole_games_are_pinned(game: str) -> None:
    kept = [path for path in RECORDS if path.name.startswith(game)]
    covered = {path.name.rpartition("-")[0] for path in kept}
    assert len(kept) >= 100
    assert covered == {str(subject) for subject in golden.subjects_of(game)}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_pinned_game_replays_to_its_score(path: Path) -> None:
    data = path.read_bytes()
    table = re_execute(read_record(data), lambda name, edition: GAMES[name])
    assert not table.state.to_act()
    assert write_record(table).encode() == data


@pytest.mark.parametrize("game", golden.game_names())
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_seeded_games_have_their_digests(game: str, part: int) -> None:
    """Law 12: the same table holds for the interpreted and the compiled build."""
    lines = [line for line in golden.DIGESTS.read_text().splitlines() if line.startswith(game)]
    assert len(lines) == golden.GAMES
    played = [golden.digest_line(subject, seed) for subject, seed in list(golden.seeded(game))[part::10]]
    assert played == lines[part::10]


def test_legal_moves_come_in_the_pinned_order() -> None:
    lines = [line for subject in SUBJECTS for line in golden.order_lines(subject)]
    assert lines == golden.ORDER.read_text().splitlines()


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_counted_move_trees(path: Path) -> None:
    position, *counts = path.read_text().splitlines()
    game = next(game for name, game in GAMES.items() if path.name.startswith(name))
    assert golden.counted_trees(game, position) == counts


def test_there_are_counted_positions_for_every_game() -> None:
    for game in golden.game_names():
        assert sum(path.name.startswith(game) for path in POSITIONS) >= 10
