"""Games that go on from a move of another: their journals, folded without a server."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from farmstead.cli.verify import report
from farmstead.engine.contract import CHANCE
from farmstead.engine.record import re_execute, read_record
from farmstead.server.table.entries import Asked, Damaged, Dealt, Moved, Sat, Started, TakenOver, Undone
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import Luck, decode_setup, encode_setup
from farmstead.shelf import game_for
from tests.server.branching import a_branch, branched, choose_as_told, play_as_told, record_of, told
from tests.server.playing import KEY, Owner, key_of

GROVE = "walnut-grove-2-german-1"
GROVE_ALONE = "walnut-grove-1-french-0"
VALLEY = "sunflower-valley-3-standard-0"
OTHER_KEY = bytes(range(32))
LUCKS: tuple[Luck, ...] = ("same", "fresh", "chosen")


def moves_by_seat(moves: list[tuple[int, str]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for seat, text in moves:
        found.setdefault(seat, []).append(text)
    return found


def ended_alike(owner: Owner, text: str) -> bool:
    ours, theirs = read_record(owner.live.record().encode()), record_of(text)
    return ours.score == theirs.score and moves_by_seat(ours.moves) == moves_by_seat(theirs.moves)


@pytest.mark.parametrize("name", [GROVE, GROVE_ALONE, VALLEY])
def test_with_the_same_luck_the_same_choices_lead_to_the_same_end(name: str) -> None:
    text = told(name)
    record = record_of(text)
    for ply in range(0, len(record.moves), 29):
        owner = branched(text, ply, "same", OTHER_KEY)
        play_as_told(owner, record)
        assert owner.live.phase() == "over" and ended_alike(owner, text), ply


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_luck_that_is_chosen_as_it_was_leads_to_the_same_end(name: str) -> None:
    text = told(name)
    record = record_of(text)
    for ply in (0, 40, len(record.moves) - 5):
        owner = branched(text, ply, "chosen", OTHER_KEY)
        choose_as_told(owner, record)
        play_as_told(owner, record)
        assert owner.live.phase() == "over" and ended_alike(owner, text), ply


@pytest.mark.parametrize("name", [GROVE_ALONE, VALLEY])
def test_every_move_can_be_gone_on_from(name: str) -> None:
    """With any luck: the game stands where the record stood, and its journal folds to the same."""
    text = told(name)
    record = record_of(text)
    for ply in range(len(record.moves)):
        luck = LUCKS[ply % 3]
        owner = branched(text, ply, luck)
        made = owner.live._course.table.moves()
        assert made[:ply] == record.moves[:ply]
        for seat in owner.live.to_act()[:1]:
            owner.move(seat)
        again = owner.folded()
        assert again._course.table.moves() == owner.live._course.table.moves()
        assert again.position(None) == owner.live.position(None)


def test_fresh_luck_is_another_with_another_key() -> None:
    text = told(VALLEY)
    record = record_of(text)
    ply = next(n for n, (seat, move) in enumerate(record.moves) if seat == CHANCE and "roll" in move)
    rolls = {branched(text, ply, "fresh", bytes([n]) * 32).live._course.table.moves()[ply] for n in range(8)}
    assert len(rolls) > 4


def test_nothing_from_before_is_taken_back() -> None:
    text = told(GROVE)
    record = record_of(text)
    ply = next(n for n in range(30, len(record.moves)) if _own_choice_stands(text, n))
    owner = branched(text, ply)
    seat = owner.live.to_act()[0]
    assert owner.live.position(seat).undo == 0 and owner.live.position(seat).back == 0
    assert key_of(owner.refuses(Undone(seat, 1))) == "undo_branch"
    before = owner.live.position(None).view
    owner.move(seat)
    if owner.live.position(seat).undo:
        owner.undo(seat)
        assert owner.live.position(None).view == before
    assert key_of(owner.refuses(Asked(seat, 1))) == "not_standing"


def _own_choice_stands(text: str, ply: int) -> bool:
    """Whether the rules of undoing alone would let a choice from before be taken back."""
    record = record_of(text)
    table = re_execute(record, game_for, ply)
    seats = [seat for seat in table.state.to_act() if seat != CHANCE]
    return bool(seats) and bool(table.undoable(seats[0])) and len(table.state.legal(seats[0])) > 1


def test_what_was_chosen_for_an_event_comes_again_after_going_back() -> None:
    text = told(VALLEY)
    record = record_of(text)
    ply = next(n for n, (seat, move) in enumerate(record.moves) if seat == CHANCE and "roll" in move)
    owner = branched(text, ply, "chosen")
    owner.do(Dealt(0, "round 1 roll", "roll HHHHHH"))
    seat = owner.live.to_act()[0]
    first = owner.live.number + 1
    while not owner.live.luck_due():
        owner.move(owner.live.to_act()[0])
    second = owner.live.luck_due()
    owner.do(Dealt(0, second, "roll SSSSSS"))
    view = owner.live.position(None).view
    owner.do(Asked(seat, first))
    assert owner.live.marked and not owner.live.luck_due()
    while owner.live.position(None).view != view:
        assert not owner.live.luck_due()
        owner.move(owner.live.to_act()[0])
    assert ("roll SSSSSS") in [move for _, move in owner.live._course.table.moves()]


def test_chance_cannot_bring_what_is_not_there() -> None:
    text = told(VALLEY)
    owner = branched(text, 0, "chosen")
    due = owner.live.luck_due()
    assert due == "sheet" and owner.live.to_act() == []
    error = owner.refuses(Dealt(0, due, "roll HHHHHH"))
    assert key_of(error) == "luck_impossible" and "sheet A" in error.refusal.instead  # type: ignore[attr-defined]
    assert key_of(owner.refuses(Dealt(0, "round 1 roll", "roll HHHHHH"))) == "luck_not_due"
    assert key_of(owner.refuses(Moved(0, 1, "take house"))) == "not_to_decide"
    owner.do(Dealt(0, due, "sheet B"))
    owner.do(Dealt(1, owner.live.luck_due(), "", True))  # all the rest falls
    assert not owner.live.luck_due() and owner.live.to_act()
    assert "sheet B" in [move for _, move in owner.live._course.table.moves()]
    assert key_of(owner.refuses(Dealt(0, due, "sheet B"))) == "luck_not_due"
    assert key_of(branched(text, 0, "fresh").refuses(Dealt(0, due, "sheet B"))) == "luck_not_chosen"


def test_a_choice_before_chosen_luck_can_be_taken_back() -> None:
    text = told(VALLEY)
    record = record_of(text)
    rolls = [n for n, (seat, move) in enumerate(record.moves) if seat == CHANCE and "roll" in move]
    owner = branched(text, rolls[1] - 1, "chosen")
    seat = owner.live.to_act()[0]
    numbers = [owner.live.position(each).next for each in range(3)]
    owner.move(seat)
    while not owner.live.luck_due():
        seat = owner.live.to_act()[0]
        numbers = [owner.live.position(each).next for each in range(3)]
        owner.move(seat)
    owner.undo(seat)
    assert owner.live.to_act() == [seat]
    after = [owner.live.position(each).next for each in range(3)]
    assert [now - then for now, then in zip(after, numbers, strict=True)] == [
        2 if each == seat else 0 for each in range(3)
    ]


def test_without_anybody_left_chance_falls_by_itself() -> None:
    text = told(VALLEY)
    setup = a_branch(text, 0, "chosen")
    owner = Owner(setup)
    owner.do(Sat(0, "person", "ada"), Sat(1, "bot", level=1), Sat(2, "bot", level=1), Started())
    assert owner.live.luck_due()
    owner.do(TakenOver(0, "left", 1))
    assert not owner.live.luck_due() and owner.live.to_act()
    assert owner.folded().position(None) == owner.live.position(None)


def test_the_record_says_where_it_comes_from() -> None:
    text = told(VALLEY)
    record = record_of(text)
    owner = branched(text, 50)
    play_as_told(owner, record)
    written = owner.live.record()
    found = read_record(written.encode())
    assert found.branch is not None
    assert (found.branch.ply, found.branch.luck) == (50, "same")
    assert found.branch.parent == setup_digest(owner)
    re_execute(found, game_for)
    further = branched(written, 60, "same")  # a branch of a branch
    play_as_told(further, found)
    assert further.live.phase() == "over"
    assert read_record(further.live.record().encode()).score == record.score


def setup_digest(owner: Owner) -> str:
    assert owner.setup.origin is not None
    return owner.setup.origin.record


def test_who_verifies_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = told(VALLEY)
    owner = branched(text, 50, "fresh")
    while owner.live.to_act():
        owner.move(owner.live.to_act()[0])
    file = tmp_path / "branch.record"
    file.write_text(owner.live.record())
    assert report(str(file), game_for, lambda _: [])
    assert "Branched off another game after its move 50: chance was fresh" in capsys.readouterr().out
    file.write_text(owner.live.record().replace("branched 50", "branched 51"))
    assert not report(str(file), game_for, lambda _: []) and "checksum" in capsys.readouterr().out


def test_a_set_up_says_where_it_comes_from_and_others_do_not() -> None:
    text = told(VALLEY)
    setup = a_branch(text, 7)
    data = encode_setup(setup)
    assert b"told" not in data and text[:40].encode() not in data
    assert decode_setup(data, KEY) == structs.replace(setup, told="")
    plain = structs.replace(setup, origin=None, told="")
    assert b"origin" not in encode_setup(plain)


def test_another_record_than_the_one_it_was_made_from_is_noticed() -> None:
    setup = a_branch(told(VALLEY), 7)
    for other in ("", "nonsense", told(GROVE), told("sunflower-valley-3-standard-1")):
        with pytest.raises(Damaged):
            LiveTable(structs.replace(setup, told=other))
