"""What a table has to say, in words: what happened, what a move does.

Nothing here knows more than it is given: news are those of one hearer. Names
are put in as they are; whoever shows a sentence on a page escapes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Arg, Game, Seat
from farmstead.messages import Heard, Look, News, Position
from farmstead.render import Drawing, View, drawing_for
from farmstead.render.page import page_for
from farmstead.render.poster import score_of
from farmstead.render.words import LANGUAGE, PAGES, TABLE, Words, languages, page_words, words_for
from farmstead.server.table.seat_views import event_of
from farmstead.server.table.setup import TableSetup

UNTOLD: Final = ("pledged", "opened")  # entries that the page shows elsewhere
WITH_AN_ANSWER: Final = ("answered", "taken_over")  # entries that may be the last answer to an ask


class EventSentence(NamedTuple):
    """What happened, in words; whose doing it is and by which event, where one tells it."""

    words: str
    seat: Seat | None = None
    key: str = ""
    brief: str = ""  # without the place, where it tells of one


def sentence_of(
    news: News, game: str, names: Sequence[str] = (), language: str = LANGUAGE
) -> list[EventSentence]:
    """A line of the log for everything that one entry means to a hearer.

    `names` are those of the seats; one that is empty or missing is called `Seat 2`.
    """
    if news.kind in UNTOLD:
        return []
    words, told, drawing = (
        words_for(TABLE, known_language(language)),
        page_words(game, known_language(language)),
        _drawing(game),
    )
    quiet = drawing.quiet if news.kind == "started" else frozenset()  # the board shows what lies ready
    kept = [event_of(each) for each in news.events if each.key not in quiet]
    events = [
        EventSentence(
            told.say_event(event, names),
            event.seat if event.seat >= 0 else None,
            event.key,
            told.say_brief(event, names),
        )
        for event in drawing.worth_telling(kept)
    ]
    if news.kind == "dealt" and news.how != "chosen":
        return events  # it fell as it does elsewhere
    if news.kind == "moved":
        return events or [_say(words, "moved", news, names)]
    went_back = news.gone and news.kind in WITH_AN_ANSWER
    back = [_say(words, "went_back", news, names)] if went_back else []
    return [_say(words, news.kind, news, names), *back, *events]


def _say(words: Words, key: str, news: News, names: Sequence[str]) -> EventSentence:
    seat = CHANCE if news.seat is None else news.seat
    fields: dict[str, Arg] = {
        "who": words.who(seat, names),
        "named": "yes" if 0 <= seat < len(names) and names[seat] else "no",
        "number": seat + 1,
        "count": len(news.gone),
        "back": "yes" if news.gone else "no",
        "yes": "yes" if news.yes else "no",
        "how": news.how,
        "level": news.level,
        "why": news.why,
        "to": news.to,
    }
    return EventSentence(words.say_sentence("news", key, fields), news.seat)


def heard_of(news: News, game: str, names: Sequence[str] = (), language: str = LANGUAGE) -> Heard:
    """An entry with its sentences."""
    said = sentence_of(news, game, names, language)
    briefs = tuple([each.brief for each in said])
    return Heard(
        news,
        tuple([each.words for each in said]),
        tuple([each.seat for each in said]),
        tuple([each.key for each in said]),
        briefs if any(briefs) else (),
    )


# ---- who is meant -------------------------------------------------------------------------------------


def player_name(seat: Seat, language: str = LANGUAGE) -> str:
    """Somebody at a shared device who has told no name."""
    return words_for(PAGES, known_language(language)).say("making", "player", number=seat + 1)


def bot_name(level: str, number: int = 0, language: str = LANGUAGE) -> str:
    """A bot by the name of its level, with a number where there are several of the same."""
    words = words_for(PAGES, known_language(language))
    name = words.called(level)
    return words.say("sitting", "numbered", name=name, number=number) if number else name


def distinct(names: Sequence[str], bots: Sequence[bool]) -> tuple[str, ...]:
    """The names of a table: whoever is called as somebody before gets a number. Bots make way for people."""
    told = list(names)
    taken = {name.casefold() for name in names if name}
    found: set[str] = set()
    for seat in sorted(range(len(names)), key=lambda seat: bots[seat]):
        number = 2
        while told[seat].casefold() in found or (
            told[seat] != names[seat] and told[seat].casefold() in taken
        ):
            told[seat], number = f"{names[seat]} {number}", number + 1
        if told[seat]:
            found.add(told[seat].casefold())
    return tuple(told)


# ---- moves ---------------------------------------------------------------------------------------------


def move_words(game: str, move: str, language: str = LANGUAGE, view: View | None = None) -> str:
    """A move as a short sentence; with the view in which it is offered some sound better."""
    decision = "" if view is None else _drawing(game).decision(view)
    return page_words(game, known_language(language)).describe_move(move, decision)


def decision_in(game: str, view: View) -> str:
    """What is to be decided in a view, as words for moves know it."""
    return _drawing(game).decision(view)


# ---- which words ---------------------------------------------------------------------------------------


@cache
def _drawing(game: str) -> Drawing:
    return drawing_for(shelf.game(game))


@lru_cache(64)
def known_language(language: str) -> str:
    """A language that there are words in; what comes from outside may be any text."""
    return language if language in languages() else LANGUAGE


# ---- the end -----------------------------------------------------------------------------------------------


@lru_cache(16)
def drawing_of(game: Game, components: str, language: str) -> Drawing:
    """How the game of a table is shown, with the text of its own components if it has some."""
    return drawing_for(game, components or None, language)


def verdict_of(drawing: Drawing, position: Position, names: Sequence[str]) -> tuple[str, ...]:
    """Of a game that is over: who has won, what broke ties and which ranks are shared, a sentence each."""
    if not position.lines or position.view is None:
        return ()
    scores = [lines["total"] for lines in position.lines]
    return tuple(drawing.verdict(scores, position.places, position.view, names))


# ---- a position --------------------------------------------------------------------------------------------


def look_of(
    setup: TableSetup,
    position: Position,
    names: tuple[str, ...],
    language: str,
    clocks: tuple[int | None, ...],
    words: bool = False,
    counted: bool = True,
) -> Look:
    """With clocks, the verdict in words, and with `words` its moves in words.

    Unless boards come with it, which show it, with the score so far (`counted`).
    """
    told = [move_words(setup.game, move, language, position.view) for move in position.legal] if words else []
    verdict: tuple[str, ...] = ()
    if position.lines:
        drawing = drawing_of(setup.found_game(), setup.components, language)
        verdict = verdict_of(drawing, position, names)
    standing = _standing(setup, position) if counted else ()
    return Look(position, clocks, tuple(told), verdict, standing)


def _standing(setup: TableSetup, position: Position) -> tuple[dict[str, int | None], ...]:
    """The score as it stands, as far as the view tells it."""
    if position.view is None or position.phase != "playing":
        return ()
    game = setup.found_game()
    return tuple([dict(lines) for lines in score_of(game, position.view, page_for(game)).lines])
