"""Baselines for researchers: points and wins of agents in a few settings; writes benchmarks/baselines.md.

    make baselines                                              all agents that there are
    make baselines ARGS="--only uniform,greedy --games 400"     these, with more games
    make baselines ARGS="--add 'stdio:python mybot.py' --label mine --game sunflower-valley"

Every figure comes from a match as `farmstead arena` plays it, which goes on where it was stopped. What has
been measured is kept in benchmarks/baselines.json; a row measured again takes the place of the old one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from farmstead import _build, shelf
from farmstead.agents.arena.local import played_in_processes
from farmstead.agents.arena.match_folder import MatchFolder
from farmstead.agents.arena.match_run import run
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.summary import summary_of
from farmstead.agents.specs import agent
from farmstead.cli.arena import folder_of

FOLDER: Final = Path(__file__).resolve().parent.parent / "benchmarks"
FIGURES: Final = "baselines.json"
PAGE: Final = "baselines.md"
SEED: Final = "baselines"
OPPONENT: Final = "greedy"
GAMES: Final = 100
SLOW_GAMES: Final = 10  # of agents that think long
SLOW: Final = ("level:4", "level:5")
AGENTS: Final = ("uniform", "greedy", "level:1", "level:2", "level:3", *SLOW)


class Setting(NamedTuple):
    """A game at a number of seats; with several, the others are `greedy`."""

    game: str
    seats: int

    def title(self) -> str:
        name = shelf.game(self.game).title
        return f"{name}, alone" if self.seats == 1 else f"{name}, {self.seats} players, against `{OPPONENT}`"


HEAD: Final = """# Baselines

Written by `make baselines`; `make baselines ARGS="--add SPEC --label NAME"` adds an agent. Means and
shares come with 95 % intervals; a deal, whose games share their luck, is one observation
([docs/arena.md](../docs/arena.md)). With two players, every agent plays both seats, and a shared win counts
half. Milliseconds are per choice between several moves, on a machine shared with other programs. How PPO was
trained: [docs/research.md](../docs/research.md).
"""
SETTINGS: Final = (Setting("walnut-grove", 1), Setting("walnut-grove", 2), Setting("sunflower-valley", 2))


# `Any` below: figures are JSON, written and read here alone.
def measured(setting: Setting, spec: str, label: str, note: str, games: int, jobs: int) -> dict[str, Any]:
    """The row of an agent in a setting."""
    agents = (spec,) if setting.seats == 1 else (spec, OPPONENT)
    match = Match(game=setting.game, seats=setting.seats, agents=agents, games=games, seed=SEED)
    match.check()
    with MatchFolder(folder_of(match), match) as store:
        ending = run(store, partial(played_in_processes, jobs=jobs), lambda course, done: None)
        if ending.interrupted:
            raise KeyboardInterrupt
        summary: dict[str, Any] = summary_of(ending, store.results)
    if summary["faults"] or summary["lost"]:
        first = [*summary["faults"], *summary["lost"]][0]
        raise SystemExit(f"{label}: game {first['number']}: {first.get('what') or first['why']}")
    (row,) = [row for row in summary["ladder"] if row["agent"] == match.labels[0]]
    figures = {name: row[name] for name in ("games", "score", "win_share", "seconds_per_decision")}
    about = {"game": setting.game, "seats": setting.seats, "label": label, "note": note}
    made = {"farmstead": match.version, "rules": summary["rules"], "build": _build.build()}
    return {**about, **figures, **made}


def same(row: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two rows are of the same agent in the same setting."""
    return all(row[name] == other[name] for name in ("game", "seats", "label"))


def page(rows: Sequence[dict[str, Any]]) -> str:
    """All that has been measured, as Markdown."""
    text = HEAD
    for setting in SETTINGS:
        own = [row for row in rows if (row["game"], row["seats"]) == setting]
        if own:
            own.sort(key=lambda row: -row["score"]["mean"])
            text += f"\n## {setting.title()}\n\n" + _table(setting, own)
    return text


def _table(setting: Setting, rows: Sequence[dict[str, Any]]) -> str:
    wins = "" if setting.seats == 1 else f" wins against `{OPPONENT}`, % |"
    line = "" if setting.seats == 1 else "--:|"
    text = f"| agent | games | points |{wins} ms | |\n|---|--:|--:|{line}--:|---|\n"
    for row in rows:
        share = "" if setting.seats == 1 else f" {_interval(row['win_share'], 100, 1)} |"
        seconds = row["seconds_per_decision"]
        text += f"| {row['label']} | {row['games']} | {_interval(row['score'], 1, 2)} |{share}"
        text += f" {'–' if seconds is None else f'{1000 * seconds:.1f}'} | {row['note']} |\n"
    return text


def _interval(estimate: dict[str, float | None], unit: float, decimals: int) -> str:
    """`25.10 (23.85 – 26.35)`."""
    values = [estimate[name] for name in ("mean", "low", "high")]
    mean, low, high = ("–" if value is None else f"{unit * value:.{decimals}f}" for value in values)
    return f"{mean} ({low} – {high})".replace("-", "−")


def main(args: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make baselines", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", help="these agents, divided by commas")
    parser.add_argument("--add", metavar="SPEC", help="an agent that is not among the usual ones")
    parser.add_argument(
        "--label", help="what the added agent is called in the table; its spec, if nothing is said"
    )
    parser.add_argument("--note", default="", help="what the table says of it")
    parser.add_argument("--game", choices=sorted({setting.game for setting in SETTINGS}))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, help=f"of each; else {GAMES}, or {SLOW_GAMES} of slow agents")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where figures and page go")
    asked = parser.parse_args(args)
    specs = [asked.add] if asked.add else asked.only.split(",") if asked.only else list(AGENTS)
    for spec in specs:
        agent(spec)  # BadSpec says what would do
    file = asked.to / FIGURES
    rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    for spec in specs:
        for setting in SETTINGS:
            if asked.game in (None, setting.game) and asked.seats in (None, setting.seats):
                games = asked.games or (SLOW_GAMES if spec in SLOW else GAMES)
                label = (asked.label or f"`{spec}`") if asked.add else f"`{spec}`"
                row = measured(setting, spec, label, asked.note, games, asked.jobs)
                rows = [other for other in rows if not same(row, other)] + [row]
                rows.sort(key=lambda each: (each["game"], each["seats"], each["label"]))
                file.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
                (asked.to / PAGE).write_text(page(rows), encoding="utf-8")
                print(f"{setting.title()}: {label}, {row['games']} games, {row['score']['mean']:.2f} points")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
