"""What agents do wrong, in words that can be shown: nothing they wrote reaches a terminal as it is."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from farmstead.engine.contract import FarmsteadError, Seat

Kind: TypeAlias = Literal["error", "died", "hung", "garbage", "illegal"]
MAX_QUOTE: Final = 160  # letters quoted of what somebody else wrote


class AgentFailed(FarmsteadError):
    """An agent gives no move: the kind of fault, and what it did as the rest of a sentence."""

    def __init__(self, kind: Kind, what: str) -> None:
        super().__init__(what)
        self.kind: Kind = kind


@dataclass(frozen=True, slots=True)
class Fault:
    """What an agent did wrong in a game."""

    who: str  # its spec
    seat: Seat
    kind: Kind
    what: str  # the rest of a sentence that begins with who it was
    decision: int  # which of its decisions in this game, counted from 1

    def __str__(self) -> str:
        who = printable(self.who, MAX_QUOTE)
        return f"seat {self.seat + 1} ({who}), decision {self.decision}: it {self.what}"


def printable(text: str, most: int) -> str:
    """A text on one line, without the letters that steer a terminal, and no longer than this."""
    plain = "".join([letter if letter.isprintable() else " " for letter in text[: most + 1]])
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def quoted(text: str) -> str:
    """What somebody wrote, to be put into a sentence."""
    return f"`{printable(text, MAX_QUOTE).strip()}`"


def too_slow(seconds: float) -> str:
    """What an agent did that has not answered in time."""
    return f"gave no answer within {seconds:g} {'second' if seconds == 1 else 'seconds'}"
