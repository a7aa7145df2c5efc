"""`farmstead score`: farms or valleys from a file, points out, line by line."""

import json
from collections.abc import Iterator
from typing import IO, Annotated, Final

import typer
from typer import Argument

from farmstead import shelf
from farmstead.cli.arguments import STDIN_NAME, EditionFile, GameName, chosen_game, open_input
from farmstead.cli.errors import BAD_INPUT, BadInput

MAX_LINE_BYTES: Final = 2_000_000  # bytes of a line; more than any game reads

Farms = Annotated[
    str, Argument(metavar="FILE", help="Farms or valleys as JSON, one to a line; `-` is standard input.")
]


def score(game: GameName, file: Farms = STDIN_NAME, edition: EditionFile = None) -> None:
    """Score farms or valleys written down as JSON, one to a line.

    How they are written: `farmstead rules walnut-grove 11`, `farmstead rules sunflower-valley 8`.
    Prints a JSON object for each: the points line by line and their total, or `error` and `rule` where one is
    impossible. Blank lines are skipped. The exit status is 1 when any of them was impossible, when there was
    none at all, and when the file or the edition cannot be read.

    Examples:

        farmstead score walnut-grove farms.jsonl
        farmstead score sunflower-valley valleys.jsonl
        echo '{"board": "yellow", "tiles": [[17, 0, 1, 0]]}' | farmstead score walnut-grove -
    """
    played = chosen_game(game, edition)
    shelf.needed(game, "score_line", "sheet to score")
    with open_input(file) as stream:
        are_errors: list[bool] = []
        for line in lines(stream):
            if line.strip():
                answer = shelf.score_line(played, line)
                are_errors.append("error" in answer)
                print(json.dumps(answer), flush=True)
    if not are_errors:
        raise BadInput(f"{file}: there is nothing to score; each line is to be one JSON object")
    if any(are_errors):
        raise typer.Exit(BAD_INPUT)


def lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file as they come; of one that is too long only the beginning."""
    while line := stream.readline(MAX_LINE_BYTES):
        rest = line
        while len(rest) == MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE_BYTES)
        yield line
