"""A game in the terminal: who is asked when, what is shown, what is said at the end."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from farmstead.agents.guard import FALLBACK
from farmstead.agents.observation import observation_at
from farmstead.cli import language
from farmstead.cli.decision import DecisionPrompt, PlayerLeft
from farmstead.cli.errors import BAD_INPUT, OK_STATUS
from farmstead.cli.local_game import LocalGame
from farmstead.cli.opponents import ending
from farmstead.cli.pictures import Wanted
from farmstead.cli.saves import PERSON
from farmstead.cli.scores import final_score
from farmstead.cli.sentences import command
from farmstead.engine.contract import CHANCE, Seat

AROUND: Final = 3  # lines besides sheet and menu: the rule above, the hint, where one types
AFTERWARDS: Final = ("review", "replay", "verify")  # commands for the record of a game that is over


class TerminalMatch(LocalGame):
    """One game being played, from here to its end or until somebody leaves."""

    pictures = Wanted()  # of where it is left
    edition: str | None = None  # the file with the components, where one was named
    greeting: Sequence[str] = ()  # told with the first decision
    current: Seat | None = None  # who was asked last
    _part_shown: str | None = None

    # ---- the course of the game ------------------------------------------------------------------------

    def run(self) -> int:
        """Play on; the exit status. Opponents that hold something give it back."""
        with ExitStack() as opponents:
            for bot in self.bots.values():
                opponents.enter_context(bot)
            try:
                while self._advance():
                    pass
                self._finish()
            except PlayerLeft:
                self._leave()
            except KeyboardInterrupt:
                print()
                self._leave()
                raise
        return BAD_INPUT if self.refused and not self.screen.interactive else OK_STATUS

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
        seen = observation_at(self.table.game, self.table.state, seat)
        self.events += self.table.play(seat, bot.choose(seen))
        for fault in bot.faults[faults:]:
            self.screen.say(language.say("turns", "fault", fault=str(fault), who=FALLBACK), "red")

    def _ask(self, seat: Seat) -> None:
        if seat != self.current:
            self._hand_over(seat)
        decision = DecisionPrompt(self, seat)
        news = [*self.greeting, *self.teller.news(self.events[self.told[seat] :], seat)]
        self.greeting, self.told[seat] = (), len(self.events)
        part, asked = self.drawing.part(decision.view), decision.asked()
        with_sheet = self.screen.interactive or not part or part != self._part_shown
        if with_sheet:  # always at a terminal; elsewhere when another part of the game begins
            self.screen.part("")
        for sentence in news:
            self.screen.tell(sentence, "italic")
        if with_sheet:
            scores, room = {seat: self.table.state.score_lines(seat)}, self.screen.height - AROUND
            size = (self.screen.width, room - self.screen.rows(asked))
            self.screen.show(self.drawing.sheet(decision.view, decision.legal, scores, *size))
        self._part_shown = part
        decision.show(asked)
        while not decision.over:
            several = self.table.setup.seats > 1
            line = self.screen.ask(language.say("asking", "seat", number=seat + 1) if several else "> ")
            if line is None:
                raise PlayerLeft
            decision.obey(line)

    def _hand_over(self, seat: Seat) -> None:
        """Between two people; where they do not see the same, the screen is cleared."""
        begun = any(entry.seat != CHANCE for entry in self.table.entries)
        if self.keeping.seating.count(PERSON) > 1 and begun and self.screen.interactive:
            own, open_to_all = self.table.state.view(seat), self.table.state.view(None)
            secrets = {**own, "seat": None} != {**open_to_all, "seat": None}
            if secrets:
                self.screen.clear(history=True)
            told = language.say("turns", "hand_over" if secrets else "next", number=seat + 1)
            self.screen.say(told, "bold")
            if secrets and self.screen.ask(language.say("turns", "looking", number=seat + 1)) is None:
                raise PlayerLeft
            if secrets:
                self.screen.clear()
        self.current, self._part_shown = seat, None

    # ---- the end ---------------------------------------------------------------------------------------

    def _leave(self) -> None:
        self._save_somewhere()
        self.screen.spell(language.say("saving", "saved", path=str(self.path)))
        again = command("play", self.table.game.name, "--resume", self.path, *self._with_edition())
        self.screen.spell(language.say("saving", "go_on", command=again))
        self._take_pictures()

    def _with_edition(self) -> list[str]:
        return [] if self.edition is None else ["--edition", self.edition]

    def _finish(self) -> None:
        """The score first: a full disk must not hide it."""
        error = self._save_if_possible()
        self._show_end()
        for bot in self.bots.values():
            bot.over(self.table.state.scores(), self.table.state.places())
        if error is not None:
            self._save_somewhere()
        self.screen.spell(language.say("ended", "record", path=str(self.path)))
        whys = [language.say("ended", name) for name in AFTERWARDS]
        for name, why in zip(AFTERWARDS, whys, strict=True):
            called = command(name, self.path, *self._with_edition())
            self.screen.spell(f"{why.ljust(max(map(len, whys)))} {called}")
        self._take_pictures()

    def _show_end(self) -> None:
        state, screen = self.table.state, self.screen
        everybody, own_land = range(self.table.setup.seats), next(iter(self.drawing.looks))
        since = min(self.told.values()) if self.current is None else self.told[self.current]
        for sentence in self.teller.news(self.events[since:], self.current):
            screen.tell(sentence, "italic")
        for seat in everybody:
            screen.show(self.drawing.look(own_land, state.view(None), seat, {}, screen.width))
        screen.part(language.say("ended", "end"))
        screen.show(final_score(state, self.teller, everybody, screen.width))
        for sentence in ending(self.keeping.seating, state.places()):
            screen.say(sentence)

    def _take_pictures(self) -> None:
        if self.pictures.files():
            seat, table = self.current if self.current is not None else 0, self.table
            for sentence in self.pictures.take(table.game, table.state.view(seat), seat, self.teller.names):
                self.screen.spell(sentence)
