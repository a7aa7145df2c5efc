"""Names that would pass for whoever runs the server: nobody may have such a word in theirs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from farmstead.server.people.passphrases import login_of

# What stands for a letter to whoever wants to be taken for somebody else; `l` and `I` look the same.
ALIKE: Final = str.maketrans(
    "0134@$5!|7l\u0430\u0435\u043e\u0440\u0456\u0455\u0445\u043c\u0442", "oieaassiitiaeopisxmt"
)


def plain_words(name: str) -> list[str]:
    """The words of a name without accents, and with the letters that others stand for."""
    letters = unicodedata.normalize("NFKD", login_of(name)).translate(ALIKE)
    kept = "".join([each for each in letters if not unicodedata.combining(each)])
    return re.findall(r"[^\W_]+", kept)


# In the languages of the pages.
RESERVED: Final = frozenset(
    plain_words(
        "admin administrator administrateur administratrice administratorin sysadmin root webmaster staff"
        " moderator moderateur moderatrice moderatorin mod operator operateur operatrice betreiber"
        " betreiberin official officiel officielle offiziell farmstead support system systeme server serveur"
    )
)


def is_reserved(name: str, further: Sequence[str] = ()) -> bool:
    """Whether one of its words, or all of it written together as `a d m i n`, is one that is kept."""
    words = plain_words(name)
    kept = RESERVED | {word for each in further for word in plain_words(each)}
    return any(word in kept for word in words) or "".join(words) in kept
