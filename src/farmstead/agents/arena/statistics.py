"""Means, shares and how sure they are. A deal is one observation: its games share their luck.

Means have the Student t interval over the means of the deals. Shares have the Wilson interval for as many
games as were played, or for fewer: where the games of a deal are alike, they are worth less than games with
luck of their own. All intervals are for 95 %.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist, fmean, variance
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
DECIMALS: Final = 4


class Estimate(NamedTuple):
    """A number and the interval it lies in; without one where nothing can be said."""

    mean: float
    low: float | None
    high: float | None

    def excludes(self, value: float) -> bool:
        """Whether the interval is clear of a value."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high

    def as_json(self) -> dict[str, float | None]:
        figures = self._asdict().items()
        return {name: None if value is None else round(value, DECIMALS) for name, value in figures}


def mean_of(deals: Sequence[Sequence[float]]) -> Estimate:
    """The mean over deals, each with the values of its games."""
    means = [fmean(values) for values in deals]
    mean = fmean(means)
    if len(means) < 2:
        return Estimate(mean, None, None)
    half = student(len(means) - 1) * math.sqrt(variance(means) / len(means))
    return Estimate(mean, mean - half, mean + half)


def share_of(deals: Sequence[Sequence[float]]) -> Estimate:
    """The share of something that every game has (1), has not (0) or has in part."""
    share = fmean([fmean(values) for values in deals])
    return wilson(share, sum(map(len, deals)) / likeness(deals))


def likeness(deals: Sequence[Sequence[float]]) -> float:
    """How many games of a deal are worth one of its own, at least 1: the variance of the mean, compared."""
    games = sum(map(len, deals))
    means = [fmean(values) for values in deals]
    share = fmean(means)
    if len(deals) < 2:
        return float(games)
    alone = share * (1 - share) / games
    return max(1.0, variance(means) / len(means) / alone) if alone > 0 else 1.0


def wilson(share: float, games: float) -> Estimate:
    """Wilson's interval for a share."""
    spread = Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t; exact for 1 and 2 degrees of freedom, else good to 0.2 %.

    By the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5).
    """
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence * confidence))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / math.pow(freedom, power) for power, term in enumerate(terms, start=1))


def by_deal(values: Iterable[tuple[int, float]]) -> list[list[float]]:
    """Values of games, gathered under their deals."""
    found: dict[int, list[float]] = {}
    for deal, value in values:
        found.setdefault(deal, []).append(value)
    return [found[deal] for deal in sorted(found)]
