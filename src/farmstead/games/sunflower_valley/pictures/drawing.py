"""Sunflower Valley in a terminal: what is shown and asked at each decision."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from farmstead.engine.contract import Arg, Event, Game, Seat
from farmstead.games.sunflower_valley.pictures.about import about, known_name, legend
from farmstead.games.sunflower_valley.pictures.because import SHORT, TIES
from farmstead.games.sunflower_valley.pictures.components import ValleyComponents
from farmstead.games.sunflower_valley.pictures.notes import closed_hexes, note
from farmstead.games.sunflower_valley.pictures.panels import part_words, seats_table
from farmstead.games.sunflower_valley.pictures.scene import Scene
from farmstead.games.sunflower_valley.pictures.view import (
    TableView,
    is_asked,
    is_dealt,
    open_colours,
    table_view,
    valleys_of,
    whose,
)
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.hexes import HEXES, hex_text
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, TOKENS
from farmstead.render import ENDLESS, Drawing, ScoreLines, View
from farmstead.render.shared import capital, key_of, signed
from farmstead.render.ties import TieBreak, TieBreaks
from farmstead.render.words import LANGUAGE, Words

MENUS: Final[dict[str, list[str]]] = {  # what a player would look for at a decision
    "die": [*[f"take {face}" for face in FACES], "pass"],
    "colour": [f"reserve {colour}" for colour in COLOURS],
}


class SunflowerValleyDrawing(Drawing):
    """Draws one edition of the game."""

    welcome = "take a die and a colour, draw houses, sheep, sunflowers and tracks in a valley; 2 to 5 players"
    part_name = "round"
    looks: Mapping[str, str] = {
        "sheet": "a sheet: `sheet` for yours, `sheet 2` for seat 2's",
        "seats": "all seats in one table, with the score as it stands",
        "board": "the dice and the colours",
        "key": "what the pictures and signs mean",
    }
    example = "village"
    quiet = frozenset({"took", "reserved", "villagers_came"})

    def __init__(self, game: SunflowerValleyGame, edition_text: str | None, language: str = LANGUAGE) -> None:
        super().__init__(game, ValleyComponents(game.edition, edition_text), language)
        self.edition = game.edition

    # ---- what is shown ---------------------------------------------------------------------------------

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        table = table_view(view)
        if not is_dealt(table):
            return Text(self.words.say("sheet", "dealing"))
        seat = whose(table)
        return self._scene(table).whole(seat, legal, scores.get(seat), width, height)

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        table = table_view(view)
        if what == "key":
            return legend(self.words)
        if not is_dealt(table):
            return Text(self.words.say("sheet", "dealing"))
        scene = self._scene(table)
        if what == "seats":
            return seats_table(self.words, table, scene.valleys, width)
        if what == "board":
            return Group(scene.top(seat, width), board_words(self.words, table))
        return scene.one(seat, scores.get(seat), width)

    def _scene(self, table: TableView) -> Scene:
        return Scene(self.words, self.edition, table)

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        return part_words(self.words, table_view(view))

    def question(self, view: View) -> str:
        table = table_view(view)
        if not is_asked(table):
            return ""
        return _question(self.words, table)

    def decision(self, view: View) -> str:
        table = table_view(view)
        return table["decision"] or "" if is_asked(table) else ""

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        """The ways of a track, each with what it would run into."""
        if not steps or not steps[0].startswith("way "):
            return None
        table = table_view(view)
        return self._scene(table).ways(whose(table), [step.removeprefix("way ") for step in steps])

    def note(self, view: View, move: str) -> str:
        return note(self.words, self.edition, table_view(view), move)

    def about(self, view: View, words: str) -> str:
        return about(self.words, self.edition, table_view(view), key_of(words))

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        return [move for move in MENUS.get(self.decision(view), []) if move not in legal]

    def closed_words(self, view: View, legal: Sequence[str]) -> list[str]:
        if self.decision(view) != "hex":
            return []
        table = table_view(view)
        return closed_hexes(self.words, table, valleys_of(self.edition, table)[whose(table)], legal)

    def guess(self, view: View, words: str) -> list[str]:
        asked = key_of(words)
        if asked in {hex_text(place) for place in HEXES}:
            return [f"draw {asked}"]
        if asked.upper() in TOKENS and len(asked) == 3:
            return [f"way {asked.upper()}"]
        name = known_name(asked)
        if name in FACES:
            return [f"take {name}"]
        if name in COLOURS:
            return [f"reserve {name}"]
        return ["take straight", "take curve"] if name == "track" else ["pass"] if name == "pass" else []

    # ---- the end ----------------------------------------------------------------------------------------

    def because(self, view: View, line: str, events: Sequence[Event]) -> list[str]:
        if not events or line not in SHORT:
            return super().because(view, line, events)
        return SHORT[line](self.words, valleys_of(self.edition, table_view(view))[events[0].seat], events)

    def undecided(self, view: View, line: str) -> list[str]:
        table = table_view(view)
        if line not in TIES or not is_dealt(table):
            return []
        return TIES[line](self.words, valleys_of(self.edition, table))

    def winning(self, scores: Sequence[int], places: Sequence[int], names: Sequence[str] | None) -> str:
        """With how many points the winner is ahead, where somebody alone has most."""
        best = max(scores)
        if len(scores) == 1 or scores.count(best) > 1:
            return super().winning(scores, places, names)
        second = max([score for score in scores if score < best])
        after = self.listed([seat for seat, score in enumerate(scores) if score == second], names)
        fields: dict[str, Arg] = {"points": signed(best), "ahead": best - second, "after": after}
        return self.words.say("verdict", "ahead", who=self.listed([scores.index(best)], names), **fields)

    def tie_breaks(self, view: View) -> TieBreaks:
        """SV 5.7."""
        valleys = valleys_of(self.edition, table_view(view))
        houses = TieBreak("houses", [valley.house_count() for valley in valleys])
        sunflowers = TieBreak("sunflowers", [valley.sunflower_count() for valley in valleys])
        villagers = TieBreak("villagers", [int(valley.villagers) for valley in valleys])
        return TieBreaks("SV 5.7", [houses, sunflowers, villagers])


def drawing(game: Game, edition_text: str | None = None, language: str = LANGUAGE) -> SunflowerValleyDrawing:
    """The drawing of a game with its own components."""
    assert isinstance(game, SunflowerValleyGame)
    return SunflowerValleyDrawing(game, edition_text, language)


def board_words(words: Words, table: TableView) -> Text:
    """The dice and colours that are left, in words."""
    faces = {words.called(face): table["pool"].count(face) for face in table["pool"]}
    left = [face if number == 1 else f"{number} × {face}" for face, number in faces.items()]
    colours = [words.called(colour, "emblem") for colour in open_colours(table)]
    none = words.say("sheet", "none_left")
    fields = {"dice": words.listing(left or [none]), "colours": words.listing(colours or [none])}
    return Text(words.say("sheet", "left", **fields))


def _question(words: Words, table: TableView) -> str:
    """Who is blocked is asked in other words (SV 3.4)."""
    key = f"blocked_{table['decision']}" if table["blocked"] else str(table["decision"])
    fields = {"die": str(table["die"]), "colour": str(table["colour"]), "hex": str(table["hex"])}
    return capital(words.say("question", key, **fields))
