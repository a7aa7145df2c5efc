"""Days, as the game of the day has them: from midnight to midnight, UTC."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

Milliseconds: TypeAlias = int  # since 1970, UTC


def day_of(now: Milliseconds) -> str:
    """Such as 2031-05-06; days in order are texts in order."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of(day: str) -> Milliseconds:
    """The moment in which the next day begins."""
    midnight = datetime.combine(date.fromisoformat(day) + timedelta(days=1), datetime.min.time(), UTC)
    return int(midnight.timestamp()) * 1000


def is_day(text: str) -> bool:
    """Whether a text names a day as it is written here."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def days_in_a_row(days: Collection[str], today: str) -> int:
    """How many of these days come one after the other, up to today or to yesterday."""
    there, day, count = set(days), today, 0
    if day not in there:
        day = day_before(day)
    while day in there:
        day, count = day_before(day), count + 1
    return count
