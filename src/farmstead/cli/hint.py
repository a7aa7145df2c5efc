"""`farmstead hint`: the best moves of a recorded position, what they promise, and why the best is best."""

import json
from itertools import groupby
from typing import Annotated, Final

from rich.console import Group, RenderableType
from rich.text import Text
from typer import Option

from farmstead.agents.hints import ITERATIONS, MIN_SHOWN, MIN_TRIES, MOVES, Hint, Suggestion, hint_for
from farmstead.agents.observation import observation_at
from farmstead.cli import language
from farmstead.cli.arguments import EditionFile, RecordFile
from farmstead.cli.replay import RecordedPositions
from farmstead.cli.screen import Screen
from farmstead.cli.sentences import Sentences
from farmstead.cli.typer_commands import number_only
from farmstead.engine.contract import CHANCE, Arg, BadSetup, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render import View
from farmstead.render.hint_sentences import figure, more, reason_in_words, with_decimal
from farmstead.render.text_board import TextBoard
from farmstead.render.words import LANGUAGE
from farmstead.reviews.document import rounded

FORMAT: Final = "farmstead hint 1"
MAX_SCORE_LINES: Final = 3  # lines of the score in which a difference is shown

Ply = Annotated[
    int | None,
    Option(
        "--at", "--ply", metavar="N", help="After N moves, chance included; -1 is one move before the last."
    ),
]
WhichSeat = Annotated[
    int | None, Option("--seat", metavar="S", help="For this seat, where several are to decide.")
]
Iterations = Annotated[
    int | None,
    Option(
        "--iterations",
        "-i",
        min=1,
        max=1_000_000,
        help=f"Tries in all, but {MIN_TRIES} of each move at least; else {ITERATIONS}.",
    ),
]
Seconds = Annotated[
    float | None,
    Option("--seconds", min=0.01, max=60, callback=number_only, help="Think for this long instead."),
]
Most = Annotated[int, Option("--best", "-b", metavar="K", min=1, max=50, help="How many moves.")]


def hint(
    record: RecordFile,
    ply: Ply = None,
    seat: WhichSeat = None,
    iterations: Iterations = None,
    seconds: Seconds = None,
    best: Most = MOVES,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    edition: EditionFile = None,
    in_language: language.Language = None,
) -> None:
    """Show the best moves of a position: what each promises, how far it is behind, and why the best is best.

    The position is the last one of the record unless --at names another. All is worked out from what the
    seat sees, never from what is hidden from it. With --iterations, which is usual, the same record always
    gives the same answer; with --seconds it depends on the machine. JSON is always in English.

    Examples:

        farmstead hint game.record
        farmstead hint game.record --at 120
        farmstead hint game.record --at 120 --seat 2 --best 3
        farmstead hint game.record --at -1 --iterations 2000 --json
    """
    if as_json:
        language.speak(LANGUAGE)
    if iterations is not None and seconds is not None:
        raise BadSetup(language.say("hinting", "both", tries=iterations, seconds=f"{seconds:g}"))
    film = RecordedPositions(record, seat, edition)
    number = film.length if ply is None else position(film, ply)
    table = film.table(number)
    who = decider(film, table, number)
    seen = observation_at(table.game, table.state, who)
    teller = film.teller(table)
    screen = Screen()
    with screen.busy(teller.words.say("hint", "thinking")):
        found = hint_for(seen, iterations or ITERATIONS, seconds or 0.0, best)
    if as_json:
        place = {"format": FORMAT, "game": table.game.name, "ply": number, "length": film.length}
        print(json.dumps({**place, **document(found, teller, seen.view)}, indent=1, ensure_ascii=False))
        return
    screen.say(where(film, table, number, who, teller), "bold")
    screen.say(film.drawing.question(seen.view))
    screen.say("")
    screen.show(shown(found, teller, seen.view, screen.width))


# ---- which decision --------------------------------------------------------------------------------------


def position(film: RecordedPositions, ply: int) -> int:
    """How many moves that are; negative ones count from the end."""
    wanted = ply + film.length if ply < 0 else ply
    if 0 <= wanted <= film.length:
        return wanted
    fields = {"length": film.length, "ply": ply}
    raise BadSetup(language.say("hinting", "no_position", nearest=nearest(film, wanted), **fields))


def decider(film: RecordedPositions, table: Table, ply: int) -> Seat:
    """The seat that the hint is for; BadSetup says why there is none and where there would be."""
    acting = [seat for seat in table.state.to_act() if seat != CHANCE]
    if acting and film.eyes in (None, *acting):
        return acting[0] if film.eyes is None else film.eyes
    fields: dict[str, Arg] = {"ply": ply, "length": film.length, "nearest": nearest(film, ply)}
    if acting and film.eyes is not None:
        deciding = ",".join([str(seat + 1) for seat in acting])
        why = language.say("hinting", "others", deciding=deciding, seat=film.eyes + 1, **fields)
    else:
        why = language.say("hinting", "chance" if table.state.to_act() else "over", **fields)
    raise BadSetup(why)


def nearest(film: RecordedPositions, ply: int) -> str:
    """The rest of a sentence: the next decision with a choice, or else the last one before."""
    movers = [mover for mover, _ in film.record.moves]
    found = [n for n, mover in enumerate(movers) if mover != CHANCE and film.eyes in (None, mover)]
    later = [n for n in found if n >= ply] or found[::-1]
    if not later:
        if film.eyes is None:
            return language.say("hinting", "none")
        return language.say("hinting", "none_of_seat", seat=film.eyes + 1)
    choice = next((n for n in later if len(film.table(n).state.legal(movers[n])) > 1), later[0])
    return language.say("hinting", "nearest", ply=choice, seat=movers[choice] + 1)


def where(film: RecordedPositions, table: Table, ply: int, who: Seat, teller: Sentences) -> str:
    """Which position this is, who is to decide and who else."""
    part = film.drawing.part(table.state.view(who))
    say = teller.words.say
    others = [str(seat + 1) for seat in table.state.to_act() if seat != who]
    more = [say("hint", "others", seats=", ".join(others))] if others else []
    here = say("hint", "where", ply=ply, length=film.length, part=part, who=teller.names[who])
    return " ".join([here, *more])


# ---- what is said ----------------------------------------------------------------------------------------


def shown(found: Hint, teller: Sentences, view: View, width: int, typed: bool = False) -> RenderableType:
    """The moves in a table, the sentence, and what the figures are; `typed` shows what to type for each."""
    say, rows = teller.words.say, list[dict[str, object]]()
    for n, advice in enumerate([move.advice for move in found.moves]):
        value, behind = [
            with_decimal(teller.words, number)
            for number in (figure(advice.value, advice.spread), figure(advice.behind, advice.behind_spread))
        ]
        cells = (value, behind if n else say("hint", "best"), said(found, n, teller, view, typed))
        rows.append(dict(zip((say("hint", "points"), say("hint", "behind"), ""), cells, strict=True)))
    basis = [say("hint", "by_tries", tries=found.tries, moves=found.looked_at)]
    if found.too_few:
        basis.append(say("hint", "too_few", asked=found.too_few, tries=found.tries))
    how = Text(" ".join([*basis, say("hint", "error")]), "dim")
    table = TextBoard(teller.words, width).board({"": rows})
    return Group(table, "", Text(sentence(found, teller, view)), "", how)


def said(found: Hint, n: int, teller: Sentences, view: View, typed: bool) -> str:
    """A move in words, how the turn goes on, and where it differs, a line each."""
    say, move = teller.words.say, found.moves[n]
    text = move.advice.move
    made = (
        say("hint", "type", move=text, words=teller.phrase(text, view)) if typed else teller.move(text, view)
    )
    lines = [made]
    if len(move.advice.plan) > 1:
        steps = say("hint", "step").join(plan_words(move, teller, view, found.seat))
        lines.append(say("hint", "then", moves=steps))
    if found.legal > 1:
        key = "against_next" if n == 0 else "against_best"
        lines.append(say("hint", key, lines=difference(move, teller)))
    return "\n".join(lines)


def plan_words(move: Suggestion, teller: Sentences, view: View, seat: Seat) -> list[str]:
    """The steps after the first in words; a step that is made several times running once, with how often."""
    state = teller.game.from_view(seat, view, QuickDealer(0))
    said: list[str] = []
    for step in move.advice.plan:
        said.append(teller.words.move_phrase(step, teller.drawing.decision(state.view(seat))) or step)
        state.apply(seat, teller.game.parse(step))
    runs = [(step, len(list(times))) for step, times in groupby(said[1:])]
    say = teller.words.say
    return [step if times == 1 else say("hint", "steps", step=step, times=times) for step, times in runs]


def difference(move: Suggestion, teller: Sentences) -> str:
    """The lines of the score in which a move differs most: `coins +1.2, enclosed areas −0.4`."""
    largest = sorted(move.against, key=lambda line: -abs(move.against[line]))
    told = [line for line in largest if abs(move.against[line]) >= MIN_SHOWN][:MAX_SCORE_LINES]
    say, called = teller.words.say, teller.drawing.line_words
    parts = [
        say("hint", "line", line=called(line), points=with_decimal(teller.words, more(move.against[line])))
        for line in told
    ]
    return ", ".join(parts) or say("hint", "no_difference")


def sentence(found: Hint, teller: Sentences, view: View) -> str:
    """Why the best is the best, in one sentence."""
    return reason_in_words(teller.words, found.why, found.moves[0].advice.move, teller.drawing.decision(view))


# ---- as JSON ---------------------------------------------------------------------------------------------


def document(found: Hint, teller: Sentences, view: View) -> dict[str, object]:
    """The whole hint; seats are counted from 1."""
    return {
        "seat": found.seat + 1,
        "part": teller.drawing.part(view),
        "question": teller.drawing.question(view),
        "legal": found.legal,
        "tries": found.tries,
        "best": [_entry(found, n, teller, view) for n in range(len(found.moves))],
        "why": sentence(found, teller, view),
    }


def _entry(found: Hint, n: int, teller: Sentences, view: View) -> dict[str, object]:
    move = found.moves[n]
    advice = move.advice
    return {
        "move": advice.move,
        "words": teller.move(advice.move, view),
        "points": rounded(advice.value),
        "error": rounded(advice.spread),
        "behind": rounded(advice.behind),
        "behind_error": rounded(advice.behind_spread),
        "lines": {line: rounded(points) for line, points in advice.lines.items()},
        "against": ("next best" if n == 0 else "best") if found.legal > 1 else None,
        "difference": {line: rounded(points) for line, points in move.against.items()},
        "plan": list(advice.plan),
    }
