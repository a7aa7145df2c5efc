"""Whole games on a page in French and German: nothing that somebody gets to see or hear is English."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents.hints import Hint, HintReason
from farmstead.render import drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import LANGUAGE, languages, page_words
from farmstead.server.bots.pool import HintRequest
from farmstead.server.play import actions, boards, sentences
from tests.render.english import english_in, shown_in, strings_in
from tests.server.advising import a_hint
from tests.server.asking import BOT, DEVICE, ME, OPEN, Browser, Doorstep, opened
from tests.server.stores import awaited

GAMES = shelf.names()
OTHERS = sorted(languages() - {LANGUAGE})
PREVIEW = import_module("farmstead.server.play.previews")
PEOPLE = ["Xq", "Zj"]  # letters that no word is made of
EVERY = 31  # so many moves lie between the positions at which everything is looked at
OPTIONS: dict[str, list[str]] = {"walnut-grove": ["french"], "sunflower-valley": ["family"]}


class Reader:
    """Somebody at a shared device who reads everything that comes, in several languages."""

    def __init__(self, browser: Browser, code: str, language: str) -> None:
        self.browser = browser
        self.code = code
        self.language = language
        self.said: list[str] = []
        self.hinted = 0

    # `Any`, here and below: whatever an address and JSON can say.
    async def ask(self, path: str, **query: Any) -> Any:
        headers = {"accept-language": self.language}
        answer = await self.browser.http.get(path, params=query, headers=headers)
        assert answer.status_code < 500
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def at_table(self, what: str, **query: Any) -> Any:
        return await self.ask(f"/t/{self.code}/{what}", **query)

    def see(self, markup: str) -> None:
        self.said += shown_in(markup, self.language)

    def hear(self, *said: Any) -> None:
        self.said += [text for each in said for text in strings_in(each)]

    # ---- what a page gets ------------------------------------------------------------------------------

    async def everything(self, seat: int) -> None:
        """All that the page of a table shows or could show now."""
        found = await self.at_table("boards", seat=seat, narrow=False)
        self.boards(found)
        self.boards(await self.at_table("boards", seat=seat, narrow=True))
        for other in (0, 1):
            self.see(await self.at_table("look", seat=seat, of=other))
        self.hear(await self.at_table("board.txt", seat=seat))  # wide: where words are cut, none is known
        for name in drawing_for(shelf.game(await self.game())).looks:
            self.hear(await self.at_table("board.txt", seat=seat, show=name))
        for line in found["lines"]:
            self.see(await self.at_table("overlay", seat=seat, line=line["key"]))
        await self.previews(seat, found["choices"][:3])
        await self.refusals(seat, found)
        self.see(await self.at_table("picture.svg", seat=seat))
        await self.hints(seat)

    async def game(self) -> str:
        name: str = (await self.ask(f"/api/tables/{self.code}"))["game"]
        return name

    def boards(self, found: Any) -> None:
        for picture in found["pictures"]:
            self.see(picture["svg"])
        self.see(found["symbols"])
        heading = found["heading"]
        self.hear(found["question"], found["verdict"], heading["title"], heading["note"])
        facts = [fact for of_seat in found["facts"] for fact in of_seat]
        for named in (*heading["segments"], *found["stock"], *found["lines"], *facts):
            self.hear(named["words"])
        self.hear([choice[4:] for choice in found["choices"]])  # words and doubts

    async def previews(self, seat: int, choices: list[Any]) -> None:
        for moves, parts, *_ in choices:
            found = await self.at_table("preview", seat=seat, move=moves)
            self.hear(found["words"], found["sentences"], [gain["words"] for gain in found["gains"]])
            self.see(found["svg"])
            self.see(await self.at_table("unfolded", seat=seat, chosen=parts[:1] or ["none:0"]))

    async def refusals(self, seat: int, found: Any) -> None:
        """Why each part that is there cannot be chosen, and what a move out of place is answered."""
        parts = {each for picture in found["pictures"] for each in parts_in(picture["svg"])}
        for part in sorted(parts)[::5]:
            self.hear((await self.at_table("why", seat=seat, part=part)).get("sentence", ""))
        body = {"seat": seat, "decision": found["decision"] or 0, "move": "pass"}
        if found["decision"] is not None and ["pass"] not in [choice[0] for choice in found["choices"]]:
            headers = {"accept-language": self.language}
            answer = await self.browser.http.post(
                f"/api/tables/{self.code}/moves", json=body, headers=headers
            )
            self.problem(answer.json())

    def problem(self, problem: Any) -> None:
        """The sentence, without the moves that would do: those are written as moves are."""
        self.hear(
            re.sub(r"(?<=[.!?]) [^.]*:\s[^.]*\.$", "", problem["sentence"])
            if problem["instead"]
            else problem["sentence"]
        )

    async def log(self, seat: int) -> None:
        query = {"seat": seat, "lang": self.language}
        heard = (await self.ask(f"/api/tables/{self.code}/news", **query))["heard"]
        self.hear([each["words"] for each in heard])

    async def hints(self, seat: int) -> None:
        query = {"seat": seat, "lang": self.language}
        look = await self.ask(f"/api/tables/{self.code}/position", words=True, **query)
        self.hear(look["words"])
        hint = await self.ask(f"/api/tables/{self.code}/hint", **query)
        if "moves" in hint:
            self.hinted += 1
            self.hear(hint["why"], [move["words"] for move in hint["moves"]])
        else:
            self.problem(hint)


def parts_in(svg: str) -> set[str]:
    return set(re.findall(r'data-part="([^"]+)"', svg))


class Advising:
    """In place of the processes: has something to say for the first move, a reason of each sort in turn."""

    def __init__(self) -> None:
        self._keys = self._reasons()

    def _reasons(self) -> Iterator[tuple[str, int, bool]]:
        while True:
            for key in ("gain", "trade", "little", "level", "alike", "even", "only"):
                for ties in (1, 2, 4):
                    for sure in (True, False):
                        yield key, ties, sure

    async def advise(self, wondering: HintRequest) -> Hint:
        key, ties, sure = next(self._keys)
        first, last = wondering.legal[0], wondering.legal[-1]
        lines = list(words_of(wondering))
        gains, losses = [(lines[0], 1.25), (lines[1], 0.5)], [(lines[2], -0.25)]
        doubt = 0.5 if sure else 1.5
        why = HintReason(key, ties, last, 3, last, 1.5, doubt, tuple(gains), tuple(losses), 0.25)
        return a_hint([first, last], why, 12.5, 0.5, 0.25)

    async def think(self, thought: Any) -> Any:
        raise AssertionError("no bot plays here")

    async def close(self) -> None:
        pass


def words_of(wondering: HintRequest) -> list[str]:
    game = shelf.game(wondering.setup.game)
    return list(game.start(game.setup(game.fewest)).score_lines(0))


async def a_game(door: Doorstep, game: str, **settings: Any) -> tuple[Browser, str]:
    """Two people at one device."""
    browser = await door.visitor(PEOPLE[0])
    device = {**DEVICE, "name": PEOPLE[1]}
    table = await browser.make(game, ME, device, switches=OPTIONS[game], hints=True, **settings)
    return browser, table["code"]


async def to_decide(browser: Browser, code: str) -> Any:
    """Hands the device over to whoever is to decide; what they see, or none when the game is over."""
    for seat in (0, 1):
        await browser.post(f"/tables/{code}/hand", seat=seat)
        position = await browser.look(code, seat)
        if position["legal"]:
            return position
    return None


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_nothing_of_a_whole_game_is_in_english(tmp_path: Path, game: str) -> None:
    """Slow: every page of a whole game is read in every language."""
    async with opened(tmp_path) as door:
        await door.core.bots.thinkers.close()
        door.core.bots.thinkers = Advising()  # type: ignore[assignment]
        browser, code = await a_game(door, game)
        readers = [Reader(browser, code, language) for language in OTHERS]
        chance, made = random.Random(7), 0
        while (position := await to_decide(browser, code)) is not None:
            if made % EVERY == 0:
                for reader in readers:
                    await reader.everything(position["seat"])
            move = {"decision": position["decision"], "move": chance.choice(position["legal"])}
            await browser.post(f"/tables/{code}/moves", seat=position["seat"], **move)
            made += 1
        assert made > 100
        for reader in readers:
            reader.boards(await reader.at_table("boards", seat=1))
            await reader.log(1)
            await reader.hints(1)
            assert len(set(reader.said)) > 300 and reader.hinted > 3
            assert not english_in(reader.said, reader.language, PEOPLE)


@pytest.mark.parametrize("language", OTHERS)
@awaited
async def test_nothing_of_the_other_pages_is_in_english(tmp_path: Path, language: str) -> None:
    """But the page for programs, which says that it is."""
    async with opened(tmp_path) as door:
        ada = await door.visitor(PEOPLE[0])
        code = (await ada.make(GAMES[0], ME, OPEN))["code"]
        reader = Reader(ada, code, language)
        for path in ("/", "/new", "/rules", f"/t/{code}", "/nope"):
            text = (
                await ada.http.get(path, headers={"accept": "text/html", "accept-language": language})
            ).text
            reader.see(text)
            for block in re.findall(
                r'<script type="application/json" id="words">(.*?)</script>', text, re.DOTALL
            ):
                reader.hear([re.sub(r"\{[^}]*\}", "", each) for each in strings_in(json.loads(block))])
        assert len(reader.said) > 200
        assert not english_in(reader.said, language, [*PEOPLE, "Farmstead", "English", "Deutsch", "Français"])


@pytest.mark.parametrize("language", OTHERS)
@awaited
async def test_what_cannot_be_set_up_is_told_in_that_language(tmp_path: Path, language: str) -> None:
    wishes: list[dict[str, Any]] = [
        {"seats": [ME, *[BOT] * 11]},
        {"switches": ["start=7"]},
        {"switches": ["nonsense"]},
        {"seats": [DEVICE, BOT]},
        {"edition": "no edition"},
        {"game": "chess"},
        {"clock": 3},
    ]
    async with opened(tmp_path) as door:
        ada = await door.visitor(PEOPLE[0])
        reader = Reader(ada, "", language)
        for game in GAMES:
            for wish in wishes:
                body = {"game": game, "seats": [ME, BOT], **wish}
                answer = await ada.http.post("/api/tables", json=body, headers={"accept-language": language})
                assert answer.status_code in (400, 422)
                reader.problem(answer.json())
        assert not english_in(reader.said, language, ["nonsense", "start"])


# ---- the search finds what is left ---------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "text",
    [
        "Seat 1 wins with 40 points.",
        "2 grain",
        "The boards are being dealt.",
        "Spring",
        '<svg><g aria-label="Free cell, column 1, row 2"/></svg>',
        '<p lang="xx">x</p><p title="Take back">x</p>',
    ],
)
def test_english_is_found(language: str, text: str) -> None:
    assert english_in(shown_in(text, language), language)


@pytest.mark.parametrize("language", OTHERS)
def test_what_says_that_it_is_in_another_language_is_left_alone(language: str) -> None:
    kept = '<p lang="en">The boards are being dealt.</p><code>lay 17 at 2,1</code>'
    assert not english_in(shown_in(kept, language), language)
    assert not english_in(["`visit the lodge`", "Sunflower Valley"], language)


@pytest.mark.parametrize("left", ["nothing", "drawing", "pictures", "events", "moves"])
@awaited
async def test_a_part_that_is_left_in_english_is_found(tmp_path: Path, left: str) -> None:
    patch = pytest.MonkeyPatch()
    if left == "drawing":
        patch.setattr(sentences, "drawing_for", lambda game, text=None, _="": drawing_for(game, text))
        sentences.drawing_of.cache_clear()
    elif left == "pictures":
        patch.setattr(actions, "page_for", lambda game, language, names: page_for(game, LANGUAGE, names))
    elif left == "moves":
        for module in (boards, PREVIEW):
            patch.setattr(module, "page_words", lambda game, language: page_words(game))
    elif left == "events":
        patch.setattr(sentences, "known_language", lambda language: LANGUAGE)
    try:
        async with opened(tmp_path) as door:
            browser, code = await a_game(door, GAMES[0], spectators=True)
            await browser.post(f"/tables/{code}/hand", seat=0)
            reader = Reader(browser, code, OTHERS[0])
            await reader.everything(0)
            await reader.log(0)
            assert bool(english_in(reader.said, OTHERS[0], PEOPLE)) == (left != "nothing")
    finally:
        patch.undo()
        sentences.drawing_of.cache_clear()
