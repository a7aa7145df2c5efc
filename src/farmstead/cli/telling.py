"""What the rules say, in words: refusals with their paragraph, moves, what happened."""

from collections.abc import Mapping, Sequence

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Event, Game, Refusal, Seat
from farmstead.engine.table import Table
from farmstead.render import Drawing, View
from farmstead.render.words import describe_move, say_event, say_refusal
from farmstead.rulebooks import NoSuchParagraph, NoSuchRulebook, rulebook


class Teller:
    """Speaks of one table, with its switches."""

    def __init__(self, game: Game, options: Sequence[str], drawing: Drawing, names: Sequence[str]) -> None:
        self.game = game
        self.options = options
        self.drawing = drawing
        self.names = names

    def move(self, text: str, view: View) -> str:
        """A legal move and what it costs or brings."""
        note = self.drawing.note(view, text)
        return f"{describe_move(text)} ({note})" if note else describe_move(text)

    def refusal(self, refusal: Refusal) -> str:
        return say_refusal(refusal, self.options)

    def paragraph(self, number: str) -> str:
        """`5.6: …` as this table's switches read it, or what is wrong with the number."""
        try:
            text = rulebook(self.game.name).paragraph(number, self._switches())
        except (NoSuchParagraph, NoSuchRulebook) as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return text if text.startswith("#") else f"{number}: {text}"

    def _switches(self) -> Mapping[str, str]:
        words = [word for word in self.options if not word.startswith("start=")]
        return shelf.switch_values(self.game.name, words)

    def news(self, events: Sequence[Event], seat: Seat | None) -> list[str]:
        """What `seat` may hear of, leaving out what the sheet shows anyway."""
        heard = [event for event in events if event.heard_by(seat) and event.key not in self.drawing.quiet]
        return [say_event(event, self.names) for event in heard]


def events_of(table: Table) -> list[Event]:
    """Everything that has happened at a table, by playing its moves again."""
    again = Table(table.game, table.setup)
    return [event for seat, text in table.moves() for event in again.play(seat, text)]


def seat_names(seating: Sequence[str], person: str) -> list[str]:
    """`You` when one person plays, otherwise seats by number; opponents with what they are."""
    alone = seating.count(person) == 1
    names = [f"Seat {seat + 1} ({spec})" for seat, spec in enumerate(seating)]
    return [
        ("You" if alone else f"Seat {seat + 1}") if seating[seat] == person else name
        for seat, name in enumerate(names)
    ]


def who(seat: Seat, names: Sequence[str]) -> str:
    return "Chance" if seat == CHANCE else names[seat]
