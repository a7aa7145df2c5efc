"""A review in words, as a chart of characters, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from farmstead import _build
from farmstead.agents.review import Decision, Luck, Review, Story, Turning
from farmstead.agents.review.plot import Captions, at_ply, letter, with_room
from farmstead.agents.review.shapes import Total
from farmstead.cli.hint import lowered, more, points, rounded, with_error
from farmstead.cli.telling import Teller
from farmstead.engine.contract import Seat
from farmstead.render.canvas import Canvas
from farmstead.render.palette import SEATS
from farmstead.render.shared import BOLD, DIM, signed

FORMAT: Final = "farmstead review 1"
STROKE: Final = 0.25  # points of luck that are worth a sentence
SHOWN: Final = 0.05  # points in a line of the score that are worth a word
MOST_LINES: Final = 4  # of the score in which a difference is told
TALL: Final = 12  # lines of the chart
WIDEST: Final = 110  # columns of it
MARGIN: Final = 12  # columns left of it
SEVERAL: Final = "="  # where lines of several seats meet
HEIGHTS: Final = " ▁▂▃▄▅▆▇█"
FULL: Final = 4.0  # points that fill a whole character


class Reviewing:
    """Tells one review."""

    def __init__(self, review: Review, story: Story, teller: Teller) -> None:
        self.review = review
        self.story = story
        self.teller = teller
        self._kinds = {one.ply: self._kind(one) for one in review.decisions}

    # ---- words -----------------------------------------------------------------------------------------

    def say(self, key: str, **fields: str | int) -> str:
        return self.teller.words.say("review", key, **fields)

    def who(self, seat: Seat) -> str:
        return self.teller.names[seat]

    def part(self, ply: int) -> str:
        """Where in the game a ply is."""
        return self.teller.drawing.part(self.story.positions[ply].view(None))

    def _kind(self, one: Decision) -> str:
        """The name of a decision, as the words know it."""
        return self.teller.drawing.decision(self.story.positions[one.ply].view(one.seat))

    def kind_words(self, kind: str) -> str:
        return self.teller.words.called(kind, "decision") if kind else self.say("other_kind")

    def move(self, ply: int, seat: Seat, text: str) -> str:
        """A move in words."""
        view = self.story.positions[ply].view(seat)
        return self.teller.words.describe_move(text, self.teller.drawing.decision(view))

    def plan(self, one: Decision) -> str:
        """A turn in words; what is done several times over once, with how often."""
        state = self.story.positions[one.ply].clone()
        said: list[str] = []
        for text in one.better:
            decision = self.teller.drawing.decision(state.view(one.seat))
            said.append(self.teller.words.describe_move(text, decision))
            move = next((move for move in state.legal(one.seat) if str(move) == text), None)
            if move is None:
                break
            state.apply(one.seat, move)
        steps = Counter(said)
        words = [
            step if times == 1 else self.say("steps", step=step, times=times) for step, times in steps.items()
        ]
        return self.say("step").join([words[0], *map(lowered, words[1:])])

    def came(self, luck: Luck) -> str:
        """What chance did, in words."""
        events = self.story.events[luck.ply]
        return " ".join(self.teller.whole_truth(events)) or self.teller.words.describe_move(luck.came)

    # ---- the page --------------------------------------------------------------------------------------

    def shown(self, width: int, every: bool = False, hinted: bool = True) -> list[RenderableType]:
        """All that is to be seen."""
        found: list[RenderableType] = [Text(sentence, style) for sentence, style in self._heading()]
        if not self.review.decisions and not self.review.lucks:
            return [*found, Text(self.say("nothing"))]
        found += [Text(""), Text(self.say("turnings"), "bold"), *self._turnings()]
        found += [Text(""), Text(self.say("chart"), "bold"), *self._chart(min(width, WIDEST))]
        found += [Text(""), Text(self.say("totals"), "bold"), self._totals()]
        found += [Text(""), Text(self.say("lucks"), "bold"), *self._lucks()]
        if every:
            found += [Text(""), Text(self.say("every_decision"), "bold"), self._every_decision()]
            found += [Text(""), Text(self.say("every_chance"), "bold"), self._every_chance()]
        elif hinted:
            found += [Text(""), Text(self.say("more"), "dim")]
        return found

    def title(self) -> str:
        game, moves = self.teller.game.title, len(self.story.moves)
        return self.say("title", game=game, seats=self.review.seats, moves=moves)

    def _heading(self) -> list[tuple[str, str]]:
        review, length = self.review, len(self.story.moves)
        found = [(f"{self.title()}.", "bold")]
        if review.eyes is not None:
            found.append((self.say("still_played", who=self.who(review.eyes), last=length), ""))
        if (review.first, review.end) != (0, length):
            found.append((self.say("part_only", first=review.first + 1, last=review.end), ""))
        return [*found, (self.say("how"), "dim")]

    def _turnings(self) -> list[RenderableType]:
        if not self.review.turnings:
            return [Text(self.say("no_turnings"))]
        return [thing for n, one in enumerate(self.review.turnings) for thing in self._turning(n, one)]

    def _turning(self, n: int, turning: Turning) -> list[RenderableType]:
        one, measure = turning.decision, turning.measure
        sentence = self.say(
            "turning",
            letter=letter(n),
            move=one.ply + 1,
            part=self.part(one.ply),
            who=self.who(one.seat),
            made=self.move(one.ply, one.seat, one.made),
            loss=with_error(measure.loss, measure.spread),
        )
        better = self.say("better", moves=self.plan(one))
        lines = self.say("where", lines=self._lines(turning))
        return [Text(sentence), _set_in(better), _set_in(lines, "dim")]

    def _lines(self, turning: Turning) -> str:
        """The lines of the score in which the better move differs most."""
        lines = turning.measure.lines
        largest = sorted(lines, key=lambda line: -abs(lines[line]))[:MOST_LINES]
        return ", ".join(
            self.say("line", line=self.teller.drawing.line_words(line), points=more(lines[line]))
            for line in largest
            if abs(lines[line]) >= SHOWN
        )

    def _totals(self) -> Grid:
        """A column for each seat."""
        review = self.review
        grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=True, header_style="bold")
        grid.add_column("")
        for seat in review.of:
            grid.add_column(Text(self.who(seat)), justify="right", no_wrap=True)
        account = [self._account(seat) for seat in review.of]
        ending = "final" if review.scores is not None and review.end == len(self.story.moves) else "now"
        if account and account[0]:
            for n, key in enumerate(("start", "luck", "moves", ending)):
                grid.add_row(Text(self.say(key)), *[Text(rows[n]) for rows in account])
            grid.add_row("")
        totals = [review.total(seat) for seat in review.of]
        grid.add_row(Text(self.say("decisions")), *[Text(str(one.decisions)) for one in totals])
        grid.add_row(Text(self.say("same")), *[Text(str(one.best)) for one in totals])
        grid.add_row(Text(self.say("lost")), *[Text(with_error(one.lost, one.spread)) for one in totals])
        grid.add_row(Text(self.say("mean")), *[Text(signed(f"{one.mean:.2f}")) for one in totals])
        grid.add_row("")
        grid.add_row(Text(self.say("kinds"), "dim"))
        kinds = {seat: review.by_kind(seat, self._kinds) for seat in review.of}
        for kind in dict.fromkeys([kind for found in kinds.values() for kind in found]):
            cells = [_lost(kinds[seat].get(kind)) for seat in review.of]
            grid.add_row(Text(f"  {self.kind_words(kind)}"), *[Text(cell) for cell in cells])
        return grid

    def _account(self, seat: Seat) -> list[str]:
        """From the first expectation to the last: what luck did, and what moves did."""
        curve = self.review.curve
        if not curve:
            return []
        first, last = curve[0].worths[seat], curve[-1].worths[seat]
        luck, spread = self.review.luck(seat)
        ending = str(int(last)) if curve[-1].spreads[seat] == 0.0 and last == int(last) else points(last)
        return [points(first), f"{more(luck)} ±{points(spread)}", more(last - first - luck), signed(ending)]

    def _lucks(self) -> list[RenderableType]:
        """The best and the worst luck of each seat."""
        found: list[RenderableType] = []
        for seat in self.review.of:
            clear = [one for one in self.review.lucks if abs(one.gains[seat]) > 2 * one.spreads[seat]]
            ordered = sorted(clear, key=lambda one: one.gains[seat])
            if ordered and ordered[-1].gains[seat] >= STROKE:
                found.append(Text(self._stroke("luckiest", ordered[-1], seat)))
            if ordered and ordered[0].gains[seat] <= -STROKE:
                found.append(Text(self._stroke("unluckiest", ordered[0], seat)))
        return found or [Text(self.say("no_luck"))]

    def _stroke(self, key: str, luck: Luck, seat: Seat) -> str:
        return self.say(
            key,
            who=self.who(seat),
            move=luck.ply + 1,
            part=self.part(luck.ply),
            what=self.came(luck),
            gain=f"{more(luck.gains[seat])} ±{points(luck.spreads[seat])}",
        )

    def _every_decision(self) -> Grid:
        grid = self._listing(
            "move_column", "part_column", "who_column", "made_column", "better_column", "lost_column"
        )
        for one in self.review.decisions:
            same = one.best == one.made
            better = "" if same else self.move(one.ply, one.seat, one.best)
            made = self.move(one.ply, one.seat, one.made)
            lost = "" if same else with_error(one.loss, one.spread)
            cells = [str(one.ply + 1), self.part(one.ply), self.who(one.seat), made, better, lost]
            grid.add_row(*map(Text, cells), style=BOLD if one.measure.stands_clear() else None)
        return grid

    def _every_chance(self) -> Grid:
        grid = self._listing("move_column", "part_column", "came_column")
        for seat in self.review.of:
            grid.add_column(Text(self.who(seat)), justify="right", no_wrap=True)
        for one in self.review.lucks:
            gains = [f"{more(one.gains[seat])} ±{points(one.spreads[seat])}" for seat in self.review.of]
            grid.add_row(*map(Text, [str(one.ply + 1), self.part(one.ply), self.came(one), *gains]))
        return grid

    def _listing(self, *columns: str) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for column in columns:
            right = column in ("move_column", "lost_column")
            grid.add_column(Text(self.say(column)), justify="right" if right else "left", no_wrap=right)
        return grid

    # ---- the chart -------------------------------------------------------------------------------------

    def _chart(self, width: int) -> list[RenderableType]:
        """Lines of numbers, one for each seat; under them the turning points, luck and losses."""
        curve = self.review.curve
        if not curve:
            return []
        chart = Chart(self.review, width - MARGIN)
        rows = [chart.curves(), *self._under(chart)]
        key = "  ".join(f"{seat + 1} {self.who(seat)}" for seat in range(self.review.seats))
        if self.review.seats > 1:
            key += f"  {SEVERAL} {self.say('both')}"
        bars = f"▲▼ {self.say('luck_cells')}  ▆ {self.say('lost_cells')}"
        return [*rows, Text(f"{key}  {bars}", "dim")]

    def _under(self, chart: Chart) -> list[Text]:
        rows = [chart.row("", chart.letters(), BOLD), chart.row("", chart.axis(self.parts()), DIM)]
        for seat in self.review.of:
            style = Style(color=SEATS[seat % len(SEATS)].bgcolor)
            rows.append(chart.row(f"{self.say('luck')} {seat + 1}", chart.lucks(seat), style))
            rows.append(chart.row(f"{self.say('lost_column')} {seat + 1}", chart.losses(seat), style))
        return rows

    def parts(self) -> dict[int, str]:
        """By ply: the parts of the game that begin there."""
        found: dict[int, str] = {}
        last = ""
        for ply in range(self.review.first, self.review.end):
            part = self.part(ply)
            if part != last:
                found[ply] = last = part
        return found

    def captions(self) -> Captions:
        """The words of the plot."""
        marks = [
            self.say(
                "mark",
                letter=letter(n),
                part=self.part(one.decision.ply),
                who=self.who(one.decision.seat),
                made=self.move(one.decision.ply, one.decision.seat, one.decision.made),
                loss=f"{more(-one.measure.loss)} ±{points(one.measure.spread)}",
            )
            for n, one in enumerate(self.review.turnings)
        ]
        return Captions(
            title=self.title(),
            chart=self.say("chart"),
            luck=self.say("luck_bar"),
            lost=self.say("lost_bar"),
            names=self.teller.names,
            parts=self.parts(),
            marks=marks,
        )

    # ---- JSON ------------------------------------------------------------------------------------------

    def document(self) -> dict[str, object]:
        """The whole review; seats and moves are counted from 1."""
        review = self.review
        return {
            "format": FORMAT,
            "farmstead": _build.VERSION,
            "game": self.story.setup.game,
            "seats": review.seats,
            "moves": len(self.story.moves),
            "over": self.story.is_over,
            "known_to": None if review.eyes is None else review.eyes + 1,
            "from": review.first + 1,
            "to": review.end,
            "iterations": review.tries,
            "scores": None if review.scores is None else list(review.scores),
            "turning_points": [self._turning_entry(one) for one in review.turnings],
            "totals": [self._total_entry(seat) for seat in review.of],
            "decisions": [self._decision_entry(one) for one in review.decisions],
            "luck": [self._luck_entry(one) for one in review.lucks],
            "expected": [
                {
                    "after": point.ply,
                    "points": [rounded(worth) for worth in point.worths],
                    "errors": [rounded(spread) for spread in point.spreads],
                }
                for point in review.curve
            ],
        }

    def _decision_entry(self, one: Decision) -> dict[str, object]:
        return {
            "move": one.ply + 1,
            "seat": one.seat + 1,
            "part": self.part(one.ply),
            "kind": self._kinds[one.ply],
            "choices": one.choices,
            "made": one.made,
            "best": one.best,
            "plan": list(one.better),
            "lost": rounded(one.loss),
            "error": rounded(one.spread),
        }

    def _turning_entry(self, turning: Turning) -> dict[str, object]:
        one, measure = turning.decision, turning.measure
        return {
            **self._decision_entry(one),
            "made_words": self.move(one.ply, one.seat, one.made),
            "better_words": self.plan(one),
            "lost_to_the_end": rounded(measure.loss),
            "error_to_the_end": rounded(measure.spread),
            "lines": {line: rounded(number) for line, number in measure.lines.items()},
        }

    def _luck_entry(self, one: Luck) -> dict[str, object]:
        return {
            "move": one.ply + 1,
            "name": one.name,
            "part": self.part(one.ply),
            "came": one.came,
            "outcomes": one.outcomes,
            "all_tried": one.listed,
            "gains": {str(seat + 1): rounded(one.gains[seat]) for seat in self.review.of},
            "errors": {str(seat + 1): rounded(one.spreads[seat]) for seat in self.review.of},
        }

    def _total_entry(self, seat: Seat) -> dict[str, object]:
        review = self.review
        luck, spread = review.luck(seat)
        ends = [rounded(point.worths[seat]) for point in (*review.curve[:1], *review.curve[-1:])]
        kinds = review.by_kind(seat, self._kinds)
        return {
            "seat": seat + 1,
            "expected_first": ends[0] if ends else None,
            "expected_last": ends[-1] if ends else None,
            "luck": rounded(luck),
            "luck_error": rounded(spread),
            **_sums(review.total(seat)),
            "by_kind": {kind: _sums(total) for kind, total in kinds.items()},
        }


def _sums(total: Total) -> dict[str, object]:
    return {
        "decisions": total.decisions,
        "as_the_search": total.best,
        "lost": rounded(total.lost),
        "error": rounded(total.spread),
        "lost_per_decision": rounded(total.mean),
    }


def _lost(total: Total | None) -> str:
    return with_error(total.lost, total.spread) if total is not None else ""


def _set_in(sentence: str, style: str = "") -> RenderableType:
    return Padding(Text(sentence, style), (0, 0, 0, 3), expand=False)


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
