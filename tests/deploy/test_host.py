"""What docs/operating.md tells a host to type about people, members, pages and an evening, typed as it is.

The lines come from the guide itself, so that one that does not work there is red here. Addresses, folders and
numbers that the guide makes up are put in place.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest

from tests.server.asking import ME, OPEN
from tests.server.serving import Process, environment, process

GUIDE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
PASSPHRASE = "four quiet hens at dusk"
EVENING = 60
VALLEY = "sunflower-valley"


def section(title: str) -> str:
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^## |\Z)", GUIDE, re.M | re.S)
    assert found is not None, title
    return found[1]


def lines_of(title: str, word: str) -> list[str]:
    """The commands of a section that begin so, as they are to be typed."""
    blocks = re.findall(r"```\n(.*?)```", section(title), re.S)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip().startswith(word)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with process(tmp_path / "server", "--processes", "1", "--shared-address", "127.0.0.1") as started:
        yield started


def typed(server: Process, line: str, said: str = "") -> str:
    """What a command of the guide prints, beside this server."""
    words = shlex.split(line)
    assert words[0] == "farmstead"
    command = [sys.executable, "-m", "farmstead", *words[1:]]
    env = {**environment(), "FARMSTEAD_FOLDER": str(server.folder)}
    done = subprocess.run(command, input=said, capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, (line, done.stderr)
    return done.stdout


Guests: TypeAlias = Callable[[str], httpx.Client]


@pytest.fixture
def guest(server: Process) -> Iterator[Guests]:
    """Somebody of this name with a browser of their own; all are closed at the end."""
    with ExitStack() as stack:

        def come(name: str) -> httpx.Client:
            client = stack.enter_context(httpx.Client(base_url=server.url, timeout=60))
            assert client.put("/api/me", json={"name": name}).status_code == 200
            return client

        yield come


def test_people_and_tables_are_dealt_with_as_the_guide_says(server: Process, guest: Guests) -> None:
    """Slow: each command is a process of its own, and the server looks for orders once a second."""
    ada, bo = guest("Ada"), guest("Bo")
    made = ada.post("/api/tables", json={"game": VALLEY, "seats": [ME, OPEN]}).json()["table"]
    table = f"/api/tables/{made['code']}"
    assert bo.post(f"{table}/seats/1", json={}).status_code == 200
    assert ada.post(f"{table}/report", json={"text": "Slow.", "seat": 1}).status_code == 200
    own = {"17": "2", "40": "1", "3": "1"}  # the numbers that this server has given
    lines = [
        re.sub(r"\b(?:17|40|3)\b", lambda number: own[number[0]], line)
        for line in lines_of("People and tables", "farmstead ")
    ]
    assert len(lines) == 12
    said = {line: typed(server, line) for line in sorted(lines, key=lambda line: " delete " in line)}
    assert "2\tBo\tguest" in said["farmstead people list"]
    assert "about Bo" in said["farmstead people reports"] or "about Ben" in said["farmstead people reports"]
    assert bo.get("/api/me").json()["name"] is None
    assert ada.get(table).status_code == 404
    assert typed(server, "farmstead people list").endswith("1 person.\n")


def test_the_operators_page_is_set_up_as_the_guide_says(server: Process) -> None:
    """Slow: a server in a process of its own."""
    (line,) = lines_of("People and tables", "sudo -u farmstead /opt/farmstead/bin/farmstead operator")
    words = line.replace("sudo -u farmstead /opt/farmstead/bin/", "")
    with httpx.Client(base_url=server.url.replace("127.0.0.1", "localhost"), timeout=60) as boss:
        assert boss.get("/operator").status_code == 404
        typed(server, words.replace("/var/lib/farmstead", str(server.folder)), f"{PASSPHRASE}\n")
        assert boss.get("/operator").status_code == 200
        assert boss.post("/api/operator/session", json={"passphrase": PASSPHRASE}).status_code == 200
        assert boss.get("/api/operator/people").json() == []
        typed(server, "farmstead operator off")
        assert boss.get("/operator").status_code == 404


def test_pages_and_an_announcement_come_while_the_server_runs(server: Process) -> None:
    """Slow: the server looks for files every two seconds."""
    (made,) = [line for line in lines_of("A server of your own", "install") if " -d " in line]
    own = server.folder / Path(made.split()[-1]).name
    own.mkdir()
    (own / "imprint.de.md").write_text("# Impressum\n\nUnser Verein.", encoding="utf-8")
    echo, remove = [*lines_of("A server of your own", "echo"), *lines_of("A server of your own", "rm")]
    env = {"PATH": os.environ["PATH"]}
    with httpx.Client(base_url=server.url, timeout=60) as http:
        for line, is_there in ((echo, True), (remove, False)):
            here = line.replace("/var/lib/farmstead", shlex.quote(str(server.folder)))
            subprocess.run(["sh", "-c", here], check=True, env=env, timeout=60)
            for _ in range(20_000):
                if ("down from 20:00" in http.get("/").text) == is_there:
                    break
            assert ("down from 20:00" in http.get("/").text) == is_there
        assert "Unser Verein." in http.get("/about/imprint").text
        assert '<a href="/about/imprint">Impressum</a>' in http.get("/?lang=de").text


def test_sixty_people_behind_one_address_come_at_once(guest: Guests) -> None:
    """Slow: sixty guests, each with a browser of their own, thirty tables and a first look at each."""
    people = [guest(f"Person {n}") for n in range(EVENING)]
    for one, other in zip(people[::2], people[1::2], strict=True):
        made = one.post("/api/tables", json={"game": VALLEY, "seats": [ME, OPEN]})
        assert made.status_code == 201, made.text
        table = f"/api/tables/{made.json()['table']['code']}"
        assert other.post(f"{table}/seats/1", json={}).status_code == 200
        assert other.get(f"{table}/position?seat=1").json()["position"]["phase"] == "playing"


def test_members_come_in_by_the_invitation_of_the_guide(tmp_path: Path) -> None:
    """Slow: a server in a process of its own, and passphrases are hashed."""
    with process(tmp_path / "server", "--processes", "1", "--members-only") as server:
        invite, listed, withdraw = lines_of("A server of your own", "farmstead account")
        link = typed(server, invite).splitlines()[1]
        assert link.startswith("https://play.example/you#invitation=")
        assert "uses left 60" in typed(server, listed)
        with httpx.Client(base_url=server.url, timeout=60) as http:
            account = {"name": "Ada", "passphrase": PASSPHRASE}
            assert http.get("/api/tables").status_code == 403
            assert http.post("/api/account", json=account).status_code == 403
            made = http.post("/api/account", json={**account, "invitation": link.partition("=")[2]})
            assert made.status_code == 201, made.text
            assert http.get("/api/tables").status_code == 200
        typed(server, withdraw.replace(" 3", " 1"))
        assert typed(server, listed) == "0 invitations.\n"
        for line in lines_of("A server of your own", "farmstead tidy"):
            assert "0 guests, 0 tables" in typed(server, line)
