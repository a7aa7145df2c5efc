"""The small texts of the contract: seats, events, refusals."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import (
    CHANCE,
    Action,
    BadPosition,
    BadSetup,
    Event,
    FarmsteadError,
    IllegalMove,
    NotUnderstood,
    Refusal,
    parse_event,
    seat_text,
)


def test_seats_are_counted_from_one_and_chance_is_a_star() -> None:
    assert [seat_text(seat) for seat in (CHANCE, 0, 3)] == ["*", "1", "4"]


@pytest.mark.parametrize(
    "text",
    [
        "1 passed",
        "* year_began year=3 disc=A1",
        "2 harvested good=grain count=3 at=-1,2",
        "1 coin_seen coin=gold @1",
    ],
)
def test_an_event_is_written_and_read_back(text: str) -> None:
    event = parse_event(text)
    assert str(event) == text
    assert event == parse_event(text)


def test_what_programs_are_shown_counts_seats_from_0() -> None:
    assert repr(parse_event("2 harvested good=grain")) == "<seat 1: harvested good=grain>"
    assert repr(parse_event("1 coin_seen coin=gold @1")) == "<seat 0: coin_seen coin=gold, for seat 0 alone>"
    assert repr(parse_event("* year_began year=3")) == "<chance: year_began year=3>"


def test_the_parts_of_an_event() -> None:
    event = parse_event("2 harvested good=grain count=-3 @2")
    assert (event.key, event.seat, event.audience) == ("harvested", 1, 1)
    assert event.args == {"good": "grain", "count": -3}


@pytest.mark.parametrize(
    "text", ["", "1", "@1", "0 passed", "-1 passed", "x passed", "1 passed @0", "1 passed @x"]
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        parse_event(text)


def test_an_event_is_heard_by_all_or_by_one() -> None:
    open_to_all, private = Event("passed", 0), Event("coin_seen", 1, {}, 1)
    assert [open_to_all.heard_by(seat) for seat in (None, 0, 1)] == [True, True, True]
    assert [private.heard_by(seat) for seat in (None, 0, 1)] == [False, False, True]


def test_a_refusal_says_paragraph_key_and_arguments() -> None:
    refusal = Refusal("WG 5.4", "building_full", "visit hotel", {"places": 1}, ["pass"])
    assert str(refusal) == "WG 5.4 building_full places=1"
    assert str(IllegalMove(refusal)) == "visit hotel: WG 5.4 building_full places=1"
    assert refusal.instead == ["pass"]


def test_the_tree_of_errors() -> None:
    assert issubclass(NotUnderstood, IllegalMove)
    assert all(issubclass(kind, FarmsteadError) for kind in (IllegalMove, BadSetup, BadPosition))
    error = BadSetup("five is too many", "seats")
    assert (str(error), error.part) == ("five is too many", "seats")


def test_a_move_must_have_a_text() -> None:
    with pytest.raises(NotImplementedError):
        str(Action())
