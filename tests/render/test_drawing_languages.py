"""What the drawings say, they say in every language: nothing lacks a word, and nothing is left in English."""

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from rich.console import Console, RenderableType

from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.sunflower_valley.rules import GAME as VALLEY
from farmstead.games.walnut_grove.pictures.drawing import drawing as grove
from farmstead.games.walnut_grove.rules import GAME as GROVE
from farmstead.render import Drawing, drawing_for
from tests.golden_games import some_of_all
from tests.laws import Subject, random_move
from tests.render.english import english_in
from tests.render.languages import OTHERS, remembering

SEED = 3
EVERY = 29  # so many moves lie between the positions that are drawn
WIDE = 170  # columns: room for every word
KEYS = {  # what one may ask about
    "walnut-grove": "tent well hut barn farmer recruit wagon toll help district fence joker disc lodge "
    "church general-store svensons carpenter yellow blue grain fish dairy wood stone copper silver gold",
    "sunflower-valley": "house sheep sunflower super-sunflower straight curve die colour track village line "
    "network herd high-speed villager mountain blocked token town sheet pass majority T1 orange blue",
}


def printed(thing: RenderableType | None) -> str:
    console = Console(width=WIDE, file=io.StringIO(), color_system=None)
    console.print("" if thing is None else thing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def told(drawing: Drawing, state: State, seat: Seat) -> Iterator[str]:
    """All that a drawing says of a decision."""
    view, legal = state.view(seat), [str(move) for move in state.legal(seat)]
    lines = {seat: state.score_lines(seat)}
    yield from (drawing.part(view), drawing.question(view), *drawing.closed_words(view, legal))
    for move in legal[:12]:
        yield from (drawing.note(view, move), drawing.doubt(view, move, legal))
        steps = drawing.steps(move)
        if len(steps) > 1:
            yield from (*map(drawing.step_words, steps), *map(drawing.step_question, steps[1:]))
            yield printed(drawing.preview(view, steps[:-1], steps[-1:]))
    if legal[0].startswith("way "):
        yield printed(drawing.preview(view, [], legal))
    yield printed(drawing.sheet(view, legal, lines, WIDE))
    for what in drawing.looks:
        yield printed(drawing.look(what, view, seat, lines, WIDE))


def told_at_the_end(drawing: Drawing, state: State) -> Iterator[str]:
    view = state.view(None)
    yield from drawing.verdict(state.scores(), state.places(), view)
    yield printed(drawing.sheet(view, [], {0: state.score_lines(0)}, WIDE))
    for seat in range(len(state.scores())):
        for line, events in state.reasons(seat).items():
            yield from (*drawing.because(view, line, events), *drawing.undecided(view, line))


def told_in_a_game(subject: Subject, drawing: Drawing) -> Iterator[str]:
    table, dealer, made = subject.table(), QuickDealer(SEED), 0
    while table.state.to_act():
        made += 1
        seat, move = random_move(table.state, dealer)
        if seat != CHANCE and made % EVERY == 0:
            yield from told(drawing, table.state, seat)
            for name in KEYS[subject.game.name].split():
                about = drawing.about(table.state.view(seat), name)
                assert about, name
                yield about
        table.play(seat, str(move))
    yield from told_at_the_end(drawing, table.state)


# `make test` hears a third of them, of both games.
SPOKEN = [
    pytest.param(subject, id=str(subject), marks=[pytest.mark.more] if n % 3 else [])
    for n, subject in enumerate(some_of_all())
]


@pytest.mark.more
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("subject", SPOKEN)
def test_drawings_speak_every_language(subject: Subject, language: str) -> None:
    """Slow: it draws whole games in every language."""
    drawing = drawing_for(subject.game, None, language)
    drawing.words, missed = remembering(subject.game.name, language)
    said = list(told_in_a_game(subject, drawing))
    assert not missed
    assert not [text for text in said if "{" in text]
    assert not english_in(said, language)


# ---- as it sounds --------------------------------------------------------------------------------------


def valley(language: str, scores: list[int], places: list[int]) -> list[str]:
    """What is said at the end of a game in which all are level in everything else."""
    setup = VALLEY.setup(len(scores), ["sheet=A"])
    state, dealer = VALLEY.start(setup), QuickDealer(1)
    while not state.view(None)["round"]:
        state.apply(CHANCE, state.deal(dealer))
    return drawing_for(VALLEY, None, language).verdict(scores, places, state.view(None))


@pytest.mark.parametrize(
    ("language", "scores", "places", "sentence"),
    [
        ("fr", [12, 9], [1, 2], "Siège 1 gagne avec 12 points, 3 de plus que Siège 2."),
        ("fr", [-3, -9], [1, 2], "Siège 1 gagne avec −3 points, 6 de plus que Siège 2."),
        ("de", [1, 0, 0], [1, 2, 2], "Platz 1 gewinnt mit 1 Punkt, 1 vor Platz 2 und Platz 3."),
        (
            "de",
            [7, 7],
            [1, 1],
            "Platz 1 und Platz 2 teilen sich den Sieg mit 7 Punkten.",
        ),
    ],
)
def test_who_has_won_a_valley(language: str, scores: list[int], places: list[int], sentence: str) -> None:
    assert valley(language, scores, places)[0] == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "fr",
            "Siège 2 et Siège 3 se partagent le rang 2\u00a0: les maisons, les tournesols et les villageois"
            " sont aussi à égalité (SV 5.7).",
        ),
        (
            "de",
            "Platz 2 und Platz 3 teilen sich Rang 2. Auch die Häuser, die Sonnenblumen und die Dorfleute"
            " bringen keine Entscheidung (SV 5.7).",
        ),
    ],
)
def test_a_shared_rank_is_told(language: str, sentence: str) -> None:
    assert valley(language, [1, 0, 0], [1, 2, 2])[1:] == [sentence]


@pytest.mark.parametrize(
    ("language", "scores", "places", "sentences"),
    [
        (
            "fr",
            [31],
            [1],
            ["Total\u00a0: 31 points. 30 points ou plus\u00a0: une ferme menée avec expérience."],
        ),
        (
            "de",
            [1],
            [1],
            ["1 Punkt. 25 Punkte hätten gereicht. Nächstes Jahr stehen die Bäume noch."],
        ),
        (
            "de",
            [30, 30],
            [1, 2],
            [
                "Platz 1 gewinnt mit 30 Punkten.",
                "Platz 1 und Platz 2 liegen mit 30 Punkten gleichauf. Es entscheiden die Waren auf dem Land"
                " und in der Scheune, 3 zu 1 (WG 8.8).",
            ],
        ),
        (
            "fr",
            [30, 30],
            [1, 2],
            [
                "Siège 1 gagne avec 30 points.",
                "Siège 1 et Siège 2 sont à égalité avec 30 points\u00a0: les marchandises sur les terres"
                " et dans la grange décident, 3 contre 1 (WG 8.8).",
            ],
        ),
    ],
)
def test_who_has_won_a_grove(
    language: str, scores: list[int], places: list[int], sentences: list[str]
) -> None:
    table = Table(GROVE, GROVE.setup(len(scores)))
    table.settle(QuickDealer(5))
    view: Any = table.state.view(None)
    view["farms"][0]["barn"]["goods"] = {"wood": 2}
    assert drawing_for(GROVE, None, language).verdict(scores, places, view) == sentences


def in_debt(options: list[str]) -> Mapping[str, Any]:
    """What somebody sees who could still buy a help tile off before it is scored."""
    farm = {"pending": {"agenda": ["last"]}}
    return {"rules": GROVE.rules, "seat": 0, "seats": 1, "options": options, "farms": [farm]}


@pytest.mark.parametrize(
    ("language", "doubt"),
    [
        (
            "en",
            "You could still repay your open help tile (`repay`), which saves 2 points. End anyway?",
        ),
        ("fr", "ce qui épargne 2 points. Finir quand même\u202f?"),
        ("de", "und das spart 2 Punkte. Trotzdem beenden?"),
    ],
)
def test_who_ends_in_debt_is_asked_again(language: str, doubt: str) -> None:
    drawing = grove(GROVE, None, language)
    assert drawing.doubt(in_debt(["german"]), "done", ["repay", "done"]).endswith(doubt)
    assert not drawing.doubt(in_debt(["french"]), "done", ["repay", "done"])
    assert not drawing.doubt(in_debt(["german"]), "done", ["done"])
    assert not drawing.doubt(in_debt(["german"]), "repay", ["repay", "done"])


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_maps_and_tables_have_room_for_their_words(language: str) -> None:
    """Six letters and no more stand on a landscape; dice and colours fit beside a sheet in 80 columns."""
    goods = [drawing_for(GROVE, None, language).words.called(good, "landscape") for good in ("grain", "fish")]
    assert not [good for good in goods if len(good) > 6 or re.search(r"\s", good)]
    table = Table(VALLEY, VALLEY.setup(2))
    table.settle(QuickDealer(1))
    view = table.state.view(0)
    drawing = drawing_for(VALLEY, None, language)
    lines = {width: len(printed(drawing.sheet(view, [], {}, width)).splitlines()) for width in (60, 80)}
    assert lines[80] < lines[60]
