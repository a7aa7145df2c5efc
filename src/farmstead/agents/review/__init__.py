"""Reviews: what each decision of a game cost, what chance gave and took, and where the game turned.

Nothing here prints. `reviewed` makes a `Review` of a record; `farmstead review` shows it.
"""

from farmstead.agents.review.course import Plan, reviewed, steps_here, story_of
from farmstead.agents.review.shapes import Decision, Luck, Measure, Point, Review, Turning
from farmstead.agents.review.story import Story

__all__ = [
    "Decision",
    "Luck",
    "Measure",
    "Plan",
    "Point",
    "Review",
    "Story",
    "Turning",
    "reviewed",
    "steps_here",
    "story_of",
]
