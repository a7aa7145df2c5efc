"""The cost of a decision, measured from what its seat could see.

A search proposes the turn it would have played, and the best turn that begins with the move that was made.
Then both are played with luck that the search has not seen, the same for both: the best of several in one
trial looks better than it is, and a review that believed the search would find losses where there are none.

A turn of several moves is a decision at each of them, and each is charged for itself: it is compared with the
best that could be done from there, and what came of the rest of the turn is left to the decisions after it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from farmstead.agents.observation import Observation, observation_at
from farmstead.agents.review.expectation import Expectation, MeanEstimate, key_of
from farmstead.agents.review.results import NOTHING, Decision, Measure
from farmstead.agents.search_agent import SearchAgent
from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.engine.dealer import KeyedDealer, QuickDealer

MORE: Final = 4  # times the pairs, when a decision is measured to the end of the game


class DecisionCosts:
    """Measures decisions: so many tries to find the best turn, so many pairs of them to measure the loss."""

    def __init__(self, outlook: Expectation, tries: int, pairs: int) -> None:
        self._outlook = outlook
        self._pairs = pairs
        self._searching = SearchAgent(iterations=tries)

    def weigh(self, ply: int, seen: Observation, made: str) -> Decision:
        """What a move cost against the best the search can find."""
        advice = self._searching.advise(seen, made)
        plan = advice[0].plan
        own = next((one.plan for one in advice if one.move == made), (made,))
        decision = Decision(ply, seen.seat, made, len(seen.legal), plan, own, len(plan), NOTHING)
        if plan[0] == made:
            return decision
        own = self._continued(seen, own[:1]) if len(own) > 1 else own
        decision = replace(decision, plan=self._continued(seen, plan), own=self._continued(seen, own))
        return replace(decision, measure=self.measured(decision, seen))

    def _continued(self, seen: Observation, plan: tuple[str, ...]) -> tuple[str, ...]:
        """A plan and what the search would do after it, if the same seat has the next decision at once.

        So the rest of a turn is sought as well for the move that was made as for the best, and what can be
        made up for right afterwards is no loss yet.
        """
        state = seen.imagine(seen.dice(0))
        made = list(plan[: play(state, seen, plan)])
        while is_to_choose(state, seen.seat):
            moves = state.legal(seen.seat)
            if len(moves) > 1:
                return (*made, *self._searching.advise(observation_at(seen.game, state, seen.seat))[0].plan)
            state.apply(seen.seat, moves[0])
            made.append(str(moves[0]))
        return tuple(made)

    def measured(self, decision: Decision, seen: Observation, to_the_end: bool = False) -> Measure:
        """Both turns of a decision, carried on to the horizon.

        Or to the end: with other luck and more of it, and no guess, every try is played out.
        """
        tries = MORE * self._pairs if to_the_end else self._pairs
        lines: dict[str, MeanEstimate] = {}
        total = MeanEstimate()
        for sample in range(tries):
            number = int.from_bytes(key_of(seen.text(), to_the_end, sample)[:4], "big")
            state = seen.imagine(QuickDealer(number))
            best = self._tried(state.clone(), seen, decision.plan, number, to_the_end)
            own = self._tried(state, seen, decision.own, number, to_the_end)
            for line, points in best.items():
                lines.setdefault(line, MeanEstimate()).note(points - own[line])
            total.note(sum(best.values()) - sum(own.values()))
        by_line = {line: tally.mean for line, tally in lines.items()}
        return Measure(total.mean, total.spread, by_line, tries)

    def _tried(
        self, state: State, seen: Observation, plan: Sequence[str], number: int, to_the_end: bool
    ) -> dict[str, float]:
        play(state, seen, plan)
        return self._outlook.lines(state, seen.seat, KeyedDealer(key_of(number)), to_the_end)


def play(state: State, seen: Observation, plan: Sequence[str]) -> int:
    """Make the moves of a plan in a position that the seat has imagined; how many were possible."""
    for done, text in enumerate(plan):
        moves = state.legal(seen.seat) if is_to_choose(state, seen.seat) else []
        move = next((move for move in moves if str(move) == text), None)
        if move is None:
            return done
        state.apply(seen.seat, move)
    return len(plan)


def is_to_choose(state: State, seat: Seat) -> bool:
    acting = state.to_act()
    return CHANCE not in acting and seat in acting
