"""`farmstead review`: what each decision of a game cost, what luck there was, and where the game turned."""

import json
import os
from pathlib import Path
from typing import Annotated, Final

from typer import Option

from farmstead.agents.review import GamePositions, ReviewPlan, reviewed
from farmstead.agents.search_agent import SEARCH_ITERATIONS
from farmstead.cli import language
from farmstead.cli.arguments import STDIN_NAME, EditionFile, RecordFile, read_text
from farmstead.cli.errors import BadInput
from farmstead.cli.pictures import SVG, must_be_a_picture, must_hold_a_picture
from farmstead.cli.replay import RecordedPositions
from farmstead.cli.review_page import review_page
from farmstead.cli.saves import real, write_atomically
from farmstead.cli.screen import Screen, progress
from farmstead.engine.contract import BadSetup, Seat
from farmstead.engine.record import write_record
from farmstead.render.words import LANGUAGE
from farmstead.reviews.charts import review_picture
from farmstead.reviews.document import document
from farmstead.reviews.sentences import ReviewText

MAX_JOBS: Final = 64
PLOT: Final = SVG._replace(option="--plot")

WhichSeat = Annotated[
    int | None, Option("--seat", metavar="S", help="Only the decisions and the luck of this seat.")
]
Iterations = Annotated[int, Option("--iterations", "-i", min=4, max=100_000, help="Tries for each decision.")]
Jobs = Annotated[
    int | None,
    Option("--jobs", "-j", min=1, max=MAX_JOBS, help="Processes at work; as many as there are cores."),
]
PlotFile = Annotated[Path | None, Option("--plot", metavar="FILE", help="Draw the game as an SVG.")]
First = Annotated[int | None, Option("--from", metavar="N", help="Begin with the Nth move.")]
Last = Annotated[int | None, Option("--to", metavar="N", help="End with the Nth move.")]


def review(
    record: RecordFile,
    seat: WhichSeat = None,
    iterations: Iterations = SEARCH_ITERATIONS,
    jobs: Jobs = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    plot: PlotFile = None,
    every: Annotated[bool, Option("--all", help="List every decision and every chance.")] = False,
    first: First = None,
    last: Last = None,
    edition: EditionFile = None,
    in_language: language.Language = None,
) -> None:
    """Show what each decision of a game cost, how lucky each player was, and where the game turned.

    Each decision is judged by what its player could see, and each chance by what else could have come. A
    game that is still being played is reviewed for one seat, from what that seat may know. The same record
    and the same --iterations always give the same review; docs/review.md says what the figures mean.

    Examples:

        farmstead review game.record
        farmstead review game.record --seat 2 --all
        farmstead review game.record --plot game.svg
        farmstead review game.record --iterations 200 --jobs 8 --json
    """
    if as_json:
        language.speak(LANGUAGE)
    must_be_a_picture(plot, record, edition, PLOT)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise BadInput(language.say("reviewing", "plot", path=str(plot)))
    text = edition_text(edition)
    film = RecordedPositions(record, seat, edition)
    table = film.table(None)
    story = GamePositions(table)
    start, end = moves_between(first, last, film.length)
    eyes = eyes_of(story, film.eyes)
    everybody = tuple(range(table.setup.seats))
    whose = film.eyes if eyes is None else eyes
    of = everybody if whose is None else (whose,)
    plan = ReviewPlan(write_record(table), text, iterations, of, eyes, start, end)
    with progress() as tell:
        found = reviewed(plan, story, jobs or min(MAX_JOBS, cores()), lambda done, of: tell(done, of, ""))
    told = ReviewText(found, story, film.drawing, [language.seat_name(each) for each in everybody])
    if plot is not None:
        picture = review_picture(told)
        write_atomically(real(plot), picture, lambda: must_hold_a_picture(plot, PLOT), durable=False)
    if as_json:
        print(json.dumps(document(told), indent=1, ensure_ascii=False))
        return
    screen = Screen()
    screen.show(*review_page(told, screen.width, every, plot is None))
    if plot is not None:
        screen.spell(told.say("plot_written", path=str(plot)))


# ---- what is asked for -----------------------------------------------------------------------------------


def edition_text(edition: str | None) -> str | None:
    """The edition is read here, and once more with the record; whoever shares the work gets its text."""
    if edition == STDIN_NAME:
        raise BadInput(language.say("reviewing", "stdin_edition"))
    return None if edition is None else read_text(edition)


def moves_between(first: int | None, last: int | None, length: int) -> tuple[int, int]:
    """From which ply to which; moves are counted from 1."""
    begin, end = 1 if first is None else first, length if last is None else last
    if not length:
        raise BadInput(language.say("reviewing", "nothing"))
    for option, number in (("--from", begin), ("--to", end)):
        if not 1 <= number <= length:
            fields = {"number": number, "length": length}
            raise BadSetup(language.say("reviewing", "no_move", option=option, **fields))
    if begin > end:
        raise BadSetup(language.say("reviewing", "order", first=begin, last=end))
    return begin - 1, end


def eyes_of(story: GamePositions, seat: Seat | None) -> Seat | None:
    """Whose knowledge holds: nobody's in a game that is over; else that of the seat that is named."""
    if story.is_over:
        return None
    seats = story.setup.seats
    if seat is None and seats > 1:
        raise BadSetup(language.say("reviewing", "which_seat", seats=seats))
    return seat or 0


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
