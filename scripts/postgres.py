"""A PostgreSQL server of our own, for tests and measurements: `python -m scripts.postgres` starts one.

It uses the programs that are there and installs them otherwise (Debian and Ubuntu). Everything is in a folder
under the system's place for temporary files, which is deleted at the end; it listens on a socket there and on
no network. PostgreSQL refuses to be run by root: then another user is lent to it.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, final
from urllib.parse import urlsplit

from farmstead.engine.contract import FarmsteadError

USERS: Final = ("postgres", "nobody")  # the first that there is, where we are root
OWNER: Final = "farmer"  # whose the databases are
PORT: Final = 5432  # only a part of the socket's name
PATIENCE: Final = 60.0  # seconds
GUARDED: Final = "guarded"  # a role that is let in only with a password
MEMORY: Final = Path("/dev/shm")  # Linux keeps it in memory
ROOM: Final = 2 << 30  # bytes
QUICK: Final = ("fsync=off", "full_page_writes=off")
SETTINGS: Final = (
    "max_connections=100",
    "shared_buffers=64MB",
    "listen_addresses=",
    "log_min_messages=fatal",
)


class NoPostgres(FarmsteadError):
    """PostgreSQL is not there and cannot be installed, or does not start."""


def programs() -> Path:
    """The folder with initdb and postgres; they are installed if they are not there."""
    found = _found()
    if found is None:
        install()
        found = _found()
    if found is None:
        raise NoPostgres("PostgreSQL was installed, and its programs are not to be found.")
    return found


def _found() -> Path | None:
    named = shutil.which("initdb")
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: _version(path.parent.name))
    folders = [Path(named).resolve().parent] if named else []
    needed = ("initdb", "postgres", "psql")
    return next(
        (path for path in [*folders, *reversed(versions)] if all((path / name).exists() for name in needed)),
        None,
    )


def _version(name: str) -> int:
    return int(name) if name.isdecimal() else 0


def install() -> None:
    """By the system's own means, as root or with sudo."""
    if shutil.which("apt-get") is None:
        raise NoPostgres("PostgreSQL is not installed. Install it (initdb, postgres, psql), and try again.")
    words = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if words and shutil.which("sudo") is None:
        raise NoPostgres("PostgreSQL is not installed. As root: apt-get install postgresql")
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "postgresql"]):
        done = subprocess.run([*words, *command], capture_output=True, text=True)
    if done.returncode:
        raise NoPostgres(f"apt-get install postgresql did not work:\n{done.stderr[-1000:]}")


@final
class Cluster:
    """A server that can be started, stopped, killed, frozen and started again."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        """`durable`: it waits for the disk, as it would where people play."""
        self.folder = folder
        self._programs = programs()
        self._data = folder / "data"
        self._settings = (*SETTINGS, *(() if durable else QUICK))
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        self._initialise()

    # ---- databases ---------------------------------------------------------------------------------------

    def url(self, database: str, user: str = OWNER, password: str = "") -> str:
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@/{database}?host={self.folder}&port={PORT}"

    def database(self, like: str = "") -> str:
        """The URL of a new one with nothing in it, or with all that is in another that nobody is using."""
        self._made += 1
        name = f"games{os.getpid()}_{self._made}"
        template = f" TEMPLATE {urlsplit(like).path.strip('/')}" if like else ""
        self.ask(f"CREATE DATABASE {name}{template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """A database, with all that is in it and whoever still uses it."""
        self.ask(f"DROP DATABASE IF EXISTS {urlsplit(url).path.strip('/')} WITH (FORCE)")

    def ask(self, *lines: str, database: str = "postgres") -> list[list[str]]:
        """What the last of these gives, all as texts. `database` may be a URL of this cluster."""
        url = database if "://" in database else self.url(database)
        words = [word for line in lines for word in ("-c", line)]
        command: list[str | Path] = [
            self._programs / "psql",
            "-X",
            "-q",
            "-A",
            "-t",
            "-F",
            "\t",
            "-v",
            "ON_ERROR_STOP=1",
        ]
        done = subprocess.run([*command, url, *words], capture_output=True, text=True)
        if done.returncode:
            raise NoPostgres(done.stderr.strip())
        return [line.split("\t") for line in done.stdout.splitlines()]

    # ---- the server --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Returns when it can be asked."""
        words = [word for setting in self._settings for word in ("-c", setting)]
        command = [self._programs / "postgres", "-D", self._data, "-k", self.folder, "-p", str(PORT), *words]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **_lent())
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            with suppress(NoPostgres):
                self.ask("SELECT 1")
                return
            time.sleep(0.05)
        raise NoPostgres(f"PostgreSQL does not start:\n{self._log()}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all connections, SIGQUIT does so without tidying up; none of it loses a commit."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise NoPostgres("PostgreSQL does not stop.") from None

    def freeze(self) -> None:
        """It neither answers nor breaks off."""
        for pid in self._processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        for pid in self._processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _processes(self) -> list[int]:
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [self._process.pid, *map(int, children)]

    def _initialise(self) -> None:
        if os.geteuid() == 0:
            whose = _user()
            os.chown(self.folder, whose.pw_uid, whose.pw_gid)
        self.folder.chmod(0o755)
        command: list[str | Path] = [
            self._programs / "initdb",
            "-D",
            self._data,
            "-U",
            OWNER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "-N",
            "--locale=C",
        ]
        done = subprocess.run(command, capture_output=True, text=True, **_lent())
        if done.returncode:
            raise NoPostgres(f"A cluster could not be made:\n{done.stderr}")
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")

    def _log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]


def _user() -> pwd.struct_passwd:
    for name in USERS:
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise NoPostgres(f"PostgreSQL is not run by root, and there is no user {' or '.join(USERS)}.")


# `Any`: keyword arguments of subprocess.
def _lent() -> dict[str, Any]:
    """As whom it runs, and where: a user who is lent may not see our folders."""
    if os.geteuid() != 0:
        return {"cwd": "/"}
    whose = _user()
    return {"cwd": "/", "user": whose.pw_uid, "group": whose.pw_gid, "extra_groups": []}


@contextmanager
def running(durable: bool = False) -> Iterator[Cluster]:
    """A cluster that has started; nothing is left of it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="farmstead-pg-", dir=None if durable else _in_memory()))
    cluster: Cluster | None = None
    try:
        cluster = Cluster(folder, durable)
        cluster.start()
        yield cluster
    finally:
        try:
            if cluster is not None:
                cluster.stop(signal.SIGQUIT)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _in_memory() -> Path | None:
    """Where files are kept that nobody waits for, if there is room for a cluster: it has hundreds of them."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    return MEMORY


def main(words: Sequence[str] | None = None) -> int:
    """Start one, say where it is, and wait."""
    parser = argparse.ArgumentParser(prog="python -m scripts.postgres", description="A PostgreSQL server.")
    parser.add_argument("--quick", action="store_true", help="do not wait for the disk")
    options = parser.parse_args(words)
    try:
        with running(durable=not options.quick) as cluster:
            ends = {signal.SIGINT, signal.SIGTERM}
            signal.pthread_sigmask(signal.SIG_BLOCK, ends)  # else SIGTERM would end us, and leave it running
            print(f"PostgreSQL is open: {cluster.database()}\nStop with Ctrl-C.", flush=True)
            signal.sigwait(ends)
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
