"""Sunflower Valley: what may happen now, and what a move does."""

from __future__ import annotations

from typing import final

from farmstead.engine.contract import CHANCE, Action, Dealer, Event, Game, Refusal, Seat
from farmstead.games.sunflower_valley.rules import (
    actions,
    notation,
    reasons,
    refusals,
    rounds,
    scoring,
    setup,
    turn,
)
from farmstead.games.sunflower_valley.rules.names import CHANCE_ROLL, CHANCE_SHEET, NO_CHANCE
from farmstead.games.sunflower_valley.rules.position import Position


@final
class SunflowerValley(Position):
    __slots__ = ()

    def game(self) -> Game:
        from farmstead.games.sunflower_valley.rules import played_with  # not sooner: made of this module

        return played_with(self.edition.source)

    def clone(self) -> SunflowerValley:
        return SunflowerValley(self.edition, self.choices, self.rules, self.players, self)

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if self.chance == NO_CHANCE and self.acting and self.acting[0] == seat:  # one seat acts at a time
            turn.offer(self, seat, out)
        return out

    def odds(self) -> list[tuple[Action, int]]:
        if self.chance == CHANCE_ROLL:
            return self.edition.dice.odds[:]
        return [(move, 1) for move in self._dealt()]

    def _dealt(self) -> list[Action]:
        return setup.sheets(self) if self.chance == CHANCE_SHEET else setup.towns(self)

    def deal(self, dealer: Dealer) -> Action:
        if self.chance == CHANCE_ROLL:
            return self.edition.dice.rolled(dealer.below(actions.TICKETS))
        outcomes = self._dealt()
        return outcomes[dealer.below(len(outcomes))]

    def faces(self) -> str:
        return self.edition.dice.letters if self.chance == CHANCE_ROLL else ""

    def chance_name(self) -> str:
        if self.chance == CHANCE_ROLL:
            return f"round {self.round} roll"
        return "sheet" if self.chance == CHANCE_SHEET else f"seat {len(self.valleys) + 1} town"

    # ---- what a move does -------------------------------------------------------------------------

    def apply(self, seat: Seat, move: Action, log: list[Event] | None = None) -> None:
        if isinstance(move, actions.Draw):
            turn.draw(self, seat, move.what, log)
        elif isinstance(move, actions.Take):
            turn.take(self, seat, move.what, log)
        elif isinstance(move, actions.Reserve):
            turn.reserve(self, seat, move.what, log)
        elif isinstance(move, actions.Way):
            turn.lay(self, seat, move.what, log)
        elif isinstance(move, actions.Rolled):
            rounds.roll(self, move, log)
        elif isinstance(move, actions.SheetDealt):
            setup.deal_sheet(self, move.name, log)
        else:
            assert isinstance(move, actions.TownDealt) and self.layout is not None
            setup.deal_town(self, self.layout, move.what, log)

    # ---- looking at it ----------------------------------------------------------------------------

    def stage(self) -> str:
        return ""

    def view(self, seat: Seat | None) -> dict[str, object]:
        return notation.view(self, seat)

    def text(self) -> str:
        return notation.position_text(self)

    def score_lines(self, seat: Seat) -> dict[str, int]:
        return scoring.score_lines(self.valleys, seat)

    def scores(self) -> list[int]:
        dealt = scoring.totals(self.valleys)
        return dealt + [0] * (self.players - len(dealt))

    def reasons(self, seat: Seat) -> dict[str, list[Event]]:
        return reasons.reasons(self.valleys, seat)

    def places(self) -> list[int]:
        """SV 5.7; before all sheets are dealt nobody is ahead."""
        return scoring.places(self.valleys) if len(self.valleys) == self.players else [1] * self.players

    def why_not(self, seat: Seat, move: Action) -> Refusal:
        due = seat == CHANCE and self.chance != NO_CHANCE
        instead = [outcome for outcome, _ in self.odds()] if due else self.legal(seat)
        return refusals.why_not(self, seat, move, instead)
