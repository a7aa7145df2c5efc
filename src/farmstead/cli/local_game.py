"""A game at this terminal: its table, what has happened, who has been told what, and where it is saved."""

from pathlib import Path
from typing import Final

from farmstead.agents import Guarded, guarded
from farmstead.cli import language
from farmstead.cli.errors import sentence_of
from farmstead.cli.saves import PERSON, ChangedElsewhere, SavedSecrets, SaveFiles
from farmstead.cli.screen import Screen
from farmstead.cli.sentences import Sentences, events_by_move, seat_names
from farmstead.engine.contract import Seat
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table
from farmstead.render import Drawing

HINT_SECONDS: Final = 1.5  # to think about a hint, where somebody waits for it


class LocalGame:
    """A table that is saved after every choice, and the screen on which it is played."""

    def __init__(
        self, table: Table, keeping: SavedSecrets, place: SaveFiles, drawing: Drawing, screen: Screen
    ) -> None:
        self.table = table
        self.keeping = keeping
        self.place = place
        self.drawing = drawing
        self.screen = screen
        self.dealer = KeyedDealer(keeping.key)
        self.bots: dict[Seat, Guarded] = {  # opponents that differ although they have the same name
            seat: guarded(spec, seat + 1) for seat, spec in enumerate(keeping.seating) if spec != PERSON
        }
        names = seat_names(keeping.seating, PERSON)
        self.teller = Sentences(table.game, table.setup.options, drawing, names, table.setup.rules)
        self.events = [event for events in events_by_move(table) for event in events]
        self.told = dict.fromkeys(range(table.setup.seats), len(self.events))
        self.unsaved = False
        self.refused = 0
        self.hint_seconds = HINT_SECONDS if screen.interactive else 0.0

    def play(self, seat: Seat, move: str) -> None:
        """A person's move; saved at once."""
        self.events += self.table.play(seat, move)
        self._save_if_possible()

    def undo(self, seat: Seat, choices: int = 1) -> None:
        """Take back so many choices; what others have not been told yet, they still will be."""
        movers = [n for n, events in enumerate(events_by_move(self.table)) for _ in events]
        own = [n for n, entry in enumerate(self.table.entries) if entry.seat == seat]
        gone = own[-self.table.undo(seat, choices) :]
        self.events = [event for events in events_by_move(self.table) for event in events]
        self.told = {other: sum(n not in gone for n in movers[:told]) for other, told in self.told.items()}
        self._save_if_possible()

    # ---- saving ----------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        return self.place.path

    def save(self) -> None:
        """Where it was saved before, or beside it when somebody else has written there since."""
        try:
            self.place.save(self.table, self.keeping)
        except ChangedElsewhere as error:
            self.place = self.place.beside()
            self.place.save(self.table, self.keeping)
            why, path = sentence_of(error), str(self.path)
            self.screen.spell(language.say("saving", "beside", why=why, path=path))

    def _save_if_possible(self) -> OSError | None:
        """A game goes on although it cannot be saved; leaving it then says so once more."""
        try:
            self.save()
        except OSError as error:
            if not self.unsaved:
                self.screen.say(language.say("saving", "cannot_but_goes_on", why=sentence_of(error)), "red")
            self.unsaved = True
            return error
        return None

    def _save_somewhere(self) -> None:
        """Where it cannot be saved and somebody sits there, ask until it can, or until they give up."""
        while True:
            try:
                return self.save()
            except OSError as error:
                if not self.screen.interactive:
                    raise
                self.screen.say(language.say("saving", "cannot", why=sentence_of(error)), "red")
                answer = self.screen.ask(language.say("saving", "retry"))
                if answer is None or answer.strip().lower() == "lose":
                    raise
                if answer.strip():
                    self.place = SaveFiles(Path(answer.strip()).expanduser())
