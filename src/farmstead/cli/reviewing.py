"""A review in words: who, what and when, for the page, the chart, the plot and JSON."""

from __future__ import annotations

from itertools import groupby

from farmstead.agents.review import Decision, Luck, Review, Story
from farmstead.agents.review.plot import Captions, letter
from farmstead.cli.hint import lowered, more, points
from farmstead.cli.telling import Teller
from farmstead.engine.contract import Seat


class Reviewing:
    """Finds the words for one review."""

    def __init__(self, review: Review, story: Story, teller: Teller) -> None:
        self.review = review
        self.story = story
        self.teller = teller
        self.kinds = {one.ply: self._kind(one) for one in review.decisions}

    def say(self, key: str, **fields: str | int) -> str:
        return self.teller.words.say("review", key, **fields)

    def who(self, seat: Seat) -> str:
        return self.teller.names[seat]

    def part(self, ply: int) -> str:
        """Where in the game a ply is."""
        return self.teller.drawing.part(self.story.positions[ply].view(None))

    def _kind(self, one: Decision) -> str:
        """The name of a decision, as the words know it."""
        return self.teller.drawing.decision(self.story.positions[one.ply].view(one.seat))

    def kind_words(self, kind: str) -> str:
        return self.teller.words.called(kind, "decision") if kind else self.say("other_kind")

    def move(self, ply: int, seat: Seat, text: str) -> str:
        """A move in words."""
        view = self.story.positions[ply].view(seat)
        return self.teller.words.describe_move(text, self.teller.drawing.decision(view))

    def plan(self, one: Decision) -> str:
        """A turn in words; what is done several times over once, with how often."""
        state = self.story.positions[one.ply].clone()
        said: list[str] = []
        for text in one.better:
            decision = self.teller.drawing.decision(state.view(one.seat))
            said.append(self.teller.words.describe_move(text, decision))
            move = next((move for move in state.legal(one.seat) if str(move) == text), None)
            if move is None:
                break
            state.apply(one.seat, move)
        steps = [(step, len(list(times))) for step, times in groupby(said)]
        words = [step if times == 1 else self.say("steps", step=step, times=times) for step, times in steps]
        return self.say("step").join([words[0], *map(lowered, words[1:])])

    def came(self, luck: Luck) -> str:
        """What chance did, in words."""
        events = self.story.events[luck.ply]
        return " ".join(self.teller.whole_truth(events)) or self.teller.words.describe_move(luck.came)

    def title(self) -> str:
        game, moves = self.teller.game.title, len(self.story.moves)
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

    def captions(self) -> Captions:
        """The words of the plot."""
        marks = [
            self.say(
                "mark",
                letter=letter(n),
                part=self.part(one.decision.ply),
                who=self.who(one.decision.seat),
                made=self.move(one.decision.ply, one.decision.seat, one.decision.made),
                loss=f"{more(-one.measure.loss)} ±{points(one.measure.spread)}",
            )
            for n, one in enumerate(self.review.turnings)
        ]
        return Captions(
            title=self.title(),
            chart=self.say("chart"),
            luck=self.say("luck_bar"),
            lost=self.say("lost_bar"),
            names=self.teller.names,
            parts=self.parts(),
            marks=marks,
        )
