"""Ratings by openskill: the model of Plackett and Luce, told of one meeting after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from openskill.models import PlackettLuce

from farmstead.agents.arena.meetings import Meeting
from farmstead.agents.arena.statistics import Estimate, Z


class Rating(NamedTuple):
    """How strong an agent is thought to be; 25 is where everybody begins."""

    mu: float
    sigma: float

    def estimate(self) -> Estimate:
        return Estimate(self.mu, self.mu - Z * self.sigma, self.mu + Z * self.sigma)


def ratings_of(agents: int, meetings: Iterable[Meeting]) -> list[Rating]:
    """An agent with several seats is ranked by their mean place; agents do not learn, so `tau` is 0."""
    model = PlackettLuce(tau=0.0)
    found = [model.rating() for _ in range(agents)]
    for meeting in meetings:
        here = meeting.agents()
        places = [meeting.place(agent) for agent in here]
        for agent, [after] in zip(
            here, model.rate([[found[who]] for who in here], ranks=places), strict=True
        ):
            found[agent] = after
    return [Rating(rating.mu, rating.sigma) for rating in found]
