"""Opponents. An agent is anything with `choose(seen)`; `agent("greedy:seed=3")` builds one from its spec."""

from farmstead.agents.seen import Agent, Seen
from farmstead.agents.specs import BadSpec, agent, names

__all__ = ["Agent", "BadSpec", "Seen", "agent", "names"]
