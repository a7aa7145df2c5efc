"""What every game checks before it begins: seats, rules revision, edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farmstead.engine.contract import BadPosition, BadSetup, Game, Setup
from farmstead.engine.documents import short


def options_given(options: Sequence[str]) -> Sequence[str]:
    """Options as words; a plain text, such as `french beside=off`, is taken for its words."""
    return options.split() if isinstance(options, str) else options


def check_seats(game: Game, seats: int, paragraph: str) -> None:
    if not game.fewest <= seats <= game.most:
        raise BadSetup(
            f"{game.title} is for {game.fewest} to {game.most} players, not {seats} ({paragraph})", "seats"
        )


def revision(game: Game, rules: int | None, playable: Sequence[int]) -> int:
    """The revision that is asked for, or the current one."""
    if rules is not None and rules not in playable:
        raise BadSetup(
            f"rules revision {rules} of {game.title} is not known here; this is revision {game.rules}",
            "rules",
        )
    return game.rules if rules is None else rules


def check_start(game: Game, setup: Setup, playable: Sequence[int], edition: str) -> None:
    """A set-up that somebody else put together must be one that `Game.setup` could have made."""
    if setup.game != game.name or not game.fewest <= setup.seats <= game.most or setup.rules not in playable:
        raise BadSetup(f"{game.title} cannot be played like this: {setup.game}, {setup.seats} seats")
    if setup.edition != edition:
        raise BadSetup(
            f"the set-up is for edition {setup.edition}, these components are {edition}", "edition"
        )


def settled_in(
    document: Mapping[str, object], game: Game, playable: Sequence[int], edition: str
) -> tuple[list[str], int, int]:
    """Options, seats and rules revision of a view or position; BadPosition when it is of another edition."""
    if not isinstance(document, Mapping):
        raise BadPosition("a view is an object")
    if document.get("edition") != edition:
        raise BadPosition(f"it was written with edition {short(document.get('edition'))}, not {edition}")
    rules = document.get("rules")
    if isinstance(rules, bool) or not isinstance(rules, int) or rules not in playable:
        raise BadPosition(f"rules revision {short(rules)} is not known; this is revision {game.rules}")
    options, seats = document.get("options"), document.get("seats")
    if not isinstance(options, list) or not isinstance(seats, int):
        raise BadPosition("it names no options or no seats")
    words: list[str] = []
    for option in options:
        if not isinstance(option, str):
            raise BadPosition(f"an option is a word, not {short(option)}")
        words.append(option)
    return words, seats, rules
