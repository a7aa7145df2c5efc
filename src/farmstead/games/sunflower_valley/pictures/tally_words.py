"""What is said of a valley that is counted: what could have been made of it, and what no game leads to."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from farmstead.games.sunflower_valley.rules import scoring
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import listed, only
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.tally import BestEnd, SheetFault
from farmstead.render.words import Words


class ValleyWords:
    """Speaks of valleys in one language."""

    def __init__(self, words: Words, edition: Edition) -> None:
        self.words = words
        self.edition = edition

    def better(self, valley: Valley, total: int, heed: int | None) -> BestEnd:
        """SV 5.1: no allotment serves more houses than the one that is shown."""
        scoring.work_out(valley)
        served, houses = int(valley.served), valley.house_count()
        said = [self.words.say("tally", "best", served=served, houses=houses)]
        if heed is not None and heed < served:
            lost = (served - heed) * (scoring.WITH_SHEEP - scoring.WITHOUT)
            said.append(self.words.say("tally", "counted_less", counted=heed, lost=lost, served=served))
        if heed is not None and heed > served:
            said.append(self.words.say("tally", "counted_more", counted=heed, served=served))
        return BestEnd(total, tuple(said))

    def doubts(self, valleys: Sequence[Valley]) -> Iterator[SheetFault]:
        """What no finished game leads to."""
        for seat, valley in enumerate(valleys):
            if free := len(listed(valley.free)):
                yield SheetFault("SV 2.4", self.words.say("tally_doubt", "free", count=free), seat)
            if not any(valley.houses & only(start) for start in self.edition.start):
                yield SheetFault("SV 1.3", self.words.say("tally_doubt", "no_start"), seat)
        if len(valleys) > 1 and not self._towns_differ(valleys):
            yield SheetFault("SV 1.3", self.words.say("tally_doubt", "same_start"))

    def _towns_differ(self, valleys: Sequence[Valley]) -> bool:
        """Whether everybody can have begun in a town of their own; who has none is told so already."""
        begun = [v for v in valleys if any(v.houses & only(start) for start in self.edition.start)]
        return any(
            all(valley.houses & only(start) for valley, start in zip(begun, starts, strict=True))
            for starts in permutations(self.edition.start, len(begun))
        )
