"""Whether the store can be read and written, as whoever tried last has found; changes are logged."""

import logging
import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias, final

from farmstead.server.store.errors import Clash, StoreAway, StoreDamaged, StoreError, StoreFull

Way: TypeAlias = Literal["read", "written"]

LOG: Final = logging.getLogger(__name__)
LOG_PAUSE_S: Final = 60.0  # between two lines about the same trouble, however often it comes and goes
STORE_FULL: Final = (
    "The store is full: %s Nothing is written until there is room; what was written before is safe."
)
STORE_AWAY: Final = "The store is away and cannot be %s: %s"
STORE_DAMAGED: Final = "The store is damaged: %s What is asked of that part of it is refused."
AVAILABLE_AGAIN: Final = "The store can be %s again, after %d seconds."


@final
class Availability:
    """Of one store, in this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.damage = 0  # how often a part of it could not be read
        self._clock = clock
        self.failures: dict[Way, StoreError] = {}
        self._since: dict[Way, float] = {}
        self._logged: dict[tuple[Way, type[StoreError]], float] = {}

    def failure(self, way: Way) -> StoreError | None:
        """Why it cannot be read or written; None when the last try succeeded."""
        return self.failures.get(way)

    def failed(self, way: Way, error: BaseException) -> None:
        """Somebody has tried in vain. What is wrong with a single question does not count."""
        if isinstance(error, Clash) or not isinstance(error, (StoreAway, StoreFull)):
            return
        if isinstance(error, StoreDamaged):  # a part of it: the rest can still be used
            self.damage += 1
            if self._is_due(way, StoreDamaged):
                LOG.error(STORE_DAMAGED, error)
            return
        is_known = type(self.failures.get(way)) is type(error)
        self.failures[way] = error
        self._since.setdefault(way, self._clock())
        if is_known or not self._is_due(way, type(error)):
            return
        if isinstance(error, StoreFull):
            LOG.error(STORE_FULL, error)
        else:
            LOG.error(STORE_AWAY, way, error)

    def worked(self, way: Way) -> None:
        """Somebody has tried, and it was done."""
        if way not in self.failures:
            return
        error, since = self.failures.pop(way), self._since.pop(way)
        if self._logged.get((way, type(error)), since) >= since:  # it was said that it failed
            LOG.warning(AVAILABLE_AGAIN, way, self._clock() - since)

    def _is_due(self, way: Way, kind: type[StoreError]) -> bool:
        now, which = self._clock(), (way, kind)
        if now - self._logged.get(which, -LOG_PAUSE_S) < LOG_PAUSE_S:
            return False
        self._logged[which] = now
        return True
