"""Room for labourers (WG 5.9, 6.3, 9.6): wagons and huts bought; `huts_free_wagons` off: wagons alone."""

from __future__ import annotations

import json

import pytest

from farmstead.engine.contract import BadPosition
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.names import COLOURS
from farmstead.games.walnut_grove.rules.sheets import score_line
from farmstead.render.words import words_for
from tests.games.walnut_grove.scenes import Scene

OFF = "huts_free_wagons=off"
LODGINGS = ["lodge", "hotel", "saloon"]
COINS = "copper copper copper"
WITHOUT: list[tuple[tuple[str, ...], int]] = [((OFF,), 2), ((), 1)]
without = pytest.mark.parametrize(("options", "rules"), WITHOUT, ids=["off", "revision 1"])
PRESETS = ["german", "french"]


def people(count: int) -> str:
    """So many labourers of the box: six yellow, six blue, four white."""
    return " ".join([COLOURS[n % 3] for n in range(count)])


def settled(count: int, huts: int, options: tuple[str, ...] = (), rules: int = 2, seats: int = 2) -> Scene:
    scene = Scene(seats=seats, options=options, rules=rules)
    return scene.furnish(0, barn=COINS, labourers=people(count), huts=huts)


# ---- hiring (WG 5.9) -----------------------------------------------------------------------------------


@pytest.mark.rule("WG 5.9")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("huts", [0, 1, 4])
@pytest.mark.parametrize("building", LODGINGS)
def test_there_is_room_in_wagons_and_huts(preset: str, huts: int, building: str) -> None:
    scene = settled(3 + huts, huts, (preset,)).stock(building, "white").autumn()
    assert f"visit {building}" in scene.legal()

    scene.play(0, f"visit {building}")
    while scene.legal() != ["hire white"]:
        scene.play(0, next(move for move in scene.legal() if move.split()[0] in ("give", "toll")))
    scene.play(0, "hire white")

    assert scene.farm().hands() + scene.farm().hired() == 4 + huts


@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.rule("WG 5.5", "refused")
@pytest.mark.parametrize(("huts", "homes"), [(0, "4_wagon"), (1, "4_wagon,1_hut"), (4, "4_wagon,4_hut")])
@pytest.mark.parametrize("building", LODGINGS)
def test_beyond_wagons_and_huts_nobody_is_hired(huts: int, homes: str, building: str) -> None:
    scene = settled(4 + huts, huts).autumn()

    refusal = scene.refused(0, f"visit {building}", "WG 5.9", "no_room_for_labourer")

    assert refusal.args == {"homes": homes, "sites": 4 - huts}
    assert not any(f"visit {lodging}" in scene.legal() for lodging in LODGINGS)


@without
@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.parametrize("huts", [0, 1, 4])
def test_without_the_switch_huts_make_no_room(options: tuple[str, ...], rules: int, huts: int) -> None:
    assert "visit lodge" in settled(3, huts, options, rules).autumn().legal()

    refusal = settled(4, huts, options, rules).autumn().refused(0, "visit lodge", "WG 5.9", "no_wagon")

    assert refusal.args == {"wagons": 4}


@pytest.mark.rule("WG 5.9")
def test_a_hut_bought_makes_room_at_once() -> None:
    scene = Scene(seats=2).furnish(0, barn="wood wood", labourers=people(4)).autumn()
    scene.refused(0, "visit saloon", "WG 5.9", "no_room_for_labourer")
    scene.farm().huts += 1
    scene.refused(0, "visit saloon", "WG 5.5", "cost_not_covered")


@pytest.mark.rule("WG 5.9")
def test_a_printed_house_is_room_for_nobody_but_the_farmer() -> None:
    scene = settled(4, 0).autumn()
    scene.refused(0, "visit lodge", "WG 5.9", "no_room_for_labourer")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize(("huts", "hint"), [(0, True), (1, True), (4, False)])
def test_a_refusal_says_what_is_true_and_what_would_do(language: str, huts: int, hint: bool) -> None:
    """Wagons may stand empty when labourers live in huts: they are never called taken."""
    words = words_for("walnut-grove", language)
    scene = settled(4 + huts, huts).autumn()
    text = words.say_refusal(scene.refused(0, "visit lodge", "WG 5.9"), most=0)
    assert ("4 wagons" in text, "4 chariots" in text, "4 Planwagen" in text).count(True) == 1
    assert (";" in text.split("(WG 5.9)")[0]) is hint
    off = settled(4, 2, (OFF,)).autumn()
    text = words.say_refusal(off.refused(0, "visit lodge", "WG 5.9"), most=0)
    assert "4" in text
    for claim in ("taken", "pris par", "wohnen"):
        assert claim not in text


# ---- winter (WG 6) -------------------------------------------------------------------------------------


@pytest.mark.rule("WG 6.1")
@pytest.mark.rule("WG 6.3")
@pytest.mark.parametrize("count", [5, 6, 7, 8])
@pytest.mark.parametrize("preset", PRESETS)
def test_five_to_eight_labourers_are_fed_and_warm(count: int, preset: str) -> None:
    """As many huts as beyond four: four live in wagons and burn a wood each, each eats one good."""
    scene = Scene(options=[preset], disc="A3").furnish(
        barn="grain grain fish fish dairy wood wood wood",
        barns=2,
        land="wood@4,0 wood@4,0",
        labourers=people(count),
        huts=count - 4,
    )
    scene.winter()
    fires = scene.state.disc.fires
    food = [len(range(colour, count, 3)) for colour in range(3)]
    assert scene.farm().owed == [*food, 4 + fires, 0]
    lacking = sum(max(0, owed - held) for owed, held in zip(scene.farm().owed, [2, 2, 1, 5, 0], strict=True))

    while scene.season() == "winter":
        scene.play(0, scene.legal()[0])

    assert sum(scene.help_tiles()) == lacking
    assert scene.farm().hands() == count


@pytest.mark.rule("WG 6.3")
@pytest.mark.parametrize(("count", "huts", "wood"), [(5, 1, 4), (5, 4, 1), (8, 4, 4), (6, 4, 2), (4, 4, 0)])
def test_those_beyond_the_huts_live_in_wagons(count: int, huts: int, wood: int) -> None:
    scene = Scene(disc="A1").furnish(barn="", labourers=people(count), huts=huts).winter()
    assert scene.state.disc.fires == 0
    assert scene.farm().owed[3] == wood


@pytest.mark.rule("WG 4.2")
def test_nine_figures_work_where_there_are_districts_for_them() -> None:
    """A farmer and eight labourers; five landscapes alone are work for five."""
    scene = Scene().furnish(barn="", labourers=people(8), huts=4).summer()
    worked = 0
    while scene.season() == "summer":
        move = scene.legal()[0]
        worked += move.startswith("work")
        scene.play(0, move)
    assert worked == 5
    scene = Scene().furnish(tiles=[(45, 0, 1, 0), (46, 2, 1, 0), (34, 4, 1, 0)], labourers=people(8), huts=4)
    scene.furnish(barn="", labourers=people(8), huts=4).summer()
    assert scene.farm().figures == 9
    districts = len(scene.farm().land.live)
    worked = 0
    while scene.season() == "summer":
        move = scene.legal()[0]
        worked += move.startswith("work")
        scene.play(0, move)
    assert worked == min(9, districts) > 5


@pytest.mark.rule("WG 8.3")
def test_eight_labourers_score() -> None:
    scene = Scene().furnish(barn="", labourers=people(8), huts=4)
    assert scene.state.score_lines(0)["figures"] == 18


# ---- what is read (WG 5.9, 11) -------------------------------------------------------------------------


@pytest.mark.rule("WG 5.9")
@pytest.mark.parametrize(
    ("options", "rules", "count", "huts", "sound"),
    [
        ((), 2, 5, 1, True),
        ((), 2, 8, 4, True),
        ((), 2, 5, 0, False),
        ((OFF,), 2, 4, 4, True),
        ((OFF,), 2, 5, 1, False),
        ((), 1, 4, 4, True),
        ((), 1, 5, 1, False),
    ],
)
def test_a_position_has_no_more_labourers_than_room(
    options: tuple[str, ...], rules: int, count: int, huts: int, sound: bool
) -> None:
    scene = Scene(options=options, rules=rules).furnish(barn="copper", labourers=people(count), huts=huts)
    scene.autumn()
    for building in LODGINGS:
        scene.stock(building, "")
    scene.stock("carpenter", "").stock("johansens-mill", "")
    text = scene.state.text()
    if sound:
        assert GAME.position(text).text() == text
    else:
        with pytest.raises(BadPosition, match=r"more labourers than there is room for \(WG 5\.9\)"):
            GAME.position(text)


@pytest.mark.rule("WG 5.9", "refused")
@pytest.mark.parametrize(
    ("options", "labourers", "recruits", "huts", "sound"),
    [
        ("german", 4, 0, 0, True),
        ("german", 4, 1, 1, True),
        ("french", 6, 2, 4, True),
        ("german", 5, 0, 0, False),
        ("german", 4, 2, 1, False),
        (OFF, 4, 0, 4, True),
        (OFF, 4, 1, 1, False),
        (f"french {OFF}", 3, 2, 4, False),
    ],
)
def test_a_farm_written_down_has_no_more_than_room(
    options: str, labourers: int, recruits: int, huts: int, sound: bool
) -> None:
    """WG 11."""
    sheet = {
        "board": "yellow",
        "labourers": people(labourers).split(),
        "recruits": people(recruits).split(),
        "huts": huts,
        "options": options,
    }
    answer = score_line(GAME, json.dumps(sheet).encode())
    if sound:
        assert answer["figures"] == 2 * (1 + labourers + recruits)
    else:
        assert answer["rule"] == "WG 5.9"
        assert f"{labourers + recruits} labourers and recruits" in str(answer["error"])


@pytest.mark.rule("WG 3.7", "refused")
@pytest.mark.parametrize(
    ("options", "tile", "rule"),
    [
        ("german", [17, -1, 0, 0], ""),
        ("french", [17, 5, 0, 1], ""),
        ("german", [17, 0, 0, 0], "WG 3.7"),
        ("german", [17, 4, 0, 0], "WG 3.7"),
        ("german", [17, 2, -1, 0], "WG 3.7"),
        ("german", [17, -1, -1, 0], "WG 3.7"),
        ("german", [17, -2, 0, 0], "WG 3.3"),
        ("german", [17, 10**9, 0, 0], "WG 3.3"),
        ("beside=off", [17, -1, 0, 0], "WG 3.7"),
        ("french beside=off", [17, 5, 0, 0], "WG 3.7"),
        ("beside=off", [17, 0, 1, 0], ""),
    ],
)
def test_a_farm_written_down_has_land_where_it_may_lie(options: str, tile: list[int], rule: str) -> None:
    """WG 11."""
    answer = score_line(GAME, json.dumps({"board": "blue", "tiles": [tile], "options": options}).encode())
    assert answer.get("rule", "") == rule, answer


def test_a_farm_written_down_joins_districts_from_the_side() -> None:
    """Paddock counts the largest district: tile 1 turned so that its grain faces (0,0)."""
    tile = GAME.edition.tiles[1]
    turn = next(n for n in range(4) if tile.turned[n].edges[1] == 0)
    sheet = {"board": "yellow", "tiles": [[1, -1, 0, turn]], "improvements": ["paddock"]}
    assert score_line(GAME, json.dumps(sheet).encode())["improvements"] == 2
