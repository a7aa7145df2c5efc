"""Walnut Grove as numbers: one to one, exact masks, the quick encoder like the slow one, nothing hidden."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import CHANCE, Action, IllegalMove
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.editions import packaged_edition
from farmstead.engine.encoding import NOTHING_TO_DO, BadEncoding
from farmstead.engine.square import cell_at
from farmstead.games.walnut_grove.encoding import encoding
from farmstead.games.walnut_grove.encoding.action_space import ActionSpace, reach_of, window_cells
from farmstead.games.walnut_grove.encoding.from_view import FARM_FIELDS
from farmstead.games.walnut_grove.rules import GAME, game_with, names
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from tests.encoding_laws import check_game, check_refusals, check_table_of_actions, written, written_mask
from tests.games.walnut_grove.subject import OPTIONS

SETUPS = [(seats, options) for seats in (1, 2, 3, 4) for options in OPTIONS]
OFTEN = 101  # positions between those in which every action that is not legal is tried


def played(seats: int, seed: int, until: int, options: tuple[str, ...] = ()) -> WalnutGrove:
    """A table after some moves at random."""
    state = GAME.start(GAME.setup(seats, options))
    dealer = QuickDealer(seed)
    for _ in range(until):
        acting = state.to_act()
        if not acting:
            break
        seat = acting[0]
        state.apply(seat, dealer.deal(state) if seat == CHANCE else state.pick(seat, dealer))
    return state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_actions_are_few_and_all_named(seats: int) -> None:
    numbers = encoding(GAME, seats)
    check_table_of_actions(numbers)
    assert numbers.actions == 3472 <= 8192


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_a_whole_game_keeps_the_laws(seats: int, options: tuple[str, ...]) -> None:
    """Slow: the views of all seats are encoded in every position of a game."""
    setup = GAME.setup(seats, options)
    assert check_game(GAME, setup, encoding(GAME, seats), QuickDealer(seats), OFTEN) > 100 * seats


@pytest.mark.parametrize("seats", [1, 4])
def test_games_of_the_first_revision_keep_the_laws(seats: int) -> None:
    """Slow: the views of all seats are encoded in every position of a game."""
    setup = GAME.setup(seats, ("french",), 1)
    check_game(GAME, setup, encoding(GAME, seats), QuickDealer(9))


# ---- the window -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("beside", [True, False])
def test_the_window_is_what_tiles_can_reach(beside: bool) -> None:
    """Every cell of the window can be reached (but row 0, with `beside` off), and none outside."""
    reach = reach_of(GAME.edition)
    board = GAME.edition.boards[0]
    tile = GAME.edition.tiles[1].turned[0]
    found: set[int] = set()
    farthest = [bare_land(board, beside)]  # a shortest way to each cell that was found last
    for _ in range(reach):
        longer: list[Land] = []
        for land in farthest:
            for cell in land.frontier:
                if cell not in found:
                    found.add(cell)
                    longer.append(land.lay(tile, cell))
        farthest = longer
    window = set(window_cells(reach))
    on_board = {cell_at(column, 0) for column in range(5)}
    row_zero = {cell for cell in window if cell < 256}
    assert found == (window - on_board if beside else window - row_zero)
    assert len(window) == 165 and len(window_cells(reach)) == 165


def test_every_sound_edition_fits_into_8192_actions() -> None:
    """WG 1.4: eight discs, at most two tiles each."""
    assert ActionSpace(2 * names.YEARS).actions == 7504 <= 8192


def test_an_edition_that_lays_more_has_a_wider_window() -> None:
    text = packaged_edition("farmstead.games.walnut_grove.rules")
    assert text.count("\nlay = 1\n") == 6
    for id in range(51, 81):  # the bag must serve them (WG 9.5)
        text += f'[[tile]]\nid = {id}\nsource = "invented"\nedges = "yybr"\nfences = []\nstorage = {{}}\n'
    game = game_with(text.replace("\nlay = 1\n", "\nlay = 2\n"))
    numbers = encoding(game, 2)
    assert numbers.actions == ActionSpace(16).actions > 3472
    check_game(game, game.setup(2), numbers, QuickDealer(4))


# ---- what stays, and what is hidden -----------------------------------------------------------------------


def test_numbers_that_are_published_stay() -> None:
    """Version 1: what an action means may never change."""
    state = played(1, 1, 0)
    dealer = QuickDealer(1)
    while state.season != names.SPRING or state.chance:
        seat = state.to_act()[0]
        state.apply(seat, dealer.deal(state) if seat == CHANCE else state.pick(seat, dealer))
    first, second = state.farms[0].drawn[:2]
    known = {1: "start town-hall", 3: "keep grain", 18: "throw gold", 19: "leave", 20: "visit post-office"}
    known |= {30: "pass", 31: "toll copper", 34: "toll help", 35: "give grain", 40: "give copper"}
    known |= {
        57: "give gold for stone",
        58: "help for grain",
        63: "repay",
        64: "take grain",
        69: "hire yellow",
    }
    known |= {72: "build hut", 74: "buy tent", 81: "sell grain", 86: "done", 87: "work grain at 0,0"}
    known |= {111: "work stone at 4,0", 112: "work grain at -10,0", 911: "work stone at 4,10"}
    known |= {912: f"lay {first} at -10,0 turn 0", 917: f"lay {second} at -10,0 turn 1"}
    known |= {3456: f"lay {first} at 4,10 turn 0"}
    view = state.view(0)
    assert {n: str(encoding(GAME, 1).move_of(view, n)) for n in known} == known


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.rule("WG 5.14")
def test_twins_that_differ_in_hidden_coins_look_the_same(seats: int) -> None:
    """Slow: in many positions of a game each seat gets positions that its view does not tell apart."""
    numbers = encoding(GAME, seats)
    state = played(seats, 0, 0)
    dealer = QuickDealer(seats)
    twins = 0
    while state.to_act():
        for seat in range(seats if len(state.farms) == seats else 0):
            twin = GAME.from_view(seat, state.view(seat), dealer)
            twins += twin.text() != state.text()
            assert written(numbers, twin, seat) == written(numbers, state, seat), state.text()
            assert written_mask(numbers, twin, seat) == written_mask(numbers, state, seat)
        seat = state.to_act()[0]
        state.apply(seat, dealer.deal(state) if seat == CHANCE else coin_lover(state, seat, dealer))
    assert twins >= 20


def coin_lover(state: WalnutGrove, seat: int, dealer: QuickDealer) -> Action:
    """A player who goes for coins, since at random few are drawn."""
    for move in state.legal(seat):
        if str(move) == "visit general-store" or str(move).startswith("sell "):
            return move
    return state.pick(seat, dealer)


@pytest.mark.rule("WG 5.14")
def test_coins_of_others_are_seen_when_the_game_is_over() -> None:
    numbers = encoding(GAME, 2)
    state = played(2, 3, 200)
    seen = numbers.observation(state.view(0))
    assert seen["coin_values"][3:] == [-1, -1, -1] and min(seen["coin_values"][:3]) >= 0
    assert seen["score"][9] == -1 != seen["score"][3]
    state = played(2, 3, 100_000)
    seen = numbers.observation(state.view(0))
    assert seen["coin_values"] == state.farms[0].barn[5:] + state.farms[1].barn[5:]
    assert [sum(seen["score"][:6]), sum(seen["score"][6:])] == state.scores()


def test_a_seat_sees_itself_first() -> None:
    numbers = encoding(GAME, 3)
    state = played(3, 5, 300)
    sizes = {field.name: field.size // 3 for field in numbers.fields}
    hidden = ("coin_values", "coins_drawn", "score")
    own = [numbers.observation(state.view(seat)) for seat in range(3)]
    for name in FARM_FIELDS:
        if name not in hidden:
            size = sizes[name]
            assert own[1][name] == own[0][name][size:] + own[0][name][:size], name


def test_each_move_of_a_seat_is_seen_by_all() -> None:
    """Only the values of coins are hidden: after any move nobody sees what was seen before."""
    numbers = encoding(GAME, 2)
    state = played(2, 1, 0)
    dealer = QuickDealer(6)
    before = [written(numbers, state, seat) for seat in range(2)]
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, dealer.deal(state) if seat == CHANCE else state.pick(seat, dealer))
        after = [written(numbers, state, seat) for seat in range(2)]
        assert all(one != other for one, other in zip(before, after, strict=True)), state.text()
        before = after


# ---- what is refused ------------------------------------------------------------------------------------


def test_refusals_have_a_paragraph() -> None:
    numbers = encoding(GAME, 2)
    state = played(2, 1, 60)
    for seat in (0, 1):
        check_refusals(numbers, state, seat)
    seat = state.to_act()[0]
    with pytest.raises(IllegalMove, match="WG "):
        numbers.move_of(state.view(seat), NOTHING_TO_DO)


def test_other_versions_seats_and_views_are_refused() -> None:
    with pytest.raises(BadEncoding, match="no version 2"):
        encoding(GAME, 2, 2)
    with pytest.raises(BadEncoding, match="1 to 4 seats, not 5"):
        encoding(GAME, 5)
    state = played(3, 1, 50)
    with pytest.raises(BadEncoding, match="table of 2"):
        encoding(GAME, 2).observation(state.view(0))
    with pytest.raises(BadEncoding, match="view of a seat"):
        encoding(GAME, 3).observation(state.view(None))
