"""What can go wrong.

ClientError
├── Problem   the server refuses something, and says why
├── Away      the server does not answer
├── Ended     nothing more will be heard from a table
└── Unfair    a server does not keep to what it showed before a value was opened
"""

from threading import Lock
from typing import Any, Final, TypeVar, final

import msgspec
from msgspec import Struct
from msgspec.json import Decoder

WHY_ENDED: Final = {
    "gone": "The table is no longer there.",
    "aside": "The table has been set aside: what is stored of it is damaged.",
    "not_yours": "The seat is not yours to look at now: its token is void, or the device was handed on.",
    "set_back": "The server knows less than it told before: it has gone back to an older state.",
}
WHY_UNFAIR: Final = {
    "nothing": "it shows nothing of where the luck comes from any more",
    "commitment": "it shows another commitment for the same start",
    "setup": "it shows another set-up for the same start, or one that is not the table's",
    "pledges": "it shows other pledges for the same start",
    "contribution": "what this client opened is not among what counts",
    "cancelled": "it speaks of another start, and does not show how the one before was cancelled",
    "cancelled_key": "the key that it shows for a cancelled start is not the one it had committed to",
    "cancelled_pledges": "the pledges that it shows for a cancelled start are not those it had shown before",
    "cancelled_contribution": "it shows a cancelled start without what this client had opened for it",
    "cancelled_by_nobody": "it shows a cancelled start for which nobody else had anything left to open",
    "often": "too many starts were cancelled for which this client had opened something",
}


class ClientError(Exception):
    """Whatever this client raises; the text is a sentence for people."""


class Refusal(Struct, frozen=True):
    """A refusal as the server writes it."""

    key: str
    sentence: str
    rule: str = ""
    tried: str = ""
    instead: tuple[str, ...] = ()
    args: dict[str, Any] = {}  # `Any`: texts and numbers


@final
class Problem(ClientError):
    """The server refuses: `key` says why to a program, `sentence` to a person, `instead` what would do."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.status = status  # of the answer, as HTTP has them
        self.key = refusal.key
        self.sentence = refusal.sentence
        self.rule = refusal.rule  # the paragraph of the rules that forbids it, or `table`
        self.tried = refusal.tried
        self.instead = refusal.instead
        self.details = refusal.args  # what the sentence is made of; seats in it count from 1

    @property
    def seconds(self) -> float:
        """After how long the same may be tried again, where the server says so."""
        seconds = self.details.get("seconds")
        return float(seconds) if isinstance(seconds, int) else 0.0


@final
class Away(ClientError):
    """The server has not answered for as long as the client was to be patient."""


@final
class Ended(ClientError):
    """Nothing more will be heard from a table; `why` is a word for it."""

    def __init__(self, why: str) -> None:
        super().__init__(WHY_ENDED.get(why, f"Nothing more will be heard from this table: {why}."))
        self.why = why


@final
class Unfair(ClientError):
    """A value was opened, and the server goes on otherwise than it had shown; `why` is a word for it.

    It may be looking for a game that it likes better, so the client adds nothing more at this table.
    """

    def __init__(self, why: str) -> None:
        said = WHY_UNFAIR[why]
        super().__init__(f"The luck of this table is not to be trusted: {said}. Nothing more is opened here.")
        self.why = why


def problem(status: int, body: bytes) -> Problem:
    """What an answer that is no success says; something in between may have answered for the server."""
    try:
        return Problem(status, _decode(body, Refusal))
    except (msgspec.DecodeError, UnicodeDecodeError):
        said = f"The server answered with status {status} and without a reason."
        return Problem(status, Refusal(key=f"status_{status}", sentence=said))


Answer = TypeVar("Answer")
_MAKING_A_DECODER: Final = Lock()
_DECODERS: Final[dict[type, Decoder[Any]]] = {}  # `Any`: each decodes its own kind


def decoded(body: bytes, kind: type[Answer]) -> Answer:
    """What the server said; Problem if no Farmstead server would say that."""
    try:
        return _decode(body, kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        said = f"This is not what a Farmstead server answers: {error}"
        raise Problem(200, Refusal("bad_answer", said)) from None


def _decode(body: bytes, kind: type[Answer]) -> Answer:
    """Decoders are made one at a time: msgspec crashes Python where two threads meet at a type new to it."""
    with _MAKING_A_DECODER:
        if kind not in _DECODERS:
            _DECODERS[kind] = Decoder(kind)
    answer: Answer = _DECODERS[kind].decode(body)
    return answer
