"""`farmstead bot`: is a program fit to play?"""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import typer
from typer import Argument, Option

from farmstead import shelf
from farmstead.agents.arena.report import milliseconds
from farmstead.agents.faults import AgentFailed
from farmstead.agents.guard import checked
from farmstead.agents.observation import Observation, observation_at
from farmstead.agents.stdio import Listener, Stdio
from farmstead.agents.uniform import Uniform
from farmstead.cli.app_settings import typer_app
from farmstead.cli.arguments import EditionFile, game_and_text
from farmstead.cli.errors import BAD_INPUT
from farmstead.cli.typer_commands import Command, CommandGroup
from farmstead.engine.contract import Game, Seat
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.table import Table

MAX_ASKED_AGAIN: Final = 5  # decisions that are asked a second time
SEED: Final = 1
KEY: Final = key_from_seed("bot check")
PROGRAM: Final = "stdio:"

app = typer_app(cls=CommandGroup)


@app.callback(invoke_without_command=True)
def bot(context: typer.Context) -> None:
    """Programs of your own that play (docs/bots.md).

    `farmstead bot check ./mybot`
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=Command)
def check(
    command: Annotated[
        str, Argument(metavar="COMMAND", help="What starts it: `./mybot`, `python mybot.py`.")
    ],
    game: Annotated[
        list[str] | None, Option("--game", "-g", help="This game only; else all there are.")
    ] = None,
    edition: EditionFile = None,
    log: Annotated[
        Path | None, Option("--log", metavar="FILE", help="Write all that is said to a file.")
    ] = None,
) -> None:
    """Play a program through every game, once in each seat, and say what is wrong with it.

    It plays against `uniform`; a few decisions are then put to it again, which it should decide in the same
    way. The exit status is 1 when it failed. `--log` keeps every line that is said, by whom.

    Examples:

        farmstead bot check ./mybot
        farmstead bot check "python mybot.py" --game walnut-grove --log said.txt
    """
    command = command.removeprefix(PROGRAM)
    names = game or shelf.names()
    games = [game_and_text(name, edition)[0] for name in names]
    with ExitStack() as stack:
        file = stack.enter_context(log.open("wb")) if log is not None else None

        def note(who: str, line: bytes) -> None:
            if file is not None:
                file.write(who.encode() + b" " + line + b"\n")

        results = [fits(each, command, note) for each in games]
    if not all(results):
        raise typer.Exit(BAD_INPUT)
    print("All is well.")


def fits(game: Game, command: str, listener: Listener) -> bool:
    """Play it in each seat of a game, and tell how it went."""
    trials = []
    for seat in range(max(2, game.fewest)):
        trial = CheckedGame(game, command, seat, listener)
        try:
            trial.play()
        except AgentFailed as error:
            print(f"{game.name}: seat {seat + 1}, decision {trial.count}: it {error}")
            return False
        finally:
            trial.close()
        trials.append(trial)
    seconds = [each for trial in trials for each in trial.seconds]
    scores = " and ".join([":".join(map(str, trial.scores)) for trial in trials])
    name = f" It calls itself {trials[0].program.name}." if trials[0].program.name else ""
    print(
        f"{game.name}: {len(trials)} games, {len(seconds)} decisions,"
        f" {milliseconds(sum(seconds) / len(seconds))} ms each, {milliseconds(max(seconds))} ms at most."
        f" Against uniform {scores}.{name}"
    )
    if changed := trials[0].changed():
        print(f"  Note: {changed}")
    return True


class CheckedGame:
    """A game of a program against `uniform`."""

    def __init__(self, game: Game, command: str, seat: Seat, listener: Listener) -> None:
        self.game, self.seat = game, seat
        self.program = Stdio(command, SEED, listener=listener)
        self.seconds: list[float] = []
        self.scores: list[int] = []
        self.count = 0
        self._again = Stdio(command, SEED, listener=listener)
        self._decided: list[tuple[Observation, str]] = []

    def play(self) -> None:
        """To the end; AgentFailed says what the program did wrong."""
        table, dealer = Table(self.game, self.game.setup(max(2, self.game.fewest))), KeyedDealer(KEY)
        table.settle(dealer)
        while table.state.to_act():
            seat = table.state.to_act()[0]
            seen = observation_at(self.game, table.state, seat)
            table.play(seat, self._asked(seen) if seat == self.seat else Uniform(SEED).choose(seen))
            table.settle(dealer)
        self.scores = table.state.scores()
        self.program.over(self.scores, table.state.places())

    def _asked(self, seen: Observation) -> str:
        self.count += 1
        begun = time.monotonic()
        move = checked(self.program.choose(seen), seen, seen.legal)
        self.seconds.append(time.monotonic() - begun)
        self._decided.append((seen, move))
        return move

    def changed(self) -> str:
        """Whether another process, asked the same with the same seed, decides otherwise; a sentence if so."""
        step = max(1, len(self._decided) // MAX_ASKED_AGAIN)
        try:
            for seen, move in self._decided[::step]:
                if (other := self._again.choose(seen)) != move:
                    return (
                        f"with the same seed and view it chose `{move}` once and `{other}` the other time,"
                        " so its games cannot be played again"
                    )
        except AgentFailed as error:
            return f"asked a second time, it {error}"
        finally:
            self._again.close()
        return ""

    def close(self) -> None:
        self.program.close()
