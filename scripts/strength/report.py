"""The page that tells how strong the opponents are, made from what is kept and nothing else.

What somebody has written under `What limits it` stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from farmstead import shelf
from farmstead.agents.arena.match_game import Result
from farmstead.agents.arena.match_run import share_in
from farmstead.agents.arena.meetings import Meeting, meetings_of
from farmstead.agents.arena.sequential_test import AHEAD, BEHIND, EVEN, OPEN, bounds
from farmstead.agents.arena.statistics import Estimate, by_deal, mean_of, share_of
from scripts.strength.about import told
from scripts.strength.figures import (
    MISSING,
    NONE,
    Goal,
    Thinking,
    mean_score,
    number,
    percent,
    points,
    reaches,
    scores_of,
    seconds,
    share_from,
    spread_of,
    stays_below,
    thinking,
)
from scripts.strength.hints import QUARTERS, Error, Hinted, errors_of, misses, quarter_of
from scripts.strength.progress import Played, done, found, is_over, played
from scripts.strength.sources import Sources
from scripts.strength.tasks import Contest, Study, Task, Tasks, command

SOLO_MEAN: Final = 30.0
SOLO_LEAST: Final = 25
SOLO_SHARE: Final = 0.9
LOW_MEAN: Final = 22.0
WIN_SHARE: Final = 0.85
SEEN_ELSEWHERE: Final = {2: 32.5, 5: 26.7}  # greedy programs, by the number of players
MEAN_SECONDS: Final = 0.1
WORST_SECONDS: Final = 1.0
EVEN_SHARE: Final = 0.5
LIMITS: Final = "## What limits it"
VERDICTS: Final = {AHEAD: "ahead", BEHIND: "behind", EVEN: "even", OPEN: "open"}

Lines = list[str]


def page(tasks: Tasks, folder: Path, sources: Sources, before: str = "") -> str:
    """All of it; `before` is the page as it was."""
    chapters = [
        solo(tasks.solo, folder),
        paired(tasks.paired, folder),
        greedy(tasks.greedy, folder),
        ladders(tasks.ladders, folder),
        learned(tasks.learned_solo, tasks.learned, folder),
        clairvoyant(tasks, folder),
        times(tasks.times, folder),
        hints(tasks.hints, folder),
    ]
    goals = [goal for rows, _ in chapters for goal in rows]
    lines = head(tasks, folder, sources)
    lines += ["", "## Goals", "", *table(("what", "goal", "figure (95 %)", "reached"), goals)]
    lines += limits(before)
    for _, chapter in chapters:
        lines += ["", *chapter]
    return "\n".join(lines) + "\n"


def head(tasks: Tasks, folder: Path, sources: Sources) -> Lines:
    every = tasks.all()
    over = sum(is_over(task, folder) for task in every)
    state = "All tasks are complete." if over == len(every) else partial_state(every, over, folder)
    changed = ", **and changes that are not committed**" if sources.changes else ""
    return [
        "# How strong it is",
        "",
        "Written by `make strength`, which goes on where it was stopped. `make strength ARGS=--list` lists",
        "the tasks, `ARGS=\"--only 'ladder-*'\"` plays some of them, `ARGS=--report` only writes this page.",
        "The commands below play the same games. Figures stand with their 95 % intervals in brackets;",
        "a deal, whose games share their luck, is one observation ([docs/arena.md](../docs/arena.md)).",
        "",
        f"Commit {sources.seed}, the last one that changed rules or agents{changed}. It is also the seed.",
        told(folder) or "Nothing has been measured yet.",
        "",
        state,
    ]


def partial_state(every: Sequence[Task], over: int, folder: Path) -> str:
    missing = [
        f"{task.name} ({done(task, folder)} of {task.total})" for task in every if not is_over(task, folder)
    ]
    return f"**Not complete**: {over} of {len(every)} tasks are done. Missing: {', '.join(missing)}."


def limits(before: str) -> Lines:
    """The chapter that is written by hand, as it was."""
    _, mark, rest = before.partition(f"\n{LIMITS}\n")
    return ["", LIMITS, "", rest.partition("\n## ")[0].strip()] if mark else []


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Lines:
    """Markdown; the first column is words, the others are what they are."""
    return [
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *[f"| {' | '.join(row)} |" for row in rows],
    ]


def so_far(task: Task, folder: Path) -> Lines:
    """A sentence where something is missing."""
    if is_over(task, folder):
        return []
    return ["", f"**Not complete**: {task.name}, {done(task, folder)} of {task.total}."]


def marked(task: Task, folder: Path, goals: list[Goal]) -> list[Goal]:
    """Goals with a word where something is missing."""
    if is_over(task, folder) or not done(task, folder):
        return goals
    return [goal._replace(figure=f"{goal.figure}, so far") for goal in goals]


def title(task: Contest) -> str:
    return shelf.game(task.match.game).title


# ---- one player ------------------------------------------------------------------------------------------


def solo(task: Contest, folder: Path) -> tuple[list[Goal], Lines]:
    """Points alone."""
    games = played(task, folder).games
    top, low = (scores_of(games, agent) for agent in (0, 1))
    names = task.match.labels
    name = f"{title(task)} solo"
    goals = [
        Goal(
            f"{name}, {names[0]}: mean",
            f"at least {SOLO_MEAN:g}",
            points(mean_score(top)),
            reaches(mean_score(top), SOLO_MEAN),
        ),
        Goal(
            f"{name}, {names[0]}: games with {SOLO_LEAST} points or more",
            f"at least {SOLO_SHARE:.0%}".replace("%", " %"),
            percent(share_from(top, SOLO_LEAST)),
            reaches(share_from(top, SOLO_LEAST), SOLO_SHARE),
        ),
        Goal(
            f"{name}, {names[1]}: mean",
            f"at least {LOW_MEAN:g}",
            points(mean_score(low)),
            reaches(mean_score(low), LOW_MEAN),
        ),
    ]
    heads = ("agent", "games", "mean", f"{SOLO_LEAST} or more", "5 % · quarters · 95 %", "least, most")
    rows = []
    for agent, scores in enumerate((top, low)):
        reached = [score for _, score in scores]
        ends = f"{min(reached)}, {max(reached)}" if reached else NONE
        figures = (points(mean_score(scores)), percent(share_from(scores, SOLO_LEAST)))
        spread = spread_of(reached)
        rows.append((names[agent], f"{len(scores)}", *figures, spread, ends))
    thought = [(names[agent], *thought_of(thinking(games, agent))) for agent in (0, 1)]
    return marked(task, folder, goals), [
        f"## {title(task)}, one player",
        "",
        f"`{command(task.match)}`",
        *so_far(task, folder),
        "",
        *table(heads, rows),
        "",
        "Time for a decision, with as many games at a time as are named above:",
        "",
        *table(("agent", "decisions", "mean", "worst"), thought),
    ]


def thought_of(thought: Thinking) -> tuple[str, str, str]:
    return f"{thought.decisions}", seconds(thought.mean), seconds(thought.worst)


# ---- two agents ------------------------------------------------------------------------------------------


def share_between(meetings: Sequence[Meeting]) -> Estimate | None:
    """The share of the first agent."""
    if not meetings:
        return None
    return share_of(by_deal((meeting.deal, meeting.share_between(0, 1)) for meeting in meetings))


def gap_between(meetings: Sequence[Meeting]) -> Estimate | None:
    """Points more for the first agent."""
    if not meetings:
        return None
    return mean_of(by_deal((meeting.deal, meeting.score(0) - meeting.score(1)) for meeting in meetings))


def paired(task: Contest, folder: Path) -> tuple[list[Goal], Lines]:
    """Top against low, each deal from both seats."""
    games = played(task, folder).games
    share, gap = (of(meetings_of(task.match, games)) for of in (share_between, gap_between))
    top, low = task.match.labels
    goal = Goal(
        f"{title(task)}, 2 players: wins of {top} against {low}",
        f"at least {WIN_SHARE:.0%}".replace("%", " %"),
        percent(share),
        reaches(share, WIN_SHARE),
    )
    rows = [
        ("games", f"{len(games)}"),
        (f"wins of {top}, shared ones split", percent(share)),
        ("points more", points(gap)),
        *(
            (f"mean of {name}", points(mean_score(scores_of(games, who))))
            for who, name in enumerate((top, low))
        ),
    ]
    return marked(task, folder, [goal]), [
        f"## {title(task)}, two players",
        "",
        f"`{command(task.match)}`",
        "",
        "Every deal is played twice, with the same luck and seats swapped.",
        *so_far(task, folder),
        "",
        *table(("", "figure (95 %)"), rows),
    ]


def greedy(tasks: Sequence[Contest], folder: Path) -> tuple[list[Goal], Lines]:
    """What the plain agent scores among its like."""
    goals, rows = [], []
    for task in tasks:
        games = played(task, folder).games
        scores = [(game.deal, score) for game in games for score in game.scores]
        mean, seen = mean_score(scores), SEEN_ELSEWHERE[task.match.seats]
        name = task.match.agents[0]
        goal = Goal(
            f"{title(task)}, {task.match.seats} players, all {name}: mean",
            f"{seen:g}, as seen elsewhere",
            points(mean),
            reaches(mean, seen),
        )
        goals += marked(task, folder, [goal])
        spread = spread_of([score for _, score in scores])
        rows.append(
            (f"{task.match.seats}", f"{len(games)}", points(mean), spread, f"`{command(task.match)}`")
        )
    lines = [line for task in tasks for line in so_far(task, folder)]
    heads = ("players", "games", "mean of all seats", "5 % · quarters · 95 %", "command")
    return goals, [f"## {title(tasks[0])}, {name} among its like", *lines, "", *table(heads, rows)]


# ---- levels ----------------------------------------------------------------------------------------------


def ladders(tasks: Sequence[Contest], folder: Path) -> tuple[list[Goal], Lines]:
    """Each level against the one below."""
    goals, rows = [], []
    for task in tasks:
        upper, lower = task.match.labels
        now = played(task, folder)
        meetings = meetings_of(task.match, now.games)
        share = share_between(meetings)
        low, high = bounds(shares_by_deal(meetings)) if meetings else (0.0, 1.0)
        always = f"{100 * low:.1f} – {100 * high:.1f} %" if meetings else NONE
        verdict = now.course.sure[0, 1].verdict
        where = f"{title(task)}, {task.match.seats} players: {upper} against {lower}"
        goals += marked(task, folder, [Goal(where, "more than half", percent(share), beats(now, share))])
        rows.append(
            (
                title(task),
                f"{task.match.seats}",
                f"{upper} – {lower}",
                f"{len(now.games)} of {task.total}" + ("" if is_over(task, folder) else ", **not complete**"),
                percent(share),
                always,
                VERDICTS[verdict],
                points(gap_between(meetings), 1),
            )
        )
    heads = ("game", "players", "level – below", "games", "share", "however early", "test", "points more")
    return goals, [
        "## Levels",
        "",
        "Each level against the one below, at four seats two of each. The share is that of the wins of the",
        "level's seats, shared ones split. A match ends when the arena's sequential test is sure, or when",
        "all games are played: `however early` is the interval that holds wherever it stopped, and *ahead*",
        "says that even is refuted.",
        "",
        "```",
        *(command(task.match) for task in tasks),
        "```",
        "",
        *table(heads, rows),
    ]


# ---- learned ---------------------------------------------------------------------------------------------


def learned(alone: Contest, tasks: Sequence[Contest], folder: Path) -> tuple[list[Goal], Lines]:
    """Those that learned, against those that were programmed; nothing is promised of them yet."""
    games = played(alone, folder).games
    base = len(alone.match.agents) - 1
    rows = []
    for who, name in enumerate(alone.match.labels):
        scores = scores_of(games, who)
        more = lead_over(scores, scores_of(games, base)) if who != base else None
        rows.append((name, f"{len(scores)}", points(mean_score(scores)), points(more), mean_time(games, who)))
    others = []
    for task in tasks:
        met = played(task, folder).games
        meetings = meetings_of(task.match, met)
        whole = "" if is_over(task, folder) else ", **not complete**"
        share, gap = percent(share_between(meetings)), points(gap_between(meetings))
        names = " – ".join(task.match.labels)
        others.append((title(task), names, f"{len(met)}{whole}", share, gap, mean_time(met, 0)))
    return [], [
        "## Those that learned",
        "",
        "`learned` takes one look by weights that were learned, `learned:48` searches with them",
        "([docs/training.md](../docs/training.md)); `classic:5` and so on are the programmed levels.",
        f"{title(alone)} alone, everybody in the same deals:",
        "",
        f"`{command(alone.match)}`",
        *so_far(alone, folder),
        "",
        *table(("agent", "games", "mean", f"more than {alone.match.labels[base]}", "mean time"), rows),
        "",
        "Two players, every deal played twice, with the same luck and seats swapped:",
        "",
        "```",
        *(command(task.match) for task in tasks),
        "```",
        "",
        *table(("game", "agents", "games", "share of the first", "points more", "its mean time"), others),
    ]


def lead_over(scores: Sequence[tuple[int, float]], base: Sequence[tuple[int, float]]) -> Estimate | None:
    """Points more than another agent in the same deals."""
    other = dict(base)
    both = [(deal, score - other[deal]) for deal, score in scores if deal in other]
    return mean_of(by_deal(both)) if both else None


def mean_time(games: Sequence[Result], who: int) -> str:
    return seconds(thinking(games, who).mean)


def shares_by_deal(meetings: Sequence[Meeting]) -> list[float]:
    """What the first of two agents has of each deal, in their order."""
    deals: dict[int, list[Meeting]] = {}
    for meeting in meetings:
        deals.setdefault(meeting.deal, []).append(meeting)
    return [share_in(deals[deal], 0, 1) for deal in sorted(deals)]


def beats(now: Played, share: Estimate | None) -> str:
    """Whether the upper one is surely the better; the plain interval counts only when all was played."""
    if share is None:
        return NONE
    if now.course.sure[0, 1].verdict == AHEAD:
        return "yes"
    if not now.course.is_over():
        return "open so far"
    if now.course.deals == now.course.match.deals and share.mean > EVEN_SHARE and share.excludes(EVEN_SHARE):
        return "yes, by the interval of all games"
    return "no"


# ---- with all luck known ---------------------------------------------------------------------------------


def clairvoyant(tasks: Tasks, folder: Path) -> tuple[list[Goal], Lines]:
    """The best found when all luck is known, beside what was reached without."""
    study, contest = tasks.clairvoyant, tasks.solo
    best = found(study, folder)
    honest = dict(scores_of(played(contest, folder).games, 0))
    top = contest.match.labels[0]
    both = [deal for deal in sorted(best) if deal in honest]
    rows = [
        (
            f"{deal}",
            f"{honest[deal]}" if deal in honest else NONE,
            f"{best[deal]['score']}",
            f"{best[deal]['tries']}",
        )
        for deal in sorted(best)
    ]
    means = (
        points(mean_of([[float(honest[deal])] for deal in both])) if both else NONE,
        points(mean_of([[float(best[deal]["score"])] for deal in sorted(best)])) if best else MISSING,
    )
    return [], [
        f"## {title(contest)}, one player, with all luck known",
        "",
        f'`make strength ARGS="--only {study.name}"`',
        "",
        "For scale: the best score found by a search that knows every draw of the game in advance, in the",
        f"same deals as {top} above. The true optimum can be higher; nobody who does not know the future can",
        "play for it.",
        *so_far(study, folder),
        "",
        *table(
            ("deal", top, "best found", "games tried"),
            [*rows, ("**mean**", *means, "")],
        ),
    ]


# ---- time ------------------------------------------------------------------------------------------------


def times(tasks: Sequence[Contest], folder: Path) -> tuple[list[Goal], Lines]:
    """How long each level thinks, one game at a time."""
    goals, rows = [], []
    for task in tasks:
        games = played(task, folder).games
        for agent, name in enumerate(task.match.labels):
            thought = thinking(games, agent)
            rows.append((title(task), f"{task.match.seats}", name, *thought_of(thought)))
        where = (
            f"{title(task)}, {task.match.seats} at the table: time of {name}"  # the highest level comes last
        )
        both = [
            Goal(
                f"{where}, mean",
                f"at most {MEAN_SECONDS:g} s",
                seconds(thought.mean),
                stays_below(thought.mean, MEAN_SECONDS),
            ),
            Goal(
                f"{where}, worst",
                f"at most {WORST_SECONDS:g} s",
                seconds(thought.worst),
                stays_below(thought.worst, WORST_SECONDS),
            ),
        ]
        goals += marked(task, folder, both)
    lines = [line for task in tasks for line in so_far(task, folder)]
    return goals, [
        "## Time for a decision",
        "",
        "On one core, one game at a time; choices between several moves only. The games:",
        "",
        "```",
        *(command(task.match) for task in tasks),
        "```",
        *lines,
        "",
        *table(("game", "players", "agent", "decisions", "mean", "worst"), rows),
    ]


# ---- hints -----------------------------------------------------------------------------------------------


def hints(tasks: Sequence[Study], folder: Path) -> tuple[list[Goal], Lines]:
    """What hints promise against what comes."""
    rows, whose = [], hinted(tasks[0])
    for task in tasks:
        errors = errors_of(found(task, folder))
        where = (shelf.game(task.settings.game).title, f"{hinted(task).seats}")
        for quarter in range(QUARTERS):
            some = [one for one in errors if quarter_of(one.time) == quarter]
            rows.append((*where, f"quarter {quarter + 1}", *missed(some)))
        rows.append((*where, "**all**", *missed(errors)))
    lines = [line for task in tasks for line in so_far(task, folder)]
    heads = ("game", "players", "when", "positions", "promised too much", "mean error", "root mean square")
    return [], [
        "## What hints promise",
        "",
        "`make strength ARGS=\"--only 'hints-*'\"`",
        "",
        f"Games with {whose.player} in all seats. Afterwards a hint ({whose.tries} tries) is asked for at",
        "one decision in each quarter of the game. Its expected points are compared with those the seat",
        "really had in the end. The luck of the rest of the game is in the errors, so their mean size cannot",
        "be 0; *promised too much* is free of it (−: too little).",
        *lines,
        "",
        *table(heads, rows),
    ]


def hinted(task: Study) -> Hinted:
    assert isinstance(task.settings, Hinted)
    return task.settings


def missed(errors: Sequence[Error]) -> tuple[str, str, str, str]:
    if not errors:
        return "0", NONE, NONE, NONE
    figures = misses(errors)
    return f"{figures.positions}", points(figures.bias), points(figures.size), number(figures.square)
