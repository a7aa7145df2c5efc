"""The hand that draws: it wobbles, but the same thing is drawn the same way every time."""

import random


def hand(*seed: object) -> random.Random:
    """Random numbers that depend on what is drawn, never on when."""
    return random.Random("/".join([str(part) for part in seed]))
