"""Guided games and lessons: the coach says what fits the position, and each lesson has one best choice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from farmstead import shelf
from farmstead.agents.hints import SURE_STANDARD_ERRORS, Comparison, Hint, HintReason
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE, Seat
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table
from farmstead.guides import Guide, guide_of, guided, words_of
from farmstead.guides.conditions import holds
from farmstead.guides.lessons import Lesson, Weighed, lessons, lessons_of
from farmstead.render.page import page_for
from farmstead.render.words import LANGUAGE, languages, vocabulary
from farmstead.rulebooks import rulebook
from farmstead.server.pages.posed import sight_of
from farmstead.server.ratings.rules import may_count
from farmstead.server.table.options import TableOptions, decode_options, encode_options
from tests.server.advising import a_hint
from tests.server.asking import ME, Browser, opened
from tests.server.stores import awaited

TRIES = 6  # of a lesson's best and of the next: enough for what stands clear
OTHERS = sorted(languages() - {LANGUAGE})
SEASONS = 14  # choices in which a guide should speak of many things
EVERYWHERE = {"Farmstead", "Walnut Grove", "Sunflower Valley"}  # said alike in every language


# ---- conditions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "found", "so"),
    [
        ({"year": 1}, {"year": 1}, True),
        ({"year": 1}, {"year": True}, False),
        ({"year": 1}, {}, False),
        ({"year": [1, 2]}, {"year": 2}, True),
        ({"year": {"least": 2, "most": 3}}, {"year": 4}, False),
        ({"legal": "lay *"}, {"legal": ["done", "lay 3 at 0,1"]}, True),
        ({"legal": {"not": "lay *"}}, {"legal": ["done"]}, True),
        ({"farms": {"0": {"figures": 2}}}, {"farms": [{"figures": 2}]}, True),
        ({"farms": {"1": {"figures": 2}}}, {"farms": [{"figures": 2}]}, False),
        ({"pool": {"count": 6}}, {"pool": [1] * 6}, True),
        ({"pool": {"count": 6}}, {"pool": "sixsix"}, False),
    ],
)
def test_conditions(wanted: Any, found: Any, so: bool) -> None:
    assert holds(wanted, found) is so


# ---- guides ------------------------------------------------------------------------------------------------


def test_every_game_has_a_guide_and_three_lessons() -> None:
    assert set(guided()) == set(shelf.names())
    assert all(len(lessons_of(game)) >= 3 for game in guided())


@pytest.mark.parametrize("game", guided())
def test_steps_have_words_and_paragraphs(game: str) -> None:
    guide, numbers = guide_of(game), {each.number for each in rulebook(game).paragraphs}
    keys = {step.key for step in guide.steps}
    for language in languages():
        words = vocabulary(words_of(game), language)
        assert set(words["step_title"]) == set(words["step_text"]) == keys | {"over"}
        assert set(words["step_other"]) <= {step.key for step in guide.steps if step.moves}
        names = {lesson.name for lesson in lessons_of(game)}
        for table in ("title", "about", "question", "good", "other"):
            assert set(words[f"lesson_{table}"]) == names
    assert {step.rule for step in guide.steps} <= numbers
    assert {lesson.rule for lesson in lessons_of(game)} <= numbers


def follow(guide: Guide, choices: int) -> tuple[list[str], list[tuple[str, ...]]]:
    """The steps that are shown to somebody who does what is meant, or the first that there is."""
    game = shelf.game(guide.game)
    table, dealer = Table(game, game.setup(1 + len(guide.others), guide.options)), KeyedDealer(guide.key)
    shown: list[str] = []
    plans: list[tuple[str, ...]] = []
    table.settle(dealer)
    while len(shown) < choices and table.state.to_act():
        seat = table.state.to_act()[0]
        view, legal = table.state.view(seat), [str(move) for move in table.state.legal(seat)]
        if seat:
            play(table, dealer, seat, legal[:1])
            continue
        step = guide.step_at(view, legal)
        assert step is not None, f"nothing is said of {legal[:3]} in {str(view)[:300]}"
        offered = [choice.moves for choice in page_for(game).choices(view, legal)]
        plan = step.meant(offered)
        shown.append(step.key)
        plans.append(plan)
        play(table, dealer, seat, plan or offered[0])
    return shown, plans


def play(table: Table, dealer: KeyedDealer, seat: Seat, moves: Sequence[str]) -> None:
    for move in moves:
        if seat in table.state.to_act() and move in [str(legal) for legal in table.state.legal(seat)]:
            table.play(seat, move)
            table.settle(dealer)


@pytest.mark.parametrize("game", guided())
def test_a_guide_speaks_of_every_decision_and_begins_closely(game: str) -> None:
    shown, plans = follow(guide_of(game), 400)
    assert all(plans[:2]), "the first things to do are shown"
    assert len(set(shown)) > SEASONS


def test_the_closely_guided_years_have_a_move_for_everything() -> None:
    """The luck was chosen: what the guide has in mind is there."""
    closely = {"walnut-grove": 24, "sunflower-valley": 2}
    for game, count in closely.items():
        assert all(follow(guide_of(game), count)[1]), game


@pytest.mark.parametrize(
    ("year", "season", "decision", "legal", "key"),
    [
        (6, "autumn", "sale", ["sell grain", "done"], "sell_again"),
        (6, "autumn", "sale", ["done", "repay"], "sold"),
        (2, "autumn", "goods", ["take grain", "take fish"], "two_goods"),
        (6, "autumn", "goods", ["throw grain", "leave"], "two_goods"),
        (6, "autumn", "improvement", ["buy tent", "buy well"], "which_improvement"),
        (6, "autumn", "building", ["build hut", "build barn"], "build_again"),
        (6, "autumn", "labourer", ["hire blue", "hire white"], "hire"),
        (3, "summer", "surplus", ["throw copper", "leave"], "barn_full"),
        (4, "summer", "work", ["work wood at 4,0", "work fish at 0,0"], "own_summer"),
        (4, "autumn", "visit", ["visit carpenter", "pass"], "own_autumn"),
    ],
)
def test_what_is_said_fits_what_is_asked(
    year: int, season: str, decision: str, legal: list[str], key: str
) -> None:
    """Also late in the game, and for somebody who has hired nobody."""
    pending = {"agenda": [decision], "figures": 2, "tolls": 0, "coins_drawn": 0}
    farm = {"pending": pending, "labourers": {"yellow": 0, "blue": 1, "white": 0}}
    step = guide_of("walnut-grove").step_at({"year": year, "season": season, "farms": [farm]}, legal)
    assert step is not None and step.key == key


@pytest.mark.parametrize(
    ("turn", "die", "pink", "legal", "key"),
    [
        (1, "sunflower", None, ["draw c4", "draw a3"], "second_flower"),
        (1, None, None, ["take house", "take sunflower"], "second_flower"),
        (1, "house", None, ["draw d1", "draw e3"], "what_is_left"),
        (2, None, None, ["take sheep", "take curve"], "herd"),
        (2, None, "curve", ["take sheep", "take curve"], "no_sheep"),
        (2, "curve", None, ["reserve pink", "reserve blue"], "no_sheep"),
        (3, "sunflower", None, ["draw d4", "draw d5"], "mountains"),
    ],
)
def test_what_is_said_fits_the_dice_and_colours_that_are_left(
    turn: int, die: str | None, pink: str | None, legal: list[str], key: str
) -> None:
    """Also where the die or the colour was the only one."""
    view = {"round": turn, "pool": ["house", "curve"], "die": die, "board": {"pink": pink}, "blocked": False}
    step = guide_of("sunflower-valley").step_at(view, legal)
    assert step is not None and step.key == key
    if die is not None and key != "no_sheep":
        assert step.meant([(move,) for move in legal]) == (legal[0],)


def test_nobody_is_hungry_whom_the_guide_has_hired() -> None:
    """In the fourth winter there is dairy for the new labourer, and help is bought off with spare stone."""
    shown, plans = follow(guide_of("walnut-grove"), 60)
    made = [";".join(plan) for plan in plans]
    fourth = made[shown.index("three_hands") : shown.index("fences")]
    assert "give dairy" in fourth and not any("gold for" in move for move in fourth)
    assert fourth.index("help for fish") < fourth.index("repay")


# ---- at a table --------------------------------------------------------------------------------------------


def test_a_guide_is_written_only_where_there_is_one() -> None:
    assert b"guide" not in encode_options(TableOptions())
    guide = TableOptions(guide="walnut-grove", rated=True)
    assert decode_options(encode_options(guide)) == guide
    assert not may_count(guide, False, ["person", "person"]) and may_count(
        TableOptions(), False, ["person", "person"]
    )


async def begun(ada: Browser, game: str) -> str:
    table = await ada.post(f"/learn/{game}", 201)
    assert table["guide"] == game and table["hints"] and table["phase"] == "playing"
    assert not table["rated"] and not table["public"] and not table["spectators"]
    code: str = table["code"]
    return code


async def choose(ada: Browser, code: str, moves: Sequence[str]) -> None:
    position = await ada.look(code, 0)
    await ada.post(f"/tables/{code}/moves/together", seat=0, decision=position["decision"], moves=list(moves))


@awaited
async def test_the_coach_follows_and_has_a_word_for_something_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await begun(ada, "walnut-grove")
        first = await ada.get(f"/tables/{code}/coach", seat=0)
        assert first["step"] == "start" and first["plan"] == ["start town-hall"] and first["parts"]
        assert first["link"] == "/rules/walnut-grove#1.9" and first["remark"] is None
        await choose(ada, code, first["plan"])
        lay = await ada.get(f"/tables/{code}/coach", seat=0, since=first["ply"])
        assert (
            lay["step"] == "first_tile"
            and lay["remark"] is None
            and lay["plan"]
            and "cell:4,1" in lay["parts"]
        )
        legal = (await ada.look(code, 0))["legal"]
        other = next(move for move in legal if move != lay["plan"][0])
        await choose(ada, code, [other])
        astray = await ada.get(f"/tables/{code}/coach", seat=0, since=lay["ply"])
        assert astray["step"] == "first_work" and astray["remark"]["text"]
        assert not astray["remark"]["made"], "the board that would show where is gone"
        assert not astray["remark"]["meant"]
        position = await ada.look(code, 0)
        await ada.post(f"/tables/{code}/undo", seat=0, decision=position["next"], choices=1)
        back = await ada.get(f"/tables/{code}/coach", seat=0, since=astray["ply"])
        assert (back["step"], back["remark"], back["ply"]) == ("first_tile", None, lay["ply"])


@awaited
async def test_what_a_choice_was_worth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await begun(ada, "walnut-grove")
        first = (await ada.get(f"/tables/{code}/coach", seat=0))["ply"]
        await choose(ada, code, ["start church"])
        asked: list[Any] = []

        async def advise(wondering: Any, _: Any) -> Hint:
            asked.append(wondering)
            moves = wondering.legal[::-1]
            return a_hint(moves, HintReason("little", other=moves[1], ahead=1.5, doubt=0.1), 20.0, 0.1, 1.5)

        monkeypatch.setattr(door.core.bots, "advise", advise)
        told = await ada.get(f"/tables/{code}/coach/weighed", seat=0, since=first)
        assert told["behind"] in (0.0, 1.5) and told["why"] and told["best"]
        assert asked[0].setup.key == b"" and set(asked[0].legal) == {"start church", "start town-hall"}


@awaited
async def test_the_coach_is_for_the_player_of_a_guided_game_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = await begun(ada, "sunflower-valley")
        await ben.refused("GET", f"/tables/{code}/coach?seat=0", 403, "not_yours")
        await ada.refused("GET", f"/tables/{code}/coach?seat=1", 403, "not_yours")
        await ada.refused("GET", f"/tables/{code}/coach/weighed?seat=0&since=1", 404, "nothing_there")
        plain = (await ada.make("walnut-grove", ME))["code"]
        await ada.refused("GET", f"/tables/{plain}/coach?seat=0", 404, "no_guide")
        await ada.refused("POST", "/learn/chess", 422, "no_such_game")
        assert [each["code"] for each in (await ben.get("/tables"))["tables"]] == []


# ---- lessons -----------------------------------------------------------------------------------------------

every_lesson = pytest.mark.parametrize("lesson", lessons().values(), ids=lambda lesson: lesson.name)


def first_wrong(lesson: Lesson) -> Weighed:
    """The best of the choices that are not right; several may be right if they come to the same."""
    return next(choice for choice in lesson.choices if not choice.is_right)


@every_lesson
def test_the_best_of_a_lesson_stands_clear(lesson: Lesson) -> None:
    table = lesson.table()
    seen = observation_at(table.game, table.state, lesson.seat)
    offered = [choice.moves for choice in page_for(table.game).choices(seen.view, seen.legal)]
    assert sorted(offered) == sorted([choice.moves for choice in lesson.choices])
    best, second = lesson.choices[0], first_wrong(lesson)
    assert best.is_right and second.behind >= 1.0
    assert second.behind > 2 * SURE_STANDARD_ERRORS * second.error
    comparison = Comparison(seen, [best.moves, second.moves], 1)
    comparison.go_on(TRIES)
    found = comparison.advice()
    assert found[0].plan == best.moves and found[1].behind > SURE_STANDARD_ERRORS * found[1].behind_spread
    assert CHANCE not in table.state.to_act()


@pytest.mark.parametrize("language", sorted(languages()))
@awaited
async def test_a_lesson_is_answered_in_every_language(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        headers = {"accept-language": language}
        for lesson in lessons().values():
            boards = await ada.http.get(f"/lessons/{lesson.name}/boards", headers=headers)
            told = msgspec.json.decode(boards.content)
            assert len(told["choices"]) == len(lesson.choices) and told["pictures"] and told["question"]
            right, wrong = [
                (
                    await ada.http.post(
                        f"/lessons/{lesson.name}/answer", json={"moves": each.moves}, headers=headers
                    )
                ).json()
                for each in (lesson.choices[0], first_wrong(lesson))
            ]
            assert right["right"] and right["best"] == list(lesson.choices[0].moves)
            assert not wrong["right"] and wrong["behind"] >= 1.0 and wrong["lines"] and not wrong["best"]
            assert wrong["text"] != right["text"] and not wrong["best_words"]
            assert not wrong["others"] and right["others"][0]["placed"] not in str(wrong)
            shown = (await ada.http.get(f"/lessons/{lesson.name}/answer", headers=headers)).json()
            assert shown["best_words"] == right["words"] and len(shown["others"]) > 1
        nothing = await ada.http.post(
            "/lessons/last-hire/answer", json={"moves": ["visit moon"]}, headers=headers
        )
        assert nothing.status_code == 422 and nothing.json()["key"] == "not_a_choice"
        assert (await ada.http.get("/lessons/nowhere/boards", headers=headers)).status_code == 404


def test_a_lesson_is_seen_by_its_player() -> None:
    for lesson in lessons().values():
        sight = sight_of(lesson, LANGUAGE)
        assert sight.view == lesson.table().state.view(lesson.seat) and sight.seat == lesson.seat


# ---- pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
@awaited
async def test_no_english_is_left(tmp_path: Path, language: str) -> None:
    """Whatever an English page says and is long enough to be a sentence is said otherwise."""
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        paths = [
            "/learn",
            *[f"/learn/{game}" for game in guided()],
            *[f"/lessons/{name}" for name in lessons()],
        ]
        for path in paths:
            texts = [said(await page_text(ada, path, code)) for code in (LANGUAGE, language)]
            assert not texts[0] & texts[1], path


async def page_text(ada: Browser, path: str, language: str) -> str:
    answer = await ada.http.get(path, headers={"accept": "text/html", "accept-language": language})
    assert answer.status_code == 200 and f'<html lang="{language}" ' in answer.text
    return answer.text.partition("<main")[2].partition("</main>")[0]


def said(html: str) -> set[str]:
    """The texts between tags that have several words."""
    texts = {text.strip() for text in re.findall(r">([^<>]+)<", html)}
    return {text for text in texts if " " in text and text not in EVERYWHERE}
