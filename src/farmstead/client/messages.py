"""What a program wishes for, and what only it is told; `farmstead.messages` has all that the server says."""

from collections.abc import Sequence
from typing import TypedDict

from msgspec import Struct


class Who(Struct, frozen=True, omit_defaults=True):
    """Who is to sit somewhere: `me`, `open`, `invited`, `client`, `bot` or `device`."""

    who: str
    level: int = 0
    name: str = ""
    neighbour: str = ""


def bot(level: int) -> Who:
    """A bot that plays as well as its level says."""
    return Who("bot", level)


def neighbour(id: str) -> Who:
    """A bot with a name and a manner of its own, such as `hazel`."""
    return Who("bot", neighbour=id)


def device(name: str) -> Who:
    """Another person on this device."""
    return Who("device", name=name)


class Wishes(TypedDict, total=False):
    """How a table is to be played; what is left out is for the server to choose."""

    options: Sequence[str]  # of the game, such as `german` or `sheet=A`
    switches: Sequence[str]  # what `options` was called once
    edition: str  # other components, as a TOML text
    public: bool  # it stands in the lobby
    clock: int  # seconds for each decision; 0: no clock
    level: int  # of a bot that plays on for somebody who has gone
    chat: bool
    hints: bool
    spectators: bool
    rated: bool  # it counts for ratings, if it can


class Notice(Struct, frozen=True):
    """There is something new to ask for: `chat`, or `table` when who sits where has changed."""

    about: str
