"""What docs/fair.md says byte by byte is what the engine does, and tickets lead where games are dealt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.engine import fair
from farmstead.engine.contract import CHANCE, Dealer, Setup
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.draws import ChanceDraw, draws_of
from farmstead.engine.table import Table

HERE = Path(__file__).parent
DOCUMENT = (HERE.parent.parent / "docs" / "fair.md").read_text(encoding="utf-8")
RECORD = HERE.parent / "fair_records" / "scheme-2.record"  # with a cancelled start


def rows(scheme: int) -> dict[str, str]:
    """The example's table for a scheme."""
    table = DOCUMENT.partition(f"\n| scheme {scheme} | |\n")[2].partition("\n\n")[0]
    return {name: said.strip("` ") for name, said in re.findall(r"^\| (\S.*?) \| (.*?) \|$", table, re.M)}


def written() -> dict[str, Any]:
    """The functions as the document has them. `Any`: whatever they are."""
    found: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", DOCUMENT, re.S):
        exec(code, found)  # our own document
    return found


def check_tickets(said: dict[str, str], game: bytes) -> None:
    doc = written()
    for row, text in said.items():
        event = re.match(r"`(.*)`, ([\d,]+) tickets", row)
        if event is not None:
            tickets = int(event[2].replace(",", ""))
            assert int(re.split(r"\W", text)[0]) == fair.ticket(game, event[1], tickets)
            assert fair.ticket(game, event[1], tickets) == doc["ticket"](game, event[1], tickets)
    roll = ChanceDraw(0, "", [("roll HHHHHH", 6**6)], "HSFULC", "")
    thrown = fair.ticket(game, "round 7 roll", 6**6)
    assert said["`round 7 roll`, 46,656 tickets"].endswith(f"`{roll.outcome_of(thrown)}")


def test_the_example_of_scheme_1_comes_out_by_both() -> None:
    said, doc, values = rows(1), written(), rows(2)
    one, three = values["value of seat 1"], values["value of seat 3"]
    key = bytes.fromhex(said["server's key"])
    assert key == fair.round_key(bytes(range(32)), 0)
    assert said["commitment"] == fair.commitment_to(key) == doc["commitment"](key)
    game = fair.game_key(key, [(2, three), (0, one)])
    assert said["game key"] == game.hex() == doc["game_key"](key, {3: three, 1: one}).hex()
    assert said["game key if nobody had contributed"] == fair.game_key(key, []).hex()
    check_tickets(said, game)


def test_the_example_of_scheme_2_comes_out_by_both() -> None:
    said, doc = rows(2), written()
    header = said["header"].split("`, `")
    game, rules, seats, options, edition = [line.partition(" ")[2] for line in header]
    setup = Setup(game, int(rules), int(seats), tuple(options.split()), edition)
    bound = said["digest of the set-up"]
    assert setup.lines() == header and bound == fair.setup_digest(setup) == doc["setup_digest"](header)
    keys = [bytes.fromhex(said[f"server's key of round {number}"]) for number in (0, 1)]
    assert keys == [fair.chain_key(bytes(range(32)), number) for number in (0, 1)]
    assert keys[0] == fair.key_before(keys[1]) == doc["key_before"](keys[1])
    for number, key in enumerate(keys):
        shown = said[f"commitment of round {number}"]
        assert shown == fair.chain_commitment(key, number, bound) == doc["commitment_2"](key, number, bound)
    values = {seat: said[f"value of seat {seat}"] for seat in (3, 1)}
    for seat, value in values.items():
        shown = said[f"pledge of seat {seat}"]
        assert shown == fair.pledge_for(seat - 1, value) == doc["pledge"](seat, value)
    made = fair.chain_game_key(keys[1], 1, bound, [(seat - 1, value) for seat, value in values.items()])
    assert said["game key of round 1"] == made.hex() == doc["game_key_2"](keys[1], 1, bound, values).hex()
    nobody = doc["game_key_2"](keys[1], 1, bound, {})
    assert said["game key if nobody had contributed"] == nobody.hex()
    assert nobody == fair.chain_game_key(keys[1], 1, bound, [])
    check_tickets(said, made)


def test_a_record_is_derived_from_the_document_alone() -> None:
    """Every step of the list in `In a record`, with nothing but the functions that stand there."""
    doc = written()
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    said = [line.split(" ")[1:] for line in lines if line.startswith("fair ")]
    bound, number, key = doc["setup_digest"](lines[1:6]), int(said[1][1]), bytes.fromhex(said[3][1])
    assert said[0] == ["2"] and doc["commitment_2"](key, number, bound) == said[2][1]
    given = [words[1:] for words in said if words[0] == "seat"]
    values = {int(seat): value for seat, _, value in given}
    assert all(doc["pledge"](int(seat), value) == pledge for seat, pledge, value in given)
    earlier = key
    for n in range(number - 1, -1, -1):
        (mine,) = [words for words in said if words[:2] == ["cancelled", str(n)] and len(words) == 4]
        earlier = doc["key_before"](earlier)
        assert earlier.hex() == mine[3]
        seats = [words[3:] for words in said if words[:3] == ["cancelled", str(n), "seat"]]
        assert any(value == "-" for _, _, value in seats)
        assert all(value == "-" or doc["pledge"](int(seat), value) == pledge for seat, pledge, value in seats)
    game = doc["game_key_2"](key, number, bound, values)
    sheet = "ABCDEFGH"[doc["ticket"](game, "sheet", 8)]
    assert f"* sheet {sheet}" in lines
    rolls = [line for line in lines if line.startswith("* roll ")]
    for n, line in enumerate(rolls, start=1):
        thrown = doc["ticket"](game, f"round {n} roll", 6**6)
        digits = sorted(thrown // 6**die % 6 for die in range(6))
        assert line == "* roll " + "".join("HSFULC"[digit] for digit in digits)
    assert len(rolls) > 5


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
        draw = ChanceDraw(0, state.chance_name(), odds, state.faces(), "")
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
    draw = ChanceDraw(0, "", odds, table.state.faces(), "")
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
