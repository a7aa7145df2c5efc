"""Agents of other packages: entry points of the group `farmstead.agents`.

Each leads to a callable that is given the settings of a spec as texts, `seed` always among them, and returns
an agent. It refuses a setting by a ValueError. Nothing of it is imported before it is asked for by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from farmstead.agents.faults import printable
from farmstead.agents.observation import Agent
from farmstead.agents.settings import BadSpec, bad

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "farmstead.agents"
MAX_DESCRIPTION: Final = 300  # letters of what a package says about itself


class InstalledAgents(NamedTuple):
    """What other packages add, and those of them that nobody can read."""

    entries: list[EntryPoint]
    unreadable: list[str]


def installed() -> InstalledAgents:
    """Package by package, the first of each name, so that a damaged one hides no other."""
    from importlib.metadata import distributions  # slow to import, and seldom needed

    found = InstalledAgents([], [])
    read: set[str] = set()
    for package in distributions():
        name = str(package.name).lower()
        try:
            entries = [entry for entry in package.entry_points if entry.group == GROUP]
        except Exception:  # what is installed may be damaged in any way
            found.unreadable.append(name)
        else:
            found.entries.extend(entries if name not in read else [])
        read.add(name)
    return found


def added(spec: str, entries: list[EntryPoint], text: str | None, seed: int) -> Agent:
    """The agent that these entries, all of one name, have added; nothing of it breaks more than itself."""
    entry = entries[0]
    if len(entries) > 1:
        packages = " and ".join(sorted({_package(other) for other in entries}))
        raise BadSpec(
            f"the opponent {entry.name!r} is added by {packages}; only one of them can be installed"
        )
    arguments = {"seed": str(seed), **_settings(text)}
    try:
        make = entry.load()
    except (Exception, SystemExit) as error:  # foreign code: importing it may raise anything
        raise _broken(entry, f"{type(error).__name__}: {error}") from error
    try:
        found = make(arguments)
    except BadSpec:
        raise
    except ValueError as error:
        raise bad(spec, printable(str(error), MAX_DESCRIPTION)) from error
    except (Exception, SystemExit) as error:  # foreign code, as above
        raise _broken(entry, f"{type(error).__name__}: {error}") from error
    if not callable(getattr(found, "choose", None)):
        raise _broken(entry, f"it makes a {type(found).__name__}, which has no `choose`")
    made: Agent = found
    return made


def _broken(entry: EntryPoint, why: str) -> BadSpec:
    return BadSpec(
        f"the opponent {entry.name!r} of {_package(entry)} ({entry.value}) does not work:"
        f" {printable(why, MAX_DESCRIPTION)}; mend or remove that package, or take another opponent"
    )


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "a package"


def _settings(text: str | None) -> Mapping[str, str]:
    """Settings as texts; a word without `=` has an empty value."""
    parts = [part.partition("=") for part in (text or "").split(",") if part.strip()]
    return {key.strip(): value.strip() for key, _, value in parts}
