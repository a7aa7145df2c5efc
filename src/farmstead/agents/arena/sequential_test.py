"""A sequential test that may be read after every deal: whether enough has been played.

For two agents, x is the share of a deal that goes to the first: ½ + half the difference of their win shares,
the mean over the deal's games. Deals are drawn alike and independently, and x lies between 0 and 1; nothing
else is assumed. Four gamblers bet on x, each against one claim about its mean:

- `½ or less`: 40 times the stake refutes it, and the first is *ahead*;
- `½ or more`: likewise, and the first is *behind*;
- `½ + MARGIN or more`, `½ − MARGIN or less`: 20 times the stake refutes each; when both are refuted, the two
  are *even*, as far as it matters.

While a claim is true its gambler cannot gain on average, so he ever gets to 1/a times the stake with
probability a at most (Ville's inequality), however often one looks. So agents that are even (H0) are called
ahead or behind with probability 5 % at most, one that is behind is called ahead with 2.5 % at most, and two
that differ by MARGIN or more (H1) are called even with 5 % at most. The bets are those of Waudby-Smith and
Ramdas (2024), *Estimating means of bounded random variables by betting*.
"""

import math
from collections.abc import Iterable
from itertools import takewhile
from typing import Final

ERROR: Final = 0.05
EVEN_MARGIN: Final = 0.05
FINENESS: Final = 200  # into how many parts the interval of a share is divided
MAX_BET: Final = 0.5  # the part of what may be lost that is bet at most
AHEAD: Final = "ahead"
BEHIND: Final = "behind"
EVEN: Final = "even"
OPEN: Final = "open"


class Gambler:
    """Bets against the claim that the mean of x is at most (`side` 1) or at least (−1) some value."""

    def __init__(self, claimed: float, side: int, needed: float) -> None:
        self._claimed = claimed
        self._side = side
        self._boldest = MAX_BET / (claimed if side > 0 else 1 - claimed)
        self._needed = math.log(needed)
        self._capital = 0.0  # its logarithm
        self.won = False

    def see(self, x: float, mean: float, variance: float) -> None:
        """Bet by what was known before, then look."""
        edge = self._side * (mean - self._claimed)
        bet = min(self._boldest, max(0.0, edge / (variance + edge * edge)))
        self._capital += math.log1p(self._side * bet * (x - self._claimed))
        self.won = self.won or self._capital >= self._needed


class Past:
    """What is known before the next deal; what is thought before the first counts as one deal at ½."""

    def __init__(self) -> None:
        self._count = 1
        self._sum = 0.5
        self._squares = 0.25

    def show(self, gamblers: Iterable[Gambler], x: float) -> None:
        """Let gamblers bet on one more deal, and remember it."""
        mean, variance = self._sum / self._count, self._squares / self._count
        for gambler in gamblers:
            gambler.see(x, mean, variance)
        self._count += 1
        self._sum += x
        self._squares += (x - self._sum / self._count) ** 2


class SequentialTest:
    """The four gamblers of one pairing, told deal after deal."""

    def __init__(self, error: float = ERROR, margin: float = EVEN_MARGIN) -> None:
        self._ahead = Gambler(0.5, 1, 2 / error)
        self._behind = Gambler(0.5, -1, 2 / error)
        self._not_far_ahead = Gambler(0.5 + margin, -1, 1 / error)
        self._not_far_behind = Gambler(0.5 - margin, 1, 1 / error)
        self._past = Past()
        self.deals = 0
        self.decided_at = 0  # the deal after which it was sure
        self.verdict = OPEN

    def see(self, x: float) -> None:
        """The share of one more deal."""
        self._past.show((self._ahead, self._behind, self._not_far_ahead, self._not_far_behind), x)
        self.deals += 1
        if self.verdict == OPEN:
            self.verdict = self._found()
            self.decided_at = self.deals if self.verdict != OPEN else 0

    def _found(self) -> str:
        if self._ahead.won:
            return AHEAD
        if self._behind.won:
            return BEHIND
        return EVEN if self._not_far_ahead.won and self._not_far_behind.won else OPEN


def bounds(shares: Iterable[float], error: float = ERROR) -> tuple[float, float]:
    """Where the mean of x lies after these deals, however early one has stopped.

    Wrong with probability `error` at most: a gambler for each claim `at most so much` and `at least so much`
    plays as above, and what nobody has refuted is left.
    """
    claims = [part / FINENESS for part in range(1, FINENESS)]
    rising = [Gambler(claim, 1, 2 / error) for claim in claims]
    falling = [Gambler(claim, -1, 2 / error) for claim in reversed(claims)]
    past = Past()
    for x in shares:
        past.show([*rising, *falling], x)
    return _refuted(rising) / FINENESS, 1 - _refuted(falling) / FINENESS


def _refuted(gamblers: Iterable[Gambler]) -> int:
    """How many have won, up to the first who has not."""
    return sum(1 for _ in takewhile(lambda gambler: gambler.won, gamblers))
