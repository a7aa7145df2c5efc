"""The chart of a review in characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from farmstead.agents.review import Review
from farmstead.agents.review.plot import at_ply, letter, with_room
from farmstead.engine.contract import Seat
from farmstead.render.canvas import Canvas
from farmstead.render.palette import SEATS
from farmstead.render.reasons import points
from farmstead.reviews.telling import Telling

BOLD: Final = Style(bold=True)
DIM: Final = Style(dim=True)
TALL: Final = 12  # lines of the chart
WIDEST: Final = 110  # columns of it
MARGIN: Final = 12  # columns left of it
SEVERAL: Final = "="  # where lines of several seats meet
HEIGHTS: Final = " ▁▂▃▄▅▆▇█"
FULL: Final = 4.0  # points that fill a whole character


def charted(told: Telling, width: int) -> list[RenderableType]:
    """Lines of numbers, one for each seat; under them the turning points, luck and losses."""
    review = told.review
    if not review.curve:
        return []
    chart = Chart(review, min(width, WIDEST) - MARGIN)
    rows = [chart.curves(), *under(told, chart)]
    key = "  ".join(f"{seat + 1} {told.who(seat)}" for seat in range(review.seats))
    if review.seats > 1:
        key += f"  {SEVERAL} {told.say('both')}"
    bars = f"▲▼ {told.say('luck_cells')}  ▆ {told.say('lost_cells')}"
    return [*rows, Text(f"{key}  {bars}", "dim")]


def under(told: Telling, chart: Chart) -> list[Text]:
    """What is under the lines."""
    rows = [chart.row("", chart.letters(), BOLD), chart.row("", chart.axis(told.parts()), DIM)]
    for seat in told.review.of:
        style = Style(color=SEATS[seat % len(SEATS)].bgcolor)
        rows.append(chart.row(f"{told.say('luck')} {seat + 1}", chart.lucks(seat), style))
        rows.append(chart.row(f"{told.say('lost_column')} {seat + 1}", chart.losses(seat), style))
    return rows


class Chart:
    """A review by the character: a column is some moves."""

    def __init__(self, review: Review, columns: int) -> None:
        self._review = review
        self._steps = max(1, review.end - review.first)
        self._columns = max(10, min(columns, self._steps))

    def _column(self, ply: int) -> int:
        return min(self._columns - 1, (ply - self._review.first) * self._columns // self._steps)

    def _last_ply(self, column: int) -> int:
        """The end of the moves of a column."""
        return self._review.first + (column + 1) * self._steps // self._columns

    def curves(self) -> Text:
        """What each seat could expect."""
        curve = self._review.curve
        every = [worth for point in curve for worth in point.worths]
        low, high = min(every), max(every)
        reach = max(high - low, 1.0)
        canvas = Canvas(MARGIN + self._columns, TALL)
        for row in range(0, TALL, 3):
            label = points(high - reach * row / (TALL - 1))
            canvas.put(0, row, f"{label:>{MARGIN - 3}} ┤", DIM)
        for column in range(self._columns):
            here = at_ply(curve, self._last_ply(column))
            for seat, worth in enumerate(here.worths):
                row = round((high - worth) / reach * (TALL - 1))
                taken = canvas.char(MARGIN + column, row) != " "
                style = Style() if taken else Style(color=SEATS[seat % len(SEATS)].bgcolor, bold=True)
                canvas.put(MARGIN + column, row, SEVERAL if taken else str(seat + 1), style)
        return canvas.text()

    def row(self, label: str, cells: Sequence[str], style: Style) -> Text:
        return Text.assemble(f"{label:>{MARGIN - 2}}  ", ("".join(cells).rstrip(), style), no_wrap=True)

    def letters(self) -> list[str]:
        cells = [" "] * self._columns
        for n, one in reversed(list(enumerate(self._review.turnings))):
            cells[self._column(one.decision.ply)] = letter(n)
        return cells

    def axis(self, parts: dict[int, str]) -> list[str]:
        """The names of the parts that have room."""
        cells = [" "] * self._columns
        labels = {float(self._column(ply)): f"╵{part}" for ply, part in parts.items()}
        for column, label in with_room(labels, 1.0, 1.0, float(self._columns)).items():
            cells[int(column) : int(column) + len(label)] = label
        return cells

    def lucks(self, seat: Seat) -> list[str]:
        sums = [0.0] * self._columns
        for one in self._review.lucks:
            sums[self._column(one.ply)] += one.gains[seat]
        return [_arrow(gain) for gain in sums]

    def losses(self, seat: Seat) -> list[str]:
        sums = [0.0] * self._columns
        for one in self._review.decisions:
            if one.seat == seat:
                sums[self._column(one.ply)] += one.loss
        most = len(HEIGHTS) - 1
        return [HEIGHTS[min(most, max(0, round(loss / FULL * most)))] for loss in sums]


def _arrow(gain: float) -> str:
    """Good luck points up, bad luck down; the more of it, the fuller."""
    if abs(gain) < 0.25:
        return " "
    return ("▲" if gain > 0 else "▼") if abs(gain) >= 1 else ("△" if gain > 0 else "▽")
