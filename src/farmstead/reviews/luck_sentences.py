"""Sentences about the best and the worst luck of each seat."""

from __future__ import annotations

from typing import Final

from farmstead.agents.review import Luck
from farmstead.engine.contract import Seat
from farmstead.render.hint_sentences import more, points
from farmstead.reviews.sentences import ReviewText

STROKE: Final = 0.25  # points of luck that are worth a sentence


def luck_sentences(told: ReviewText) -> list[str]:
    """A sentence for the best and the worst luck of each seat; or one that says there was none."""
    found: list[str] = []
    for seat in told.review.of:
        clear = [one for one in told.review.lucks if abs(one.gains[seat]) > 2 * one.spreads[seat]]
        ordered = sorted(clear, key=lambda one: one.gains[seat])
        if ordered and ordered[-1].gains[seat] >= STROKE:
            found.append(luck_sentence(told, "luckiest", ordered[-1], seat))
        if ordered and ordered[0].gains[seat] <= -STROKE:
            found.append(luck_sentence(told, "unluckiest", ordered[0], seat))
    return found or [told.say("no_luck")]


def luck_sentence(told: ReviewText, key: str, luck: Luck, seat: Seat) -> str:
    return told.say(
        key,
        who=told.who(seat),
        move=luck.ply + 1,
        part=told.part(luck.ply),
        what=told.came(luck),
        gain=told.said(f"{more(luck.gains[seat])} ±{points(luck.spreads[seat])}"),
    )
