"""Sunflower Valley in a terminal: what is shown and asked at each decision."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from farmstead.engine.contract import Event, Game, Seat
from farmstead.render import ENDLESS, Drawing, ScoreLines, View
from farmstead.render.shared import key_of, listing
from farmstead.render.sunflower_valley.about import about, known_name, legend
from farmstead.render.sunflower_valley.because import SHORT, TIES
from farmstead.render.sunflower_valley.components import ValleyComponents
from farmstead.render.sunflower_valley.notes import closed_hexes, note
from farmstead.render.sunflower_valley.panels import called, part_words, seats_table
from farmstead.render.sunflower_valley.scene import Scene
from farmstead.render.sunflower_valley.verdict import verdict
from farmstead.render.sunflower_valley.view import (
    TableView,
    is_asked,
    is_dealt,
    open_colours,
    table_view,
    valleys_of,
    whose,
)
from farmstead.sunflower_valley.game import SunflowerValleyGame
from farmstead.sunflower_valley.hexes import HEXES, hex_text
from farmstead.sunflower_valley.names import COLOURS, FACES, TOKENS

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

    def __init__(self, game: SunflowerValleyGame, edition_text: str | None) -> None:
        super().__init__(game, ValleyComponents(game.edition, edition_text))
        self.edition = game.edition

    # ---- what is shown ---------------------------------------------------------------------------------

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        table = table_view(view)
        if not is_dealt(table):
            return Text("Sheets and towns are being dealt.")
        seat = whose(table)
        return Scene(self.edition, table).whole(seat, legal, scores.get(seat), width, height)

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        table = table_view(view)
        if what == "key":
            return legend()
        if not is_dealt(table):
            return Text("Sheets and towns are being dealt.")
        scene = Scene(self.edition, table)
        if what == "seats":
            return seats_table(table, scene.valleys, width)
        if what == "board":
            return Group(scene.top(seat, width), board_words(table))
        return scene.one(seat, scores.get(seat), width)

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        return part_words(table_view(view))

    def question(self, view: View) -> str:
        table = table_view(view)
        if not is_asked(table):
            return ""
        return _blocked_question(table) if table["blocked"] else _question(table)

    def decision(self, view: View) -> str:
        table = table_view(view)
        return table["decision"] or "" if is_asked(table) else ""

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        """The ways of a track, each with what it would run into."""
        if not steps or not steps[0].startswith("way "):
            return None
        table = table_view(view)
        return Scene(self.edition, table).ways(whose(table), [step.removeprefix("way ") for step in steps])

    def note(self, view: View, move: str) -> str:
        return note(self.edition, table_view(view), move)

    def about(self, view: View, words: str) -> str:
        return about(self.edition, table_view(view), key_of(words))

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        return [move for move in MENUS.get(self.decision(view), []) if move not in legal]

    def closed_words(self, view: View, legal: Sequence[str]) -> list[str]:
        if self.decision(view) != "hex":
            return []
        table = table_view(view)
        return closed_hexes(table, valleys_of(self.edition, table)[whose(table)], legal)

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
        return SHORT[line](valleys_of(self.edition, table_view(view))[events[0].seat], events)

    def undecided(self, view: View, line: str) -> list[str]:
        table = table_view(view)
        return TIES[line](valleys_of(self.edition, table)) if line in TIES and is_dealt(table) else []

    def verdict(self, scores: Sequence[int], places: Sequence[int], view: View) -> list[str]:
        return verdict(self.edition, scores, places, table_view(view))


def drawing(game: Game, edition_text: str | None = None) -> SunflowerValleyDrawing:
    """The drawing of a game with its own components."""
    assert isinstance(game, SunflowerValleyGame)
    return SunflowerValleyDrawing(game, edition_text)


def board_words(table: TableView) -> Text:
    """The dice and colours that are left, in words."""
    faces = {called(face): table["pool"].count(face) for face in table["pool"]}
    left = listing(
        [face if number == 1 else f"{number} × {face}" for face, number in faces.items()] or ["none"]
    )
    colours = listing([called(colour, "emblem") for colour in open_colours(table)] or ["none"])
    return Text(f"Dice in the pool: {left}. Colours still open: {colours} (SV 3.1).")


def _question(table: TableView) -> str:
    die, colour = called(str(table["die"])).capitalize(), called(str(table["colour"]), "emblem")
    return {
        "die": "Which die do you take?",
        "colour": f"{die}: on which colour?",
        "hex": f"{die} on {colour}: in which hex?",
        "way": f"{die} in {table['hex']} ({colour}): how does it lie?",
    }[str(table["decision"])]


def _blocked_question(table: TableView) -> str:
    """SV 3.4."""
    blocked = "No colour that is left has a free hex on your sheet (SV 3.4)"
    instead = "you will draw a plain sunflower in any free hex"
    return {
        "die": f"{blocked}: {instead}. Which die do you take all the same?",
        "colour": f"{blocked}: {instead}. On which colour do you put the die?",
        "hex": f"{blocked}: draw a plain sunflower instead. In which free hex?",
    }[str(table["decision"])]
