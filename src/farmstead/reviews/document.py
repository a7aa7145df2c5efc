"""A review as one JSON object."""

from __future__ import annotations

from typing import Final

from farmstead import _build
from farmstead.agents.review import Decision, Luck, Turning
from farmstead.agents.review.results import SeatTotal
from farmstead.engine.contract import Seat
from farmstead.reviews.sentences import ReviewText

FORMAT: Final = "farmstead review 1"
JSON_DECIMALS: Final = 3  # of a number in JSON


def document(told: ReviewText) -> dict[str, object]:
    """The whole review; seats and moves are counted from 1."""
    review = told.review
    return {
        "format": FORMAT,
        "farmstead": _build.VERSION,
        "game": told.story.setup.game,
        "seats": review.seats,
        "moves": len(told.story.moves),
        "over": told.story.is_over,
        "known_to": None if review.eyes is None else review.eyes + 1,
        "from": review.first + 1,
        "to": review.end,
        "iterations": review.tries,
        "scores": None if review.scores is None else list(review.scores),
        "turning_points": [turning_entry(told, one) for one in review.turnings],
        "totals": [total_entry(told, seat) for seat in review.of],
        "decisions": [decision_entry(told, one) for one in review.decisions],
        "luck": [luck_entry(told, one) for one in review.lucks],
        "expected": [
            {
                "after": point.ply,
                "points": [rounded(worth) for worth in point.worths],
                "errors": [rounded(spread) for spread in point.spreads],
            }
            for point in review.curve
        ],
    }


def decision_entry(told: ReviewText, one: Decision) -> dict[str, object]:
    return {
        "move": one.ply + 1,
        "seat": one.seat + 1,
        "part": told.part(one.ply),
        "kind": told.kinds[one.ply],
        "choices": one.choices,
        "made": one.made,
        "best": one.best,
        "plan": list(one.better),
        "lost": rounded(one.loss),
        "error": rounded(one.spread),
    }


def turning_entry(told: ReviewText, turning: Turning) -> dict[str, object]:
    one, measure = turning.decision, turning.measure
    return {
        **decision_entry(told, one),
        "made_words": told.made(one),
        "better_words": told.plan(one),
        "lost_to_the_end": rounded(measure.loss),
        "error_to_the_end": rounded(measure.spread),
        "lines": {line: rounded(number) for line, number in measure.lines.items()},
    }


def luck_entry(told: ReviewText, one: Luck) -> dict[str, object]:
    return {
        "move": one.ply + 1,
        "name": one.name,
        "part": told.part(one.ply),
        "came": one.came,
        "outcomes": one.outcomes,
        "all_tried": one.listed,
        "gains": {str(seat + 1): rounded(one.gains[seat]) for seat in told.review.of},
        "errors": {str(seat + 1): rounded(one.spreads[seat]) for seat in told.review.of},
    }


def total_entry(told: ReviewText, seat: Seat) -> dict[str, object]:
    review = told.review
    luck, spread = review.luck(seat)
    ends = [rounded(point.worths[seat]) for point in (*review.curve[:1], *review.curve[-1:])]
    kinds = review.by_kind(seat, told.kinds)
    return {
        "seat": seat + 1,
        "expected_first": ends[0] if ends else None,
        "expected_last": ends[-1] if ends else None,
        "luck": rounded(luck),
        "luck_error": rounded(spread),
        **sums(review.total(seat)),
        "by_kind": {kind: sums(total) for kind, total in kinds.items()},
    }


def sums(total: SeatTotal) -> dict[str, object]:
    return {
        "decisions": total.decisions,
        "as_the_search": total.best,
        "lost": rounded(total.lost),
        "error": rounded(total.spread),
        "lost_per_decision": rounded(total.mean),
    }


def rounded(number: float) -> float:
    """A number rounded so that every build writes it alike: the last digits depend on how a sum was made."""
    return round(number, JSON_DECIMALS) + 0.0
