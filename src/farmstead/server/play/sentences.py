"""What a table has to say, in words: why not, what happened, what a move does.

Nothing here knows more than it is given: news are those of one hearer, a refusal is for whoever tried. Names
are put in as they are; whoever shows a sentence on a page escapes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Arg, BadSetup, Event, IllegalMove, Refusal, Seat
from farmstead.render import Drawing, View, drawing_for
from farmstead.render.shared import capital, quoted
from farmstead.render.words import LANGUAGE, TABLE, Words, game_of, languages, page_words, words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Quarantined
from farmstead.server.store.errors import (
    Conflict,
    JournalDamaged,
    NotStorable,
    NotThere,
    StoreAway,
    StoreDamaged,
    StoreFull,
)
from farmstead.server.table.entries import Damaged
from farmstead.server.table.seat_views import News, Position
from farmstead.server.table.setup import TableSetup

PAGES: Final = "pages"  # the words that name those who have told no name
MOST_INSTEAD: Final = 20  # moves that would do, of those that are told
LONGEST: Final = 300  # letters of what was tried, and of an argument
SAID_AGAIN: Final = 58  # letters of what was tried that stand in the sentence, between ` and `
FORBIDDEN_BY_RULES: Final = 422
AGAIN: Final = 2  # seconds after which to ask again when the store is away
UNTOLD: Final = ("pledged", "opened")  # entries that the page shows elsewhere
USUAL: Final = 409  # what cannot be done as things stand now
WITH_AN_ANSWER: Final = ("answered", "taken_over")  # entries that may be the last answer to an ask
STATUS: Final[Mapping[str, int]] = {
    **dict.fromkeys(["bad_message", "hosts"], 400),
    **dict.fromkeys(["no_player"], 401),
    **dict.fromkeys(
        [
            "not_yours",
            "not_handed_over",
            "not_owner",
            "others_sit",
            "not_invited",
            "reserved",
            "program_plays",
        ],
        403,
    ),
    **dict.fromkeys(["spectators_off", "chat_off", "hints_off", "cross_site", "daily_closed"], 403),
    **dict.fromkeys(["no_table", "nothing_there", "no_such_seat"], 404),
    **dict.fromkeys(["no_guide", "no_lesson"], 404),
    "not_a_choice": 422,
    "webhooks_off": 403,
    "no_webhook": 404,
    "webhook_bad": 422,
    "no_study": 404,
    **dict.fromkeys(["bad_record", "no_record", "record_game", "record_edition"], 422),
    "no_review": 404,
    "nothing_to_review": 422,
    "reviews_waiting": 429,
    "reviews_full": 503,
    "too_large": 413,
    "not_json": 415,
    **dict.fromkeys(["name_bad", "chat_bad", "no_such_game", "no_such_level", "bad_setup"], 422),
    **dict.fromkeys(["bad_edition", "device_without_person", "who_sits", "not_storable"], 422),
    **dict.fromkeys(["wrong_opening", "adds_nothing"], 422),
    "edition_game": 422,
    "too_many": 429,
    **dict.fromkeys(["sign_in_wrong", "passphrase_wrong"], 403),
    "passphrase_bad": 422,
    "busy": 503,
    "films_busy": 503,
    "films_waiting": 429,
    "overloaded": 503,
    "film_not_made": 403,
    "fault": 500,
    "store_away": 503,
    "store_damaged": 500,
    "store_full": 507,
}


class Problem(Struct, frozen=True):
    """Why something was not done: for programs by key, for people as a sentence."""

    key: str
    rule: str  # the paragraph, such as `WG 5.6`, or `undo` or `table`
    tried: str
    sentence: str
    instead: tuple[str, ...]  # what would do, or some of it
    args: dict[str, Arg]  # seats in it count from 1, as in the sentence


# ---- why not -------------------------------------------------------------------------------------------


def problem_of(
    error: Exception, game: str | None = None, language: str = LANGUAGE, options: Sequence[str] = ()
) -> tuple[int, Problem]:
    """The status of the answer and what it says.

    `game` and `options` are those of the table, where they are known. Of a fault of the program nothing is
    told but that there was one.
    """
    if isinstance(error, IllegalMove):
        refusal = _shortened(error.refusal)
        words = words_for(game if game in shelf.names() else game_of(refusal.rule), _known(language))
        return FORBIDDEN_BY_RULES, _problem(refusal, words.say_refusal(refusal, options))
    refusal = _shortened((error if isinstance(error, Refused) else _refused(error)).refusal)
    return STATUS.get(refusal.key, USUAL), _problem(refusal, _said_by_table(refusal, language))


def _refused(error: Exception) -> Refused:
    """What an error of another kind means to whoever asked for something."""
    match error:
        case NotThere():
            return Refused("nothing_there", "")
        case Conflict():
            return Refused("conflict", "")
        case NotStorable():
            return Refused("not_storable", "")
        case StoreFull():
            return Refused("store_full", "")
        case StoreDamaged():
            return Refused("store_damaged", "")
        case StoreAway():
            return Refused("store_away", "", {"seconds": AGAIN})
        case Quarantined(why=why):
            return Refused("aside", "", {"why": why})
        case JournalDamaged() | Damaged():
            return Refused("aside", "", {"why": ""})
        case BadSetup(part="edition"):
            return Refused("bad_edition", "", {"why": str(error)})
        case BadSetup():
            return Refused(
                "bad_setup", "", {"part": "", "fewest": 0, "most": 0, "option": "", "why": str(error)}
            )
        case _:
            return Refused("fault", "")


def _problem(refusal: Refusal, sentence: str) -> Problem:
    instead = tuple(refusal.instead[:MOST_INSTEAD])
    return Problem(refusal.key, refusal.rule, refusal.tried, _answerable(sentence), instead, refusal.args)


def _said_by_table(refusal: Refusal, language: str) -> str:
    words = words_for(TABLE, _known(language))
    tried = capital(words.move_phrase(refusal.tried)) or f"`{quoted(refusal.tried, SAID_AGAIN)}`"
    instead = [words.move_phrase(text) or text for text in refusal.instead]
    return words.say_refusal(Refusal(refusal.rule, refusal.key, tried, refusal.args, instead))


def _shortened(refusal: Refusal) -> Refusal:
    """Without the whole of what somebody sent, should it be long."""
    args = {name: _short(value) if isinstance(value, str) else value for name, value in refusal.args.items()}
    return Refusal(refusal.rule, refusal.key, _short(refusal.tried), args, refusal.instead)


def _short(text: str) -> str:
    return _answerable(quoted(text, LONGEST))


def _answerable(text: str) -> str:
    """Without halves of letters, which no answer can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


# ---- what happened -------------------------------------------------------------------------------------


def sentence_of(news: News, game: str, names: Sequence[str] = (), language: str = LANGUAGE) -> list[str]:
    """A line of the log for everything that one entry means to a hearer.

    `names` are those of the seats; one that is empty or missing is called `Seat 2`.
    """
    words = words_for(TABLE, _known(language))
    events = _told(news, game, names, language)
    if news.kind in UNTOLD:
        return []
    if news.kind == "dealt" and news.how != "chosen":
        return events  # it fell as it does elsewhere
    if news.kind == "moved":
        return events or [_say(words, "moved", news, names)]
    went_back = news.gone and news.kind in WITH_AN_ANSWER
    back = [_say(words, "went_back", news, names)] if went_back else []
    return [_say(words, news.kind, news, names), *back, *events]


def _say(words: Words, key: str, news: News, names: Sequence[str]) -> str:
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
    return words.say_sentence("news", key, fields)


def _told(news: News, game: str, names: Sequence[str], language: str) -> list[str]:
    """The events as the terminal tells them: where one tells it better than the one before, only that."""
    words, retold = page_words(game, _known(language)), _drawing(game).retold
    quiet = _drawing(game).quiet if news.kind == "started" else frozenset()  # the board shows what lies ready
    events = [told.event() for told in news.events if told.key not in quiet]
    kept = [event for n, event in enumerate(events) if not _is_retold(event, events[n + 1 : n + 2], retold)]
    return [words.say_event(event, names) for event in kept]


def _is_retold(event: Event, following: Sequence[Event], retold: Mapping[str, str]) -> bool:
    return any(after.key == retold.get(event.key) for after in following)


# ---- who is meant -------------------------------------------------------------------------------------


def player_name(seat: Seat, language: str = LANGUAGE) -> str:
    """Somebody at a shared device who has told no name."""
    return words_for(PAGES, _known(language)).say("making", "player", number=seat + 1)


def bot_name(level: str, number: int = 0, language: str = LANGUAGE) -> str:
    """A bot by the name of its level, with a number where there are several of the same."""
    words = words_for(PAGES, _known(language))
    name = words.called(level)
    return words.say("sitting", "numbered", name=name, number=number) if number else name


# ---- moves ---------------------------------------------------------------------------------------------


def move_words(game: str, move: str, language: str = LANGUAGE, view: View | None = None) -> str:
    """A move as a short sentence; with the view in which it is offered some sound better."""
    decision = "" if view is None else _drawing(game).decision(view)
    return page_words(game, _known(language)).describe_move(move, decision)


def decision_in(game: str, view: View) -> str:
    """What is to be decided in a view, as words for moves know it."""
    return _drawing(game).decision(view)


# ---- which words ---------------------------------------------------------------------------------------


@cache
def _drawing(game: str) -> Drawing:
    return drawing_for(shelf.game(game))


def _known(language: str) -> str:
    """A language that there are words in; what comes from outside may be any text."""
    return language if language in languages() else LANGUAGE


# ---- the end -----------------------------------------------------------------------------------------------


class _Components:
    """A set-up, known by its components alone: tables with the same ones are drawn alike."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self._key = (setup.game, setup.edition, setup.components)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Components) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def drawing_of(setup: TableSetup, language: str = LANGUAGE) -> Drawing:
    """How the game of a table is shown, with its own components."""
    return _drawing_with(_Components(setup), language)


@lru_cache(16)
def _drawing_with(components: _Components, language: str) -> Drawing:
    return drawing_for(components.setup.found_game(), components.setup.components or None, language)


def verdict_of(setup: TableSetup, position: Position, names: Sequence[str], language: str) -> tuple[str, ...]:
    """Of a game that is over: who has won, what broke ties and which ranks are shared, a sentence each."""
    if not position.lines or position.view is None:
        return ()
    scores = [lines["total"] for lines in position.lines]
    return tuple(drawing_of(setup, language).verdict(scores, position.places, position.view, names))
