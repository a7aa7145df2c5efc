"""One decision at the terminal: the choices, and what the lines that are typed do."""

from typing import Final

from rich.console import RenderableType

from farmstead.agents.hints import Hint, hint_for
from farmstead.agents.observation import observation_at
from farmstead.cli import language
from farmstead.cli.errors import sentence_of
from farmstead.cli.hint import shown
from farmstead.cli.local_game import LocalGame
from farmstead.cli.menu import Menu
from farmstead.cli.opponents import seated
from farmstead.cli.rule_search import plain
from farmstead.cli.scores import score_table
from farmstead.cli.sentences import command
from farmstead.engine.contract import CHANCE, IllegalMove, Refusal, Seat
from farmstead.engine.table import Table
from farmstead.render import View
from farmstead.render.shared import quoted
from farmstead.render.text_board import TextBoard

LOG_LENGTH: Final = 30
STEP_BACK: Final = "b"
EVERYBODY: Final = "seats"  # the look that shows all seats; who sits there is said with it
HINT_TRIES: Final = 100  # where nobody waits: the same lines always give the same answers
HINT_MOVES: Final = 3
MAX_HINT_MOVES: Final = 9
HELP: Final = {  # what `help` explains, and what is typed; where nothing stands, the words have it
    "numbers": "1, 2, 3 …",
    "move": "",
    "back": STEP_BACK,
    "hint": "h",
    "undo": "u",
    "why": "",
    "name": "",
    "closed": "closed",
    "all": "all",
    "rules": "rules 5.6",
    "score": "score",
    "log": "log",
    "save": "save",
    "quit": "q",
}


class PlayerLeft(Exception):
    """The player leaves; everything is saved."""


class Declined(Exception):
    """A line that cannot be obeyed; the message says why, and what would do."""


class DecisionPrompt:
    """What one seat has to decide now, and the talk about it."""

    def __init__(self, game: LocalGame, seat: Seat) -> None:
        self.game, self.seat, self.over = game, seat, False
        self.table, self.teller = game.table, game.teller
        self.screen, self.drawing = game.screen, game.drawing
        self.view: View = self.table.state.view(seat)
        self.legal = [str(move) for move in self.table.state.legal(seat)]
        self.menu = Menu(self.drawing, self.legal)
        self._hint_found: Hint | None = None  # once somebody has asked
        self._commands = {
            **dict.fromkeys(("b", "back"), self._back),
            **dict.fromkeys(("u", "undo"), self._undo),
            **dict.fromkeys(("h", "hint"), self._hint),
            **dict.fromkeys(("why", "?"), self._why),
            **dict.fromkeys(("q", "quit", "exit"), self._quit),
            "closed": self._closed,
            "all": lambda _: self.screen.say("\n".join(self.legal)),
            "rules": self._rules,
            "score": self._score,
            "log": self._log,
            "save": self._save,
            "help": self._help,
        }

    def asked(self) -> RenderableType:
        """The question and the numbered choices."""
        return self.menu.asked(self.teller, self.view)

    def show(self, asked: RenderableType | None = None) -> None:
        """The question and the choices, as they were drawn or anew."""
        self.screen.show(self.asked() if asked is None else asked)
        if self.screen.interactive:
            self.screen.say(language.say("keys", "decision"), "dim")

    # ---- obeying -----------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Do what a line says: choose, play, or answer."""
        typed = " ".join(line.lower().split())
        option = self.menu.meant(typed)
        move = next((move for move in self.legal if move.lower() == typed), None)
        if move is None and option is not None:
            move = self.menu.take(option)
        try:
            if move is not None:
                self._play(move)
            elif not typed or option is not None or self.menu.jump(typed):
                self.show()
            elif not self._command(typed):
                self._play(typed)
        except IllegalMove as error:
            self._decline(self.teller.refusal(error.refusal, self.legal))
        except Declined as error:
            self._decline(str(error))

    def _play(self, move: str) -> None:
        """Asked once more, where somebody sits, before what is easily regretted."""
        doubt = self.drawing.doubt(self.view, move, self.legal) if self.screen.interactive else ""
        yes = ("y", language.say("asking", "yes"))
        answer = self.screen.ask(language.say("asking", "doubt", question=doubt)) if doubt else "y"
        if answer is None:
            raise PlayerLeft
        if answer.strip().lower().startswith(yes):
            self.game.play(self.seat, move)
            self.over = True
        else:
            self.show()

    def _decline(self, sentence: str) -> None:
        self.game.refused += 1
        self.screen.say(sentence, "red")

    def _command(self, typed: str) -> bool:
        """Whether it was a command; where its word begins moves too, more words make it a move."""
        word, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            word, rest = ("?", typed[1:].strip())
        obeyed = self._commands.get(word)
        if obeyed is not None and not (rest and self.teller.words.say_verb(word)):
            obeyed(rest)
        elif word in self.drawing.looks:
            self._look(word, rest)
        elif typed.isdecimal():
            most = len(self.menu.options())
            raise Declined(language.say("answer", "no_number", number=typed[:9], most=most))
        else:
            return False
        return True

    # ---- the commands ------------------------------------------------------------------------------------

    def _back(self, _: str) -> None:
        if self.menu.chosen:
            self.menu.chosen.pop()
            self.show()
        else:
            self.screen.say(language.say("answer", "nothing_chosen"))

    def _hint(self, rest: str) -> None:
        """The best moves, from what this seat sees; the same however often it is asked for."""
        say, count = self.teller.words.say, small_number(rest) if rest else HINT_MOVES
        if not 1 <= count <= MAX_HINT_MOVES:
            fields = {"usual": HINT_MOVES, "most": MAX_HINT_MOVES}
            raise Declined(language.say("answer", "hint_count", typed=quoted(rest), **fields))
        if self._hint_found is None:
            seen = observation_at(self.table.game, self.table.state, self.seat)
            try:
                with self.screen.busy(say("hint", "thinking")):
                    self._hint_found = hint_for(seen, HINT_TRIES, self.game.hint_seconds, MAX_HINT_MOVES)
            except KeyboardInterrupt:
                if not self.screen.interactive:
                    raise
                self.screen.say(say("hint", "dropped"))
        if self._hint_found is not None:
            best = self._hint_found.first(count)
            self.screen.show(shown(best, self.teller, self.view, self.screen.width, typed=True))

    def _undo(self, rest: str) -> None:
        choices = small_number(rest or "1")
        if choices < 1:
            raise Declined(language.say("answer", "undo_count", typed=quoted(rest)))
        try:
            self.game.undo(self.seat, choices)
        except IllegalMove as error:
            raise IllegalMove(barrier_named(self.table, self.seat, error.refusal)) from None
        self.screen.say(language.say("answer", "undone"))
        self.over = True

    def _why(self, what: str) -> None:
        """A move: why not. A verb: when. A name: what it is, and whether it can be had now."""
        when = self.teller.words.say_verb(what)
        try:
            self.table.game.parse(what)
        except IllegalMove as error:
            if not what:
                self._help("")
            elif when:
                self.screen.say(f"{when} {self.teller.refusal(error.refusal).split('. ')[-1]}")
            else:
                self._describe(what)
        else:
            self._explain(what, with_rule=True)

    def _describe(self, called: str) -> None:
        name = self.teller.words.thing_called(called) or called
        about, moves = self.drawing.about(self.view, name), self.drawing.guess(self.view, name)
        if about:
            self.screen.say(about)
        elif not moves:
            self.screen.say(language.say("answer", "no_name", typed=quoted(called)))
        for move in moves[: 1 if about else 3]:
            self._explain(move, with_rule=not about)

    def _explain(self, text: str, with_rule: bool) -> None:
        move = self.table.game.parse(text)
        if str(move) in self.legal:
            said = self.teller.move(str(move), self.view)
            self.screen.say(language.say("answer", "possible", move=str(move), words=said), "green")
            return
        refusal = self.table.state.why_not(self.seat, move)
        if with_rule:
            self.screen.say(self.teller.refusal(refusal, self.legal))
            self.screen.tell(plain(self.teller.paragraph(refusal.rule.split()[-1])), "dim")
        else:
            alone = Refusal(refusal.rule, refusal.key, refusal.tried, refusal.args)
            self.screen.say(self.teller.refusal(alone))

    def _closed(self, _: str) -> None:
        """Those together that are closed for one reason."""
        sentences = self.drawing.closed_words(self.view, self.legal)
        reasons: dict[str, list[str]] = {}
        for move in [] if sentences else self.drawing.closed(self.view, self.legal):
            refusal = self.table.state.why_not(self.seat, self.table.game.parse(move))
            alone = Refusal(refusal.rule, refusal.key, "", refusal.args)
            reasons.setdefault(self.teller.refusal(alone), []).append(move)
        for why, moves in reasons.items():
            tried = f"`{'`, `'.join(moves)}`"
            sentences.append(self.teller.words.say("refusing", "of_move", tried=tried, why=why))
        for sentence in sentences or ([] if reasons else [language.say("answer", "nothing_closed")]):
            self.screen.say(sentence)

    def _rules(self, number: str) -> None:
        if number:
            self.screen.page(self.teller.rules(number))
        else:
            book = command("rules", self.table.game.name)
            self.screen.spell(language.say("answer", "book", command=book))

    def _score(self, rest: str) -> None:
        seats = range(self.table.setup.seats) if rest == "all" else [self._whose(rest, "score")]
        self.screen.show(score_table(self.table.state, self.teller, seats, seats, self.screen.width))

    def _log(self, _: str) -> None:
        for sentence in self.teller.news(self.game.events, self.seat)[-LOG_LENGTH:]:
            self.screen.tell(sentence)

    def _save(self, _: str) -> None:
        try:
            self.game.save()
            self.screen.spell(language.say("saving", "saved", path=str(self.game.path)))
        except OSError as error:
            self.screen.say(language.say("saving", "cannot", why=sentence_of(error)), "red")

    def _quit(self, _: str) -> None:
        raise PlayerLeft

    def _look(self, what: str, rest: str) -> None:
        seat = self._whose(rest, what)
        scores = {seat: self.table.state.score_lines(seat)}
        self.screen.show(self.drawing.look(what, self.view, seat, scores, self.screen.width))
        if what == EVERYBODY and self.game.bots:
            self.screen.say(seated(self.game.keeping.seating))

    def _whose(self, rest: str, what: str) -> Seat:
        """The seat whose number stands behind a command, one's own if none does."""
        seats = self.table.setup.seats
        seat = small_number(rest) - 1 if rest else self.seat
        if 0 <= seat < seats:
            return seat
        raise Declined(language.say("answer", "seats", seats=seats, what=what, other=min(2, seats)))

    def _help(self, _: str) -> None:
        fields = {"example": self.legal[0], "thing": self.drawing.example}
        there = [key for key in HELP if key != "back" or self.menu.in_steps]
        typed = [HELP[key] or language.say("typed", key) for key in there]
        meant = [language.say("help", key, **fields) for key in there]
        looks = {what: self.drawing.look_words(what) for what in self.drawing.looks}
        board = TextBoard(self.teller.words, self.screen.width)
        self.screen.show(board.facts({**dict(zip(typed, meant, strict=True)), **looks}))


def small_number(text: str) -> int:
    """A number somebody types; -1 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1


def barrier_named(table: Table, seat: Seat, refusal: Refusal) -> Refusal:
    """The refusal to take something back, with what is in the way in this very game."""
    now, several = table.state.stage(), table.setup.seats > 1
    for entry in reversed(table.entries):
        if entry.seat == CHANCE:
            return Refusal(refusal.rule, "undo_chance", refusal.tried)
        if (entry.stage != now and several) or (entry.seat != seat and now == ""):
            break
    return refusal
