"""What is closed at a table of the day's game, and until when."""

from __future__ import annotations

from farmstead.server.base.days import Milliseconds, end_of
from farmstead.server.base.refusals import Refused
from farmstead.server.table.options import TableOptions


def is_closed(options: TableOptions, now: Milliseconds) -> bool:
    """Whether its day has not ended."""
    return bool(options.daily) and now < end_of(options.daily)


def check_open(options: TableOptions, now: Milliseconds, tried: str) -> None:
    """Refuse what would tell others how the day's game goes."""
    if is_closed(options, now):
        raise Refused("daily_closed", tried, {"day": options.daily})


def check_usual(options: TableOptions, tried: str) -> None:
    """Refuse what would make an attempt unlike everybody else's."""
    if options.daily:
        raise Refused("daily_same", tried, {"day": options.daily})
