"""What the editions of all games share: how faults are collected, and the digest of what is played."""

from __future__ import annotations

import hashlib
import json
import re
import time
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from farmstead.engine.contract import BadSetup

DEEPEST: Final = 8  # tables in tables; four are used
MAX_DOTS: Final = 8  # in one key, and in whatever else stands between two separators; ours have one
MAX_OPEN: Final = 32  # brackets and braces in each other; four are used
MAX_BRACKETS: Final = 10_000  # in all; a box of a thousand tiles has half of that
AT_A_TIME: Final = 500  # pieces of text until other threads get their turn
MAX_NUMBER_CHARACTERS: Final = 100  # digits, letters and signs in one piece, outside strings
PARSED_KEPT: Final = 4  # documents that are kept for whoever reads the same text next
MAX_WORD: Final = 20  # letters of a name
MAX_SAID: Final = 60  # letters of a value that is told again
UNSEEN: Final = ("name", "source", "notes")  # keys that do not change what is played


class BadEdition(BadSetup):
    """The components cannot be played; `problems` lists why, each with its paragraph."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return BadEdition, (self.problems,)


class Faults:
    """Collects what is wrong, so that all of it can be said at once."""

    def __init__(self, rulebook: str) -> None:
        self.rulebook = rulebook  # `WG`
        self.found: list[str] = []
        self.missing = False  # whole tables are not there: proving the rest would only repeat it

    def need(self, holds: bool, rule: str, sentence: str) -> None:
        if not holds:
            self.found.append(f"{sentence} ({self.rulebook} {rule})")

    def title(self, document: Mapping[str, object], game: str, rule: str) -> str:
        """The name of an edition of a game: one word that can stand in a record."""
        name = document.get("name")
        good = isinstance(name, str) and name.isidentifier() and len(name) <= MAX_WORD
        self.need(document.get("game") == game, rule, f'the file must say game = "{game}"')
        self.need(good, rule, f"the edition needs a name of one word, at most {MAX_WORD} letters")
        return str(name)


def seats_said(
    document: Mapping[str, object], fewest: int, most: int, rule: str, faults: Faults
) -> list[int]:
    """For how many players an edition says that it is; without a word for all that the game is for."""
    value = document.get("seats")
    if value is None:
        return list(range(fewest, most + 1))
    given = [n for n in value if type(n) is int] if isinstance(value, list) else []
    right = bool(given) and given == list(range(given[0], given[0] + len(given)))
    right = right and isinstance(value, list) and len(given) == len(value)
    right = right and fewest <= given[0] and given[-1] <= most
    sentence = f"seats must list numbers of players one after the other, from {fewest} to {most}"
    faults.need(right, rule, f"{sentence}, {but_is(value)}")
    return given if right else [fewest]


@lru_cache(PARSED_KEPT)
def parsed_toml(text: str) -> Mapping[str, object]:
    """The document, to be read only; ValueError or RecursionError when it cannot be read.

    It is kept for a while: whoever asks what game a text is for builds that game next.
    """
    text = text.removeprefix("\ufeff")  # which some editors write first
    check_cost(text)
    return tomllib.loads(text)


# What matters outside strings: where one begins, a comment, what separates, dots, and what stands between.
_TOKEN: Final = re.compile(r"""\"{3}|\'{3}|["'#\n=,.\[\]{}]|[^"'#\n=,.\[\]{}\s]+""")
_END: Final = {
    '"': re.compile(r'(?:[^"\\\n]++|\\[^\n])*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    '"' * 3: re.compile(r'(?:[^"\\]++|\\[\s\S]|"{1,2}+(?!"))*+"{3,5}'),
    "'" * 3: re.compile(r"(?:[^']++|'{1,2}+(?!'))*+'{3,5}"),
}


def check_cost(text: str) -> None:
    """Refuse, by a ValueError, what `tomllib` would take long for or could not get out of.

    It reads a dotted key in a time that grows with the square of its dots, calls itself for each bracket in a
    bracket, and has Python read numbers of any length. What stands in a string or in a comment costs nothing.
    """
    at, line, dots, depth, brackets, pieces = 0, 1, 0, 0, 0, 0
    while (found := _TOKEN.search(text, at)) is not None:
        token, at = found.group(), found.end()
        pieces += 1
        if pieces % AT_A_TIME == 0:
            time.sleep(0)  # compiled code does not give way to other threads by itself
        if token in _END:
            if (end := _END[token].match(text, at)) is None:
                raise ValueError(f"line {line}: a string does not end")
            line += text.count("\n", at, end.end())
            at = end.end()
        elif token == "#":
            if (at := text.find("\n", at)) < 0:
                return
        elif token == ".":
            dots += 1
            if dots > MAX_DOTS:
                raise ValueError(f"line {line}: a key has more than {MAX_DOTS} dots")
        elif token in "\n=,[]{}":
            dots = 0
            line += token == "\n"
            depth += (token in "[{") - (token in "]}")
            brackets += token in "[{"
            if depth > MAX_OPEN or brackets > MAX_BRACKETS:
                raise ValueError(
                    f"line {line}: more than {MAX_OPEN} brackets are open, or {MAX_BRACKETS} in all"
                )
        elif len(token) > MAX_NUMBER_CHARACTERS:
            raise ValueError(f"line {line}: a word or number has more than {MAX_NUMBER_CHARACTERS} letters")


def packaged_edition(package: str) -> str:
    """The text of the edition that lies in a package of rules."""
    return resources.files(package).joinpath("data/edition.toml").read_text(encoding="utf-8")


def read_toml(text: str) -> tuple[Mapping[str, object], str]:
    """The document and its digest; BadEdition when it cannot be read."""
    try:
        document = parsed_toml(text)
        return document, digest(document)
    except (ValueError, RecursionError) as error:
        raise BadEdition([f"this is not TOML that can be read: {error}"]) from None


def components_in(text: str) -> object:
    """What an edition file says of what is played, as JSON can say it: no names, sources and notes."""
    return _played(parsed_toml(text), 0)


def digest(document: Mapping[str, object]) -> str:
    """A fingerprint of what is played: comments, order of keys, names and sources do not matter."""
    canonical = json.dumps(_played(document, 0), sort_keys=True, separators=(",", ":"), default=str)
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _played(value: object, depth: int) -> object:
    if depth > DEEPEST:
        raise ValueError("its tables are nested too deeply")
    if isinstance(value, Mapping):
        return {key: _played(item, depth + 1) for key, item in value.items() if key not in UNSEEN}
    return [_played(item, depth + 1) for item in value] if isinstance(value, list) else value


def but_is(value: object) -> str:
    """The rest of a sentence about what a value must be, in the words of TOML."""
    return "and is missing" if value is None else f"not {as_toml(value)[:MAX_SAID]}"


def as_toml(value: object) -> str:
    """A value as such a file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join([as_toml(item) for item in value]) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join([f"{key} = {as_toml(item)}" for key, item in value.items()]) + "}"
    return str(value)
