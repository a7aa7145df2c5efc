"""Opponents. An agent is anything with `choose(seen)`; `agent("greedy:seed=3")` builds one from its spec.

`guarded(spec)` builds one that cannot break a game: faults are listed, and the seat goes on with `greedy`.
"""

from farmstead.agents.advice import Advice
from farmstead.agents.faults import AgentFailed, Fault
from farmstead.agents.guard import Guarded, guarded
from farmstead.agents.observation import Agent, Observation
from farmstead.agents.specs import BadSpec, agent, names, split

__all__ = [
    "Advice",
    "Agent",
    "AgentFailed",
    "BadSpec",
    "Fault",
    "Guarded",
    "Observation",
    "agent",
    "guarded",
    "names",
    "split",
]
