"""What the rules say, in words: refusals with their paragraph, moves, what happened."""

import shlex
import sys
from collections.abc import Sequence
from operator import eq
from pathlib import Path
from shutil import which
from typing import Final

from farmstead import shelf
from farmstead.cli import language
from farmstead.cli.errors import BadInput
from farmstead.cli.opponents import called
from farmstead.cli.rule_search import numbers_for
from farmstead.engine.contract import CHANCE, Event, Game, IllegalMove, NotUnderstood, Refusal, Seat
from farmstead.engine.record import BadRecord, GameFor, Record, re_execute, read_record
from farmstead.engine.table import Table
from farmstead.render import Drawing, View
from farmstead.render.shared import capital
from farmstead.render.words import say_bad_record
from farmstead.rulebooks import NoSuchParagraph, NoSuchRulebook

NEAR: Final = 3  # how many moves are named in place of one that is not possible
FOUND: Final = 3  # how many paragraphs a word brings up
COMMAND: Final = "farmstead"
UNKNOWN: Final = "unknown_verb"  # the refusal of a text that begins like no move
BAD_FORM: Final = "bad_form"  # and of one that goes on like none


class Sentences:
    """Speaks of one table, with its switches."""

    def __init__(
        self,
        game: Game,
        options: Sequence[str],
        drawing: Drawing,
        names: Sequence[str],
        rules: int | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.revision = rules  # of the rules; without it the present one
        self.drawing = drawing
        self.names = names
        self.words = drawing.words

    def move(self, text: str, view: View) -> str:
        """A legal move and what it costs or brings."""
        words = self.words.describe_move(text, self.drawing.decision(view))
        return self._noted(words, text, view)

    def phrase(self, text: str, view: View) -> str:
        """A legal move within a sentence, and what it costs or brings."""
        words = self.words.move_phrase(text, self.drawing.decision(view)) or text
        return self._noted(words, text, view)

    def _noted(self, words: str, text: str, view: View) -> str:
        note = self.drawing.note(view, text)
        return f"{words} ({note})" if note else words

    def refusal(self, refusal: Refusal, legal: Sequence[str] = ()) -> str:
        """Why not, and the legal moves that are most like it."""
        unknown = refusal.key == UNKNOWN or (refusal.key == BAD_FORM and not self.is_verb(refusal.tried))
        alike = verbs_of(legal) if unknown else most_alike(refusal.tried, legal)
        key = UNKNOWN if unknown and alike else refusal.key
        shown = Refusal(refusal.rule, key, refusal.tried, refusal.args, alike or refusal.instead)
        return self.words.say_refusal(shown, self.options, NEAR)

    def is_verb(self, text: str) -> bool:
        """Whether it begins like a player's move, and not like one of chance or none."""
        return bool(self.words.say_verb(text.lower().partition(" ")[0]))

    def paragraph(self, number: str) -> str:
        """`5.6: …` as this table's options read it, or what is wrong with the number."""
        try:
            book = language.book(self.game.name)
            text = book.paragraph(number, shelf.switch_values(self.game.name, self.options, self.revision))
        except (NoSuchParagraph, NoSuchRulebook) as error:
            return f"{capital(str(error))}."
        return text if text.startswith("#") else f"{book.nearest(number)[0]}: {text}"

    def rules(self, asked: str) -> str:
        """A paragraph by its number, or those that speak of a word."""
        try:
            found = numbers_for(language.book(self.game.name), asked) or [asked]
        except NoSuchRulebook:
            found = [asked]
        more = [language.say("answer", "also", numbers=", ".join(found[FOUND:]))] if found[FOUND:] else []
        return "\n\n".join([*[self.paragraph(number) for number in found[:FOUND]], *more])

    def news(self, events: Sequence[Event], seat: Seat | None) -> list[str]:
        """What `seat` may hear of, leaving out what the sheet shows anyway."""
        return self.sentences([event for event in events if event.key not in self.drawing.quiet], seat)

    def sentences(self, events: Sequence[Event], seat: Seat | None) -> list[str]:
        """What `seat` may hear of."""
        return self.whole_truth([event for event in events if event.heard_by(seat)])

    def whole_truth(self, heard: Sequence[Event]) -> list[str]:
        """Everything that happened; where one event tells it better than the one before, only that."""
        return [self.words.say_event(event, self.names) for event in self.drawing.worth_telling(heard)]


def record_in(path: Path, data: bytes) -> Record:
    """The record that a file holds; BadInput names the line that is wrong."""
    try:
        return read_record(data)
    except BadRecord as error:
        raise BadInput(at_line(path, error.line, say_bad_record(error, language=language.spoken()))) from None


def table_after(record: Record, path: Path, games: GameFor, moves: int | None = None) -> Table:
    """The table of a record after so many moves, or after all, and then the score is compared too."""
    try:
        return re_execute(record, games, moves)
    except BadRecord as error:
        raise BadInput(at_line(path, error.line, say_fault(error, record, games))) from None


def at_line(path: Path, line: int, why: str) -> str:
    """Where a record is wrong, and why."""
    return language.say("file", "line", path=str(path), line=line, why=why)


def say_fault(error: BadRecord, record: Record | None, games: GameFor) -> str:
    """What is wrong in a line of a record; a text that is no move is told what would do there."""
    if record is None:
        return say_bad_record(error, language=language.spoken())
    if error.cause is not None and isinstance(error.cause, NotUnderstood):
        told = _instead(error, error.cause.refusal, record, games)
        error = BadRecord(error.line, error.key, error.detail, IllegalMove(told))
    return say_bad_record(error, record.setup.options, language.spoken())


def _instead(error: BadRecord, refusal: Refusal, record: Record, games: GameFor) -> Refusal:
    """The refusal with the verbs of whoever is to move in that line: a player, or chance."""
    number = error.line - record.first_line
    seat, table = record.moves[number][0], re_execute(record, games, number)
    words = language.words(table.game.name)
    known = bool(words.say_verb(refusal.tried.lower().partition(" ")[0]))
    if refusal.key != UNKNOWN and not (seat == CHANCE and known):
        return refusal
    verbs = verbs_of([str(move) for move in table.options(seat)])
    if not verbs and refusal.key == UNKNOWN:
        verbs = [verb for verb in refusal.instead if seat != CHANCE or not words.say_verb(verb)]
    return Refusal(refusal.rule, UNKNOWN, refusal.tried, {}, verbs)


def verbs_of(moves: Sequence[str]) -> list[str]:
    """The words that moves begin with, each once."""
    return list(dict.fromkeys([move.split()[0] for move in moves]))


def most_alike(tried: str, legal: Sequence[str]) -> list[str]:
    """Legal moves that begin with the same word, those with more of the same words first."""
    words = tried.split()
    alike = [move for move in legal if words and move.split()[0] == words[0]]
    return sorted(alike, key=lambda move: -sum(map(eq, words, move.split())))


def events_by_move(table: Table) -> list[list[Event]]:
    """What each move at a table made happen, by playing them again."""
    again = Table(table.game, table.setup)
    return [again.play(seat, text) for seat, text in table.moves()]


def seat_names(seating: Sequence[str], person: str) -> list[str]:
    """`You` when one person plays, otherwise seats by number; opponents with what they are."""
    you = language.say("turns", "you") if seating.count(person) == 1 else ""
    return [
        (you or language.seat_name(seat))
        if spec == person
        else language.say("turns", "seat_of", number=seat + 1, who=called(spec))
        for seat, spec in enumerate(seating)
    ]


def command(*words: str | Path) -> str:
    """A command line to copy; the program by its path where its name alone would not be found."""
    return shlex.join([_program(), *[str(word) for word in words]])


def _program() -> str:
    called = Path(sys.argv[0])
    if which(COMMAND) is not None or called.stem != COMMAND or not called.is_file():
        return COMMAND
    whole = called.absolute()
    return f"./{whole.relative_to(Path.cwd())}" if whole.is_relative_to(Path.cwd()) else str(whole)
