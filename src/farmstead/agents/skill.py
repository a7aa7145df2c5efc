"""What a game says about how strong somebody is: openskill's model of Plackett and Luce."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce


class SkillEstimate(NamedTuple):
    """How strong somebody is thought to be, and how sure that is; nobody's is 25 ± 17 at first."""

    mu: float
    sigma: float


NEW: Final = SkillEstimate(25.0, 25.0 / 3)
LEARNING: Final = 25.0 / 300  # people learn, so a little of the certainty goes with each game


@cache
def _model(tau: float) -> PlackettLuce:
    return PlackettLuce(mu=NEW.mu, sigma=NEW.sigma, tau=tau)


def after_a_game(
    before: Sequence[SkillEstimate], places: Sequence[float], tau: float = LEARNING
) -> list[SkillEstimate]:
    """Of those who played against each other, in the order they are given in; equal places are ties.

    `tau` is how much certainty goes with each game, 0 for those who do not learn.
    """
    model = _model(tau)
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [SkillEstimate(rating.mu, rating.sigma) for [rating] in after]
