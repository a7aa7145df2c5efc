"""Who meets whom in which seats, and whether luck is really the same for all of them."""

from collections import Counter
from itertools import combinations

import pytest

from farmstead import shelf
from farmstead.agents.arena.match_game import play
from farmstead.agents.arena.matches import MIXED, PAIRS, Match
from farmstead.engine.contract import CHANCE, BadSetup
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.record import open_record, read_record
from farmstead.engine.table import Table

GAMES = pytest.mark.parametrize("game", shelf.names())


def match(seats: int = 2, agents: int = 2, games: int = 1, tables: str = PAIRS, **more: object) -> Match:
    name = str(more.get("game", "sunflower-valley"))
    return Match(name, seats, ("uniform",) * agents, games, seed="test", tables=tables, records=True)


# ---- seats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, ["01", "10"]),
        (3, ["010", "001", "100", "101", "110", "011"]),
        (4, ["0101", "1010"]),
    ],
)
def test_two_agents_sit_by_turns_and_are_rotated(seats: int, expected: list[str]) -> None:
    assert ["".join(map(str, table)) for table in match(seats).seatings(1)] == expected


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("agents", [2, 3])
def test_everybody_has_every_seat_equally_often(seats: int, agents: int) -> None:
    tables = match(seats, agents).seatings(1)
    for seat in range(seats):
        assert len(set(Counter(table[seat] for table in tables).values())) == 1
    pairs = Counter(tuple(sorted(set(table))) for table in tables)
    assert set(pairs) == set(combinations(range(agents), 2)) and len(set(pairs.values())) == 1


def test_mixed_tables_have_everybody_once_and_every_order() -> None:
    whole = match(4, 5, tables=MIXED)
    tables = whole.seatings(1)
    assert len(tables) == 5 * 4 and all(len(set(table)) == 4 for table in tables)
    for seat in range(4):
        assert set(Counter(table[seat] for table in tables).values()) == {4}
    behind = {(table[0], table[1]) for deal in range(1, 7) for table in whole.seatings(deal)}
    assert behind == {(one, other) for one in range(5) for other in range(5) if one != other}


def test_alone_everybody_plays_every_deal() -> None:
    alone = match(1, 3, 7)
    assert alone.seatings(5) == [(0,), (1,), (2,)]
    assert (alone.deals, alone.total) == (7, 21)


def test_games_are_rounded_up_to_whole_deals_and_numbered_through() -> None:
    three = match(2, 3, 5)
    assert (three.deals, three.tables_per_deal, three.total) == (3, 6, 18)
    assert [three.deal_of(number) for number in (1, 6, 7, 18)] == [1, 1, 2, 3]
    assert list(three.numbers_of(2)) == [7, 8, 9, 10, 11, 12]
    assert [three.seating(number) for number in three.numbers_of(2)] == three.seatings(2)


def test_an_agent_named_twice_gets_a_number() -> None:
    assert match(2, 3).labels == ("uniform", "uniform (2)", "uniform (3)")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (match(2, 1), "needs two agents"),
        (match(4, 3, tables=MIXED), "need 4 agents, and there are 3"),
        (match(2, 2, tables="round"), "there are pairs and mixed"),
        (match(2, 2, 0), "0 games cannot be played"),
        (match(9, 2), "for 2 to 5 players, not 9"),
        (match(1, 1), "for 2 to 5 players, not 1"),
        (Match("walnut-grove", 1, ("uniform",), 1, stop_when_sure=True), "two must be named"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: Match, why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        wrong.check()


# ---- luck ----------------------------------------------------------------------------------------------


def chance_of(found: Match, number: int) -> dict[tuple[str, str], str]:
    """What fell in a game, by the name of the event and what could have fallen."""
    record = read_record(play(found, number).record.encode())
    table = open_record(record, shelf.game_for)
    fallen = {}
    for seat, text in record.moves:
        if seat == CHANCE:
            odds = " ".join(f"{move}:{weight}" for move, weight in table.state.odds())
            fallen[table.state.chance_name(), odds] = text
        table.play(seat, text)
    return fallen


@GAMES
@pytest.mark.parametrize("seats", [2, 4])
def test_luck_is_the_same_by_name_in_all_rotations(game: str, seats: int) -> None:
    found = match(seats, 2, 2, game=game)
    first, second = [chance_of(found, number) for number in found.numbers_of(1)]
    common = first.keys() & second.keys()
    assert len(common) >= 10
    assert {event: first[event] for event in common} == {event: second[event] for event in common}


@GAMES
def test_another_deal_has_other_luck(game: str) -> None:
    found = match(2, 2, 4, game=game)
    first, second = chance_of(found, 1), chance_of(found, 3)
    common = first.keys() & second.keys()
    assert len(common) >= 5
    assert sum(first[event] == second[event] for event in common) < len(common) / 2 + 1


def test_the_rolls_of_a_deal_are_those_of_a_table_with_that_seed() -> None:
    """So a deal can be played by hand: farmstead play --seed "arena SEED DEAL"."""
    found = match(2, 2, 4)
    game = shelf.game("sunflower-valley")
    table = Table(game, game.setup(2))
    table.settle(KeyedDealer(key_from_seed("arena test 2")))
    dealt = [entry.text for entry in table.entries if entry.seat == CHANCE]
    fallen = list(chance_of(found, 3).values())
    assert dealt == fallen[: len(dealt)] and len(dealt) >= 3


def test_seeds_of_agents_are_pinned_and_all_different() -> None:
    """Documented and stable: a published match can be played again."""
    found = match(2, 2, 100)
    assert found.agent_seed(1, 0, 0) == 916941744
    seeds = {found.agent_seed(deal, seat, agent) for deal in range(50) for seat in (0, 1) for agent in (0, 1)}
    assert len(seeds) == 200 and all(0 <= seed < 2**31 for seed in seeds)


def test_a_pairing_plays_the_same_games_whoever_else_takes_part() -> None:
    two = Match("sunflower-valley", 2, ("uniform", "uniform:seed=5"), 2)
    three = Match("sunflower-valley", 2, ("uniform", "uniform:seed=5", "uniform:seed=6"), 2)
    assert [play(two, n).result.checksum for n in (1, 2)] == [play(three, n).result.checksum for n in (1, 2)]
