"""What players answered to puzzles, and how good they are at them."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, final

from sqlalchemy import Connection, insert, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.errors import NotThere
from farmstead.server.store.rows import Milliseconds, PlayerId

A: Final = schema.puzzle_answers.c
P: Final = schema.players.c
COLUMNS: Final = (A.game, A.puzzle, A.n, A.at, A.day, A.lost, A.solved, A.rating)


class PuzzleAnswer(NamedTuple):
    """A player's first answer to a puzzle."""

    game: str
    puzzle: str
    n: int  # the how manieth of theirs in that game
    at: Milliseconds
    day: str  # the last one whose puzzle it was when it was answered; nothing: of no day
    lost: float | None  # points less than the best; None: they had the answer shown
    solved: bool
    rating: float  # the player's, after it


# From the rating before and the number of answers before to the rating after.
Reckoning: TypeAlias = Callable[[float | None, int], float]


@final
class PuzzleStore(StorePart):
    """Each player's answers, the first one to each puzzle."""

    @writes
    def answer(
        self,
        connection: Connection,
        player: PlayerId,
        game: str,
        puzzle: str,
        day: str,
        lost: float | None,
        solved: bool,
        reckon: Reckoning,
    ) -> PuzzleAnswer:
        """Note an answer, unless there is one already; what is noted now.

        Of a later one only that the puzzle was answered on its day, for it may have been met before.
        """
        held = select(P.id).where(P.id == player).with_for_update()  # one answer after the other
        if connection.scalar(held) is None:
            raise NotThere(f"There is no player {player}.")
        theirs = select(*COLUMNS).where(A.player == player, A.game == game)
        if (found := connection.execute(theirs.where(A.puzzle == puzzle)).one_or_none()) is not None:
            noted = PuzzleAnswer(*tuple(found))
            if not day or noted.day == day:
                return noted
            its = (A.player == player) & (A.game == game) & (A.puzzle == puzzle)
            connection.execute(update(schema.puzzle_answers).where(its).values(day=day))
            return noted._replace(day=day)
        last = connection.execute(theirs.order_by(A.n.desc()).limit(1)).one_or_none()
        before = None if last is None else last.rating
        count = 0 if last is None else last.n
        rating, now = reckon(before, count), self._access.clock()
        made = PuzzleAnswer(game, puzzle, count + 1, now, day, lost, solved, rating)
        connection.execute(insert(schema.puzzle_answers).values({"player": player, **made._asdict()}))
        return made

    @reads
    def of(self, connection: Connection, player: PlayerId) -> list[PuzzleAnswer]:
        """All of a player's, game by game, the first one first."""
        wanted = select(*COLUMNS).where(A.player == player).order_by(A.game, A.n)
        return [PuzzleAnswer(*row) for row in map(tuple, connection.execute(wanted))]
