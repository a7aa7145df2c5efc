"""Figures against what is known: tables, coins, agents that are alike, agents in a known order."""

import math
from itertools import pairwise

import pytest

from farmstead.agents.arena.match_game import Result
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.meetings import Meeting, meetings_of
from farmstead.agents.arena.sequential_test import (
    AHEAD,
    BEHIND,
    ERROR,
    EVEN,
    FINENESS,
    OPEN,
    SequentialTest,
    bounds,
)
from farmstead.agents.arena.statistics import by_deal, likeness, mean_of, share_of, student, wilson
from farmstead.agents.arena.summary import estimate_of, ratings_of
from farmstead.engine.dealer import QuickDealer

RUNS = 400


def coin(chance: float, flips: int, seed: int) -> list[float]:
    dealer = QuickDealer(seed)
    return [float(dealer.below(1000) < 1000 * chance) for _ in range(flips)]


# ---- intervals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_student_is_as_in_the_tables(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, rel=0.002)


def test_a_mean_is_taken_over_deals() -> None:
    """4, 6 and 11: mean 7, standard deviation √13, and t for 2 degrees of freedom is 4.303."""
    found = mean_of([[3, 5], [6, 6], [11, 11]])
    half = 4.3027 * math.sqrt(13 / 3)
    assert (
        found.mean == 7
        and found.low == pytest.approx(7 - half, 1e-4)
        and found.high == pytest.approx(7 + half, 1e-4)
    )


def test_one_deal_says_nothing_about_the_others() -> None:
    assert mean_of([[3.0, 5.0]]) == (4.0, None, None)
    assert not mean_of([[3.0, 5.0]]).excludes(100)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [
        (0.5, 10, 0.2366, 0.7634),
        (0.1, 10, 0.0179, 0.4042),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 40, 0.9124, 1.0),
        (0.85, 400, 0.8118, 0.8816),
    ],
)
def test_wilson_is_as_in_the_tables(share: float, games: int, low: float, high: float) -> None:
    found = wilson(share, games)
    assert found.low == pytest.approx(low, abs=2e-4) and found.high == pytest.approx(high, abs=2e-4)


def test_games_of_a_deal_that_are_alike_count_once() -> None:
    alike = [[value, value] for value in coin(0.6, 400, 1)]
    apart = by_deal(enumerate(coin(0.6, 800, 1)))
    assert likeness(alike) == pytest.approx(2, abs=0.02)
    assert likeness(apart) == pytest.approx(1, abs=0.01)
    assert likeness([[1.0, 0.0]] * 50) == 1  # opposite games are not counted for more than they are
    assert likeness([[1.0, 0.0]]) == 2
    assert share_of(alike).high - share_of(alike).low > 1.3 * (share_of(apart).high - share_of(apart).low)  # type: ignore[operator]


@pytest.mark.parametrize("chance", [0.5, 0.6, 0.95])
def test_the_interval_of_a_coin_has_its_chance_in_it_19_times_of_20(chance: float) -> None:
    found = [share_of([[flip] for flip in coin(chance, 100, seed)]) for seed in range(RUNS)]
    right = sum(not estimate.excludes(chance) for estimate in found)
    assert 0.92 * RUNS <= right <= 0.99 * RUNS


def test_the_interval_of_a_mean_has_it_19_times_of_20() -> None:
    """Dice, in deals whose games share half their luck."""
    right = 0
    for seed in range(RUNS):
        dealer = QuickDealer(seed)
        deals = []
        for _ in range(20):
            luck = dealer.below(6)
            deals.append([float(luck + dealer.below(6)) for _ in range(2)])
        right += not mean_of(deals).excludes(5)
    assert 0.92 * RUNS <= right <= 0.98 * RUNS


def test_a_known_coin_is_clear_of_even() -> None:
    found = share_of([[flip] for flip in coin(0.6, 1000, 5)])
    assert found.excludes(0.5) and not found.excludes(0.6)
    assert not share_of([[flip] for flip in coin(0.5, 1000, 5)]).excludes(0.5)


# ---- the sequential test -------------------------------------------------------------------------------


def told(values: list[float]) -> SequentialTest:
    sure = SequentialTest()
    for value in values:
        sure.see(value)
    return sure


def test_it_finds_out_who_is_ahead() -> None:
    assert told(coin(0.6, 2000, 3)).verdict == AHEAD
    assert told([1 - flip for flip in coin(0.6, 2000, 3)]).verdict == BEHIND
    clear = told(coin(0.95, 60, 3))
    assert clear.verdict == AHEAD and clear.decided_at <= 20


def test_it_does_not_change_its_mind() -> None:
    sure = told(coin(0.9, 100, 3))
    decided = sure.decided_at
    for _ in range(1000):
        sure.see(0.0)
    assert (sure.verdict, sure.decided_at, sure.deals) == (AHEAD, decided, 1100)


def test_even_coins_are_seldom_called_anything_else() -> None:
    """Looked at after each of 1,500 flips; an interval of 95 % would be wrong far more often by then."""
    verdicts = [told(coin(0.5, 1500, seed)).verdict for seed in range(RUNS)]
    wrong = verdicts.count(AHEAD) + verdicts.count(BEHIND)
    assert wrong <= 1.5 * ERROR * RUNS
    assert verdicts.count(EVEN) > RUNS / 4


def test_coins_that_differ_are_seldom_called_even() -> None:
    verdicts = [told(coin(0.55, 1500, seed)).verdict for seed in range(RUNS // 2)]
    assert verdicts.count(EVEN) <= 1.5 * ERROR * RUNS / 2
    assert verdicts.count(BEHIND) <= 1.5 * ERROR / 2 * RUNS / 2
    assert verdicts.count(AHEAD) > RUNS / 4


def test_deals_that_are_all_shared_are_even_soon() -> None:
    sure = told([0.5] * 300)
    assert sure.verdict == EVEN and 0 < sure.decided_at < 200
    assert told([0.5] * 5).verdict == OPEN


def test_the_interval_that_holds_however_early_is_of_one_mind_with_the_test() -> None:
    for chance, seed in ((0.6, 3), (0.75, 4), (0.5, 5), (0.3, 6)):
        flips = coin(chance, 150, seed)
        low, high = bounds(flips)
        assert low <= chance <= high
        verdict = told(flips).verdict
        assert (low >= 0.5) == (verdict == AHEAD) and (high <= 0.5) == (verdict == BEHIND)
        turned = bounds([1 - flip for flip in flips])
        assert turned == pytest.approx((1 - high, 1 - low))
    assert bounds([]) == (0, 1)


def test_it_narrows_and_never_widens() -> None:
    flips = coin(0.7, 200, 3)
    found = [bounds(flips[:deals]) for deals in (0, 10, 50, 200)]
    for (low, high), (later_low, later_high) in pairwise(found):
        assert low <= later_low and later_high <= high
    assert found[-1][1] - found[-1][0] < 0.3
    assert found[-1][0] * FINENESS == pytest.approx(round(found[-1][0] * FINENESS))


def test_whoever_stops_when_he_likes_is_seldom_outside_of_it() -> None:
    """It holds after every deal at once, and only narrows: the last deal shows whether it ever failed."""
    outside = 0
    for seed in range(100):
        low, high = bounds(coin(0.6, 60, seed))
        outside += not low <= 0.6 <= high
    assert outside <= 2 * 100 * ERROR


# ---- meetings and ratings ------------------------------------------------------------------------------


def test_shared_wins_are_split() -> None:
    """`a` in the first and third seat, `b` in the others; seats 1, 2 and 3 share first place."""
    meeting = Meeting(1, (0, 1, 0, 1), (30, 30, 30, 10), (1, 1, 1, 4))
    assert meeting.win_share(0) == pytest.approx(2 / 3) and meeting.win_share(1) == pytest.approx(1 / 3)
    assert meeting.share_between(0, 1) == pytest.approx(2 / 3)
    assert (meeting.place(1), meeting.score(1), meeting.even_share(1)) == (2.5, 20, 0.5)


def test_a_win_of_others_is_even_between_two() -> None:
    meeting = Meeting(1, (0, 1, 2), (10, 20, 30), (3, 2, 1))
    assert meeting.share_between(0, 1) == 0.5 and meeting.share_between(2, 0) == 1


def test_those_who_play_alone_meet_over_the_same_deal() -> None:
    match = Match("walnut-grove", 1, ("uniform", "uniform", "uniform"), 2)
    scores = {1: 5, 2: 7, 3: 7, 4: 1, 5: 0, 6: 3}
    games = [
        Result(n, match.deal_of(n), match.seating(n), (points,), (1,), ({},), (1,), (0.0,), (0.0,), ("",), "")
        for n, points in scores.items()
    ]
    found = [
        (meeting.deal, meeting.seating, meeting.places) for meeting in meetings_of(match, reversed(games))
    ]
    first = [(1, (0, 1), (2, 1)), (1, (0, 2), (2, 1)), (1, (1, 2), (1, 1))]
    assert found == [*first, (2, (0, 1), (1, 2)), (2, (0, 2), (2, 1)), (2, (1, 2), (2, 1))]


def test_ratings_are_in_the_order_of_strength() -> None:
    """Five agents; of two, the first wins with probability 70 % for each step between them."""
    dealer, meetings = QuickDealer(2), []
    for deal in range(300):
        one, other = sorted((dealer.below(5), dealer.below(5)))
        wins = dealer.below(1000) < 1000 / (1 + (3 / 7) ** (other - one))
        if one != other:
            meetings.append(Meeting(deal, (one, other), (wins, not wins), (1, 2) if wins else (2, 1)))
    ratings = ratings_of(5, meetings)
    assert all(better.mu > worse.mu for better, worse in pairwise(ratings))
    assert all(0 < rating.sigma < 25 / 3 for rating in ratings)
    low, high = estimate_of(ratings[0])[1:]
    assert low is not None and high is not None and low < ratings[0].mu < high


def test_ratings_do_not_move_for_shared_wins_and_begin_at_25() -> None:
    shared = Meeting(1, (0, 1, 0, 1), (7, 7, 7, 7), (1, 1, 1, 1))
    assert [rating.mu for rating in ratings_of(3, [shared] * 5)] == [pytest.approx(25)] * 3


def test_an_agent_with_two_seats_is_rated_once_for_a_game() -> None:
    two_each = Meeting(1, (0, 1, 0, 1), (9, 5, 7, 3), (1, 3, 2, 4))
    one_each = Meeting(1, (0, 1), (9, 5), (1, 2))
    assert ratings_of(2, [two_each]) == ratings_of(2, [one_each])
