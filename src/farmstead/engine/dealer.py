"""Chance from a seed or from a key."""

from __future__ import annotations

import hashlib
import hmac
from typing import final

from mypy_extensions import i64

from farmstead.engine.contract import Action, Dealer, State


@final
class QuickDealer(Dealer):
    """A fast sequence of tickets for playouts: the same seed gives the same tickets on every build."""

    def __init__(self, seed: int) -> None:
        self.x: i64 = seed & 0xFFFFFFFF

    def __reduce__(self) -> tuple[object, ...]:
        return QuickDealer, (int(self.x),)

    def below(self, n: int) -> int:
        x: i64 = (self.x + 0x9E3779B9) & 0xFFFFFFFF
        self.x = x
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
        x = x ^ (x >> 15)
        size: i64 = n
        return (x * size) >> 32


@final
class KeyedDealer(Dealer):
    """Derives each outcome from a key and the event's name, so that nothing else can steer it.

    The ticket is HMAC-SHA256(key, name) read as a big-endian number, modulo the sum of the weights.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.name = ""

    def __reduce__(self) -> tuple[object, ...]:
        return KeyedDealer, (self.key,)

    def deal(self, state: State) -> Action:
        self.name = state.chance_name()
        return state.deal(self)

    def below(self, n: int) -> int:
        return int.from_bytes(hmac.new(self.key, self.name.encode(), hashlib.sha256).digest(), "big") % n


def key_from_seed(seed: str) -> bytes:
    """A dealer's key from anything a person may type as a seed."""
    return hashlib.sha256(b"farmstead seed " + seed.encode()).digest()
