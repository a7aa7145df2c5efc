"""Every page in every language: which one is spoken, and that no text is missing or idle."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.render.words import LANGUAGE, languages, vocabulary
from farmstead.server.base.languages import LANGUAGE_NAMES, offered, spoken
from farmstead.server.http.static_files import scripts
from farmstead.server.http.texts import PROGRAM, page_texts
from farmstead.server.pages.accounts import YOU
from farmstead.server.pages.gallery import GALLERY
from farmstead.server.pages.games import games_in
from farmstead.server.pages.home import HOME, NEW
from farmstead.server.pages.replay import REPLAY, REPLAYS
from farmstead.server.pages.reviews import REVIEW
from farmstead.server.pages.rulebook import RULES
from farmstead.server.pages.scorepad import SCORE
from farmstead.server.pages.table import TABLE
from farmstead.server.pages.table_scripts import BRANCHED, CHANCE, COACH
from tests.server.api.test_event_stream import listening, visiting
from tests.server.asking import BOT, ME, OPEN, Browser, opened
from tests.server.serving import running
from tests.server.stores import awaited

GAMES = shelf.names()
LANGUAGES = sorted(languages())
OTHERS = sorted(languages() - {LANGUAGE})
FOLDER = Path(str(resources.files("farmstead.server.pages")))
SOURCES = [
    *sorted((FOLDER / "templates").rglob("*.html")),
    *sorted((FOLDER / "static").rglob("*.js")),
    *sorted(FOLDER.glob("*.py")),
]


# ---- which language ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ([], "", "en"),
        ([], "fr", "fr"),
        ([], "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ([], "nl, de-AT;q=0.4, en;q=0.3", "de"),
        ([], "en;q=0.2, fr;q=0.7", "fr"),
        ([], "it, *", "en"),
        ([], "fr;q=0, de", "de"),
        ([], "FR", "fr"),
        ([], "fr;q=nonsense, de;q=2, fr;q=1.0", "fr"),
        ([], ",;=,q=1;;", "en"),
        (["", "de"], "fr", "de"),
        (["fr", "de"], "", "fr"),
        (["xx", "../en"], "de", "de"),
        (["de-CH"], "", "de"),
    ],
)
def test_the_first_that_we_have_is_spoken(chosen: list[str], accepted: str, language: str) -> None:
    assert spoken(tuple(chosen), accepted) == language


def test_every_language_has_a_name_of_its_own() -> None:
    assert set(offered()) == set(LANGUAGE_NAMES) == languages()
    assert next(iter(offered())) == LANGUAGE


async def tongue(browser: Browser, path: str = "/", cookie: str = "", accept: str = "", **query: str) -> str:
    """The language of a page."""
    headers = {"accept": "text/html", "accept-language": accept}
    if cookie:
        headers["cookie"] = f"language={cookie}"
    answer = await browser.http.get(path, headers=headers, params=query)
    found = re.search(r'<html lang="(\w+)" ', answer.text)
    assert found is not None
    return found[1]


@awaited
async def test_a_choice_goes_before_what_the_browser_says(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        browser = await door.visitor()
        assert await tongue(browser) == "en"
        assert await tongue(browser, accept="de-DE,de;q=0.9") == "de"
        assert await tongue(browser, accept="de", cookie="fr") == "fr"
        assert await tongue(browser, accept="de", cookie="fr", lang="en") == "en"
        assert await tongue(browser, accept="de", cookie="xx") == "de"
        assert await tongue(browser, "/nope", cookie="fr") == "fr"


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_every_page_speaks_every_language(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(GAMES[0], ME, BOT))["code"]
        pages = (
            "/",
            "/new",
            "/you",
            "/rules",
            *[f"/rules/{game}" for game in GAMES],
            f"/t/{code}",
            "/api",
            "/nope",
        )
        for path in pages:
            answer = await ada.http.get(path, headers={"accept": "text/html", "accept-language": language})
            assert answer.status_code == (404 if path == "/nope" else 200)
            assert f'<html lang="{language}" ' in answer.text
            assert page_texts(language)("page.skip") in answer.text
            for code_, name in LANGUAGE_NAMES.items():
                chosen = " selected" if code_ == language else ""
                assert f'<option value="{code_}" lang="{code_}"{chosen}>{name}</option>' in answer.text


@pytest.mark.parametrize("language", OTHERS)
def test_levels_are_called_as_the_language_calls_them(language: str) -> None:
    for game, english in zip(games_in(language), games_in(LANGUAGE), strict=True):
        for level, other in zip(game["levels"], english["levels"], strict=True):
            assert level["name"] != other["name"] and level["how"] != other["how"]
            assert level["level"] == other["level"]


# ---- what the API says -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@awaited
async def test_refusals_are_told_in_the_language_of_whoever_tried(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME, OPEN))["code"]
        ada.http.headers["accept-language"] = language
        told = vocabulary("table", language)["refusal"]
        astray = await ada.refused("GET", "/tables/nope", 404, "no_table")
        assert told["no_table"] in astray["sentence"]
        begun = await ada.refused(
            "POST", f"/tables/{code}/moves", 409, "not_started", seat=0, decision=1, move="x"
        )
        assert told["not_started"] in begun["sentence"]
        other = await ada.http.post("/api/tables", content="x", headers={"content-type": "text/plain"})
        assert told["not_json"] in other.json()["sentence"]


@pytest.mark.parametrize("language", OTHERS)
@awaited
async def test_what_the_rules_forbid_is_told_in_that_language_too(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        position = await ada.look(code, 0)
        said = set()
        for spoken_ in (LANGUAGE, language):
            ada.http.cookies.set("language", spoken_)
            body = {"seat": 0, "decision": position["decision"], "move": "pass"}
            said.add((await ada.ask("POST", f"/tables/{code}/moves", 422, json=body))["sentence"])
        assert len(said) == 2


@pytest.mark.parametrize("language", OTHERS)
@awaited
async def test_log_and_moves_are_told_in_the_language_that_is_asked_for(
    tmp_path: Path, language: str
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        await ada.move(code, 0)

        async def told(**query: Any) -> tuple[list[str], list[str]]:
            news = await ada.get(f"/tables/{code}/news", seat=0, **query)
            position = await ada.get(f"/tables/{code}/position", seat=0, words=True, **query)
            return [line for heard in news["heard"] for line in heard["words"]], position["words"]

        english, other = await told(), await told(lang=language)
        for one, another in zip(english, other, strict=True):
            assert len(one) == len(another) > 0
            assert all(a != b for a, b in zip(one, another, strict=True))


@awaited
async def test_a_stream_speaks_the_language_it_was_asked_in(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make("walnut-grove", ME))["code"]
        told = {}
        for language in LANGUAGES:
            async with listening(ada, code, 0, since=0, words="true", lang=language) as stream:
                position = await stream.next("position")
                told[language] = (*position.data["words"], *(await stream.next("news")).data["words"])
        assert len(set(told.values())) == len(LANGUAGES)
        asked = await ada.get(f"/tables/{code}/position", seat=0, words=True, lang="fr")
        assert told["fr"][: len(asked["words"])] == tuple(asked["words"])


# ---- no text is missing, none is idle ----------------------------------------------------------------------

OWN = [name for name in vocabulary("pages") if name not in vocabulary()]
KEY = re.compile(r"""["'`]([a-z_]+\.(?!html|js)[a-z_]+)["'`]""")
BY_NAME = ("switch.", "switch_about.", "switch_value.")  # asked for by the names that games have for them
FLAGS = ("public", "spectators", "chat", "hints", "rated")
MADE_UP = {f"making.{name}{more}" for name in FLAGS for more in ("", "_about")}  # asked for by name
MADE_UP |= {"score.setting", "score.value", "print.sheets"}


def keys_asked_for() -> set[str]:
    """Every text that a template, a script or the server asks for."""
    found = {key for path in SOURCES for key in KEY.findall(path.read_text(encoding="utf-8"))}
    return {key for key in found if key.partition(".")[0] in OWN} | MADE_UP


def keys_there_are() -> set[str]:
    return {f"{table}.{key}" for table in OWN for key in vocabulary("pages")[table]}


def test_every_text_that_is_asked_for_is_there() -> None:
    assert not keys_asked_for() - keys_there_are()


@pytest.mark.parametrize(
    "table",
    ["page", "lobby", "game", "making", "yours", "rules", "problem", "ratings", "daily", "review_page"]
    + ["score", "print", "gallery"],
)
def test_no_text_is_idle(table: str) -> None:
    idle = {key for key in keys_there_are() - keys_asked_for() if key.startswith(f"{table}.")}
    assert not idle


@pytest.mark.parametrize(
    ("script", "tables"),
    [
        ("lobby/home.js", HOME),
        ("lobby/new_table.js", NEW),
        ("rulebook/search.js", RULES),
        ("table/table.js", TABLE),
        *[(f"{part.name}.js", (*TABLE, part.words)) for part in (BRANCHED, CHANCE, COACH)],
        ("accounts/page.js", YOU),
        *[(script, REPLAY) for script in ("replay/page.js", "branches/dialog.js", "exports/dialog.js")],
        ("replay/upload.js", REPLAYS),
        ("reviews/page.js", REVIEW),
        ("scorepad/page.js", SCORE),
        ("gallery/page.js", GALLERY),
    ],
)
def test_each_page_gets_the_texts_of_its_scripts(script: str, tables: tuple[str, ...]) -> None:
    texts = [(FOLDER / "static" / name).read_text(encoding="utf-8") for name in scripts().order(script)]
    asked = {key.partition(".")[0] for text in texts for key in KEY.findall(text)} & set(OWN)
    late = set() if script == "lobby/home.js" else {"lobby"}  # only home says how long ago something was
    assert asked - late <= set(tables)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_switch_can_be_chosen_by_words(game: str, language: str) -> None:
    played, words, say = shelf.game(game), vocabulary("pages", language), page_texts(language)
    for name, usual in shelf.switch_values(game, ()).items():
        assert words["switch"][name] and words["switch_about"][name]
        values = set(words["switch_value"][name]) - {"by", "other"}
        assert usual in values
        assert len({say.value(name, value) for value in values}) == len(values)
        for value in values:
            assert shelf.switch_values(game, [f"{name}={value}"])[name] == value
            played.setup(played.fewest, [f"{name}={value}"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_words(game: str, language: str) -> None:
    for key in ("about", "facts", "picture"):
        assert page_texts(language)(f"game.{key}", game=game, fewest=1, most=4)


def test_the_page_for_programs_is_in_english_and_says_so() -> None:
    text = (FOLDER / "templates" / "api_docs" / "page.html").read_text(encoding="utf-8")
    asked = set(re.findall(r"""tell\(["']program\.(\w+)["']""", text))
    assert 'lang="en"' in text
    assert asked == set(vocabulary(PROGRAM)["program"])
