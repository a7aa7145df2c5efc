"""Looks through everything that was received for what its receiver may not know.

By what it is: keys, cookies, tokens and codes, however they are written. And by what it does: between two
worlds that differ only in somebody else's secret nothing may differ but codes, tokens, cookies, ports, times.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

from tests.server.leaks.receiver import Kept, Mark, Receiver
from tests.server.leaks.world import World

TIMES = re.compile(
    rb'(?<="created":)\d{13}|(?<="changed":)\d{13}|(?<="seen":)\d{13}|(?<="at":)\d{13}'
    rb"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00"
    rb"|(?<=\r\ndate: )[^\r]+|(?<=; expires=)[^;\r]+"
)
NOTHING = Kept("", "", b"")


class Leak(NamedTuple):
    """Somebody got what is not theirs to know."""

    receiver: str
    channel: str
    asked: str
    what: str

    def __str__(self) -> str:
        return f"{self.receiver} by {self.channel} ({self.asked}): {self.what}"


# ---- by what it is ---------------------------------------------------------------------------------------


def secrets_in(world: World) -> list[Leak]:
    """Every secret that somebody received who may not have it."""
    return [leak for receiver in world.receivers.values() for leak in _secrets_got(world, receiver)]


def _secrets_got(world: World, receiver: Receiver) -> Iterator[Leak]:
    hidden = dict(_forbidden(world, receiver))
    for kept in receiver.kept():
        for form, what in hidden.items():
            if form in kept.got:
                yield Leak(receiver.name, kept.channel, kept.asked, what)
    later = {form: what for what, secret in world.hidden.items() for form in forms(secret)}
    for kept in receiver.kept(world.before_end()[receiver.name]):  # when it is over, the key may be checked
        for form, what in later.items():
            if form in kept.got:
                yield Leak(receiver.name, kept.channel, kept.asked, what)


def _forbidden(world: World, receiver: Receiver) -> Iterator[tuple[bytes, str]]:
    """Each form of each secret that is not the receiver's, and what it is."""
    for what, key in (("a table's key", world.key), ("the server's secret", world.secret)):
        for form in forms(key):
            yield form, what
    for text, owners in world.private.items():
        if receiver.name not in owners:
            yield text.encode(), f"what {' and '.join(owners) or 'somebody elsewhere'} alone may know"
        for part in text.split("."):  # what the store keeps of it is nobody's
            for form in forms(sha256(part.encode()).digest()):
                yield form, "the hash of a cookie or token"


def forms(secret: bytes) -> set[bytes]:
    """All ways in which bytes may be written."""
    found = {secret, secret.hex().encode(), secret.hex().upper().encode()}
    for shift in range(3):  # inside of something longer each byte may fall on any part of four letters
        whole = base64.b64encode(bytes(shift) + secret).rstrip(b"=")
        inner = whole[4 if shift else 0 : len(whole) - 2]
        found |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    text = secret.decode("latin-1")
    found |= {json.dumps(text)[1:-1].encode(), json.dumps(text, ensure_ascii=False)[1:-1].encode()}
    found |= {repr(secret)[2:-1].encode(), str(list(secret))[1:-1].encode()}
    found |= {b",".join([str(byte).encode() for byte in secret])}
    return found | {str(int.from_bytes(secret, order)).encode() for order in ("big", "little")}


# ---- by what it does -------------------------------------------------------------------------------------

Moment = Callable[[World], Mapping[str, Mark]]


def before(choice: int) -> Moment:
    """When so many choices had been made."""
    return lambda world: world.marks[choice]


def differences(one: World, other: World, upto: Moment = World.before_end) -> list[Leak]:
    """What two worlds gave to the same person and is not the same, until the game was over or till then."""
    here, there = upto(one), upto(other)
    return [
        leak for name in one.receivers for leak in _differences_of(one, other, name, here[name], there[name])
    ]


def _differences_of(one: World, other: World, name: str, upto: Mark, upto_other: Mark) -> Iterator[Leak]:
    here = one.receivers[name].kept(upto)
    there = other.receivers[name].kept(upto_other)
    for kept, twin in zip_longest(here, there, fillvalue=NOTHING):
        if kept == twin:
            continue
        got, twin_got = normal(one, kept.whole), normal(other, twin.whole)
        if got != twin_got:
            yield Leak(
                name, kept.channel or twin.channel, kept.asked or twin.asked, difference(got, twin_got)
            )


def normal(world: World, got: bytes) -> bytes:
    """Without what is another in every world."""
    for own, name in names(world).items():
        got = got.replace(own, name)
    return TIMES.sub(b"<time>", got)


def names(world: World) -> Mapping[bytes, bytes]:
    texts = [
        world.code,
        *world.commitments,
        *world.private,
        f"localhost:{world.port}",
        f"127.0.0.1:{world.port}",
    ]
    return {text.encode(): b"<%d>" % n for n, text in enumerate(texts)}


def difference(one: bytes, other: bytes) -> str:
    """Where they differ first, with what is around it."""
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    around = slice(max(0, at - 60), at + 60)
    return f"{one[around]!r} and {other[around]!r}"
