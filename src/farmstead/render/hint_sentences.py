"""Why a move is the best, in one sentence, and the points of hints as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from farmstead.engine.contract import Arg
from farmstead.render.shared import signed
from farmstead.render.words import Words

MIN_SHOWN: Final = 0.05  # less than this is nothing when points are written with one decimal
LEADS: Final = (("close", "clear"), ("two_close", "two"), ("many_close", "many"))  # by ties, and by sureness


class Reason(Protocol):
    """What is to be said of the best move; `agents.hints.Why` says what each part means."""

    @property
    def key(self) -> str: ...
    @property
    def ties(self) -> int: ...
    @property
    def tied(self) -> str: ...
    @property
    def left(self) -> int: ...
    @property
    def other(self) -> str: ...
    @property
    def ahead(self) -> float: ...
    @property
    def doubt(self) -> float: ...
    @property
    def gains(self) -> Sequence[tuple[str, float]]: ...
    @property
    def losses(self) -> Sequence[tuple[str, float]]: ...
    @property
    def rest(self) -> float: ...
    @property
    def is_sure(self) -> bool: ...


def reason_in_words(words: Words, why: Reason, best: str, decision: str = "") -> str:
    """Why `best` is the best, in one sentence; some moves sound better when the decision is known."""
    named = [words.describe_move(move, decision) for move in (best, why.tied, why.other)]
    gains, losses = _lines(words, why)
    fields: dict[str, Arg] = {
        "move": named[0],
        "tied": named[1],
        "ties": why.ties,
        "ties_but_one": why.ties - 1,
        "left": why.left,
        "lead": LEADS[min(why.ties, len(LEADS)) - 1][why.is_sure],
        "other": named[2],
        "ahead": with_decimal(words, points(why.ahead) if why.is_sure else figure(why.ahead, why.doubt)),
        "gains": words.listing(gains) if gains else "",
        "losses": words.listing(losses) if losses else "",
    }
    return words.say("reason", why.key, **fields)


def reasons_in_words(words: Words, why: Reason) -> str:
    """What speaks for the best and against it: for those to whom the board shows which move that is."""
    gains, losses = _lines(words, why)
    speaks = words.say("hint", "speaks_for", lines=words.listing(gains)) if gains else ""
    against = words.say("hint", "speaks_against", lines=words.listing(losses)) if losses else ""
    little = words.say("hint", "speaks_little") if why.key == "little" else ""
    return " ".join(filter(None, (speaks, against, little)))


def _lines(words: Words, why: Reason) -> tuple[list[str], list[str]]:
    """The lines of the score in which it brings more, and less."""
    gains = [_line(words, "gain", line, number) for line, number in why.gains]
    losses = [_line(words, "loss", line, number) for line, number in why.losses]
    if why.rest > 0:
        gains.append(words.say("hint", "other_gains", points=with_decimal(words, more(why.rest))))
    if why.rest < 0:
        losses.append(words.say("hint", "other_losses", points=with_decimal(words, more(why.rest))))
    return gains, losses


def _line(words: Words, key: str, line: str, number: float) -> str:
    """`more coins (+1.2)`."""
    return words.say("hint", key, line=line, points=with_decimal(words, more(number)))


def with_decimal(words: Words, number: str) -> str:
    """With the decimal sign of the language."""
    return number.replace(".", words.say("hint", "decimal"))


def points(number: float) -> str:
    """With one decimal, and never `−0.0`."""
    return signed(f"{round(number, 1) + 0.0:.1f}")


def more(number: float) -> str:
    """With its sign: `+1.2`."""
    return f"+{points(number)}" if round(number, 1) > 0 else points(number)


def figure(number: float, doubt: float) -> str:
    """With its error: but one that is nearly 0 is left out: it is not how sure the outcome is."""
    return f"{points(number)} {error(doubt)}".rstrip()


def error(doubt: float) -> str:
    """`±0.4`; nothing for what would be `±0.0`."""
    return f"±{points(doubt)}" if doubt >= MIN_SHOWN else ""
