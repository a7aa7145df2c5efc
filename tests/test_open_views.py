"""Where the shelf says that all seats see the same, they do: nothing need be hidden on a shared device."""

from __future__ import annotations

import pytest

from farmstead import shelf
from tests.laws import Subject, random_table
from tests.subjects import SUBJECTS

OPEN = [subject for subject in SUBJECTS if shelf.row(subject.game.name).open_views]
SEEDS = (1, 2)


@pytest.mark.parametrize("subject", OPEN, ids=str)
def test_all_seats_and_those_who_watch_see_the_same(subject: Subject) -> None:
    for seed in SEEDS:
        for table in random_table(subject, seed):
            seen = [{**table.state.view(seat), "seat": None} for seat in (None, *range(subject.seats))]
            assert all(view == seen[0] for view in seen)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_the_shelf_knows_which_games_hide_something(subject: Subject) -> None:
    assert shelf.row(subject.game.name).open_views is not subject.hides
