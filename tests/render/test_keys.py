"""Keys of things in pictures: a page knows by them what has gone where. They tell nothing that is hidden."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from farmstead import shelf
from farmstead.engine.contract import CHANCE, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import re_execute, read_record
from farmstead.engine.table import Table
from farmstead.render.ink import kind_of, nth
from farmstead.render.page import page_for
from tests.games.sunflower_valley.scenes import Scene as ValleyScene
from tests.games.walnut_grove.scenes import Scene
from tests.golden_games import RECORDS
from tests.render.pictures import positions

GROVE, VALLEY = "walnut-grove", "sunflower-valley"
GAMES = [(GROVE, 1, 1, 3), (GROVE, 4, 4, 17), (VALLEY, 2, 1, 3), (VALLEY, 5, 2, 9)]  # seats, seed, step
SHIFTED = re.compile(r"translate\([^)]*\)")
View = Mapping[str, Any]


def pictures_of(name: str, view: View, seat: int = 0, narrow: bool = False) -> dict[str, ElementTree.Element]:
    """The pictures of a page, by name."""
    shown = page_for(shelf.game(name)).boards(view, seat, narrow)
    return {each.name: ElementTree.fromstring(each.svg) for each in shown}


def keyed(picture: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {key: element for element in picture.iter() if (key := element.get("data-key"))}


def keys_of(name: str, view: View, seat: int = 0) -> set[str]:
    """All keys on a page."""
    return {key for picture in pictures_of(name, view, seat).values() for key in keyed(picture)}


def looked_at(name: str, seats: int, seed: int, step: int) -> Iterator[tuple[int, View]]:
    """Positions of a whole random game, as the seat that decides sees them, and the end as nobody does."""
    found: Sequence[State] = positions(name, seats, seed)
    for state in found[:-1:step]:
        seat = state.to_act()[0]
        yield seat, state.view(seat)
    yield 0, found[-1].view(None)


# ---- keys that a page can rely on ------------------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("name", "seats", "seed", "step"), GAMES)
def test_no_two_things_on_a_page_have_one_key(
    name: str, seats: int, seed: int, step: int, narrow: bool
) -> None:
    for seat, view in looked_at(name, seats, seed, step * 2 if narrow else step):
        pictures = pictures_of(name, view, seat, narrow)
        keys = Counter(element.get("data-key") for picture in pictures.values() for element in picture.iter())
        del keys[None]
        assert keys and max(keys.values()) == 1, keys.most_common(3)


@pytest.mark.parametrize(("name", "seats", "seed", "step"), GAMES)
def test_what_has_a_key_can_be_moved(name: str, seats: int, seed: int, step: int) -> None:
    """It is not turned or scaled itself, lies in nothing else that moves, and what rides on it is with it."""
    for seat, view in looked_at(name, seats, seed, step * 3):
        for picture in pictures_of(name, view, seat).values():
            things = keyed(picture)
            for key, thing in things.items():
                assert SHIFTED.fullmatch(thing.get("transform", "translate()")), key
                assert keyed(thing).keys() == {key}
            riders = {element.get("data-with") for element in picture.iter()} - {None}
            assert riders <= things.keys()
            assert not [e for e in picture.iter() if e.get("data-with") and keyed(e)]


def test_keys_are_short() -> None:
    for name, seats, seed, step in GAMES:
        for seat, view in looked_at(name, seats, seed, step * 5):
            assert max(map(len, keys_of(name, view, seat))) <= 22


def test_pieces_of_a_kind_are_counted() -> None:
    assert nth(["hut", "barn", "hut"], "s2.") == ["hut@s2.0", "barn@s2.0", "hut@s2.1"]
    assert nth(["blue", "blue"], first=3) == ["blue@3", "blue@4"]
    assert kind_of("hut@s2.0") == "hut" and kind_of("farmer") == "farmer"


# ---- things that go from place to place --------------------------------------------------------------------


def steps(name: str, seats: int, seed: int) -> Iterator[tuple[int, str, View, View]]:
    """Every move of a random game: who made it, and what that seat saw before and after."""
    game = shelf.game(name)
    table, dealer = Table(game, game.setup(seats)), QuickDealer(seed)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        if seat == CHANCE:
            table.deal(dealer)
            continue
        before, move = table.state.view(seat), str(table.state.pick(seat, dealer))
        table.play(seat, move)
        yield seat, move, before, table.state.view(seat)


def recorded(name: str) -> Iterator[tuple[int, str, View, View]]:
    """The same of a game that was played well."""
    record = read_record((RECORDS / f"{name}.record").read_bytes())
    table = re_execute(record, lambda game, edition: shelf.game(game), 0)
    for seat, move in record.moves:
        before = table.state.view(max(0, seat))
        table.play(seat, move)
        if seat != CHANCE:
            yield seat, move, before, table.state.view(seat)


def kinds(keys: set[str]) -> Counter[str]:
    return Counter(map(kind_of, keys))


def test_a_laid_tile_is_the_one_that_was_drawn() -> None:
    laid = 0
    for seat, move, before, after in steps(GROVE, 1, 5):
        if move.startswith("lay "):
            key, laid = f"t{move.split()[1]}", laid + 1
            assert key in keyed(pictures_of(GROVE, before, seat)["hand"])
            farm = keyed(pictures_of(GROVE, after, seat)["farm"])
            assert farm[key].get("data-turn", "0") == move.split()[-1]
    assert laid


@pytest.mark.parametrize("verb", ["hire", "build", "buy"])
def test_what_is_taken_in_town_is_what_comes_to_the_farm(verb: str) -> None:
    """One piece fewer in town, one more of its kind on the farm, and all others as they were."""
    taken = 0
    for seat, move, before, after in recorded("walnut-grove-4-german-103"):
        if move.startswith(f"{verb} "):
            taken += 1
            then, now = pictures_of(GROVE, before, seat), pictures_of(GROVE, after, seat)
            gone = keyed(then["town"]).keys() - keyed(now["town"]).keys()
            come = keyed(now["farm"]).keys() - keyed(then["farm"]).keys()
            assert len(gone) == 1 and kinds(gone) == kinds(come) == {move.split()[1]: 1}
    assert taken


def test_figures_keep_their_keys_at_home_at_work_and_when_they_are_hired() -> None:
    for seat, _, before, after in steps(GROVE, 1, 5):
        figures = [
            {
                key
                for key in keys_of(GROVE, view, seat)
                if re.fullmatch(r"farmer|(yellow|blue|white)@\d+", key)
            }
            for view in (before, after)
        ]
        assert figures[0] <= figures[1]


def test_a_cube_that_is_moved_is_one_of_its_kind_elsewhere() -> None:
    scene = Scene().furnish(0, land="grain@0,0", barn="fish").last()
    before = keys_of(GROVE, scene.state.view(0))
    scene.play(0, "move grain from 0,0")
    after = keys_of(GROVE, scene.state.view(0))
    assert kinds(before - after) == kinds(after - before) == {"grain": 1}
    assert after - before == {"grain@b0"} and "fish@b0" in before & after


def test_goods_come_from_where_they_are_offered() -> None:
    """Slow: it draws whole games."""
    offered = set()
    for seat, _, before, _ in steps(GROVE, 2, 8):
        for picture in pictures_of(GROVE, before, seat).values():
            offered |= {element.get("data-from") for element in picture.iter()}
    assert {"grain", "fish", "dairy", "wood", "stone", "help"} <= offered and "coin" not in offered


def test_the_disc_turns_with_the_season() -> None:
    turns = {}
    for _, view in looked_at(GROVE, 1, 1, 3):
        year = keyed(pictures_of(GROVE, view)["town"]).get("year")
        turns[view["season"]] = None if year is None else int(year.get("data-turn", "0"))
    assert turns.pop("last", None) is None  # where the last decision is one
    assert turns == {"placing": None, "spring": 0, "summer": 1, "autumn": 2, "winter": 3, "over": None}


# ---- dice and marks ----------------------------------------------------------------------------------------


def dice_of(view: View) -> dict[str, str]:
    """Every die on the table by its key, and which roll it shows."""
    pictures = pictures_of(VALLEY, view)
    found = {**keyed(pictures["dice"]), **keyed(pictures["colours"])}
    return {key: die.get("data-roll", "") for key, die in found.items()}


def test_a_die_goes_from_the_pool_to_its_colour_and_the_others_stay() -> None:
    scene = ValleyScene(2, "A")
    scene.roll("HSSFLC")
    before = dice_of(scene.state.view(0))
    scene.turn(0, "sheep green a3")
    after = dice_of(scene.state.view(0))
    assert before.keys() - after.keys() == {"sheep@1"} and after.keys() - before.keys() == {"sheep@green"}
    assert len(after) == 6 and {*before.values(), *after.values()} == {"1"}


def test_six_dice_are_rolled_anew() -> None:
    for before, after in pairwise(positions(VALLEY, 2, 1)[:-1]):
        then, now = dice_of(before.view(0)), dice_of(after.view(0))
        assert len(now) == 6 and len(set(now.values())) == 1
        rounds = (before.view(0)["round"], after.view(0)["round"])
        assert (set(then.values()) == set(now.values())) == (rounds[0] == rounds[1])


def test_what_was_drawn_stays_drawn() -> None:
    """A mark is new once; so are villagers, who are strokes in one drawing."""
    for before, after in pairwise(positions(VALLEY, 2, 1)):
        then, now = (pictures_of(VALLEY, state.view(0)) for state in (before, after))
        for name in ("sheet", "sheet 1"):
            assert keyed(then[name]).keys() <= keyed(now[name]).keys()
        strokes = [
            [path.get("d") for path in keyed(pictures["sheet"])["v0"].iter() if path.get("d")]
            for pictures in (then, now)
        ]
        assert strokes[1][: len(strokes[0])] == strokes[0]


# ---- what is hidden ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("looking", [None, 0, 1])
def test_coins_that_nobody_may_know_have_no_keys(looking: int | None) -> None:
    one = Scene(2).furnish(0, barn="copper").furnish(1, barn="gold silver").autumn().state
    other = Scene(2).furnish(0, barn="copper").furnish(1, barn="silver silver").autumn().state
    keys = [keys_of(GROVE, state.view(looking), 1) for state in (one, other)]
    coins = {key for key in keys[0] if kind_of(key) in ("coin", "copper", "silver", "gold")}
    assert coins == ({"gold@b0", "silver@b0"} if looking == 1 else set())
    assert (keys[0] == keys[1]) == (looking != 1)
