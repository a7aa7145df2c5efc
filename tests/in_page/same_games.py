"""Games by keys, as text: the same lines wherever Python runs, here and in the runtime of the pages."""

from __future__ import annotations

from hashlib import sha256

from farmstead import shelf
from farmstead.agents import Observation, agent
from farmstead.engine.contract import CHANCE, seat_text
from farmstead.engine.dealer import KeyedDealer, QuickDealer


def game_line(name: str, number: int) -> str:
    """The moves of a game, and its scores: most choose by lot, each tenth is played by a bot that looks."""
    game = shelf.game(name)
    seats = game.fewest + number % (game.most - game.fewest + 1)
    state = game.start(game.setup(seats))
    dealer, lots, bot = (
        KeyedDealer(number.to_bytes(32)),
        QuickDealer(number),
        agent(f"level:{1 + number % 4}"),
    )
    moves: list[str] = []
    while to_act := state.to_act():
        seat = to_act[0]
        if seat == CHANCE:
            move = state.deal(dealer)
        elif number % 10 == 0:
            legal = [str(each) for each in state.legal(seat)]
            move = game.parse(bot.choose(Observation(game, seat, state.view(seat), legal)))
        else:
            legal_moves = state.legal(seat)
            move = legal_moves[lots.below(len(legal_moves))]
        state.apply(seat, move)
        moves.append(f"{seat_text(seat)} {move}")
    return (
        f"{number} {seats} {len(moves)} {list(state.scores())} {sha256(' '.join(moves).encode()).hexdigest()}"
    )


def lines(name: str, count: int) -> str:
    """So many games."""
    return "\n".join([game_line(name, number) for number in range(count)])
