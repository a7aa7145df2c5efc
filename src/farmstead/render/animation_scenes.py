"""The scenes of an animation: which positions of a game it shows, and what is said there."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from farmstead.engine.contract import CHANCE, Event, Game, Seat
from farmstead.engine.record import Record, open_record
from farmstead.render import Drawing, View, drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import PAGES_OF, Words, words_for

TURN: Final = "turn"
MOVE: Final = "move"
MIN_TURNS: Final = 24  # turns that make a film; where there are fewer, each decision is shown


class AnimationScene(NamedTuple):
    """A position, and what has happened since the scene before."""

    ply: int
    view: View
    said: str


def cuts(record: Record, every: str, most: int) -> list[int]:
    """After how many moves there is a scene: at the end of each turn, or after each decision."""
    decisions = [ply for ply, (seat, _) in enumerate(record.moves, 1) if seat != CHANCE]
    movers = [record.moves[ply - 1][0] for ply in decisions]
    turns = [ply for ply, mover, after in zip_longest(decisions, movers, movers[1:]) if mover != after]
    found = turns if every == TURN and len(turns) >= MIN_TURNS else decisions
    thinned = [found[len(found) * n // most] for n in range(most)] if len(found) > most else found
    return [*[ply for ply in thinned if ply < len(record.moves)], len(record.moves)]


def scenes(
    game: Game, record: Record, plies: Sequence[int], seat: Seat | None, names: Sequence[str], language: str
) -> Iterator[AnimationScene]:
    """Those positions, as one seat or somebody who may know everything hears of them."""
    table = open_record(record, lambda name, edition: game)
    voice = SceneNarrator(game, names, language)
    wanted, heard = set(plies), list[Event]()
    if 0 in wanted:
        yield AnimationScene(0, table.state.view(seat), "")
    for ply, (mover, text) in enumerate(record.moves, 1):
        heard += [event for event in table.play(mover, text) if seat is None or event.heard_by(seat)]
        if ply in wanted:
            yield AnimationScene(ply, table.state.view(seat), voice.told(heard))
            heard = []


def heard_by_part(game: Game, record: Record, voice: "SceneNarrator") -> Iterator[tuple[str, list[str]]]:
    """All that happened, for each season or round."""
    table = open_record(record, lambda name, edition: game)
    heard, part = list[Event](), voice.part(table.state.view(None))
    for mover, text in record.moves:
        heard += table.play(mover, text)
        if (now := voice.part(table.state.view(None))) != part:
            yield part, voice.sentences(heard)
            heard, part = [], now
    yield part, voice.sentences(heard)


class SceneNarrator:
    """Says what has happened."""

    def __init__(self, game: Game, names: Sequence[str], language: str) -> None:
        self.game, self.language = game, language
        self.words: Words = words_for(game.name, language)
        self.pages: Words = words_for(PAGES_OF + game.name, language)
        self.drawing: Drawing = drawing_for(game, None, language)
        self.names = list(names) or None

    def part(self, view: View) -> str:
        """Where in the game this is."""
        heading = page_for(self.game, self.language).heading(view)
        season = [self.pages.say("season", "name", season=each.key) for each in heading.segments if each.now]
        return " · ".join([self.pages.say("heading", heading.title[0], **heading.title[1]), *season])

    def told(self, events: Sequence[Event]) -> str:
        """Without what the boards show anyway, unless that is all there is."""
        loud = [event for event in events if event.key not in self.drawing.quiet]
        return " ".join(self.sentences(loud or events))

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """Where one event tells it better than the one before, only that."""
        return [self.words.say_event(event, self.names) for event in self.drawing.worth_telling(events)]
