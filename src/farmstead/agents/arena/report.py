"""A match as one HTML page that needs nothing but itself: plots, tables, and how the figures were found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any, Final

from farmstead.agents.arena.plots import (
    COLOURS,
    Axis,
    Value,
    bars,
    distributions,
    intervals,
    number_text,
    tag,
)

NONE: Final = "–"
TOTAL: Final = "total"
MOST_FAULTS: Final = 50  # that are listed one by one
VERDICTS: Final = {"ahead": "ahead", "behind": "behind", "even": "even", "open": "not clear"}

# `Any` in what follows: the summary is JSON, and its shape is pinned by a test.
Summary = Mapping[str, Any]
Row = Mapping[str, Any]


def report_of(summary: Summary) -> str:
    """The page."""
    title = f"{summary['game']}: {', '.join(row['agent'] for row in summary['ladder'])}"
    body = [
        tag("h1", escape(f"Arena: {summary['game']}, {_many(summary['seats'], 'seat')}")),
        tag("p", escape(_headline(summary)), class_="lead"),
        *_warnings(summary),
        tag("section", "".join(_plots(summary)), class_="plots"),
        *_tables(summary),
        *_faults(summary),
        _how(summary),
    ]
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", escape(title)),
        tag("style", _style()),
    ]
    page = tag("head", "\n".join(head)) + tag("body", tag("main", "\n".join(body)))
    return "<!DOCTYPE html>\n" + tag("html", page, lang="en") + "\n"


def _style() -> str:
    text = resources.files("farmstead.agents.arena").joinpath("report.css").read_text(encoding="utf-8")
    return "\n" + text


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
        yield tag("p", "The match was interrupted: these are the deals played so far.", class_="warning")
    if summary["stopped_when_sure"]:
        yield tag(
            "p", "The match was stopped by its sequential test: every pairing is settled.", class_="note"
        )
    if summary["lost"]:
        count = _many(len(summary["lost"]), "game")
        yield tag("p", f"{count} could not be played; their deals are not counted.", class_="warning")
    if summary["faults"]:
        yield tag("p", "An agent failed, and its seat went on with another; see below.", class_="warning")


# ---- plots -----------------------------------------------------------------------------------------------


def _plots(summary: Summary) -> Iterable[str]:
    ladder = [row for row in summary["ladder"] if row["score"] is not None]
    colours = {row["agent"]: n for n, row in enumerate(ladder)}
    if not ladder:
        return
    if all(row["win_share"] is not None for row in ladder):
        yield _figure("Win share", "Shared wins are split. Dashed: even.", _share_plot(ladder, colours))
        ratings = [_value(row, row["rating"], colours, 1) for row in ladder]
        yield _figure("Rating", "openskill, with its uncertainty.", intervals("Rating", ratings))
    scores = [_value(row, row["score"], colours, 2) for row in ladder]
    yield _figure("Mean score", "With its interval.", intervals("Mean score", scores))
    hills = [
        (value, {int(score): count for score, count in row["scores"].items()})
        for value, row in zip(scores, ladder, strict=True)
    ]
    yield _figure("Scores", "How often each came up; the line is the mean.", distributions("Scores", hills))
    yield _figure(
        "Points by scoring line", _legend(scores), bars("Points by scoring line", scores, _lines(ladder))
    )


def _share_plot(ladder: Sequence[Row], colours: Mapping[str, int]) -> str:
    values = [_value(row, row["win_share"], colours, 1, 100, " %") for row in ladder]
    even = {row["win_share"]["even"] for row in ladder}
    return intervals("Win share", values, 100 * even.pop() if len(even) == 1 else None, "", Axis(0, 100))


def _value(
    row: Row, estimate: Row, colours: Mapping[str, int], decimals: int, factor: float = 1, unit: str = ""
) -> Value:
    low, high = [None if estimate[end] is None else estimate[end] * factor for end in ("low", "high")]
    text = estimate_text(estimate, decimals, factor) + unit
    return Value(row["agent"], colours[row["agent"]], estimate["mean"] * factor, low, high, text)


def _lines(ladder: Sequence[Row]) -> dict[str, list[float]]:
    names = [name for name in ladder[0]["lines"] if name != TOTAL]
    return {name.replace("_", " "): [row["lines"].get(name, 0.0) for row in ladder] for name in names}


def _figure(title: str, caption: str, plot: str) -> str:
    said = caption if caption.startswith("<") else escape(caption)
    return tag("figure", tag("figcaption", tag("b", escape(title)) + " " + said) + plot)


def _legend(agents: Sequence[Value]) -> str:
    return "".join(
        tag(
            "span",
            tag("i", "&#8203;", class_=f"c{agent.colour % COLOURS}") + escape(agent.name),
            class_="key",
        )
        for agent in agents
    )


# ---- tables ----------------------------------------------------------------------------------------------


def _tables(summary: Summary) -> Iterable[str]:
    yield tag("h2", "Agents")
    heads = [
        "Agent",
        "Games",
        "Score",
        "Win share, %",
        "Place",
        "Rating",
        "ms a decision",
        "Slowest, ms",
        "Faults",
    ]
    yield table(heads, [_agent_cells(row) for row in summary["ladder"]])
    if summary["head_to_head"]:
        yield tag("h2", "Head to head")
        heads = [
            "First",
            "Second",
            "Games",
            "Points more",
            "Share of the first, %",
            "By interval",
            "Sequential test",
        ]
        yield table(heads, [_pair_cells(row) for row in summary["head_to_head"]], texts=2)
    lines = list(summary["ladder"][0]["lines"])
    if lines:
        yield tag("h2", "Points by scoring line")
        heads = ["Agent", *[name.replace("_", " ") for name in lines]]
        yield table(heads, [_line_cells(row, lines) for row in summary["ladder"]])


def _agent_cells(row: Row) -> list[str]:
    return [
        row["agent"],
        f"{row['games']:,}",
        estimate_text(row["score"], 2),
        estimate_text(row["win_share"], 1, 100),
        estimate_text(row["place"], 2),
        estimate_text(row["rating"], 1),
        milliseconds(row["seconds_per_decision"]),
        milliseconds(row["slowest_decision"]),
        str(row["faults"]),
    ]


def _pair_cells(row: Row) -> list[str]:
    test, deal = row["sequential"]["verdict"], row["sequential"]["deal"]
    return [
        *row["agents"],
        f"{row['games']:,}",
        estimate_text(row["difference"], 2),
        estimate_text(row["share"], 1, 100),
        VERDICTS[row["verdict"]],
        VERDICTS[test] + (f" after deal {deal}" if deal else ""),
    ]


def _line_cells(row: Row, lines: Sequence[str]) -> list[str]:
    return [row["agent"], *[number_text(round(row["lines"].get(name, 0.0), 2)) for name in lines]]


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


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """The first columns are texts, the others figures."""
    head = tag("tr", _cells("th", heads, texts))
    body = "".join(tag("tr", _cells("td", row, texts)) for row in rows)
    whole = tag("thead", head) + tag("tbody", body)
    return tag("div", tag("table", whole), class_="scroll")


def _cells(name: str, cells: Sequence[str], texts: int) -> str:
    return "".join(
        tag(name, escape(cell), class_="text" if n < texts else "figure") for n, cell in enumerate(cells)
    )


# ---- the rest --------------------------------------------------------------------------------------------


def _faults(summary: Summary) -> Iterable[str]:
    for title, rows in (("Faults", summary["faults"]), ("Games lost", summary["lost"])):
        if rows:
            yield tag("h2", f"{title}: {len(rows):,}")
            shown = [
                f"Game {row['number']}: {row.get('what') or row.get('why')}" for row in rows[:MOST_FAULTS]
            ]
            yield tag("ul", "".join(tag("li", escape(line)) for line in shown))


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
    return tag("h2", "How this was found") + "".join(tag("p", escape(sentence)) for sentence in sentences)


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
