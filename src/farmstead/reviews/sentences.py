"""The sentences of a review: who, what and when, for the terminal, the pages, the charts and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from farmstead.agents.review import Decision, GamePositions, Luck, Review, Turning
from farmstead.engine.contract import Seat
from farmstead.render import Drawing
from farmstead.render.hint_sentences import more, points
from farmstead.render.shared import capital
from farmstead.render.words import Words

SHOWN: Final = 0.05  # points in a line of the score that are worth a word
MAX_LINES: Final = 4  # of the score in which a difference is told


class ReviewText:
    """Finds the words for one review. `words` are those of the drawing unless a page has its own."""

    def __init__(
        self,
        review: Review,
        story: GamePositions,
        drawing: Drawing,
        names: Sequence[str],
        words: Words | None = None,
    ) -> None:
        self.review = review
        self.story = story
        self.drawing = drawing
        self.names = names
        self.words = words or drawing.words
        self.kinds = {
            one.ply: drawing.decision(story.positions[one.ply].view(one.seat)) for one in review.decisions
        }

    def say(self, key: str, **fields: str | int) -> str:
        return self.words.say("review", key, **fields)

    def who(self, seat: Seat) -> str:
        return self.names[seat]

    def line_words(self, line: str) -> str:
        """What a line of the score counts."""
        return self.words.called(line, "line")

    def said(self, number: str) -> str:
        """With the decimal sign of the language."""
        return number.replace(".", self.words.say("hint", "decimal"))

    def part(self, ply: int) -> str:
        """Where in the game a ply is."""
        return self.drawing.part(self.story.positions[ply].view(None))

    def kind_words(self, kind: str) -> str:
        return self.words.called(kind, "decision") if kind else self.say("other_kind")

    def move(self, ply: int, seat: Seat, text: str) -> str:
        """A move in words."""
        return self.words.describe_move(text, self.drawing.decision(self.story.positions[ply].view(seat)))

    def made(self, one: Decision) -> str:
        """The move that was made, in words."""
        return self.move(one.ply, one.seat, one.made)

    def turning(self, n: int, turning: Turning) -> str:
        """What a turning point cost, as a sentence."""
        one, measure = turning.decision, turning.measure
        return self.say(
            "turning",
            letter=letter(n),
            move=one.ply + 1,
            part=self.part(one.ply),
            who=self.who(one.seat),
            made=self.made(one),
            loss=self.said(with_error(measure.loss, measure.spread)),
        )

    def lines_of(self, turning: Turning) -> dict[str, float]:
        """The lines of the score in which the better turn differs most."""
        lines = turning.measure.lines
        largest = sorted(lines, key=lambda line: -abs(lines[line]))[:MAX_LINES]
        return {line: lines[line] for line in largest if abs(lines[line]) >= SHOWN}

    def because(self, turning: Turning) -> str:
        """What the better turn would have brought, as a sentence; nothing where no line stands out."""
        parts = [
            self.say("line", line=self.line_words(line), points=self.said(more(gain)))
            for line, gain in self.lines_of(turning).items()
        ]
        return self.say("where", lines=", ".join(parts)) if parts else ""

    def plan(self, one: Decision) -> str:
        """A turn in words; what is done several times over once, with how often."""
        phrases = [self.words.move_phrase(text, decision) or text for text, decision in self._better(one)]
        steps = [(step, len(list(times))) for step, times in groupby(phrases)]
        words = [step if times == 1 else self.say("steps", step=step, times=times) for step, times in steps]
        return self.say("step").join([capital(words[0]), *words[1:]])

    def steps(self, one: Decision) -> list[str]:
        """The moves of the better turn in words, one by one."""
        return [self.words.describe_move(text, decision) for text, decision in self._better(one)]

    def _better(self, one: Decision) -> list[tuple[str, str]]:
        """The moves of the better turn, each with the decision at which it is made."""
        state = self.story.positions[one.ply].clone()
        made: list[tuple[str, str]] = []
        for text in one.better:
            made.append((text, self.drawing.decision(state.view(one.seat))))
            move = next((move for move in state.legal(one.seat) if str(move) == text), None)
            if move is None:
                break
            state.apply(one.seat, move)
        return made

    def came(self, luck: Luck) -> str:
        """What chance did, in words."""
        told = self.drawing.worth_telling(self.story.events[luck.ply])
        said = " ".join([self.words.say_event(event, self.names) for event in told])
        return said or self.words.describe_move(luck.came)

    def title(self) -> str:
        game, moves = self.story.game.title, len(self.story.moves)
        return self.say("title", game=game, seats=self.review.seats, moves=moves)

    def parts(self) -> dict[int, str]:
        """By ply: the parts of the game that begin there."""
        found: dict[int, str] = {}
        last = ""
        for ply in range(self.review.first, self.review.end):
            part = self.part(ply)
            if part != last:
                found[ply] = last = part
        return found


def letter(n: int) -> str:
    """What a turning point is called: A, B, C."""
    return chr(ord("A") + n)


def with_error(number: float, error: float) -> str:
    """`3.1 ±0.8`."""
    return f"{points(number)} ±{points(error)}"
