"""Editions (WG 9.1, 9.5): changed copies of the packaged one, played if sound, refused with every reason."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from farmstead import shelf
from farmstead.engine.contract import BadPosition, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.editions import BadEdition
from farmstead.engine.playout import play_out
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME, game_with
from farmstead.games.walnut_grove.rules.editions import read_edition
from farmstead.games.walnut_grove.rules.names import OVER
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from tests.edition_files import EditionFile

FILE = EditionFile("walnut-grove")
PACKAGED, changed, problems, rules_of = FILE.text, FILE.changed, FILE.problems, FILE.rules_of


def entry(table: str, key: str, *swaps: tuple[str, str]) -> str:
    """The edition with changes inside one entry: `entry("disc", 'id = "A2"', ("draw = 3", "draw = 4"))`."""
    before, mark, after = PACKAGED.partition(f"[[{table}]]\n{key}")
    assert mark, f"no [[{table}]] with {key}"
    own, gap, rest = after.partition("\n\n")
    return before + changed(*swaps, text=mark + own) + gap + rest


def without(table: str, key: str) -> str:
    """The edition less one entry."""
    before, mark, after = PACKAGED.partition(f"[[{table}]]\n{key}\n")
    assert mark, f"no [[{table}]] with {key}"
    return before + after.partition("\n\n")[2]


def tiles_only(count: int, text: str = PACKAGED) -> str:
    """The edition with its first `count` land tiles."""
    return text.split(f"[[tile]]\nid = {count + 1}\n")[0]


# ---- sound ---------------------------------------------------------------------------------------------


def test_the_packaged_edition_has_what_is_in_the_box() -> None:
    edition = read_edition(PACKAGED)
    assert (len(edition.tiles), len(edition.discs), edition.coins) == (50, 8, [11, 11, 8])
    assert (edition.labourers, edition.building_tiles, edition.improvements) == ([6, 6, 4], [4, 4], [3] * 7)


def test_every_entry_says_where_it_comes_from() -> None:
    document = tomllib.loads(PACKAGED)
    tables = [document[key] for key in ("coins", "labourers", "building_tiles", "improvements", "stock")]
    tables += [table for key in ("board", "building", "disc", "tile") for table in document[key]]
    assert {table["source"] for table in tables} == {"known", "reported", "inferred", "invented"}


def test_only_what_a_rulebook_states_is_called_known() -> None:
    document = tomllib.loads(PACKAGED)
    sources = {key: document[key]["source"] for key in ("coins", "labourers", "improvements", "stock")}
    sources |= {
        entry[key]: entry["source"]
        for kind, key in (("building", "key"), ("disc", "id"))
        for entry in document[kind]
    }
    assert [name for name, source in sources.items() if source == "known"] == ["stock"]
    assert sources["coins"] == sources["lodge"] == sources["post-office"] == "reported"
    assert sources["improvements"] == sources["A1"] == "inferred"


# ---- each fault of WG 9.5 ------------------------------------------------------------------------------


def test_the_tile_bag_must_serve_every_spring_of_every_disc_order() -> None:
    """With nine tiles of four players laid before it, B2 may find fourteen; four each would be sixteen."""
    assert problems(entry("disc", 'id = "B2"', ("draw = 3", "draw = 4"))) == [
        "disc B2: only 14 tiles may be left when four players draw 4 each (WG 9.5)"
    ]


def test_two_tiles_fewer_still_serve_and_three_do_not() -> None:
    assert problems(tiles_only(48)) == []
    assert problems(tiles_only(47)) == [
        "disc B1: only 15 tiles may be left when four players draw 4 each (WG 9.5)",
        "disc B2: only 11 tiles may be left when four players draw 3 each (WG 9.5)",
        "disc B4: only 11 tiles may be left when four players draw 3 each (WG 9.5)",
    ]


def test_a_disc_of_the_first_pile_comes_at_the_latest_after_its_own_three() -> None:
    assert not any("disc A1" in problem for problem in problems(tiles_only(28)))
    assert "disc A1: only 15 tiles may be left when four players draw 4 each (WG 9.5)" in problems(
        tiles_only(27)
    )


def test_laying_more_leaves_fewer_tiles_for_the_others() -> None:
    found = problems(entry("disc", 'id = "A3"', ("lay = 1", "lay = 2")))
    assert found == [
        "disc B1: only 14 tiles may be left when four players draw 4 each (WG 9.5)",
        "disc B2: only 10 tiles may be left when four players draw 3 each (WG 9.5)",
        "disc B4: only 10 tiles may be left when four players draw 3 each (WG 9.5)",
    ]


NO_SQUARES = ("storage = { grain = 1, fish = 1 }", "storage = {}")  # for a tile whose edges cannot be read
FAULTS: dict[str, tuple[str, str, str]] = {  # the edition, the paragraph, words of the sentence
    "two coppers for each of four players": (
        changed(("copper = 11", "copper = 7")),
        "WG 9.5",
        "two coppers for each of four players",
    ),
    "five wagons": (changed(("wagons = 4", "wagons = 5")), "WG 9.5", "board yellow: a board has one to four"),
    "no wagon": (changed(("wagons = 4", "wagons = 0")), "WG 9.5", "board yellow: a board has one to four"),
    "a landscape twice": (
        changed(
            ('["grain", "stone", "dairy", "fish", "wood"]', '["grain", "stone", "grain", "fish", "wood"]')
        ),
        "WG 9.5",
        "board yellow: its five landscapes must be five different terrains",
    ),
    "four landscapes": (
        changed(('["fish", "dairy", "stone", "grain", "wood"]', '["fish", "dairy", "stone", "wood"]')),
        "WG 9.5",
        "board blue: its five landscapes",
    ),
    "a cost of silk": (changed(("{ fish = 2 }", "{ silk = 2 }")), "WG 9.5", "building hotel: its cost names"),
    "a cost of coins": (
        changed(("{ fish = 2 }", "{ gold = 2 }")),
        "WG 9.5",
        "building hotel: its cost names",
    ),
    "an autumn good the store does not show": (
        changed(('autumn = "wood"', 'autumn = "stone"')),
        "WG 9.5",
        "disc A1: stone is not sold at the General Store",
    ),
    "a tile twice": (changed(("\nid = 50\n", "\nid = 49\n")), "WG 9.5", "tile 49 is there twice"),
    "too few boards": (changed(("copies = 2", "copies = 1")), "WG 1.1", "a board for each of 4 players"),
    "two patterns of one kind": (changed(('kind = "blue"', 'kind = "yellow"')), "WG 1.1", "have one kind"),
    "no square in the forest": (
        changed(("storage = [2, 1, 1, 2, 2]", "storage = [2, 1, 1, 2, 0]")),
        "WG 1.2",
        "board yellow: the forest needs a square",
    ),
    "a barn without room for the coins": (
        changed(("barn_spaces = 4", "barn_spaces = 1")),
        "WG 1.2",
        "board yellow: the barn needs room for two coins",
    ),
    "no labourer for the first wagon": (
        changed(("yellow = 6", "yellow = 1"), ("white = 4", "white = 9")),
        "WG 1.2",
        "too few yellow labourers for the boards' first wagons",
    ),
    "two discs with one id": (changed(('id = "A2"', 'id = "A1"')), "WG 1.4", "two year discs have one id"),
    "five discs of one pile": (changed(('pile = "B"', 'pile = "A"')), "WG 1.4", "four A discs and four B"),
    "a disc too few": (without("disc", 'id = "B3"'), "WG 1.4", "four A discs and four B"),
    "too few labourers": (
        changed(("white = 4", "white = 3")),
        "WG 1.5",
        "too few labourers for three lodgings of 4 with 4 players",
    ),
    "too few for three players": (
        changed(("per_building = [2, 2, 3, 4]", "per_building = [2, 2, 5, 4]"), ("hut = 4", "hut = 6")),
        "WG 1.5",
        "too few labourers for three lodgings of 5 with 3 players",
    ),
    "stock for three tables only": (
        changed(("per_building = [2, 2, 3, 4]", "per_building = [2, 2, 3]")),
        "WG 1.5",
        "per_building must be four numbers",
    ),
    "stock of nothing": (
        changed(("per_building = [2, 2, 3, 4]", "per_building = [0, 2, 3, 4]")),
        "WG 1.5",
        "per_building must be four numbers",
    ),
    "too few building tiles": (
        changed(("hut = 4", "hut = 3")),
        "WG 1.6",
        "too few huts and barns for two buildings of 4 with 4 players",
    ),
    "too few improvements": (
        re.sub(r"(?m)^(tent|ladder|safe|store|paddock|horses|well) = 3", r"\1 = 1", PACKAGED),
        "WG 1.7",
        "too few improvements for two buildings of 4 with 4 players",
    ),
    "a start row of three": (
        changed(("row_spaces = 4", "row_spaces = 3")),
        "WG 1.9",
        "post-office: its start",
    ),
    "no toll line at the Church": (
        changed(('line = "church"\n', "")),
        "WG 5.1",
        "the Town Hall line must begin the ring, the Church line halve it",
    ),
    "a building missing": (without("building", 'key = "saloon"'), "WG 5.1", "the street must have each of"),
    "a building twice": (
        changed(('key = "lodge"', 'key = "hotel"')),
        "WG 5.1",
        "the street must have each of",
    ),
    "a cost at the Church": (
        entry("building", 'key = "church"', ("cost = {}", "cost = { wood = 1 }")),
        "WG 5.5",
        "building church: it can always be entered",
    ),
    "a cost at the Post Office": (
        entry("building", 'key = "post-office"', ("cost = {}", "cost = { wood = 1 }")),
        "WG 5.5",
        "building post-office: it can always be entered",
    ),
    "a cost at the General Store": (
        entry("building", 'key = "general-store"', ("cost = {}", "cost = { wood = 1 }")),
        "WG 5.5",
        "building general-store: it can always be entered",
    ),
    "four goods sold": (
        changed(('sells = ["grain", "fish", "wood"]', 'sells = ["grain", "fish", "wood", "dairy"]')),
        "WG 5.12",
        "the General Store must show three different goods",
    ),
    "a good sold twice": (
        changed(('sells = ["grain", "fish", "wood"]', 'sells = ["grain", "fish", "wood", "wood"]')),
        "WG 5.12",
        "the General Store must show three different goods",
    ),
    "an edge of sand": (
        changed(('edges = "yybb"', 'edges = "yybs"'), NO_SQUARES),
        "WG 9.2",
        "tile 1: edges must be four",
    ),
    "three edges": (
        changed(('edges = "yybb"', 'edges = "yyb"'), NO_SQUARES),
        "WG 9.2",
        "tile 1: edges must be four",
    ),
    "storage on no terrain": (
        changed(("storage = { grain = 1, fish = 1 }", "storage = { grain = 1, wood = 1 }")),
        "WG 9.2",
        "tile 1: storage for 'wood', which is no terrain of this tile",
    ),
    "another game": (
        changed(('game = "walnut-grove"', 'game = "agricola"')),
        "WG 9.1",
        "the file must say game",
    ),
    "a name of two words": (
        changed(('name = "farmstead"', 'name = "my box"')),
        "WG 9.1",
        "a name of one word",
    ),
    "a building that shows nothing": (
        changed(('name = "Lodge"', 'name = " "')),
        "WG 9.1",
        "building lodge: it needs a name of at most 40 letters",
    ),
    "a building whose name no picture can have": (
        changed(('name = "Lodge"', 'name = "Lod\\u0001ge"')),
        "WG 9.1",
        "building lodge: it needs a name of at most 40 letters, all to be seen",
    ),
    "a building whose name has no end": (
        changed(('name = "Lodge"', f'name = "{"x" * 41}"')),
        "WG 9.1",
        "building lodge: it needs a name of at most 40 letters",
    ),
    "an unknown coin": (
        changed(("gold = 8", "gold = 8\nplatinum = 1")),
        "WG 9.1",
        "[coins]: 'platinum' is not",
    ),
    "a number that is none": (
        changed(("gold = 8", 'gold = "8"')),
        "WG 9.1",
        "[coins]: gold must be a number",
    ),
    "yes as a number": (changed(("gold = 8", "gold = true")), "WG 9.1", "[coins]: gold must be a number"),
    "less than no fire": (changed(("fires = 0", "fires = -1")), "WG 9.1", "disc A1: fires must be a number"),
    "five tiles drawn": (
        changed(("draw = 4", "draw = 5")),
        "WG 9.1",
        "disc A1: draw must be a number from 2 to 4",
    ),
    "no tile laid": (changed(("lay = 2", "lay = 0")), "WG 9.1", "disc A1: lay must be a number from 1 to 2"),
    "an unknown colour": (
        changed(('doubled = "blue"', 'doubled = "black"')),
        "WG 9.1",
        "disc A1: doubled must be one of none, yellow, blue, white",
    ),
    "no place in a building": (
        changed(("places = 1", "places = 0")),
        "WG 9.1",
        "post-office: places must be",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_alone_with_its_paragraph(fault: str) -> None:
    text, rule, words = FAULTS[fault]
    found = problems(text)
    assert rules_of(found) == [rule], found
    assert words in found[0]


@pytest.mark.parametrize(
    "fences",
    ['["N"]', '["N-N"]', '["N-E-S-W"]', '["N-S", "E-W"]', '["N-E", "E-S"]', '["N-E", "S-W-N"]', '["N-X"]']
    + [
        '["north-east"]',
        '["N-E", "S-W", "W-N"]',
        '"N-E"',
        "[[0, 1]]",
        '[""]',
        '["-E"]',
        '["NE-S"]',
        '["N E"]',
    ],
)
def test_fences_of_other_forms_are_refused(fences: str) -> None:
    found = problems(changed(('fences = ["W-N"]', f"fences = {fences}")))
    assert rules_of(found) == ["WG 9.3"], found
    assert found[0].startswith("tile 1: fences")


@pytest.mark.parametrize("fences", ["[]", '["N-E"]', '["N-S"]', '["W-E"]', '["S-W-N"]', '["N-E", "S-W"]'])
def test_fences_of_the_forms_of_the_rules_are_sound(fences: str) -> None:
    assert problems(changed(('fences = ["W-N"]', f"fences = {fences}"))) == []


@pytest.mark.parametrize("key", ["coins", "labourers", "building_tiles", "improvements"])
def test_a_missing_table_is_named(key: str) -> None:
    found = problems(changed((f"[{key}]", f"[no_{key}]")))
    assert found == [f"there must be a [{key}] table (WG 9.1)"]


@pytest.mark.parametrize("key", ["board", "disc", "tile"])
def test_missing_entries_are_named(key: str) -> None:
    found = problems(PACKAGED.replace(f"[[{key}]]", f"[[no_{key}]]"))
    assert found == [f"there must be [[{key}]] entries (WG 9.1)"]


def test_a_street_without_buildings_is_refused() -> None:
    found = problems(PACKAGED.replace("[[building]]", "[[no_building]]"))
    assert found[0] == "there must be [[building]] entries (WG 9.1)"


def test_at_the_limit_an_edition_is_sound() -> None:
    assert problems(changed(("copper = 11", "copper = 8"))) == []
    assert problems(changed(("wagons = 4", "wagons = 1"))) == []
    assert problems(changed(("barn_spaces = 4", "barn_spaces = 2"))) == []
    assert problems(changed(("storage = [2, 1, 1, 2, 2]", "storage = [0, 0, 0, 0, 1]"))) == []
    assert problems(changed(("yellow = 6", "yellow = 2"), ("white = 4", "white = 8"))) == []
    assert problems(changed(("row_spaces = 4", "row_spaces = 5"))) == []
    seven_of_one = re.sub(r"(?m)^(ladder|safe|store|paddock|horses|well) = 3", r"\1 = 1", PACKAGED)
    assert problems(changed(("tent = 3", "tent = 2"), text=seven_of_one)) == []


# ---- all faults at once --------------------------------------------------------------------------------


def test_all_that_makes_an_edition_unsound_is_listed_at_once() -> None:
    found = problems(
        changed(
            ("copper = 11", "copper = 7"),
            ("white = 4", "white = 3"),
            ("hut = 4", "hut = 3"),
            ("wagons = 4", "wagons = 5"),
            ('autumn = "wood"', 'autumn = "dairy"'),
        )
    )
    assert sorted(rules_of(found)) == ["WG 1.5", "WG 1.6", "WG 9.5", "WG 9.5", "WG 9.5"]


def test_all_that_cannot_be_read_is_listed_at_once() -> None:
    found = problems(
        changed(
            ('game = "walnut-grove"', 'game = "chess"'),
            ("gold = 8", "gold = -1"),
            ("{ fish = 2 }", "{ silk = 2 }"),
            ('edges = "yybb"', 'edges = "????"'),
            ('fences = ["W-N"]', 'fences = ["?"]'),
            NO_SQUARES,
        )
    )
    assert sorted(rules_of(found)) == ["WG 9.1", "WG 9.1", "WG 9.2", "WG 9.3", "WG 9.5"]


def test_what_cannot_be_read_does_not_hide_what_is_unsound() -> None:
    found = problems(
        changed(("copper = 11", "copper = 7"), ("{ fish = 2 }", "{ silk = 2 }"), ("wagons = 4", "wagons = 5"))
    )
    assert rules_of(found) == ["WG 9.5"] * 3, found


FIVE_HUT_SITES = PACKAGED.replace("hut_sites = 4", "hut_sites = 5")
NO_FIVE_HUT_SITES = [f"board {kind}: a board has at most 4 hut sites (WG 9.5)" for kind in ("yellow", "blue")]


def test_a_board_has_at_most_four_hut_sites() -> None:
    """Since revision 2, where each hut is room for a labourer."""
    game = game_with(FIVE_HUT_SITES)
    with pytest.raises(BadEdition) as caught:
        game.setup(1)
    assert caught.value.problems == NO_FIVE_HUT_SITES
    with pytest.raises(BadEdition):
        shelf.playable_with("walnut-grove", FIVE_HUT_SITES)
    assert shelf.playable_with("walnut-grove", PACKAGED).label == GAME.label


def test_a_game_that_began_with_more_hut_sites_ends_with_them() -> None:
    """Under revision 1 they were no fault, so what was played with such a box can still be read."""
    game = game_with(FIVE_HUT_SITES)
    table = Table(game, game.setup(2, (), 1))
    play_out(table.state, QuickDealer(3))
    assert table.state.view(None)["rules"] == 1
    assert shelf.edition_of(game) == table.setup.edition != GAME.label
    assert game.position(table.state.text()).text() == table.state.text()
    document = json.loads(table.state.text()) | {"rules": 2}
    with pytest.raises(BadPosition, match="at most 4 hut sites"):
        game.position(json.dumps(document))


# ---- playing a changed edition -------------------------------------------------------------------------


def street_turned() -> str:
    """Lodge and Carpenter change places, and so do Saloon and General Store with all that is theirs."""
    entries = PACKAGED.split("[[building]]\n")
    for one, other in ((2, 3), (7, 10)):
        entries[one], entries[other] = entries[other], entries[one]
    return "[[building]]\n".join(entries)


SOUND: dict[str, str] = {
    "as packaged": PACKAGED,
    "poor boards": (
        PACKAGED.replace("barn_spaces = 4", "barn_spaces = 2")
        .replace("wagons = 4", "wagons = 1")
        .replace("hut_sites = 4", "hut_sites = 0")
        .replace("barn_sites = 2", "barn_sites = 0")
        .replace("improvement_sites = 3", "improvement_sites = 0")
    ),
    "rich boards": (
        PACKAGED.replace("barn_spaces = 4", "barn_spaces = 9")
        .replace("barn_tile_adds = 2", "barn_tile_adds = 5")
        .replace("storage = [2, 1, 1, 2, 2]", "storage = [9, 9, 9, 9, 9]")
        .replace("improvement_sites = 3", "improvement_sites = 8")
    ),
    "few coins and tiles": tiles_only(
        48, changed(("copper = 11", "copper = 8"), ("silver = 11", "silver = 0"), ("gold = 8", "gold = 0"))
    ),
    "other costs and goods": changed(
        ("{ grain = 2 }", "{ stone = 9 }"),
        ("{ fish = 2 }", "{}"),
        ("{ dairy = 2 }", "{ grain = 1, fish = 1, dairy = 1, wood = 1, stone = 1 }"),
        ('["grain", "fish", "wood"]', '["wood", "fish", "grain"]'),
        ("places = 1", "places = 3"),
    ),
    "one pattern, harsh winters": (
        changed(("copies = 2", "copies = 8"))
        .replace("fires = 0", "fires = 9")
        .replace('doubled = "none"', 'doubled = "yellow"')
    ),
    "another street": street_turned(),
}


def whole_game(text: str, seats: int, seed: int, *options: str) -> WalnutGrove:
    game = game_with(text)
    state: State = game.start(game.setup(seats, options))
    play_out(state, QuickDealer(seed))
    assert isinstance(state, WalnutGrove)
    return state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("name", SOUND)
def test_a_sound_edition_plays_whole_games(name: str, seats: int) -> None:
    for seed in range(3):
        state = whole_game(SOUND[name], seats, seed, "french" if seed == 2 else "german")
        assert (state.season, state.year, state.discs_left) == (OVER, 8, [])
        assert len(state.scores()) == seats
        assert min(state.places()) == 1
        check_pieces(state)


def check_pieces(state: WalnutGrove) -> None:
    """Tiles and coins are those of the edition, and no board holds more than it can."""
    tiles = state.tile_bag + [tile.tile for farm in state.farms for tile in farm.land.tiles]
    assert sorted(tiles) == sorted(state.edition.tiles)
    in_barns = [sum(farm.barn[5 + coin] for farm in state.farms) for coin in range(3)]
    assert [bag + barns for bag, barns in zip(state.coin_bag, in_barns, strict=True)] == state.edition.coins
    for farm in state.farms:
        assert sum(farm.labourers) <= farm.board.wagons + farm.huts
        assert farm.huts <= farm.board.hut_sites and farm.barns <= farm.board.barn_sites
        assert sum(farm.improvements) <= farm.board.improvement_sites
        assert sum(farm.barn) + farm.room == farm.board.barn_spaces + farm.barns * farm.board.barn_tile_adds


def test_a_changed_edition_is_what_is_played() -> None:
    game = game_with(changed(("wagons = 4", "wagons = 2"), ("{ grain = 2 }", "{ stone = 3 }")))
    assert game.edition.boards[0].wagons == 2
    assert game.edition.buildings[1].cost == [0, 0, 0, 0, 3]
    assert GAME.edition.buildings[1].cost == [2, 0, 0, 0, 0]


# ---- the digest ----------------------------------------------------------------------------------------


def fingerprint(text: str) -> str:
    return read_edition(text).digest


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(changed(('name = "Lodge"', 'name = "Gasthaus"')), id="a building's name"),
        pytest.param(changed(("gold = 8\n", 'gold = 8\nnotes = "counted"\n')), id="notes"),
        pytest.param(
            changed(("copper = 11\nsilver = 11\n", "silver = 11\ncopper = 11\n")), id="order of keys"
        ),
        pytest.param(changed(("{ wood = 1, stone = 1 }", "{stone=1,wood=1}")), id="blanks"),
    ],
)
def test_the_digest_ignores_what_is_not_played(text: str) -> None:
    assert fingerprint(text) == fingerprint(PACKAGED)


CHANGES = {
    "coins": ("gold = 8", "gold = 9"),
    "labourers": ("white = 4", "white = 5"),
    "building tiles": ("hut = 4", "hut = 5"),
    "improvements": ("well = 3", "well = 4"),
    "stock": ("[2, 2, 3, 4]", "[1, 2, 3, 4]"),
    "copies": ("copies = 2", "copies = 3"),
    "landscapes": ('"grain", "stone", "dairy"', '"stone", "grain", "dairy"'),
    "storage": ("[2, 1, 1, 2, 2]", "[2, 1, 1, 2, 3]"),
    "cost": ("{ grain = 2 }", "{ grain = 3 }"),
    "places": ("places = 2", "places = 3"),
    "draw": ("draw = 4", "draw = 3"),
    "summer good": ('summer = "dairy"', 'summer = "stone"'),
    "autumn good": ('autumn = "wood"', 'autumn = "fish"'),
    "doubled colour": ('doubled = "blue"', 'doubled = "none"'),
    "fires": ("fires = 0", "fires = 1"),
    "edges": ('edges = "yybb"', 'edges = "ybyb"'),
    "fences": ('fences = ["W-N"]', "fences = []"),
    "squares": ("storage = { grain = 1, fish = 1 }", "storage = { grain = 1, fish = 2 }"),
}


def test_the_digest_changes_with_everything_that_is_played() -> None:
    found = {fingerprint(changed(swap)) for swap in CHANGES.values()}
    assert fingerprint(PACKAGED) not in found
    assert len(found) == len(CHANGES)


# ---- what would crash a careless reader ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [('kind = "yellow"', f'kind = "{"y" * 21}"'), ('id = "A1"', f'id = "{"A" * 21}"')],
)
def test_names_too_long_to_be_written_in_a_move_are_refused(old: str, new: str) -> None:
    assert "WG 9.1" in rules_of(problems(changed((old, new))))


def test_names_of_twenty_letters_replay() -> None:
    game = game_with(
        changed(('kind = "yellow"', f'kind = "{"y" * 20}"'), ('id = "A1"', f'id = "{"A" * 20}"'))
    )
    assert str(game.parse("board " + "y" * 20)) == "board " + "y" * 20
    play_out(game.start(game.setup(2)), QuickDealer(1))


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("fires = 2021-01-01", "not 2021-01-01"),
        ("fires = true", "not true"),
        ('fires = "x"', 'not "x"'),
        ("fires = [1, false]", "not [1, false]"),
        ("smoke = 1", "and is missing"),
    ],
)
def test_a_wrong_value_is_told_as_the_file_writes_it(new: str, said: str) -> None:
    found = "; ".join(problems(changed(("fires = 0", new))))
    assert said in found and "None" not in found and "datetime" not in found


def test_a_byte_order_mark_before_an_edition_does_not_matter() -> None:
    assert fingerprint("\ufeff" + PACKAGED) == fingerprint(PACKAGED)


# ---- small editions (WG 9.7) ---------------------------------------------------------------------------


ONE_YEAR = shelf.further_edition_text("walnut-grove", "one_year")
DISC = ONE_YEAR[ONE_YEAR.index("[[disc]]") : ONE_YEAR.index("[[tile]]")]


@pytest.mark.rule("WG 9.7")
def test_a_small_edition_is_played_by_those_it_names_for_the_years_it_says() -> None:
    game = shelf.game_in("walnut-grove", "one_year")
    assert (game.fewest, game.most) == (1, 1)
    for seed in range(20):
        table, dealer = Table(game, game.setup(1)), QuickDealer(seed)
        while table.state.to_act():
            seat = table.state.to_act()[0]
            move = dealer.deal(table.state) if seat < 0 else table.state.pick(seat, dealer)
            table.play(seat, str(move))
            assert game.position(table.state.text()).text() == table.state.text()
        assert isinstance(table.state, WalnutGrove)
        assert (table.state.season, table.state.year) == (OVER, 1)


@pytest.mark.rule("WG 9.7")
def test_two_years_have_a_disc_of_each_pile() -> None:
    second = DISC.replace('"A1"', '"B1"').replace('pile = "A"', 'pile = "B"')
    text = changed(("years = 1", "years = 2"), (DISC, DISC + second), text=ONE_YEAR)
    assert problems(text) == ["disc B1: only 1 tiles may be left when one player draws 2 each (WG 9.5)"]
    text = changed(("draw = 2", "draw = 1"), ("draw = 2", "draw = 1"), text=text)
    game = game_with(text)
    state = game.start(game.setup(1))
    play_out(state, QuickDealer(1))
    assert (state.season, state.year) == (OVER, 2)


@pytest.mark.rule("WG 9.7", "refused")
@pytest.mark.parametrize(
    ("swap", "rule", "sentence"),
    [
        (("years = 1", "years = 0"), "WG 9.1", "the edition: years must be a number from 1 to 8"),
        (("years = 1", "years = 9"), "WG 9.1", "the edition: years must be a number from 1 to 8"),
        (("years = 1", "years = 2"), "WG 1.4", "there must be 1 A discs and 1 B discs for 2 years"),
        (("seats = [1]", "seats = [0]"), "WG 9.7", "seats must list numbers of players"),
        (("seats = [1]", "seats = [true]"), "WG 9.7", "seats must list numbers of players"),
        (("copper = 5", "copper = 1"), "WG 9.5", "there must be two coppers for each of 1 players"),
    ],
)
def test_a_small_edition_that_is_not_sound_is_refused(
    swap: tuple[str, str], rule: str, sentence: str
) -> None:
    found = problems(changed(swap, text=ONE_YEAR))
    assert any(one.startswith(sentence) and one.endswith(f"({rule})") for one in found), found
