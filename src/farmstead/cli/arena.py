"""`farmstead arena`: matches between agents, on one machine or many, and who is the stronger."""

import hashlib
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from typer import Option

from farmstead.agents import guarded, split
from farmstead.agents.arena.cluster import played_on_ray, ray_if_there
from farmstead.agents.arena.local import played_here, played_in_processes
from farmstead.agents.arena.match_folder import REPORT, SUMMARY, MatchFolder, described
from farmstead.agents.arena.match_run import MatchRun, Players, run
from farmstead.agents.arena.matches import PAIRS, Match
from farmstead.agents.arena.report import FORFEITED, NONE, VERDICTS, milliseconds, report_of
from farmstead.agents.arena.summary import summary_of
from farmstead.cli.arguments import EditionFile, GameName, Options, game_and_text, words
from farmstead.cli.errors import BAD_INPUT, INTERRUPTED, complain
from farmstead.cli.screen import progress
from farmstead.engine.contract import BadSetup
from farmstead.render.shared import signed
from farmstead.render.text_board import TextBoard
from farmstead.render.words import words_for

MAX_JOBS: Final = 64
PROCESSES: Final = "processes"
RAY: Final = "ray"
FOLDERS: Final = "arena"
DIGITS: Final = 8  # of a match's digest, in the name of its folder

Agents = Annotated[
    list[str],
    Option("--agents", "-a", metavar="SPECS", help="Who plays: `greedy,uniform`, `greedy,search:seconds=1`."),
]
Games = Annotated[int, Option("--games", "-g", help="How many games for each pairing, in whole deals.")]
Seats = Annotated[int, Option("--seats", "-n", help="Players at the table.")]
Jobs = Annotated[int | None, Option("--jobs", "-j", min=1, max=MAX_JOBS, help="How many games at a time.")]
Where = Annotated[str, Option("--on", metavar="WHERE", help="`processes` of this machine, or `ray`.")]
Seed = Annotated[str, Option("--seed", "-s", help="Any text: the same text gives the same games.")]
Out = Annotated[
    Path | None, Option("--out", metavar="FOLDER", help="Where results go; else a folder in `arena/`.")
]
Tables = Annotated[str, Option("--tables", metavar="WHICH", help="Who meets: `pairs`, or `mixed` tables.")]
Adjusted = Annotated[
    bool, Option("--adjusted", help="Also tell points without luck; counting luck takes some time.")
]
StopWhenSure = Annotated[
    bool, Option("--stop-when-sure", help="Stop when a sequential test has settled every pairing.")
]


def arena(
    game: GameName,
    agents: Agents,
    games: Games = 100,
    seats: Seats = 2,
    jobs: Jobs = None,
    on: Where = PROCESSES,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    seed: Seed = "1",
    out: Out = None,
    records: Annotated[bool, Option("--records", help="Keep every game as a record.")] = False,
    options: Options = None,
    edition: EditionFile = None,
    tables: Tables = PAIRS,
    stop_when_sure: StopWhenSure = False,
    adjusted: Adjusted = False,
) -> None:
    """Let agents play matches and say who is the stronger, and how sure that is.

    Every two agents share a table (two of each at four seats), with the same luck for all and seats rotated.
    Results go into a folder as they come: the same command again goes on where it was stopped, by whatever.
    There the summary (`summary.json`) and a page with plots (`report.html`) are written. Ctrl-C stops and
    tells what there is. Status 1 says that an agent failed or that a game could not be played.

    Agents are divided by commas; a setting after a comma belongs to the agent before it. With one seat
    everyone plays alone. `--on ray` plays on the cluster at RAY_ADDRESS, or starts Ray on this machine.

    Examples:

        farmstead arena sunflower-valley --agents greedy,uniform --games 400 --jobs 2
        farmstead arena walnut-grove --agents greedy,uniform --seats 4 --records --out match/
        farmstead arena walnut-grove --agents greedy --seats 1 --games 200 --json
        farmstead arena walnut-grove --agents greedy:seed=3,greedy,uniform --stop-when-sure
        farmstead arena walnut-grove --agents learned,level:4 --seats 1 --adjusted
        farmstead arena sunflower-valley --agents greedy,uniform --on ray
    """
    played, text = game_and_text(game, edition)
    setup = played.setup(seats, words(options))
    match = Match(
        game=game,
        seats=seats,
        agents=specs(agents),
        games=games,
        options=setup.options,
        edition=text,
        seed=seed,
        tables=tables,
        records=records,
        stop_when_sure=stop_when_sure,
        adjusted=adjusted,
    )
    match.check()
    players = players_for(on, jobs)
    with MatchFolder(folder_of(match) if out is None else out, match) as store:
        with progress() as tell:
            ending = run(store, players, lambda course, games: tell(games, match.total, so_far(course)))
        summary = summary_of(ending, store.results)
        store.write(SUMMARY, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
        page = store.write(REPORT, report_of(summary))
    report(summary, page, as_json)
    if ending.interrupted:
        raise typer.Exit(INTERRUPTED)
    if summary["faults"]:
        complain(say_faults(summary))
    if ending.lost:
        complain(f"{page.parent}: {say_lost(summary, ending.given_up)}")
    if summary["faults"] or ending.lost:
        raise typer.Exit(BAD_INPUT)


# ---- what is asked for -----------------------------------------------------------------------------------


def specs(typed: Sequence[str]) -> tuple[str, ...]:
    """The agents as typed; BadSpec says which is none."""
    found = [spec for text in typed for spec in split(text)]
    for spec in found:
        guarded(spec).close()
    return tuple(found)


def players_for(on: str, jobs: int | None) -> Players:
    """Who plays the games."""
    if on == RAY:
        ray_if_there()
        return partial(played_on_ray, jobs=jobs)
    if on != PROCESSES:
        raise BadSetup(f"--on {on[:40]}: games are played on {PROCESSES} or on {RAY}")
    return played_here if jobs in (None, 1) else partial(played_in_processes, jobs=jobs or 1)


def folder_of(match: Match) -> Path:
    """The folder of a match, by its settings, so that the same command goes on with it."""
    digest = hashlib.sha256(json.dumps(described(match), sort_keys=True).encode()).hexdigest()
    return Path(FOLDERS, f"{match.game}-{match.seats}-{digest[:DIGITS]}")


# ---- telling ---------------------------------------------------------------------------------------------


def so_far(course: MatchRun) -> str:
    """`greedy 93.1 %, 41.2 points; uniform 6.9 %, 4.4 points`, the best first."""
    if not course.counted:
        return ""
    rows = []
    sums = zip(course.match.labels, course.shares, course.scores, course.scored, strict=True)
    for label, share, points, scored in sums:
        share, points = share / course.counted, points / max(1, scored)
        wins = f" {share:.1%}," if len(course.match.agents) > 1 else ""
        rows.append((-share, -points, f"{label}{wins} {points:.1f} points"))
    return "; ".join(text for _, _, text in sorted(rows))


# `Any` in what follows: the summary is JSON, and its shape is pinned by a test.
def report(summary: dict[str, Any], page: Path, as_json: bool) -> None:
    """Everything that was counted."""
    if as_json:
        print(json.dumps(summary, ensure_ascii=False))
        return
    print(headline(summary))
    console = Console(highlight=False)
    board = TextBoard(words_for(), console.width)
    console.print("", board.board({"": ladder(summary)}), "")
    if summary["head_to_head"]:
        console.print(board.board({"": pairs(summary)}), "")
    for fault in summary["faults"][:3]:
        print(f"Game {fault['number']}: {fault['what']}")
    if len(summary["faults"]) > 3:
        print(f"… and {len(summary['faults']) - 3:,} more faults; they are in the report")
    print(f"Report: {page}")


def headline(summary: dict[str, Any]) -> str:
    """What was played, and why it ended."""
    played, deals = summary["games_played"], summary["deals"]
    why = " (interrupted)" if summary["interrupted"] else ""
    why = " (stopped: every pairing is settled)" if summary["stopped_when_sure"] else why
    games = f"{played['counted']:,} of {played['asked']:,} games of {summary['game']}"
    return f"{games}, seats {summary['seats']}, deals {deals['counted']:,}, seed {summary['seed']}{why}"


def ladder(summary: dict[str, Any]) -> list[dict[str, object]]:
    """The agents, the strongest first."""
    return [
        {
            "agent": row["agent"],
            "games": f"{row['games']:,}",
            "score": give_or_take(row["score"], 2),
            **without_luck(row, "adjusted"),
            "wins %": from_to(row["win_share"]),
            "place": give_or_take(row["place"], 2),
            "rating": give_or_take(row["rating"], 1),
            "ms": milliseconds(row["seconds_per_decision"]),
        }
        | ({"faults": f"{row['faults']:,}"} if summary["faults"] else {})
        for row in summary["ladder"]
    ]


def pairs(summary: dict[str, Any]) -> list[dict[str, object]]:
    """Every two agents, as the first sees it."""
    return [
        {
            "head to head": " – ".join(row["agents"]),
            "points more": give_or_take(row["difference"], 2),
            **without_luck(row, "adjusted_difference"),
            "share %": from_to(row["share"]),
            "by interval": VERDICTS[row["verdict"]],
            "by test": VERDICTS[row["sequential"]["verdict"]]
            + (f", deal {row['sequential']['deal']}" if row["sequential"]["deal"] else ""),
        }
        for row in summary["head_to_head"]
    ]


def without_luck(row: dict[str, Any], which: str) -> dict[str, object]:
    """A column in matches that count luck."""
    return {"without luck": give_or_take(row[which], 2)} if which in row else {}


def give_or_take(estimate: dict[str, Any] | None, decimals: int) -> str:
    """`25.10 ±1.25`, for intervals with their mean in the middle."""
    if estimate is None:
        return NONE
    mean = signed(f"{estimate['mean']:.{decimals}f}")
    low, high = estimate["low"], estimate["high"]
    return mean if low is None else f"{mean} ±{(high - low) / 2:.{decimals}f}"


def from_to(share: dict[str, Any] | None) -> str:
    """`85.0 (81–88)`, in percent."""
    if share is None:
        return NONE
    return f"{100 * share['mean']:.1f} ({100 * share['low']:.0f}–{100 * share['high']:.0f})"


def say_faults(summary: dict[str, Any]) -> str:
    """Who failed how often, and what that means for the figures."""
    failed = [(row["agent"], row["faults"], row["seats"]) for row in summary["ladder"] if row["faults"]]
    counts = ", ".join(f"{agent} in {faults:,} of {seats:,}" for agent, faults, seats in failed)
    return f"agents failed, and greedy went on for them: {counts}. {FORFEITED}"


def say_lost(summary: dict[str, Any], given_up: bool) -> str:
    """Which games could not be played, and why the first of them."""
    lost = summary["lost"]
    numbers = ", ".join(str(row["number"]) for row in lost[:10]) + (" …" if len(lost) > 10 else "")
    end = "; too many in a row, so the match was given up" if given_up else "; the same command tries again"
    return f"game {numbers} could not be played: {lost[0]['why']}{end}"
