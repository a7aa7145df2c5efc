"""`farmstead account`: who runs a server sees who has one, and sets a forgotten passphrase anew."""

from __future__ import annotations

import asyncio
import io
import shutil
from pathlib import Path

import httpx
import pytest

from farmstead.cli import account as module
from farmstead.cli.main import main
from farmstead.server.base.settings import Settings
from farmstead.server.folder.moved_note import note_place
from scripts.postgres import Cluster
from tests.server.asking import opened
from tests.server.postgres import postgres
from tests.server.serving import process
from tests.server.stores import awaited

__all__ = ["postgres"]

SECRET, OTHER = "seven geese on the roof", "nine ducks in the cellar"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server with two accounts."""
    folder = tmp_path_factory.mktemp("server")
    asyncio.run(fill(folder))
    return folder


@pytest.fixture
def folder(filled: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(filled, tmp_path / "server"))


async def fill(folder: Path, db: str = "") -> None:
    async with opened(folder, db=db, processes=1) as door:
        for name in ("Zoë", "Ada"):
            await (await door.visitor(name)).post("/account", 201, name=name, passphrase=SECRET)
        await door.visitor("Guest")


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{text}\n"))


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """By a person, who does not see it."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    waiting = iter(lines)
    monkeypatch.setattr(module, "getpass", lambda _: next(waiting))


def test_accounts_are_listed_by_name(folder: Path, capsys: Capture) -> None:
    assert main(["account", "list", "--folder", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("\t")[0] for line in lines] == ["Ada", "Zoë", "2 accounts."]
    assert "argon2" not in "".join(lines)


def test_a_forgotten_passphrase_is_set_beside_a_running_server(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with process(folder, "--pace", "0") as server:
        path = f"{server.url}/api/account/session"
        sent = {"name": "Zoë", "passphrase": OTHER}
        assert httpx.post(path, json=sent, timeout=60).status_code == 403
        piped(monkeypatch, OTHER)
        assert main(["account", "passphrase", "ZOË", "--folder", str(folder)]) == 0
        told = capsys.readouterr().out
        assert OTHER not in told and "notices within a minute" in told
        assert httpx.post(path, json=sent, timeout=60).status_code == 201
        assert httpx.post(path, json={**sent, "passphrase": SECRET}, timeout=60).status_code == 403


@pytest.mark.parametrize(
    ("arguments", "typing", "words"),
    [
        (["Nobody"], [], "no account 'Nobody'"),
        (["Ada"], [OTHER, SECRET], "two different passphrases"),
        (["Ada"], ["short", "short"], "at least 10"),
    ],
)
def test_what_cannot_be_set_is_told_and_nothing_changes(
    folder: Path,
    arguments: list[str],
    typing: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    typed(monkeypatch, *typing)
    before = asyncio.run(module.all_accounts(folder / "tables.db"))
    assert main(["account", "passphrase", *arguments, "--folder", str(folder)]) == 1
    assert words in capsys.readouterr().err
    assert asyncio.run(module.all_accounts(folder / "tables.db")) == before


def test_the_server_is_found_as_its_own_settings_say(
    folder: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARMSTEAD_FOLDER", str(folder))
    assert main(["account", "list"]) == 0
    assert "2 accounts." in capsys.readouterr().out
    note_place(Settings(folder, db="postgresql://me:hunter2@/games"))
    assert main(["account", "list"]) == 1
    said = capsys.readouterr().err
    assert "keeps its games in postgresql://me" in said and "--db URL" in said and "hunter2" not in said


def test_no_store_is_made_where_there_is_none(tmp_path: Path, capsys: Capture) -> None:
    for words in (["list"], ["passphrase", "Ada"]):
        assert main(["account", *words, "--folder", str(tmp_path / "nowhere")]) == 1
        assert "no games at" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


@awaited
async def test_servers_on_postgresql_hear_of_it_at_once(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    url = postgres.database()
    await fill(tmp_path, url)
    async with opened(tmp_path, db=url, processes=1) as door:
        ada = await door.visitor()
        await ada.post("/account/session", 201, name="Ada", passphrase=SECRET)
        assert (await ada.get("/me"))["name"] == "Ada"
        piped(monkeypatch, OTHER)
        assert await asyncio.to_thread(main, ["account", "passphrase", "Ada", "--db", url]) == 0
        told = capsys.readouterr().out
        assert "notices at once" in told and "SQLite" not in told
        async with asyncio.timeout(60):
            while (await ada.get("/me"))["name"] is not None:
                await asyncio.sleep(0.01)
        await ada.post("/account/session", 201, name="Ada", passphrase=OTHER)
