"""What the drawings of all games share: small phrases, and names as they are typed."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

MAX_QUOTE: Final = 60  # letters of what somebody has written that are said again


# ---- phrases -------------------------------------------------------------------------------------------


def capital(words: str) -> str:
    """A text with a capital first letter, as a sentence begins."""
    return words[:1].upper() + words[1:]


def lowered(words: str) -> str:
    """A text with a small first letter, as it stands within a sentence."""
    return words[:1].lower() + words[1:]


def signed(number: int | str) -> str:
    """A number for people: with a minus as it is printed, not the hyphen of a keyboard."""
    return str(number).replace("-", "−")


def listing(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def quoted(text: str, longest: int = MAX_QUOTE) -> str:
    """What somebody has written, or as much of it as is worth saying again."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


# ---- names ---------------------------------------------------------------------------------------------


def key_of(words: str) -> str:
    """A name as moves write it: `Johansen's Mill` is `johansens-mill`."""
    return words.strip().lower().replace("'", "").replace(" ", "-")


def meant(asked: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The names that a typed word may mean: itself, those that begin so, or `most` that look like it."""
    names = list(known)
    if asked in names:
        return [asked]
    begun = [name for name in names if asked and name.startswith(asked)]
    return begun or get_close_matches(asked, names, most)
