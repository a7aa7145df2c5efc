"""The page: well-formed, whole in itself, and true to the summary."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from farmstead.agents.arena.local import played_here
from farmstead.agents.arena.match_folder import MatchFolder
from farmstead.agents.arena.match_game import Outcomes
from farmstead.agents.arena.match_run import MatchRun, run
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.report import estimate_text, milliseconds, report_of
from farmstead.agents.arena.summary import summary_of

VALLEY = Match("sunflower-valley", 2, ("uniform", "uniform:seed=4", "uniform:seed=5"), 4)
ALONE = Match("walnut-grove", 1, ("uniform", "uniform:seed=4"), 3)
SVG = "svg"


def summary(folder: Path, match: Match) -> dict[str, Any]:
    with MatchFolder(folder, match) as store:
        ending = run(store, played_here, lambda course, games: None)
        return summary_of(ending, store.results)


def tree_of(page: str) -> ElementTree.Element:
    """The page is written so that readers of XML understand it too."""
    assert page.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(page.partition("\n")[2])


def shown(tree: ElementTree.Element) -> str:
    return " ".join(" ".join(tree.itertext()).split())


class Balance(HTMLParser):
    """Whether every element that is opened is closed again, as browsers read it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        assert tag in ("meta", "path", "rect", "circle"), f"<{tag}/> is not closed in HTML"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


MATCHES = pytest.mark.parametrize(
    "match",
    [
        VALLEY,
        replace(VALLEY, seats=4),
        replace(VALLEY, seats=3, tables="mixed"),
        replace(VALLEY, agents=("uniform", "uniform"), games=1),
        ALONE,
        replace(ALONE, agents=("uniform",), games=1),
    ],
    ids=["pairs", "four", "mixed", "one deal", "alone", "one agent"],
)


@MATCHES
def test_the_page_is_well_formed_and_needs_nothing_else(tmp_path: Path, match: Match) -> None:
    found = summary(tmp_path, match)
    page = report_of(found)
    balance = Balance()
    balance.feed(page)
    assert balance.open == []
    tree = tree_of(page)
    assert {element.tag for element in tree.iter()}.isdisjoint(
        {"script", "link", "img", "iframe", "object", "use"}
    )
    assert not re.search(r"https?:|//|@import|url\(|src=|href=", page)
    assert tree.find("head/meta[@name='viewport']") is not None
    assert "prefers-color-scheme:dark" in page
    text = shown(tree)
    assert all(label in text for label in match.labels)
    assert "nan" not in page and "None" not in page


def test_it_has_ladder_scores_and_scoring_lines(tmp_path: Path) -> None:
    found = summary(tmp_path, VALLEY)
    tree = tree_of(report_of(found))
    plots = {plot.get("aria-label"): plot for plot in tree.iter(SVG) if plot.get("role") == "img"}
    assert list(plots) == ["Win share", "Rating", "Mean score", "Scores", "Points by scoring line"]
    assert len(list(plots["Win share"].iter("circle"))) == 3
    lines = [line.replace("_", " ") for line in found["ladder"][0]["lines"] if line != "total"]
    assert all(line in shown(plots["Points by scoring line"]) for line in lines)
    assert len(list(plots["Points by scoring line"].iter("rect"))) == 3 * len(lines)
    first = found["ladder"][0]
    assert estimate_text(first["score"], 2) in shown(tree)
    assert estimate_text(first["win_share"], 1, 100) in shown(tree)


def test_everything_drawn_lies_within_its_plot(tmp_path: Path) -> None:
    tree = tree_of(report_of(summary(tmp_path, replace(VALLEY, seats=4))))
    for plot in tree.iter(SVG):
        width, height = map(float, str(plot.get("viewBox")).split()[2:])
        for element in plot.iter():
            for name, most in (
                ("x", width),
                ("x1", width),
                ("x2", width),
                ("cx", width),
                ("y", height),
                ("y1", height),
                ("y2", height),
            ):
                assert 0 <= float(element.get(name, 0)) <= most


def test_names_are_written_as_text_and_never_as_markup(tmp_path: Path) -> None:
    found = json.loads(json.dumps(summary(tmp_path, VALLEY)).replace("uniform:seed=4", "stdio:<b>&'x'"))
    tree = tree_of(report_of(found))
    assert "stdio:<b>&'x'" in shown(tree) and not any("stdio" in (b.text or "") for b in tree.iter("b"))


def test_what_went_wrong_is_on_the_page(tmp_path: Path) -> None:
    found = summary(tmp_path, VALLEY)
    found |= {
        "interrupted": True,
        "stopped_when_sure": True,
        "faults": [
            {"number": n, "agent": "a", "what": f"seat 1 (a), decision {n}: it died"} for n in range(1, 70)
        ],
        "lost": [{"number": 7, "why": "its process died 3 times"}],
    }
    text = shown(tree_of(report_of(found)))
    assert "was interrupted" in text and "stopped by its sequential test" in text
    assert "1 game could not be played" in text and "Game 7: its process died 3 times" in text
    assert "Faults: 69" in text and "Game 50: seat 1 (a), decision 50" in text and "Game 51:" not in text


def test_a_match_without_a_whole_deal_is_reported_too(tmp_path: Path) -> None:
    with MatchFolder(tmp_path, VALLEY) as store:
        ending = run(store, nobody, lambda course, games: None)
        found = summary_of(ending, store.results)
    assert found["games_played"] == {"asked": 12, "counted": 0, "beyond": 0}
    assert "0 of 12 games counted" in shown(tree_of(report_of(found)))


def nobody(match: Match, numbers: Iterable[int]) -> Outcomes:
    yield from ()


def test_times_have_three_digits_or_all_of_them() -> None:
    times = (None, 0.0000971, 0.00495, 0.0999, 0.1, 1.512)
    assert [milliseconds(seconds) for seconds in times] == ["–", "0.0971", "4.95", "99.9", "100", "1,512"]


def test_the_result_so_far_is_that_of_whole_deals(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with MatchFolder(tmp_path, VALLEY) as store:
        run(store, played_here, lambda course, games: seen.append((course.counted, games)))
    assert seen[0] == (0, 0) and seen[-1] == (2, 12)
    assert (0, 5) in seen and (1, 6) in seen and (1, 11) in seen


def test_the_course_ends_with_the_means_of_the_summary(tmp_path: Path) -> None:
    with MatchFolder(tmp_path, VALLEY) as store:
        ending = run(store, played_here, lambda course, games: None)
        ladder = {row["agent"]: row for row in summary_of(ending, store.results)["ladder"]}  # type: ignore[attr-defined]
    course: MatchRun = ending.course
    for label, share, points in zip(VALLEY.labels, course.shares, course.scores, strict=True):
        assert share / 2 == pytest.approx(ladder[label]["win_share"]["mean"], abs=1e-4)
        assert points / 2 == pytest.approx(ladder[label]["score"]["mean"], abs=1e-4)
