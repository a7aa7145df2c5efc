"""Reviews: what each decision of a game cost, what chance gave and took, and where the game turned.

Nothing here prints. `reviewed` makes a `Review` of a record; `farmstead review` shows it.
"""

from farmstead.agents.review.game_positions import GamePositions
from farmstead.agents.review.plan import ReviewPlan, reviewed, steps_here, story_of
from farmstead.agents.review.results import Decision, Luck, Measure, Point, Review, Turning

__all__ = [
    "Decision",
    "GamePositions",
    "Luck",
    "Measure",
    "Point",
    "Review",
    "ReviewPlan",
    "Turning",
    "reviewed",
    "steps_here",
    "story_of",
]
