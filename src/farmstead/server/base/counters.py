"""What a server counts while it runs, as Prometheus reads it.

Written by hand because it is little, and because the way of a move is short: to count it takes an addition or
two. Each process has figures of its own; whoever collects them adds them up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, final

STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


@final
class Histogram:
    """How long something took, sorted into steps."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(STEPS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterable[str]:
        below = 0
        for step, count in zip([*map(str, STEPS), "+Inf"], self._counts, strict=True):
            below += count
            yield f'{name}_bucket{{le="{step}"}} {below}'
        yield f"{name}_sum {self._sum!r}"
        yield f"{name}_count {below}"


@final
class Counters:
    """Of one process, since it was started."""

    __slots__ = ("moves", "requests", "troubles", "webhooks")

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()  # method, route, status
        self.moves = Histogram()  # from request to answer, of those that were made
        self.troubles: Counter[str] = Counter()  # requests that the store could not answer, by why
        self.webhooks: Counter[str] = Counter()  # calls by what became of them


@final
class Page:
    """The text that is told, put together line by line."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def gauge(self, name: str, about: str, value: float) -> None:
        self._head(name, about, "gauge")
        self._lines.append(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}")

    def counter(self, name: str, about: str, value: float) -> None:
        self._head(name, about, "counter")
        self._lines.append(f"{name} {value!r}")

    def counted(self, name: str, about: str, values: Iterable[tuple[Mapping[str, str], int]]) -> None:
        """A counter with labels."""
        self._head(name, about, "counter")
        self._lines += [f"{name}{labelled(labels)} {value}" for labels, value in values]

    def info(self, name: str, about: str, labels: Mapping[str, str]) -> None:
        self._head(name, about, "gauge")
        self._lines.append(f"{name}{labelled(labels)} 1")

    def times(self, name: str, about: str, times: Histogram) -> None:
        self._head(name, about, "histogram")
        self._lines += times.lines(name)

    def text(self) -> str:
        return "\n".join([*self._lines, ""])

    def _head(self, name: str, about: str, kind: str) -> None:
        self._lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def labelled(labels: Mapping[str, str]) -> str:
    inside = ",".join([f'{name}="{escaped(text)}"' for name, text in labels.items()])
    return f"{{{inside}}}"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
