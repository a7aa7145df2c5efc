"""Tables that were played elsewhere: counted as the game itself counts, explained, within the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from farmstead import shelf
from farmstead.engine.contract import State
from farmstead.engine.record import re_execute, read_record
from farmstead.games.sunflower_valley.rules import scoring as valley_scoring
from farmstead.games.sunflower_valley.rules.connections import lines, links
from farmstead.games.sunflower_valley.rules.hexes import around, listed, only, parts
from farmstead.games.sunflower_valley.rules.sheets import valleys_of_sheet
from farmstead.games.walnut_grove.pictures.tally_best import best_end
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import LAST, SAFE, STORE
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.render.tally import Impossible, Tally, tally_for
from farmstead.render.words import languages
from tests.golden_games import records_of

GROVE, VALLEY = "walnut-grove", "sunflower-valley"
LANGUAGES = sorted(languages())
EXAMPLE = {
    "sheet": "A",
    "rows": ["C35 S F S ^ H", "U H H U U S", "^ L14 ^ C24 ^ H", "H L03 H F C15 C24", "S S U ^ S H"],
}


def tally_of(game: str, language: str = "en", *names: str) -> Tally:
    return tally_for(shelf.game(game), language, names)


def after(tally: Tally, *deeds: str, sheets: Any = None, seat: int = 0) -> Any:
    """The table after some deeds."""
    table = tally.blank() if sheets is None else sheets
    for deed in deeds:
        table, seat = tally.done(table, seat, deed)
    return table


def refused(tally: Tally, sheets: Any, deed: str) -> Any:
    with pytest.raises(Impossible) as found:
        tally.done(sheets, 0, deed)
    assert found.value.fault.sentence.endswith(".")
    return found.value.fault.rule


def at_the_end(path: Path, before: int = 0) -> State:
    record = read_record(path.read_bytes())
    upto = len(record.moves) - before if before else None
    return re_execute(record, shelf.game_for, upto).state


# ---- land beside the board, and eight labourers (WG 3.7, 5.9) ----------------------------------------------


def test_tiles_beside_the_board_are_tapped_in() -> None:
    tally = tally_of(GROVE)
    table = after(tally, "tap cell:-1,0 tile:8", "tap cell:-2,0 tile:7", "tap cell:5,0 tile:13")
    assert [tile[:3] for tile in table[0]["tiles"]] == [[8, -1, 0], [7, -2, 0], [13, 5, 0]]
    counted = tally.counted(table, 0, "tile:20", None)
    assert {"cell:-3,0", "cell:6,0", "cell:-1,1", "laid:-1,0"} <= set(counted.open)
    assert refused(tally, table, "tap cell:2,0 tile:20") == "WG 3.7"
    assert refused(tally, table, "tap cell:-4,0 tile:20") == "WG 3.3"
    lifted = after(tally, "tap laid:-2,0 lift", sheets=table)
    assert [tile[0] for tile in lifted[0]["tiles"]] == [8, 13]
    with pytest.raises(Impossible):  # the outer tile would touch nothing
        after(tally, "tap laid:-1,0 lift", sheets=table)


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("en", "column 1 left of the board, row 0", "column 6, row 0"),
        ("fr", "colonne 1 à gauche du plateau, rangée 0", "colonne 6, rangée 0"),
        ("de", "; in Spalte 1 links vom Spielbrett, Reihe 0", "; in Spalte 6, Reihe 0"),
    ],
)
def test_laid_tiles_say_where_they_lie(language: str, left: str, right: str) -> None:
    tally = tally_of(GROVE, language)
    picture = tally.counted(after(tally, "tap cell:-1,0 tile:8", "tap cell:5,0 tile:13"), 0, "", None).picture
    labels = dict(re.findall(r'data-part="(laid:[^"]*)"[^>]*aria-label="([^"]*)"', picture))
    assert left in labels["laid:-1,0"] and right in labels["laid:5,0"]


def test_a_fence_round_an_upper_corner_of_the_board_counts() -> None:
    """WG 9.3."""
    sheet: dict[str, Any] = {
        "board": "yellow",
        "tiles": [[8, -1, 0, 0], [1, -1, 1, 2], [4, 0, 1, 1]],
        "labourers": ["yellow"],
    }
    counted = tally_of(GROVE).counted([sheet], 0, "", None)
    assert counted.scores[0]["fences"] == 1 and counted.picture.count(">+1</text>") == 1


def test_eight_labourers_are_put_in_where_there_are_wagons_and_huts() -> None:
    tally = tally_of(GROVE)
    table = after(tally, *["more huts"] * 4, *["more labourers yellow"] * 3, *["more labourers blue"] * 4)
    counted = tally.counted(table, 0, "", None)
    assert counted.scores[0]["figures"] == 18
    assert counted.picture.count('href="#figure-') == 9
    assert refused(tally, table, "more labourers white") == "WG 5.9"
    wagons = after(
        tally, "set options german huts_free_wagons=off", *["more huts"] * 4, *["more labourers blue"] * 3
    )
    assert refused(tally, wagons, "more labourers white") == "WG 5.9"


# ---- as the game counts ------------------------------------------------------------------------------------


def farm_sheets(view: Any) -> list[dict[str, Any]]:
    """The farms of a view as WG 11 writes them."""
    return [farm_sheet(farm, view["options"]) for farm in view["farms"]]


def farm_sheet(farm: Any, options: Sequence[str]) -> dict[str, Any]:
    land: dict[str, int] = {}
    for district in farm["districts"]:
        land[district["terrain"]] = land.get(district["terrain"], 0) + district["goods"]
    held = {**farm["barn"]["goods"], **farm["barn"]["values"]}
    found = {
        "board": farm["board"],
        "tiles": farm["tiles"],
        "barn": [item for item, many in held.items() for _ in range(many)],
        "land": land,
        "labourers": [colour for colour, many in farm["labourers"].items() for _ in range(many)],
        "huts": farm["huts"],
        "barns": farm["barns"],
        "improvements": [kind for kind, many in farm["improvements"].items() for _ in range(many)],
        "help": farm["help"],
    }
    kept = [option for option in options if not option.startswith("start=")]
    return {**found, "options": " ".join(kept)} if kept else found


def valley_sheets(view: Any) -> list[dict[str, Any]]:
    variant = {"variant": "family"} if "family" in view["options"] else {}
    return [{"sheet": view["sheet"], **variant, "players": [valley["rows"] for valley in view["valleys"]]}]


@pytest.mark.parametrize("path", records_of(GROVE)[::12], ids=lambda path: path.stem)
def test_finished_farms_count_as_their_game_did(path: Path) -> None:
    state = at_the_end(path)
    sheets = farm_sheets(state.view(None))
    counted = tally_of(GROVE).counted(sheets, 0, "", None)
    seats = range(len(sheets))
    assert [dict(score) for score in counted.scores] == [state.score_lines(seat) for seat in seats]
    assert list(counted.places) == list(state.places())
    printed = [shelf.score_line(shelf.game(GROVE), json.dumps(sheet).encode()) for sheet in sheets]
    assert [dict(score) for score in counted.scores] == printed
    assert [row.points for row in counted.rows] == [
        tuple([score[line] for score in printed]) for line in printed[0]
    ]
    assert counted.doubts == ()  # what a game led to is never doubted


@pytest.mark.parametrize("path", records_of(VALLEY)[::16], ids=lambda path: path.stem)
def test_finished_valleys_count_as_their_game_did(path: Path) -> None:
    state = at_the_end(path)
    sheets = valley_sheets(state.view(None))
    seats = range(len(state.scores()))
    for shown in (seats[0], seats[-1]):  # each is drawn, which takes a while
        counted = tally_of(VALLEY).counted(sheets, shown, "", None)
        found = {line.key: line.points for line in counted.lines}
        assert {**found, "total": counted.rows[-1].points[shown]} == state.score_lines(shown)
    for seat in seats:
        assert {row.key: row.points[seat] for row in counted.rows} == state.score_lines(seat)
    assert list(counted.places) == list(state.places())
    printed = shelf.score_line(shelf.game(VALLEY), json.dumps(sheets[0]).encode())
    assert list(counted.scores) == [printed]
    assert counted.doubts == ()


def test_a_valley_by_itself_is_the_example_of_the_rules() -> None:
    counted = tally_of(VALLEY).counted([dict(EXAMPLE)], 0, "", None)
    assert [(line.key, line.points) for line in counted.lines] == [
        ("houses_with_sheep", 18),
        ("houses_without", -5),
        ("mountains", 8),
        ("high_speed", 13),
    ]
    assert counted.rows[-1].points == (34,)
    assert all(line.reasons and line.overlay.startswith("<svg") for line in counted.lines)
    by_colour = dict(tally_of(VALLEY).counted([dict(EXAMPLE)], 0, "", None).scores[0])["sunflowers"]
    assert {row.key: row.points[0] for row in counted.breaks[3:]} == by_colour


# ---- tap by tap --------------------------------------------------------------------------------------------


def test_a_farm_is_put_in_tap_by_tap() -> None:
    tally = tally_of(GROVE)
    sheets = after(tally, "tap cell:0,1 tile:17", "tap cell:1,1 tile:4", *["tap laid:0,1"] * 4)
    sheets = after(
        tally,
        *("more barn grain", "more barn wood", "more barn silver", "more land wood", "more land wood"),
        *("more land fish", "more labourers white", "more labourers blue", "more huts", "more barns"),
        *("more barns", "more improvements tent", "more improvements store", "more help open"),
        *("more help turned", "more help turned"),
        sheets=sheets,
    )
    (farm,) = sheets
    assert [tile[:3] for tile in farm["tiles"]] == [[17, 0, 1], [4, 1, 1]]
    counted = tally.counted(sheets, 0, "", None)
    assert counted.scores[0] == {  # the example of WG 11
        "fences": 0, "figures": 8, "buildings": 5, "coins": 1, "improvements": 9, "help": -6, "total": 17
    }  # fmt: skip
    assert counted.open == ("laid:0,1", "laid:1,1")
    assert "cell:2,1" in tally.counted(sheets, 0, "tile:9", None).open
    left = {tool.key for tool in counted.palettes[1].tools if tool.left}
    assert "tile:9" in left and not {"tile:17", "tile:4"} & left


def test_a_tile_comes_to_lie_where_most_of_it_joins() -> None:
    """It is only a guess: another tap turns it on."""
    tally = tally_of(GROVE)
    first = after(tally, "tap cell:0,1 tile:17")[0]["tiles"][0][3]
    again = after(tally, "tap cell:0,1 tile:17", "tap laid:0,1")[0]["tiles"][0][3]
    assert again == (first + 1) % 4


def test_a_tile_that_others_hang_on_stays() -> None:
    tally = tally_of(GROVE)
    sheets = after(tally, "tap cell:0,1 tile:17", "tap cell:0,2 tile:4", "tap cell:1,1 tile:9")
    assert refused(tally, sheets, "tap laid:0,1 lift") == "WG 3.3"
    sheets = after(tally, "tap cell:1,2 tile:30", "tap laid:0,1 lift", sheets=sheets)
    assert sorted([tile[0] for tile in sheets[0]["tiles"]]) == [
        4,
        9,
        30,
    ]  # laid round about, they still touch
    tally.counted(sheets, 0, "", None)


def test_cubes_leave_with_their_tile() -> None:
    tally = tally_of(GROVE)
    squares = [n for n, tile in shelf.game(GROVE).edition.tiles.items() if tile.storage[0]]  # type: ignore[attr-defined]
    sheets = after(tally, f"tap cell:0,1 tile:{squares[0]}", *["tap district:grain:0,0 cube"] * 3)
    assert sheets[0]["land"] == {"grain": 3}
    assert refused(tally, sheets, "more land grain") == "WG 4.5"
    assert after(tally, "tap laid:0,1 lift", sheets=sheets)[0]["land"] == {"grain": 2}


def test_taps_on_a_valley_draw_turn_and_wipe() -> None:
    tally = tally_of(VALLEY)
    taps = [after(tally, *["tap hex:0,0 L"] * n)[0]["rows"][0].split()[0] for n in range(1, 5)]
    assert taps == ["L03", "L14", "L25", "."]
    taps = [after(tally, *["tap hex:0,0"] * n)[0]["rows"][0].split()[0] for n in range(1, 8)]
    assert taps == ["H", "S", "F", "U", "L03", "C02", "."]
    assert len({after(tally, *["tap hex:0,0 C"] * n)[0]["rows"][0] for n in range(1, 8)}) == 7
    assert after(tally, "tap hex:0,0 H", "tap hex:0,0 erase") == tally.blank()
    both = after(tally, "tap hex:0,0 H", "add", sheets=None)
    assert "rows" not in both[0] and len(both[0]["players"]) == 2
    assert after(tally, "remove", sheets=both, seat=1)[0]["rows"][0].startswith("H ")


def test_another_letter_keeps_what_is_drawn() -> None:
    tally = tally_of(VALLEY)
    sheets = after(tally, "tap hex:0,0 H", "set sheet B", "set variant family")
    assert sheets[0]["sheet"] == "B" and sheets[0]["rows"][0] == "H . . . . ^"
    counted = tally.counted(sheets, 0, "", None)
    assert counted.lines[0].rule == "SV 6.1"


# ---- what cannot be ----------------------------------------------------------------------------------------

IMPOSSIBLE = [
    (GROVE, ["more help open"], "more help open", "WG 7.2"),
    (GROVE, ["more labourers white"] * 3, "more labourers blue", "WG 5.9"),
    (GROVE, ["more barn gold"] * 4, "more barn grain", "WG 4.6"),
    (GROVE, ["more huts"] * 4, "more huts", "WG 5.10"),
    (GROVE, ["more improvements well"] * 3, "more improvements tent", "WG 5.11"),
    (GROVE, [], "more land grain x", None),
    (GROVE, ["add"] * 3, "add", "WG 1.1"),
    (GROVE, [], "tap cell:4,4 tile:1", "WG 3.3"),
    (GROVE, [], "tap cell:0,-1 tile:1", "WG 3.7"),
    (GROVE, ["tap cell:0,1 tile:1"], "tap cell:0,1 tile:2", "WG 3.3"),
    (GROVE, [], "tap cell:0,1 tile:999", "WG 11"),
    (GROVE, [], "set board purple", "WG 11"),
    (GROVE, [], "more barn", "WG 11"),
    (VALLEY, [], "tap hex:0,4 H", "SV 1.1"),
    (VALLEY, [], "tap hex:9,9 H", "SV 8.2"),
    (VALLEY, [], "set sheet Z", "SV 8.2"),
    (VALLEY, ["add"] * 4, "add", "SV 1.1"),
]


@pytest.mark.parametrize(("game", "before", "deed", "rule"), IMPOSSIBLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_is_refused_with_its_paragraph(
    game: str, before: list[str], deed: str, rule: str | None, language: str
) -> None:
    tally = tally_of(game, language)
    sheets = after(tally, *before)
    if rule is None:
        after(tally, deed, sheets=sheets)
    else:
        assert refused(tally, sheets, deed) == rule


def test_what_no_game_leads_to_is_pointed_out() -> None:
    tally = tally_of(GROVE)
    sheets = after(tally, "add", "tap cell:0,1 tile:17")
    sheets = after(tally, "tap cell:0,1 tile:17", "less labourers yellow", sheets=sheets)
    doubts = tally.counted(sheets, 0, "", None).doubts
    assert {(doubt.rule, doubt.seat) for doubt in doubts} == {
        ("WG 3.2", 0),
        ("WG 3.2", 1),
        ("WG 1.2", 0),
        ("WG 1.3", None),
    }
    valley = tally_of(VALLEY)
    rules = [doubt.rule for doubt in valley.counted(valley.blank(), 0, "", None).doubts]
    assert rules == ["SV 2.4", "SV 1.3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_is_said_in_the_language_of_the_page(language: str) -> None:
    bad: list[tuple[str, dict[str, Any], str]] = [
        (GROVE, {"board": "purple"}, "WG 11"),
        (VALLEY, {**EXAMPLE, "sheet": "Q"}, "SV 1.1"),
        (VALLEY, {**EXAMPLE, "rows": ["L12 S F S ^ H", *EXAMPLE["rows"][1:]]}, "SV 3.5"),
        (VALLEY, {**EXAMPLE, "variant": "x"}, "SV 6.1"),
        (VALLEY, {**EXAMPLE, "rows": []}, "SV 8.1"),
        (VALLEY, {**EXAMPLE, "colour": "x"}, "SV 8.2"),
    ]
    for game, sheet, rule in bad:
        with pytest.raises(Impossible) as found:
            tally_of(game, language).counted([sheet], 0, "", None)
        said = tally_of(game, language).words.called(rule.split()[1], "tally_fault")
        assert found.value.fault.rule == rule
        assert found.value.fault.sentence.startswith(said) and said.endswith(".")


def test_each_reading_of_the_rules_can_be_chosen() -> None:
    """WG 10: two of the switches change what is counted, each by itself."""
    tally = tally_of(GROVE)
    sheets = after(tally, "more help open", "more barn gold", "more barn copper", "more barn copper")
    found = {}
    for choice in tally.counted(sheets, 0, "", None).settings[1].choices:
        counted = tally.counted(after(tally, f"set options {choice}", sheets=sheets), 0, "", None)
        assert counted.settings[1].value == choice
        found[choice] = (
            counted.scores[0]["help"],
            counted.better.points - int(str(counted.scores[0]["total"])),
        )
        assert len(counted.lines[-1].reasons) == (1 if counted.scores[0]["help"] else 2)
    assert sorted(found.values()) == [(-2, 0), (-2, 0), (0, 0), (0, 0)]
    sheets = after(tally, "less barn gold", "more barn copper", sheets=sheets)
    assert tally.counted(sheets, 0, "", None).better.points == 6 + 0  # three coppers for the help tile
    assert tally.counted(after(tally, "set options german jokers=buildings", sheets=sheets), 0, "", None).better.points == 4  # fmt: skip  # noqa: E501


def test_nobody_can_have_a_table_drawn_that_takes_for_ever() -> None:
    tally = tally_of(GROVE)
    with pytest.raises(Impossible):
        tally.counted([{"board": "yellow", "help": {"turned": 10**9}}], 0, "", None)


# ---- the best that could have been made of it --------------------------------------------------------------


def ends(state: Position, seat: int) -> Iterator[Position]:
    """Every way in which a seat can make its last decision (WG 8.10), by the game's own moves."""
    seen: set[object] = set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        if seat not in here.to_act():
            yield here
            continue
        for move in here.legal(seat):
            there = here.clone()
            there.apply(seat, move)
            farm = there.farms[seat]
            key = (*farm.barn, -1, *farm.stored, -1, *farm.agenda, -1, farm.help_open, farm.repaying)
            if key not in seen:
                seen.add(key)
                waiting.append(there)


def last_decisions() -> Iterator[tuple[Position, int]]:
    """Positions before the last decision, as games came to them."""
    for path in records_of(GROVE)[::40]:
        record = read_record(path.read_bytes())
        table = re_execute(record, shelf.game_for, 0)
        for seat, move in record.moves:
            # Compiled, the abstract classes of both games share what `isinstance` remembers.
            state = cast(Position, table.state)
            if state.season == LAST:
                yield state, state.acting[0]
                break
            table.play(seat, move)


def deal_anew(farm: Farm, chance: Random) -> None:
    """Few things, so that all can be tried, and improvements that make it hard to say what to do."""
    farm.improvements = [0] * 7
    farm.improvements[SAFE], farm.improvements[STORE] = chance.randint(0, 1), chance.randint(0, 2)
    farm.help_open = chance.randint(0, 1)
    spaces = farm.room + sum(farm.barn)
    farm.barn, farm.goods, farm.stored = [0] * 8, [0] * 5, [0] * len(farm.stored)
    farm.room = spaces
    for _ in range(min(3, int(spaces))):
        farm.put(chance.randrange(8))
    for district in chance.sample(farm.land.live, 2):
        if farm.land.squares[district]:
            farm.stored[district] = 1
            farm.goods[farm.land.terrain[district]] += 1


def test_no_last_decision_is_better_than_the_best_end() -> None:
    """Against every sequence of moves that the game allows, with pieces dealt anew to make it hard."""
    chance, tried, better = Random(8), 0, 0
    for state, seat in last_decisions():
        for _ in range(12):
            dealt = state.clone()
            deal_anew(dealt.farms[seat], chance)
            end = best_end(dealt.farms[seat], dealt.switches)
            before = dealt.score_lines(seat)["total"]
            assert before + end.more == max([each.score_lines(seat)["total"] for each in ends(dealt, seat)])
            tried += 1
            better += end.more > 0
    assert tried >= 24 and better > 3


def served_by_hand(rows: list[str], sheet: str, family: bool) -> int:
    """The most houses that any allotment serves, all of them tried (SV 5.1)."""
    document = {"sheet": sheet, "rows": rows, **({"variant": "family"} if family else {})}
    (valley,) = valleys_of_sheet(document, shelf.game(VALLEY).edition)  # type: ignore[attr-defined]
    villages = parts(valley.houses)
    nets = valley_scoring.homes(valley, villages, links(lines(valley), villages))
    herds = valley_scoring.flocks(valley)
    sheep, houses = listed(valley.sheep), listed(valley.houses)

    def may(one: int, house: int) -> bool:
        herd = next(each for each in herds if each & only(one))
        return any(net & only(house) and net & around(herd) for net in nets)

    few, many, swap = (sheep, houses, False) if len(sheep) <= len(houses) else (houses, sheep, True)
    return max(
        sum(may(b, a) if swap else may(a, b) for a, b in zip(few, order, strict=True))
        for order in permutations(many, len(few))
    )


def test_the_allotment_that_is_shown_is_the_best() -> None:
    chance, tally = Random(5), tally_of(VALLEY)
    for n in range(25):
        family, letter = n % 3 == 0, chance.choice("ABCDEFGH")
        sheets: Any = after(tally, f"set sheet {letter}", *(["set variant family"] if family else []))
        for mark in "HHHHSSSSLC":
            row, column = chance.randrange(5), chance.randrange(6)
            try:
                sheets, _ = tally.done(sheets, 0, f"tap hex:{row},{column} {mark}")
            except Impossible:
                continue
        counted = tally.counted(sheets, 0, "", 0)
        best = served_by_hand(sheets[0]["rows"], letter, family)
        assert counted.lines[0].points == 3 * best
        assert len(counted.better.sentences) == (
            2 if best else 1
        )  # whoever counted none is told what is lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_players_counted_is_put_right(language: str) -> None:
    tally = tally_of(VALLEY, language)
    fewer, right, more = (tally.counted([dict(EXAMPLE)], 0, "", each).better.sentences for each in (5, 6, 7))
    assert len(right) == 1 and fewer[0] == more[0] == right[0]
    assert "8" in fewer[1] and fewer[1] != more[1]
