"""Agents by spec: a name and, after a colon, its settings, as in `greedy:seed=3`."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from farmstead.agents.greedy import Greedy
from farmstead.agents.seen import Agent
from farmstead.agents.uniform import Uniform
from farmstead.engine.contract import BadSetup

AGENTS: Final[dict[str, Callable[[int], Agent]]] = {"greedy": Greedy, "uniform": Uniform}
LARGEST_SEED: Final = 2**31


class BadSpec(BadSetup):
    """No agent is called so; the message says which would do."""


def names() -> list[str]:
    """The agents there are."""
    return list(AGENTS)


def agent(spec: str, seed: int = 1) -> Agent:
    """The agent of a spec; `seed` holds unless the spec gives one."""
    name, colon, settings = spec.strip().partition(":")
    make = AGENTS.get(name)
    if make is None:
        raise BadSpec(f"there is no opponent {name[:40]!r}; {_nearest(name)}")
    return make(_seed(spec, settings) if colon else seed)


def _nearest(name: str) -> str:
    near = get_close_matches(name.lower(), AGENTS, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(AGENTS)}"


def _seed(spec: str, settings: str) -> int:
    name, _, value = settings.partition("=")
    if name != "seed" or not (value.isascii() and value.isdecimal() and _is_small(value)):
        raise BadSpec(
            f"{spec[:60]!r}: after the colon stands seed=NUMBER, as in {spec.partition(':')[0]}:seed=3"
        )
    return int(value)


def _is_small(digits: str) -> bool:
    """Python itself refuses to read thousands of digits."""
    return len(digits) <= len(str(LARGEST_SEED)) and int(digits) < LARGEST_SEED
