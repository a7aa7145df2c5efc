"""`farmstead score`: farms or valleys from a file, points out, line by line."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import IO, Annotated, Final

import typer
from rich.console import Group, RenderableType
from rich.text import Text
from typer import Argument, Option

from farmstead import shelf
from farmstead.cli import language
from farmstead.cli.arguments import STDIN_NAME, EditionFile, GameName, chosen_game, open_input
from farmstead.cli.errors import BAD_INPUT, BadInput
from farmstead.cli.screen import Screen
from farmstead.render.shared import capital, signed
from farmstead.render.text_board import TextBoard

MAX_LINE_BYTES: Final = 2_000_000  # bytes of a line; more than any game reads

Farms = Annotated[
    str, Argument(metavar="FILE", help="Farms or valleys as JSON, one to a line; `-` is standard input.")
]
AsText = Annotated[
    bool | None,
    Option(
        "--text/--json", help="Points in words, as at a terminal, or a JSON object for each, as elsewhere."
    ),
]


def score(
    game: GameName,
    file: Farms = STDIN_NAME,
    edition: EditionFile = None,
    as_text: AsText = None,
    in_language: language.Language = None,
) -> None:
    """Score farms or valleys written down as JSON, one to a line.

    How they are written: `farmstead rules walnut-grove 11`, `farmstead rules sunflower-valley 8`.
    Shows the points of each, category by category, and their total, or why it is impossible. As JSON that is
    an object for each, with `error` and `rule` where it is impossible. Blank lines are skipped. The exit
    status is 1 when any of them was impossible, when there was none at all, and when the file or the edition
    cannot be read.

    Examples:

        farmstead score walnut-grove farms.jsonl
        farmstead score walnut-grove farms.jsonl --text --language de
        farmstead score sunflower-valley valleys.jsonl
        echo '{"board": "yellow", "tiles": [[17, 0, 1, 0]]}' | farmstead score walnut-grove -
    """
    played = chosen_game(game, edition)
    shelf.needed(game, "score_line", "sheet to score")
    screen = Screen() if (sys.stdout.isatty() if as_text is None else as_text) else None
    with open_input(file) as stream:
        are_errors: list[bool] = []
        for number, line in enumerate(lines(stream), start=1):
            if line.strip():
                answer = shelf.score_line(played, line)
                are_errors.append("error" in answer)
                if screen is not None:
                    screen.show(points_in_words(game, number, answer, screen.width))
                else:
                    print(json.dumps(answer), flush=True)
    if not are_errors:
        raise BadInput(language.say("counting", "nothing", file=file))
    if any(are_errors):
        raise typer.Exit(BAD_INPUT)


def points_in_words(game: str, number: int, answer: Mapping[str, object], width: int) -> RenderableType:
    """What the line of that number scores, category by category, or why it is impossible."""
    words = language.words(game)
    if "error" in answer:
        fields = {"why": capital(str(answer["error"])), "rule": words.rule_title(str(answer["rule"]))}
        return Text(language.say("counting", "impossible", line=number, **fields))
    heading = language.say("counting", "heading", line=number, points=signed(str(answer["total"])))
    rows = {
        words.called(line, "line"): signed(str(points)) for line, points in answer.items() if line != "total"
    }
    return Group(Text(heading, "bold"), TextBoard(words, width).facts(rows), "")


def lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file as they come; of one that is too long only the beginning."""
    while line := stream.readline(MAX_LINE_BYTES):
        rest = line
        while len(rest) == MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE_BYTES)
        yield line
