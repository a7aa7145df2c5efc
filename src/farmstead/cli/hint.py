"""`farmstead hint`: the best moves of a recorded position, what they promise, and why the best is best."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from farmstead.agents.hints import BEST, GAIN, ITERATIONS, SHOWN, TRADE, Hint, Suggestion, hint_for
from farmstead.agents.seen import seen_at
from farmstead.cli.arguments import EditionFile
from farmstead.cli.replay import Film
from farmstead.cli.screen import Screen
from farmstead.cli.telling import Teller
from farmstead.engine.contract import CHANCE, BadSetup, Seat
from farmstead.engine.table import Table
from farmstead.render import View
from farmstead.render.shared import listing, signed
from farmstead.render.words import seat_name

FORMAT: Final = "farmstead hint 1"
MOST_LINES: Final = 3  # lines of the score in which a difference is shown
DECIMALS: Final = 3  # of a number in JSON

RecordFile = Annotated[
    Path, typer.Argument(metavar="RECORD", help="The record of a game; `-` is standard input.")
]
Ply = Annotated[
    int | None,
    typer.Option(
        "--ply", "--at", metavar="N", help="After N moves, chance included; -1 is one move before the last."
    ),
]
WhichSeat = Annotated[
    int | None, typer.Option("--seat", metavar="S", help="For this seat, where several are to decide.")
]
Iterations = Annotated[
    int | None,
    typer.Option("--iterations", "-i", min=1, max=1_000_000, help=f"Tries in all; else {ITERATIONS}."),
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", min=0.01, max=60, help="Think for this long instead.")
]
Most = Annotated[int, typer.Option("--best", "-b", metavar="K", min=1, max=50, help="How many moves.")]


def hint(
    record: RecordFile,
    ply: Ply = None,
    seat: WhichSeat = None,
    iterations: Iterations = None,
    seconds: Seconds = None,
    best: Most = BEST,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    edition: EditionFile = None,
) -> None:
    """Show the best moves of a position: what each promises, how far it is behind, and why the best is best.

    The position is the last one of the record unless --ply names another. All is worked out from what the
    seat sees, never from what is hidden from it. With --iterations, which is usual, the same record always
    gives the same answer; with --seconds it depends on the machine.

    Examples:

        farmstead hint game.record
        farmstead hint game.record --ply 120
        farmstead hint game.record --ply 120 --seat 2 --best 3
        farmstead hint game.record --ply -1 --iterations 2000 --json
    """
    if iterations is not None and seconds is not None:
        raise BadSetup(
            f"--iterations {iterations} and --seconds {seconds:g} both say how long to think; leave one out"
        )
    film = Film(record, seat, edition)
    number = film.length if ply is None else position(film, ply)
    table = film.table(number)
    who = decider(film, table, number)
    seen = seen_at(table.game, table.state, who)
    names = [seat_name(other) for other in range(table.setup.seats)]
    teller = Teller(table.game, table.setup.options, film.drawing, names)
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
    screen.show(shown(found, teller, seen.view))
    screen.say("")
    screen.say(teller.words.say("hint", "by_tries", tries=found.tries), "dim")


# ---- which decision --------------------------------------------------------------------------------------


def position(film: Film, ply: int) -> int:
    """How many moves that are; negative ones count from the end."""
    wanted = ply + film.length if ply < 0 else ply
    if not 0 <= wanted <= film.length:
        raise BadSetup(
            f"this record has {film.length} moves, so there is no position {ply}; {nearest(film, wanted)}"
        )
    return wanted


def decider(film: Film, table: Table, ply: int) -> Seat:
    """The seat that the hint is for; BadSetup says why there is none and where there would be."""
    acting = [seat for seat in table.state.to_act() if seat != CHANCE]
    if film.eyes in acting:
        return film.eyes
    if film.eyes is None and acting:
        return acting[0]
    after = f"after {ply} of {film.length} moves"
    if film.eyes is not None and acting:
        whose = listing([seat_name(seat).lower() for seat in acting])
        why = f"{after} it is {whose} who must decide, not seat {film.eyes + 1}"
    elif not table.state.to_act():
        why = f"{after} the game is over, and nobody has anything to decide"
    else:
        why = f"{after} chance comes first, and nobody has anything to decide"
    raise BadSetup(f"{why}; {nearest(film, ply)}")


def nearest(film: Film, ply: int) -> str:
    """The rest of a sentence: the next decision, or else the last one before."""
    found = [n for n, (mover, _) in enumerate(film.record.moves) if is_asked(film, mover)]
    later = [n for n in found if n >= ply] or found[::-1]
    if not later:
        whose = "a player" if film.eyes is None else f"seat {film.eyes + 1}"
        return f"there is no decision of {whose} in this record"
    choice = next((n for n in later if has_choice(film, n)), later[0])
    return f"--ply {choice} has a decision of seat {film.record.moves[choice][0] + 1}"


def is_asked(film: Film, mover: Seat) -> bool:
    return mover != CHANCE and film.eyes in (None, mover)


def has_choice(film: Film, ply: int) -> bool:
    return len(film.table(ply).state.legal(film.record.moves[ply][0])) > 1


def where(film: Film, table: Table, ply: int, who: Seat, teller: Teller) -> str:
    """Which position this is, who is to decide and who else."""
    part = film.drawing.part(table.state.view(who))
    say = teller.words.say
    others = [str(seat + 1) for seat in table.state.to_act() if seat != who]
    more = [say("hint", "others", seats=", ".join(others))] if others else []
    here = say("hint", "where", ply=ply, length=film.length, part=part, who=teller.names[who])
    return " ".join([here, *more])


# ---- what is said ----------------------------------------------------------------------------------------


def shown(found: Hint, teller: Teller, view: View, typed: bool = False) -> RenderableType:
    """The moves in a table, and the sentence; `typed` shows what to type for each."""
    say = teller.words.say
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", expand=False)
    grid.add_column(Text(say("hint", "points")), justify="right", no_wrap=True)
    grid.add_column(Text(say("hint", "behind")), justify="right", no_wrap=True)
    grid.add_column("")
    for n, move in enumerate(found.moves):
        advice = move.advice
        behind = say("hint", "best") if n == 0 else with_error(advice.behind, advice.behind_spread)
        grid.add_row(
            Text(with_error(advice.worth, advice.spread)),
            Text(behind),
            said(found, n, teller, view, typed),
        )
    return Group(grid, Text(""), Text(sentence(found, teller, view)))


def said(found: Hint, n: int, teller: Teller, view: View, typed: bool) -> Text:
    """A move in words, how the turn goes on, and where it differs."""
    say, move = teller.words.say, found.moves[n]
    words = teller.move(move.advice.move, view)
    if typed:
        words = say("hint", "type", move=move.advice.move, words=lowered(words))
    lines = [Text(words, "bold" if n == 0 else "")]
    if len(move.advice.plan) > 1:
        steps = say("hint", "step").join(plan_words(move, teller))
        lines.append(Text(say("hint", "then", moves=steps), "dim"))
    if found.legal > 1:
        key = "against_next" if n == 0 else "against_best"
        lines.append(Text(say("hint", key, lines=difference(move, teller)), "dim"))
    return Text("\n").join(lines)


def plan_words(move: Suggestion, teller: Teller) -> list[str]:
    """The steps after the first in words; a step that is made several times once, with how often."""
    steps = Counter([lowered(teller.words.describe_move(step)) for step in move.advice.plan[1:]])
    say = teller.words.say
    return [
        step if times == 1 else say("hint", "steps", step=step, times=times) for step, times in steps.items()
    ]


def lowered(words: str) -> str:
    """As it stands within a sentence."""
    return words[:1].lower() + words[1:]


def difference(move: Suggestion, teller: Teller) -> str:
    """The lines of the score in which a move differs most: `coins +1.2, enclosed areas −0.4`."""
    largest = sorted(move.against, key=lambda line: -abs(move.against[line]))
    told = [line for line in largest if abs(move.against[line]) >= SHOWN][:MOST_LINES]
    say, called = teller.words.say, teller.drawing.line_words
    parts = [say("hint", "line", line=called(line), points=more(move.against[line])) for line in told]
    return ", ".join(parts) or say("hint", "no_difference")


def sentence(found: Hint, teller: Teller, view: View) -> str:
    """Why the best is the best, in one sentence."""
    why, decision = found.why, teller.drawing.decision(view)
    best, tied, other = [
        teller.words.describe_move(move, decision)
        for move in (found.moves[0].advice.move, why.tied, why.other)
    ]
    lead = "clear" if why.is_sure else "close"
    fields: dict[str, str | int] = {
        "move": best,
        "tied": tied,
        "ties": why.ties,
        "ties_but_one": why.ties - 1,
        "lead": lead if why.ties == 1 else "two" if why.ties == 2 else "many",
        "other": other,
        "ahead": points(why.ahead),
        "doubt": points(why.doubt),
    }
    if why.key in (GAIN, TRADE):
        gains = [said_line("gain", line, number, teller) for line, number in why.gains]
        fields |= {"gains": teller.words.listing(gains), "loss": said_line("loss", *why.loss, teller)}
    return teller.words.say("reason", why.key, **fields)


def said_line(key: str, line: str, number: float, teller: Teller) -> str:
    """`more coins (+1.2)`."""
    return teller.words.say("hint", key, line=line, points=more(number))


def points(number: float) -> str:
    """With one decimal, and never `−0.0`."""
    return signed(f"{round(number, 1) + 0.0:.1f}")


def more(number: float) -> str:
    """With its sign: `+1.2`."""
    return f"+{points(number)}" if round(number, 1) > 0 else points(number)


def with_error(number: float, error: float) -> str:
    return f"{points(number)} ±{points(error)}"


# ---- as JSON ---------------------------------------------------------------------------------------------


def document(found: Hint, teller: Teller, view: View) -> dict[str, object]:
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


def _entry(found: Hint, n: int, teller: Teller, view: View) -> dict[str, object]:
    move = found.moves[n]
    advice = move.advice
    return {
        "move": advice.move,
        "words": teller.move(advice.move, view),
        "points": rounded(advice.worth),
        "error": rounded(advice.spread),
        "behind": rounded(advice.behind),
        "behind_error": rounded(advice.behind_spread),
        "lines": _rounded(advice.lines),
        "against": ("next best" if n == 0 else "best") if found.legal > 1 else None,
        "difference": _rounded(move.against),
        "plan": list(advice.plan),
    }


def rounded(number: float) -> float:
    """The same in every build: the last digits depend on how a sum was made."""
    return round(number, DECIMALS) + 0.0


def _rounded(lines: Mapping[str, float]) -> dict[str, float]:
    return {line: rounded(points) for line, points in lines.items()}
