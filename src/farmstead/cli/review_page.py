"""A review as a page: turning points, the chart, the totals, luck, and lists of everything."""

from __future__ import annotations

from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from farmstead.agents.review import Turning
from farmstead.agents.review.plot import letter
from farmstead.agents.review.shapes import Total
from farmstead.cli.review_chart import charted
from farmstead.engine.contract import Seat
from farmstead.render.reasons import more, points
from farmstead.render.shared import signed
from farmstead.reviews.strokes import strokes
from farmstead.reviews.telling import Telling, with_error

SHOWN: Final = 0.05  # points in a line of the score that are worth a word
MOST_LINES: Final = 4  # of the score in which a difference is told


class Page:
    """Shows one review."""

    def __init__(self, told: Telling) -> None:
        self.told = told
        self.review = told.review

    def shown(self, width: int, every: bool = False, hinted: bool = True) -> list[RenderableType]:
        """All that is to be seen."""
        found: list[RenderableType] = [Text(sentence, style) for sentence, style in self._heading()]
        if not self.review.decisions and not self.review.lucks:
            return [*found, Text(self.told.say("nothing"))]
        found += [Text(""), Text(self.told.say("turnings"), "bold"), *self._turnings()]
        found += [Text(""), Text(self.told.say("chart"), "bold"), *charted(self.told, width)]
        found += [Text(""), Text(self.told.say("totals"), "bold"), self._totals()]
        found += [Text(""), Text(self.told.say("lucks"), "bold"), *self._lucks()]
        if every:
            found += [Text(""), Text(self.told.say("every_decision"), "bold"), self._every_decision()]
            found += [Text(""), Text(self.told.say("every_chance"), "bold"), self._every_chance()]
        elif hinted:
            found += [Text(""), Text(self.told.say("more"), "dim")]
        return found

    def _heading(self) -> list[tuple[str, str]]:
        review, length = self.review, len(self.told.story.moves)
        found = [(f"{self.told.title()}.", "bold")]
        if review.eyes is not None:
            found.append((self.told.say("still_played", who=self.told.who(review.eyes), last=length), ""))
        if (review.first, review.end) != (0, length):
            found.append((self.told.say("part_only", first=review.first + 1, last=review.end), ""))
        return [*found, (self.told.say("how"), "dim")]

    def _turnings(self) -> list[RenderableType]:
        if not self.review.turnings:
            return [Text(self.told.say("no_turnings"))]
        return [thing for n, one in enumerate(self.review.turnings) for thing in self._turning(n, one)]

    def _turning(self, n: int, turning: Turning) -> list[RenderableType]:
        one, measure = turning.decision, turning.measure
        sentence = self.told.say(
            "turning",
            letter=letter(n),
            move=one.ply + 1,
            part=self.told.part(one.ply),
            who=self.told.who(one.seat),
            made=self.told.move(one.ply, one.seat, one.made),
            loss=with_error(measure.loss, measure.spread),
        )
        better = self.told.say("better", moves=self.told.plan(one))
        lines = self.told.say("where", lines=self._lines(turning))
        return [Text(sentence), _set_in(better), _set_in(lines, "dim")]

    def _lines(self, turning: Turning) -> str:
        """The lines of the score in which the better move differs most."""
        lines = turning.measure.lines
        largest = sorted(lines, key=lambda line: -abs(lines[line]))[:MOST_LINES]
        return ", ".join(
            self.told.say("line", line=self.told.line_words(line), points=more(lines[line]))
            for line in largest
            if abs(lines[line]) >= SHOWN
        )

    def _totals(self) -> Grid:
        """A column for each seat."""
        review = self.review
        grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=True, header_style="bold")
        grid.add_column("")
        for seat in review.of:
            grid.add_column(Text(self.told.who(seat)), justify="right", no_wrap=True)
        account = [self._account(seat) for seat in review.of]
        ending = "final" if self._is_whole() else "now"
        if account and account[0]:
            for n, key in enumerate(("start", "luck", "moves", ending)):
                grid.add_row(Text(self.told.say(key)), *[Text(rows[n]) for rows in account])
            grid.add_row("")
        totals = [review.total(seat) for seat in review.of]
        grid.add_row(Text(self.told.say("decisions")), *[Text(str(one.decisions)) for one in totals])
        grid.add_row(Text(self.told.say("same")), *[Text(str(one.best)) for one in totals])
        grid.add_row(Text(self.told.say("lost")), *[Text(with_error(one.lost, one.spread)) for one in totals])
        grid.add_row(Text(self.told.say("mean")), *[Text(signed(f"{one.mean:.2f}")) for one in totals])
        kinds = {seat: review.by_kind(seat, self.told.kinds) for seat in review.of}
        if any(kinds.values()):
            grid.add_row("")
            grid.add_row(Text(self.told.say("kinds"), "dim"))
        for kind in dict.fromkeys([kind for found in kinds.values() for kind in found]):
            cells = [_lost(kinds[seat].get(kind)) for seat in review.of]
            grid.add_row(Text(f"  {self.told.kind_words(kind)}"), *[Text(cell) for cell in cells])
        return grid

    def _is_whole(self) -> bool:
        """Whether it goes to the end of a game that is over."""
        return self.review.scores is not None and self.review.end == len(self.told.story.moves)

    def _account(self, seat: Seat) -> list[str]:
        """From the first expectation to the last: what luck did, and what moves did."""
        curve = self.review.curve
        if not curve:
            return []
        first, last = curve[0].worths[seat], curve[-1].worths[seat]
        luck, spread = self.review.luck(seat)
        ending = str(int(last)) if self._is_whole() else points(last)
        return [points(first), f"{more(luck)} ±{points(spread)}", more(last - first - luck), signed(ending)]

    def _lucks(self) -> list[RenderableType]:
        """The best and the worst luck of each seat."""
        return [Text(sentence) for sentence in strokes(self.told)]

    def _every_decision(self) -> Grid:
        grid = self._listing(
            "move_column", "part_column", "who_column", "made_column", "better_column", "lost_column"
        )
        for one in self.review.decisions:
            same = one.best == one.made
            better = "" if same else self.told.move(one.ply, one.seat, one.best)
            made = self.told.move(one.ply, one.seat, one.made)
            lost = "" if same else with_error(one.loss, one.spread)
            cells = [str(one.ply + 1), self.told.part(one.ply), self.told.who(one.seat), made, better, lost]
            grid.add_row(*map(Text, cells), style="bold" if one.measure.stands_clear() else None)
        return grid

    def _every_chance(self) -> Grid:
        grid = self._listing("move_column", "part_column", "came_column")
        for seat in self.review.of:
            grid.add_column(Text(self.told.who(seat)), justify="right", no_wrap=True)
        for one in self.review.lucks:
            gains = [f"{more(one.gains[seat])} ±{points(one.spreads[seat])}" for seat in self.review.of]
            grid.add_row(*map(Text, [str(one.ply + 1), self.told.part(one.ply), self.told.came(one), *gains]))
        return grid

    def _listing(self, *columns: str) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for column in columns:
            right = column in ("move_column", "lost_column")
            grid.add_column(Text(self.told.say(column)), justify="right" if right else "left", no_wrap=right)
        return grid


def _lost(total: Total | None) -> str:
    return with_error(total.lost, total.spread) if total is not None else ""


def _set_in(sentence: str, style: str = "") -> RenderableType:
    return Padding(Text(sentence, style), (0, 0, 0, 3), expand=False)
