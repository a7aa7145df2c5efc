"""An evaluator by playouts, for games without one: what random games from a position on end with."""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Game, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.playout import play_out
from farmstead.evaluators.base import Evaluator

PLAYOUTS: Final = 30  # of each position; the same luck for all that are compared
LEAST_STAKES: Final = 1.0  # points


@final
class PlayoutEvaluator(Evaluator):
    """Means over games that are played to their end at random; a search carries nothing on before them."""

    def __init__(self, game: Game) -> None:
        start = game.start(game.setup(game.fewest))
        ends = [_played_out(start, seed).scores()[0] for seed in range(PLAYOUTS)]
        mean = sum(ends) / PLAYOUTS
        spread = (sum([(end - mean) ** 2 for end in ends]) / PLAYOUTS) ** 0.5
        super().__init__(list(start.score_lines(0))[:-1], 0, max(LEAST_STAKES, spread))

    def value(self, state: State, seat: Seat) -> float:
        """The final points `seat` may expect; exact when the game is over."""
        return sum(self.value_by_line(state, seat).values())

    def value_by_line(self, state: State, seat: Seat) -> dict[str, float]:
        """The final points `seat` may expect, by line of the score."""
        over = not state.to_act()
        ends = [state] if over else [_played_out(state, seed) for seed in range(PLAYOUTS)]
        scores = [end.score_lines(seat) for end in ends]
        return {line: sum([score[line] for score in scores]) / len(scores) for line in self.lines}

    def clock(self, state: State) -> int:
        """Whether the game is over: a game without an evaluator says no more of its time."""
        return 0 if state.to_act() else 1


def _played_out(state: State, seed: int) -> State:
    end = state.clone()
    play_out(end, QuickDealer(seed))
    return end
