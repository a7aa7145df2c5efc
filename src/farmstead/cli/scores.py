"""The score as a table: a line each, a column a seat, and under a line what makes it up; and who has won."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from farmstead.cli.telling import Teller
from farmstead.engine.contract import Seat, State
from farmstead.render.shared import signed

NARROWEST: Final = 6  # of a column: `Seat 1`
MANY: Final = 5  # columns that stand closer together than fewer
TOTAL: Final = "total"
HEADING: Final = "Final score"


def final_score(state: State, teller: Teller, explained: Sequence[Seat]) -> RenderableType:
    """Everybody's score when a game is over, the places, and what is to be said about who has won."""
    seats = range(len(state.scores()))
    verdict = teller.drawing.verdict(state.scores(), state.places(), state.view(None))
    table = score_table(state, teller, seats, explained, places=len(seats) > 1)
    return Group(Text(HEADING, "bold"), table, *[Text(sentence, "bold") for sentence in verdict])


def score_table(
    state: State, teller: Teller, seats: Sequence[Seat], explained: Sequence[Seat], places: bool = False
) -> RenderableType:
    """The lines of the score of `seats`, with the reasons of those in `explained`, and the final places."""
    columns = [state.score_lines(seat) for seat in seats]
    labels = {line: teller.drawing.line_words(line) for line in columns[0]}
    names = [_heading(teller.names[seat]) for seat in seats]
    widths = [max(map(len, labels.values())), *map(_width, names)]
    parts: list[RenderableType] = [_row(widths, ["", *names], "bold")]
    for line, label in labels.items():
        points = [signed(column[line]) for column in columns]
        parts.append(_row(widths, [label, *points], "bold" if line == TOTAL else ""))
        parts += [_reason(sentence) for sentence in reasons(state, teller, explained, line)]
    if places:
        parts.append(_row(widths, ["place", *[str(state.places()[seat]) for seat in seats]]))
    return Group(*parts)


def reasons(state: State, teller: Teller, seats: Sequence[Seat], line: str) -> list[str]:
    """What makes up a line of the score, said in one breath for each seat."""
    view = state.view(None)
    found = {seat: state.reasons(seat).get(line, []) for seat in seats}
    said = {
        seat: " ".join(teller.drawing.because(view, line, events)) for seat, events in found.items() if events
    }
    each = [f"{teller.names[seat]}: {said[seat]}" for seat in said]
    return [
        *(each if len(seats) > 1 else said.values()),
        *(teller.drawing.undecided(view, line) if seats else []),
    ]


def _heading(name: str) -> str:
    """`Seat 2 Neighbour, level 3`: where every word has a line of its own, brackets only take room."""
    return name.replace(" (", " ", 1).removesuffix(")")


def _width(name: str) -> int:
    return max(NARROWEST, *map(len, name.split()))


def _row(widths: Sequence[int], cells: Sequence[str], style: str = "") -> Grid:
    grid = Grid.grid(padding=(0, 1 if len(widths) > MANY else 2, 0, 0))
    for n, width in enumerate(widths):
        grid.add_column(width=width, justify="right" if n else "left")
    grid.add_row(*[Text(cell) for cell in cells], style=style)
    return grid


def _reason(sentence: str) -> Padding:
    return Padding(Text(sentence, "dim"), (0, 0, 0, 4), expand=False)
