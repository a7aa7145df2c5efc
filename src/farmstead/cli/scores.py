"""The score as a table: a line each, a column a seat; what makes up the lines; and who has won."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from farmstead.cli import language
from farmstead.cli.sentences import Sentences
from farmstead.engine.contract import Seat, State
from farmstead.render.text_board import TextBoard


def final_score(state: State, teller: Sentences, explained: Sequence[Seat], width: int) -> RenderableType:
    """Everybody's score when a game is over, the places, and what is to be said about who has won."""
    seats = range(len(state.scores()))
    verdict = teller.drawing.verdict(state.scores(), state.places(), state.view(None))
    table = score_table(state, teller, seats, explained, width, places=len(seats) > 1)
    heading = language.say("ended", "score")
    return Group(Text(heading, "bold"), table, *[Text(sentence, "bold") for sentence in verdict])


def score_table(
    state: State,
    teller: Sentences,
    seats: Sequence[Seat],
    explained: Sequence[Seat],
    width: int,
    places: bool = False,
) -> RenderableType:
    """The lines of the score of `seats` and the final places; below, the reasons of those in `explained`."""
    # `Seat 2 Neighbour, level 3`: in a heading brackets only take room.
    headings = [teller.names[seat].replace(" (", " ", 1).removesuffix(")") for seat in seats]
    columns = dict(zip(headings, map(state.score_lines, seats), strict=True))
    lines = {line: teller.drawing.line_words(line) for line in state.score_lines(seats[0])}
    rows: list[dict[str, object]] = [
        {"": label, **{name: column[line] for name, column in columns.items()}}
        for line, label in lines.items()
    ]
    if places:
        ranks = zip(columns, [state.places()[seat] for seat in seats], strict=True)
        rows.append({"": language.say("ended", "rank"), **dict(ranks)})
    why = {label: said for line, label in lines.items() if (said := reasons(state, teller, explained, line))}
    return TextBoard(teller.words, width).board({"": rows, **why})


def reasons(state: State, teller: Sentences, seats: Sequence[Seat], line: str) -> list[str]:
    """What makes up a line of the score, said in one breath for each seat."""
    view, said = state.view(None), list[str]()
    for seat in seats:
        events = state.reasons(seat).get(line, [])
        sentences = " ".join(teller.drawing.because(view, line, events))
        said += [f"{teller.names[seat]}: {sentences}" if len(seats) > 1 else sentences] if events else []
    return [*said, *(teller.drawing.undecided(view, line) if seats else [])]
