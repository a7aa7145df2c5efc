"""Evaluates a farm by itself: what it scores, and what this year and the years to come may bring.

A year is played through in a few sums: which districts to work, which building to visit, how winter is paid.
What is left after winter is worth its points and the prices of what will be of use.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Action, Seat, State
from farmstead.evaluators.base import Evaluator, Numbers, Turn, is_waiting
from farmstead.games.walnut_grove.evaluator.autumn import NEVER, Street, way_left
from farmstead.games.walnut_grove.evaluator.household import Household, household_of
from farmstead.games.walnut_grove.evaluator.land import added, land_value, terrain_weights
from farmstead.games.walnut_grove.evaluator.prices import Prices
from farmstead.games.walnut_grove.evaluator.summer import DistrictChoice, choices, put_away
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.actions import PASS, REPAY, VISITS, lays, on_land
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.help import can_repay
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.games.walnut_grove.rules.winter import needs

ROOTS: Final = (
    names.DECIDE_ROW,
    names.DECIDE_LAND,
    names.DECIDE_WORK,
    names.DECIDE_VISIT,
    names.DECIDE_WINTER,
    names.DECIDE_LAST,
)
IN_VAIN: Final = -100.0  # points: a visit once begun is not made unpayable (WG 5.6)
IN_COMPANY: Final = 0.7  # of the effort: with three and four, every try takes longer
A_FIGURE: Final = 0.5  # of the effort: a summer is several decisions
PAYING: Final = (names.DECIDE_TOLL, names.DECIDE_COST, names.DECIDE_REPAY)
FURTHEST: Final = 14  # steps of one visit
POINTS_LOST_BY_CARELESSNESS: Final = 1.0  # of about a hundred decisions, most are small
NO_NEEDS: Final = [0, 0, 0, 0, 0]
# How what is still to come divides into the lines of the score, as in games of good players.
COMING: Final = {
    "fences": 0.15,
    "figures": 0.3,
    "buildings": 0.05,
    "coins": 0.1,
    "improvements": 0.4,
    "help": 0.0,
}


@final
class GroveEvaluator(Evaluator):
    def __init__(self, weights: Numbers) -> None:
        super().__init__(list(COMING), names.YEARS + 1, POINTS_LOST_BY_CARELESSNESS)  # to the very end
        self.prices = [Prices(weights, left) for left in range(names.YEARS + 1)]

    def clock(self, state: State) -> int:
        """Years that are over."""
        assert isinstance(state, WalnutGrove)
        year = int(state.year)
        return year if state.season == names.SETTING_UP or state.season > names.WINTER else max(0, year - 1)

    def effort(self, state: State, seat: Seat) -> float:
        """How to pay, what to take and what to keep is reckoned; land, work and walks are tried out."""
        assert isinstance(state, WalnutGrove)
        whole = 1.0 if state.players < 3 else IN_COMPANY
        decision = state.farms[seat].agenda[-1]
        if decision in (names.DECIDE_LAND, names.DECIDE_VISIT):
            return whole
        return A_FIGURE * whole if decision in (names.DECIDE_WORK, names.DECIDE_ROW) else 0.0

    def value(self, state: State, seat: Seat) -> float:
        assert isinstance(state, WalnutGrove)
        if not state.acting:
            return float(state.scores()[seat])
        return self.estimate(state, seat, None)

    def estimate(self, state: WalnutGrove, seat: Seat, kept: Household | None) -> float:
        """The value before the game is over; `kept` becomes the household at the end of this year."""
        if seat >= len(state.farms):
            return 0.0
        farm = state.farms[seat]
        prices = self._prices(state)
        if state.season == names.LAST:
            return float(farm.land.areas) + _valued(self._house(state, seat, farm, NO_NEEDS), prices, kept)
        return land_value(farm, prices) + self._year(state, seat, farm, prices, kept)

    def value_by_line(self, state: State, seat: Seat) -> dict[str, float]:
        lines = state.score_lines(seat)
        coming = 0.0 if not state.to_act() else self.value(state, seat) - lines["total"]
        return {line: lines[line] + coming * COMING[line] for line in self.lines}

    def _prices(self, state: WalnutGrove) -> Prices:
        return self.prices[state.edition.years - max(1, int(state.year))]

    def _house(self, state: WalnutGrove, seat: Seat, farm: Farm, owed: list[int]) -> Household:
        way = way_left(state, state.spots[seat]) if state.spots[seat] >= 0 else 0.0
        return household_of(farm, owed, way, state.switches)

    def _year(
        self, state: WalnutGrove, seat: Seat, farm: Farm, prices: Prices, kept: Household | None
    ) -> float:
        """What the household comes to at the end of this year."""
        season = state.season
        if season == names.SETTING_UP:
            return _valued(self._house(state, seat, farm, NO_NEEDS), prices, kept)
        if season == names.WINTER:
            house = self._house(state, seat, farm, farm.owed)
            house.live_through_winter(prices, state.switches.jokers_anywhere)
            return _valued(house, prices, kept)
        house = self._house(state, seat, farm, needs(state, farm))
        if season == names.AUTUMN:
            return self._autumn(state, seat, farm, house, prices, kept)
        street = Street(state, seat, prices, kept)
        figures = int(farm.figures) if season == names.SUMMER else 1 + int(farm.hands())
        if figures == 0:
            return street.best(house)
        found = NEVER
        for choice in choices(farm, house, street, state.disc.summer, figures):
            if choice.value > found:
                found = choice.value
        return found

    def _autumn(
        self,
        state: WalnutGrove,
        seat: Seat,
        farm: Farm,
        house: Household,
        prices: Prices,
        kept: Household | None,
    ) -> float:
        """Before, in the middle of, or after the visit."""
        turn = state.order.index(seat)
        if turn > state.turn or (turn == state.turn and farm.visiting < 0):
            return Street(state, seat, prices, kept).best(house)
        spoilt = _finish_visit(farm, house, prices) if turn == state.turn else 0.0
        house.live_through_winter(prices, state.switches.jokers_anywhere)
        return spoilt + _valued(house, prices, kept)

    # ---- ways to play --------------------------------------------------------------------------------

    def turns(self, state: State, seat: Seat) -> list[Turn]:
        """Each move with the steps that follow from it, such as toll, cost and what is taken of a visit."""
        assert isinstance(state, WalnutGrove)
        farm = state.farms[seat]
        decision = farm.agenda[-1]
        if decision == names.DECIDE_LAND:
            found = self._lays(state, seat, farm)
        elif decision == names.DECIDE_WORK:
            found = [
                Turn(self._season(state, seat, choice), choice.value + land_value(farm, self._prices(state)))
                for choice in self._choices(state, seat, farm)
            ]
        else:
            found = []
        known = {turn.moves[0] for turn in found}
        for move in state.legal(seat):
            if move not in known:
                found.append(self._followed(state, seat, move))
        return found

    def best_turn(self, state: State, seat: Seat) -> Turn:
        assert isinstance(state, WalnutGrove)
        farm = state.farms[seat]
        decision = farm.agenda[-1]
        if decision == names.DECIDE_LAND:
            return self._best_lay(state, seat, farm)
        if decision == names.DECIDE_WORK:
            every = self._choices(state, seat, farm)
            best = every[0]
            for choice in every:
                if choice.value > best.value:
                    best = choice
            return Turn(self._season(state, seat, best), best.value)
        if decision == names.DECIDE_VISIT:
            return self._best_visit(state, seat, farm)
        return Turn([self._at_a_glance(state, seat)], 0.0)

    def _followed(self, state: WalnutGrove, seat: Seat, move: Action) -> Turn:
        after = state.clone()
        after.apply(seat, move)
        moves: list[Action] = [move]
        self._carry_on(after, seat, moves)
        return Turn(moves, self.value(after, seat))

    def _carry_on(self, state: WalnutGrove, seat: Seat, moves: list[Action]) -> None:
        """Make the steps that follow from a move, each the best at a glance."""
        for _ in range(FURTHEST):
            if is_waiting(state, seat) or state.farms[seat].agenda[-1] in ROOTS:
                return
            move = self._at_a_glance(state, seat)
            state.apply(seat, move)
            moves.append(move)

    def _at_a_glance(self, state: WalnutGrove, seat: Seat) -> Action:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        best, found = NEVER, legal[0]
        paying = state.farms[seat].visiting >= 0 and state.farms[seat].agenda[-1] in PAYING
        for move in legal:
            after = state.clone()
            after.apply(seat, move)
            value = self.value(after, seat)
            if paying and after.farms[seat].visiting < 0:
                value += IN_VAIN
            if value > best:
                best, found = value, move
        return found

    # ---- spring --------------------------------------------------------------------------------------

    def _lays(self, state: WalnutGrove, seat: Seat, farm: Farm) -> list[Turn]:
        prices = self._prices(state)
        weights = terrain_weights(farm, prices)
        base = self.value(state, seat)
        found: list[Turn] = []
        for number in farm.drawn:
            turned = state.edition.tiles[number].turned
            for cell in farm.land.frontier:
                moves = lays(number, cell)
                for turn in range(4):
                    found.append(Turn([moves[turn]], base + added(farm, prices, weights, turned[turn], cell)))
        return found

    def _best_lay(self, state: WalnutGrove, seat: Seat, farm: Farm) -> Turn:
        prices = self._prices(state)
        weights = terrain_weights(farm, prices)
        best = NEVER
        found: Action = PASS
        for number in farm.drawn:
            turned = state.edition.tiles[number].turned
            for cell in farm.land.frontier:
                for turn in range(4):
                    value = added(farm, prices, weights, turned[turn], cell)
                    if value > best:
                        best = value
                        found = lays(number, cell)[turn]
        return Turn([found], best)

    # ---- summer --------------------------------------------------------------------------------------

    def _choices(self, state: WalnutGrove, seat: Seat, farm: Farm) -> list[DistrictChoice]:
        house = self._house(state, seat, farm, needs(state, farm))
        street = Street(state, seat, self._prices(state))
        return choices(farm, house, street, state.disc.summer, int(farm.figures))

    def _season(self, state: WalnutGrove, seat: Seat, choice: DistrictChoice) -> list[Action]:
        """The moves of a whole summer: each district worked, what does not fit put away or left."""
        land = state.farms[seat].land
        moves: list[Action] = []
        after = state.clone()
        for district in choice.districts:
            move: Action = on_land(land.terrain[district], land.anchor[district]).work
            after.apply(seat, move)
            moves.append(move)
            while not is_waiting(after, seat) and after.farms[seat].agenda[-1] == names.DECIDE_SURPLUS:
                move = put_away(after, after.farms[seat], self._prices(after))
                after.apply(seat, move)
                moves.append(move)
        return moves

    # ---- autumn --------------------------------------------------------------------------------------

    def _best_visit(self, state: WalnutGrove, seat: Seat, farm: Farm) -> Turn:
        house = self._house(state, seat, farm, needs(state, farm))
        street = Street(state, seat, self._prices(state))
        best = street.passing(house)
        found: Action = PASS
        for n in range(len(street.buildings)):
            value = street.visit(house, n)
            if value > best:
                best = value
                found = VISITS[street.buildings[n].number]
        if farm.help_open and can_repay(state, farm) and street.buying_off(house) > best:
            return self._followed(state, seat, REPAY)
        after = state.clone()
        after.apply(seat, found)
        moves: list[Action] = [found]
        self._carry_on(after, seat, moves)
        return Turn(moves, best)


def _valued(house: Household, prices: Prices, kept: Household | None) -> float:
    """What it is worth; `kept` becomes it."""
    if kept is not None:
        kept.become(house)
    return house.value(prices)


def _finish_visit(farm: Farm, house: Household, prices: Prices) -> float:
    """Pay what is still to pay of a visit, take what has come (WG 5.6-5.12); IN_VAIN if it cannot be paid."""
    payable = house.pay_visit(int(farm.tolls), farm.owed, house.missing(farm.owed), prices)
    house.coins[1] += int(farm.coins_due)  # on average a coin is worth about a silver one
    house.room -= int(farm.coins_due)
    for coin in range(3):
        house.coins[coin] += farm.coins_drawn[coin]
        house.room -= farm.coins_drawn[coin]
    while house.room < 0 and house.all_coins() > 0:  # what finds no room is lost (WG 4.6)
        house.give_coin()
    return 0.0 if payable else IN_VAIN
