"""What the siege has to tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scripts.load.page import spread, table
from scripts.siege.measuring import LONGEST_WAIT_MS, Plan, Result
from scripts.siege.prepared import NAMES
from scripts.siege.routes import EXEMPT, MANY
from scripts.siege.sending import MOST_REFUSED
from scripts.siege.services import LONGEST_S as LONGEST_SERVICE_S

TITLE: Final = "One ill-willed visitor"
LONGEST_S: Final = 40 * 60.0
HEADS: Final = (
    "route, and what is sent there", "requests", "answers by status", "moves of others",
    "half of them (ms)", "99 of 100 (ms)", "longest (ms)", "reached",
)  # fmt: skip


def lines(plan: Plan, results: Sequence[Result]) -> list[str]:
    """The chapter."""
    return [
        about(plan, results),
        "",
        *table(HEADS, [row(result) for result in results]),
        "",
        *services(results),
        *[f"Without a row of its own: `{what}` ({why})." for what, why in EXEMPT.items()],
    ]


def about(plan: Plan, results: Sequence[Result]) -> str:
    waits = [result.wait(0.99) for result in results]
    seconds = sum([result.seconds for result in results])
    memory = max([result.memory for result in results], default=0)
    return (
        "One visitor with one address sends the dearest request that was found for a route, the next one"
        f" when the last was answered: first over one connection in one name, then over {MANY} in {NAMES}"
        f" names, for half of the moves each; at most {MOST_REFUSED} requests a second are tried in vain."
        " Meanwhile others play at three tables of two people, both games,"
        f" {plan.rate:g} moves a second in all; a move takes from when it is sent until it is acknowledged,"
        " on the disk. The server has its usual limits and one process; those who play, the visitor and the"
        " server are processes of the same machine. Answer 0: none came, or none was waited for."
        f" The goal is that 99 of 100 moves take less than {LONGEST_WAIT_MS:.0f} ms: over all rows that is"
        f" {spread(waits, 0)} ms. It took {seconds / 60:.0f} minutes, and the server had at most"
        f" {memory / 1e6:.0f} MB."
    )


def services(results: Sequence[Result]) -> list[str]:
    """What others wanted besides, and how long they waited."""
    rows = [
        [service, name_of(result), f"more than {LONGEST_SERVICE_S:.0f}" if took is None else f"{took:.1f}"]
        for result in results
        for service, took in result.services.items()
    ]
    if not rows:
        return []
    words = "Besides, somebody else at another address wanted something that takes long:"
    return [words, "", *table(("what", "while this was sent", "seconds"), rows), ""]


def name_of(result: Result) -> str:
    return f"`{result.route}` {result.what}" if result.route else result.what


def row(result: Result) -> list[str]:
    answers = ", ".join([f"{status}: {number:,}" for status, number in result.answers.items()])
    return [
        name_of(result),
        f"{sum(result.answers.values()):,}",
        answers or "—",
        f"{len(result.waits):,}",
        *[f"{result.wait(share):,.0f}" for share in (0.5, 0.99, 1.0)],
        "no" if result.faults() else "yes",
    ]


def all_faults(results: Sequence[Result], complaints: Sequence[str]) -> list[str]:
    """Everything that is wrong."""
    found = [f"{result.name}: {fault}" for result in results for fault in result.faults()]
    seconds = sum([result.seconds for result in results])
    if seconds > LONGEST_S:
        found.append(f"It took {seconds / 60:.0f} minutes, and may take {LONGEST_S / 60:.0f}.")
    return [*found, *dict.fromkeys(complaints)]
