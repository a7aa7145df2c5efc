"""The language that commands for people speak: `--language`, else that of the locale, else English.

It is settled here, once for a command. Help, JSON and commands for programs are in English.
"""

import os
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Annotated, Final

from typer import Option

from farmstead import shelf
from farmstead.engine.contract import Arg, BadSetup, Game, Seat
from farmstead.render import Drawing, drawing_for
from farmstead.render.words import COMMON, LANGUAGE, Words, languages, words_for
from farmstead.rulebooks import Rulebook, languages_of, rulebook

TERMINAL: Final = "terminal"  # the words that only the terminal says
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says it

_spoken: ContextVar[str] = ContextVar("language", default=LANGUAGE)


def of_locale(environment: Mapping[str, str]) -> str:
    """The language of a locale such as `fr_CH.UTF-8`; English for `C` and for those that we do not have."""
    named = next((value for name in LOCALE if (value := environment.get(name, ""))), "")
    code = _code(named)
    return code if code in languages() else LANGUAGE


def _code(text: str) -> str:
    """`fr` of `fr`, `fr-CH` and `fr_CH.UTF-8`."""
    return text.replace("-", "_").partition("_")[0].partition(".")[0].strip().lower()


def there_are() -> str:
    """The languages that can be named, English first."""
    return ", ".join([LANGUAGE, *sorted(languages() - {LANGUAGE})])


def choose(named: str | None) -> str | None:
    """Settle the language: the one that is named, which must be one of ours, else that of the locale.

    What was named, as we call it; None where nothing was.
    """
    if named is not None and _code(named) not in languages():
        raise BadSetup(f"--language {named[:20]}: one of {there_are()} is needed")
    speak(of_locale(os.environ) if named is None else _code(named))
    return None if named is None else spoken()


def speak(language: str) -> None:
    """From here on; JSON is always in English."""
    _spoken.set(language)


Language = Annotated[
    str | None,
    Option(
        "--language",
        metavar="CODE",
        callback=choose,
        is_eager=True,
        help="Speak this language: `en`, `fr` or `de`; else that of your locale.",
    ),
]


# ---- what is said in it ----------------------------------------------------------------------------------


def spoken() -> str:
    """The language that was settled; English until then."""
    return _spoken.get()


def words(game: str = COMMON) -> Words:
    """The words of a game, or those of all."""
    return words_for(game, spoken())


def say(table: str, key: str, /, **fields: Arg) -> str:
    """What only the terminal says."""
    return words(TERMINAL).say(table, key, **fields)


def drawing(game: Game) -> Drawing:
    """How a game is drawn."""
    return drawing_for(game, language=spoken())


def seat_name(seat: Seat) -> str:
    return words().who(seat)


def book(game: str) -> Rulebook:
    """The rulebook of a game; in English where it has none in this language."""
    has_own = shelf.is_known(game) and spoken() in languages_of(game)
    return rulebook(game, spoken() if has_own else LANGUAGE)
