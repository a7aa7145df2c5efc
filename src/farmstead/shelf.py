"""The shelf of games: what there is by name, each imported only when it is asked for.

A game is a name and a package. Those of other distributions are found by the entry point `farmstead.games`.
Only the rules must be there: any other part lies where `PLACES` says, or has a default, or is left out.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from farmstead.engine.contract import BadSetup, Game

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SHELF: Final[Mapping[str, str]] = {
    "walnut-grove": "farmstead.games.walnut_grove",
    "sunflower-valley": "farmstead.games.sunflower_valley",
}
GROUP: Final = "farmstead.games"  # of the entry points: name = package
MAX_SEATS: Final = 5  # colours and figures that there are
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
EDITION: Final = "rules/data/edition.toml"
EDITIONS: Final = "rules/data/editions"  # further packaged ones, as NAME.toml
VIEW_SCHEMA: Final = "rules/data/view.schema.json"
ANY_VIEW: Final = """{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "What a seat or a spectator sees of %s",
  "type": "object",
  "required": ["seat", "seats", "to_act"]
}
"""
PLACES: Final[Mapping[str, str]] = {  # where the parts of a game lie in its package, as `module:name`
    "game": "rules:GAME",
    "game_with": "rules:game_with",  # the text of an edition -> the game with those components
    "score_line": "rules.sheets:score_line",  # the game, what a player has as a line of JSON -> its score
    "switches": "rules.sheets:switch_values",  # options as typed, revision of the rules -> every switch
    "contents": "rules.sheets:contents",  # the game -> how many there are of each sort of component
    "drawing": "pictures.drawing:drawing",  # the game, text of its edition, language -> a Drawing
    "page": "pictures.page:page",  # the game, a language, the players' names -> a GamePage
    "tally": "pictures.tally:tally",  # the game, a language, the players' names -> a Tally
    "gallery": "pictures.gallery:gallery",  # the game, a language, the text of its edition -> a Gallery
    "evaluator": "evaluator:evaluator",  # weights, or none for the packaged ones -> what guesses the points
    "preferences": "evaluator.preferences:PREFERENCES",  # by name: position, seat -> how much of it
    "default_weights": "evaluator:default_weights",  # -> weights that somebody guessed
    "inputs": "evaluator:inputs",  # -> what a learned evaluator reads of a position
    "values_after_chance": "evaluator:values_after_chance",  # evaluator, position -> by outcome, by seat
    "encoding": "encoding:encoding",  # the game, seats, a version or None for the newest -> an Encoding
    "tree": "encoding.tree:tree",  # the game, seats -> a GameTree
}
DEFAULTS: Final[Mapping[str, str]] = {  # what stands in for missing parts
    "drawing": "farmstead.defaults.drawing:drawing",
    "page": "farmstead.defaults.page:page",
}


class ShelfEntry(NamedTuple):
    """What a game's package says of itself."""

    package: str  # the folder of all that is the game's own
    prefix: str  # how its paragraphs are cited: `WG 5.6`
    open_views: bool  # every seat sees what all the others see
    focus: str  # which part of its picture is to be seen where all of it has no room: `upper` or `lower`


def names() -> list[str]:
    """The games there are: the packaged ones, and those of other distributions."""
    return [*SHELF, *_installed()]


def is_known(name: str) -> bool:
    """Whether there is a game of this name; quicker than `names` for a packaged one."""
    return name in SHELF or name in _installed()


@cache
def _installed() -> Mapping[str, str]:
    """Games of other distributions by name; those that cannot be used are told of, and left out."""
    found: dict[str, str] = {}
    if not any(_may_have_games(place) for place in sys.path):
        return found
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        try:
            _check(point.name, point.value, found)
            found[point.name] = point.value
        except Exception as error:  # whatever is wrong with it, the other games can be played
            why = " ".join(f"{type(error).__name__}: {error}".split())
            logging.getLogger(__name__).warning(
                "The game %r (%s) is left out: %s", point.name, point.value, why
            )
    return found


def _may_have_games(place: str) -> bool:
    """Whether a distribution there says that it has a game; to let importlib.metadata look takes 20 ms."""
    folder = Path(place)
    files = folder.glob("*-info/entry_points.txt")
    try:  # importlib.metadata also looks into archives
        return folder.is_file() or any(GROUP.encode() in file.read_bytes() for file in files)
    except OSError:
        return True


def _check(name: str, package: str, others: Mapping[str, str]) -> None:
    """Refuse a game that cannot be put on the shelf under this name."""
    if not NAME.fullmatch(name):
        raise BadSetup("a name is made of small letters, digits and hyphens")
    if name in SHELF or name in others:
        raise BadSetup("this name is taken")
    said = _part(package, "game")
    if not isinstance(said, Game) or said.name != name:
        raise BadSetup(f"{PLACES['game']} in its package is no game that calls itself so")
    if not 1 <= said.fewest <= said.most <= MAX_SEATS:
        raise BadSetup(f"a table has 1 to {MAX_SEATS} seats, and this game {said.fewest} to {said.most}")


def row(name: str) -> ShelfEntry:
    """What a game says of itself; BadSetup says which names would do."""
    package = SHELF.get(name) or _installed().get(name)
    if package is None:
        raise BadSetup(f"there is no game {name[:60]!r}; {_nearest(name)}", "game")
    return _row(name, package)


@cache
def _row(name: str, package: str) -> ShelfEntry:
    said = import_module(package)
    initials = "".join([word[0] for word in name.split("-")]).upper()
    focus = getattr(said, "FOCUS", "lower")
    return ShelfEntry(package, getattr(said, "PREFIX", initials), getattr(said, "OPEN_VIEWS", False), focus)


def _nearest(name: str) -> str:
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), names(), 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names())}"


# `Any`: a part of a game can be any kind of thing; each caller says which.
def part(name: str, which: str) -> Any:
    """A part of a game or what stands in for it, imported now; None where there is neither."""
    return _part(row(name).package, which)


@cache
def _part(package: str, which: str) -> Any:
    path = getattr(import_module(package), "PARTS", PLACES).get(which, PLACES[which])
    found = _found(package, *path.split(":"))
    if found is None and which in DEFAULTS:
        module, _, attribute = DEFAULTS[which].partition(":")
        return getattr(import_module(module), attribute)
    return found


def _found(package: str, path: str, attribute: str) -> Any:
    """What is called so in a module of a package; None where there is no such module, or it has none."""
    module = import_module(package)
    for step in path.split("."):
        name = f"{module.__name__}.{step}"
        if not hasattr(module, "__path__") or find_spec(name) is None:
            return None
        module = import_module(name)
    return getattr(module, attribute, None)


def having(which: str) -> list[str]:
    """The games that have a part."""
    return [name for name in names() if part(name, which) is not None]


def needed(name: str, which: str, what: str) -> Any:
    """A part that something cannot do without; BadSetup says which games have one."""
    found = part(name, which)
    if found is None:
        raise BadSetup(f"{name} has no {what}; there is one for {' and '.join(having(which))}", "game")
    return found


def folder(name: str) -> Traversable:
    """The folder of a game: its words, rulebook, guide and the like lie there."""
    from importlib import resources

    return resources.files(row(name).package)


def game(name: str) -> Game:
    """The game with its packaged components."""
    found: Game = part(name, "game")
    return found


def game_with(name: str, edition_text: str) -> Game:
    """The game with the components of an edition file; BadSetup says everything that is wrong with them."""
    build: Callable[[str], Game] = needed(name, "game_with", "edition of its own")
    return build(edition_text)


def playable_with(name: str, edition_text: str) -> Game:
    """The game with these components, if they can be played under the present rules; old ones may not be."""
    found = game_with(name, edition_text)
    found.setup(found.fewest)
    return found


def edition_of(found: Game) -> str:
    """Name and digest of the components a game is played with, as records write them."""
    return found.label


def game_for(name: str, edition: str) -> Game:
    """The packaged game a record was played with; BadSetup when it was played with other components."""
    found = game(name)
    if edition != found.label:
        raise BadSetup(
            f"it was played with the edition {edition[:60]!r}, and the packaged one is {found.label!r};"
            " name the file with those components: --edition FILE",
            "edition",
        )
    return found


def games_from(edition_text: str) -> Callable[[str, str], Game]:
    """Like `game_for`, but also for records played with the components of this edition."""
    other = game_with(edition_game(edition_text), edition_text)
    label = edition_of(other)

    def find(name: str, edition: str) -> Game:
        return other if (name, edition) == (other.name, label) else game_for(name, edition)

    return find


def edition_game(text: str) -> str:
    """The game an edition file is for, which it says itself."""
    from farmstead.engine.editions import parsed_toml

    try:
        name = parsed_toml(text).get("game")
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise BadSetup(f"this is not TOML: {error}") from None
    if not isinstance(name, str):
        raise BadSetup(f'an edition says which game it is for, such as game = "{names()[0]}"')
    row(name)
    return name


def edition_text(name: str) -> str:
    """The packaged edition file of a game; empty where it has none."""
    file = folder(name).joinpath(EDITION)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def components(found: Game) -> dict[str, object]:
    """The components a game is played with, as its edition file has them; none where it has no such file."""
    from farmstead.engine.editions import components_in

    text = found.edition_text() or edition_text(found.name)
    said = components_in(text) if text else {}
    return said if isinstance(said, dict) else {}


def further_editions(name: str) -> list[str]:
    """The names of the packaged editions of a game beside the one that is played unless another is named."""
    found = folder(name).joinpath(EDITIONS)
    files = [file.name for file in found.iterdir()] if found.is_dir() else []
    return sorted([file.removesuffix(".toml") for file in files if file.endswith(".toml")])


def further_edition_text(name: str, edition: str) -> str:
    """A packaged edition by its name; BadSetup says which there are."""
    if edition not in further_editions(name):
        known = ", ".join(further_editions(name)) or "none"
        raise BadSetup(f"{name} has no packaged edition {edition[:60]!r}; there are: {known}", "edition")
    return folder(name).joinpath(EDITIONS, f"{edition}.toml").read_text(encoding="utf-8")


@cache
def game_in(name: str, edition: str) -> Game:
    """The game with a packaged edition, by its name; with the usual one where the name is empty."""
    return game_with(name, further_edition_text(name, edition)) if edition else game(name)


def view_schema(name: str) -> str:
    """The JSON Schema of a game's views; one that allows any object where the game says nothing of them."""
    file = folder(name).joinpath(VIEW_SCHEMA)
    return file.read_text(encoding="utf-8") if file.is_file() else ANY_VIEW % game(name).title


def score_line(found: Game, line: bytes) -> dict[str, object]:
    """The score of a farm or valley written as a line of JSON, or `error` and `rule` of an impossible one."""
    score: Callable[[Game, bytes], dict[str, object]] = needed(found.name, "score_line", "sheet to score")
    return score(found, line)


def contents(found: Game) -> dict[str, int]:
    """How many there are of each sort of component."""
    count: Callable[[Game], dict[str, int]] | None = part(found.name, "contents")
    return {} if count is None else count(found)


def switch_values(name: str, options: Sequence[str], rules: int | None = None) -> dict[str, str]:
    """What each switch of a game stands at under these options; BadSetup when one is not known.

    `rules` is a revision of the rules; without it the present one.
    """
    found = game(name)
    read: Callable[[Sequence[str], int], dict[str, str]] | None = part(name, "switches")
    if read is None:
        found.setup(found.fewest, options, rules)
        return {}
    return read(options, found.rules if rules is None else rules)
