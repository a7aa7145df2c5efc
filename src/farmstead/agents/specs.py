"""Agents by spec, the one text that names them everywhere.

`uniform`                        a name
`greedy:seed=3`                  and its settings after a colon, divided by commas
`stdio:python mybot.py --deep`   a program; all after the colon is its command line
`stdio:seconds=2,python mybot.py`  but for settings that stand before it

Names come from the table below, and from other packages: `added.py`.
"""

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final

from farmstead.agents.characters import neighbour_ids
from farmstead.agents.observation import Agent
from farmstead.agents.plugins import added, installed
from farmstead.agents.settings import (
    MAX_QUOTE,
    SEED,
    AgentSetting,
    BadSpec,
    BuiltInAgent,
    Value,
    values_of,
    with_command,
)

__all__ = ["AGENTS", "BadSpec", "agent", "names", "split"]

# A new agent is a row here; tests/agents/test_agents.py wants to know which specs to try it by.
AGENTS: Final[dict[str, BuiltInAgent]] = {
    "uniform": BuiltInAgent("farmstead.agents.uniform:Uniform", example="uniform:seed=3"),
    "greedy": BuiltInAgent("farmstead.agents.greedy:Greedy", example="greedy:seed=3"),
    "search": BuiltInAgent(
        "farmstead.agents.search_agent:SearchAgent",
        example="search:iterations=200",
        settings=(
            AgentSetting("iterations", 1, 1_000_000),
            AgentSetting("seconds", 0.01, 60, whole=False),
            AgentSetting("width", 2, 1000),
            AgentSetting("horizon", 1, 1000),
            AgentSetting("jobs", 1, 64),
            SEED,
        ),
        only_one=("iterations", "seconds"),
    ),
    "level": BuiltInAgent(
        "farmstead.agents.levels:LevelAgent",
        example="level:4",
        settings=(AgentSetting("level", 1, 6, needed=True), SEED),
        first="level",
    ),
    "neighbour": BuiltInAgent(
        "farmstead.agents.neighbours:NeighbourAgent",
        example="neighbour:hazel",
        settings=(AgentSetting("name", words=neighbour_ids, needed=True), SEED),
        first="name",
    ),
    "classic": BuiltInAgent(
        "farmstead.agents.levels:LevelAgent",
        example="classic:4",
        settings=(AgentSetting("level", 1, 5, needed=True), SEED),
        first="level",
    ),
    "learned": BuiltInAgent(
        "farmstead.agents.learned.learned_agent:LearnedAgent",
        example="learned:48",
        settings=(
            AgentSetting("tries", 1, 1_000_000),
            AgentSetting("width", 2, 1000),
            AgentSetting("horizon", 1, 1000),
            SEED,
        ),
        first="tries",
    ),
    "stdio": BuiltInAgent(
        "farmstead.agents.stdio:Stdio",
        example="stdio:seconds=5,./mybot",
        settings=(AgentSetting("seconds", 0.05, 60, whole=False), SEED),
        command=True,
    ),
}


def names() -> list[str]:
    """The agents there are: our own, then those of other packages."""
    return [*AGENTS, *sorted({entry.name for entry in installed().entries} - AGENTS.keys())]


def agent(spec: str, seed: int = 1) -> Agent:
    """The agent of a spec; `seed` holds unless the spec gives one."""
    name, colon, rest = spec.strip().partition(":")
    text = rest.strip() if colon else None
    known = AGENTS.get(name)
    if known is None:
        return _of_another_package(spec, name, text, seed)
    values: dict[str, Value] = {"seed": seed} if SEED in known.settings else {}
    values |= with_command(spec, known, text or "") if known.command else values_of(spec, known, text)
    make: Callable[..., Agent] = _load(known.where)
    return make(**values)


def split(text: str) -> list[str]:
    """The specs of a list divided by commas; a program's command line takes all that is left.

    >>> split("uniform,greedy:seed=7,stdio:./mybot --of 1,2")
    ['uniform', 'greedy:seed=7', 'stdio:./mybot --of 1,2']
    """
    found: list[str] = []
    rest = text.strip()
    while rest:
        name, colon, _ = rest.partition(":")
        if colon and name in AGENTS and AGENTS[name].command:
            return [*found, rest]
        part, _, rest = (piece.strip() for piece in rest.partition(","))
        if found and ":" in found[-1] and "=" in part.partition(":")[0]:
            found[-1] += f",{part}"  # one more setting
        elif part:
            found.append(part)
    return found


# `Any` because a path can lead to anything; the caller says what it is.
def _load(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def _of_another_package(spec: str, name: str, text: str | None, seed: int) -> Agent:
    there = installed()
    entries = [entry for entry in there.entries if entry.name == name]
    if entries:
        return added(spec, entries, text, seed)
    damaged = ", ".join(there.unreadable)
    hint = f" (what these packages add cannot be read: {damaged})" if damaged else ""
    raise BadSpec(f"there is no opponent {name[:MAX_QUOTE]!r}; {_nearest(name)}{hint}")


def _nearest(name: str) -> str:
    if "=" in name:
        return f"settings stand after a name and a colon, as in {AGENTS['greedy'].example}"
    near = get_close_matches(name.lower(), names(), 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names())}"
