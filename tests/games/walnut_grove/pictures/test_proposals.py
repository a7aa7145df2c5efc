"""What is proposed where only goods and coins are moved about: always legal, and made together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from farmstead import shelf
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.pictures.svg import parts_of
from farmstead.render.page import page_for

GAME = shelf.game("walnut-grove")
PAGE = page_for(GAME)


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
