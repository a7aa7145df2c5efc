"""Many games in step: one call makes a move in each and writes what their seats see into given buffers."""

from __future__ import annotations

from typing import final

from farmstead.engine.contract import Action, IllegalMove
from farmstead.research.seated_game import SeatedGame


@final
class ManyGames:
    """Games that are all stepped at once. One that is over begins again at the next step."""

    def __init__(self, games: list[SeatedGame]) -> None:
        self.games = games
        self.over = [False] * len(games)

    def clone(self) -> ManyGames:
        """A copy of the games, with the same luck to come."""
        found = ManyGames([game.clone() for game in self.games])
        found.over = self.over[:]
        return found

    def begin(self, numbers: memoryview[int], flags: memoryview[int]) -> None:
        """Begin all games; a row of each buffer for each of them is written."""
        for n in range(len(self.games)):
            self.games[n].begin()
            self.over[n] = False
            self.games[n].write(n, numbers, flags)

    def step(self, actions: list[int], numbers: memoryview[int], flags: memoryview[int]) -> list[float]:
        """What each game paid for its action. IllegalMove, before any move is made, if one is not legal."""
        games, over = self.games, self.over
        moves = self._moves(actions)
        paid: list[float] = []
        for n in range(len(games)):
            game = games[n]
            move = moves[n]
            if move is None:
                game.begin()
                paid.append(0.0)
                over[n] = False
            else:
                paid.append(game.step(move))
                over[n] = game.is_over()
            game.write(n, numbers, flags)
        return paid

    def _moves(self, actions: list[int]) -> list[Action | None]:
        """What the actions mean; None for a game that begins again, whatever its action is."""
        moves: list[Action | None] = []
        for n in range(len(self.games)):
            if self.over[n]:
                moves.append(None)
                continue
            try:
                moves.append(self.games[n].move(actions[n]))
            except IllegalMove as refused:
                refused.add_note(f"in game {n} of the vector")
                raise
        return moves
