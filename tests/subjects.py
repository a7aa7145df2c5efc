"""Every game, seat count and preset that the laws are held against, and those of earlier rules."""

from __future__ import annotations

from tests.games.sunflower_valley import subject as sunflower_valley
from tests.games.walnut_grove import subject as walnut_grove
from tests.laws import Subject

SUBJECTS: list[Subject] = [*walnut_grove.SUBJECTS, *sunflower_valley.SUBJECTS]
EARLIER: list[Subject] = walnut_grove.EARLIER  # under revisions of the rules that games can still end under
