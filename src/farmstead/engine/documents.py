"""Reading JSON that comes from outside: every value is of the kind that is expected, or an error says so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from farmstead.engine.contract import BadPosition

Json: TypeAlias = Mapping[str, object]
MAX_BYTES: Final = 1_000_000
UNREADABLE: Final = (  # what reading a document can come to
    *(KeyError, ValueError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError),
)


def parse_json(text: str) -> Json:
    """An object; BadPosition for anything else."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"this is not JSON: {error}") from None
    return as_object(document)


def must_be_same(written: Json, given: Json) -> None:
    """What was read must be written in the same way again, or something in it was not understood."""
    for key in written:
        if key not in given or not _same(written[key], given[key]):
            raise BadPosition(f"no game would write `{key[:40]}` like that")
    for key in given:
        if key not in written:
            raise BadPosition(f"no game would write `{key[:40]}` like that")


def _same(one: object, other: object) -> bool:
    """As JSON sees it: 1, 1.0 and true are three different things."""
    if isinstance(one, dict) and isinstance(other, dict):
        if len(one) != len(other):
            return False
        for key in one:
            if key not in other or not _same(one[key], other[key]):
                return False
        return True
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return False
        for n in range(len(one)):
            if not _same(one[n], other[n]):
                return False
        return True
    return type(one) is type(other) and one == other


def short(value: object) -> str:
    """A value as an error may quote it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = "this"
    return text if len(text) <= 40 else text[:37] + "..."


def said(error: Exception) -> str:
    """What went wrong while a document was read, for people."""
    words = str(error)[:200]
    return f"{words} is missing" if isinstance(error, KeyError) else words


def need(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def as_object(value: object) -> Json:
    if not isinstance(value, Mapping):
        raise BadPosition("an object was expected")
    return value


def as_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value


def as_int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -MAX_BYTES <= value <= MAX_BYTES:
        raise TypeError("a number was expected")
    return value


def as_ints(value: object) -> list[int]:
    return [as_int(item) for item in as_list(value)]
