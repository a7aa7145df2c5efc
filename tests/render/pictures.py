"""What the tests of all drawings need: a console that remembers, and random games to look at."""

import io
from functools import cache

from rich.console import Console, RenderableType

from farmstead import shelf
from farmstead.engine.contract import CHANCE, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render import Drawing


def printed(thing: RenderableType, width: int = 80, colour: str | None = None, no_color: bool = False) -> str:
    """What a terminal with these colours shows, or a file without any."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour is not None,
        color_system=colour,  # type: ignore[arg-type]  # its values are listed by name only
        no_color=no_color,
        highlight=False,
    )
    console.print(thing)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


@cache
def positions(name: str, seats: int, seed: int) -> list[State]:
    """Every position of a random game in which somebody decides, and the last."""
    game = shelf.game(name)
    table, dealer = Table(game, game.setup(seats)), QuickDealer(seed)
    found: list[State] = []
    while table.state.to_act():
        seat = table.state.to_act()[0]
        if seat == CHANCE:
            table.deal(dealer)
        else:
            found.append(table.state.clone())
            table.play(seat, str(table.state.pick(seat, dealer)))
    return [*found, table.state]


def sheet(drawing: Drawing, state: State, width: int) -> str:
    """What the first seat that is to decide sees; at the end, the first of all."""
    seat = (state.to_act() or [0])[0]
    legal = [str(move) for move in state.legal(seat)]
    return printed(drawing.sheet(state.view(seat), legal, {seat: state.score_lines(seat)}, width), width)
