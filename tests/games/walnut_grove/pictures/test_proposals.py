"""What is proposed where only goods and coins are moved about: always legal, and made together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from farmstead import shelf
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.square import cell_text
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.pictures.matches import fitting_first
from farmstead.games.walnut_grove.pictures.svg import parts_of
from farmstead.games.walnut_grove.rules import GAME as GROVE
from farmstead.render.page import page_for
from tests.games.walnut_grove.scenes import Scene

GAME = shelf.game("walnut-grove")
PAGE = page_for(GAME)
EDITION = GROVE.edition


def positions(seed: int, seats: int = 1) -> Iterator[Table]:
    """Every decision of a game whose moves are drawn by lot."""
    table, dealer = Table(GAME, GAME.setup(seats)), QuickDealer(seed)
    table.settle(dealer)
    while table.state.to_act():
        yield table
        seat = table.state.to_act()[0]
        moves = table.state.legal(seat)
        table.play(seat, str(moves[dealer.below(len(moves))]))
        table.settle(dealer)


# `Any`: a view is JSON.
def made(table: Table, moves: tuple[str, ...]) -> tuple[Any, Any]:
    """The farm of the seat before and after some moves, with forced steps in between and no chance."""
    seat = table.state.to_act()[0]
    copy = Table(GAME, table.setup)
    copy.state = table.state.clone()
    for move in moves:
        assert seat in copy.state.to_act() and CHANCE not in copy.state.to_act(), "nothing comes in between"
        copy.play(seat, move)
        copy.settle()
    return table.state.view(seat)["farms"][seat], copy.state.view(seat)["farms"][seat]  # type: ignore[index]


def test_what_is_proposed_can_be_done_and_takes_what_it_says() -> None:
    """Slow: some games, each decision of them with its proposals."""
    asked: Counter[str] = Counter()
    for seed in range(4):
        for table in positions(seed, 1 + seed % 2):
            seat = table.state.to_act()[0]
            view = table.state.view(seat)
            legal = [str(move) for move in table.state.legal(seat)]
            for whole in PAGE.wholes(view, legal):
                made(table, whole.moves)
                asked[whole.moves[0].split()[0]] += 1
            if (proposal := PAGE.proposal(view, {})) is None:
                continue
            made(table, proposal.moves)
            taken = Counter([parts_of(move)[0] for move in proposal.moves if parts_of(move)])
            assert taken <= Counter(proposal.uses), "with what is forced at least as much is taken"
            asked[proposal.label[0]] += 1
            for part in proposal.parts[:3]:
                for count in (0, 1):
                    if (changed := PAGE.proposal(view, {part: count})) is not None:
                        made(table, changed.moves)
    assert {"visit", "work", "pay", "sale", "surplus"} <= {*asked}


def test_a_harvest_that_loses_something_is_not_whole() -> None:
    """WG 4.6: what is lost is asked about.

    Slow: some games, each summer of them.
    """
    for seed in range(3):
        for table in positions(seed):
            view = table.state.view(0)
            for whole in PAGE.wholes(view, [str(move) for move in table.state.legal(0)]):
                assert "leave" not in whole.moves and not any(
                    move.startswith("throw") for move in whole.moves
                )


def test_the_best_fit_of_a_tile_comes_first() -> None:
    """WG 4.1: as many edges as possible show the terrain that lies beside them."""
    table = next(each for each in positions(5) if "lay" in str(each.state.legal(0)[0]))
    before = len(table.state.view(0)["farms"][0]["districts"])  # type: ignore[index]
    choices = PAGE.choices(table.state.view(0), [str(move) for move in table.state.legal(0)])
    joined: dict[tuple[str, ...], list[int]] = {}
    for choice in choices:
        if choice.ghost is None:
            continue
        farm, after = made(table, choice.moves)
        tile, cell, _ = choice.parts
        new = {each["terrain"] for each in after["districts"]}
        assert new
        joined.setdefault((tile, cell), []).append(len(after["districts"]))
        assert len(farm["districts"]) == before
    assert joined and all(found[0] == min(found) for found in joined.values())


def test_where_edges_are_equal_a_fence_goes_on() -> None:
    """WG 9.3: on bare land to the rim, where every fence begins; what is no tile comes last."""
    land, tiles = Scene(boards="yellow").farm().land, EDITION.tiles
    places = [(tile, cell) for tile in tiles for cell in land.frontier]
    legal = [f"lay {tile} at {cell_text(cell)} turn {turn}" for tile, cell in places for turn in (3, 1, 0, 2)]
    found = fitting_first(EDITION, land, ["repay", *legal])
    assert found[-1] == "repay" and sorted(found[:-1]) == sorted(legal)
    went_on = 0
    for tile, cell in places:
        ways = [move for move in found if move.startswith(f"lay {tile} at {cell_text(cell)} ")]
        turned = [tiles[tile].turned[int(move.split()[-1])] for move in ways]
        joined = [(len(land.lay(each, cell).live), land.rim_side(cell) not in each.lines) for each in turned]
        assert joined[0] == min(joined)
        went_on += not joined[0][1]
    assert went_on


def test_the_tile_that_joins_most_is_in_hand() -> None:
    """WG 4.1: the first choice is of the tile that grows somewhere, not of the one with the lower number."""
    land, tiles = Scene(boards="yellow").farm().land, EDITION.tiles
    cell = land.frontier[0]
    growing = {
        tile: max([-len(land.lay(each, cell).live) + len(each.terrains) for each in tiles[tile].turned])
        for tile in tiles
    }
    most, least = max(growing, key=lambda tile: growing[tile]), min(growing, key=lambda tile: growing[tile])
    assert growing[most] > growing[least]
    for pair in ((most, least), (least, most)):
        legal = [f"lay {tile} at {cell_text(cell)} turn {turn}" for tile in pair for turn in range(4)]
        assert fitting_first(EDITION, land, legal)[0].split()[1] == str(most)


def made_by(scene: Scene, wanted: dict[str, int]) -> Counter[str]:
    """What is proposed to the only seat."""
    state = scene.state
    proposal = PAGE.proposal(state.view(0), wanted)
    assert proposal is not None
    return +Counter(dict(proposal.uses))


def test_a_full_barn_gives_a_copper_before_a_good() -> None:
    """WG 6.4, 4.6: it counts nothing, and what comes next finds room."""
    land = "grain@0,0 wood@4,0"
    full = Scene(boards="yellow").furnish(barn="copper silver silver silver", land=land, labourers="yellow")
    assert made_by(full.winter(), {})["barn:copper"] == 1
    roomy = Scene(boards="yellow").furnish(barn="copper silver", land=land, labourers="yellow")
    assert made_by(roomy.winter(), {})["barn:copper"] == 0


def test_the_first_help_tile_comes_before_a_silver_coin_and_the_second_after_it() -> None:
    """WG 5.6, 7: an open one can be repaid; a turned one cannot."""
    for help_tiles, barn, part in (
        ((0, 0), "silver", "help:new"),
        ((0, 0), "copper silver", "barn:copper"),
        ((1, 0), "gold", "barn:gold"),
    ):
        scene = Scene(boards="yellow").furnish(barn=barn, help=help_tiles).stand(0, "lodge").autumn()
        scene.play(0, "visit post-office" if help_tiles[0] else "visit church")
        assert part in made_by(scene, {}), (help_tiles, barn)


def test_what_winter_asks_for_is_neither_sold_nor_repaid() -> None:
    """WG 6.1, 7.3: as long as there is something else."""
    scene = Scene(boards="yellow").furnish(barn="grain grain grain fish", labourers="blue", help=(1, 0))
    scene.autumn().play(0, "repay")
    assert made_by(scene, {}) == {"barn:grain": 3}


def test_in_spring_a_help_tile_can_be_repaid_and_is_no_tile() -> None:
    """WG 7.3: what is done besides is listed after all ways to lay a tile, and joins nothing."""
    scene = Scene(boards="yellow").furnish(barn="grain grain grain", help=(1, 0)).spring()
    choices = PAGE.choices(scene.state.view(0), scene.legal())
    assert choices[-1].moves == ("repay",) and choices[-1].ghost is None
    assert choices[0].ghost is not None and max(each.ghost.joined for each in choices if each.ghost) > 0


def test_room_in_the_barn_is_told_before_a_walk() -> None:
    """WG 5.8, 5.13: what the barn could not take of what a building gives is known before.

    Slow: some games, each visit of them.
    """
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(16):
        for table in positions(seed):
            (seat,) = table.state.to_act()
            for move in [str(legal) for legal in table.state.legal(seat)]:
                if not move.startswith("visit "):
                    continue
                state = table.state.clone()
                state.apply(seat, GAME.parse(move))
                if seat not in state.to_act() or (offer := PAGE.next_offer(state.view(seat))) is None:
                    continue
                kind, fields = offer
                barn = state.view(seat)["farms"][seat]["barn"]  # type: ignore[index]
                room = barn["spaces"] - sum(barn["goods"].values()) - barn["coins"]
                if kind == "goods":
                    assert fields["over"] == max(0, 2 - room)
                if kind == "sale":
                    coins = int(fields["coins"])
                    assert fields["over"] == (max(0, coins - int(fields["room"])) if coins else "none")
                    assert int(fields["room"]) >= room
                if kind in ("goods", "sale"):
                    seen[kind, fields["over"] == 0] += 1
    assert len(seen) == 4, "both with room and without"
