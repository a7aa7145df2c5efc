"""Walnut Grove: which chapter of the rules is in force, and which comes next."""

from __future__ import annotations

from typing import final

from farmstead.engine.contract import CHANCE, Action, Dealer, Event, Game, Refusal, Seat
from farmstead.games.walnut_grove.rules import (
    actions,
    autumn,
    buildings,
    help,
    last,
    names,
    notation,
    payment,
    refusals,
    scoring,
    setup,
    spring,
    store,
    summer,
    winter,
)
from farmstead.games.walnut_grove.rules.position import NATURE, Position


@final
class WalnutGrove(Position):
    __slots__ = ()

    def game(self) -> Game:
        from farmstead.games.walnut_grove.rules import played_with  # not sooner: made of this module

        return played_with(self.edition.source)

    def clone(self) -> WalnutGrove:
        return WalnutGrove(self.edition, self.switches, self.rules, self.players, self)

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if seat not in self.acting or seat == CHANCE:
            return out
        farm = self.farms[seat]
        decision = farm.agenda[-1]
        if decision == names.DECIDE_REPAY:
            help.offer_gives(self, farm, out)
            return out
        self._offer(seat, decision, out)
        if farm.help_open > 0 and help.can_repay(self, farm):
            out.append(actions.REPAY)
        return out

    def _offer(self, seat: Seat, decision: int, out: list[Action]) -> None:
        farm = self.farms[seat]
        if decision == names.DECIDE_LAND:
            spring.offer(self, seat, out)
        elif decision == names.DECIDE_WORK:
            summer.offer(self, seat, out)
        elif decision == names.DECIDE_SURPLUS:
            summer.offer_surplus(farm, out)
        elif decision == names.DECIDE_VISIT:
            autumn.offer_visits(self, seat, out)
        elif decision == names.DECIDE_TOLL:
            autumn.offer_toll(self, farm, out)
        elif decision == names.DECIDE_COST:
            payment.offer_cost(self, farm, out)
        elif decision == names.DECIDE_WINTER:
            winter.offer(self, seat, out)
        elif decision == names.DECIDE_LAST:
            last.offer(self, seat, out)
        elif decision == names.DECIDE_ROW:
            setup.offer_rows(out)
        elif decision == names.DECIDE_SALE:
            store.offer_sales(self, farm, out)
        elif decision == names.DECIDE_COINS:
            store.offer_coins(farm, out)
        else:
            buildings.offer_action(self, farm, decision, out)

    def pick(self, seat: Seat, dealer: Dealer) -> Action:
        if self.farms[seat].agenda[-1] == names.DECIDE_LAND:
            return self._pick_land(seat, dealer)
        moves = self.legal(seat)
        return moves[dealer.below(len(moves))]

    def _pick_land(self, seat: Seat, dealer: Dealer) -> Action:
        """Spring's long menu by arithmetic, in the order of `legal`."""
        farm = self.farms[seat]
        cells = farm.land.frontier
        menu = 4 * len(cells) * len(farm.drawn)
        n = dealer.below(menu + (1 if help.can_repay(self, farm) else 0))
        if n == menu:
            return actions.REPAY
        tile, rest = divmod(n, 4 * len(cells))
        return actions.lays(farm.drawn[tile], cells[rest >> 2])[rest & 3]

    # ---- chance --------------------------------------------------------------------------------------

    def odds(self) -> list[tuple[Action, int]]:
        if self.chance == names.CHANCE_TILE:
            return spring.odds(self)
        return store.odds(self) if self.chance == names.CHANCE_COIN else setup.odds(self)

    def chance_name(self) -> str:
        if self.chance == names.CHANCE_TILE:
            return spring.chance_name(self)
        return store.chance_name(self) if self.chance == names.CHANCE_COIN else setup.chance_name(self)

    def deal(self, dealer: Dealer) -> Action:
        if self.chance == names.CHANCE_TILE:
            return spring.deal(self, dealer)
        if self.chance == names.CHANCE_COIN:
            return store.deal(self, dealer)
        return setup.deal_piece(self, dealer) if self.chance == names.CHANCE_STOCK else super().deal(dealer)

    # ---- making a move -----------------------------------------------------------------------------

    def apply(self, seat: Seat, move: Action, log: list[Event] | None = None) -> None:
        if seat == CHANCE:
            self._happen(move, log)
        elif isinstance(move, actions.Repay):
            help.begin(self.farms[seat])
        elif isinstance(move, actions.Give):
            self._give(seat, move, log)
        elif isinstance(move, actions.Lay):
            spring.lay(self, seat, move, log)
        elif isinstance(move, actions.Work):
            summer.harvest(self, seat, move, log)
        elif isinstance(move, (actions.Keep, actions.Leave, actions.Throw)):
            self._store(seat, move, log)
        elif isinstance(move, actions.Start):
            setup.place_figure(self, seat, move, log)
        elif isinstance(move, actions.AskForHelp):
            winter.ask(self, seat, move, log)
        elif isinstance(move, actions.Move):
            last.move(self, seat, move, log)
        else:
            self._in_town(seat, move, log)
        if not self.acting:
            self._go_on(log)

    def _happen(self, move: Action, log: list[Event] | None) -> None:
        if isinstance(move, actions.TileDrawn):
            spring.draw(self, move, log)
        elif isinstance(move, actions.CoinDrawn):
            store.draw(self, move, log)
        else:
            setup.happen(self, move, log)

    def _give(self, seat: Seat, move: actions.Give, log: list[Event] | None) -> None:
        decision = self.farms[seat].agenda[-1]
        if decision == names.DECIDE_REPAY:
            if help.pay_back(self, seat, move, log):
                self._after_free_action(seat, log)
        elif decision == names.DECIDE_COST:
            autumn.pay_cost(self, seat, move, log)
        else:
            winter.serve(self, seat, move, log)

    def _store(self, seat: Seat, move: Action, log: list[Event] | None) -> None:
        decision = self.farms[seat].agenda[-1]
        if isinstance(move, actions.Throw):
            summer.throw(self, seat, move, log)
            self._after_free_action(seat, log)
        elif decision == names.DECIDE_SURPLUS:
            if isinstance(move, actions.Keep):
                summer.keep(self, seat, move, log)
            else:
                summer.leave(self, seat, log)
        elif decision == names.DECIDE_GOODS:
            buildings.leave_goods(self, seat, log)
        elif isinstance(move, actions.Keep):
            store.keep_coin(self, seat, move, log)
        else:
            store.leave_coins(self, seat, log)

    def _after_free_action(self, seat: Seat, log: list[Event] | None) -> None:
        """WG 2.3: a free action never ends a decision, but it may have made room or a cost unpayable."""
        decision = self.farms[seat].agenda[-1]
        if decision == names.DECIDE_SURPLUS:
            summer.settle(self, seat)
        elif decision == names.DECIDE_COINS:
            store.settle_coins(self, seat, log)
        elif decision == names.DECIDE_COST:
            autumn.settle(self, seat, log)

    def _in_town(self, seat: Seat, move: Action, log: list[Event] | None) -> None:
        if isinstance(move, actions.Visit):
            autumn.visit(self, seat, move, log)
        elif isinstance(move, actions.Pass):
            autumn.stay(self, seat, log)
        elif isinstance(move, actions.Toll):
            autumn.pay_toll(self, seat, move, log)
        elif isinstance(move, actions.Take):
            buildings.take(self, seat, move, log)
        elif isinstance(move, (actions.Hire, actions.Build, actions.Buy)):
            buildings.take_piece(self, seat, move.what, log)
        elif isinstance(move, actions.Sell):
            store.sell(self, seat, move, log)
        elif isinstance(move, actions.Done):
            self._done(seat, log)

    def _done(self, seat: Seat, log: list[Event] | None) -> None:
        if self.season == names.LAST:
            last.done(self, seat, log)
        else:
            store.close_sale(self, seat, log)

    def _go_on(self, log: list[Event] | None) -> None:
        """WG 2.1: all players have finished a season; the next begins."""
        season = self.season
        if season == names.SPRING:
            spring.end(self)
            summer.begin(self)
        elif season == names.SUMMER:
            summer.end(self)
            autumn.begin(self)
        elif season == names.AUTUMN:
            winter.begin(self)
            if not self.acting:
                self._end_year(log)
        elif season == names.WINTER:
            self._end_year(log)
        elif season == names.LAST:
            last.end(self, log)
        else:  # a disc has been turned, or all figures are placed
            spring.begin(self)

    def _end_year(self, log: list[Event] | None) -> None:
        """WG 6.5, 8.1."""
        winter.end(self, log)
        if self.year == self.edition.years:
            last.begin(self)
        else:
            self.season = names.SETTING_UP
            self.await_chance(names.CHANCE_DISC)

    # ---- looking at it ----------------------------------------------------------------------------

    def stage(self) -> str:
        if (
            self.season in (names.SPRING, names.SUMMER, names.WINTER, names.LAST)
            and self.acting
            and self.acting[0] != CHANCE
        ):
            return f"year {self.year} {names.SEASONS[self.season]}"
        return ""

    def view(self, seat: Seat | None) -> dict[str, object]:
        return notation.view(self, seat)

    def text(self) -> str:
        return notation.position_text(self)

    def score_lines(self, seat: Seat) -> dict[str, int]:
        """WG 8."""
        farm = self.farms[seat] if 0 <= seat < len(self.farms) else None
        return scoring.lines(farm, self.switches.open_help_costs)

    def scores(self) -> list[int]:
        dealt = [scoring.total(farm, self.switches.open_help_costs) for farm in self.farms]
        return dealt + [0] * (self.players - len(dealt))

    def places(self) -> list[int]:
        return scoring.places(self)

    def conceals(self, seat: Seat, move: Action) -> bool:
        """WG 5.14: who pays or keeps a coin without a choice has coins that are all alike."""
        if seat == CHANCE or not actions.is_of_coin(move):
            return False
        farm = self.farms[seat]
        coins = int(farm.coins()) + sum(farm.coins_drawn)
        return coins > 1 and not (farm.start_coins_known and coins == 2)

    def why_not(self, seat: Seat, move: Action) -> Refusal:
        due = seat == CHANCE and self.acting == NATURE
        instead = [outcome for outcome, _ in self.odds()] if due else self.legal(seat)
        return refusals.why_not(self, seat, move, instead)
