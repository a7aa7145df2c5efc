"""Sunflower Valley under the laws: how its pieces are counted, and what a client could write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from farmstead.engine.contract import State
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.rulebooks import rulebook
from tests.games.sunflower_valley import slow_scorer
from tests.laws import Pinned, Stages, Subject

DICE = 6
TURNS = 24  # of each player


def count_pieces(state: State) -> Mapping[str, object]:
    """SV 1: six dice, five colours to put them on, sheets of thirty hexes, town pictures that differ."""
    view: Any = state.view(None)
    for valley in view["valleys"]:
        check_valley(view["sheet"], valley)
    towns = [valley["town"] for valley in view["valleys"]]
    assert len(set(towns)) == len(towns)
    drawn = [25 - tokens(valley)["."] for valley in view["valleys"]]
    assert sum(drawn) == len(towns) + turns_ended(view)  # SV 1.4: one house is there from the start
    return {"dice": dice_on_the_table(view), "colours": list(view["board"])}


def check_valley(sheet: str, valley: Any) -> None:
    """Mountains stay where they are printed (SV 1.1), villagers are those that came (SV 3.6)."""
    printed = [token == "^" for row in slow_scorer.SHEETS[sheet] for token in row]
    assert [token == "^" for row in valley["rows"] for token in row.split()] == printed
    found = tokens(valley)
    assert found["^"] == 5 and sum(found.values()) == 30
    assert valley["villagers"] == 2 * found["H"] + found["U"]
    assert slow_scorer.read(valley["rows"])[slow_scorer.START[valley["town"]]] == "H"


def tokens(valley: Any) -> Counter[str]:
    return Counter(token for row in valley["rows"] for token in row.split())


def turns_ended(view: Any) -> int:
    """SV 2.2: five in every round before, and one for each colour that is reserved in this one."""
    ended = len(reserved(view)) - (view["colour"] is not None)
    return 5 * (view["round"] - 1) + ended if view["round"] else 0


def reserved(view: Any) -> list[str]:
    return [face for face in view["board"].values() if face is not None]


def dice_on_the_table(view: Any) -> int:
    """In the pool, on colours, taken and not yet put down; all of them while a roll is due (SV 2.1, 3.1)."""
    in_hand = view["die"] is not None and view["colour"] is None
    lying = len(view["pool"]) + len(reserved(view)) + in_hand
    assert lying == 0 if view["chance"] else lying == DICE
    return lying or DICE


def slow_scores(state: State) -> Sequence[int]:
    """The totals; the lines that make them up and the places must agree as well."""
    view: Any = state.view(None)
    document = {
        "sheet": view["sheet"],
        "players": [valley["rows"] for valley in view["valleys"]],
        "variant": view["options"][0],
    }
    table = slow_scorer.score_table(document)
    for seat, player in enumerate(table["players"]):
        lines = state.score_lines(seat)
        assert lines == {name: player[name] for name in lines}
    assert list(state.places()) == table["places"]
    return [player["total"] for player in table["players"]]


def corpus(state: State) -> Sequence[str]:
    """Moves of every sort, with what is there and with what is not."""
    view: Any = state.view(None)
    printed = slow_scorer.SHEETS[view["sheet"] or "A"]
    letters = dict(zip(slow_scorer.HEXES, "".join(printed), strict=True))
    mountains = [place for place in slow_scorer.HEXES if letters[place] == "^"]
    corners = ["a1", "a6", "e1", "e6"]
    some = [*mountains[::2], *slow_scorer.START.values(), *corners, "c2", "c5"]
    moves = [f"take {face}" for face in slow_scorer.FACES]
    moves += [f"reserve {colour}" for colour in slow_scorer.COLOURS.values()]
    moves += [f"draw {place}" for place in some]
    moves += [f"way {token}" for token in WAYS]
    moves += ["pass", "sheet A", "sheet H", "town T1", "town T4", "roll HHHHHH", "roll HSFULC", "roll SSUUCC"]
    return list(dict.fromkeys(moves))


WAYS = ["L03", "L14", "L25", "C02", "C13", "C24", "C35", "C04", "C15"]


def most_moves(seats: int) -> int:
    """The sheet, a town each, a roll for each round, and turns of four decisions (SV 2.4, 3)."""
    return 1 + seats + TURNS + seats * TURNS * 4


def has_paragraph(rule: str) -> bool:
    book, _, number = rule.partition(" ")
    return book == "SV" and number in PARAGRAPHS


PARAGRAPHS = {paragraph.number for paragraph in rulebook("sunflower-valley").paragraphs}


def pinned(number: int, seats: int, variant: str, letter: str) -> Pinned:
    """Each sheet shows the order of moves with one number of players, and in one variant its trees."""
    sheet = LETTERS.index(letter)
    shown, played = sheet % 4 == seats - 2, int(variant == "standard")
    return Pinned(2 * number, 2 - played, played, order=shown, trees=shown and sheet // 4 == played)


def subject(seats: int, options: tuple[str, ...], kept: Pinned) -> Subject:
    return Subject(
        game=GAME,
        seats=seats,
        options=options,
        count_pieces=count_pieces,
        slow_scores=slow_scores,
        corpus=corpus,
        most_moves=most_moves,
        rules=has_paragraph,
        stages=STAGES,
        hides=False,
        pinned=kept,
    )


LETTERS = "ABCDEFGH"
STAGES = Stages("decision", frozenset({"die", "colour", "hex", "way", "None"}))
CHOSEN = list(product(range(2, 6), ("standard", "family"), LETTERS))
SUBJECTS = [
    *(
        subject(seats, (variant, f"sheet={letter}"), pinned(number, seats, variant, letter))
        for number, (seats, variant, letter) in enumerate(CHOSEN)
    ),
    *(
        subject(seats, ("standard",), Pinned(200 + 2 * seats, 2, 2, trees=seats == 2))  # the sheet is dealt
        for seats in range(2, 6)
    ),
]
