"""Opponents. An agent is anything with `choose(seen)`; `agent("greedy:seed=3")` builds one from its spec.

`guarded(spec)` builds one that cannot break a game: faults are listed, and the seat goes on with `greedy`.
"""

from farmstead.agents.advice import Advice as Advice
from farmstead.agents.faults import AgentFailed as AgentFailed
from farmstead.agents.faults import Fault as Fault
from farmstead.agents.guard import Guarded as Guarded
from farmstead.agents.guard import guarded as guarded
from farmstead.agents.observation import Agent as Agent
from farmstead.agents.observation import Observation as Observation
from farmstead.agents.specs import BadSpec as BadSpec
from farmstead.agents.specs import agent as agent
from farmstead.agents.specs import names as names
from farmstead.agents.specs import split as split
