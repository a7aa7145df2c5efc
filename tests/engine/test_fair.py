"""What docs/fair.md says byte by byte is what the engine does, and tickets lead where games are dealt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.engine import fair
from farmstead.engine.contract import CHANCE, Dealer
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.draws import Draw, draws_of
from farmstead.engine.table import Table

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "fair.md").read_text(encoding="utf-8")


def rows() -> dict[str, str]:
    """The example's table."""
    table = DOCUMENT.partition("## An example")[2].partition("\n## ")[0]
    return {name: said.strip("` ") for name, said in re.findall(r"^\| (\S.*?) \| (.*?) \|$", table, re.M)}


def written() -> dict[str, Any]:
    """The functions as the document has them. `Any`: whatever they are."""
    code = re.search(r"```python\n(.*?)```", DOCUMENT, re.S)
    assert code is not None
    found: dict[str, Any] = {}
    exec(code[1], found)  # our own document
    return found


def test_the_example_comes_out_by_both() -> None:
    said, doc = rows(), written()
    key, one, three = (bytes.fromhex(said["server's key"]), said["value of seat 1"], said["value of seat 3"])
    assert key == fair.round_key(bytes(range(32)), 0)
    assert said["commitment"] == fair.commitment_to(key) == doc["commitment"](key)
    for seat, value in ((1, one), (3, three)):
        assert (
            said[f"pledge of seat {seat}"] == fair.pledge_for(seat - 1, value) == doc["pledge"](seat, value)
        )
    game = fair.game_key(key, [(2, three), (0, one)])
    assert said["game key"] == game.hex() == doc["game_key"](key, {3: three, 1: one}).hex()
    assert said["game key if nobody had contributed"] == fair.game_key(key, []).hex()
    for row, text in said.items():
        event = re.match(r"`(.*)`, ([\d,]+) tickets", row)
        if event is not None:
            tickets = int(event[2].replace(",", ""))
            assert int(re.split(r"\W", text)[0]) == fair.ticket(game, event[1], tickets)
            assert fair.ticket(game, event[1], tickets) == doc["ticket"](game, event[1], tickets)
    roll = Draw(0, "", [("roll HHHHHH", 6**6)], "HSFULC", "")
    assert said["`round 7 roll`, 46,656 tickets"].endswith(f"`{roll.outcome_of(6108)}")


class Fixed(Dealer):
    """Always the same ticket."""

    def __init__(self, ticket: int) -> None:
        self.ticket = ticket

    def below(self, n: int) -> int:
        return self.ticket


@pytest.mark.parametrize("name", shelf.names())
def test_tickets_lead_where_the_game_is_dealt(name: str) -> None:
    """The first, the last and some between, at every chance event; and no two events have the same name."""
    game = shelf.game(name)
    table, dealer = Table(game, game.setup(2)), KeyedDealer(bytes(32))
    while table.state.to_act():
        if CHANCE not in table.state.to_act():
            seat = table.state.to_act()[0]
            table.play(seat, str(table.state.legal(seat)[0]))
            continue
        state = table.state
        odds = [(str(move), weight) for move, weight in state.odds()]
        draw = Draw(0, state.chance_name(), odds, state.faces(), "")
        for part in range(6):
            at = part * (draw.tickets - 1) // 5
            assert draw.outcome_of(at) == str(state.deal(Fixed(at)))
        table.deal(dealer)
    found = draws_of(Table(game, game.setup(2)), table.moves())
    assert len({draw.name for draw in found}) == len(found) == sum(seat < 0 for seat, _ in table.moves())


def test_all_throws_of_the_dice() -> None:
    """Each of the 46,656 leads where the game deals it, and each outcome comes as often as it weighs."""
    game = shelf.game("sunflower-valley")
    table = Table(game, game.setup(2))
    while not table.state.faces():
        table.deal(KeyedDealer(bytes(32)))
    odds = [(str(move), weight) for move, weight in table.state.odds()]
    draw = Draw(0, "", odds, table.state.faces(), "")
    assert draw.dice == 6 and draw.tickets == 6**6
    counts: dict[str, int] = {}
    for ticket in range(6**6):
        outcome = draw.outcome_of(ticket)
        assert outcome == str(table.state.deal(Fixed(ticket)))
        counts[outcome] = counts.get(outcome, 0) + 1
    assert counts == dict(odds)


def test_digits() -> None:
    assert fair.is_digits("0f" * 32)
    for wrong in ("", "0F" * 32, "0f" * 31, "0f" * 33, "0g" * 32, " " + "0f" * 31 + "0", "٠" * 64):
        assert not fair.is_digits(wrong)
