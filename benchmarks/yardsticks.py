"""How fast well-known engines play at random on this machine, to read our own figures by: `make bench`.

python-chess is pure Python; OpenSpiel's backgammon is C++, called from Python for every move as a program of
a researcher would.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random

ROUNDS = 7
CHESS_GAMES = 5
BACKGAMMON_GAMES = 40


def chess_game(luck: Random) -> int:
    """How many moves a random game has."""
    import chess

    board = chess.Board()
    while not board.is_game_over():
        board.push(luck.choice(list(board.legal_moves)))
    return len(board.move_stack)


def backgammon_game(luck: Random) -> int:
    """How many moves a random game has; dice are rolled and not counted."""
    import pyspiel

    state, moves = pyspiel.load_game("backgammon").new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, odds)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            moves += 1
    return moves


def measured(play: Callable[[Random], int], games: int) -> tuple[list[float], list[float]]:
    """Games and decisions per second, one figure a round, after a round that does not count."""
    rates: list[float] = []
    decisions: list[float] = []
    for _ in range(ROUNDS + 1):
        luck, began = Random(1), time.perf_counter()
        moves = sum([play(luck) for _ in range(games)])
        seconds = time.perf_counter() - began
        rates.append(games / seconds)
        decisions.append(moves / seconds)
    return rates[1:], decisions[1:]


def figures() -> dict[str, list[float]]:
    chess, chess_moves = measured(chess_game, CHESS_GAMES)
    backgammon, backgammon_moves = measured(backgammon_game, BACKGAMMON_GAMES)
    return {
        "python-chess: random games per second": chess,
        "python-chess: decisions per second": chess_moves,
        "OpenSpiel's backgammon: random games per second": backgammon,
        "OpenSpiel's backgammon: decisions per second": backgammon_moves,
    }


if __name__ == "__main__":
    print(json.dumps(figures()))
