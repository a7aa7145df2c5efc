"""A match as one HTML page that needs nothing but itself: plots, tables, and how the figures were found."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any, Final

from farmstead.render import chart
from farmstead.render.chart import Value, intervals
from farmstead.render.ink import el, token_sheet

NONE: Final = "–"
TOTAL: Final = "total"
MAX_FAULTS: Final = 50  # that are listed one by one
FORFEITED: Final = (
    "Such a game is lost for the agent that failed, its points are not counted, and the game is left out of"
    " the ratings."
)
WITHOUT_LUCK: Final = (
    "Without luck: what chance did is judged by the evaluator of the game, against the exact mean of all"
    " that could have come. That is nothing on the mean, so taking it off changes only how sure a mean is;"
    " how much of each kind of luck is taken off a deal is told by the other deals. Worth: so many times the"
    " games would be needed for an interval as narrow with the luck."
)
VERDICTS: Final = {"ahead": "ahead", "behind": "behind", "even": "even", "open": "not clear"}

# `Any` in what follows: the summary is JSON, and its shape is pinned by a test.
Summary = Mapping[str, Any]
Row = Mapping[str, Any]
Cells = Mapping[str, str]  # by the heads of their columns


def report_of(summary: Summary) -> str:
    """The page."""
    title = f"{summary['game']}: {', '.join(row['agent'] for row in summary['ladder'])}"
    body = [
        el("h1", escape(f"Arena: {summary['game']}, {_many(summary['seats'], 'seat')}")),
        el("p", escape(_headline(summary)), class_="lead"),
        *_warnings(summary),
        *_plots(summary),
        *_tables(summary),
        *_faults(summary),
        _how(summary),
    ]
    style = resources.files("farmstead.agents.arena").joinpath("report.css").read_text("utf-8")
    head = [
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", escape(title)),
        el("style", f"\n{token_sheet()}{style}"),
    ]
    page = el("head", "\n".join(head)) + el("body", el("main", "\n".join(body)))
    return "<!DOCTYPE html>\n" + el("html", page, lang="en") + "\n"


def _headline(summary: Summary) -> str:
    played, deals = summary["games_played"], summary["deals"]
    table = "each pairing in every deal, seats rotated"
    how = table if summary["seats"] > 1 else "everybody alone, with the same luck"
    counted = f"{played['counted']:,} of {_many(played['asked'], 'game')} counted"
    options = " ".join(summary["options"]) or "none"
    return (
        f"{counted}, {_many(deals['counted'], 'deal')}: {how}. Seed {summary['seed']}, options {options},"
        f" edition {summary['edition']}, farmstead {summary['farmstead']} ({summary['build']})."
    )


def _warnings(summary: Summary) -> Iterable[str]:
    """What a reader must know before the figures."""
    if summary["interrupted"]:
        yield el("p", "The match was interrupted: these are the deals played so far.", class_="warning")
    if summary["stopped_when_sure"]:
        settled = "The match was stopped by its sequential test: every pairing is settled."
        yield el("p", settled, class_="note")
    if summary["lost"]:
        count = _many(len(summary["lost"]), "game")
        yield el("p", f"{count} could not be played; their deals are not counted.", class_="warning")
    if summary["faults"]:
        count = _many(len(summary["faults"]), "fault")
        sentence = f"{count}: an agent failed, and greedy went on for it. {FORFEITED} See below."
        yield el("p", sentence, class_="warning")


# ---- plots -----------------------------------------------------------------------------------------------


def _plots(summary: Summary) -> Iterable[str]:
    ladder = [row for row in summary["ladder"] if row["score"] is not None]
    colours = {row["agent"]: n for n, row in enumerate(ladder)}
    if not ladder:
        return
    found = []
    if all(row["win_share"] is not None for row in ladder):
        shares = [_value(row, row["win_share"], colours, 1, 100, " %") for row in ladder]
        even = {row["win_share"]["even"] for row in ladder}
        dashed = 100 * even.pop() if len(even) == 1 else None
        plot = intervals("Win share", shares, dashed, (0, 100))
        found.append(_figure("Win share", "Shared wins are split. Dashed: even.", plot))
        ratings = [_value(row, row["rating"], colours, 1) for row in ladder if row["rating"] is not None]
        if ratings:
            found.append(_figure("Rating", "openskill, with its uncertainty.", intervals("Rating", ratings)))
    scores = [_value(row, row["score"], colours, 2) for row in ladder]
    found.append(_figure("Mean score", "With its interval.", intervals("Mean score", scores)))
    hills = [
        (value, {int(score): count for score, count in row["scores"].items()})
        for value, row in zip(scores, ladder, strict=True)
    ]
    how_often = "How often each came up; the line is the mean."
    found.append(_figure("Scores", how_often, chart.distributions("Scores", hills)))
    lines = {
        name.replace("_", " "): [row["lines"].get(name, 0.0) for row in ladder]
        for name in ladder[0]["lines"]
        if name != TOTAL
    }
    title = "Points by scoring line"
    swatches = [chart.swatch(chart.colour_of(value.colour)) for value in scores]
    keys = [
        el("span", f"{key} {escape(value.name)}", class_="key")
        for key, value in zip(swatches, scores, strict=True)
    ]
    found.append(_figure(title, "".join(keys), chart.grouped_bars(title, scores, lines)))
    yield el("section", *found, class_="plots")


def _value(
    row: Row, estimate: Row, colours: Mapping[str, int], decimals: int, factor: float = 1, unit: str = ""
) -> Value:
    low, high = [None if estimate[end] is None else estimate[end] * factor for end in ("low", "high")]
    text = estimate_text(estimate, decimals, factor) + unit
    return Value(row["agent"], colours[row["agent"]], estimate["mean"] * factor, low, high, text)


def _figure(title: str, caption: str, plot: str) -> str:
    said = caption if caption.startswith("<") else escape(caption)
    return el("figure", el("figcaption", el("b", escape(title)) + " " + said) + plot)


# ---- tables ----------------------------------------------------------------------------------------------


def _tables(summary: Summary) -> Iterable[str]:
    ladder, pairs = summary["ladder"], summary["head_to_head"]
    yield el("h2", "Agents") + table([_agent_cells(row) for row in ladder])
    if pairs:
        yield el("h2", "Head to head") + table([_pair_cells(row) for row in pairs], texts=2)
    if ladder[0]["lines"]:
        lines = table([_line_cells(row, ladder[0]["lines"]) for row in ladder])
        yield el("h2", "Points by scoring line") + lines


def _agent_cells(row: Row) -> Cells:
    return {
        "Agent": row["agent"],
        "Games": f"{row['games']:,}",
        "Score": estimate_text(row["score"], 2),
        **_without_luck(row, "adjusted"),
        "Win share, %": estimate_text(row["win_share"], 1, 100),
        "Place": estimate_text(row["place"], 2),
        "Rating": estimate_text(row["rating"], 1),
        "ms a decision": milliseconds(row["seconds_per_decision"]),
        "Slowest, ms": milliseconds(row["slowest_decision"]),
        "Faults": str(row["faults"]),
    }


def _pair_cells(row: Row) -> Cells:
    (first, second), deal = row["agents"], row["sequential"]["deal"]
    return {
        "First": first,
        "Second": second,
        "Games": f"{row['games']:,}",
        "Points more": estimate_text(row["difference"], 2),
        **_without_luck(row, "adjusted_difference"),
        "Share of the first, %": estimate_text(row["share"], 1, 100),
        "By interval": VERDICTS[row["verdict"]],
        "Sequential test": VERDICTS[row["sequential"]["verdict"]] + (f" after deal {deal}" if deal else ""),
    }


def _without_luck(row: Row, which: str) -> Cells:
    """In matches that count luck: the mean without it, and how many games that is worth."""
    if which not in row:
        return {}
    found = row[which]
    times = NONE if found is None or found["times"] is None else f"{found['times']:.2f}"
    return {"Without luck": estimate_text(found, 2), "Worth, times the games": times}


def _line_cells(row: Row, lines: Iterable[str]) -> Cells:
    points = {
        line.replace("_", " "): chart.number_text(round(row["lines"].get(line, 0.0), 2)) for line in lines
    }
    return {"Agent": row["agent"], **points}


def milliseconds(seconds: float | None) -> str:
    """Three digits, or all of them: `0.097`, `4.95`, `1,512`."""
    if seconds is None:
        return NONE
    return f"{1000 * seconds:,.0f}" if seconds >= 0.1 else f"{1000 * seconds:.3g}"


def estimate_text(estimate: Row | None, decimals: int, factor: float = 1) -> str:
    """`25.1 (24.0 to 26.2)`."""
    if estimate is None:
        return NONE
    mean, low, high = [
        None if estimate[name] is None else f"{estimate[name] * factor:.{decimals}f}".replace("-", "−")
        for name in ("mean", "low", "high")
    ]
    return f"{mean} ({low} to {high})" if low is not None else str(mean)


def table(rows: Sequence[Cells], texts: int = 1) -> str:
    """Rows of cells by the heads of their columns; the first columns are texts, the others figures."""
    head = el("tr", *_row("th", rows[0], texts))
    body = "".join(el("tr", *_row("td", row.values(), texts)) for row in rows)
    return el("div", el("table", el("thead", head) + el("tbody", body)), class_="scroll")


def _row(name: str, cells: Iterable[str], texts: int) -> list[str]:
    return [el(name, escape(cell), class_="text" if n < texts else "figure") for n, cell in enumerate(cells)]


# ---- the rest --------------------------------------------------------------------------------------------


def _faults(summary: Summary) -> Iterable[str]:
    for title, rows in (("Faults", summary["faults"]), ("Games lost", summary["lost"])):
        if rows:
            yield el("h2", f"{title}: {len(rows):,}")
            shown = [f"Game {row['number']}: {row.get('what') or row['why']}" for row in rows[:MAX_FAULTS]]
            yield el("ul", "".join(el("li", escape(line)) for line in shown))


def _how(summary: Summary) -> str:
    test = summary["sequential_test"]
    percent = f"{100 * summary['confidence']:g} %"
    sentences = [
        "A deal is one key for chance: events of the same name fall alike in all its games. Every pairing"
        " plays every deal in all seatings, and only whole deals count.",
        f"All intervals are for {percent}. Means: Student's t over the means of the deals. Shares: Wilson's"
        " interval, for fewer games than were played where games of the same deal are alike.",
        "Points more: the mean over deals of the difference in points at the same table, or alone with the"
        " same luck. Share of the first: 1 for a win, 0 for a win of the second, between when it is shared.",
        "Rating: openskill's model of Plackett and Luce, beginning at 25, told of the games in their order.",
        f"Sequential test: bets against even and against a difference of {100 * test['margin']:g} % or more;"
        f" wrong with probability {100 * test['error']:g} % at most, however often one looks.",
        "Times count choices between several moves only.",
    ]
    if summary.get("adjusted"):
        sentences.insert(3, WITHOUT_LUCK)
    return el("h2", "How this was found") + "".join(el("p", escape(sentence)) for sentence in sentences)


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
