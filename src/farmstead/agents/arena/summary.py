"""A match in numbers, as JSON: every agent, every two agents, what went wrong. The report is made of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, stdev, variance
from typing import Final, TypeAlias

from farmstead import _build
from farmstead.agents.arena.adjustment import mean_deal, without_luck
from farmstead.agents.arena.match_folder import described
from farmstead.agents.arena.match_game import Result
from farmstead.agents.arena.match_run import MatchEnd, points_of
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.meetings import Meeting, meetings_of
from farmstead.agents.arena.sequential_test import AHEAD, BEHIND, ERROR, EVEN_MARGIN, OPEN, SequentialTest
from farmstead.agents.arena.statistics import CONFIDENCE, DECIMALS, Estimate, Z, by_deal, mean_of, share_of
from farmstead.agents.skill import NEW, SkillEstimate, after_a_game

Json: TypeAlias = dict[str, object]
EVEN_SHARE: Final = 0.5
TIME_DECIMALS: Final = 6  # decimals


def summary_of(ending: MatchEnd, results: Mapping[int, Result]) -> Json:
    """Everything about a match, from the games that count."""
    match, games = ending.course.match, ending.counted(results)
    meetings = meetings_of(match, games)
    rated = ratings_of(len(match.agents), meetings)
    ladder = [
        agent_summary(match, agent, games, meetings, rated[agent]) for agent in range(len(match.agents))
    ]
    return {
        **described(match),
        "build": _build.build(),
        "confidence": CONFIDENCE,
        "deals": {"asked": match.deals, "counted": len({game.deal for game in games})},
        "games_played": {"asked": match.total, "counted": len(games), "beyond": len(results) - len(games)},
        "interrupted": ending.interrupted,
        "stopped_when_sure": ending.course.is_over() and ending.course.deals < match.deals,
        "ladder": sorted(
            ladder, key=lambda row: (_mean(row["win_share"]), _mean(row["score"])), reverse=True
        ),
        "head_to_head": [
            pair_summary(match, pair, meetings, ending.course.sure[pair]) for pair in ending.course.sure
        ],
        "sequential_test": {"error": ERROR, "margin": EVEN_MARGIN},
        "faults": [
            {"number": number, "agent": match.labels[agent], "what": what}
            for number, agent, what in _faults(games)
        ],
        "lost": [{"number": lost.number, "why": lost.why} for lost in ending.lost],
    }


def _mean(estimate: object) -> float:
    return float(estimate["mean"]) if isinstance(estimate, dict) else 0.0


# ---- one agent -------------------------------------------------------------------------------------------


def agent_summary(
    match: Match, agent: int, games: Sequence[Result], meetings: Sequence[Meeting], rating: SkillEstimate
) -> Json:
    """What one agent did in all its games."""
    own = [game for game in games if agent in game.seating]
    met = [meeting for meeting in meetings if agent in meeting.seating]
    scores = [(game.deal, float(points)) for game in own for points in points_of(game, agent)]
    seats = sum(game.seating.count(agent) for game in own)
    row: Json = {"agent": match.labels[agent], "games": len(own), "seats": seats}
    if match.adjusted:
        lucky = [(game.deal, points, luck) for game in own for points, luck in lucks_of(game, agent)]
        row |= {"adjusted": adjusted_mean(lucky)}
    row |= _points(own, agent, scores) if scores else {"score": None, "lines": {}, "scores": {}}
    row |= _success(met, agent, rating) if met else {"win_share": None, "place": None, "rating": None}
    return row | thinking(own, agent) | {"faults": sum(1 for fault in _faults(own) if fault[1] == agent)}


def _points(games: Sequence[Result], agent: int, scores: Sequence[tuple[int, float]]) -> Json:
    points = [score for _, score in scores]
    return {
        "score": {
            **mean_of(by_deal(scores)).as_json(),
            "sd": round(stdev(points) if len(points) > 1 else 0.0, DECIMALS),
        },
        "lines": mean_lines(games, agent),
        "scores": {f"{score:g}": count for score, count in sorted(Counter(points).items())},
    }


def _success(met: Sequence[Meeting], agent: int, rating: SkillEstimate) -> Json:
    wins = share_of(by_deal((meeting.deal, meeting.win_share(agent)) for meeting in met))
    places = mean_of(by_deal((meeting.deal, meeting.place(agent)) for meeting in met))
    even = fmean([meeting.even_share(agent) for meeting in met])
    is_rated = not all(meeting.failed for meeting in met)
    rated = {**estimate_of(rating).as_json(), "sigma": round(rating.sigma, DECIMALS)}
    return {
        "win_share": {**wins.as_json(), "even": round(even, DECIMALS)},
        "place": places.as_json(),
        "rating": rated if is_rated else None,
    }


def estimate_of(rating: SkillEstimate) -> Estimate:
    return Estimate(rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma)


def ratings_of(agents: int, meetings: Iterable[Meeting]) -> list[SkillEstimate]:
    """Told of one meeting after the other; an agent with several seats is ranked by their mean place.

    A meeting in which somebody failed says nothing about how well anybody plays, and is left out.
    """
    found = [NEW] * agents
    for meeting in meetings:
        if meeting.failed:
            continue
        here = meeting.agents()
        places = [meeting.place(agent) for agent in here]
        after = after_a_game([found[agent] for agent in here], places, tau=0.0)
        for agent, skill in zip(here, after, strict=True):
            found[agent] = skill
    return found


def mean_lines(games: Sequence[Result], agent: int) -> dict[str, float]:
    """The mean of each line of the score."""
    sums: Counter[str] = Counter()
    seats = 0
    for game in games:
        for who, lines, fault in zip(game.seating, game.lines, game.faults, strict=True):
            if who == agent and not fault:
                seats += 1
                for name, points in lines.items():
                    sums[name] += points
    return {name: round(points / seats, DECIMALS) for name, points in sums.items()}


def thinking(games: Sequence[Result], agent: int) -> Json:
    """How long its decisions took, choices between several moves only."""
    seats = [(game, seat) for game in games for seat, who in enumerate(game.seating) if who == agent]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    seconds = sum(game.seconds[seat] for game, seat in seats)
    return {
        "decisions": decisions,
        "seconds_per_decision": round(seconds / decisions, TIME_DECIMALS) if decisions else None,
        "slowest_decision": max((game.slowest[seat] for game, seat in seats), default=None),
    }


# ---- two agents ------------------------------------------------------------------------------------------


def pair_summary(
    match: Match, pair: tuple[int, int], meetings: Sequence[Meeting], sure: SequentialTest
) -> Json:
    """Two agents, compared in the deals where both played."""
    one, other = pair
    both = [meeting for meeting in meetings if one in meeting.seating and other in meeting.seating]
    row: Json = {"agents": [match.labels[one], match.labels[other]], "games": len(both)}
    if not both:
        return {**row, "difference": None, "share": None, "verdict": OPEN, "sequential": sequential(sure)}
    gap = by_deal(
        (meeting.deal, meeting.score(one) - meeting.score(other))
        for meeting in both
        if meeting.failed.isdisjoint(pair)
    )
    share = share_of(by_deal((meeting.deal, meeting.share_between(one, other)) for meeting in both))
    if match.adjusted:
        lucky = [
            (meeting.deal, meeting.score(one) - meeting.score(other), meeting.luck_between(one, other))
            for meeting in both
            if meeting.failed.isdisjoint(pair)
        ]
        row |= {"adjusted_difference": adjusted_mean(lucky)}
    return {
        **row,
        "difference": mean_of(gap).as_json() if gap else None,
        "share": share.as_json(),
        "verdict": verdict(share),
        "sequential": sequential(sure),
    }


def lucks_of(game: Result, agent: int) -> list[tuple[float, dict[str, float]]]:
    """Points and luck of all seats an agent had, but for those that another played to the end."""
    seats = zip(game.seating, game.scores, game.luck, game.faults, strict=True)
    return [(float(points), luck) for who, points, luck, fault in seats if who == agent and not fault]


def adjusted_mean(games: Iterable[tuple[int, float, dict[str, float]]]) -> Json | None:
    """The mean without luck over deals, and how many times as many games would say as much with it."""
    deals: dict[int, list[tuple[float, dict[str, float]]]] = {}
    for deal, value, luck in games:
        deals.setdefault(deal, []).append((value, luck))
    if not deals:
        return None
    found = [mean_deal([value for value, _ in each], [luck for _, luck in each]) for each in deals.values()]
    told = without_luck(found)
    scatter = variance(told) if len(told) > 1 else 0.0
    plain = variance([deal.value for deal in found]) if scatter else 0.0
    times = round(plain / scatter, DECIMALS) if scatter else None
    return {**mean_of([[value] for value in told]).as_json(), "times": times}


def verdict(share: Estimate) -> str:
    """By the interval of the share; `open` when it is not clear of even."""
    if not share.excludes(EVEN_SHARE):
        return OPEN
    return AHEAD if share.mean > EVEN_SHARE else BEHIND


def sequential(sure: SequentialTest) -> Json:
    return {"verdict": sure.verdict, "deal": sure.decided_at or None}


# ---- what went wrong -------------------------------------------------------------------------------------


def _faults(games: Sequence[Result]) -> Iterator[tuple[int, int, str]]:
    """Every fault: the game it happened in, the agent, and what it did."""
    for game in games:
        for agent, what in zip(game.seating, game.faults, strict=True):
            if what:
                yield game.number, agent, what
