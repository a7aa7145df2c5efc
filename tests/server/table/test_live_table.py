"""A table follows from its journal, whatever clients do, and tells each seat only what is its to know."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from farmstead import shelf
from farmstead.engine.contract import Action, Dealer, IllegalMove, NotUnderstood, Seat, State
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.record import re_execute, read_record
from farmstead.engine.table import Table
from farmstead.messages import News, Position
from farmstead.server.base.refusals import Forgotten, Refused
from farmstead.server.table.entries import (
    Answered,
    Asked,
    Closed,
    Damaged,
    Entry,
    Left,
    Moved,
    Returned,
    Sat,
    Started,
    TakenOver,
    Undone,
    WhyTaken,
    encode,
)
from farmstead.server.table.live_table import REMEMBERED_ENTRIES, LiveTable
from farmstead.server.table.seat_views import FoldedEntry, event_of
from farmstead.server.table.setup import SeatPlan, new_setup
from tests.server.fold import Broken, fold
from tests.server.playing import (
    KEY,
    LEVEL,
    WHY,
    Clients,
    Owner,
    a_setup,
    as_json,
    everything,
    game_of,
    hearers,
    key_of,
    sitting,
    started,
)

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"
COMPANIES = [
    (WALNUT, ("ada",)),
    (WALNUT, ("ada", "ben")),
    (WALNUT, ("ada", "ada+", "ben")),
    (WALNUT, ("ada", "bot", "cyd", "ben")),
    (VALLEY, ("ada", "ben")),
    (VALLEY, ("ada", "bot")),
    (VALLEY, ("ada", "ada+", "ben", "ben+")),
]
BUSY = pytest.mark.parametrize(
    ("game", "who", "seed"),
    [(game, who, seed) for seed, (game, who) in enumerate(COMPANIES, 11)],
    ids=[f"{game}-{'-'.join(who)}" for game, who in COMPANIES],
)


# ---- whole games, with everything that clients do ------------------------------------------------------


@pytest.mark.more
@BUSY
def test_the_journal_leads_to_the_same_table_at_every_entry(
    game: str, who: tuple[str, ...], seed: int
) -> None:
    """Slow: a whole game is folded anew for every entry."""
    owner = started(game, *who)
    clients, twin, random = Clients(owner, seed), owner.folded(), Random(seed)
    while owner.live.phase() == "playing":
        clients.step() if random.random() < 0.9 else clients.moves()
        for data in owner.journal[twin.number :]:
            twin.add(msgspec.json.decode(data, type=Entry))
        assert everything(twin) == everything(owner.live)
        assert game_of(twin).moves() == game_of(owner.live).moves()
        if random.random() < 0.03:
            assert everything(owner.folded()) == everything(owner.live)
            assert_same_as_replayed(owner.live)
    assert everything(owner.folded()) == everything(owner.live)
    assert_same_as_replayed(owner.live)
    wanted = {"moves", "repeats", "is_stale", "is_ahead", "asks", "goes", "returns"}
    wanted |= {"undoes", "answers"} if len(who) > 2 else set()
    assert not {deed for deed in wanted if not clients.counts.get(deed)}


def assert_same_as_replayed(live: LiveTable) -> None:
    """The moves that stand, played one by one without any undo, lead to the same position."""
    table = game_of(live)
    fresh = Table(table.game, table.setup)
    for seat, text in table.moves():
        fresh.play(seat, text)
    assert fresh.state.text() == table.state.text()
    assert [entry.stage for entry in fresh.entries] == [entry.stage for entry in table.entries]


@BUSY
def test_every_prefix_of_a_journal_is_a_table(game: str, who: tuple[str, ...], seed: int) -> None:
    owner = started(game, *who)
    clients, seen = Clients(owner, seed + 100), {}
    for _ in range(60):
        clients.play(1)
        seen[owner.live.number] = everything(owner.live)
    for number in sorted(seen)[:: 7 if len(who) > 2 else 3]:
        assert everything(owner.folded(number)) == seen[number]


@BUSY
def test_news_come_once_each_in_any_portions(game: str, who: tuple[str, ...], seed: int) -> None:
    owner = started(game, *who, keep=REMEMBERED_ENTRIES)
    clients, random = Clients(owner, seed + 200), Random(seed)
    heard: dict[Seat | None, list[bytes]] = {hearer: [] for hearer in hearers(owner.live)}
    since = dict.fromkeys(heard, 0)
    for _ in range(150):
        clients.play(1)
        for hearer in heard:
            if random.random() < 0.2 or owner.live.number - since[hearer] >= REMEMBERED_ENTRIES:
                news = owner.live.news(since[hearer], hearer)
                assert [piece.number for piece in news] == [*range(since[hearer] + 1, owner.live.number + 1)]
                heard[hearer] += [msgspec.json.encode(piece) for piece in news]
                since[hearer] = owner.live.number
    again = owner.folded()
    for hearer, pieces in heard.items():
        whole = again.news(0, hearer)
        assert pieces == [msgspec.json.encode(piece) for piece in whole[: since[hearer]]]
        assert again.news(again.number, hearer) == []


def test_old_news_are_told_by_a_table_that_keeps_all() -> None:
    owner = started(WALNUT, "ada", keep=5)
    Clients(owner, 1).finish()
    with pytest.raises(Forgotten) as caught:
        owner.live.news(3, 0)
    assert caught.value.oldest == owner.live.number - 5
    assert owner.live.news(caught.value.oldest, 0) == owner.folded().news(caught.value.oldest, 0)
    with pytest.raises(Refused, match="news_ahead"):
        owner.live.news(owner.live.number + 1, 0)


@pytest.mark.parametrize(("game", "who"), COMPANIES)
def test_a_finished_game_has_its_record_and_score(game: str, who: tuple[str, ...]) -> None:
    owner = started(game, *who)
    with pytest.raises(Refused, match="running"):
        owner.live.record()
    clients = Clients(owner, 5)
    clients.play(80)
    clients.finish()
    record = read_record(owner.live.record().encode())
    table = re_execute(record, shelf.game_for)
    position = owner.live.position(None)
    assert position.phase == "over" and position.to_act == () and position.legal == ()
    assert [lines["total"] for lines in position.lines] == table.state.scores()
    assert list(position.places) == table.state.places()
    late: list[Entry] = [Moved(0, 1, "pass"), Undone(0, 1), Asked(0, 5), TakenOver(0, "left", 1)]
    for entry in late:
        assert key_of(owner.refuses(entry)) == "over"
    owner.do(Closed("deleted"))
    assert owner.live.phase() == "closed"
    [last] = owner.live.news(owner.live.number - 1, None)
    assert (last.kind, last.why, last.seat) == ("closed", "deleted", None)
    assert key_of(owner.refuses(Closed("deleted"))) == "closed"


def test_another_key_is_another_game() -> None:
    one, other = started(WALNUT, "ada"), started(WALNUT, "ada", key=bytes(32))
    assert one.live.position(0).view != other.live.position(0).view


# ---- taking seats --------------------------------------------------------------------------------------


def test_seats_are_taken_left_and_taken_again_until_the_game_begins() -> None:
    owner = Owner(new_setup(WALNUT, [SeatPlan(), SeatPlan("bot", 3), SeatPlan("device")], KEY))
    assert [seat.how for seat in owner.live.position(None).seats] == ["", "bot", ""]
    owner.do(sitting(0, "ada"))
    assert key_of(owner.refuses(sitting(0, "ben"))) == "seat_taken"
    assert key_of(owner.refuses(sitting(2, "ada"))) == "seated_already"
    assert key_of(owner.refuses(Started())) == "empty_seats"
    owner.do(sitting(2, "ada+"), Left(2), sitting(2, "ben"), Left(1), sitting(1, "cyd"))
    assert owner.live.position(0).view is None and owner.live.phase() == "waiting"
    assert key_of(owner.refuses(Moved(0, 1, "pass"))) == "not_started"
    owner.do(Started())
    assert key_of(owner.refuses(Started())) == "already_started"
    assert key_of(owner.refuses(Left(0))) == "already_started"
    assert [chair.player for chair in owner.live.chairs.all] == ["ada", "cyd", "ben"]
    assert owner.live.position(0).view is not None and owner.live.phase() == "playing"


@pytest.mark.parametrize(
    "entry",
    [
        Sat(0, "person"),
        Sat(0, "person", "ada", 2),
        Sat(0, "device"),
        Sat(0, "client"),
        Sat(0, "client", "c1", 2),
        Sat(0, "bot"),
        Sat(0, "bot", "ada", 2),
    ],
)
def test_who_sits_down_is_a_person_or_a_program_or_a_bot(entry: Sat) -> None:
    assert key_of(Owner(a_setup(WALNUT, 2)).refuses(entry)) == "who_sits"


def test_one_player_may_have_several_programs() -> None:
    owner = Owner(a_setup(WALNUT, 3))
    owner.do(sitting(0, "ada"), Sat(1, "client", "ada"), Sat(2, "client", "ada"), Started())
    assert [seat.how for seat in owner.live.position(None).seats] == ["person", "client", "client"]


def test_a_seat_that_is_empty_cannot_be_left_and_one_that_is_not_there_cannot_be_taken() -> None:
    owner = Owner(a_setup(WALNUT, 2))
    assert key_of(owner.refuses(Left(0))) == "seat_empty"
    assert key_of(owner.refuses(sitting(2, "ada"))) == "no_such_seat"
    with pytest.raises(Refused, match="no_such_seat"):
        owner.live.position(2)
    with pytest.raises(Refused, match="no_such_seat"):
        owner.live.news(0, 2)


def test_the_start_tells_what_was_dealt() -> None:
    news = started(WALNUT, "ada", "ben").live.news(0, None)
    assert [piece.kind for piece in news] == ["sat", "sat", "started"]
    assert "year_began" in [told.key for told in news[-1].events]


# ---- decisions -----------------------------------------------------------------------------------------


def test_a_move_is_made_once_and_a_neighbour_never_makes_mine_stale() -> None:
    owner = in_spring("ada", "ben", "cyd")
    live = owner.live
    mine = live.position(1)
    owner.move(0)
    owner.move(2)
    assert live.position(1).decision == mine.decision and live.position(1).legal == mine.legal
    assert mine.decision is not None
    owner.do(Moved(1, mine.decision, mine.legal[0]))
    assert live._course.made_at(1, mine.decision) == mine.legal[0]
    assert live._course.made_at(1, mine.decision + 1) is None and live._course.made_at(1, 0) is None


def test_what_the_rules_forbid_is_refused_by_the_rules() -> None:
    owner = in_spring("ada", "ben")
    now = owner.live.decision(0)
    assert now is not None
    error = owner.refuses(Moved(0, now, "visit church"))
    assert isinstance(error, IllegalMove) and error.refusal.rule.startswith("WG")
    assert isinstance(owner.refuses(Moved(0, now, "fly away")), NotUnderstood)


def test_a_number_is_not_used_again_after_an_undo() -> None:
    owner = in_spring("ada", "ben")
    first = owner.live.decision(0)
    assert first is not None
    move = owner.move(0)
    if owner.live.decision(0) is None:  # one tile to lay: done for this season
        assert owner.live.position(0).next == first + 1
    owner.undo(0)
    assert owner.live.decision(0) == first + 2
    assert (
        owner.live._course.made_at(0, first) == move and owner.live._course.made_at(0, first + 1) == "undo 1"
    )
    assert key_of(owner.refuses(Moved(0, first + 1, move))) == "decision_made"
    assert key_of(owner.refuses(Undone(0, first + 1))) == "decision_made"
    owner.do(Moved(0, first + 2, move))


def test_in_turns_an_undo_makes_what_the_next_seat_was_thinking_of_stale() -> None:
    owner = started(VALLEY, "ada", "ben")
    live = owner.live
    while True:
        [seat] = live.to_act()
        owner.move(seat)
        if live.to_act() == [1 - seat] and live.position(seat).undo:
            break
    thinking = live.decision(1 - seat)
    assert thinking is not None
    owner.undo(seat)
    while live.to_act() == [seat]:
        owner.move(seat, 1)
    assert live.decision(1 - seat) == thinking + 1
    assert (
        key_of(owner.refuses(Moved(1 - seat, thinking, live.position(1 - seat).legal[0]))) == "decision_made"
    )


def in_spring(*who: str) -> Owner:
    """Walnut Grove in a spring in which every seat has a choice."""
    owner = started(WALNUT, *who)
    while not (owner.live.position(0).stage.endswith("spring") and len(owner.live.to_act()) == len(who)):
        owner.move(owner.live.to_act()[0])
    return owner


# ---- undo ----------------------------------------------------------------------------------------------


def test_in_a_simultaneous_season_several_seats_take_back_their_own() -> None:
    owner = in_spring("ada", "ben", "cyd")
    before = [owner.live.position(seat).legal for seat in range(3)]
    owner.move(0)
    owner.move(1)
    moves = game_of(owner.live).moves()
    owner.undo(0)
    assert (1, moves[-1][1]) in game_of(owner.live).moves()[-2:]
    owner.undo(1)
    assert [owner.live.position(seat).legal for seat in range(3)] == before
    assert owner.live.news(owner.live.number - 1, 2)[0].kind == "undone"
    assert not owner.live.marked


def test_nothing_to_take_back_is_refused_by_the_rules_of_undoing() -> None:
    owner = in_spring("ada", "ben")
    error = owner.refuses(Undone(0, owner.live.position(0).next))
    assert isinstance(error, IllegalMove) and error.refusal.rule == "undo"


def past_a_barrier(*who: str, game: str = WALNUT) -> Owner:
    """A game in which nobody can take anything back alone, but everybody has made a choice."""
    owner, random = started(game, *who), Random(3)
    seats = range(len(who))
    while not all(position.back and not position.undo for position in map(owner.live.position, seats)):
        owner.move(random.choice(owner.live.to_act()), random.randrange(99))
    return owner


@pytest.mark.parametrize("game", shelf.names())
@pytest.mark.parametrize("who", [("ada", "ben", "cyd"), ("ada", "ben", "bot")])
def test_beyond_a_barrier_all_others_must_agree(game: str, who: tuple[str, ...]) -> None:
    owner = past_a_barrier(*who, game=game)
    live, to = owner.live, owner.live.position(0).back
    moves, before = game_of(live).moves(), [live.position(seat).next for seat in range(3)]
    owner.do(Asked(0, to))
    asking = live.position(None).ask
    people = tuple(seat for seat in (1, 2) if who[seat] != "bot")
    assert asking is not None and (asking.seat, asking.to, asking.waiting) == (0, to, people)
    assert key_of(owner.refuses(Asked(1, to))) == "ask_pending"
    assert key_of(owner.refuses(Answered(0, asking.ask, True))) == "not_asked"
    assert key_of(owner.refuses(Answered(1, asking.ask - 1, True))) == "no_ask"
    owner.do(Answered(1, asking.ask, True))
    if len(people) == 2:
        assert not live.marked and game_of(live).moves() == moves
        assert key_of(owner.refuses(Answered(1, asking.ask, True))) == "answered"
        owner.do(Answered(2, asking.ask, True))
    assert live.marked and live.position(None).ask is None
    stay = len(game_of(live).moves())
    assert game_of(live).moves() == moves[:stay] and moves[stay][0] == 0
    assert all(live.position(seat).next == before[seat] + 1 for seat in range(3))
    gone = live.news(live.number - 1, None)[0].gone
    assert gone[0] == to and all(b'"is":"moved"' in owner.journal[number - 1] for number in gone)
    redo(owner, moves)
    assert game_of(live).moves() == moves and live.marked


def redo(owner: Owner, moves: list[tuple[Seat, str]]) -> None:
    """Make the same choices again: chance must do again what it did."""
    live = owner.live
    while len(game_of(live).moves()) < len(moves):
        seat, text = moves[len(game_of(live).moves())]
        now = live.decision(seat)
        assert now is not None
        owner.do(Moved(seat, now, text, owner.by(seat)))
        have = game_of(live).moves()
        assert have == moves[: len(have)]


def test_one_no_is_enough_and_changes_nothing() -> None:
    owner = past_a_barrier("ada", "ben", "cyd")
    before, to = game_of(owner.live).moves(), owner.live.position(0).back
    owner.do(Asked(0, to), Answered(1, owner.live.number + 1, True))
    owner.do(Answered(2, owner.live.number - 1, False))
    assert owner.live.position(None).ask is None and not owner.live.marked
    assert game_of(owner.live).moves() == before
    assert key_of(owner.refuses(Answered(1, owner.live.number - 2, True))) == "no_ask"
    owner.do(Asked(0, to))
    owner.do(Answered(0, owner.live.number, False))
    assert owner.live.position(None).ask is None, "who asked may think better of it"


def test_play_goes_on_while_the_others_are_asked() -> None:
    owner = past_a_barrier("ada", "ben")
    to, stays = owner.live.position(0).back, game_of(owner.live).moves()
    owner.do(Asked(0, to))
    ask = owner.live.number
    for _ in range(3):
        owner.move(owner.live.to_act()[0])
    owner.do(Answered(1, ask, True))
    assert owner.live.marked
    assert game_of(owner.live).moves() == stays[: len(game_of(owner.live).moves())]


def test_an_ask_ends_when_its_move_is_taken_back() -> None:
    owner = in_spring("ada", "ben", "cyd")
    owner.move(0)
    owner.do(Asked(1, owner.live.number))
    owner.undo(0)
    assert owner.live.position(None).ask is None
    assert key_of(owner.refuses(Asked(1, owner.live.number - 2))) == "not_standing"


@pytest.mark.parametrize("to", [1, 4, 99])
def test_only_to_a_move_that_stands_the_game_can_go_back(to: int) -> None:
    owner = started(WALNUT, "ada", "ben")
    assert key_of(owner.refuses(Asked(0, to))) == "not_standing"


def test_who_goes_has_not_agreed_and_who_asked_and_goes_does_not_ask_any_more() -> None:
    owner = past_a_barrier("ada", "ben", "cyd")
    owner.do(Asked(0, owner.live.position(0).back), Answered(1, owner.live.number + 1, True))
    assert not owner.live.marked
    owner.do(TakenOver(2, "left", LEVEL))
    assert owner.live.position(None).ask is None and not owner.live.marked
    owner = past_a_barrier("ada", "ben", "cyd")
    owner.do(Asked(0, owner.live.position(0).back), TakenOver(0, "resigned", LEVEL))
    assert owner.live.position(None).ask is None and not owner.live.marked


@pytest.mark.parametrize("who", [("ada",), ("ada", "ada+"), ("ada", "ada+", "bot"), ("ada", "bot")])
def test_alone_and_on_one_device_the_game_goes_back_at_once(who: tuple[str, ...]) -> None:
    owner = past_a_barrier(*who)
    moves, to = game_of(owner.live).moves(), owner.live.position(0).back
    owner.do(Asked(0, to))
    assert owner.live.marked and owner.live.position(0).ask is None
    assert len(game_of(owner.live).moves()) < len(moves)
    assert key_of(owner.refuses(Asked(0, to))) == "not_standing"
    redo(owner, moves)
    assert everything(owner.folded()) == everything(owner.live)


def test_two_devices_have_one_voice_each() -> None:
    owner = past_a_barrier("ada", "ada+", "ben", "ben+")
    owner.do(Asked(1, owner.live.position(1).back))
    asking = owner.live.position(None).ask
    assert asking is not None and asking.waiting == (2, 3)
    owner.do(Answered(3, asking.ask, True))
    assert owner.live.marked


def with_a_program(*who: str, player: str = "c1") -> Owner:
    """The same with a program in the last seat."""
    owner, random, seats = Owner(a_setup(WALNUT, len(who) + 1)), Random(3), range(len(who) + 1)
    owner.do(*[sitting(seat, name) for seat, name in enumerate(who)], Sat(len(who), "client", player))
    owner.do(Started())
    while not all(position.back and not position.undo for position in map(owner.live.position, seats)):
        owner.move(random.choice(owner.live.to_act()), random.randrange(99))
    return owner


@pytest.mark.parametrize("player", ["c1", "ben"])
def test_in_journals_of_old_a_program_was_not_asked_for_its_consent(player: str) -> None:
    owner = with_a_program("ada", "ben", player=player)
    assert owner.live.position(None).seats[2].how == "client"
    owner.do(Asked(0, owner.live.position(0).back))
    asking = owner.live.position(None).ask
    assert asking is not None and asking.waiting == (1,)
    owner.do(Answered(1, asking.ask, True))
    assert owner.live.marked
    alone = with_a_program("ada")
    alone.do(Asked(0, alone.live.position(0).back))
    assert alone.live.marked and everything(alone.folded()) == everything(alone.live)


def test_a_program_that_is_asked_has_a_say() -> None:
    for yes in (True, False):
        owner = with_a_program("ada")
        owner.do(Asked(0, owner.live.position(0).back, programs=True))
        asking = owner.live.position(None).ask
        assert asking is not None and asking.waiting == (1,) and not owner.live.marked
        owner.do(Answered(1, asking.ask, yes))
        assert owner.live.marked == yes and owner.live.position(None).ask is None
        assert key_of(owner.refuses(Answered(1, asking.ask, True))) == "no_ask"
        assert everything(owner.folded()) == everything(owner.live)
    gone = with_a_program("ada")
    gone.do(Asked(0, gone.live.position(0).back, programs=True), TakenOver(1, "clock", LEVEL))
    assert gone.live.position(None).ask is None and not gone.live.marked  # nobody has agreed by going
    gone.do(Asked(0, gone.live.position(0).back, programs=True))
    assert gone.live.marked  # whom nobody plays for any more is not asked


def test_the_game_does_not_go_back_for_a_program() -> None:
    owner = with_a_program("ada", "ben")
    moves = game_of(owner.live).moves()
    with suppress(Refused):
        owner.do(Asked(2, owner.live.position(2).back))
    assert owner.live.position(None).ask is None and not owner.live.marked
    assert game_of(owner.live).moves() == moves


def test_a_game_cannot_be_taken_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmstead.server.table.live_table.MAX_REWINDS", 1)
    owner = past_a_barrier("ada")
    owner.do(Asked(0, owner.live.position(0).back))
    owner.move(0)
    assert key_of(owner.refuses(Asked(0, owner.live.position(0).back))) == "undo_often"
    monkeypatch.setattr("farmstead.server.table.live_table.MAX_JOURNAL", owner.live.number)
    assert key_of(owner.refuses(Undone(0, owner.live.position(0).next))) == "undo_often"
    owner.move(0)


def test_nobody_comes_and_goes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is there may go, bots may come, and a game goes on to its end; and what is written can be read."""
    owner = Owner(a_setup(WALNUT, 3))
    owner.do(sitting(0, "ada"), sitting(1, "ben"))
    monkeypatch.setattr("farmstead.server.table.live_table.MAX_JOURNAL", owner.live.number)
    with pytest.raises(Refused, match="too_long"):
        owner.live.check(sitting(2, "cyd"))
    with pytest.raises(Refused, match="seat_taken"):
        owner.live.check(sitting(0, "cyd"))
    for entry in (Left(1), Sat(1, "bot", level=1), Sat(2, "bot", level=1), Started()):
        owner.live.check(entry)
        owner.do(entry)
    owner.move(0)
    owner.live.check(TakenOver(0, "left", 1))
    owner.do(TakenOver(0, "left", 1))
    with pytest.raises(Refused, match="too_long"):
        owner.live.check(Returned(0))
    owner.live.add(Returned(0))  # as an older server has written it
    assert owner.live.position(None).seats[0].away == ""


# ---- several at once -----------------------------------------------------------------------------------


def test_several_are_checked_one_after_the_other_and_change_nothing() -> None:
    owner = Owner(a_setup(WALNUT, 2))
    before = everything(owner.live)
    ada, ben = sitting(0, "ada"), sitting(1, "ben")
    owner.live.check(ada, ben, Started())
    owner.live.check(ada, Left(0), sitting(0, "ben"), sitting(1, "ada"), Started())
    for entries, key in (
        ((ada, Started()), "empty_seats"),
        ((ada, sitting(0, "ben")), "seat_taken"),
        ((ada, sitting(1, "ada")), "seated_already"),
        ((ada, Left(1)), "seat_empty"),
        ((ada, ben, Started(), Moved(0, 1, "pass")), "not_started"),
    ):
        with pytest.raises(Refused, match=key):
            owner.live.check(*entries)
        assert everything(owner.live) == before
    owner.do(ada, ben, Started())
    assert owner.live.phase() == "playing"
    before = everything(owner.live)
    with pytest.raises(ValueError, match="taken_over"):
        owner.live.check(TakenOver(0, "left", 1), TakenOver(0, "left", 1))
    assert everything(owner.live) == before


# ---- take-overs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", WHY)
def test_a_bot_plays_on_until_the_person_returns(why: WhyTaken) -> None:
    owner = in_spring("ada", "ben")
    now = owner.live.decision(0)
    assert now is not None
    move = owner.live.position(0).legal[0]
    assert key_of(owner.refuses(Moved(0, now, move, "bot"))) == "person_plays"
    assert key_of(owner.refuses(Returned(0))) == "not_taken_over"
    owner.do(TakenOver(0, why, 4))
    assert msgspec.to_builtins(owner.live.position(1).seats[0]) == {
        "who": "person", "how": "person", "level": 4, "away": why,
    }  # fmt: skip
    for entry in (Moved(0, now, move), Undone(0, now), Asked(0, 3), TakenOver(0, "clock", 1)):
        error = owner.refuses(entry)
        assert isinstance(error, Refused) and error.refusal.key == "bot_plays"
        assert error.refusal.instead == ["returned"]
    owner.do(Moved(0, now, move, "bot"), Returned(0))
    assert owner.live.chairs.all[0].player == "ada" and not owner.live.chairs.all[0].is_played_by_bot()
    assert owner.live.position(0).undo == 1


def test_a_bots_own_seat_stays_its_own() -> None:
    owner = started(WALNUT, "ada", "bot")
    assert key_of(owner.refuses(TakenOver(1, "clock", 1))) == "bot_plays"
    assert key_of(owner.refuses(Returned(1))) == "not_taken_over"
    assert key_of(owner.refuses(TakenOver(0, "clock", 0))) == "who_sits"


@pytest.mark.parametrize("seat", [0, 1])
def test_clients_play_where_people_and_programs_sit(seat: Seat) -> None:
    owner = with_a_program("ada")
    while seat not in owner.live.to_act():
        owner.move(owner.live.to_act()[0])
    now = owner.live.decision(seat)
    assert now is not None
    owner.do(Moved(seat, now, owner.live.position(seat).legal[0], "client"))
    assert owner.live.news(owner.live.number - 1, 1 - seat)[0].by == "client"


# ---- damage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b'{"is":"moved","seat":0,"decision":1',
        encode(Moved(0, 1, "fly away")),
        encode(Moved(7, 1, "pass")),
        encode(Undone(0, 999)),
        encode(Started()),
        encode(Asked(1, 1)),
    ],
)
def test_a_broken_journal_gives_the_last_good_table(bad: bytes) -> None:
    owner = started(WALNUT, "ada", "ben")
    clients = Clients(owner, 8)
    clients.play(30)
    good = owner.live.number
    with pytest.raises(Broken) as caught:
        fold(owner.setup, [*owner.journal, bad, *owner.journal])
    assert caught.value.number == good + 1 and f"entry {good + 1}:" in str(caught.value)
    assert isinstance(caught.value.cause, Damaged | Refused | IllegalMove)
    assert everything(caught.value.table) == everything(owner.live)
    caught.value.table.add(Closed("aside"))
    assert caught.value.table.phase() == "closed"


def test_a_journal_with_an_entry_missing_or_twice_is_broken() -> None:
    owner = started(WALNUT, "ada", "ben")
    Clients(owner, 9).finish()
    moved = [n for n, data in enumerate(owner.journal) if b'"is":"moved"' in data]
    for n in moved[:: len(moved) // 9]:
        with pytest.raises(Broken) as caught:
            fold(owner.setup, owner.journal[:n] + owner.journal[n:][:1] * 2 + owner.journal[n + 1 :])
        assert caught.value.number == n + 2
        if n != moved[-1]:
            with pytest.raises(Broken):
                fold(owner.setup, owner.journal[:n] + owner.journal[n + 1 :])


# ---- secrets -------------------------------------------------------------------------------------------

SWAPPED = {"silver": "gold", "gold": "silver"}  # the start coins are copper, and known


def swapped(text: str) -> str:
    return " ".join([SWAPPED.get(word, word) for word in text.split(" ")])


class Noted(Dealer):
    """Deals by a key, and notes what it dealt."""

    def __init__(self) -> None:
        self.keyed = KeyedDealer(KEY)
        self.dealt: dict[str, str] = {}

    def below(self, n: int) -> int:
        return self.keyed.below(n)

    def deal(self, state: State) -> Action:
        move = self.keyed.deal(state)
        self.dealt[state.chance_name()] = str(move)
        return move


class Mirrored(Dealer):
    """Deals what another dealt, but gold for silver and silver for gold to the first seat."""

    def __init__(self, other: Noted) -> None:
        self.other = other

    def below(self, n: int) -> int:
        raise AssertionError("everything has been dealt before")

    def deal(self, state: State) -> Action:
        name = state.chance_name()
        dealt = self.other.dealt[name]
        return shelf.game(WALNUT).parse(swapped(dealt) if "seat 1 coin" in name else dealt)


def everything_told(live: LiveTable, hearer: Seat | None) -> bytes:
    """All bytes that somebody can get from a table: news, position, refusals, the record."""
    parts = [as_json(live.news(0, hearer)), as_json(live.position(hearer))]
    tries: list[Entry] = [Started(), Closed("aside")] if hearer is None else []
    if hearer is not None:
        now = live.position(hearer).next
        texts = ["toll gold", "toll copper", "give silver", "sell wood", "pass", "nonsense"]
        tries += [Moved(hearer, now, text) for text in texts]
        tries += [Moved(hearer, now + 1, "pass"), Undone(hearer, now, 50), Asked(hearer, 1)]
    for entry in tries:
        try:
            live.check(entry)
        except (Refused, IllegalMove) as error:
            parts.append(json.dumps([str(error), error.refusal.args, error.refusal.instead]).encode())
    with pytest.raises(Refused) as caught:
        live.record()
    return b"\n".join([*parts, str(caught.value).encode()])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_gets_a_byte_that_depends_on_what_is_hidden_from_them(seed: int) -> None:
    """Two games that differ only in the first seat's coins: nobody else is told anything different."""
    play_alike(seed)


def play_alike(seed: int) -> None:
    one, other, noted = started(WALNUT, "ada", "ben", "bot"), started(WALNUT, "ada", "ben", "bot"), Noted()
    one.live._course._dealer, other.live._course._dealer = noted, Mirrored(noted)
    random, told_apart = Random(seed), 0
    while one.live.phase() == "playing":
        assert other.live.phase() == "playing"
        for hearer in (None, 1, 2):
            if random.random() < 0.15:
                same = everything_told(one.live, hearer) == everything_told(other.live, hearer)
                assert same, f"{hearer} is told of a coin"
        told_apart += as_json(one.live.position(0)) != as_json(other.live.position(0))
        step_alike(one, other, random)
    assert told_apart > 20, "the first seat must have had other coins, or this test shows nothing"
    assert one.live.record() != other.live.record()


def leaks_in_news(patch: pytest.MonkeyPatch) -> None:
    honest = FoldedEntry.heard_by
    patch.setattr(FoldedEntry, "heard_by", lambda happened, seat: honest(happened, 0))


def leaks_moves(patch: pytest.MonkeyPatch) -> None:
    def heard_by(happened: FoldedEntry, seat: Seat | None) -> News:
        return replace(honest(happened, seat), move=getattr(happened._entry, "move", ""))

    honest = FoldedEntry.heard_by
    patch.setattr(FoldedEntry, "heard_by", heard_by)


def leaks_in_positions(patch: pytest.MonkeyPatch) -> None:
    def position(live: LiveTable, seat: Seat | None) -> Position:
        return replace(honest(live, seat), view=game_of(live).state.view(0))

    honest = LiveTable.position
    patch.setattr(LiveTable, "position", position)


def leaks_in_refusals(patch: pytest.MonkeyPatch) -> None:
    def check(live: LiveTable, entry: Entry) -> None:
        try:
            honest(live, entry)
        except (Refused, IllegalMove) as error:
            error.refusal.args["barn"] = json.dumps(game_of(live).state.view(0))
            raise

    honest = LiveTable.check
    patch.setattr(LiveTable, "check", check)


@pytest.mark.parametrize("leak", [leaks_in_news, leaks_moves, leaks_in_positions, leaks_in_refusals])
def test_a_coin_let_slip_anywhere_would_be_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="is told of a coin"):
        play_alike(1)


def step_alike(one: Owner, other: Owner, random: Random) -> None:
    """The same move in both games, or the same undo; the first seat's coins go by their other name."""
    seat = random.choice(one.live.to_act())
    position = one.live.position(seat)
    assert position.decision is not None
    if position.undo and seat != 2 and random.random() < 0.1:
        entry: Entry = Undone(seat, position.decision)
        one.do(entry)
        other.do(entry)
        return
    trading = ("visit general-store", "sell", "keep", "toll", "give")
    wanted = [move for move in position.legal if move.startswith(trading)]
    move = random.choice(wanted or position.legal)
    one.do(Moved(seat, position.decision, move, one.by(seat)))
    other.do(Moved(seat, position.decision, swapped(move) if seat == 0 else move, one.by(seat)))


def test_the_text_of_a_move_is_told_to_nobody_else() -> None:
    owner = started(WALNUT, "ada", "ben")
    Clients(owner, 4).play(120)
    for hearer in hearers(owner.live):
        for piece in owner.live.news(0, hearer):
            if piece.kind == "moved":
                assert bool(piece.move) == bool(piece.decision) == (piece.seat == hearer)
            assert all(event_of(told).key == told.key for told in piece.events)


@BUSY
def test_neither_the_key_nor_a_player_is_told(game: str, who: tuple[str, ...], seed: int) -> None:
    owner = started(game, *[f"player-{name}" if name != "bot" else name for name in who])
    Clients(owner, seed).play(60)
    for hearer in hearers(owner.live):
        told = as_json(owner.live.news(0, hearer)) + as_json(owner.live.position(hearer))
        assert b"player-" not in told and b'"player"' not in told
        for form in (KEY.hex().encode(), msgspec.json.encode(KEY)[1:20], KEY[:8]):
            assert form not in told
