"""What a player has, written down as a line of JSON: how such lines are read, and how they are refused."""

from __future__ import annotations

import json
from typing import Final

from farmstead.engine.contract import FarmsteadError
from farmstead.engine.documents import short

MAX_LINE_BYTES: Final = 1_000_000  # bytes of a line


class BadSheet(FarmsteadError):
    """A sheet that cannot be: the paragraph that refuses it, and a sentence."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.rule = rule
        self.sentence = sentence

    def answer(self) -> dict[str, object]:
        """As `farmstead score` prints it."""
        return {"error": self.sentence, "rule": self.rule}


class _NotJson(ValueError):
    """JSON that Python would read and nobody should write."""


def parse_line(line: bytes, rule: str) -> object:
    """The JSON on a line, strictly; `rule` is the paragraph about the notation."""
    if len(line) > MAX_LINE_BYTES:
        raise BadSheet(rule, f"this line is too long, more than {MAX_LINE_BYTES:,} bytes")
    try:
        text = line.decode("utf-8-sig").strip()
        document: object = json.loads(text, parse_constant=_no_number, object_pairs_hook=_no_duplicates)
    except UnicodeDecodeError:
        raise BadSheet(rule, "this line is not text in UTF-8") from None
    except RecursionError:
        raise BadSheet(rule, "this is nested too deeply") from None
    except ValueError as error:
        raise BadSheet(rule, _reason(error)) from None
    return document


def _no_number(word: str) -> object:
    raise _NotJson(f"{word} is not a number of JSON")


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _NotJson(f"the key {short(key)} is there twice")
        found[key] = value
    return found


def _reason(error: ValueError) -> str:
    if isinstance(error, _NotJson):
        return str(error)
    if isinstance(error, json.JSONDecodeError):
        return f"this is not JSON: {error.msg.lower()} at character {error.pos + 1}"
    return "this is not JSON: a number has too many digits"
