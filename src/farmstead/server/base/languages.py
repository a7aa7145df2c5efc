"""Which language a visitor gets: the one they chose, or the first that their browser accepts and we have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from farmstead.render.words import LANGUAGE, languages

LANGUAGE_NAMES: Final = {"en": "English", "de": "Deutsch", "fr": "Français"}  # each in its own words
FALLBACK: Final = LANGUAGE  # for those who ask for none that we have
MAX_WISHES_READ: Final = 40  # wishes that are read of a header
MAX_SPOKEN: Final = 200  # wishes whose answer is remembered


def offered() -> dict[str, str]:
    """The languages that can be chosen, with their names."""
    there = [LANGUAGE, *sorted(languages() - {LANGUAGE})]
    return {code: LANGUAGE_NAMES.get(code, code) for code in there}


@lru_cache(MAX_SPOKEN)
def spoken(chosen: tuple[str, ...], accepted: str = "") -> str:
    """The first choice that we have, else what a browser accepts; `accepted` is the header of that name."""
    # `fr` for `fr-CH`.
    codes = [wish.strip().lower().partition("-")[0] for wish in (*chosen, *_wishes(accepted))]
    return next((code for code in codes if code in languages()), LANGUAGE)


def language_in(headers: Sequence[tuple[bytes, bytes]]) -> str:
    """Of a request of which no more is known yet."""
    found = [value.decode("latin-1") for name, value in headers if name.lower() == b"accept-language"]
    return spoken((), ",".join(found))


def _wishes(accepted: str) -> list[str]:
    """`fr-CH, en;q=0.7` in the order in which they are wished for; what is not wished for is left out."""
    wishes = [part.partition(";") for part in accepted.split(",")[:MAX_WISHES_READ]]
    weighed = [(_weight(weight), language) for language, _, weight in wishes]
    return [language for weight, language in sorted(weighed, key=lambda wish: -wish[0]) if weight > 0]


def _weight(text: str) -> float:
    name, _, number = text.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        weight = float(number)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
