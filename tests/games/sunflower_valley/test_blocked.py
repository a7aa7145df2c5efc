"""Blocked (SV 3.4): any die, any unreserved colour, and a plain sunflower in any free hex.

Sheet A, on which all this happens:

    O O G G ^ Y
     O O G Y Y Y
    ^ O ^ G ^ Y
     P P G B B B
    P P P ^ B B
"""

from __future__ import annotations

import pytest

from farmstead.engine.contract import CHANCE
from tests.games.sunflower_valley.scenes import NAMES, Scene, drawn, draws, printed, reserves, said
from tests.games.sunflower_valley.slow_scorer import FACES, HEXES


@pytest.mark.rule("SV 3.4")
def test_a_player_is_blocked_when_no_unreserved_colour_has_a_free_hex() -> None:
    assert Scene.late("a1", pool="HSFUL", board="orange").view["blocked"]
    assert Scene.late("a1 a2 e6", pool="HSF", board="orange blue pink").view["blocked"]
    assert not Scene.late("a1 a2 e6", pool="HSF", board="orange green pink").view["blocked"]
    assert not Scene.late("a1", pool="HSFUL", board="green").view["blocked"]
    assert not Scene.late("a1", pool="HSFULC").view["blocked"]


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("pool", ["HSFUL", "CCCCC", "HHHLL"])
def test_a_blocked_player_may_take_any_die(pool: str) -> None:
    scene = Scene.late("a1", pool=pool, board="orange")

    faces = [face for letter, face in zip("HSFULC", FACES, strict=True) if letter in pool]
    assert scene.legal(0) == [f"take {face}" for face in faces]


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize(
    ("free", "board", "left"),
    [
        ("a1", "orange", ["yellow", "green", "pink", "blue"]),
        ("a1 a2 e6", "orange blue pink", ["yellow", "green"]),
        ("a6 b4 c6 a3 a4", "yellow green orange pink", ["blue"]),
    ],
)
def test_a_blocked_player_may_reserve_any_unreserved_colour(free: str, board: str, left: list[str]) -> None:
    scene = Scene.late(free, pool="HSFULC"[len(board.split()) :], board=board)
    scene.play(0, "take curve")

    assert scene.view["blocked"]
    assert scene.legal(0) == reserves(*left)


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_a_blocked_player_may_draw_in_any_free_hex(colour: str) -> None:
    scene = Scene.late("a1 a2 e6", pool="HSF", board="orange blue pink")
    scene.play(0, "take house", f"reserve {colour}")

    assert scene.view["blocked"]
    assert scene.legal(0) == draws("a1", "a2", "e6")


@pytest.mark.rule("SV S18")
@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("die", FACES)
@pytest.mark.parametrize(("place", "colour"), [("a1", "orange"), ("e6", "blue")])
def test_a_plain_sunflower_of_the_hexs_colour_is_drawn_instead(die: str, place: str, colour: str) -> None:
    pool = "HSFULC"[FACES.index(die)] + "LL"
    scene = Scene.late("a1 a2 e6", pool=pool, board="orange blue pink")
    before = scene.state.valleys[0].blooms[:]

    log = said(scene.turn(0, f"{die} yellow {place}"))

    assert log == [
        f"1 took die={die}",
        "1 reserved colour=yellow",
        f"1 drew_instead die={die} at={place} colour={colour}",
    ]
    assert scene.token(0, place) == "F"
    gained = [after - old for after, old in zip(scene.state.valleys[0].blooms, before, strict=True)]
    assert gained == [int(name == colour) for name in NAMES]


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("die", FACES)
def test_it_brings_no_villager_whatever_the_die(die: str) -> None:
    pool = "HSFULC"[FACES.index(die)] + "LLLL"
    scene = Scene.late("a1", pool=pool, board="orange", e1="H", e2="U")
    assert scene.villagers(0) == 5

    log = scene.turn(0, f"{die} blue a1")

    assert scene.villagers(0) == 5
    assert "villagers_came" not in [event.key for event in log]


@pytest.mark.rule("SV 3.4")
def test_die_and_colour_are_gone_all_the_same() -> None:
    scene = Scene.late("a1 a2 e6", pool="HSF", board="orange blue pink")
    scene.turn(0, "house yellow e6")

    assert scene.view["board"]["yellow"] == "house"
    assert scene.view["pool"] == ["sheep", "sunflower"]
    assert scene.reserved() == ["orange", "yellow", "pink", "blue"]


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("die", ["straight", "curve"])
def test_no_way_is_asked_for_a_blocked_players_track(die: str) -> None:
    scene = Scene.late("a1 a2 e6", pool="LLC", board="orange blue pink")
    scene.play(0, f"take {die}", "reserve green", "draw a2")

    assert (scene.token(0, "a2"), scene.view["hex"], scene.view["die"]) == ("F", None, None)
    assert scene.state.to_act() != [0]


@pytest.mark.rule("SV 3.4")
def test_one_player_may_be_blocked_while_another_is_not() -> None:
    scene = Scene.late("a1", pool="HSFUL", board="orange", seats=[2])
    assert scene.view["blocked"]
    scene.turn(0, "house green a1")

    assert scene.rows(1) == drawn(rest="F", b5="H", e6=".")
    assert not scene.view["blocked"]
    scene.play(1, "take sheep")
    assert scene.legal(1) == reserves("blue")


def play_until_blocked(scene: Scene, liked: dict[int, list[str]]) -> int:
    """Each seat reserves the colour it likes best of those it may; returns the first seat that is blocked."""
    while not scene.view["blocked"]:
        (seat,) = scene.state.to_act()
        if seat == CHANCE:
            scene.roll("HSFULC")
            continue
        scene.play(seat, scene.legal(seat)[0])
        scene.play(seat, next(move for move in reserves(*liked[seat]) if move in scene.legal(seat)))
        while scene.view["die"] is not None:
            scene.play(seat, scene.legal(seat)[0])
    return scene.state.to_act()[0]


@pytest.mark.rule("SV 3.4")
def test_a_game_leads_to_it_when_what_one_left_to_the_last_is_reserved_by_another() -> None:
    scene = Scene(2)
    seat = play_until_blocked(scene, {0: NAMES, 1: NAMES[::-1]})
    free = [place for place in HEXES if scene.token(seat, place) == "."]

    assert free
    assert {NAMES["OYGPB".index(printed("A", place))] for place in free} <= set(scene.reserved())
    left = [colour for colour in NAMES if colour not in scene.reserved()]
    scene.play(seat, scene.legal(seat)[-1])
    assert scene.legal(seat) == reserves(*left)
    scene.play(seat, f"reserve {left[0]}")
    assert scene.legal(seat) == draws(*free)


@pytest.mark.rule("SV 3.4", "refused")
def test_a_blocked_player_does_not_draw_over_something_or_on_a_mountain() -> None:
    scene = Scene.late("a1 a2 e6", pool="HSF", board="orange blue pink")
    scene.play(0, "take house", "reserve yellow")

    for place in ("a5", "c1", "c3", "c5", "e4"):
        assert scene.refused(0, f"draw {place}", "SV 3.4", "mountain", hex=place).instead == draws(
            "a1", "a2", "e6"
        )
    for place in ("b2", "a3", "a6", "e1"):
        scene.refused(0, f"draw {place}", "SV 3.4", "hex_drawn", hex=place)


@pytest.mark.rule("SV 3.4", "refused")
def test_a_blocked_player_does_not_lay_the_track() -> None:
    scene = Scene.late("a1 a2 e6", pool="LLC", board="orange blue pink")
    scene.play(0, "take straight", "reserve green")
    scene.refused(0, "way L03", "SV 3.4", "wrong_decision", decision="hex")
    scene.play(0, "draw a2")

    (whose,) = scene.state.to_act()
    scene.refused(0, "way L03", "SV 2.2", "not_your_turn", whose=whose)


@pytest.mark.rule("SV 3.4", "refused")
def test_a_blocked_player_does_not_reserve_a_colour_again() -> None:
    scene = Scene.late("a1 a2 e6", pool="HSF", board="orange blue pink")
    scene.play(0, "take house")

    for colour in ("orange", "blue", "pink"):
        refusal = scene.refused(0, f"reserve {colour}", "SV 3.1", "colour_reserved", colour=colour)
        assert refusal.instead == reserves("yellow", "green")


@pytest.mark.rule("SV 3.4", "refused")
def test_a_blocked_player_takes_no_die_that_is_not_there() -> None:
    scene = Scene.late("a1 a2 e6", pool="HHS", board="orange blue pink")

    scene.refused(0, "take sunflower", "SV 3.1", "die_not_in_pool", die="sunflower")


@pytest.mark.rule("SV 3.4", "refused")
def test_who_is_not_blocked_draws_what_the_die_shows_in_the_colours_hexes() -> None:
    scene = Scene.late("a1 a2 e6", pool="HSF", board="orange green pink")
    scene.play(0, "take house", "reserve blue")
    scene.refused(0, "draw a1", "SV 3.2", "other_colour", hex="a1", colour="orange", wanted="blue")

    assert said(scene.play(0, "draw e6"))[0] == "1 drew symbol=house at=e6 colour=blue"
