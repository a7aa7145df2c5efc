"""The shelf of games: what there is by name, each imported only when it is asked for.

A game is one row of the table below. Adding one is adding a row; nothing else asks which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.editions import parsed_toml


class Row(NamedTuple):
    """Where the parts of one game are found, as `module:name`, and its data as `package:path`."""

    prefix: str  # how its paragraphs are cited: `WG 5.6`
    package: str  # the folder of all that is the game's own
    game: str
    game_with: str  # the text of an edition -> the game with those components
    score_line: str  # the game and what a player has, as a line of JSON -> its score, or what is wrong
    switches: str  # options as typed, revision of the rules -> what each switch stands at
    contents: str  # the game -> how many there are of each sort of component
    drawing: str  # the game and the text of its edition -> how it is shown
    page: str  # the game, a language and the players' names -> its boards as pictures
    tally: str  # the same -> how tables that were played elsewhere are counted
    gallery: str  # the game, a language, the text of its edition -> its components as pictures
    judge: str  # weights, or none for the packaged ones -> what guesses the points of a position
    hunch: str  # -> weights that somebody guessed
    edition: str
    view_schema: str
    open_views: bool = False  # every seat sees what all the others see


SHELF: Final[Mapping[str, Row]] = {
    "walnut-grove": Row(
        prefix="WG",
        package="farmstead.games.walnut_grove",
        game="farmstead.games.walnut_grove.rules:GAME",
        game_with="farmstead.games.walnut_grove.rules:game_with",
        score_line="farmstead.games.walnut_grove.rules.sheets:score_line",
        switches="farmstead.games.walnut_grove.rules.sheets:switch_values",
        contents="farmstead.games.walnut_grove.rules.sheets:contents",
        drawing="farmstead.games.walnut_grove.pictures.drawing:drawing",
        page="farmstead.games.walnut_grove.pictures.page:page",
        tally="farmstead.games.walnut_grove.pictures.tally:tally",
        gallery="farmstead.games.walnut_grove.pictures.gallery:gallery",
        judge="farmstead.games.walnut_grove.evaluator:judge",
        hunch="farmstead.games.walnut_grove.evaluator:hunch",
        edition="farmstead.games.walnut_grove.rules:data/edition.toml",
        view_schema="farmstead.games.walnut_grove.rules:data/view.schema.json",
    ),
    "sunflower-valley": Row(
        prefix="SV",
        package="farmstead.games.sunflower_valley",
        game="farmstead.games.sunflower_valley.rules:GAME",
        game_with="farmstead.games.sunflower_valley.rules:game_with",
        score_line="farmstead.games.sunflower_valley.rules.sheets:score_line",
        switches="farmstead.games.sunflower_valley.rules.sheets:switch_values",
        contents="farmstead.games.sunflower_valley.rules.sheets:contents",
        drawing="farmstead.games.sunflower_valley.pictures.drawing:drawing",
        page="farmstead.games.sunflower_valley.pictures.page:page",
        tally="farmstead.games.sunflower_valley.pictures.tally:tally",
        gallery="farmstead.games.sunflower_valley.pictures.gallery:gallery",
        judge="farmstead.games.sunflower_valley.evaluator:judge",
        hunch="farmstead.games.sunflower_valley.evaluator:hunch",
        edition="farmstead.games.sunflower_valley.rules:data/edition.toml",
        view_schema="farmstead.games.sunflower_valley.rules:data/view.schema.json",
        open_views=True,
    ),
}


def names() -> list[str]:
    """The games there are."""
    return list(SHELF)


def row(name: str) -> Row:
    """Where a game's parts are found; BadSetup says which names would do."""
    found = SHELF.get(name)
    if found is None:
        raise BadSetup(f"there is no game {name[:60]!r}; {_nearest(name)}", "game")
    return found


def _nearest(name: str) -> str:
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), SHELF, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(SHELF)}"


def folder(name: str) -> Traversable:
    """The folder of a game: its words, rulebook, guide and the like lie there."""
    return resources.files(row(name).package)


def game(name: str) -> Game:
    """The game with its packaged components."""
    found: Game = load(row(name).game)
    return found


def game_with(name: str, edition_text: str) -> Game:
    """The game with the components of an edition file; BadSetup says everything that is wrong with them."""
    build: Callable[[str], Game] = load(row(name).game_with)
    return build(edition_text)


def playable_with(name: str, edition_text: str) -> Game:
    """The same, if these components can be played under the present rules; those of old games may not be."""
    found = game_with(name, edition_text)
    found.setup(found.fewest)
    return found


def edition_of(found: Game) -> str:
    """Name and digest of the components a game is played with, as records write them."""
    return found.label


def game_for(name: str, edition: str) -> Game:
    """The packaged game a record was played with; BadSetup when it was played with other components."""
    return _with_edition(game(name), edition)


def games_from(edition_text: str) -> Callable[[str, str], Game]:
    """Like `game_for`, but also for records played with the components of this edition."""
    other = game_with(edition_game(edition_text), edition_text)
    label = edition_of(other)

    def find(name: str, edition: str) -> Game:
        return other if (name, edition) == (other.name, label) else game_for(name, edition)

    return find


def edition_game(text: str) -> str:
    """The game an edition file is for, which it says itself."""
    name = _document(text).get("game")
    if not isinstance(name, str):
        raise BadSetup(f'an edition says which game it is for, such as game = "{names()[0]}"')
    row(name)
    return name


def _document(text: str) -> Mapping[str, object]:
    try:
        return parsed_toml(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise BadSetup(f"this is not TOML: {error}") from None


def _with_edition(found: Game, edition: str) -> Game:
    here = edition_of(found)
    if edition != here:
        raise BadSetup(
            f"it was played with the edition {edition[:60]!r}, and the packaged one is {here!r};"
            " name the file with those components: --edition FILE",
            "edition",
        )
    return found


def edition_text(name: str) -> str:
    """The packaged edition file of a game."""
    return _data(row(name).edition)


def view_schema(name: str) -> str:
    """The JSON Schema of a game's views."""
    return _data(row(name).view_schema)


def score_line(found: Game, line: bytes) -> dict[str, object]:
    """The score of a farm or valley written as a line of JSON, or `error` and `rule` of an impossible one."""
    score: Callable[[Game, bytes], dict[str, object]] = load(row(found.name).score_line)
    return score(found, line)


def contents(found: Game) -> dict[str, int]:
    """How many there are of each sort of component."""
    count: Callable[[Game], dict[str, int]] = load(row(found.name).contents)
    return count(found)


def switch_values(name: str, options: Sequence[str], rules: int | None = None) -> dict[str, str]:
    """What each switch of a game stands at under these options; BadSetup when one is not known.

    `rules` is a revision of the rules; without it the present one.
    """
    read: Callable[[Sequence[str], int], dict[str, str]] = load(row(name).switches)
    return read(options, game(name).rules if rules is None else rules)


# `Any` because a path in the table can lead to any kind of thing; each caller says which.
def load(path: str) -> Any:
    """What a path of the table leads to, imported now."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def _data(path: str) -> str:
    package, _, name = path.partition(":")
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")
