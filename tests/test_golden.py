"""Games that must never change: a difference is a bug, or a new revision of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead import _build
from farmstead.engine.record import re_execute, read_record, write_record
from tests import golden_games as golden
from tests.golden_games import Rules
from tests.subjects import SUBJECTS

EVERY = golden.every()
RECORDS = [path for rules in EVERY for path in golden.records_under(rules)]
POSITIONS = [path for rules in EVERY for path in golden.positions_under(rules)]
IS_COMPILED = _build.build() == "compiled"
GAMES = {subject.game.name: subject.game for subject in SUBJECTS}


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_at_least_a_hundred_whole_games_are_pinned(rules: Rules) -> None:
    kept = golden.records_under(rules)
    wanted = [golden.record_path(*pinned) for pinned in golden.pinned(rules)]
    assert len(kept) >= 100
    assert kept == sorted(wanted)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_pinned_game_replays_to_its_score(path: Path) -> None:
    data = path.read_bytes()
    table = re_execute(read_record(data), lambda name, edition: GAMES[name])
    assert not table.state.to_act()
    assert write_record(table).encode() == data


@pytest.mark.parametrize("rules", EVERY, ids=str)
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_seeded_games_have_their_digests(rules: Rules, part: int) -> None:
    """Law 12: the same table holds for the interpreted and the compiled build."""
    lines = golden.digests_of(rules).read_text().splitlines()
    assert len(lines) == golden.GAMES
    share = slice(part, None, 10 if IS_COMPILED or rules in golden.present() else 40)
    played = [golden.digest_line(subject, seed) for subject, seed in list(golden.seeded(rules))[share]]
    assert played == lines[share]


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_legal_moves_come_in_the_pinned_order(rules: Rules) -> None:
    assert golden.order_lines(rules) == golden.order_of(rules).read_text().splitlines()


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_counted_move_trees(path: Path) -> None:
    position, *counts = path.read_text().splitlines()
    game = next(game for name, game in GAMES.items() if path.name.startswith(name))
    assert golden.counted_trees(game, position) == counts


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_there_are_counted_positions_for_every_game(rules: Rules) -> None:
    assert len(golden.positions_under(rules)) >= 10


def test_nothing_is_pinned_of_a_game_that_is_not_there() -> None:
    """A file that no test reads would say nothing."""
    assert sorted(golden.RECORDS.glob("*.record")) == sorted(RECORDS)
    assert sorted(golden.POSITIONS.glob("*.txt")) == sorted(POSITIONS)
    names = {rules.game for rules in EVERY}
    assert sorted(path.name for path in (golden.HERE / "golden").iterdir()) == sorted([*names, "svg"])
