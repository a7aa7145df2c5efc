"""A turn (SV 3): a die, a colour, a hex, the way of a track, villagers; `test_blocked` has SV 3.4.

Sheet A, on which all this happens:

    O O G G ^ Y
     O O G Y Y Y
    ^ O ^ G ^ Y
     P P G B B B
    P P P ^ B B
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from farmstead.engine.contract import CHANCE, Dealer
from farmstead.engine.dealer import QuickDealer
from tests.games.sunflower_valley.scenes import (
    NAMES,
    Scene,
    drawn,
    drawn_in,
    draws,
    hexes_of,
    printed,
    reserves,
    said,
)
from tests.games.sunflower_valley.slow_scorer import FACES, HEXES

STRAIGHTS = ["way L03", "way L14", "way L25"]
CURVES = ["way C02", "way C04", "way C13", "way C15", "way C24", "way C35"]
TOKENS = {"house": "H", "sheep": "S", "sunflower": "F", "super-sunflower": "U"}


def rolled(dice: str = "HSFULC", seats: int = 2) -> Scene:
    scene = Scene(seats)
    scene.roll(dice)
    return scene


# ---- 3.1: a die and a colour ---------------------------------------------------------------------------


@pytest.mark.rule("SV 3.1")
def test_any_die_of_the_pool_may_be_taken() -> None:
    assert rolled("HSFULC").legal(0) == [f"take {face}" for face in FACES]
    assert rolled("SSSUUL").legal(0) == ["take sheep", "take super-sunflower", "take straight"]
    assert rolled("CCCCCC").legal(0) == ["take curve"]


@pytest.mark.rule("SV 3.1")
def test_a_die_that_is_taken_leaves_the_pool() -> None:
    scene = rolled("HHSFUL")

    assert said(scene.play(0, "take house")) == ["1 took die=house"]

    assert scene.view["pool"] == ["house", "sheep", "sunflower", "super-sunflower", "straight"]
    assert (scene.view["die"], scene.view["decision"]) == ("house", "colour")


@pytest.mark.rule("SV 3.1")
def test_the_die_is_put_on_a_colour() -> None:
    scene = rolled()
    scene.play(0, "take sheep")

    assert said(scene.play(0, "reserve green")) == ["1 reserved colour=green"]

    assert scene.view["board"] == dict.fromkeys(NAMES, None) | {"green": "sheep"}
    assert (scene.view["colour"], scene.view["decision"]) == ("green", "hex")


@pytest.mark.rule("SV 3.1")
def test_die_and_colour_are_gone_for_the_round_for_everybody() -> None:
    scene = rolled("HSFULC")
    scene.turn(0, "house green a3")
    assert scene.legal(1) == [f"take {face}" for face in FACES[1:]]
    scene.play(1, "take sheep")
    assert scene.legal(1) == reserves("orange", "yellow", "pink", "blue")
    scene.play(1, "reserve blue", "draw e6")

    scene.play(0, "take curve")
    assert scene.legal(0) == reserves("orange", "yellow", "pink")
    assert scene.view["board"]["green"] == "house"
    assert scene.view["board"]["blue"] == "sheep"


@pytest.mark.rule("SV 3.1", "refused")
def test_a_die_that_is_not_in_the_pool_is_not_taken() -> None:
    scene = rolled("HHSSFF")

    for die in ("super-sunflower", "straight", "curve"):
        refusal = scene.refused(0, f"take {die}", "SV 3.1", "die_not_in_pool", die=die)
        assert refusal.instead == ["take house", "take sheep", "take sunflower"]


@pytest.mark.rule("SV 3.1", "refused")
def test_a_die_somebody_has_taken_is_not_taken_again() -> None:
    scene = rolled("HSFULC")
    scene.turn(0, "house green a3")

    scene.refused(1, "take house", "SV 3.1", "die_not_in_pool", die="house")


@pytest.mark.rule("SV 3.1", "refused")
def test_a_reserved_colour_is_not_reserved_again() -> None:
    scene = rolled("HSFULC")
    scene.turn(0, "house green a3")
    scene.play(1, "take sheep")
    refusal = scene.refused(1, "reserve green", "SV 3.1", "colour_reserved", colour="green")
    assert refusal.instead == reserves("orange", "yellow", "pink", "blue")
    scene.play(1, "reserve orange", "draw a1")

    scene.play(0, "take curve")
    scene.refused(0, "reserve green", "SV 3.1", "colour_reserved", colour="green")
    scene.refused(0, "reserve orange", "SV 3.1", "colour_reserved", colour="orange")


@pytest.mark.rule("SV 3.1", "refused")
@pytest.mark.parametrize("move", ["reserve orange", "draw a1", "way L03"])
def test_nothing_comes_before_a_die(move: str) -> None:
    refusal = rolled().refused(0, move, "SV 3.1", "wrong_decision", decision="die")

    assert refusal.instead == [f"take {face}" for face in FACES]


@pytest.mark.rule("SV 3.1", "refused")
@pytest.mark.parametrize("move", ["take house", "take sheep", "draw a1", "way L03"])
def test_after_the_die_comes_a_colour(move: str) -> None:
    scene = rolled()
    scene.play(0, "take house")

    scene.refused(0, move, "SV 3.1", "wrong_decision", decision="colour")


@pytest.mark.rule("SV 3.1", "refused")
def test_a_turn_has_one_die_and_one_colour() -> None:
    scene = rolled()
    scene.play(0, "take straight", "reserve blue")
    for move in ("take house", "reserve pink", "reserve blue"):
        scene.refused(0, move, "SV 3.2", "wrong_decision", decision="hex")
    scene.play(0, "draw d4")
    for move in ("take house", "reserve pink"):
        scene.refused(0, move, "SV 3.5", "wrong_decision", decision="way")


# ---- 3.2: the symbol in a free hex of the colour -------------------------------------------------------


@pytest.mark.rule("SV 3.2")
@pytest.mark.parametrize(
    ("colour", "hexes"),
    [
        ("orange", "a1 a2 b1 c2"),  # b2 has the first house
        ("yellow", "a6 b4 b5 b6 c6"),
        ("green", "a3 a4 b3 c4 d3"),
        ("pink", "d1 d2 e1 e2 e3"),
        ("blue", "d4 d5 d6 e5 e6"),
    ],
)
def test_the_free_hexes_of_the_colour_may_be_drawn_in(colour: str, hexes: str) -> None:
    scene = rolled()
    scene.play(0, "take house", f"reserve {colour}")

    assert scene.legal(0) == draws(*hexes.split())


@pytest.mark.rule("SV 3.2")
@pytest.mark.parametrize("letter", "ABCDEFGH")
def test_on_every_sheet_they_are_the_five_hexes_of_that_colour(letter: str) -> None:
    for colour in NAMES:
        scene = Scene(2, letter)
        scene.roll("SSSSSS")
        scene.play(0, "take sheep", f"reserve {colour}")
        assert scene.legal(0) == draws(*[place for place in hexes_of(colour, letter) if place != "b2"])


@pytest.mark.rule("SV 3.2")
@pytest.mark.parametrize("die", ["house", "sheep", "sunflower", "super-sunflower"])
def test_what_the_die_shows_is_drawn(die: str) -> None:
    scene = rolled()
    scene.play(0, f"take {die}", "reserve pink")

    assert said(scene.play(0, "draw e2"))[0] == f"1 drew symbol={die} at=e2 colour=pink"

    assert scene.rows(0) == drawn(b2="H", e2=TOKENS[die])
    assert (scene.view["die"], scene.view["colour"], scene.view["hex"]) == (None, None, None)


@pytest.mark.rule("SV 3.2")
def test_one_draws_on_ones_own_sheet() -> None:
    scene = rolled(seats=3)
    scene.turn(0, "house pink e2")
    scene.turn(1, "sheep green a3")

    assert [scene.rows(seat) for seat in range(3)] == [
        drawn(b2="H", e2="H"),
        drawn(b5="H", a3="S"),
        drawn(c4="H"),
    ]


@pytest.mark.rule("SV 3.2", "refused")
def test_a_hex_of_another_colour_is_refused_and_says_which_colour_it_has() -> None:
    scene = rolled()
    scene.play(0, "take house", "reserve pink")
    for place in HEXES:
        colour = printed("A", place)
        if colour in "OYGB" and place != "b2":
            refusal = scene.refused(
                0,
                f"draw {place}",
                "SV 3.2",
                "other_colour",
                hex=place,
                colour=NAMES["OYGPB".index(colour)],
                wanted="pink",
            )
            assert refusal.instead == draws("d1", "d2", "e1", "e2", "e3")


@pytest.mark.rule("SV 3.2", "refused")
def test_a_hex_that_is_drawn_in_is_refused() -> None:
    scene = rolled()
    scene.turn(0, "house pink e2")
    scene.turn(1, "sheep yellow a6")

    scene.play(0, "take curve", "reserve orange")
    scene.refused(0, "draw b2", "SV 3.2", "hex_drawn", hex="b2")
    scene.refused(0, "draw e2", "SV 3.2", "hex_drawn", hex="e2")


@pytest.mark.rule("SV 3.2", "refused")
@pytest.mark.parametrize("letter", "ABCDEFGH")
def test_a_mountain_is_refused(letter: str) -> None:
    scene = Scene(2, letter)
    scene.roll("HSFULC")
    scene.play(0, "take sunflower", "reserve green")
    mountains = [place for place in HEXES if printed(letter, place) == "^"]

    assert len(mountains) == 5
    for place in mountains:
        scene.refused(0, f"draw {place}", "SV 3.2", "mountain", hex=place)


@pytest.mark.rule("SV 3.2", "refused")
@pytest.mark.parametrize("move", ["way L03", "way C24"])
def test_no_way_is_asked_for_before_a_hex(move: str) -> None:
    scene = rolled()
    scene.play(0, "take straight", "reserve green")

    scene.refused(0, move, "SV 3.2", "wrong_decision", decision="hex")


# ---- 3.3: no passing, no full colour -------------------------------------------------------------------


@pytest.mark.rule("SV 3.3")
@pytest.mark.rule("SV S2")
def test_a_colour_without_a_free_hex_is_not_offered_while_another_has_one() -> None:
    scene = Scene.late("a1 a2 e6", pool="HSF", board="yellow green pink", e1="S")
    scene.play(0, "take house")
    assert scene.legal(0) == reserves("orange", "blue")

    scene = Scene.late("a1 a2 a3", pool="HSF", board="yellow green pink")
    scene.play(0, "take house")
    assert scene.legal(0) == reserves("orange")


@pytest.mark.rule("SV 3.3")
def test_the_last_free_hex_of_the_last_colour_must_be_drawn_in_even_if_it_is_a_pity() -> None:
    scene = Scene.late("a1", pool="HHHHH", board="yellow")

    assert scene.legal(0) == ["take house"]
    scene.play(0, "take house")
    assert scene.legal(0) == ["reserve orange"]
    scene.play(0, "reserve orange")
    assert scene.legal(0) == ["draw a1"]


@pytest.mark.rule("SV 3.3", "refused")
@pytest.mark.parametrize("made", [[], ["take curve"], ["take curve", "reserve blue"]])
def test_passing_is_refused_at_every_decision(made: list[str]) -> None:
    scene = rolled()
    scene.play(0, *made)

    scene.refused(0, "pass", "SV 3.3", "passing")


@pytest.mark.rule("SV 3.3", "refused")
def test_passing_is_refused_with_a_track_in_hand_and_to_a_blocked_player() -> None:
    scene = rolled()
    scene.play(0, "take curve", "reserve blue", "draw e6")
    scene.refused(0, "pass", "SV 3.3", "passing")

    blocked = Scene.late("a1", pool="HHHHH", board="orange")
    assert blocked.view["blocked"]
    blocked.refused(0, "pass", "SV 3.3", "passing")


@pytest.mark.rule("SV 3.3", "refused")
@pytest.mark.rule("SV S2", "refused")
def test_a_full_colour_is_refused_while_another_has_a_free_hex() -> None:
    scene = Scene.late("a1 e6", pool="HSFU", board="green pink")
    scene.play(0, "take house")

    refusal = scene.refused(0, "reserve yellow", "SV 3.3", "colour_full", colour="yellow")
    assert refusal.instead == reserves("orange", "blue")


@pytest.mark.rule("SV 3.3", "refused")
@pytest.mark.rule("SV S2", "refused")
def test_a_sunflower_anywhere_cannot_be_had_by_choosing_a_full_colour() -> None:
    scene = Scene.late("a1 a2", pool="HSFULC")
    scene.play(0, "take curve")
    for colour in ("yellow", "green", "pink", "blue"):
        scene.refused(0, f"reserve {colour}", "SV 3.3", "colour_full", colour=colour)
    scene.play(0, "reserve orange", "draw a1")

    assert scene.legal(0) == CURVES


@pytest.mark.rule("SV 3.3", "refused")
def test_a_colour_that_is_both_full_and_reserved_is_refused_as_reserved() -> None:
    scene = Scene.late("a1 e6", pool="HSFU", board="green pink")
    scene.play(0, "take house")

    scene.refused(0, "reserve green", "SV 3.1", "colour_reserved", colour="green")


# ---- 3.5: tracks ---------------------------------------------------------------------------------------


@pytest.mark.rule("SV 3.5")
@pytest.mark.parametrize(("die", "ways"), [("straight", STRAIGHTS), ("curve", CURVES)])
def test_a_straight_lies_in_three_ways_and_a_curve_in_six(die: str, ways: list[str]) -> None:
    scene = rolled()
    scene.play(0, f"take {die}", "reserve green")

    assert scene.play(0, "draw a3") == []

    assert (scene.view["decision"], scene.view["hex"]) == ("way", "a3")
    assert scene.token(0, "a3") == "."
    assert scene.legal(0) == ways


@pytest.mark.rule("SV 3.5")
@pytest.mark.parametrize("way", [*STRAIGHTS, *CURVES])
def test_a_track_is_drawn_as_it_lies(way: str) -> None:
    token = way.split()[1]
    die = "straight" if token[0] == "L" else "curve"
    scene = rolled()
    scene.play(0, f"take {die}", "reserve green", "draw a3")

    assert said(scene.play(0, way)) == [f"1 drew_way symbol={die} at=a3 colour=green way={token}"]

    assert scene.rows(0) == drawn(b2="H", a3=token)
    assert (scene.state.to_act(), scene.view["hex"]) == ([1], None)


def ways_offered(die: str) -> set[frozenset[int]]:
    """The two sides each way joins."""
    scene = rolled()
    scene.play(0, f"take {die}", "reserve green", "draw a3")
    return {frozenset({int(move[-2]), int(move[-1])}) for move in scene.legal(0)}


@pytest.mark.rule("SV 3.5")
def test_a_straight_joins_any_two_opposite_sides() -> None:
    assert ways_offered("straight") == {frozenset({side, (side + 3) % 6}) for side in range(6)}


@pytest.mark.rule("SV 3.5")
def test_a_curve_joins_any_two_sides_with_exactly_one_between_them() -> None:
    assert ways_offered("curve") == {frozenset({side, (side + 2) % 6}) for side in range(6)}


@pytest.mark.rule("SV 3.5")
@pytest.mark.parametrize("place", ["a1", "a6", "e1", "e6", "c2"])
@pytest.mark.parametrize(("die", "ways"), [("straight", STRAIGHTS), ("curve", CURVES)])
def test_a_track_need_not_connect_to_anything(place: str, die: str, ways: list[str]) -> None:
    """At the edge of the sheet, into a mountain, with nothing around: all ways are open."""
    scene = Scene(2, towns="T5 T4")
    scene.roll("HSFULC")
    colour = NAMES["OYGPB".index(printed("A", place))]
    scene.play(0, f"take {die}", f"reserve {colour}", f"draw {place}")

    assert scene.legal(0) == ways
    scene.play(0, ways[-1])
    assert scene.token(0, place) == ways[-1].split()[1]


@pytest.mark.rule("SV 3.5", "refused")
def test_a_curve_is_no_straight_and_the_reverse() -> None:
    scene = rolled()
    scene.play(0, "take straight", "reserve green", "draw a3")
    for way in CURVES:
        assert scene.refused(0, way, "SV 3.5", "wrong_way", die="straight").instead == STRAIGHTS

    scene = rolled()
    scene.play(0, "take curve", "reserve green", "draw a3")
    for way in STRAIGHTS:
        assert scene.refused(0, way, "SV 3.5", "wrong_way", die="curve").instead == CURVES


@pytest.mark.rule("SV 3.5", "refused")
@pytest.mark.parametrize("move", ["draw a3", "draw a4", "take curve", "reserve green"])
def test_a_track_in_its_hex_waits_for_its_way(move: str) -> None:
    scene = rolled()
    scene.play(0, "take straight", "reserve green", "draw a3")

    scene.refused(0, move, "SV 3.5", "wrong_decision", decision="way")


@pytest.mark.rule("SV 3.5", "refused")
@pytest.mark.parametrize("die", ["house", "sheep", "sunflower", "super-sunflower"])
def test_nothing_but_a_track_has_a_way_to_lie(die: str) -> None:
    scene = rolled()
    scene.play(0, f"take {die}", "reserve green", "draw a3")

    assert scene.state.to_act() == [1]
    scene.refused(0, "way L03", "SV 2.2", "not_your_turn", whose=2)


# ---- 3.6: villagers ------------------------------------------------------------------------------------


@pytest.mark.rule("SV 3.6")
@pytest.mark.parametrize(("die", "came"), [("house", 2), ("super-sunflower", 1)])
def test_a_house_brings_two_villagers_and_a_super_sunflower_one(die: str, came: int) -> None:
    scene = rolled()

    assert said(scene.turn(0, f"{die} green a3"))[-1] == f"1 villagers_came count={came} villagers={2 + came}"
    assert [scene.villagers(seat) for seat in (0, 1)] == [2 + came, 2]


@pytest.mark.rule("SV 3.6")
def test_villagers_add_up() -> None:
    scene = rolled("HHUUUU")
    scene.turn(0, "house green a3")
    scene.turn(1, "super-sunflower pink e1")
    scene.turn(0, "super-sunflower blue e6")
    scene.turn(1, "house orange a1")

    assert said(scene.turn(0, "super-sunflower yellow b6"))[-1] == "1 villagers_came count=1 villagers=6"
    assert [scene.villagers(seat) for seat in (0, 1)] == [6, 5]


@pytest.mark.rule("SV 3.6", "refused")
@pytest.mark.parametrize(
    "turn", ["sheep green a3", "sunflower green a3", "straight green a3 L03", "curve green a3 C02"]
)
def test_nothing_else_brings_villagers(turn: str) -> None:
    scene = rolled()
    log = scene.turn(0, turn)

    assert scene.villagers(0) == 2
    assert [event.key for event in log if event.key == "villagers_came"] == []


# ---- what is offered -----------------------------------------------------------------------------------


def decisions(scene: Scene, dealer: Dealer) -> Iterator[int]:
    """Plays a random game to its end; gives the seat that is to decide, each time."""
    while scene.state.to_act():
        (seat,) = scene.state.to_act()
        if seat == CHANCE:
            scene.table.deal(dealer)
        else:
            yield seat
            scene.play(seat, str(scene.state.pick(seat, dealer)))


def leaves(scene: Scene, seat: int) -> list[Scene]:
    """Every way to end the turn that has begun."""
    found = []
    for move in scene.legal(seat):
        after = Scene.unopened(2, ["sheet=A"])
        after.table.state = scene.state.clone()
        after.table.play(seat, move)
        found += [after] if after.view["die"] is None else leaves(after, seat)
    return found


@pytest.mark.rule("SV 3.3")
@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_choice_that_is_offered_leads_to_a_drawing(seats: int, seed: int) -> None:
    scene = Scene.unopened(seats)
    for ply, seat in enumerate(decisions(scene, QuickDealer(seed))):
        if scene.view["decision"] == "die" and ply % 4 == 0:
            ended = [drawn_in(end.rows(seat)) for end in leaves(scene, seat)]
            assert set(ended) == {drawn_in(scene.rows(seat)) + 1}


def sound_offer(scene: Scene, seat: int) -> list[str]:
    """What SV 3 offers, read from the view."""
    view, letter = scene.view, scene.view["sheet"]
    tokens = dict(zip(HEXES, " ".join(scene.rows(seat)).split(), strict=True))
    free = [place for place in HEXES if tokens[place] == "."]
    if view["decision"] == "die":
        return [f"take {face}" for face in FACES if face in view["pool"]]
    if view["decision"] == "colour":
        unreserved = [colour for colour in NAMES if view["board"][colour] is None]
        good = [c for c in unreserved if set(hexes_of(c, letter)) & set(free)]
        return reserves(*(good or unreserved))
    if view["decision"] == "hex":
        good = [place for place in free if place in hexes_of(view["colour"], letter)]
        return draws(*(good or free))
    return STRAIGHTS if view["die"] == "straight" else CURVES


@pytest.mark.rule("SV 3.1")
@pytest.mark.rule("SV 3.2")
@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_is_offered_is_what_the_rules_say_in_random_games(seats: int) -> None:
    blocked = 0
    for seed in range(5):
        scene = Scene.unopened(seats)
        for seat in decisions(scene, QuickDealer(seed)):
            assert scene.legal(seat) == sound_offer(scene, seat)
            blocked += scene.view["blocked"]
    assert blocked


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_is_refused_has_its_reason_and_changes_nothing(seats: int) -> None:
    """Every move that can be written, tried by everybody in every ninth position of a game.

    Slow: all that can be said at every step of whole games.
    """
    texts = [f"take {face}" for face in FACES] + reserves(*NAMES) + draws(*HEXES) + STRAIGHTS + CURVES
    texts += ["pass", "roll HSFULC", "town T1", "town T5", "sheet A"]
    scene, tried = Scene.unopened(seats), 0
    for ply, _ in enumerate(decisions(scene, QuickDealer(seats))):
        for seat in (CHANCE, *range(seats)) if ply % 9 == 0 else ():
            for move in [scene.table.game.parse(text) for text in texts]:
                if move not in scene.table.options(seat):
                    refusal = scene.refused(seat, str(move), scene.state.why_not(seat, move).rule)
                    assert refusal.rule.startswith(("SV 1.", "SV 2.", "SV 3."))
                    tried += 1
    assert tried > 2000


def test_a_whole_turn_is_told_in_its_order() -> None:
    scene = rolled()
    turns = ["straight blue d4 L25", "super-sunflower pink e1", "sunflower green a3"]
    told = [[event.key for event in scene.turn(n % 2, turn)] for n, turn in enumerate(turns)]

    assert told == [
        ["took", "reserved", "drew_way"],
        ["took", "reserved", "drew", "villagers_came"],
        ["took", "reserved", "drew"],
    ]
