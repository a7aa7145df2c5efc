"""The laws of `tests/laws.py` over every game, seat count and preset.

The seeds are the same in each run; `make test ARGS="--hypothesis-profile fresh"` takes others.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from zlib import crc32

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from farmstead import _build, shelf
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import KeyedDealer, QuickDealer, key_from_seed
from farmstead.engine.record import write_record
from tests.laws import LAWS, Subject, finished, random_move, random_table
from tests.subjects import EARLIER, SUBJECTS

Law = Callable[[Subject, int], None]


def test_every_game_and_number_of_seats_is_under_the_laws() -> None:
    games = [shelf.game(name) for name in shelf.names()]
    wanted = {(game.name, seats) for game in games for seats in range(game.fewest, game.most + 1)}
    assert {(subject.game.name, subject.seats) for subject in SUBJECTS} == wanted


def test_every_law_is_held_against_every_number_of_seats() -> None:
    """Also where not all set-ups are."""
    wanted = {(subject.game.name, subject.seats) for subject in SUBJECTS}
    for law in LAWS:
        found = {(subject.game.name, subject.seats) for its, subject in CASES if its is law}
        assert found == wanted, law.__name__
    assert {str(subject) for _, subject in CASES} == {str(subject) for subject in [*SUBJECTS, *EARLIER]}


LARGEST = 2**31
SEEDS = st.integers(0, LARGEST).filter(bool)  # 0 would come first in every run
IS_COMPILED = _build.build() == "compiled"
GAMES = 2 if IS_COMPILED else 1  # for each law and set-up
# Interpreted they take far longer: a third of the set-ups, other ones for each law.
EVERY = 1 if IS_COMPILED else 3
EVERY_EARLIER = len(LAWS)  # each set-up of earlier rules under one law, which is another for each


def some(subjects: Sequence[Subject], every: int) -> list[tuple[Law, Subject]]:
    """Each law with one of so many set-ups."""
    return [
        (law, subject)
        for nth, law in enumerate(LAWS)
        for n, subject in enumerate(subjects)
        if (n + nth) % every == 0
    ]


CASES: list[tuple[Law, Subject]] = [*some(SUBJECTS, EVERY), *some(EARLIER, EVERY_EARLIER)]
SOON = {*some(SUBJECTS, 3), *some(EARLIER, EVERY_EARLIER)}  # a third; `make test-more` has the others


@pytest.mark.parametrize(
    ("law", "subject"),
    [case if case in SOON else pytest.param(*case, marks=pytest.mark.more) for case in CASES],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_law(law: Law, subject: Subject) -> None:
    """Each case has a function of its own: hypothesis cannot run one function a thousand times.

    Slow: a law is held against whole games.
    """
    own = crc32(f"{law.__name__} {subject}".encode())  # it would choose the same seeds for all cases

    @settings(
        max_examples=GAMES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],  # a smaller seed is no simpler game: do not shrink
        database=None,
    )
    @given(seed=SEEDS)
    def holds(seed: int) -> None:
        law(subject, (seed + own) % LARGEST)

    holds()


PRINT_A_GAME = """
import sys
from tests.laws import finished
from tests.subjects import SUBJECTS
from farmstead.engine.record import write_record
print("".join(write_record(finished(subject, 7)) for subject in SUBJECTS), end="")
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_same_seed_gives_the_same_record_in_another_process(hash_seed: str) -> None:
    """Law 11: nothing that reaches a move depends on the order of a set."""
    import os

    here = "".join(write_record(finished(subject, 7)) for subject in SUBJECTS)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    result = subprocess.run(
        [sys.executable, "-c", PRINT_A_GAME], env=environment, capture_output=True, check=True
    )
    assert result.stdout.decode() == here


@pytest.mark.parametrize("subject", SUBJECTS[::EVERY], ids=str)
def test_what_is_hidden_changes_when_it_is_dealt_anew(subject: Subject) -> None:
    """Law 8: re-dealing for one seat changes what another sees of its own, or nothing is hidden."""
    changed = 0
    for n, table in enumerate(random_table(subject, 3)):
        imagined = subject.game.from_view(0, table.state.view(0), QuickDealer(n))
        changed += any(imagined.view(seat) != table.state.view(seat) for seat in range(1, subject.seats))
    assert (changed > 0) == (subject.hides and subject.seats > 1)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_a_tables_dealer_gives_the_same_luck_whatever_is_clicked(subject: Subject) -> None:
    """Chance by name: with one key and other choices, the outcome is the same wherever the odds are."""
    lucks: list[dict[str, tuple[list[str], str]]] = []
    for seed in (1, 2):
        table, keyed, choices = subject.table(), KeyedDealer(key_from_seed("luck")), QuickDealer(seed)
        luck: dict[str, tuple[list[str], str]] = {}
        while table.state.to_act():
            if CHANCE in table.state.to_act():
                name, odds = (
                    table.state.chance_name(),
                    [f"{move} {weight}" for move, weight in table.state.odds()],
                )
                table.deal(keyed)
                luck[name] = odds, table.entries[-1].text
            else:
                seat, move = random_move(table.state, choices)
                table.play(seat, str(move))
        lucks.append(luck)
    one, other = lucks
    alike = [name for name in one if name in other and one[name][0] == other[name][0]]
    assert all(one[name][1] == other[name][1] for name in alike)
    assert len(alike) * 4 > len(one)
