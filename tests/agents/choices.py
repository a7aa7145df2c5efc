"""What agents choose in some positions, kept as a file: it holds for both builds.

After a change that is meant to change their play: `python -m tests.agents.choices`.
"""

import json
from pathlib import Path

from farmstead import shelf
from farmstead.agents import agent
from farmstead.agents.observation import observation_at
from tests.agents.tables import decisions

FILE = Path(__file__).with_name("choices.json")
SPECS = [
    "uniform",
    "greedy",
    "search:iterations=6,width=3",
    "search:iterations=6,width=3,horizon=1",
    *[f"level:{n}" for n in range(1, 5)],
    "learned",
    "learned:6,width=3",
]
POSITIONS = 6


def chosen(name: str, spec: str) -> list[str]:
    """The moves of one agent, each with the number of moves there were."""
    game = shelf.game(name)
    found = []
    for seat, state in decisions(game, 2, 21, count=POSITIONS):
        seen = observation_at(game, state, seat)
        found.append(f"{agent(spec, 5).choose(seen)} of {len(seen.legal)}")
    return found


def every() -> dict[str, dict[str, list[str]]]:
    return {name: {spec: chosen(name, spec) for spec in SPECS} for name in shelf.names()}


if __name__ == "__main__":
    FILE.write_text(json.dumps(every(), indent=1) + "\n", encoding="utf-8")
