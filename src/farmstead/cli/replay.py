"""`farmstead replay`: any position of a recorded game, or all of them step by step."""

from pathlib import Path
from typing import Annotated, Final

from rich.console import Group, RenderableType
from rich.text import Text
from typer import Argument, Option

from farmstead.cli import language
from farmstead.cli.arguments import EditionFile, games_of, read_record_bytes
from farmstead.cli.pictures import Dark, GifFile, Log, Moves, PdfFile, PngFile, SvgFile, Wanted, WebpFile
from farmstead.cli.scores import final_score
from farmstead.cli.screen import Screen
from farmstead.cli.sentences import Sentences, events_by_move, record_in, table_after
from farmstead.engine.contract import CHANCE, BadSetup, Seat
from farmstead.engine.record import GameFor
from farmstead.engine.table import Table
from farmstead.render import ENDLESS, Drawing
from farmstead.render.shared import quoted

RecordFile = Annotated[
    Path, Argument(metavar="RECORD", help="The record of a game, or a picture that carries one.")
]
Ply = Annotated[
    int | None,
    Option(
        "--at", "--ply", metavar="N", help="After N moves, chance included; -1 is one move before the last."
    ),
]
Eyes = Annotated[int | None, Option("--seat", metavar="S", help="Through the eyes of this seat.")]
AROUND: Final = 4  # lines round a sheet: the caption, the keys, where one types


def replay(
    record: RecordFile,
    ply: Ply = None,
    seat: Eyes = None,
    edition: EditionFile = None,
    svg: SvgFile = None,
    png: PngFile = None,
    gif: GifFile = None,
    webp: WebpFile = None,
    pdf: PdfFile = None,
    moves: Moves = False,
    log: Log = False,
    dark: Dark = False,
    in_language: language.Language = None,
) -> None:
    """Show a position of a recorded game, the last unless --at names another.

    In a terminal, without --at, it steps through the game: Enter or `n` next, `p` previous, `s` next
    season or round, a number, `e` the end, `q`.

    Pictures and films carry the record inside: give one of them in its place.

    Examples:

        farmstead replay game.record
        farmstead replay game.record --at 120 --seat 2
        farmstead replay game.record --at -1 --svg game.svg
        farmstead replay game.record --at 120 --seat 2 --png game.png --dark
        farmstead replay game.record --gif game.gif --pdf game.pdf --log
        farmstead replay game.gif
        farmstead replay game.record --language de
    """
    wanted = Wanted(svg, png, dark, gif, webp, pdf, moves, log)
    wanted.must_be_possible(record, edition)
    film = RecordedPositions(record, seat, edition)
    screen = Screen()
    number = film.number(ply if ply is not None else film.length)
    if wanted.files():
        for sentence in film.pictures(wanted, number):
            screen.spell(sentence)
    elif ply is None and screen.interactive:
        step_through(film, screen)
    else:
        screen.show(film.picture(number, screen.width))


class RecordedPositions:
    """A record whose every position can be shown."""

    def __init__(self, path: Path, seat: int | None, edition: str | None) -> None:
        self.path = path
        self.data = read_record_bytes(str(path))
        self.record = record_in(path, self.data)
        self.games: GameFor = games_of(self.record, path, edition)
        self.length, seats = len(self.record.moves), self.record.setup.seats
        if seat is not None and not 1 <= seat <= seats:
            raise BadSetup(language.say("replaying", "no_seat", seat=seat, seats=seats))
        self.eyes: Seat | None = None if seat is None else seat - 1
        self.drawing: Drawing = language.drawing(self.table(0).game)
        self.table(None)

    @property
    def text(self) -> str:
        """The record as it is written."""
        return self.data.decode("utf-8-sig").replace("\r\n", "\n")

    def number(self, ply: int) -> int:
        """How many moves that are; negative ones count from the end."""
        wanted = ply + self.length if ply < 0 else ply
        if not 0 <= wanted <= self.length:
            raise BadSetup(language.say("replaying", "no_position", length=self.length, ply=ply))
        return wanted

    def table(self, ply: int | None) -> Table:
        """The table after so many moves, or after all, and then the score is compared too."""
        return table_after(self.record, self.path, self.games, ply)

    def picture(self, ply: int, width: int, height: int = ENDLESS) -> RenderableType:
        """The position after so many moves, with the move that led there, and at the end the score."""
        table = self.table(ply)
        seat = self.eyes if self.eyes is not None else self._mover(ply)
        begun = any(mover != CHANCE for mover, _ in self.record.moves[:ply])  # before that nothing can score
        scores = {seat: table.state.score_lines(seat)} if begun else {}
        over = not table.state.to_act()
        sheet = self.drawing.sheet(table.state.view(seat), [], scores, width, ENDLESS if over else height)
        end = [Text(""), final_score(table.state, self.teller(table), [], width)] if over else []
        return Group(Text(self._caption(ply), "bold"), sheet, *end)

    def pictures(self, wanted: Wanted, ply: int) -> list[str]:
        """The boards after so many moves as files, seen by the seat named or else by who is to decide."""
        table = self.table(ply)
        deciding = [seat for seat in table.state.to_act() if seat != CHANCE]
        seat = self.eyes if self.eyes is not None else (deciding or [self._mover(ply)])[0]
        view, note = table.state.view(seat), self._count(ply)
        whole = wanted.take_whole(table.game, self.record, self.text, self.eyes)
        return [*wanted.take(table.game, view, seat, note=note, record=self.text), *whole]

    def teller(self, table: Table) -> Sentences:
        """What speaks of the table, all seats by their numbers."""
        names = [language.seat_name(seat) for seat in range(table.setup.seats)]
        return Sentences(table.game, table.setup.options, self.drawing, names, table.setup.rules)

    def _mover(self, ply: int) -> Seat:
        """Who moved last, or the first seat."""
        return next((seat for seat, _ in reversed(self.record.moves[:ply]) if seat != CHANCE), 0)

    def _caption(self, ply: int) -> str:
        return f"{self._count(ply)}  {self._heard(ply)}" if ply else self._count(ply)

    def _count(self, ply: int) -> str:
        if ply:
            return language.say("replaying", "move", ply=ply, length=self.length)
        return language.say("replaying", "before", length=self.length, revision=self.record.setup.rules)

    def _heard(self, ply: int) -> str:
        """What the last of so many moves looked like to the seat that watches; some things are private."""
        table = self.table(ply)
        teller, events = self.teller(table), events_by_move(table)[-1]
        seat, text = self.record.moves[ply - 1]
        if self.eyes is not None:
            decided = language.say("turns", "decided", who=language.seat_name(seat))
            return " ".join(teller.sentences(events, self.eyes)) or decided
        told, move = " ".join(teller.whole_truth(events)), teller.words.describe_move(text)
        return told or language.say("replaying", "heard", who=language.seat_name(seat), what=move)

    def first_decision(self) -> int:
        """The position after the set-up."""
        return next((ply for ply, (seat, _) in enumerate(self.record.moves) if seat != CHANCE), 0)

    def next_part(self, ply: int) -> int:
        """The first position after `ply` that lies in another season or round."""
        now = self._part(ply)
        return next((n for n in range(ply + 1, self.length) if self._part(n) != now), self.length)

    def _part(self, ply: int) -> str:
        return self.drawing.part(self.table(ply).state.view(None))


def step_through(film: RecordedPositions, screen: Screen) -> None:
    """From the first decision on, a key a step, until somebody leaves."""
    ply, typed = film.first_decision(), ""
    while True:
        screen.clear()
        screen.show(film.picture(ply, screen.width, screen.height - AROUND))
        if not is_key(typed):
            screen.say(language.say("replaying", "no_key", typed=quoted(typed)), "red")
        screen.say(language.say("keys", "replay", next=film.drawing.next_part), "dim")
        answer = screen.ask(f"{ply}/{film.length}> ")
        if answer is None or answer.strip().lower() in ("q", "quit"):
            return
        typed = answer.strip().lower()
        ply = following(film, ply, typed)


def is_key(typed: str) -> bool:
    """Whether it leads anywhere: a letter, nothing at all, or a number."""
    return typed in ("", "n", "p", "s", "e") or (typed.isascii() and typed.isdecimal() and len(typed) < 6)


def following(film: RecordedPositions, ply: int, typed: str) -> int:
    """Where a key leads; what is not understood stays."""
    if not is_key(typed):
        return ply
    if typed == "s":
        return film.next_part(ply)
    wanted = {"": ply + 1, "n": ply + 1, "p": ply - 1, "e": film.length}.get(typed)
    return max(0, min(int(typed) if wanted is None else wanted, film.length))
