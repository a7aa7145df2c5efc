"""`farmstead rules`: the book, its parts, and how the options read it."""

import io
import json
import re
import sys

import pytest

from farmstead.cli import main
from farmstead.cli import rules as command
from farmstead.cli.rule_search import numbers_about
from farmstead.rulebooks import rulebook

Capture = pytest.CaptureFixture[str]
BOOK = rulebook("walnut-grove")


def read(capsys: Capture, *args: str) -> str:
    assert main(["rules", "walnut-grove", *args]) == 0
    return capsys.readouterr().out


def test_the_whole_book(capsys: Capture) -> None:
    out = read(capsys)
    assert out.startswith("# Walnut Grove")
    assert all(
        f"**{paragraph.number}**" in out or f"| {paragraph.number} |" in out for paragraph in BOOK.paragraphs
    )


@pytest.mark.parametrize("number", ["5.6", "WG 5.6", "wg5.6"])
def test_one_paragraph(capsys: Capture, number: str) -> None:
    out = read(capsys, number)
    assert out.startswith("- **5.6** The building is named first.")
    assert out.count("\n") == 1


def test_one_section(capsys: Capture) -> None:
    out = read(capsys, "7")
    assert out.startswith("## 7 Neighbours’ help\n") and "**7.1**" in out and "**8.1**" not in out


def test_one_ruling(capsys: Capture) -> None:
    assert read(capsys, "R13").startswith("- **R13** Help in winter while holding the good")


def test_every_number_can_be_asked_for(capsys: Capture) -> None:
    numbers = [part.number for part in BOOK.paragraphs] + [part.number for part in BOOK.sections]
    for number in numbers:
        assert len(read(capsys, number)) > 20


def test_options_change_what_is_read(capsys: Capture) -> None:
    german, french = read(capsys, "7.4"), read(capsys, "7.4", "--options", "french")
    assert "turned" not in german.split("whichever")[0]
    assert french != german and "(as your options read it)" in french
    assert read(capsys, "7.4", "--options", "open_help_costs=off") == french
    assert read(capsys, "--options", "french").count("(as your options read it)") >= 6


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["walnut-grove", "5.66"], "near it: 5.6"),
        (["walnut-grove", "R99"], "near it: R9"),
        (["walnut-grove", "xyzzy"], "no paragraph 'xyzzy'; sections are 1 Set-up, 2 The year, 3 Spring"),
        (["walnut-grove", "5.6", "--options", "frensh"], "did you mean french?"),
        (["walnut-tree"], "did you mean walnut-grove?"),
    ],
)
def test_unknown_numbers_and_names_suggest_the_nearest(args: list[str], words: str, capsys: Capture) -> None:
    assert main(["rules", *args]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(("number", "paged"), [(None, True), ("5.6", False)])
def test_a_terminal_gets_it_set_nicely(
    number: str | None, paged: bool, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole book goes through the pager, a paragraph does not; neither shows Markdown's own signs."""
    pages: list[str] = []
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("rich.pager.SystemPager.show", lambda self, content: pages.append(content))
    text = command.text(BOOK, number, {})
    command.show(text, paged=number is None)
    shown = pages[0] if paged else capsys.readouterr().out
    assert bool(pages) == paged
    assert "The building is named first" in shown and "**" not in shown


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("tent", "- **8.6**"),
        ("spring", "## 3 Spring"),
        ("tolls", "- **5.6**"),
        ("general-store", "- **5.12**"),
    ],
)
def test_words_find_their_paragraphs(capsys: Capture, words: str, begins: str) -> None:
    assert read(capsys, words).startswith(begins)


# ---- another game --------------------------------------------------------------------------------------


def read_valley(capsys: Capture, *args: str) -> str:
    assert main(["rules", "sunflower-valley", *args]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("number", ["3.4", "SV 3.4", "sv3.4"])
def test_one_paragraph_of_a_valley(capsys: Capture, number: str) -> None:
    assert read_valley(capsys, number).startswith("- **3.4** *Blocked:* if no unreserved colour")


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("S14", "- **S14** Villager boxes full"),
        ("herd", "- **4.4** *Herd:*"),
        ("family", "## 6 Family variant"),
        ("high-speed", "- **5.6** *High-speed valley:*"),
        ("village", "- **4.1** *Village:*"),
        ("villages", "- **4.1** *Village:*"),
        ("villager", "- **1.4** The first house brings two villagers"),
    ],
)
def test_rulings_and_words_of_a_valley(capsys: Capture, words: str, begins: str) -> None:
    assert read_valley(capsys, words).startswith(begins)


def test_whole_words_come_before_words_that_begin_so() -> None:
    book = rulebook("sunflower-valley")
    found = numbers_about(book, "village")
    assert found.index("4.1") < found.index("4.2") < found.index("3.6") and len(set(found)) == len(found)
    assert {"1.4", "3.6", "5.5"} <= set(found) and not {"4.1", "4.2"} & set(numbers_about(book, "villager"))
    assert numbers_about(book, "scor") == ["5"]  # only a section is called so
    assert numbers_about(book, "no such") == numbers_about(book, "no") == []


def test_the_variant_is_read_as_it_is_played(capsys: Capture) -> None:
    standard, family = read_valley(capsys, "5.1"), read_valley(capsys, "5.1", "--options", "family")
    assert "Any sheep of a herd may serve" in standard and "as your options" not in standard
    assert "only a house on a neighbouring hex" in family and "(as your options read it)" in family
    assert read_valley(capsys, "5.1", "--options", "sheet=A start=2") == standard
    assert read_valley(capsys, "--options", "family").count("(as your options read it)") == 1


def test_another_games_paragraph_is_not_taken_for_ones_own(capsys: Capture) -> None:
    assert main(["rules", "sunflower-valley", "WG 3.4"]) == 2
    assert "no paragraph 'WG 3.4'; that is one of walnut-grove" in capsys.readouterr().err


def test_a_long_number_is_quoted_in_short(capsys: Capture) -> None:
    assert main(["rules", "walnut-grove", "x" * 100_000]) == 2
    assert 50 <= capsys.readouterr().err.count("x") <= 70


def test_the_page_shows_how_a_table_of_several_is_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (example,) = [
        block
        for block in re.findall(r"```json\n(.*?)```", read_valley(capsys, "8"), re.DOTALL)
        if "players" in block
    ]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(" ".join(example.split()).encode())))
    assert main(["score", "sunflower-valley"]) == 0
    assert [player["total"] for player in json.loads(capsys.readouterr().out)["players"]] == [51, 11]


@pytest.mark.parametrize(("less", "painted"), [(None, True), ("-R", True), ("-i", False)])
def test_less_is_told_to_show_colours(
    less: str | None, painted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS", less or "")
    if less is None:
        monkeypatch.delenv("LESS")
    assert command._pager_paints() == painted
