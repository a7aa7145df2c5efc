"""What a soak has to tell."""

from __future__ import annotations

from typing import Final

from scripts.load.page import spread
from scripts.soak.storm import Outcome

TITLE: Final = "Killed under load"


def rows(outcome: Outcome) -> list[tuple[str, str]]:
    """Figures with what they are."""
    checked = outcome.checked
    return [
        *[
            (f"times that {what}, at random moments", f"{number:,}")
            for what, number in sorted(outcome.strikes.items())
        ],
        ("tables, all played to their end", f"{outcome.tables:,}"),
        ("moves acknowledged", f"{outcome.moves:,}"),
        ("undos acknowledged", f"{outcome.undos:,}"),
        ("asks to go back and answers to them", f"{outcome.others:,}"),
        ("sent again because no answer came", f"{outcome.resent:,}"),
        ("of these, written before the kill", f"{outcome.again:,}"),
        ("refused because others were faster", f"{outcome.refused:,}"),
        ("streams resumed", f"{outcome.reconnected:,}"),
        ("seconds until a killed server is open again", spread(outcome.starts[1:])),
        ("seconds from a kill to the next acknowledgement", spread(outcome.recoveries)),
        *[("seconds until all its tables are served by others", spread(outcome.takeovers))][
            : len(outcome.takeovers)
        ],
        ("entries of journals folded again", f"{checked.entries:,}"),
        ("news compared with the journals", f"{checked.news:,}"),
        ("positions compared with the journals", f"{checked.positions:,}"),
        ("acknowledged and lost, done twice, told twice or not at all", f"{len(checked.faults):,}"),
        ("seconds in all", f"{outcome.seconds:,.0f}"),
    ]
