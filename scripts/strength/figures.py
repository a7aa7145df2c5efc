"""Figures with their intervals, and whether they reach a goal, as the page writes them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, quantiles
from typing import Final, NamedTuple

from farmstead.agents.arena.match_game import Result
from farmstead.agents.arena.statistics import Estimate, by_deal, mean_of, share_of

NONE: Final = "—"
MISSING: Final = "not played yet"


class Goal(NamedTuple):
    """A row of the table of goals."""

    what: str
    goal: str
    figure: str
    reached: str


def points(found: Estimate | None, decimals: int = 2) -> str:
    """`31.20 (30.45 – 31.95)`."""
    if found is None:
        return MISSING
    mean = number(found.mean, decimals)
    if found.low is None or found.high is None:
        return mean
    return f"{mean} ({number(found.low, decimals)} – {number(found.high, decimals)})"


def percent(found: Estimate | None) -> str:
    """`87.3 % (83.7 – 90.2)`."""
    if found is None:
        return MISSING
    if found.low is None or found.high is None:
        return f"{100 * found.mean:.1f} %"
    return f"{100 * found.mean:.1f} % ({100 * found.low:.1f} – {100 * found.high:.1f})"


def number(value: float, decimals: int = 2) -> str:
    return f"{value:.{decimals}f}".replace("-", "−")


def reaches(found: Estimate | None, least: float) -> str:
    """Whether a figure is at least so much, and whether that is sure."""
    if found is None:
        return NONE
    word = "yes" if found.mean >= least else "no"
    return (
        word if found.low is None or found.excludes(least) else f"{word}, but the interval has the goal in it"
    )


def stays_below(value: float | None, most: float) -> str:
    if value is None:
        return NONE
    return "yes" if value <= most else "no"


def seconds(value: float | None) -> str:
    """`0.083 s`."""
    return MISSING if value is None else f"{value:.3f} s"


# ---- of matches ------------------------------------------------------------------------------------------


def scores_of(games: Sequence[Result], agent: int) -> list[tuple[int, int]]:
    """Deal and score of every seat an agent had."""
    return [
        (game.deal, score)
        for game in games
        for who, score in zip(game.seating, game.scores, strict=True)
        if who == agent
    ]


def mean_score(scores: Sequence[tuple[int, int]]) -> Estimate | None:
    return mean_of(by_deal((deal, float(score)) for deal, score in scores)) if scores else None


def share_from(scores: Sequence[tuple[int, int]], least: int) -> Estimate | None:
    """The share of scores of at least so many points."""
    return share_of(by_deal((deal, float(score >= least)) for deal, score in scores)) if scores else None


def spread_of(scores: Sequence[int]) -> str:
    """`19 · 24 – 31 – 36 · 44`: 5 %, the quarters, 95 %."""
    if len(scores) < 2:
        return NONE
    cuts = quantiles(scores, n=20, method="inclusive")
    low, first, middle, third, high = (f"{cuts[at]:g}" for at in (0, 4, 9, 14, 18))
    return f"{low} · {first} – {middle} – {third} · {high}"


class Thinking(NamedTuple):
    """How long decisions took, choices between several moves only."""

    decisions: int
    mean: float | None
    worst: float | None


def thinking(games: Sequence[Result], agent: int) -> Thinking:
    seats = [(game, seat) for game in games for seat, who in enumerate(game.seating) if who == agent]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    if not decisions:
        return Thinking(0, None, None)
    spent = sum(game.seconds[seat] for game, seat in seats)
    return Thinking(decisions, spent / decisions, max(game.slowest[seat] for game, seat in seats))


def mean_or_none(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
