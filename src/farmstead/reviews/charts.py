"""The charts of a review: what each seat could expect, its points by line of the score, luck and losses.

Seats differ by colour, by the dashes of their lines and by their marks; luck is an empty bar, a loss a full
one. Pages have the numbers of their charts as tables, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from farmstead.agents.review import Point, Turning
from farmstead.engine.contract import Seat
from farmstead.render import chart
from farmstead.render.hint_sentences import more, points
from farmstead.render.ink import LIGHT, TOKENS, in_colour, rect
from farmstead.reviews.sentences import ReviewText, letter

TOTAL: Final = "total"
NAME_LETTERS: Final = 10  # of a name at the end of a line
WIDTH: Final = 440.0  # little more than a phone: what is written in it can be read there
HEIGHT: Final = 260.0
FILE_WIDTH: Final = 960.0
FILE_STRIPS: Final = 390.0  # where the strips of luck and losses begin
STRIP: Final = 96.0  # the bars of a seat
STRIP_GAP: Final = 26.0  # above each strip, for its name
NOTE: Final = 21.0  # a line of text at the end
LEAST_REACH: Final = 2.0  # points up and down that a strip shows at least
MARKS_APART: Final = 50.0  # on a line
TEXT_ROWS: Final = 12  # of the chart in characters
TEXT_WIDEST: Final = 110  # columns of it
TEXT_MARGIN: Final = 12  # columns left of it
SEVERAL: Final = "="  # where lines of several seats meet
HEIGHTS: Final = " ▁▂▃▄▅▆▇█"
FULL: Final = 4.0  # points that fill a whole character

Row: TypeAlias = list[tuple[str, str]]  # texts and their styles, one after the other


def expected_chart(told: ReviewText, turnings: Sequence[Turning], name: str) -> str:
    """What each seat could expect at the end, with a band of one standard error; `name` is for readers."""
    if not told.review.curve:
        return ""
    x = chart.Axis(0, len(told.story.moves), 34, WIDTH - 112, exact=True)
    panel = expected_panel(told, turnings, x, (HEIGHT - 28, 16), chapters(told.parts()))
    return chart.charted(WIDTH, HEIGHT, panel.parts, name)


def expected_panel(
    told: ReviewText,
    turnings: Sequence[Turning],
    x: chart.Axis,
    y: tuple[float, float],
    labels: Mapping[float, str],
) -> chart.ChartPanel:
    """The curves over any axis; `y` is where they begin and end, `labels` what begins at which ply."""
    curve = told.review.curve
    reach = [(a - b, a + b) for point in curve for a, b in zip(point.worths, point.spreads, strict=True)]
    panel = chart.ChartPanel(
        x, chart.Axis(min(low for low, _ in reach), max(high for _, high in reach), *y, ticks=5)
    )
    panel.rows()
    panel.columns(labels, 46)
    for seat in range(told.review.seats):
        own = [(point.ply, point.worths[seat], point.spreads[seat]) for point in curve]
        panel.band([(ply, worth - spread, worth + spread) for ply, worth, spread in own], seat)
        panel.line([(ply, worth) for ply, worth, _ in own], seat)
        for point in marked(panel, curve, labels):
            panel.mark(point.ply, point.worths[seat], seat)
    names = {}
    for seat, worth in enumerate(curve[-1].worths):
        said = told.said(chart.number_text(round(worth, 1)))
        names[seat] = (worth, f"{chart.shortened(told.who(seat), NAME_LETTERS)} {said}")
    panel.end_names(names, curve[-1].ply)
    for n, turning in enumerate(turnings):
        one = turning.decision
        panel.badge(letter(n), one.ply, at_ply(curve, one.ply).worths[one.seat])
    return panel


def marked(panel: chart.ChartPanel, curve: Sequence[Point], labels: Mapping[float, str]) -> list[Point]:
    """Where the lines have their marks: at the beginnings of the parts, and at the end."""
    found, last, end = [], -FILE_WIDTH, panel.x.at(curve[-1].ply)
    for point in curve:
        at = panel.x.at(point.ply)
        if point.ply in labels and min(at - last, end - at) > MARKS_APART:
            found.append(point)
            last = at
    return [*found, curve[-1]]


def chapters(parts: Mapping[int, str]) -> dict[float, str]:
    """Where the larger parts of the game begin: `Year 3` of `Year 3, spring` and what follows it."""
    found: dict[float, str] = {}
    last = ""
    for ply, part in parts.items():
        larger = part.partition(",")[0]
        if larger != last:
            found[ply] = last = larger
    return found


def at_ply(curve: Sequence[Point], ply: int) -> Point:
    """The last moment of a curve that is not later."""
    return next((point for point in reversed(curve) if point.ply <= ply), curve[0])


# ---- points by line of the score -------------------------------------------------------------------------


def standing_chart(
    told: ReviewText, columns: Sequence[tuple[int, Mapping[str, int]]], lines: Sequence[str], name: str
) -> str:
    """A seat's points by line of the score as each part begins, one on the other; losses below.

    `columns` are plies and points, `lines` says in which order they lie.
    """
    if not columns:
        return ""
    sums = [
        sum([side * max(0, side * points[line]) for line in lines])
        for _, points in columns
        for side in (1, -1)
    ]
    x = chart.Axis(0, len(columns), 34, WIDTH - 8, exact=True)
    panel = chart.ChartPanel(x, chart.Axis(min(0, *sums), max(1, *sums), HEIGHT - 28, 16, ticks=5))
    panel.rows()
    begins = chapters(told.parts())
    panel.columns({n: begins[ply] for n, (ply, _) in enumerate(columns) if ply in begins}, 4)
    wide = max(2.0, (x.at(1) - x.at(0)) * 0.78)
    for n, (_, column) in enumerate(columns):
        ends = {True: 0, False: 0}  # of the bars above and below the line so far
        for number, line in enumerate(lines):
            if value := column[line]:
                base = ends[value > 0]
                ends[value > 0] = base + value
                panel.bar(
                    n + 0.5, wide, (base, base + value), chart.STACK[number % len(chart.STACK)], "paper"
                )
    return chart.charted(WIDTH, HEIGHT, panel.parts, name)


# ---- as a file -------------------------------------------------------------------------------------------


def review_picture(told: ReviewText) -> str:
    """The whole review as a picture that needs nothing else: curves, luck and losses, turning points."""
    review, ink = told.review, TOKENS["ink"][LIGHT]
    notes = FILE_STRIPS + (STRIP_GAP + STRIP) * len(review.of) + 30
    height = notes + NOTE * len(review.turnings) + 12
    x = chart.Axis(review.first, max(review.end, review.first + 1), 54, FILE_WIDTH - 120, exact=True)
    title = told.title()
    parts = [
        rect(0, 0, FILE_WIDTH, height, "paper", None),
        chart.words(title, 54, 28, size=17, weight=700),
        chart.words(told.say("chart"), 54, 50, fill="ink2"),
    ]
    if review.curve:
        parts += expected_panel(
            told, review.turnings, x, (364, 64), {float(ply): part for ply, part in told.parts().items()}
        ).parts
    gains = [one.gains[seat] for one in review.lucks for seat in review.of]
    values = [*gains, *[-one.loss for one in review.decisions], LEAST_REACH, -LEAST_REACH]
    for n, seat in enumerate(review.of):
        top = FILE_STRIPS + (STRIP_GAP + STRIP) * n + STRIP_GAP
        strip = chart.ChartPanel(x, chart.Axis(min(values), max(values), top + STRIP, top, ticks=5))
        strip.rows()
        for ply in chapters(told.parts()):
            strip.rule([(x.at(ply), strip.y.start), (x.at(ply), strip.y.end)])
        parts.append(chart.words(told.who(seat), 54, top - 7, fill=chart.colour_of(seat), weight=700))
        parts += strip_bars(told, strip, seat)
    second = 54 + 54 + len(told.say("luck_bar")) * (chart.LETTER + 1.0)
    for left, fill, key in ((54, "paper", "luck_bar"), (second, "ink", "lost_bar")):
        parts.append(rect(left, notes - 16, 12, 11, fill, ink, 1))
        parts.append(chart.words(told.say(key), left + 20, notes - 6))
    for n, turning in enumerate(review.turnings):
        one = turning.decision
        loss = f"{more(-turning.measure.loss)} ±{points(turning.measure.spread)}"
        said = {"part": told.part(one.ply), "who": told.who(one.seat), "made": told.made(one), "loss": loss}
        parts.append(chart.words(told.say("mark", letter=letter(n), **said), 54, notes - 2 + NOTE * (n + 1)))
    return in_colour(chart.charted(FILE_WIDTH, height, parts, title, alone=True))


def strip_bars(told: ReviewText, strip: chart.ChartPanel, seat: Seat) -> list[str]:
    """The luck and the losses of a seat, each at its ply."""
    review, colour = told.review, chart.colour_of(seat)
    wide = max(2.0, (strip.x.at(review.first + 1) - strip.x.start) * 0.8)
    bars = [(one.ply, one.gains[seat], "paper") for one in review.lucks]
    bars += [(one.ply, -one.loss, colour) for one in review.decisions if one.seat == seat]
    for ply, value, fill in bars:
        if abs(strip.y.at(value) - strip.y.at(0)) >= 0.5:
            strip.bar(ply + 0.5, wide, (0, value), fill, colour)
    return strip.parts


# ---- in characters ---------------------------------------------------------------------------------------


def text_chart(told: ReviewText, width: int) -> list[Row]:
    """Lines of numbers, one for each seat; under them the turning points, luck and losses."""
    review, curve = told.review, told.review.curve
    if not curve:
        return []
    steps = max(1, review.end - review.first)
    columns = max(10, min(min(width, TEXT_WIDEST) - TEXT_MARGIN, steps))

    def column(ply: int) -> int:
        return min(columns - 1, (ply - review.first) * columns // steps)

    every = [worth for point in curve for worth in point.worths]
    high, reach = max(every), max(max(every) - min(every), 1.0)
    cells = [[(" ", "")] * columns for _ in range(TEXT_ROWS)]
    for n in range(columns):
        here = at_ply(curve, review.first + (n + 1) * steps // columns)
        for seat, worth in enumerate(here.worths):
            row = cells[round((high - worth) / reach * (TEXT_ROWS - 1))]
            row[n] = (SEVERAL, "") if row[n][0] != " " else (str(seat + 1), f"bold {text_colour(seat)}")
    rows: list[Row] = []
    worths = [told.said(points(high - reach * n / (TEXT_ROWS - 1))) for n in range(TEXT_ROWS)]
    for n, drawn in enumerate(cells):
        label = f"{worths[n]:>{TEXT_MARGIN - 3}} ┤" if n % 3 == 0 else ""
        rows.append([(f"{label:{TEXT_MARGIN}}", "dim"), *drawn])
    letters = [" "] * columns
    for n, turning in reversed([*enumerate(review.turnings)]):
        letters[column(turning.decision.ply)] = letter(n)
    axis = [" "] * columns
    begins = {float(column(ply)): f"╵{part}" for ply, part in told.parts().items()}
    for at, said in chart.with_room(begins, 1.0, 1.0, float(columns)).items():
        axis[int(at) : int(at) + len(said)] = said
    rows += [text_row("", letters, "bold"), text_row("", axis, "dim")]
    for seat in review.of:
        lucks, losses = [0.0] * columns, [0.0] * columns
        for luck in review.lucks:
            lucks[column(luck.ply)] += luck.gains[seat]
        for one in review.decisions:
            losses[column(one.ply)] += one.loss if one.seat == seat else 0.0
        colour, most = text_colour(seat), len(HEIGHTS) - 1
        bars = [HEIGHTS[min(most, max(0, round(loss / FULL * most)))] for loss in losses]
        rows.append(text_row(f"{told.say('luck')} {seat + 1}", map(arrow, lucks), colour))
        rows.append(text_row(f"{told.say('lost_column')} {seat + 1}", bars, colour))
    key = [f"{seat + 1} {told.who(seat)}" for seat in range(review.seats)]
    key += [f"{SEVERAL} {told.say('both')}"] if review.seats > 1 else []
    key += [f"▲▼ {told.say('luck_cells')}", f"▆ {told.say('lost_cells')}"]
    return [*rows, [("  ".join(key), "dim")]]


def text_row(label: str, cells: Iterable[str], style: str) -> Row:
    return [(f"{label:>{TEXT_MARGIN - 2}}  ", ""), ("".join(cells).rstrip(), style)]


def text_colour(seat: Seat) -> str:
    return TOKENS[chart.colour_of(seat)][LIGHT]


def arrow(gain: float) -> str:
    """Good luck points up, bad luck down; the more of it, the fuller."""
    if abs(gain) < 0.25:
        return " "
    return ("▲" if gain > 0 else "▼") if abs(gain) >= 1 else ("△" if gain > 0 else "▽")
