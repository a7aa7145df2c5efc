"""What happened at a table, and what can be done at it, as sentences for whoever hears of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

import pytest

from farmstead import shelf
from farmstead.cli.sentences import Sentences
from farmstead.messages import News, SeatEvent
from farmstead.render import drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import LANGUAGE, PAGES, languages, page_words, vocabulary
from farmstead.server.play.sentences import move_words, sentence_of
from farmstead.server.table.entries import Asked, Closed, Entry
from farmstead.server.table.seat_views import event_of
from tests.render.languages import texts
from tests.server.playing import Clients, Owner, hearers, started

GAMES = shelf.names()


def said(news: News, game: str, names: Sequence[str] = ()) -> list[str]:
    return [each.words for each in sentence_of(news, game, names)]


# ---- what happened -------------------------------------------------------------------------------------


NEWS: list[tuple[News, str, str]] = [
    (News(1, "sat", 1, how="person"), "Ada took seat 2.", "Someone took seat 2."),
    (
        News(1, "sat", 1, how="device"),
        "Ada took seat 2, on a shared device.",
        "Someone took seat 2, on a shared device.",
    ),
    (News(1, "sat", 1, how="client"), "Ada, a program, took seat 2.", "A program took seat 2."),
    (News(1, "sat", 1, how="bot", level=3), "A level 3 bot took seat 2.", "A level 3 bot took seat 2."),
    (News(1, "left", 1), "Ada left seat 2.", "Seat 2 is free again."),
    (News(1, "started"), "The game begins.", "The game begins."),
    (News(1, "moved", 1), "Ada has decided.", "Seat 2 has decided."),
    (News(1, "dealt", 1, how="chosen"), "Ada chose what was drawn.", "Seat 2 chose what was drawn."),
    (News(1, "undone", 1, gone=(4,)), "Ada undid a choice.", "Seat 2 undid a choice."),
    (News(1, "undone", 1, gone=(4, 6)), "Ada undid 2 choices.", "Seat 2 undid 2 choices."),
    (
        News(1, "asked", 1, to=4),
        "Ada asks to rewind the game.",
        "Seat 2 asks to rewind the game.",
    ),
    (
        News(1, "asked", 1, to=4, gone=(4, 6)),
        "Ada rewound the game.",
        "Seat 2 rewound the game.",
    ),
    (News(1, "answered", 1, yes=True), "Ada agrees to rewind.", "Seat 2 agrees to rewind."),
    (
        News(1, "answered", 1, yes=True, gone=(4, 6)),
        "Ada agrees to rewind. The game was rewound by 2 choices.",
        "Seat 2 agrees to rewind. The game was rewound by 2 choices.",
    ),
    (
        News(1, "answered", 1),
        "Ada says no, so the game doesn’t rewind.",
        "Seat 2 says no, so the game doesn’t rewind.",
    ),
    (
        News(1, "taken_over", 1, why="clock", level=3),
        "Ada ran out of time. A level 3 bot plays on.",
        "Seat 2 ran out of time. A level 3 bot plays on.",
    ),
    (
        News(1, "taken_over", 1, why="resigned", level=1),
        "Ada resigned. A level 1 bot plays on.",
        "Seat 2 resigned. A level 1 bot plays on.",
    ),
    (
        News(1, "taken_over", 1, why="left", level=3, gone=(4,)),
        "Ada left the table. A level 3 bot plays on. The game was rewound by one choice.",
        "Seat 2 left the table. A level 3 bot plays on. The game was rewound by one choice.",
    ),
    (News(1, "pledged", 1, pledge="0f"), "", ""),
    (News(1, "opened", 1, value="0f"), "", ""),
    (
        News(1, "cancelled", why="unopened"),
        "A number wasn’t shown in time. The start is cancelled, and every device picks a new number.",
        "A number wasn’t shown in time. The start is cancelled, and every device picks a new number.",
    ),
    (
        News(1, "cancelled", why="left"),
        "Someone left before every number was shown. "
        "The start is cancelled, and every device picks a new number.",
        "Someone left before every number was shown. "
        "The start is cancelled, and every device picks a new number.",
    ),
    (News(1, "returned", 1), "Ada is back and playing again.", "Seat 2 is back and playing again."),
    (
        News(1, "closed", why="aside"),
        "This table’s saved data is damaged, so it can’t be played.",
        "This table’s saved data is damaged, so it can’t be played.",
    ),
    (
        News(1, "closed", why="abandoned"),
        "Everyone has left, and the table is closed.",
        "Everyone has left, and the table is closed.",
    ),
    (News(1, "closed", why="deleted"), "This table has been deleted.", "This table has been deleted."),
]
IDS = [f"{news.kind} {news.how or news.why} {len(news.gone) or ''}".strip() for news, _, _ in NEWS]


@pytest.mark.parametrize(("news", "named", "unnamed"), NEWS, ids=IDS)
@pytest.mark.parametrize("game", GAMES)
def test_news_as_they_sound(game: str, news: News, named: str, unnamed: str) -> None:
    assert " ".join(said(news, game, ["Bert", "Ada"])) == named
    assert " ".join(said(news, game)) == unnamed
    assert " ".join(said(news, game, ["Bert", ""])) == unnamed


def test_all_kinds_of_news_are_known_above() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(Entry)}
    assert {news.kind for news, _, _ in NEWS} == tags


def test_one_event_is_told_by_the_next() -> None:
    drew = (SeatEvent("coin_drawn", 0, {}), SeatEvent("coin_seen", 0, {"coin": "gold"}, own=True))
    assert len(said(News(1, "moved", 0, drew), "walnut-grove", ["Ada"])) == 1
    assert said(News(1, "moved", 0, drew[:1]), "walnut-grove", ["Ada"]) == ["Ada drew a coin."]


NAMES = ["<script>alert(1)</script>", "\u202eevil\u202c", "x" * 200, "ßeta", "lodge", "{who}", "%s", "Seat 1"]
MARKS = ["§0§", "§1§", "§2§"]


def played(game: str, seed: int) -> Owner:
    """A whole game with everything that people do."""
    owner = started(game, "ada", "bert", "bot")
    clients = Clients(owner, seed)
    clients.play(300)
    clients.finish()
    owner.do(Closed("abandoned"))
    return owner


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_to_everybody(game: str) -> None:
    owner = played(game, 9)
    kinds = set()
    for hearer in hearers(owner.live):
        for news in owner.live.news(0, hearer):
            kinds.add(news.kind)
            lines = said(news, game, MARKS)
            assert lines and all(re.fullmatch(r"[A-Z§0-9].*\.", line) for line in lines)
            assert not [told for told in news.events if str(event_of(told)) in lines]
            for name in NAMES:
                renamed = said(news, game, [name, "Bert", name])
                assert renamed == [_renamed(line, [name, "Bert", name]) for line in lines]
    assert kinds >= {"sat", "started", "moved", "undone", "asked", "answered", "taken_over", "closed"}


def _renamed(line: str, names: list[str]) -> str:
    for mark, name in zip(MARKS, names, strict=True):
        line = line.replace(mark, name)
    return line


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_told_as_at_the_terminal(game: str) -> None:
    """But for the names of cells and tiles, which pages do not show."""
    owner = played(game, 2)
    found = shelf.game(game)
    teller = Sentences(found, [], drawing_for(found), MARKS)
    teller.words = page_words(game)
    for hearer in hearers(owner.live):
        moves = [news for news in owner.live.news(0, hearer) if news.kind == "moved" and news.events]
        assert moves
        for news in moves:
            events = [event_of(told) for told in news.events]
            assert said(news, game, MARKS) == teller.whole_truth(events)


@pytest.mark.parametrize("game", GAMES)
def test_going_back_alone_is_told(game: str) -> None:
    owner = started(game, "ada", "ada+")
    seat = owner.live.to_act()[0]
    owner.move(seat)
    number = owner.live.number
    owner.do(Asked(seat, number))
    lines = said(owner.live.news(number, None)[0], game, ["Ada", "Bert"])
    assert lines[0] == f"{['Ada', 'Bert'][seat]} rewound the game."


# ---- moves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_has_words(game: str) -> None:
    owner = started(game, "ada", "bert")
    told: dict[str, set[str]] = {}
    turn = 0
    while owner.live.phase() == "playing":
        seat = owner.live.to_act()[0]
        position = owner.live.position(seat)
        for move in position.legal:
            told.setdefault(move, set()).add(move_words(game, move, view=position.view))
        owner.move(seat, turn)
        turn += 1
    assert all(move not in words and all(word[0].isupper() for word in words) for move, words in told.items())


def test_a_move_sounds_as_its_decision_does() -> None:
    """`done` is the last decision of a game, and nothing but `done` without its view."""
    owner = started("walnut-grove", "ada")
    said_last = ""
    while owner.live.phase() == "playing":
        position = owner.live.position(0)
        if "done" in position.legal:
            said_last = move_words("walnut-grove", "done", view=position.view)
        owner.move(0)
    assert said_last == "End the game and score"
    assert move_words("walnut-grove", "done") == "Done"


def test_each_sentence_says_whose_doing_it_tells_and_by_which_event() -> None:
    drew = (
        SeatEvent("eaten", 0, {"item": "grain", "good": "grain"}),
        SeatEvent("year_began", None, {"year": 2}),
    )
    found = sentence_of(News(7, "moved", 0, drew), "walnut-grove", ["Ada"])
    assert [(each.seat, each.key) for each in found] == [(0, "eaten"), (None, "year_began")]
    assert [(each.seat, each.key) for each in sentence_of(News(7, "moved", 1), "walnut-grove")] == [(1, "")]


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_the_log_begin_with_events_that_there_are(game: str) -> None:
    known = vocabulary(game, LANGUAGE)["event"]
    page = page_for(shelf.game(game))
    assert page.chapters and {key for chapter in page.chapters for key in chapter} <= set(known)
    assert page.gist and set(page.gist) <= set(known)


@pytest.mark.parametrize("language", sorted(languages() - {LANGUAGE}))
@pytest.mark.parametrize("game", GAMES)
def test_whoever_reads_of_themselves_is_spoken_to(game: str, language: str) -> None:
    """Every verb that follows a player's name has its form for `you`; English has the same for both."""
    known = [pair.partition("=")[0] for pair in vocabulary(PAGES, language)["you"]["verbs"].split(", ")]
    for key, entry in vocabulary(game, language)["event"].items():
        for text in texts(entry):
            if text.startswith("{who} "):
                verb = text.removesuffix(".").split()[1:3]
                assert {verb[0], " ".join(verb)} & {*known}, (key, text)
