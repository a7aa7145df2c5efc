"""Who knows which coins (WG 5.14): views of each seat and of a spectator, and who hears of what."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from farmstead.engine.contract import CHANCE, Event
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME
from tests.games.walnut_grove.scenes import Scene

STORE = "visit general-store"
VALUES = ("copper", "silver", "gold")


def barn(scene: Scene, watcher: int | None, owner: int = 0) -> Any:
    return scene.looks(watcher)["farms"][owner]["barn"]


def pending(scene: Scene, watcher: int | None, owner: int = 0) -> Any:
    return scene.looks(watcher)["farms"][owner]["pending"]


def heard(log: Sequence[Event], watcher: int | None) -> list[str]:
    return [str(event) for event in log if event.heard_by(watcher)]


def purse(scene: Scene, owner: int, barn: str, help: tuple[int, int] = (0, 0)) -> Scene:
    """A barn of an owner who has given up a coin before, so that nothing is known of those held now."""
    scene.furnish(owner, barn=barn, help=help)
    scene.farm(owner).start_coins_known = False
    return scene


# ---- coins in a barn ------------------------------


@pytest.mark.rule("WG 5.14")
def test_their_owner_knows_the_values_of_coins_the_others_only_their_number() -> None:
    scene = purse(Scene(seats=3), 0, "grain silver gold gold").autumn()

    hidden = {
        "spaces": 4,
        "goods": {"grain": 1, "fish": 0, "dairy": 0, "wood": 0, "stone": 0},
        "coins": 3,
        "known_copper": 0,
        "values": None,
    }
    assert barn(scene, 0) == hidden | {"values": {"copper": 0, "silver": 1, "gold": 2}}
    assert barn(scene, 1) == barn(scene, 2) == barn(scene, None) == hidden


@pytest.mark.rule("WG 5.14")
def test_each_seat_sees_its_own_coins_and_no_others() -> None:
    scene = Scene(seats=4)
    for seat in range(4):
        purse(scene, seat, "gold silver")
    scene.autumn()

    for watcher in range(4):
        shown = [barn(scene, watcher, owner)["values"] is not None for owner in range(4)]
        assert shown == [owner == watcher for owner in range(4)]
    assert [barn(scene, None, owner)["values"] for owner in range(4)] == [None] * 4


@pytest.mark.rule("WG 5.14")
def test_of_the_bag_everybody_knows_only_how_many_coins_it_holds() -> None:
    scene = purse(Scene(seats=2), 0, "silver gold").autumn()

    for watcher in (0, 1, None):
        view = scene.looks(watcher)
        assert view["coin_bag"] == 26
        assert "coin_bag_values" not in view


@pytest.mark.rule("WG 5.14")
def test_everything_but_coins_is_open() -> None:
    scene = purse(Scene(seats=2), 0, "grain silver gold").autumn()
    scene.play(0, "visit post-office")
    own, other, spectator = scene.looks(0), scene.looks(1), scene.looks(None)

    for view in (own, other, spectator):
        del view["seat"]
        for farm in view["farms"]:
            del farm["barn"]["values"], farm["pending"]["coins_drawn_values"]

    assert own == other == spectator


@pytest.mark.rule("WG 5.14")
def test_a_spectator_of_a_solo_game_does_not_see_the_values_either() -> None:
    scene = purse(Scene(seats=1), 0, "gold").autumn()

    assert barn(scene, 0)["values"] == {"copper": 0, "silver": 0, "gold": 1}
    assert barn(scene, None)["values"] is None


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter", "last"])
def test_coins_lie_face_down_in_every_season(season: str) -> None:
    scene = purse(Scene(seats=2), 0, "gold silver")
    getattr(scene, season)()

    assert scene.season() == season
    assert barn(scene, 0)["values"] == {"copper": 0, "silver": 1, "gold": 1}
    assert barn(scene, 1)["values"] is None and barn(scene, None)["values"] is None


# ---- the start coins ------------------------------


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_two_start_coins_are_known_to_be_copper(seats: int) -> None:
    scene = Scene(seats=seats)

    for owner in range(seats):
        for watcher in (None, *range(seats)):
            seen = barn(scene, watcher, owner)
            assert (seen["coins"], seen["known_copper"]) == (2, 2)
            assert (seen["values"] is not None) is (watcher == owner)


GIVEN_UP = {
    "as toll": ("copper copper", (0, 0), ["visit post-office", "toll copper"]),
    "as joker": ("wood copper copper", (0, 0), ["visit johansens-mill", "give copper for wood"]),
    "for help": ("grain copper copper", (1, 0), ["repay", "give copper"]),
    "thrown away": ("grain grain copper copper", (0, 0), ["visit church", "throw copper"]),
}


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("way", GIVEN_UP)
def test_the_start_coins_are_known_until_their_owner_first_gives_up_a_coin(way: str) -> None:
    contents, help, moves = GIVEN_UP[way]
    scene = Scene(seats=2).furnish(0, barn=contents, help=help).autumn()

    scene.play(0, *moves[:-1])
    assert (barn(scene, 1)["coins"], barn(scene, 1)["known_copper"]) == (2, 2)
    scene.play(0, moves[-1])

    for watcher in (0, 1, None):
        seen = barn(scene, watcher)
        assert (seen["coins"], seen["known_copper"]) == (1, 0)
    assert barn(scene, 1, owner=1)["known_copper"] == 2


@pytest.mark.rule("WG 5.14")
def test_a_coin_given_in_winter_ends_what_is_known_too() -> None:
    scene = Scene(seats=2).winter()

    scene.play(0, "give copper for grain")

    assert (barn(scene, 1)["coins"], barn(scene, 1)["known_copper"]) == (1, 0)


@pytest.mark.rule("WG 5.14")
def test_goods_and_help_given_do_not_end_what_is_known() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain grain copper copper").autumn()

    scene.play(0, "visit lodge", "toll help", "give grain", "give grain", "hire blue")

    assert (barn(scene, 1)["coins"], barn(scene, 1)["known_copper"]) == (2, 2)


@pytest.mark.rule("WG 5.14")
def test_coins_that_come_in_leave_the_start_coins_known() -> None:
    scene = Scene(seats=2).furnish(0, barn="grain copper copper").autumn()

    scene.play(0, STORE, "sell grain", "done")
    scene.chance("coin gold")

    seen = barn(scene, 1)
    assert (seen["coins"], seen["known_copper"], seen["values"]) == (3, 2, None)


@pytest.mark.rule("WG 5.14")
def test_coins_drawn_and_not_kept_leave_the_start_coins_known() -> None:
    scene = Scene(seats=2).furnish(0, barn="stone stone copper copper", land="grain@0,0").autumn()

    scene.play(0, STORE, "sell grain from 0,0", "done")
    scene.chance("coin gold")
    scene.play(0, "leave")

    assert (barn(scene, 1)["coins"], barn(scene, 1)["known_copper"]) == (2, 2)


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("seed", range(5))
def test_whoever_imagines_the_hidden_coins_leaves_the_start_coins_copper(seed: int) -> None:
    scene = Scene(seats=3).furnish(0, barn="grain copper copper").autumn()
    scene.play(0, STORE, "sell grain", "done")
    scene.chance("coin silver")

    imagined = GAME.from_view(1, scene.state.view(1), QuickDealer(seed))

    assert sum(imagined.farms[0].barn[5:]) == 3 and imagined.farms[0].barn[5] >= 2
    assert imagined.farms[2].barn[5:] == [2, 0, 0]


# ---- coins drawn ------------------------------


@pytest.mark.rule("WG 5.14")
def test_only_their_owner_looks_at_the_coins_drawn() -> None:
    scene = Scene(seats=3).furnish(0, barn="stone stone stone stone", land="wood@4,0").autumn()
    scene.play(0, STORE, "sell wood from 4,0", "done")

    first = scene.chance("coin gold")
    assert pending(scene, 0)["coins_drawn_values"] == {"copper": 0, "silver": 0, "gold": 1}
    assert (pending(scene, 1)["coins_drawn"], pending(scene, 1)["coins_due"]) == (1, 1)
    scene.chance("coin copper")

    assert heard(first, 0) == ["1 coin_drawn", "1 coin_seen coin=gold @1"]
    assert heard(first, 1) == heard(first, 2) == heard(first, None) == ["1 coin_drawn"]
    assert pending(scene, 0)["coins_drawn_values"] == {"copper": 1, "silver": 0, "gold": 1}
    for watcher in (1, 2, None):
        seen = pending(scene, watcher)
        assert (seen["coins_drawn"], seen["coins_drawn_values"]) == (2, None)


@pytest.mark.rule("WG 5.14")
def test_coins_that_all_find_room_are_counted_but_not_named() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood").autumn()
    scene.play(0, STORE, "sell wood", "done")

    log = scene.chance("coin gold", "coin silver")

    assert heard(log, 1) == ["1 coin_drawn", "1 coin_drawn", "1 coins_kept count=2"]
    assert heard(log, 0) == [
        "1 coin_drawn",
        "1 coin_seen coin=gold @1",
        "1 coin_drawn",
        "1 coin_seen coin=silver @1",
        "1 coins_kept count=2",
    ]


@pytest.mark.rule("WG 5.14")
def test_which_coins_are_kept_and_which_go_back_is_not_shown() -> None:
    scene = purse(Scene(seats=2), 0, "stone stone stone wood").autumn()
    scene.play(0, STORE, "sell wood", "done")
    scene.chance("coin gold", "coin copper")

    log = scene.play(0, "keep gold", "leave")

    assert heard(log, 1) == heard(log, None) == ["1 kept item=coin", "1 lost item=coin count=1"]
    assert (barn(scene, 1)["coins"], barn(scene, 1)["values"]) == (1, None)
    assert barn(scene, 0)["values"] == {"copper": 0, "silver": 0, "gold": 1}


# ---- coins that go to the bag ------------------------------


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("coin", VALUES)
def test_a_coin_paid_as_toll_is_not_shown(coin: str) -> None:
    scene = purse(Scene(seats=2), 0, "copper silver gold").autumn()
    scene.play(0, "visit post-office")

    log = scene.play(0, f"toll {coin}")

    assert heard(log, 0) == ["1 toll_paid", f"1 coin_gone coin={coin} @1"]
    assert heard(log, 1) == heard(log, None) == ["1 toll_paid"]


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("coin", VALUES)
def test_a_coin_thrown_away_is_not_shown(coin: str) -> None:
    scene = purse(Scene(seats=2), 0, "copper silver gold grain").autumn()
    scene.play(0, "visit church")

    log = scene.play(0, f"throw {coin}")

    assert heard(log, 0) == ["1 thrown item=coin", f"1 coin_gone coin={coin} @1"]
    assert heard(log, 1) == heard(log, None) == ["1 thrown item=coin"]


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("coin", VALUES)
def test_a_joker_coin_is_not_shown(coin: str) -> None:
    scene = purse(Scene(seats=2), 0, "copper silver gold").autumn()
    scene.play(0, "visit johansens-mill")

    log = scene.play(0, f"give {coin} for wood")

    assert heard(log, 1) == heard(log, None) == ["1 paid item=coin"]


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("coin", VALUES)
def test_a_coin_given_for_help_is_not_shown(coin: str) -> None:
    scene = purse(Scene(seats=2), 0, "copper silver gold", help=(1, 0)).autumn()
    scene.play(0, "repay")

    log = scene.play(0, f"give {coin}")

    assert heard(log, 1) == heard(log, None) == ["1 repaid item=coin"]


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("coin", VALUES)
def test_a_coin_given_in_winter_is_not_shown(coin: str) -> None:
    scene = purse(Scene(seats=2), 0, "copper silver gold").winter()

    log = scene.play(0, f"give {coin} for grain")

    assert heard(log, 1) == heard(log, None) == ["1 eaten item=coin good=grain"]


# Twice the same visit, with other coins: nobody but their owner can tell the one from the other.
VISITS = [
    ["visit post-office", "toll X", "take grain", "take grain"],
    ["visit lodge", "toll X", "give Y for grain", "give Z for grain", "hire blue"],
    ["visit johansens-mill", "give X for wood", "give Z for wood", "build hut"],
    ["repay", "give X", "give Y", "give Z", "visit church", "take stone", "take stone"],
    ["visit church", "take grain", "throw X", "take grain"],
    ["pass"],
]


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("moves", VISITS, ids=lambda moves: str(moves[0]))
@pytest.mark.parametrize("coins", ["copper copper gold", "silver gold copper", "gold gold silver"])
def test_other_coins_make_no_difference_to_what_the_others_see(moves: list[str], coins: str) -> None:
    told = [story(moves, "silver silver silver"), story(moves, coins)]

    assert told[0] == told[1]


def story(moves: list[str], coins: str) -> list[object]:
    """All that seat 2 and a spectator see and hear of a turn of seat 1, whose coins are X, Y and Z."""
    scene = purse(Scene(seats=2), 0, coins, help=(1, 0)).autumn()
    told: list[object] = [scene.looks(1), scene.looks(None)]
    for move in moves:
        for letter, coin in zip("XYZ", coins.split(), strict=True):
            move = move.replace(f" {letter}", f" {coin}")
        log = scene.play(0, move)
        told += [heard(log, 1), heard(log, None), scene.looks(1), scene.looks(None)]
    return told


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("drawn", ["gold gold", "silver copper", "copper gold"])
def test_other_coins_drawn_make_no_difference_to_what_the_others_see(drawn: str) -> None:
    assert sale("copper copper") == sale(drawn)


def sale(drawn: str) -> list[object]:
    scene = purse(Scene(seats=2), 0, "stone stone silver wood").autumn()
    scene.play(0, STORE, "sell wood", "done")
    told: list[object] = []
    for seat, move in [
        *((CHANCE, f"coin {coin}") for coin in drawn.split()),
        (0, f"keep {drawn.split()[0]}"),
        (0, "throw silver"),
    ]:
        log = scene.chance(move) if seat == CHANCE else scene.play(seat, move)
        told += [heard(log, 1), heard(log, None), scene.looks(1), scene.looks(None)]
    return told


# ---- the whole game ------------------------------


@pytest.mark.rule("WG 5.14")
def test_all_coins_are_shown_at_scoring() -> None:
    scene = purse(Scene(seats=2), 0, "silver gold")
    purse(scene, 1, "copper gold gold").last()
    scene.play(0, "done")
    assert barn(scene, 1)["values"] is None
    scene.play(1, "done")

    for watcher in (0, 1, None):
        assert barn(scene, watcher, 0)["values"] == {"copper": 0, "silver": 1, "gold": 1}
        assert barn(scene, watcher, 1)["values"] == {"copper": 1, "silver": 0, "gold": 2}


@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize(("seats", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5)])
def test_in_a_whole_game_nobody_hears_of_the_value_of_anothers_coin(seats: int, seed: int) -> None:
    """Slow: a whole game for every seat."""
    table = Table(GAME, GAME.setup(seats))
    dealer = QuickDealer(seed)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        before = [json.dumps(table.state.view(watcher)) for watcher in (None, *range(seats))]
        assert all(coins_shown(view) <= 1 for view in before)
        log = table.deal(dealer) if seat == CHANCE else table.play(seat, str(table.state.pick(seat, dealer)))
        for event in log:
            assert event.audience in (None, event.seat)
            if event.audience is None:
                assert not set(VALUES) & {str(value) for value in event.args.values()}

    assert coins_shown(json.dumps(table.state.view(None))) == seats


def coins_shown(view: str) -> int:
    """In how many barns of a view the values can be seen."""
    farms = json.loads(view)["farms"]
    return sum(farm["barn"]["values"] is not None for farm in farms)
