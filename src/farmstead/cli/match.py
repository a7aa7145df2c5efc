"""A game in the terminal: who is asked, what is shown, what the lines that are typed do."""

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from farmstead.agents import Guarded, guarded
from farmstead.agents.guard import FALLBACK
from farmstead.agents.hints import Hint, hint_for
from farmstead.agents.seen import seen_at
from farmstead.cli.errors import BAD_INPUT, OK, sentence_of
from farmstead.cli.finding import plain
from farmstead.cli.hint import shown
from farmstead.cli.menu import Menu, asked
from farmstead.cli.opponents import ending, seated
from farmstead.cli.pictures import Wanted
from farmstead.cli.saves import PERSON, ChangedElsewhere, Keeping, Place
from farmstead.cli.scores import final_score, score_table
from farmstead.cli.screen import Screen, told
from farmstead.cli.telling import Teller, command, events_by_move, events_of, seat_names, still_told
from farmstead.engine.contract import CHANCE, Event, IllegalMove, Refusal, Seat
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table
from farmstead.render import ENDLESS, Drawing, View
from farmstead.render.shared import quoted

LOG_LENGTH: Final = 30
AROUND: Final = 3  # lines besides sheet, news and menu: the rule above, the hint, where one types
LEAST: Final = 9  # lines that a sheet must be left, at the cost of old news and pictures above the menu
EARLIER: Final = "… `log` shows what was before this."
STEP_BACK: Final = "b"
EVERYBODY: Final = "seats"  # the look that shows all seats; who sits there is said with it
HINT_SECONDS: Final = 1.5  # to think about a hint, where somebody waits for it
HINT_TRIES: Final = 100  # elsewhere: the same lines always give the same answers
HINT_MOVES: Final = 3
MOST_HINT_MOVES: Final = 9
HELP: Final = {
    "1, 2, 3 …": "choose what is listed under that number",
    "a move": "any move as text, such as `{example}`",
    STEP_BACK: "back one step in a choice of several steps",
    "h": "a hint: the best moves now, the final points they promise, and why; `h 5` shows five",
    "u": "undo your last choice, as far as chance and the others allow; `u 2` undoes two",
    "why MOVE": "why something is not possible, with its rule",
    "? NAME": "what a thing is and does, such as `? {thing}`, and whether it can be had now",
    "closed": "everything that is closed now, and why",
    "all": "every legal move as text",
    "rules 5.6": "a paragraph, a section or a ruling of the rules, also by a word: `rules {thing}`",
    "score": "your score as it stands; `score all` shows everybody's, `score 2` that of seat 2",
    "log": "what has happened lately",
    "save": "save now; it is also saved after every choice",
    "q": "save and leave",
}


class Left(Exception):
    """The player leaves; everything is saved."""


class Match:
    """One game being played, from here to its end or until somebody leaves."""

    def __init__(
        self, table: Table, keeping: Keeping, place: Place, drawing: Drawing, screen: Screen
    ) -> None:
        self.table = table
        self.keeping = keeping
        self.place = place
        self.drawing = drawing
        self.screen = screen
        self.pictures = Wanted()  # of where it is left
        self.edition: str | None = None  # the file with the components, where one was named
        self.greeting: list[str] = []  # told with the first decision
        self.hint_seconds = HINT_SECONDS if screen.interactive else 0.0
        self.dealer = KeyedDealer(keeping.key)
        self.bots = _bots(keeping)
        names = seat_names(keeping.seating, PERSON)
        self.teller = Teller(table.game, table.setup.options, drawing, names, table.setup.rules)
        self.events: list[Event] = events_of(table)
        self.told = dict.fromkeys(range(table.setup.seats), len(self.events))
        self.current: Seat | None = None
        self.refused = 0
        self.unsaved = False
        self._part_shown = ""

    # ---- the course of the game ------------------------------------------------------------------------

    def run(self) -> int:
        """Play on; the exit status. Opponents that hold something give it back."""
        with ExitStack() as opponents:
            for bot in self.bots.values():
                opponents.enter_context(bot)
            return self._run()

    def _run(self) -> int:
        try:
            while self._advance():
                pass
            self._finish()
        except Left:
            self._leave()
        except KeyboardInterrupt:
            print()
            self._leave()
            raise
        return BAD_INPUT if self.refused and not self.screen.interactive else OK

    def _advance(self) -> bool:
        """One decision, and all that follows from it by itself."""
        self.events += self.table.settle(self.dealer)
        seats = self.table.state.to_act()
        bots = [seat for seat in seats if seat in self.bots]
        if bots:
            self._let_move(bots[0])
        elif seats:
            self._ask(next((seat for seat in seats if seat == self.current), seats[0]))
        return bool(seats)

    def _let_move(self, seat: Seat) -> None:
        bot = self.bots[seat]
        faults = len(bot.faults)
        seen = seen_at(self.table.game, self.table.state, seat)
        self.events += self.table.play(seat, bot.choose(seen))
        for fault in bot.faults[faults:]:
            self.screen.say(f"{fault}. From here on {FALLBACK} plays the seat.", "red")

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
            self.screen.spell(f"Not overwritten: {sentence_of(error)}. This game goes on in {self.path}")

    def _save_somewhere(self) -> None:
        """Where it cannot be saved and somebody sits there, ask until it can, or until they give up."""
        while True:
            try:
                return self.save()
            except OSError as error:
                if not self.screen.interactive:
                    raise
                self.screen.say(f"The game cannot be saved: {sentence_of(error)}.", "red")
                answer = self.screen.ask("Enter tries again, a file name saves it there, `lose` leaves: ")
                if answer is None or answer.strip().lower() == "lose":
                    raise
                if answer.strip():
                    self.place = Place(Path(answer.strip()).expanduser())

    def _leave(self) -> None:
        self._save_somewhere()
        self.screen.spell(f"Saved in {self.path}")
        again = command("play", self.table.game.name, "--resume", self.path, *self._with_edition())
        self.screen.spell(f"Go on with: {again}")
        self._take_pictures()

    def _with_edition(self) -> list[str]:
        return [] if self.edition is None else ["--edition", self.edition]

    # ---- one decision ----------------------------------------------------------------------------------

    def _ask(self, seat: Seat) -> None:
        if seat != self.current:
            self._hand_over(seat)
        decision = Decision(self, seat)
        self._show_sheet(decision)
        decision.show()
        while not decision.over:
            decision.obey(self._line(seat))

    def _line(self, seat: Seat) -> str:
        line = self.screen.ask(f"seat {seat + 1}> " if self.table.setup.seats > 1 else "> ")
        if line is None:
            raise Left
        return line

    def _hand_over(self, seat: Seat) -> None:
        """Between two people; where they do not see the same, the screen is cleared."""
        several = self.keeping.seating.count(PERSON) > 1
        begun = any(entry.seat != CHANCE for entry in self.table.entries)
        if several and begun and self.screen.interactive:
            self._pass_keyboard(seat)
        self.current = seat
        self._part_shown = ""

    def _pass_keyboard(self, seat: Seat) -> None:
        if not self._has_secrets(seat):
            self.screen.say(f"Seat {seat + 1} is next.", "bold")
            return
        self.screen.clear(history=True)
        self.screen.say(f"Seat {seat + 1} is next. Hand over the keyboard.", "bold")
        if self.screen.ask(f"Press Enter when seat {seat + 1} is looking ") is None:
            raise Left
        self.screen.clear()

    def _has_secrets(self, seat: Seat) -> bool:
        """Whether a seat sees what a spectator does not."""
        own, open_to_all = self.table.state.view(seat), self.table.state.view(None)
        return {**own, "seat": None} != {**open_to_all, "seat": None}

    def _show_sheet(self, decision: "Decision") -> None:
        """Always on a terminal; elsewhere when another part of the game begins."""
        part = self.drawing.part(decision.view)
        menu = self.screen.rows(decision.question())
        greeting, self.greeting = self.greeting, []
        left = self.screen.height - menu - AROUND - LEAST - self.screen.rows(*map(told, greeting))
        news = greeting + self._newest(decision.seat, left)
        if self.screen.interactive or part != self._part_shown:
            room = self.screen.height - menu - self.screen.rows(*map(told, news)) - AROUND
            self.screen.part("")
            self.screen.show(decision.sheet(self.screen.width, room))
        self._part_shown = part
        for sentence in news:
            self.screen.tell(sentence, "italic")
        self.told[decision.seat] = len(self.events)

    def _newest(self, seat: Seat, height: int) -> list[str]:
        """What a seat has not been told yet; where there are few lines, only the last of it."""
        news = self.teller.news(self.events[self.told[seat] :], seat)
        if self.screen.rows(*map(told, news)) <= height:
            return news
        while news and self.screen.rows(*map(told, [EARLIER, *news])) > height:
            news.pop(0)
        return [EARLIER, *news] if height > 0 else []

    def play(self, seat: Seat, move: str) -> None:
        """A person's move; saved at once."""
        self.events += self.table.play(seat, move)
        self._save_if_possible()

    def undo(self, seat: Seat, choices: int = 1) -> None:
        """Take back so many choices; what others have not been told yet, they still will be."""
        happened = events_by_move(self.table)
        own = [n for n, entry in enumerate(self.table.entries) if entry.seat == seat]
        gone = own[-self.table.undo(seat, choices) :]
        self.events = events_of(self.table)
        self.told = {other: still_told(happened, told, gone) for other, told in self.told.items()}
        self._save_if_possible()

    def _save_if_possible(self) -> OSError | None:
        """A game goes on although it cannot be saved; leaving it then says so once more."""
        try:
            self.save()
        except OSError as error:
            if not self.unsaved:
                self.screen.say(f"The game cannot be saved: {sentence_of(error)}. It goes on.", "red")
            self.unsaved = True
            return error
        return None

    def log(self, seat: Seat) -> list[str]:
        return self.teller.news(self.events, seat)[-LOG_LENGTH:]

    # ---- the end ----------------------------------------------------------------------------------------

    def _finish(self) -> None:
        """The score first: a full disk must not hide it."""
        error = self._save_if_possible()
        self._show_end()
        for bot in self.bots.values():
            bot.over(self.table.state.scores(), self.table.state.places())
        if error is not None:
            self._save_somewhere()
        self._say_where()
        self._take_pictures()

    def _show_end(self) -> None:
        state = self.table.state
        view = state.view(None)
        everybody = range(self.table.setup.seats)
        own_land = next(iter(self.drawing.looks))
        since = min(self.told.values()) if self.current is None else self.told[self.current]
        for sentence in self.teller.news(self.events[since:], self.current):
            self.screen.tell(sentence, "italic")
        for seat in everybody:
            self.screen.show(self.drawing.look(own_land, view, seat, {}, self.screen.width))
        self.screen.part("The end")
        self.screen.show(final_score(state, self.teller, explained=everybody))
        for sentence in ending(self.keeping.seating, state.places()):
            self.screen.say(sentence)

    def _say_where(self) -> None:
        self.screen.spell(f"The record of the game: {self.path}")
        self.screen.spell(f"Which moves cost most:  {command('review', self.path, *self._with_edition())}")
        self.screen.spell(f"Look at it again:       {command('replay', self.path, *self._with_edition())}")
        self.screen.spell(f"Check every move of it: {command('verify', self.path, *self._with_edition())}")

    def _take_pictures(self) -> None:
        if not self.pictures.files():
            return
        seat, table = self.current if self.current is not None else 0, self.table
        for sentence in self.pictures.take(table.game, table.state.view(seat), seat, self.teller.names):
            self.screen.spell(sentence)


def _bots(keeping: Keeping) -> dict[Seat, Guarded]:
    """Opponents that differ although they have the same name."""
    return {seat: guarded(spec, seat + 1) for seat, spec in enumerate(keeping.seating) if spec != PERSON}


class Decision:
    """What one seat has to decide now, and the talk about it."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.match = match
        self.seat = seat
        self.over = False
        state = match.table.state
        self.view: View = state.view(seat)
        self.legal = [str(move) for move in state.legal(seat)]
        self.menu = Menu(match.drawing, self.legal)
        self.words = match.teller.words
        self._spelling = {move.lower(): move for move in self.legal}
        self._asked: dict[tuple[str, ...], RenderableType] = {}  # by the steps chosen
        self._found: Hint | None = None  # once somebody has asked
        self._commands = {
            "b": self._back,
            "back": self._back,
            "u": self._undo,
            "undo": self._undo,
            "why": self._why,
            "?": self._why,
            "closed": self._closed,
            "all": self._all,
            "rules": self._rules,
            "score": self._score,
            "log": self._log,
            "save": self._save,
            "q": self._quit,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "h": self._hint,
            "hint": self._hint,
        }

    # ---- showing -----------------------------------------------------------------------------------------

    def sheet(self, width: int, height: int = ENDLESS) -> RenderableType:
        match = self.match
        scores = {self.seat: match.table.state.score_lines(self.seat)}
        return match.drawing.sheet(self.view, self.legal, scores, width, height)

    def question(self) -> RenderableType:
        """The question and the numbered choices, with a picture of them if that leaves room for a sheet."""
        chosen = tuple(self.menu.chosen)
        if chosen not in self._asked:
            self._asked[chosen] = self._ask()
        return self._asked[chosen]

    def _ask(self) -> RenderableType:
        screen = self.match.screen
        pictured = asked(self.menu, self.match.teller, self.view)
        if screen.height >= ENDLESS or screen.rows(pictured) + LEAST + AROUND <= screen.height:
            return pictured
        return asked(self.menu, self.match.teller, self.view, pictured=False)

    def show(self) -> None:
        """The question and the numbered choices."""
        screen = self.match.screen
        screen.show(self.question())
        if screen.interactive:
            screen.say("A number or a move; `h` hint, `u` undo, `help` the rest, `q` save and leave.", "dim")

    # ---- obeying -----------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Do what a line says: choose, play, or answer."""
        typed = " ".join(line.lower().split())
        option = self.menu.meant(typed)
        if not typed:
            self.show()
        elif typed in self._spelling:
            self._play(self._spelling[typed])
        elif option is not None:
            self._choose(option)
        elif self.menu.jump(typed):
            self.show()
        elif not self._command(typed):
            self._play(typed)

    def _choose(self, option: str) -> None:
        move = self.menu.take(option)
        if move is None:
            self.show()
        else:
            self._play(move)

    def _play(self, move: str) -> None:
        if not self._sure(move):
            self.show()
            return
        try:
            self.match.play(self.seat, move)
            self.over = True
        except IllegalMove as error:
            self._refuse(error.refusal)

    def _sure(self, move: str) -> bool:
        """Ask once more, where somebody sits, before what is easily regretted."""
        doubt = self.match.drawing.doubt(self.view, move, self.legal) if self.match.screen.interactive else ""
        answer = self.match.screen.ask(f"{doubt} [y/N] ") if doubt else "y"
        if answer is None:
            raise Left
        return answer.strip().lower().startswith("y")

    def _refuse(self, refusal: Refusal) -> None:
        self.match.refused += 1
        self.match.screen.say(self.match.teller.refusal(refusal, self.legal), "red")

    def _command(self, typed: str) -> bool:
        """Whether it was a command; where its word begins moves too, more words make it a move."""
        word, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            word, rest = ("?", typed[1:].strip())
        command = self._commands.get(word)
        if command is not None and not (rest and self.words.say_verb(word)):
            command(rest)
        elif word in self.match.drawing.looks:
            self._look(word, rest)
        elif typed.isdecimal():
            self._no_such_number(typed)
        else:
            return False
        return True

    def _no_such_number(self, typed: str) -> None:
        self._decline(f"There is no {typed[:9]}; choose 1 to {len(self.menu.options())}.")

    # ---- the commands ------------------------------------------------------------------------------------

    def _back(self, _: str) -> None:
        if self.menu.back():
            self.show()
        else:
            self.match.screen.say("Nothing is chosen yet; `u` takes back your last choice.")

    def _hint(self, rest: str) -> None:
        """The best moves, from what this seat sees."""
        screen, teller = self.match.screen, self.match.teller
        count = small_number(rest) if rest else HINT_MOVES
        if not 1 <= count <= MOST_HINT_MOVES:
            self._decline(
                f"`h` shows the best {HINT_MOVES} moves, `h 1` to `h {MOST_HINT_MOVES}` so many; not"
                f" `h {quoted(rest)}`."
            )
            return
        found = self._thought()
        if found is not None:
            screen.show(shown(found.first(count), teller, self.view, typed=True))

    def _thought(self) -> Hint | None:
        """The same however often it is asked for; None where Ctrl-C ends the thinking."""
        table, screen, say = self.match.table, self.match.screen, self.words.say
        if self._found is None:
            seen = seen_at(table.game, table.state, self.seat)
            try:
                with screen.busy(say("hint", "thinking")):
                    self._found = hint_for(seen, HINT_TRIES, self.match.hint_seconds, MOST_HINT_MOVES)
            except KeyboardInterrupt:
                if not screen.interactive:
                    raise
                screen.say(say("hint", "dropped"))
        return self._found

    def _undo(self, rest: str) -> None:
        choices = small_number(rest or "1")
        if choices < 1:
            self._decline(f"`u` takes back your last choice, `u 2` the last two; not `u {quoted(rest)}`.")
            return
        try:
            self.match.undo(self.seat, choices)
        except IllegalMove as error:
            self._refuse(barrier_named(self.match.table, self.seat, error.refusal))
            return
        self.match.screen.say("Taken back.")
        self.over = True

    def _why(self, what: str) -> None:
        """A move: why not. A verb: when. A name: what it is, and whether it can be had now."""
        misread = self._misread(what)
        if not what:
            self._help("")
        elif misread is None:
            self._explain(what, with_rule=True)
        elif self.words.say_verb(what):
            self.match.screen.say(
                f"{self.words.say_verb(what)} {self.match.teller.refusal(misread).split('. ')[-1]}"
            )
        else:
            self._describe(what)

    def _misread(self, text: str) -> Refusal | None:
        """What is wrong with a text that is no move."""
        try:
            self.match.table.game.parse(text)
        except IllegalMove as error:
            return error.refusal
        return None

    def _describe(self, name: str) -> None:
        drawing, screen = self.match.drawing, self.match.screen
        about, moves = drawing.about(self.view, name), drawing.guess(self.view, name)
        if about:
            screen.say(about)
        elif not moves:
            screen.say(f"`{quoted(name)}` is no move and no name of this game.")
        for move in moves[: 1 if about else 3]:
            self._explain(move, with_rule=not about)

    def _explain(self, text: str, with_rule: bool) -> None:
        screen, teller, table = self.match.screen, self.match.teller, self.match.table
        move = table.game.parse(text)
        if str(move) in self.legal:
            screen.say(f"`{move}` is possible: {teller.move(str(move), self.view)}.", "green")
            return
        refusal = table.state.why_not(self.seat, move)
        screen.say(teller.refusal(refusal, self.legal) if with_rule else _without_instead(teller, refusal))
        if with_rule:
            screen.tell(plain(teller.paragraph(refusal.rule.split()[-1])), "dim")

    def _closed(self, _: str) -> None:
        moves = self.match.drawing.closed(self.view, self.legal)
        sentences = self.match.drawing.closed_words(self.view, self.legal)
        if not moves and not sentences:
            self.match.screen.say("Nothing is closed at this decision.")
        for sentence in sentences:
            self.match.screen.say(sentence)
        for move in moves:
            self._explain(move, with_rule=False)

    def _all(self, _: str) -> None:
        for move in self.legal:
            self.match.screen.say(move)

    def _rules(self, number: str) -> None:
        if number:
            self.match.screen.page(self.match.teller.rules(number))
        else:
            self.match.screen.spell(f"The whole book: {command('rules', self.match.table.game.name)}")

    def _score(self, rest: str) -> None:
        match = self.match
        seats = list(range(match.table.setup.seats)) if rest == "all" else self._seats(rest, "score")
        if seats:
            match.screen.show(score_table(match.table.state, match.teller, seats, seats))

    def _log(self, _: str) -> None:
        for sentence in self.match.log(self.seat):
            self.match.screen.tell(sentence)

    def _save(self, _: str) -> None:
        try:
            self.match.save()
        except OSError as error:
            self.match.screen.say(f"The game cannot be saved: {sentence_of(error)}.", "red")
            return
        self.match.screen.spell(f"Saved in {self.match.path}")

    def _quit(self, _: str) -> None:
        raise Left

    def _look(self, what: str, rest: str) -> None:
        match = self.match
        for seat in self._seats(rest, what):
            scores = {seat: match.table.state.score_lines(seat)}
            match.screen.show(match.drawing.look(what, self.view, seat, scores, match.screen.width))
        if what == EVERYBODY and match.bots:
            match.screen.say(seated(match.keeping.seating))

    def _seats(self, rest: str, what: str) -> list[Seat]:
        """The seat whose number stands behind a command, one's own if none does; empty when it is refused."""
        seats = self.match.table.setup.seats
        seat = small_number(rest) - 1 if rest else self.seat
        if 0 <= seat < seats:
            return [seat]
        there = "There is only seat 1." if seats == 1 else f"There are seats 1 to {seats}."
        self._decline(f"{there} `{what}` is about you, `{what} {min(2, seats)}` about seat {min(2, seats)}.")
        return []

    def _decline(self, sentence: str) -> None:
        self.match.refused += 1
        self.match.screen.say(sentence, "red")

    def _help(self, _: str) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="bold", no_wrap=True)
        known = {**HELP, **self.match.drawing.looks}
        if not self.menu.in_steps:
            del known[STEP_BACK]
        for word, meaning in known.items():
            grid.add_row(word, Text(meaning.format(example=self.legal[0], thing=self.match.drawing.example)))
        self.match.screen.show(Group(grid))


def _without_instead(teller: Teller, refusal: Refusal) -> str:
    return teller.refusal(Refusal(refusal.rule, refusal.key, refusal.tried, refusal.args))


def small_number(text: str) -> int:
    """A number somebody types; -1 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1


def barrier_named(table: Table, seat: Seat, refusal: Refusal) -> Refusal:
    """The refusal to take something back, with what is in the way in this very game."""
    now = table.state.stage()
    ended = table.setup.seats > 1
    barrier = next(
        (
            entry
            for entry in reversed(table.entries)
            if entry.seat == CHANCE or (entry.stage != now and ended) or (entry.seat != seat and now == "")
        ),
        None,
    )
    if barrier is None or barrier.seat != CHANCE:
        return refusal
    return Refusal(refusal.rule, "undo_chance", refusal.tried)
