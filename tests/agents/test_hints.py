"""Hints: fair figures that add up, from what a seat sees alone, and the right reason for the best move."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents import Advice, Observation
from farmstead.agents.hints import (
    ALIKE,
    EVEN,
    GAIN,
    LEVEL,
    LITTLE,
    LOOKED_AT,
    ONLY,
    TRADE,
    Hint,
    HintReason,
    hint_for,
    mean_and_error,
    why,
)
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE, BadSetup, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import re_execute, read_record
from tests.agents.tables import decisions, fresh

GAMES = pytest.mark.parametrize("game", shelf.names())
DOCS = Path(__file__).parents[2] / "docs"
RECORDS = ["game.record", "valley.record"]


def some(game: str, seed: int = 5, count: int = 4) -> list[Observation]:
    """Decisions of a random game, from a time when there is not very much left to try out."""
    found = decisions(shelf.game(game), 2, seed, 3 * count)[-count:]
    return [observation_at(shelf.game(game), state, seat) for seat, state in found]


# ---- figures -------------------------------------------------------------------------------------------


@GAMES
def test_the_moves_are_legal_and_in_order(game: str) -> None:
    for seen in some(game):
        hint = hint_for(seen, 4)
        moves = [each.advice.move for each in hint.moves]
        assert len(moves) == min(5, len(seen.legal)) == len({*moves})
        assert set(moves) <= set(seen.legal) and hint.legal == len(seen.legal) and hint.seat == seen.seat
        behind = [each.advice.behind for each in hint.moves]
        assert behind[0] == 0 and behind == sorted(behind)


@GAMES
def test_the_figures_add_up(game: str) -> None:
    for seen in some(game, seed=6):
        moves = hint_for(seen, 4).moves
        best = moves[0].advice
        for n, move in enumerate(moves):
            advice, other = move.advice, moves[1 if n == 0 else 0].advice
            assert sum(advice.lines.values()) == pytest.approx(advice.value)
            assert advice.behind == pytest.approx(best.value - advice.value)
            assert sum(move.against.values()) == pytest.approx(advice.value - other.value)


@GAMES
def test_a_plan_can_be_played(game: str) -> None:
    for seen in some(game, seed=7):
        for move in hint_for(seen, 4).moves:
            state = seen.imagine(QuickDealer(3))
            assert move.advice.plan[0] == move.advice.move
            for step in move.advice.plan:
                assert step in [str(legal) for legal in state.legal(seen.seat)]
                state.apply(seen.seat, seen.game.parse(step))


@pytest.mark.parametrize("name", RECORDS)
def test_the_last_move_of_a_game_promises_what_it_brought(name: str) -> None:
    record = read_record((DOCS / name).read_bytes())
    last = max(ply for ply, (seat, _) in enumerate(record.moves) if seat != CHANCE)
    seat, made = record.moves[last]
    table = re_execute(record, shelf.game_for, last)
    hint = hint_for(observation_at(table.game, table.state, seat), 10, best=50)
    (promised,) = [each.advice for each in hint.moves if each.advice.move == made]
    final = re_execute(record, shelf.game_for).state.score_lines(seat)
    assert promised.value == final["total"] and promised.spread == 0
    assert promised.lines == {line: points for line, points in final.items() if line != "total"}


def test_more_iterations_are_more_tries_of_each_move() -> None:
    seen = some("sunflower-valley", seed=9)[0]
    few, many = hint_for(seen, 12), hint_for(seen, 60)
    assert few.looked_at == many.looked_at == len(seen.legal) == 3
    assert (few.tries, many.tries) == (12 // 2 // 3, 60 // 2 // 3)
    assert many.moves[0].advice.spread > 0


def test_too_few_tries_are_made_more_and_that_is_noted() -> None:
    seen = some("sunflower-valley", seed=9)[0]
    least = 4 * len(seen.legal)
    enough, few = hint_for(seen, least), hint_for(seen, least - 1)
    assert (enough.tries, enough.too_few) == (2, 0)
    assert (few.tries, few.too_few) == (2, least - 1)
    assert hint_for(seen, 1, seconds=0.01).too_few == 0


def test_the_standard_error_of_a_mean() -> None:
    assert mean_and_error([2.0, 4.0]) == (3.0, 1.0)
    assert mean_and_error([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx((3.0, 0.5**0.5))
    assert mean_and_error([7.0]) == (7.0, 0.0)


# ---- how much ------------------------------------------------------------------------------------------


def test_as_many_moves_as_asked_for() -> None:
    seen = next(seen for seen in some("walnut-grove", count=12) if len(seen.legal) > 6)
    hints = {count: hint_for(seen, 4, best=count) for count in (1, 2, 6)}
    assert [len(hint.moves) for hint in hints.values()] == [1, 2, 6]
    assert hints[1].moves[0] == hints[2].moves[0] and hints[1].why == hints[2].why


@GAMES
def test_how_many_moves_are_shown_changes_no_figure(game: str) -> None:
    """Slow: the largest choice is thought through once for each number of moves."""
    choices = sorted(some(game, seed=1, count=12), key=lambda seen: len(seen.legal))
    whole = hint_for(choices[-1], 40, best=LOOKED_AT)
    assert len(whole.moves) == min(LOOKED_AT, len(choices[-1].legal)) == whole.looked_at > 3
    for count in (1, 3, 5, 7):
        assert hint_for(choices[-1], 40, best=count) == whole.first(count)


def test_who_asks_for_more_moves_gets_them() -> None:
    seen = next(seen for seen in some("walnut-grove", count=12) if len(seen.legal) > LOOKED_AT + 1)
    assert (hint_for(seen, 4).looked_at, hint_for(seen, 4, best=50).looked_at) == (
        LOOKED_AT,
        min(50, len(seen.legal)),
    )


def test_one_legal_move_needs_no_reason() -> None:
    seen = some("walnut-grove")[0]
    alone = Observation(seen.game, seen.seat, seen.view, seen.legal[:1])
    assert hint_for(alone, 4).legal == 1
    assert why([advice("pass", 3.0, {"coins": 3.0})], 1).key == ONLY


def test_by_seconds() -> None:
    assert hint_for(some("walnut-grove")[0], seconds=0.05).tries >= 2


@pytest.mark.parametrize(("iterations", "best"), [(0, 5), (-3, 5), (10, 0)])
def test_no_tries_and_no_moves_are_no_hint(iterations: int, best: int) -> None:
    with pytest.raises(BadSetup, match="at least"):
        hint_for(some("walnut-grove")[0], iterations, best=best)


# ---- repeatable and blind ------------------------------------------------------------------------------


@GAMES
def test_the_same_view_gives_the_same_hint(game: str) -> None:
    seen = some(game, seed=8)[1]
    first = hint_for(seen, 4)
    hint_for(some(game, seed=3)[0], 4)
    assert hint_for(fresh(seen), 4) == first
    assert hint_for(fresh(seen), 4, seed=2) != first


def positions_with_secrets() -> Iterator[tuple[int, State]]:
    """Decisions of seats that do not know what coins another has."""
    game = shelf.game("walnut-grove")
    for seed in range(40):
        for seat, state in decisions(game, 2, seed, 4):
            farms = state.view(seat)["farms"]
            if isinstance(farms, list) and len(farms) == 2 and farms[1 - seat]["barn"]["coins"]:
                yield seat, state


def test_coins_of_others_do_not_matter() -> None:
    game = shelf.game("walnut-grove")
    for seat, state in positions_with_secrets():
        others = [game.from_view(seat, state.view(seat), QuickDealer(seed)) for seed in range(6)]
        different = [other for other in others if other.view(1 - seat) != state.view(1 - seat)]
        if different:
            hint = hint_for(observation_at(game, state, seat), 4)
            assert hint_for(observation_at(game, different[0], seat), 4) == hint
            return
    pytest.fail("no position with coins that may be others")


def test_nothing_is_played() -> None:
    seat, state = decisions(shelf.game("walnut-grove"), 2, 5, 8)[-2]
    before = state.view(seat)
    hint_for(observation_at(shelf.game("walnut-grove"), state, seat), 8)
    assert state.view(seat) == before


# ---- reasons -------------------------------------------------------------------------------------------


def advice(
    move: str, worth: float, lines: Mapping[str, float], behind: float = 0.0, doubt: float = 0.0
) -> Advice:
    return Advice(move, worth, 0.3, lines, (move,), behind, doubt)


def reason(
    best: Mapping[str, float], *others: Mapping[str, float], doubt: float = 0.02, left: int = 0
) -> HintReason:
    """Why a move with these lines is better than others; so many more are legal."""
    all_lines = [best, *others]
    worths = [sum(lines.values()) for lines in all_lines]
    names = "abcdefg"
    return why(
        [
            advice(names[n], worths[n], lines, worths[0] - worths[n], doubt if n else 0.0)
            for n, lines in enumerate(all_lines)
        ],
        len(all_lines) + left,
    )


def test_one_line_speaks_for_it() -> None:
    found = reason({"fences": 5.0, "coins": 3.0}, {"fences": 3.5, "coins": 3.0})
    assert (found.key, found.other, found.gains) == (GAIN, "b", (("fences", 1.5),))
    assert found.ahead == 1.5 and found.is_sure


def test_a_small_loss_is_not_spoken_of() -> None:
    assert reason({"fences": 5.0, "coins": 2.8}, {"fences": 3.0, "coins": 3.0}).key == GAIN
    assert reason({"fences": 5.0, "coins": 2.0}, {"fences": 3.0, "coins": 3.0}).key == TRADE


def test_gains_are_named_until_they_outweigh_the_loss() -> None:
    found = reason({"a": 1.0, "b": 0.9, "c": 0.2, "d": -1.2}, {"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.0})
    assert found.key == TRADE and found.losses == (("d", -1.2),)
    assert found.gains == (("a", 1.0), ("b", 0.9))
    assert sum(points for _, points in found.gains) > 1.2


def test_a_lead_within_the_error_is_not_sure() -> None:
    assert not reason({"coins": 3.3}, {"coins": 3.0}, doubt=0.2).is_sure
    assert reason({"coins": 3.5}, {"coins": 3.0}, doubt=0.2).is_sure


def test_what_comes_to_the_same_is_not_told_apart() -> None:
    found = reason({"coins": 3.0, "help": 0.0}, {"coins": 3.04, "help": -0.05}, {"coins": 3.0, "help": -2.0})
    assert (found.key, found.ties, found.tied, found.other) == (GAIN, 2, "b", "c")
    assert found.gains == (("help", 2.0),)
    assert reason({"coins": 3.0}, {"coins": 3.0}, {"coins": 3.0}) == HintReason(EVEN, 3, "b")


def test_it_matters_perhaps_where_not_all_moves_were_looked_at() -> None:
    found = reason({"coins": 3.0}, {"coins": 3.0}, left=2)
    assert (found.key, found.ties, found.left) == (ALIKE, 2, 2)
    assert why([advice("pass", 3.0, {"coins": 3.0})], 2).key == ALIKE  # and no word of there being no choice


def test_what_the_tries_leave_open_is_not_the_same() -> None:
    """A difference of 0.0 ± 2.0 is close, and one of 0.0 ± 0.0 is none."""
    unsure = reason({"coins": 3.0}, {"coins": 3.0}, doubt=2.0)
    assert (unsure.key, unsure.ties, unsure.other, unsure.doubt) == (LEVEL, 1, "b", 2.0)
    assert not unsure.is_sure
    other = reason({"coins": 3.0, "help": -1.0}, {"coins": 2.0, "help": 0.0}, doubt=2.0)
    assert (other.key, other.gains, other.losses) == (TRADE, (("coins", 1.0),), (("help", -1.0),))


def test_a_move_that_is_the_same_may_come_after_one_that_is_close() -> None:
    lines = {"coins": 3.0}
    moves = [
        advice("a", 3.0, lines, 0.0, 0.0),
        advice("b", 2.99, {"coins": 2.99}, 0.01, 2.0),
        advice("c", 2.98, {"coins": 2.98}, 0.02, 0.01),
    ]
    found = why(moves, 3)
    assert (found.ties, found.tied, found.other) == (2, "c", "b") and not found.is_sure


def test_the_reason_accounts_for_the_lead() -> None:
    """Three losses, of which two are named, and the third goes by what is left."""
    none = dict.fromkeys("abcd", 0.0)
    found = reason({"a": 6.9, "b": -2.2, "c": -1.9, "d": -1.8}, none)
    assert found.ahead == pytest.approx(1.0) and found.gains == (("a", 6.9),)
    assert (found.key, found.losses) == (TRADE, (("b", -2.2), ("c", -1.9)))
    assert found.rest == pytest.approx(-1.8)
    two = reason({"a": 6.9, "b": -2.2, "c": -1.9, "d": -0.2}, none)
    assert two.losses == (("b", -2.2), ("c", -1.9)) and two.rest == 0.0
    many = reason(dict.fromkeys("abcdef", 1.0), dict.fromkeys("abcdef", 0.0))
    assert (many.key, len(many.gains), many.rest) == (GAIN, 3, 3.0)


def test_small_losses_together_are_spoken_of() -> None:
    names = "bcdef"
    found = reason({"a": 3.0, **dict.fromkeys(names, -0.4)}, {"a": 0.0, **dict.fromkeys(names, 0.0)})
    assert found.key == TRADE and found.losses == (("b", -0.4), ("c", -0.4))
    assert found.rest == pytest.approx(-1.2)


def test_a_little_of_everything() -> None:
    ones = dict.fromkeys("abcd", 1.04)
    assert reason(ones, dict.fromkeys("abcd", 1.0)).key == LITTLE


@GAMES
def test_the_reason_is_about_the_best(game: str) -> None:
    for seen in some(game, seed=4, count=6):
        hint: Hint = hint_for(seen, 4, best=LOOKED_AT)
        best, found = hint.moves[0], hint.why
        if found.key in (GAIN, TRADE):
            other = next(each for each in hint.moves if each.advice.move == found.other)
            line, gained = found.gains[0]
            assert gained == pytest.approx(best.advice.lines[line] - other.advice.lines[line])
            assert found.ahead == other.advice.behind >= 0
            told = sum([points for _, points in found.gains + found.losses]) + found.rest
            assert abs(found.ahead - told) <= max(0.5, found.ahead / 3) + 1e-9
