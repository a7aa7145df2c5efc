"""Weights from samples: ridge regression on differences between the rows of each group."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from farmstead.training.samples import Samples

UNIT: Final = 1 << 12  # weights to a point
Floats = npt.NDArray[np.float64]


def columns_of(samples: Samples, steps: int, powers: int) -> Floats:
    """Numbers, and their products with powers of the part of time that is left."""
    left = (samples.times / steps)[:, None]
    numbers = samples.numbers.astype(np.float64)
    return np.hstack([numbers * left**power for power in range(powers)])


def less_means(values: Floats, groups: npt.NDArray[np.int32]) -> Floats:
    """Each row less the mean of its group."""
    many = int(groups.max()) + 1
    counts = np.bincount(groups, minlength=many).astype(np.float64)
    counts[counts == 0] = 1.0
    if values.ndim == 1:
        return values - (np.bincount(groups, values, many) / counts)[groups]
    sums = np.zeros((many, values.shape[1]))
    np.add.at(sums, groups, values)
    return values - (sums / counts[:, None])[groups]


class Normals:
    """What is known so far, as the sums that ridge regression needs."""

    def __init__(self, matrix: Floats, right: Floats, squares: float, rows: int) -> None:
        self.matrix = matrix
        self.right = right
        self.squares = squares
        self.rows = rows

    @staticmethod
    def of(samples: Samples, first: list[list[float]], steps: int) -> Normals:
        """Of what the first weights leave unexplained."""
        before = np.array(first)
        columns = less_means(columns_of(samples, steps, len(first)), samples.groups)
        missing = less_means(samples.points.astype(np.float64), samples.groups) - columns @ before.ravel()
        weighed = columns * samples.weights[:, None]
        squares = float((samples.weights * missing**2).sum())
        return Normals(columns.T @ weighed, weighed.T @ missing, squares, len(missing))

    def more(self, other: Normals, fade: float = 1.0) -> Normals:
        """Both together; what is older may count less."""
        return Normals(
            fade * self.matrix + other.matrix,
            fade * self.right + other.right,
            fade * self.squares + other.squares,
            self.rows + other.rows,
        )

    def solved(self, first: list[list[float]], ridge: float) -> tuple[Floats, float]:
        """The weights near the first ones that explain the differences best, and how much they explain."""
        scale = np.sqrt(np.diag(self.matrix)) + 1e-9
        matrix = self.matrix / np.outer(scale, scale)
        change = np.linalg.solve(matrix + ridge * np.eye(len(scale)), self.right / scale) / scale
        left = self.squares - 2 * change @ self.right + change @ self.matrix @ change
        before = np.array(first)
        return before + change.reshape(before.shape), float(1 - left / max(self.squares, 1e-9))


def whole(weights: Any) -> list[list[int]]:
    """In whole numbers, UNIT of which are a point."""
    return [[round(float(number) * UNIT) for number in row] for row in weights]
