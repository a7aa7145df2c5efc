"""Takes what looks best now: every move is tried in an imagined position, carried on a little, and judged."""

from collections.abc import Callable
from typing import Final, final

from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.seen import Seen
from farmstead.engine.contract import CHANCE, Action, Seat, State
from farmstead.engine.dealer import QuickDealer

Evaluator = Callable[[State, Seat], float]
FURTHEST: Final = 12  # own steps a move is carried on
SHORT_MENU: Final = 16  # longer menus end the look ahead: too slow to try them all again
ENOUGH: Final = 1e-9  # closer than this is a tie


@final
class Greedy:
    """The best move by one look, its turn finished in the same way; ties are broken by seed."""

    def __init__(self, seed: int = 1) -> None:
        self._dealer = QuickDealer(seed)

    def choose(self, seen: Seen) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        judge = evaluator_for(seen.game.name)
        state = seen.imagine(self._dealer)
        values = [self._value(state, seen, text, judge) for text in seen.legal]
        best = max(values)
        equal = [text for text, value in zip(seen.legal, values, strict=True) if value > best - ENOUGH]
        return equal[self._dealer.below(len(equal))]

    def _value(self, state: State, seen: Seen, text: str, judge: Evaluator) -> float:
        after = state.clone()
        after.apply(seen.seat, seen.game.parse(text))
        carry_on(after, seen.seat, judge)
        return judge(after, seen.seat)


def carry_on(state: State, seat: Seat, judge: Evaluator) -> None:
    """Make the seat's next steps, each the best at a glance, until it waits or has a long menu before it."""
    for _ in range(FURTHEST):
        seats = state.to_act()
        if seat not in seats or seats[0] == CHANCE:
            return
        moves = state.legal(seat)
        if len(moves) > SHORT_MENU:
            return
        state.apply(seat, moves[0] if len(moves) == 1 else best_at_a_glance(state, seat, moves, judge))


def best_at_a_glance(state: State, seat: Seat, moves: list[Action], judge: Evaluator) -> Action:
    """The first of the moves with the best value right after it."""
    best, found = float("-inf"), moves[0]
    for move in moves:
        after = state.clone()
        after.apply(seat, move)
        value = judge(after, seat)
        if value > best + ENOUGH:
            best, found = value, move
    return found
