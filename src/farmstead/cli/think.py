"""`farmstead think`: a helper beside a program of one's own, which asks it what moves lead to."""

import json

from farmstead.agents.think import answer_to
from farmstead.cli.arguments import STDIN_NAME, EditionFile, games_for, open_input
from farmstead.cli.score import lines


def think(edition: EditionFile = None) -> None:
    """Answer questions about positions, one JSON object to a line, until the input ends.

    For programs that play, in any language (docs/bots.md): what a move leads to, what is legal then, the
    score if the game ended there, and the odds of what chance has to decide. A question has a `view`, and may
    have `moves`, a `seed` for what the view does not tell, and an `id`, which the answer repeats.

    Example:

        farmstead think < questions.jsonl
    """
    find = games_for(edition)
    with open_input(STDIN_NAME) as stream:
        for line in lines(stream):
            if line.strip():
                print(
                    json.dumps(answer_to(line.decode("utf-8", "replace"), find), separators=(",", ":")),
                    flush=True,
                )
