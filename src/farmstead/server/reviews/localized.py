"""A review that was kept, told in a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.agents.review import Decision, GamePositions, Luck, Turning
from farmstead.engine.contract import Event, Seat
from farmstead.engine.record import re_execute, read_record
from farmstead.render import drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import PAGES_OF, page_words, words_for
from farmstead.reviews.document import rounded
from farmstead.reviews.luck_sentences import luck_sentences
from farmstead.reviews.sentences import ReviewText, letter
from farmstead.reviews.stored_form import from_text
from farmstead.server.reviews.messages import (
    DecisionOut,
    KindOut,
    LinePoints,
    LuckOut,
    MoveWords,
    PointOut,
    ReviewFound,
    StandingOut,
    TotalOut,
    TurningOut,
)

CACHED_REVIEWS: Final = 12  # reviews in a language


class LocalizedReview(NamedTuple):
    """A review in words, and what it takes to show its positions."""

    told: ReviewText
    found: ReviewFound
    language: str


@lru_cache(CACHED_REVIEWS)
def retold(
    record: str, edition: str | None, result: str, language: str, names: tuple[str, ...]
) -> LocalizedReview:
    """It plays the game again, which takes a moment: in a thread."""
    games = shelf.game_for if edition is None else shelf.games_from(edition)
    story = GamePositions(re_execute(read_record(record.encode()), games))
    drawing = drawing_for(story.game, edition, language)
    told = ReviewText(from_text(result), story, drawing, names, page_words(story.game.name, language))
    return LocalizedReview(told, found_in(told, language), language)


def found_in(told: ReviewText, language: str) -> ReviewFound:
    """All of it."""
    review, story = told.review, told.story
    return ReviewFound(
        title=told.title(),
        game=story.setup.game,
        names=tuple(told.names),
        moves=len(story.moves),
        over=story.is_over,
        scores=review.scores,
        verdict=tuple(verdict(told)),
        line_words={line: told.line_words(line) for line in story.end.score_lines(0)},
        turnings=tuple([turning_out(told, n, one, language) for n, one in enumerate(review.turnings)]),
        own_turnings=tuple(
            [
                tuple([turning_out(told, n, one, language) for n, one in enumerate(some)])
                for some in review.own
            ]
        ),
        decisions=tuple([decision_out(told, one) for one in review.decisions]),
        lucks=tuple([luck_out(told, one) for one in review.lucks]),
        expected=tuple(
            PointOut(each.ply, tuple(map(rounded, each.worths)), tuple(map(rounded, each.spreads)))
            for each in review.curve
        ),
        standing=tuple(standing(told)),
        totals=tuple([total_out(told, seat) for seat in review.of]),
        strokes=tuple(luck_sentences(told)),
    )


def verdict(told: ReviewText) -> list[str]:
    """Who has won, or how far the game had come."""
    end = told.story.end
    if told.review.scores is None:
        return [told.say("unfinished", moves=len(told.story.moves))]
    return told.drawing.verdict(told.review.scores, end.places(), end.view(0), told.names)


def decision_out(told: ReviewText, one: Decision) -> DecisionOut:
    kind = told.kinds[one.ply]
    return DecisionOut(
        one.ply,
        one.seat,
        told.part(one.ply),
        kind,
        told.kind_words(kind),
        one.choices,
        MoveWords(one.made, told.made(one)),
        MoveWords(one.best, told.move(one.ply, one.seat, one.best)),
        rounded(one.loss),
        rounded(one.spread),
        one.measure.stands_clear(),
    )


def pointed(told: ReviewText, one: Decision, moves: Sequence[str], language: str) -> list[str]:
    """Moves from a decision on, in words that go with marks on the board where there are such words."""
    game = told.story.game
    page, say = (
        page_for(game, language, tuple(told.names)),
        words_for(PAGES_OF + game.name, language).say_again,
    )
    state = told.story.positions[one.ply].clone()
    said: list[str] = []
    for text in moves:
        decision = told.drawing.decision(state.view(one.seat))
        move = next((move for move in state.legal(one.seat) if str(move) == text), None)
        log: list[Event] = []
        if move is not None:
            state.apply(one.seat, move, log)
        here = page.here([text], log)
        said.append(say("here", here[0], **here[1]) if here else told.words.describe_move(text, decision))
        if move is None:
            break
    return said


def turning_out(told: ReviewText, n: int, turning: Turning, language: str) -> TurningOut:
    one, measure = turning.decision, turning.measure
    lines = told.lines_of(turning)
    better = told.steps(one)
    return TurningOut(
        letter(n),
        one.ply,
        one.seat,
        told.part(one.ply),
        MoveWords(one.made, told.made(one)),
        tuple([MoveWords(move, words) for move, words in zip(one.better, better, strict=False)]),
        rounded(measure.loss),
        rounded(measure.spread),
        tuple([LinePoints(line, told.line_words(line), rounded(lines[line])) for line in lines]),
        told.turning(n, turning),
        told.say("better", moves=told.say("step").join(better)),
        told.because(turning),
        pointed(told, one, [one.made], language)[0],
        told.say("better", moves=told.say("step").join(pointed(told, one, one.better, language))),
    )


def luck_out(told: ReviewText, one: Luck) -> LuckOut:
    return LuckOut(
        one.ply,
        one.name,
        told.part(one.ply),
        told.came(one),
        one.outcomes,
        one.listed,
        tuple(map(rounded, one.gains)),
        tuple(map(rounded, one.spreads)),
    )


def standing(told: ReviewText) -> list[StandingOut]:
    """The points as each part of the game begins, and at the end."""
    story = told.story
    seats = range(story.setup.seats)
    found = [
        StandingOut(ply, part, tuple([story.positions[ply].score_lines(seat) for seat in seats]))
        for ply, part in told.parts().items()
    ]
    last = tuple([story.end.score_lines(seat) for seat in seats])
    return [*found, StandingOut(len(story.moves), told.drawing.part(story.end.view(None)), last)]


def total_out(told: ReviewText, seat: Seat) -> TotalOut:
    review = told.review
    total, (luck, luck_error) = review.total(seat), review.luck(seat)
    ends = [rounded(point.worths[seat]) for point in (*review.curve[:1], *review.curve[-1:])]
    kinds = [
        KindOut(kind, told.kind_words(kind), each.decisions, rounded(each.lost), rounded(each.spread))
        for kind, each in review.by_kind(seat, told.kinds).items()
    ]
    return TotalOut(
        seat,
        ends[0] if ends else None,
        ends[-1] if ends else None,
        rounded(luck),
        rounded(luck_error),
        total.decisions,
        total.best,
        rounded(total.lost),
        rounded(total.spread),
        rounded(total.mean),
        tuple(kinds),
    )
