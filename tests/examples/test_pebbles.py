"""Pebbles, a game in a package of its own with nothing but rules and words, played in every way there is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from farmstead import shelf
from tests.examples.installing import PEBBLES, distribution, farmstead
from tests.examples.subject import SUBJECTS
from tests.laws import LAWS, Subject
from tests.server.serving import Process, process

SEEDS = range(12)


@pytest.fixture(scope="module")
def server(pebbles: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("server") / "folder", "--pace", "0", beside=[pebbles]) as started:
        yield started


def test_it_is_small() -> None:
    files = [file for file in PEBBLES.rglob("*") if file.suffix in (".py", ".toml")]
    assert sum([len(file.read_text(encoding="utf-8").splitlines()) for file in files]) <= 250


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws(law: Callable[[Subject, int], None], subject: Subject) -> None:
    for seed in SEEDS:
        law(subject, seed)


def test_farmstead_alone_does_not_know_it() -> None:
    assert "pebbles" not in shelf.names() and not shelf.is_known("pebbles")


# ---- the command line --------------------------------------------------------------------------------------


def played(pebbles: Path, folder: Path) -> Path:
    """The record of a game against a bot."""
    typed = "rules 1\nwhy end\nscore\nboard\nh\n" + "1\n" * 8
    done = farmstead(
        "play", "pebbles", "--level", "4", "--seed", "3", beside=pebbles, cwd=folder, typed=typed
    )
    assert "there is no rulebook for 'pebbles'" in done.stdout.replace("There", "there")
    assert "It can’t be done now (PB 1)" in done.stdout
    assert "is best" in done.stdout and "wins with" in done.stdout
    (record,) = folder.rglob("*.record")
    return record


@pytest.mark.more
def test_it_is_played_in_the_terminal_verified_replayed_and_reviewed(pebbles: Path, tmp_path: Path) -> None:
    """Slow: it starts the command for each of these."""
    record = str(played(pebbles, tmp_path))
    assert farmstead("verify", record, beside=pebbles, cwd=tmp_path).stdout.startswith("ok")
    shown = farmstead("replay", record, "--ply", "4", beside=pebbles, cwd=tmp_path).stdout
    assert "Move 4 of" in shown and "Heap" in shown
    farmstead(
        "replay",
        record,
        "--svg",
        "end.svg",
        "--pdf",
        "end.pdf",
        "--gif",
        "film.gif",
        beside=pebbles,
        cwd=tmp_path,
    )
    assert "Pebbles" in (tmp_path / "end.svg").read_text(encoding="utf-8")
    assert (tmp_path / "end.pdf").stat().st_size and (tmp_path / "film.gif").stat().st_size
    assert "bet" in farmstead("hint", record, "--ply", "4", beside=pebbles, cwd=tmp_path).stdout
    assert "final points" in farmstead("review", record, beside=pebbles, cwd=tmp_path).stdout
    assert farmstead("verify", "end.svg", beside=pebbles, cwd=tmp_path).stdout.startswith("ok")


def test_bots_play_it(pebbles: Path, tmp_path: Path) -> None:
    assert "pebbles" in farmstead("--help", beside=pebbles, cwd=tmp_path).stdout
    simulated = farmstead("simulate", "pebbles", "--games", "50", beside=pebbles, cwd=tmp_path).stdout
    assert "50 games of pebbles" in simulated and "total" in simulated
    told = farmstead(
        "arena", "pebbles", "-a", "level:4,uniform", "--games", "40", "--json", beside=pebbles, cwd=tmp_path
    ).stdout
    points = {row["agent"]: row["score"]["mean"] for row in json.loads(told)["ladder"]}
    assert points["level:4"] > points["uniform"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("rules pebbles 1.1", "there is no rulebook for 'pebbles'; there is one for: walnut-grove"),
        ("score pebbles -", "pebbles has no sheet to score; there is one for walnut-grove"),
        ("edition show pebbles", "pebbles has no edition of its own; there is one for walnut-grove"),
        ("show --game pebbles", "pebbles has no component to show; there is one for walnut-grove"),
        ("play pebbels", "there is no game 'pebbels'; did you mean pebbles?"),
    ],
)
def test_what_it_lacks_is_said_plainly(arguments: str, why: str, pebbles: Path, tmp_path: Path) -> None:
    done = farmstead(*arguments.split(), beside=pebbles, cwd=tmp_path, status=2)
    assert why in " ".join(done.stderr.split()) and "Traceback" not in done.stderr


def test_its_views_have_a_schema_that_says_little(pebbles: Path, tmp_path: Path) -> None:
    schema = json.loads(farmstead("schema", "pebbles", beside=pebbles, cwd=tmp_path).stdout)
    assert set(schema["required"]) <= set(SUBJECTS[1].table().state.view(0))


# ---- broken ones -------------------------------------------------------------------------------------------


def test_a_broken_game_is_told_of_in_a_line_and_hurts_no_other(tmp_path: Path, pebbles: Path) -> None:
    packages = tmp_path / "packages"
    distribution(
        packages,
        **{
            "nowhere": "no_such_package",
            "walnut-grove": "pebbles",
            "Bad_Name": "pebbles",
            "other": "pebbles",
            "slip": "slip",
        },
    )
    packages.joinpath("slip.py").write_text("raise ValueError('two\\nlines')\n", encoding="utf-8")
    packages.joinpath("pebbles").symlink_to(PEBBLES / "pebbles")
    done = farmstead("play", "nothing", beside=packages, cwd=tmp_path, status=2)
    told = [line for line in done.stderr.splitlines() if "is left out" in line]
    assert len(told) == 5 and "Traceback" not in done.stderr
    assert any("'slip' (slip) is left out: ValueError: two lines" in line for line in told)
    assert any("'walnut-grove' (pebbles) is left out: BadSetup: this name is taken" in line for line in told)
    assert "there are walnut-grove, sunflower-valley" in " ".join(done.stderr.split())
    farmstead("simulate", "walnut-grove", "--games", "1", beside=packages, cwd=tmp_path)


def test_a_packaged_game_costs_no_look_for_others(tmp_path: Path) -> None:
    """Those of other packages are looked for only where somebody asks for their names."""
    distribution(tmp_path / "packages", nowhere="no_such_package")
    done = farmstead(
        "play", "walnut-grove", "--seats", "1", beside=tmp_path / "packages", cwd=tmp_path, typed="q\n"
    )
    assert "is left out" not in done.stderr


def test_how_it_plays_is_told_from_its_words(pebbles: Path, tmp_path: Path) -> None:
    told = farmstead("rules", "pebbles", beside=pebbles, cwd=tmp_path).stdout
    assert told.startswith("# Pebbles: how it plays\n") and "Take pebbles, and bet in secret." in told
    assert "`take`: In the first half of a round." in told and "These score: pebbles, bets." in told
    assert farmstead("rules", "pebbles", "--how-it-plays", beside=pebbles, cwd=tmp_path).stdout == told


# ---- the server --------------------------------------------------------------------------------------------

HERE = ["/", "/new", "/learn", "/rules", "/gallery", "/score", "/daily", "/ratings", "/mine"]
NOT_HERE = ["/gallery/pebbles", "/score/pebbles", "/print/pebbles", "/learn/pebbles"]
ABSENT = ["/gallery/pebbles", "/score/pebbles", "/learn/pebbles", "pebbles-day.svg"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_pages_show_it_and_leave_out_what_it_lacks(server: Process, language: str) -> None:
    with httpx.Client(base_url=server.url, params={"lang": language}) as visitor:
        for path in HERE:
            answer = visitor.get(path)
            assert answer.status_code == 200, path
            assert not [link for link in ABSENT if link in answer.text], path
        how = visitor.get("/rules/pebbles").text
        assert 'id="how-it-plays"' in how and "<svg" in how and 'id="search"' not in how
        assert "Pebbles" in visitor.get("/").text and "Pebbles" in visitor.get("/daily").text
        for path in NOT_HERE:
            assert visitor.get(path).status_code == 404, path


def test_the_api_refuses_what_it_lacks_and_says_what_there_is(server: Process) -> None:
    with httpx.Client(base_url=server.url) as visitor:
        visitor.put("/api/me", json={"name": "Ann"})
        assert "pebbles" in [game["name"] for game in visitor.get("/api/games").json()]
        for path in ("/api/score/pebbles", "/api/learn/pebbles"):
            refused = visitor.post(path, json={}).json()
            assert refused["key"] == "no_such_game" and "walnut-grove" in refused["instead"], path
        wish = {"game": "pebbles", "seats": [{"who": "me"}], "edition": 'game = "pebbles"'}
        assert "no edition of its own" in visitor.post("/api/tables", json=wish).json()["sentence"]
