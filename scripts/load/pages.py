"""`make load ARGS=--pages`: how many moves a second a server stands when every seat is a page with boards."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from farmstead.messages import Position
from farmstead.render.page import page_for
from farmstead.server.play.boards import PageContext, boards_of
from farmstead.server.play.sentences import drawing_of
from farmstead.server.table.entries import Sat
from farmstead.server.table.live_table import LiveTable
from scripts.load.base import SQLITE, Base
from scripts.load.clients import Crowd
from scripts.load.measuring import Stretch, Tell, first_answer, quiet, stretch
from scripts.load.page import table
from scripts.load.page_clients import PageSeat
from scripts.load.process import ServerProcess
from scripts.load.report import HEADS, Row, at_least, at_most, plain
from scripts.load.stored import COURSES, SEATS, Course, Running, courses, people, store_running
from scripts.load.timing import percentile

TITLE: Final = "Under load: pages"
LEAST_RATE: Final = 120.0  # moves a second with boards for every seat
MOST_WAIT: Final = 0.150  # seconds until they are there, for 99 of 100
MOST_DRAWING: Final = 1.5  # milliseconds of a processor for one seat's boards after a move
FALLEN_BEHIND: Final = 0.95  # of a rate that is held at least so much must be made


@dataclass(frozen=True, slots=True)
class PagesPlan:
    """How much of it."""

    tables: int = 150
    first: float = 40.0  # moves a second at the beginning
    step: float = 20.0  # more each time, as long as they are held
    most: float = 400.0
    seconds: float = 15.0  # at each rate
    warm: float = 5.0
    calm: float = 1.0
    seed: int = 1
    base: Base = SQLITE


@dataclass(slots=True)
class PagesFound:
    """All that was measured."""

    plan: PagesPlan
    seats: int = 0
    drawing: list[float] = field(default_factory=list)  # seconds of a processor for one seat's boards
    held: Stretch | None = None  # at the highest rate that was held
    failed: Stretch | None = None  # at the next


async def measure_pages(folder: Path, plan: PagesPlan, tell: Tell) -> PagesFound:
    """Everything; `folder` should be empty."""
    found = PagesFound(plan)
    of = courses(plan.seed)
    tell("drawing")
    found.drawing = [seconds for course in of[::COURSES] for seconds in drawings(course)]
    everybody = await people(folder, max(SEATS) * plan.tables, plan.base)
    running = await store_running(folder, plan.tables, of, everybody, plan.base)
    found.seats = sum([len(each.people) for each in running])
    server = ServerProcess(folder, base=plan.base)
    await first_answer(server)
    try:
        await climb(server, running, found, tell)
    finally:
        await server.stop()
    return found


async def climb(server: ServerProcess, running: list[Running], found: PagesFound, tell: Tell) -> None:
    """Ever more moves a second, until the boards come too late."""
    plan, crowd = found.plan, Crowd(server.place, found.plan.seed, PageSeat)
    await crowd.join(running)
    await quiet(server, plan.calm)
    await crowd.check()
    await crowd.offer(plan.first, plan.warm)
    rate = plan.first
    while rate <= plan.most and found.failed is None:
        tell(f"{rate:.0f} moves a second")
        done = await stretch(server, crowd, partial(crowd.offer, rate, plan.seconds))
        tell(f"{done.rate:.1f} made, 99 of 100 within {1000 * percentile(done.times.shown, 0.99):.0f} ms")
        if is_held(done, rate):
            found.held = done
        else:
            found.failed = done
        rate += plan.step
    await crowd.check()
    crowd.leave()


def is_held(done: Stretch, rate: float) -> bool:
    """Whether so many moves were made, and nobody waited too long for boards."""
    return done.rate >= FALLEN_BEHIND * rate and percentile(done.times.shown, 0.99) <= MOST_WAIT


# ---- drawing alone -----------------------------------------------------------------------------------------


def drawings(course: Course, language: str = "en") -> list[float]:
    """Processor time for one seat's boards after each move of a game, each seat's in turn."""
    live, spent = LiveTable(course.setup), []
    names = tuple([f"Player {seat + 1}" for seat in range(course.setup.seats)])
    for seat in range(course.setup.seats):
        live.add(Sat(seat, "person", str(seat)))
    for entry in course.entries:
        live.add(entry)
        for seat in range(course.setup.seats):
            position = live.position(seat)
            if position.view is not None:
                spent.append(drawing(live, position, language, names, narrow=seat % 2 == 1))
    return spent


def drawing(
    live: LiveTable, position: Position, language: str, names: tuple[str, ...], narrow: bool
) -> float:
    game, view = live.game, position.view
    assert view is not None
    page, words = page_for(game, language, names), drawing_of(game, live.setup.components, language)
    context = PageContext(position, view, game, words, page, language, names)
    begun = time.process_time()
    boards_of(context, narrow)
    return time.process_time() - begun


# ---- what is told ------------------------------------------------------------------------------------------


def lines(found: PagesFound) -> list[str]:
    """The chapter."""
    plan, held, drawn = found.plan, found.held, found.drawing
    mean = 1000 * sum(drawn) / max(1, len(drawn))
    rows = [
        at_most("processor time to draw one seat's boards after a move (ms)", [mean], MOST_DRAWING, 2),
        plain("the same, 99 of 100 (ms)", [1000 * percentile(drawn, 0.99)], 2),
        *([] if held is None else held_rows(held)),
    ]
    if held is None:
        rows.append(Row("most moves a second with boards for every seat", "none", "at least 120", "no"))
    about = (
        f"{plan.tables} tables with {found.seats:,} seats, each a page with its own stream, which hears of"
        " every move with the boards that it has led to; the page that chooses gets them as its answer."
        f" Server and clients share the machine. {plan.seconds:.0f} s at each rate, from"
        f" {plan.first:g} moves a second on, {plan.step:g} more each time, as long as 99 of 100 boards are"
        f" there within {1000 * MOST_WAIT:.0f} ms."
    )
    return [about, "", *table(HEADS, rows)]


def held_rows(held: Stretch) -> list[Row]:
    times = held.times
    each = 1000 * held.server * held.seconds / max(1, times.boards)
    return [
        at_least("most moves a second with boards for every seat", [held.rate], LEAST_RATE),
        plain(
            "from a move to the boards of a seat, half of them (ms)", [1000 * percentile(times.shown, 0.5)]
        ),
        plain("from a move to the boards of a seat, 99 of 100 (ms)", [1000 * percentile(times.shown, 0.99)]),
        plain("boards a second", [times.boards / held.seconds], 0),
        plain("processor time of the server for each of them, all included (ms)", [each], 2),
        plain("processors that the server used", [held.server], 2),
        plain("processors that the clients used", [held.clients], 2),
        plain("streams broken off, moves refused", [times.dropped + sum(times.refused.values())], 0),
    ]
