"""Means told without luck: what a deal came to, less the luck in it, by kind of chance event.

Luck is nothing on the mean, so any part of it may be taken off. How much of each kind comes out in the end
is told by the other deals alone (least squares, drawn towards all of it where there are few): what is taken
off a deal then does not depend on how that deal ended, and the mean stays what it was.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

TOWARDS_ALL: Final = 10.0  # so many deals' worth of belief that all of what is seen comes out in the end


class DealLuck(NamedTuple):
    """One deal: what it came to, and the luck in that by kind."""

    value: float
    luck: dict[str, float]


def without_luck(deals: Sequence[DealLuck]) -> list[float]:
    """Each deal less the luck in it."""
    kinds = sorted({kind for deal in deals for kind in deal.luck})
    rows = [[deal.luck.get(kind, 0.0) for kind in kinds] for deal in deals]
    if not kinds:
        return [deal.value for deal in deals]
    values = [deal.value for deal in deals]
    sums = NormalSums(rows, values)
    found = []
    for row, value in zip(rows, values, strict=True):
        shares = sums.shares_without(row, value)
        found.append(value - sum(share * luck for share, luck in zip(shares, row, strict=True)))
    return found


class NormalSums:
    """Sums over all deals, from which one deal can be taken out again."""

    def __init__(self, rows: Sequence[Sequence[float]], values: Sequence[float]) -> None:
        self._many = len(rows)
        kinds = range(len(rows[0]))
        self._value = sum(values)
        self._row = [sum(row[k] for row in rows) for k in kinds]
        self._by_value = [sum(row[k] * value for row, value in zip(rows, values, strict=True)) for k in kinds]
        self._by_row = [[sum(row[k] * row[n] for row in rows) for n in kinds] for k in kinds]

    def shares_without(self, row: Sequence[float], value: float) -> list[float]:
        """How much of each kind of luck comes out in the end, as all deals but one say."""
        kinds, many = range(len(row)), self._many - 1
        if many < 1:
            return [1.0 for _ in kinds]
        mean_value = (self._value - value) / many
        means = [(self._row[k] - row[k]) / many for k in kinds]
        square = [
            [self._by_row[k][n] - row[k] * row[n] - many * means[k] * means[n] for n in kinds] for k in kinds
        ]
        aims = [self._by_value[k] - row[k] * value - many * means[k] * mean_value for k in kinds]
        largest = max(square[k][k] for k in kinds)
        if largest <= 0.0:
            return [1.0 for _ in kinds]
        for k in kinds:
            belief = TOWARDS_ALL * max(square[k][k] / many, 1e-9 * largest)
            square[k][k] += belief
            aims[k] += belief
        return solved(square, aims)


def solved(square: Sequence[Sequence[float]], aims: Sequence[float]) -> list[float]:
    """Linear equations whose matrix is symmetric and positive, by elimination."""
    rows = [[*row, aim] for row, aim in zip(square, aims, strict=True)]
    many = len(rows)
    for k in range(many):
        for n in range(k + 1, many):
            factor = rows[n][k] / rows[k][k]
            rows[n] = [one - factor * other for one, other in zip(rows[n], rows[k], strict=True)]
    found = [0.0] * many
    for k in range(many - 1, -1, -1):
        rest = sum(rows[k][n] * found[n] for n in range(k + 1, many))
        found[k] = (rows[k][many] - rest) / rows[k][k]
    return found


def mean_deal(values: Sequence[float], lucks: Sequence[dict[str, float]]) -> DealLuck:
    """The games of a deal, as one."""
    kinds = sorted({kind for luck in lucks for kind in luck})
    return DealLuck(fmean(values), {kind: fmean([luck.get(kind, 0.0) for luck in lucks]) for kind in kinds})
