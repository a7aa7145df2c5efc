"""Reviews: what each decision of a game cost, what chance gave and took, and where the game turned.

Nothing here prints. `reviewed` makes a `Review` of a record; `farmstead review` shows it.
"""

from farmstead.agents.review.game_positions import GamePositions as GamePositions
from farmstead.agents.review.plan import ReviewPlan as ReviewPlan
from farmstead.agents.review.plan import reviewed as reviewed
from farmstead.agents.review.plan import steps_here as steps_here
from farmstead.agents.review.plan import story_of as story_of
from farmstead.agents.review.results import Decision as Decision
from farmstead.agents.review.results import Luck as Luck
from farmstead.agents.review.results import Measure as Measure
from farmstead.agents.review.results import Point as Point
from farmstead.agents.review.results import Review as Review
from farmstead.agents.review.results import Turning as Turning
