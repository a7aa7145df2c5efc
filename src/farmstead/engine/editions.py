"""What the editions of all games share: how faults are collected, and the digest of what is played."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from typing import Final

from farmstead.engine.contract import BadSetup

DEEPEST: Final = 8  # tables in tables; four are used
MOST_DOTS: Final = 50  # in a line; ours have three
LONGEST: Final = 20  # letters of a name
UNSEEN: Final = ("name", "source", "notes")  # keys that do not change what is played


class BadEdition(BadSetup):
    """The components cannot be played; `problems` lists why, each with its paragraph."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Faults:
    """Collects what is wrong, so that all of it can be said at once."""

    def __init__(self, rulebook: str) -> None:
        self.rulebook = rulebook  # `WG`
        self.found: list[str] = []
        self.missing = False  # whole tables are not there: proving the rest would only repeat it

    def need(self, holds: bool, rule: str, sentence: str) -> None:
        if not holds:
            self.found.append(f"{sentence} ({self.rulebook} {rule})")


def parsed_toml(text: str) -> dict[str, object]:
    """The document; ValueError or RecursionError when it cannot be read.

    Reading a key takes room that grows with the square of its dots, so one with very many is not read.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"line {number} has more than {MOST_DOTS} dots")
    return tomllib.loads(text)


def read_toml(text: str) -> tuple[dict[str, object], str]:
    """The document and its digest; BadEdition when it cannot be read."""
    try:
        document = parsed_toml(text)
        return document, digest(document)
    except (ValueError, RecursionError) as error:
        raise BadEdition([f"this is not TOML that can be read: {error}"]) from None


def digest(document: Mapping[str, object]) -> str:
    """A fingerprint of what is played: comments, order of keys, names and sources do not matter."""
    canonical = json.dumps(_played(document, 0), sort_keys=True, separators=(",", ":"), default=str)
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _played(value: object, depth: int) -> object:
    if depth > DEEPEST:
        raise ValueError("its tables are nested too deeply")
    if isinstance(value, Mapping):
        return {key: _played(item, depth + 1) for key, item in value.items() if key not in UNSEEN}
    if isinstance(value, list):
        return [_played(item, depth + 1) for item in value]
    return value


def is_name(value: object) -> bool:
    """One word that can stand in a record."""
    return isinstance(value, str) and value.isidentifier() and len(value) <= LONGEST
