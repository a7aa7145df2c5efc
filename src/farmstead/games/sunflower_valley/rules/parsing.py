"""The way from text to move (SV 8.4)."""

from __future__ import annotations

from typing import Final

from farmstead.engine.contract import Action, NotUnderstood, Refusal
from farmstead.games.sunflower_valley.rules.actions import (
    DRAWS_BY_TEXT,
    PASS,
    RESERVES,
    ROLLS_BY_TEXT,
    SHEETS_DEALT,
    TAKES,
    TOWNS_DEALT,
    WAYS,
)
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, SHEETS, TOKENS, TOWNS, TRACK

LONGEST: Final = 80  # letters of a text that is looked at
FORMS: Final[dict[str, str]] = {
    "take": f"take {'|'.join(FACES)}",
    "reserve": f"reserve {'|'.join(COLOURS)}",
    "draw": "draw HEX, such as b2: row a-e from the top, column 1-6",
    "way": "way L03|L14|L25 or way C02|C04|C13|C15|C24|C35",
    "pass": "pass",
    "sheet": f"sheet {'|'.join(SHEETS)}",
    "town": f"town {'|'.join(TOWNS)}",
    "roll": "roll DICE: six of the letters H S F U L C, in this order, such as HHSFUL",
}

# The paragraph that says when a move of each sort is made.
PARAGRAPHS: Final[dict[str, str]] = {
    "take": "SV 3.1",
    "reserve": "SV 3.1",
    "draw": "SV 3.2",
    "way": "SV 3.5",
    "pass": "SV 3.3",
    "sheet": "SV 1.1",
    "town": "SV 1.3",
    "roll": "SV 2.1",
}


def parse(text: str) -> Action:
    """The move that is written so, in ASCII; NotUnderstood if none is. Capitals and extra blanks, tabs and
    line breaks among them, do not matter.
    """
    words = text.lower().split() if len(text) <= LONGEST else []
    if not words or words[0] not in FORMS:
        raise NotUnderstood(Refusal("SV 8.4", "unknown_verb", text[:LONGEST], {}, sorted(FORMS)))
    move = _move(words[0], "".join(words[1:])) if len(words) <= 2 and text.isascii() else None
    if move is None:
        verb = words[0]
        raise NotUnderstood(Refusal(PARAGRAPHS[verb], "bad_form", text[:LONGEST], {}, [FORMS[verb]]))
    return move


def _move(verb: str, what: str) -> Action | None:
    capitals = what.upper()
    if verb == "take":
        return TAKES[FACES.index(what)] if what in FACES else None
    if verb == "reserve":
        return RESERVES[COLOURS.index(what)] if what in COLOURS else None
    if verb == "draw":
        return DRAWS_BY_TEXT.get(what)
    if verb == "way":
        return _way(capitals)
    if verb == "pass":
        return None if what else PASS
    return _outcome(verb, capitals)


def _way(token: str) -> Action | None:
    symbol = TOKENS.index(token) if token in TOKENS else 0
    return WAYS[symbol - TRACK] if TRACK <= symbol < TRACK + len(WAYS) else None


def _outcome(verb: str, what: str) -> Action | None:
    if verb == "sheet":
        return SHEETS_DEALT.get(what)
    if verb == "town":
        return TOWNS_DEALT[TOWNS.index(what)] if what in TOWNS else None
    return ROLLS_BY_TEXT.get(what)
