"""What docs/operating.md tells a host to type about backups, PostgreSQL and upgrades, typed as it is.

Whole blocks of the guide are run by a shell on a machine that is made for the test: its folders lie below one
of ours, `sudo` lends nobody and clears the environment as the real one does, `systemctl` starts and stops a
real server with the settings of `deploy/farmstead.env`, and PostgreSQL is a real one. Only `apt`, and
`install.sh package`, which tests/deploy/test_container.py runs, do nothing here but be noted.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, final

import httpx
import pytest

from scripts.postgres import OWNER, Cluster, programs, running
from tests.deploy.test_host import VALLEY, section
from tests.server.asking import ME
from tests.server.serving import HOST, environment
from tests.server.store.test_upgrade import REVISIONS, make_filled
from tests.server.stores import by_hand

ROOT: Final = Path(__file__).parents[2]
OURS: Final = re.compile(
    r"(?<![\w/.-])/(opt/farmstead|var/lib/farmstead|etc/farmstead\.env|root|tmp|path/to)\b"
)
DATABASE: Final = "postgresql://farmstead@/farmstead"
PATIENCE_S: Final = 60  # for the move of a bot
BOT: Final = {"who": "bot", "level": 1}
SUDO: Final = """#!/bin/sh
kept=
while :; do
  case "$1" in
    -u) shift 2 ;;
    --preserve-env=*) kept=$(echo "${1#*=}" | tr , ' '); shift ;;
    --) shift; break ;;
    *) break ;;
  esac
done
for name in PATH HOME PGHOST PGUSER $kept; do
  eval "value=\\${$name-}"
  [ -z "$value" ] || set -- "$name=$value" "$@"
done
exec env -i "$@"
"""
SYSTEMCTL: Final = """#!/bin/sh
set -eu
[ "$2" = farmstead ]
stop() {
  [ -s PLACE/pid ] || return 0
  kill "$(cat PLACE/pid)"
  while state=$(cut -d' ' -f3 "/proc/$(cat PLACE/pid)/stat" 2>/dev/null); do
    [ "$state" != Z ] || break
    sleep 0.1
  done
  rm PLACE/pid
}
start() {
  set -a; . PLACE/etc/farmstead.env; set +a
  PLACE/opt/farmstead/bin/farmstead serve --no-open >>PLACE/log 2>&1 </dev/null &
  echo $! >PLACE/pid
  until curl -sf "http://127.0.0.1:$FARMSTEAD_PORT/healthz" >/dev/null; do
    kill -0 "$(cat PLACE/pid)" || { tail -5 PLACE/log >&2; rm PLACE/pid; exit 1; }
    sleep 0.1
  done
}
case "$1" in
  stop) stop ;;
  start) start ;;
  restart) stop; start ;;
esac
"""
INSTALL: Final = """#!/bin/sh
for word in "$@"; do
  shift
  case "$word" in
    -o | -g) skip=1 ;;
    *) [ -n "${skip-}" ] || set -- "$@" "$word"; skip= ;;
  esac
done
exec REAL "$@"
"""
NOTED: Final = '#!/bin/sh\necho "$0 $*" >>PLACE/noted\n'


@final
class Host:
    """A machine with an installed server, as the guide has it."""

    def __init__(self, place: Path, cluster: Cluster | None) -> None:
        self.place, self.folder, self.env = place, place / "var/lib/farmstead", place / "etc/farmstead.env"
        self._cluster = cluster
        for name in ("bin", "opt/farmstead/bin", "var/lib/farmstead", "etc", "root", "tmp", "sources/deploy"):
            (place / name).mkdir(parents=True)
        real = shutil.which("install")
        assert real is not None
        for name, text in (("sudo", SUDO), ("systemctl", SYSTEMCTL), ("apt", NOTED)):
            self._put(f"bin/{name}", text)
        self._put("bin/install", INSTALL.replace("REAL", real))
        self._put("bin/journalctl", "#!/bin/sh\ntail -n 20 PLACE/log\n")
        for name in ("sources", "path/to/the/older/sources"):
            self._put(f"{name}/deploy/install.sh", NOTED)
        kept = {
            name: value for name, value in environment().items() if name.startswith(("PYTHON", "FARMSTEAD_"))
        }
        words = shlex.join(["env", *[f"{name}={value}" for name, value in kept.items()], sys.executable])
        self._put("opt/farmstead/bin/farmstead", f'#!/bin/sh\nexec {words} -m farmstead "$@"\n')
        self.url = self._settings()

    def _put(self, name: str, text: str) -> None:
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("PLACE", str(self.place)))
        path.chmod(0o755)

    def _settings(self) -> str:
        """Those of deploy/, with what a host has to change, and a port that is free."""
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = free.getsockname()[1]
        url, text = f"http://{HOST}:{port}", (ROOT / "deploy" / "farmstead.env").read_text()
        text = text.replace("https://play.example", url).replace("PORT=8731", f"PORT={port}")
        text = re.sub(r"^FARMSTEAD_METRICS=.*\n", "", text, flags=re.M)
        self.env.write_text(self.here(f"{text}FARMSTEAD_PROCESSES=1\n"))
        return url

    def here(self, text: str) -> str:
        """With the folders of this machine, and its PostgreSQL."""
        found = OURS.sub(lambda match: f"{self.place}{match[0]}", text)
        return (
            found.replace("host=/run/postgresql", f"host={self._cluster.folder}") if self._cluster else found
        )

    def types(self, block: str, more: dict[str, str] | None = None) -> str:
        """What a block of the guide says, line by line, when it is typed in a shell of root."""
        postgres = {"PGHOST": str(self._cluster.folder), "PGUSER": OWNER} if self._cluster else {}
        found = [str(self.place / "bin"), *([str(programs())] if self._cluster else []), os.environ["PATH"]]
        env = {"PATH": os.pathsep.join(found), "HOME": str(self.place / "root"), **postgres, **(more or {})}
        done = subprocess.run(
            ["sh", "-e"], cwd=self.place / "sources", input=self.here(block), capture_output=True, text=True,
            env=env, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def sets(self, **changes: str | None) -> None:
        """Change settings of the server's file, or take them out."""
        text = self.env.read_text()
        for name, value in changes.items():
            text = re.sub(rf"^#?{name}=.*\n", "", text, flags=re.M)
            text += "" if value is None else f'{name}="{self.here(value)}"\n'
        self.env.write_text(text)

    def noted(self) -> str:
        return (self.place / "noted").read_text()


def block(title: str, begins: str) -> str:
    """The block of a section of the guide whose first line begins so."""
    found = [each for each in re.findall(r"```\n(.*?)```", section(title), re.S) if each.startswith(begins)]
    assert len(found) == 1, (title, begins)
    text: str = found[0]
    return text


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path, None)
    yield made
    with suppress(AssertionError):
        made.types("systemctl stop farmstead")


@pytest.fixture
def host_with_postgres(tmp_path: Path) -> Iterator[Host]:
    with running() as cluster:
        made = Host(tmp_path, cluster)
        yield made
        made.types("systemctl stop farmstead")


@contextmanager
def guest(host: Host, name: str) -> Iterator[httpx.Client]:
    """Somebody with a browser of their own."""
    with httpx.Client(base_url=host.url, timeout=60) as client:
        told = client.put("/api/me", json={"name": name})
        assert told.status_code == 200, told.text
        yield client


# `Any` in what follows: whatever JSON can say.
def at_rest(client: httpx.Client, code: str) -> dict[str, Any]:
    """The position of the first seat, once the bot has played and it is asked again."""
    for _ in range(PATIENCE_S * 10):
        now: dict[str, Any] = client.get(f"/api/tables/{code}/position?seat=0").json()["position"]
        if now["decision"] is not None:
            return now
        time.sleep(0.1)
    raise AssertionError("the bot does not play")


def moved(client: httpx.Client, code: str) -> None:
    """Make the next move."""
    now = at_rest(client, code)
    sent = {"seat": 0, "decision": now["decision"], "move": now["legal"][0]}
    assert client.post(f"/api/tables/{code}/moves", json=sent).status_code == 200


def known(client: httpx.Client, code: str) -> dict[str, Any]:
    """What the person of this browser has: their name, and their seat's view."""
    seen = at_rest(client, code)
    return {"name": client.get("/api/me").json()["name"], "view": seen["view"], "next": seen["next"]}


@pytest.mark.more
def test_games_go_to_postgres_and_back_as_the_guide_says(host_with_postgres: Host) -> None:
    """Slow: a PostgreSQL of its own, and a server that is stopped and started five times."""
    host = host_with_postgres
    host.types("systemctl start farmstead")
    with guest(host, "Ada") as ada:
        made = ada.post("/api/tables", json={"game": VALLEY, "seats": [ME, BOT]}).json()["table"]
        code = made["code"]
        moved(ada, code)
        host.types(block("Backup", "sudo -u farmstead"))
        before = known(ada, code)
        host.types(block("PostgreSQL and several processes", "apt install postgresql"))
        assert "apt install postgresql" in host.noted()
        host.sets(FARMSTEAD_DB=f"{DATABASE}?host=/run/postgresql", FARMSTEAD_WORKERS="2")
        host.types("systemctl start farmstead")
        assert known(ada, code) == before
        moved(ada, code)
        before = known(ada, code)
        host.types(block("PostgreSQL and several processes", "set -a"))
        # a backup of the database comes back into another one, as after a disk that died
        host.types("mv /var/lib/farmstead/in-postgres.backup /tmp/farmstead.backup")
        moved(ada, code)
        host.types(block("Backup", "systemctl stop farmstead\nsudo -u postgres createdb"))
        host.sets(FARMSTEAD_DB="postgresql://farmstead@/farmstead2?host=/run/postgresql")
        host.types("systemctl start farmstead")
        assert known(ada, code) == before
        host.types("systemctl stop farmstead")
        host.sets(FARMSTEAD_DB=f"{DATABASE}?host=/run/postgresql")
        host.types("systemctl start farmstead")
        before = known(ada, code)
        host.types(block("Back to SQLite", "systemctl stop farmstead"))
        host.sets(FARMSTEAD_DB=None, FARMSTEAD_WORKERS=None)
        host.types("systemctl start farmstead")
        assert known(ada, code) == before
        moved(ada, code)


@pytest.mark.more
def test_a_backup_comes_back_and_an_upgrade_begins_with_one_as_the_guide_says(host: Host) -> None:
    """Slow: a server that is stopped and started three times."""
    host.types("systemctl start farmstead")
    with guest(host, "Ada") as ada:
        code = ada.post("/api/tables", json={"game": VALLEY, "seats": [ME, BOT]}).json()["table"]["code"]
        moved(ada, code)
        before = known(ada, code)
        host.types(block("Upgrade and rollback", "sudo -u farmstead"))
        assert "install.sh package" in host.noted()
        moved(ada, code)
        host.types("mv /var/lib/farmstead/before-upgrade.backup /root/farmstead.backup")
        host.types(block("Backup", "systemctl stop farmstead\nmv"))
        assert known(ada, code) == before
        assert not (host.place / "tmp" / "farmstead.backup").exists()
        assert (host.place / "var/lib/farmstead-before" / "tables.db").exists()


@pytest.mark.more
def test_the_older_version_gets_the_copy_from_before_the_upgrade_as_the_guide_says(host: Host) -> None:
    """Slow: a server that is started on an older store, and again on the copy that it made of it."""
    older, newest = REVISIONS[-2:]
    make_filled(host.folder / "tables.db", older)
    host.types("systemctl start farmstead")
    copy = f"tables-before-{newest}.db"
    assert by_hand(host.folder / copy, "SELECT version_num FROM alembic_version") == [(older,)]
    with guest(host, "Zoe"):
        names = "SELECT name FROM players WHERE name = 'Zoe'"
        host.types("systemctl stop farmstead\nsystemctl start farmstead")
        assert by_hand(host.folder / "tables.db", names) == [("Zoe",)]
        back = block("Upgrade and rollback", "systemctl stop farmstead")
        assert "tables-before-0011.db" in back
        host.types(back.replace("tables-before-0011.db", copy))
        assert "older/sources/deploy/install.sh package" in host.noted()
        host.types("systemctl stop farmstead")
        assert by_hand(host.folder / "tables.db", names) == []  # what happened since then is lost
        assert by_hand(host.folder / "newer" / "tables.db", names) == [("Zoe",)]  # and yet kept
