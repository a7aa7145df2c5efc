"""How each game plays: one page, said alike in every language, with pictures and points of a real game."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.games.walnut_grove.rules import GAME
from farmstead.render.ink.pictures import NAMESPACE
from farmstead.render.words import languages
from farmstead.rulebooks import rulebook
from farmstead.rulebooks.how_it_plays import HowItPlays, Illustration, Pose, drawn, how_it_plays, posed

LANGUAGES = sorted(languages())
PAGES = [(game, language) for game in shelf.names() for language in LANGUAGES]
CITED = re.compile(r"(?<![\w.,])\d\.\d+(?![\w.]\d)")
MOST_WORDS = 1300  # ten minutes, with a look at each picture
SECTIONS = {"walnut-grove": 4, "sunflower-valley": 5}
Capture = pytest.CaptureFixture[str]


def pictures(page: HowItPlays) -> list[Illustration]:
    return [part for part in page.parts if isinstance(part, Illustration)]


def headings(text: str) -> list[str]:
    return re.findall(r"^(#+) ", text, re.MULTILINE)


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_each_language_says_the_same(game: str, language: str) -> None:
    page, english = how_it_plays(game, language), how_it_plays(game)
    told, there = page.markdown(), english.markdown()
    assert page.language == language and page.title.startswith(shelf.game(game).title)
    assert headings(told) == headings(there) and headings(told).count("##") == SECTIONS[game]
    assert sorted(CITED.findall(told)) == sorted(CITED.findall(there))
    assert [picture.name for picture in pictures(page)] == [picture.name for picture in pictures(english)]
    assert told.count("\n| ") == there.count("\n| ") and len(re.findall(r"^3\. ", told, re.MULTILINE)) == 1
    assert len(told.split()) < MOST_WORDS and not set("{}") & set(told)
    if language != "en":
        assert not {p.alt for p in pictures(page)} & {p.alt for p in pictures(english)}


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_number_leads_to_a_paragraph(game: str, language: str) -> None:
    numbers = {paragraph.number for paragraph in rulebook(game, language).paragraphs}
    assert set(CITED.findall(how_it_plays(game, language).markdown())) <= numbers


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_the_example_is_counted_by_the_scorer(game: str, language: str) -> None:
    pose = posed(game, "end")
    assert not pose.state.to_act()
    rows = re.findall(r"^\| (.+?) \| (\S+) \|", how_it_plays(game, language).markdown(), re.MULTILINE)[1:]
    points = [int(points.strip("*").replace("\N{MINUS SIGN}", "-")) for _, points in rows]
    assert points == list(pose.state.score_lines(pose.seat).values())
    assert sum(points[:-1]) == points[-1] == pose.state.scores()[pose.seat]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_pictures_are_drawn_and_say_what_is_seen(game: str, language: str) -> None:
    page = how_it_plays(game, language)
    found, symbols = drawn(page)
    there = set(re.findall(r' id="([^"]+)"', symbols))
    for picture in pictures(page):
        root = ElementTree.fromstring(found[picture.name])
        assert root.tag == f"{{{NAMESPACE}}}svg" and root.attrib["role"] == "img"
        assert root.attrib["aria-label"] == picture.alt and len(picture.alt) > 40
        assert not re.findall(r"data-part|tabindex|aria-hidden", found[picture.name])
        assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', found[picture.name])[0]) - {""} <= there
    assert len(pictures(page)) >= 4


def farm(pose: Pose) -> Any:  # `Any`: what a view has
    view: Any = pose.state.view(pose.seat)
    return view["farms"][pose.seat]


def test_the_farm_is_as_the_page_tells() -> None:
    """What is said of the pictures of Walnut Grove, in words, stands in the positions."""
    spring, summer, winter, end = [
        farm(posed("walnut-grove", n)) for n in ("spring", "summer", "winter", "end")
    ]
    sizes = {each["terrain"]: each["size"] for each in spring["districts"] if each["at"][1] == 0}
    assert (sizes["fish"], sizes["stone"], len(spring["tiles"]), spring["barn"]["coins"]) == (2, 2, 4, 3)
    goods = {each["terrain"]: each["goods"] for each in summer["districts"] if each["goods"]}
    assert (goods["fish"], goods["stone"]) == (2, 2)
    assert (winter["improvements"]["paddock"], winter["barn"]["values"]["silver"], winter["huts"]) == (
        1,
        2,
        1,
    )
    assert winter["labourers"] == {"yellow": 0, "blue": 1, "white": 0}
    assert (end["areas"], len(end["tiles"]), sum(end["labourers"].values()), end["huts"]) == (1, 10, 3, 1)
    assert end["barn"]["values"] == {"copper": 0, "silver": 0, "gold": 3} and not any(end["help"].values())
    assert max(each["size"] for each in end["districts"]) == 10
    assert [name for name, count in end["improvements"].items() if count] == ["paddock", "well"]


def test_the_town_is_as_the_page_tells() -> None:
    view: Any = posed("walnut-grove", "autumn").state.view(0)
    disc = GAME.edition.discs[[each.id for each in GAME.edition.discs].index(view["disc"])]
    assert (view["year"], disc.draw, disc.lay) == (3, 4, 2)
    assert [each["building"] for each in view["figures"]] == ["svensons"] and len(view["town"]) == 7


def test_the_valley_is_as_the_page_tells() -> None:
    end = posed("sunflower-valley", "end")
    reasons = {line: [event.args for event in events] for line, events in end.state.reasons(end.seat).items()}
    assert [len(reasons[line]) for line in ("houses_with_sheep", "houses_without")] == [5, 1]
    assert [each["colour"] for each in reasons["sunflower_majorities"]] == ["pink", "blue"]
    assert end.state.scores() == [40, 41]
    rolled: Any = posed("sunflower-valley", "dice").state.view(0)
    assert sorted(rolled["pool"]) == sorted(
        ["house", "sheep", "super-sunflower", "straight", "curve", "curve"]
    )


# ---- in the terminal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_the_terminal_shows_it_before_the_numbered_rules(game: str, language: str, capsys: Capture) -> None:
    assert main(["rules", game, "--language", language]) == 0
    whole = capsys.readouterr().out
    assert main(["rules", game, "--language", language, "--how-it-plays"]) == 0
    alone = capsys.readouterr().out
    book = rulebook(game, language)
    assert (
        whole.startswith(alone.rstrip())
        and alone.rstrip() == how_it_plays(game, language).markdown().rstrip()
    )
    assert (
        whole.index(f"# {book.title}") < whole.index(f"# {book.phrases.developers}") < whole.index("```json")
    )


def test_one_page_is_asked_for_at_a_time(capsys: Capture) -> None:
    assert main(["rules", "walnut-grove", "5.6", "--how-it-plays"]) == 2
    assert "leave it out to read 5.6" in capsys.readouterr().err
