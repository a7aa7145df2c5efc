"""Cut puzzles from games of bots: decisions in which one choice stands clear of all others.

    python -m scripts.puzzles find FOLDER --most 400
    python -m scripts.puzzles pack FOLDER

`find` plays game after game between bots, each from its number alone, and looks in each for one decision; no
two puzzles are from one game. What looks clear at first sight is searched with ten times the budget of a
hint, and the best has to stand a point clear of the next, beyond four standard errors; choices that are
certainly as good count as the best. What is found is added to `FOLDER/GAME.jsonl`, a line for each game, so
it goes on where it was stopped, and the same numbers give the same lines again. `pack` writes what there is
to the games' `guide/puzzles.jsonl.xz`. One process, for a machine with other things to do:
`nice -n 19 python -m scripts.puzzles find FOLDER`. Best on a compiled build.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from farmstead import shelf
from farmstead.agents.advice import Advice
from farmstead.agents.hints import ITERATIONS, LOOKED_AT, hint_for, is_same
from farmstead.agents.observation import Observation, observation_at
from farmstead.engine.contract import CHANCE, Seat, seat_text
from farmstead.engine.table import Table
from farmstead.guides.puzzles import packed_file
from scripts.lessons import AHEAD, FEWEST, LEAST, SURE, choices_of, played, stands_clear, weighed

MOST_CHOICES: Final = 40
LEVELS: Final = (2, 3, 4)  # of the bots, by turns
GLANCE: Final = 4  # tries of each choice at first sight
LOOK: Final = 16  # and of those that seem clear
MEASURED: Final = 80  # of the best choices, for the figures
CLOSELY: Final = 8  # choices whose figures are measured so well
PROMISING: Final = 0.8  # points ahead at first sight
LATE: Final = 0.4  # the part of a game that is left out: so early little is clear, and a search costs most
BUDGET: Final = 10 * ITERATIONS  # of the search that decides
SEARCHED: Final = 3  # decisions of a game that are searched at most
TRIFLES: Final = ("give", "sell", "toll", "keep", "leave", "repay", "done")  # too small to be asked about


def clear_of(advice: Sequence[Advice]) -> Advice | None:
    """The first choice that is not certainly as good as the best."""
    return next((each for each in advice if not is_same(each)), None)


def seems_clear(seen: Observation) -> bool:
    """Whether the best is ahead at first sight, which costs little."""
    for tries in (GLANCE, LOOK):
        other = clear_of(weighed(seen, tries))
        if other is None or other.behind < PROMISING:
            return False
    return True


def is_clear(seen: Observation, best: Advice) -> bool:
    """Whether a search of ten times a hint's budget finds the same choice, a point ahead of the next."""
    hint = hint_for(seen, BUDGET, best=LOOKED_AT)
    found = hint.moves[0].advice
    ahead = hint.why.ahead >= AHEAD and hint.why.ahead > SURE * hint.why.doubt
    return ahead and found.plan[: len(best.plan)] == best.plan


def figures(seen: Observation) -> list[Advice]:
    """What each choice leads to, best first; the best of them measured closely."""
    rough = weighed(seen, LOOK)
    close = weighed(seen, MEASURED, [each.plan for each in rough[:CLOSELY]])
    return [*close, *rough[CLOSELY:]]


def written(advice: Advice, best: Advice) -> list[Any]:
    """A choice as the file has it: moves, points behind, standard error, lines of the score."""
    lines = {line: round(points - best.lines[line], 1) for line, points in advice.lines.items()}
    told = {line: points for line, points in lines.items() if abs(points) >= LEAST}
    return [list(advice.plan), round(advice.behind, 2), round(advice.behind_spread, 2), told]


def decisions(table: Table, number: int) -> list[int]:
    """The numbers of the moves that are worth a look, in an order that follows from the game's number."""
    made = list(enumerate(table.moves()))[int(LATE * len(table.moves())) :]
    plies = [ply for ply, (seat, text) in made if seat != CHANCE and text.split()[0] not in TRIFLES]
    random.Random(number).shuffle(plies)
    return plies


def puzzle_of(game: str, number: int) -> dict[str, Any] | None:
    """The puzzle of a game; None where nothing in it is clear."""
    table = played(game, shelf.game(game).fewest, LEVELS[number % len(LEVELS)], f"puzzles {number}")
    searched = 0
    for ply in decisions(table, number):
        before = position(table, ply)
        seat = table.moves()[ply][0]
        seen = observation_at(table.game, before.state, seat)
        if not FEWEST <= choices_of(seen) <= MOST_CHOICES or not seems_clear(seen):
            continue
        advice = figures(seen)
        other = clear_of(advice)
        if other is None or 2 * advice.index(other) > len(advice):  # any choice would be right
            continue
        if stands_clear(other) and is_clear(seen, advice[0]):
            return described(before, number, seat, advice)
        searched += 1
        if searched == SEARCHED:
            break
    return None


def position(table: Table, ply: int) -> Table:
    """A game after so many moves."""
    again = Table(table.game, table.setup)
    for seat, text in table.moves()[:ply]:
        again.play(seat, text)
    return again


def described(table: Table, number: int, seat: Seat, advice: Sequence[Advice]) -> dict[str, Any]:
    """A puzzle as the file has it."""
    setup = table.setup
    return {
        "name": f"{number}",
        "rules": setup.rules,
        "seats": setup.seats,
        "options": list(setup.options),
        "edition": setup.edition,
        "moves": [f"{seat_text(who)} {text}" for who, text in table.moves()],
        "seat": seat,
        "choices": [written(each, advice[0]) for each in advice],
    }


# ---- all of them -------------------------------------------------------------------------------------------


def known(file: Path) -> Iterator[dict[str, Any]]:
    """What has been found; a last line that was cut off is left out."""
    if file.is_file():
        for line in file.read_text("utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


def mend(file: Path) -> None:
    """Cut off a last line that was not written whole."""
    if file.is_file() and not (data := file.read_bytes()).endswith(b"\n"):
        file.write_bytes(data[: data.rfind(b"\n") + 1])


def find(games: Sequence[str], folder: Path, most: int) -> None:
    """One puzzle of each game by turns, until there are enough."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {game: folder / f"{game}.jsonl" for game in games}
    count, following = dict.fromkeys(games, 0), dict.fromkeys(games, 1)
    for game, file in files.items():
        mend(file)
        for each in known(file):
            count[game] += each["puzzle"] is not None
            following[game] = max(following[game], each["number"] + 1)
    while wanted := [game for game in games if count[game] < most]:
        game = min(wanted, key=lambda each: count[each])
        number = following[game]
        puzzle = puzzle_of(game, number)
        with files[game].open("a", encoding="utf-8") as out:
            out.write(json.dumps({"number": number, "puzzle": puzzle}, separators=(",", ":")) + "\n")
        following[game] += 1
        count[game] += puzzle is not None
        print(game, number, "-" if puzzle is None else f"{count[game]}", flush=True)


def pack(games: Sequence[str], folder: Path) -> None:
    """Write what there is to the games' folders."""
    for game in games:
        found = [each["puzzle"] for each in known(folder / f"{game}.jsonl") if each["puzzle"] is not None]
        text = "".join([json.dumps(each, separators=(",", ":")) + "\n" for each in found])
        file = Path(str(packed_file(game)))
        file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
        print(f"{file}: {len(found)} puzzles, {file.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("find", "pack"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", choices=shelf.names(), default=list(shelf.names()))
    parser.add_argument("--most", type=int, default=400, help="puzzles of each game")
    asked = parser.parse_args()
    if asked.command == "find":
        find(asked.games, asked.folder, asked.most)
    else:
        pack(asked.games, asked.folder)


if __name__ == "__main__":
    main()
