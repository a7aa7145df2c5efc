"""Queues in which people take turns, however much each of them wants."""

from __future__ import annotations

from farmstead.server.base.fair_queue import MAX_PASSED_OVER, FairQueue
from farmstead.server.people.visitor import Parties

ADA, BEN, CYD = ("198.51.100.7", "p1"), ("198.51.100.8", "p2"), ("198.51.100.7", "p3")


def taken(turns: FairQueue[str]) -> list[str]:
    found = []
    while (item := turns.take()) is not None:
        found.append(item)
    return found


def test_people_take_turns_and_each_of_them_in_order() -> None:
    turns: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3"):
        turns.add(item, ADA)
    assert turns.take() == "a1"
    turns.add("b1", BEN)
    turns.add("b2", BEN)
    assert "b1" in turns and "a1" not in turns and len(turns) == 4
    assert taken(turns) == ["b1", "a2", "b2", "a3"]
    turns.add("a4", ADA)
    turns.add("b3", BEN)
    assert taken(turns) == ["b3", "a4"], "whoever had the last turn comes after"


def test_addresses_take_turns_and_the_people_at_each() -> None:
    """Names cost nothing: many of them at one address are not many turns."""
    turns: FairQueue[str] = FairQueue()
    for n in range(9):
        turns.add(f"guest {n}", (ADA[0], f"g{n}"))
    assert turns.take() == "guest 0"
    turns.add("b1", BEN)
    turns.add("b2", BEN)
    assert [turns.take() for _ in range(4)] == ["b1", "guest 1", "b2", "guest 2"]


def test_what_several_wait_for_comes_once_and_with_the_first_of_their_turns() -> None:
    turns: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "shared"):
        turns.add(item, ADA)
    turns.add("shared", BEN)
    turns.add("shared", BEN)
    assert taken(turns) == ["a1", "shared", "a2"] and len(turns) == 0


def test_what_is_less_urgent_comes_later_but_comes() -> None:
    turns: FairQueue[int] = FairQueue(ranks=3)
    turns.put(-1, ADA, 2)
    turns.put(-2, BEN, 1)
    for n in range(30):
        turns.put(n, CYD, 0)
    found = [turns.take() for _ in range(32)]
    assert found.index(-2) == MAX_PASSED_OVER and found.index(-1) == MAX_PASSED_OVER + 1
    turns.put(1, ADA, 2)
    turns.put(2, BEN, 0)
    turns.put(1, ADA, 1)  # it has become more urgent
    turns.put(2, BEN, 2)
    assert [turns.take(), turns.take(), turns.take()] == [1, 2, None]


def test_what_waits_no_longer_is_not_taken() -> None:
    turns: FairQueue[str] = FairQueue()
    turns.add("a1", ADA)
    turns.add("a2", ADA)
    turns.discard("a1")
    turns.discard("never there")
    assert taken(turns) == ["a2"]
    turns.add("a3", ADA)
    turns.clear()
    assert turns.take() is None


def test_somebody_of_whom_no_address_is_known_has_one_of_their_own() -> None:
    parties = Parties()
    parties.note("p1", "198.51.100.7")
    assert parties.of("p1") == ADA and parties.of("p2") == ("p2", "p2")
    parties.note("p1", "198.51.100.9")
    assert parties.of("p1") == ("198.51.100.9", "p1")
