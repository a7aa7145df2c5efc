"""When something is so: conditions on what a player sees, written as data. No game is known here.

- a table: each of its keys is found and its condition holds; of a list a key is the number of an element
- `{ least = 2 }`, `{ most = 4 }`: a number from, or up to
- `{ count = 6 }`: of a list, so many elements
- `{ not = … }`: the condition does not hold
- a list: one of its conditions holds
- a text: equal, `*` standing for anything; anything else: equal
- where a list is found, text and number hold if they do for one of its elements
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Final, TypeAlias

Condition: TypeAlias = Any  # as TOML has it: tables, lists, texts, numbers
AT_LEAST: Final = "least"
AT_MOST: Final = "most"
HAS_COUNT: Final = "count"
NOT: Final = "not"


def fits(pattern: str, text: str) -> bool:
    """Whether a text is as a pattern says."""
    return fnmatchcase(text, pattern)


def holds(wanted: Condition, found: object) -> bool:
    """Whether a condition holds of something that is seen."""
    if isinstance(wanted, Mapping):
        return _table_holds(wanted, found)
    if isinstance(wanted, list):
        return any(holds(each, found) for each in wanted)
    if isinstance(found, list):
        return any(holds(wanted, each) for each in found)
    if isinstance(wanted, str):
        return isinstance(found, str) and fits(wanted, found)
    return type(wanted) is type(found) and bool(wanted == found)


def _table_holds(wanted: Mapping[str, Condition], found: object) -> bool:
    for key, condition in wanted.items():
        if key == NOT:
            if holds(condition, found):
                return False
        elif key in (AT_LEAST, AT_MOST):
            if not isinstance(found, int) or (found < condition if key == AT_LEAST else found > condition):
                return False
        elif key == HAS_COUNT:
            if not isinstance(found, list) or len(found) != condition:
                return False
        elif not _part_holds(key, condition, found):
            return False
    return True


def _part_holds(key: str, condition: Condition, found: object) -> bool:
    if isinstance(found, Mapping):
        return key in found and holds(condition, found[key])
    if isinstance(found, list) and key.isdecimal():
        return int(key) < len(found) and holds(condition, found[int(key)])
    return False
