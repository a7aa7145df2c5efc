"""Revisions of the rules (WG 10): a game ends under the one it began under, and says which.

Revision 1 knows neither `beside` nor `huts_free_wagons` and plays as both off.
"""

from __future__ import annotations

import hashlib
import json
from itertools import product
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.engine.contract import BadPosition, BadSetup
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import BadRecord, re_execute, read_record, write_record
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.sheets import score_sheet, switch_values
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.rulebooks import rulebook
from tests.games.walnut_grove.scenes import Scene
from tests.games.walnut_grove.subject import sheet
from tests.golden_games import Rules, records_under
from tests.laws import random_move

NEW = ["beside=on", "beside=off", "huts_free_wagons=on", "huts_free_wagons=off"]
BOTH_OFF = ["beside=off", "huts_free_wagons=off"]
OLD_RECORDS = records_under(Rules("walnut-grove", 1))


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("", "german"),
        ("beside=on huts_free_wagons=on", "german"),
        ("beside=off", "german beside=off"),
        ("huts_free_wagons=off", "german huts_free_wagons=off"),
        ("huts_free_wagons=off beside=off", "german beside=off huts_free_wagons=off"),
        ("french beside=off", "french beside=off"),
        ("french huts_free_wagons=off start=2", "french huts_free_wagons=off start=2"),
        ("beside=off french", "french"),
        (
            "open_help_costs=off jokers=buildings beside=off enter_unpayable=on",
            "french beside=off",
        ),
        ("huts_free_wagons=off jokers=buildings", "german jokers=buildings huts_free_wagons=off"),
        (
            "french jokers=any beside=off",
            "german enter_unpayable=on open_help_costs=off beside=off",
        ),
    ],
)
def test_options_of_revision_two_are_written_in_one_way(given: str, written: str) -> None:
    setup = GAME.setup(2, given.split())
    assert (setup.rules, " ".join(setup.options)) == (2, written)


def test_every_choice_of_revision_two_reads_back_as_itself() -> None:
    values = [("off", "on"), ("any", "buildings"), ("on", "off"), ("on", "off"), ("on", "off")]
    names = list(switch_values(()))
    written = set()
    for chosen in product(*values):
        options = [f"{name}={value}" for name, value in zip(names, chosen, strict=True)]
        found = GAME.setup(2, options).options
        assert GAME.setup(2, found).options == found
        assert switch_values(found) == dict(zip(names, chosen, strict=True))
        written.add(found)
    assert len(written) == 32


@pytest.mark.parametrize("preset", ["german", "french"])
def test_both_new_switches_are_on_in_both_presets(preset: str) -> None:
    switches = Scene(options=[preset]).state.switches
    assert switches.beside and switches.huts_free_wagons


@pytest.mark.parametrize("option", NEW)
def test_revision_one_does_not_know_the_new_switches(option: str) -> None:
    name = option.partition("=")[0]
    with pytest.raises(BadSetup) as caught:
        GAME.setup(2, [option], 1)
    assert str(caught.value) == (
        f"{option!r} is no option of rules revision 1 of Walnut Grove; {name} came with revision 2 (WG 10)"
    )
    with pytest.raises(BadSetup) as caught:
        GAME.setup(2, ["nonsense"], 1)
    assert name not in str(caught.value)


@pytest.mark.parametrize("given", ["", "german", "french", "jokers=buildings", "french start=2"])
def test_revision_one_plays_as_both_off(given: str) -> None:
    setup = GAME.setup(2, given.split(), 1)
    assert setup.rules == 1
    assert not set(setup.options) & set(NEW)
    state = GAME.start(setup)
    assert not state.switches.beside and not state.switches.huts_free_wagons
    assert [switch_values(setup.options, 1)[name] for name in ("beside", "huts_free_wagons")] == [
        "off",
        "off",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_revision_one_is_one_of_revision_two_with_both_off(seed: int) -> None:
    """The same moves in the same order at every ply, and the same scores."""
    seats, preset = 1 + seed % 4, ("german", "french")[seed % 2]
    one = GAME.start(GAME.setup(seats, [preset], 1))
    other = GAME.start(GAME.setup(seats, [preset, *BOTH_OFF]))
    dealer = QuickDealer(seed)
    while one.to_act():
        assert one.to_act() == other.to_act()
        for seat in one.to_act():
            assert one.legal(seat) == other.legal(seat)
        seat, move = random_move(one, dealer)
        one.apply(seat, move)
        other.apply(seat, move)
    assert one.scores() == other.scores()
    assert [one.view(None)[key] for key in ("farms", "town", "figures")] == [
        other.view(None)[key] for key in ("farms", "town", "figures")
    ]


# ---- what was written under revision 1 -----------------------------------------------------------------


@pytest.mark.parametrize("path", OLD_RECORDS[::18], ids=lambda path: path.stem)
def test_an_old_record_replays_under_its_revision(path: Path) -> None:
    data = path.read_bytes()
    table = re_execute(read_record(data), shelf.game_for)
    assert table.setup.rules == 1
    assert write_record(table).encode() == data
    assert isinstance(table.state, WalnutGrove)
    assert table.state.view(None)["rules"] == 1


def test_an_old_record_that_names_a_new_switch_cannot_start() -> None:
    lines = OLD_RECORDS[0].read_text().splitlines()[:-1]
    lines[4] += " beside=off"
    body = "\n".join(lines) + "\n"
    data = f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n".encode()
    with pytest.raises(BadRecord) as caught:
        re_execute(read_record(data), shelf.game_for)
    assert (caught.value.line, caught.value.key) == (5, "cannot_start")
    assert "no option of rules revision 1" in caught.value.detail


@pytest.mark.parametrize("path", OLD_RECORDS[5::12], ids=lambda path: path.stem)
def test_a_farm_that_was_sound_is_sound_with_the_same_score(path: Path) -> None:
    """Written down by itself a farm is read as revision 2 reads it (WG 11)."""
    state = re_execute(read_record(path.read_bytes()), shelf.game_for).state
    assert isinstance(state, WalnutGrove)
    for seat, farm in enumerate(state.farms):
        points = score_sheet(sheet(farm, state.switches.options), GAME.edition)
        assert points == state.score_lines(seat)


def test_a_view_of_revision_one_with_land_beside_the_board_is_refused() -> None:
    scene = Scene(disc="A3").furnish(tiles=[(17, -1, 0, 0)]).spring("4 11")
    document = json.loads(scene.state.text())
    assert GAME.position(json.dumps(document)).text() == scene.state.text()
    document["rules"] = 1
    with pytest.raises(BadPosition, match=r"touches nothing \(WG 3\.3\)"):
        GAME.position(json.dumps(document))
    document["rules"], document["options"] = 1, ["german", "beside=on"]
    with pytest.raises(BadPosition, match="no option of rules revision 1"):
        GAME.position(json.dumps(document))
    document["rules"], document["options"] = 3, ["german"]
    with pytest.raises(BadPosition, match="rules revision 3 is not known; this is revision 2"):
        GAME.position(json.dumps(document))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rulebook_reads_as_a_game_of_revision_one_plays(language: str) -> None:
    book = rulebook("walnut-grove", language)
    old, new = switch_values((), 1), switch_values(())
    for number in ("3.7", "5.9"):
        assert book.paragraph(number, old) != book.paragraph(number, new)
        assert book.paragraph(number, old) == book.paragraph(number, switch_values(BOTH_OFF))
