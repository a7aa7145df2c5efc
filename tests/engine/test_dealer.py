"""Chance from a seed and from a key."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import KeyedDealer, QuickDealer, key_from_seed
from farmstead.engine.playout import MoveCounts, play_out
from farmstead.engine.table import Table
from pebbles.rules import Pebbles
from tests.games.walnut_grove.scenes import Scene

GAME = Pebbles()


def test_the_same_seed_gives_the_same_tickets() -> None:
    """Pinned, because records of seeded games depend on them."""
    dealer = QuickDealer(1)
    assert [dealer.below(1000) for _ in range(6)] == [367, 81, 820, 701, 149, 531]


def test_tickets_are_spread_evenly() -> None:
    dealer = QuickDealer(99)
    counts = Counter(dealer.below(6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_a_keyed_outcome_depends_on_key_and_name_only() -> None:
    state = GAME.start(GAME.setup(1))
    ticket = int.from_bytes(hmac.new(b"k", b"round 1 heap", hashlib.sha256).digest(), "big") % 6
    expected = ["heap 1", "heap 1", "heap 1", "heap 2", "heap 2", "heap 3"][ticket]
    assert str(KeyedDealer(b"k").deal(state)) == expected
    dealer = KeyedDealer(b"k")
    assert [str(dealer.deal(state)) for _ in range(3)] == [expected] * 3


def test_other_keys_give_other_luck() -> None:
    state = Scene().state
    names = {str(KeyedDealer(key_from_seed(str(n))).deal(state.clone())) for n in range(40)}
    assert len(names) > 10


def test_redoing_a_chance_event_after_an_undo_gives_the_same_outcome() -> None:
    """What a seat clicks, and how often it thinks again, does not change what is dealt next."""
    outcomes = set()
    for undos in range(3):
        table, dealer = Table(GAME, GAME.setup(1)), KeyedDealer(b"same")
        table.settle(dealer)
        for _ in range(undos):
            table.play(0, str(table.options(0)[0]))
            table.undo(0)
        while table.state.round == 0:  # type: ignore[attr-defined]  # it is a PebblesState
            table.play(0, str(table.options(0)[-1]))
        table.deal(dealer)
        outcomes.add(table.entries[-1].text)
    assert len(outcomes) == 1


def test_a_playout_goes_to_the_end_and_counts() -> None:
    state, tally = GAME.start(GAME.setup(2)), MoveCounts()
    play_out(state, QuickDealer(3), tally)
    assert state.to_act() == []
    assert (tally.decisions, tally.chance) == (8, 2)
    assert CHANCE not in state.to_act()
