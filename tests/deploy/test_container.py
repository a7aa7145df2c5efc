"""What deploy/Containerfile does, done in an empty folder: its files, script, settings and health check."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.image_digest import image_in
from tests.deploy.proxies import DEPLOY, HOST, PATIENCE_S, ROOT, free_port
from tests.test_constraints import pins

TEXT = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
_, BUILD, RUN = re.split(r"^FROM .*\n", TEXT, flags=re.M)
INSTALL_S = 600.0


def copied(stage: str, folder: Path) -> None:
    """What a stage copies from the sources, into the folder that stands for its working folder."""
    for line in re.findall(r"^COPY (?!--from)(.+)$", stage, re.M):
        *names, target = shlex.split(line)
        where = folder / target.removeprefix("/")
        for name in names:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, where, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            else:
                where.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, where)


def command(stage: str, word: str) -> list[str]:
    """The one command of a stage with this word in it."""
    (line,) = [line for line in re.findall(r"^RUN (.+)$", stage, re.M) if word in line.split()]
    return [each for each in shlex.split(line) if "=" not in each]


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed as in the container; not compiled, which other tests do, and takes minutes."""
    folder = tmp_path_factory.mktemp("container")
    copied(BUILD, folder / "src")
    script, word, where = command(BUILD, "package")
    target = folder / where.removeprefix("/")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"FARMSTEAD_PURE": "1", "PYTHON": sys.executable}
    done = subprocess.run(
        [folder / "src" / script, word, target],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        timeout=INSTALL_S,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.fullmatch(r"farmstead \S+ \(interpreted\)", done.stdout.splitlines()[-1])
    return target


def test_the_base_image_is_an_exact_version() -> None:
    assert re.fullmatch(r"3\.\d+\.\d+-slim-[a-z]+", image_in(TEXT).tag)
    assert re.findall(r"^FROM (\S+)", TEXT, re.M) == ["${BASE}", "${BASE}"]


def test_all_that_is_run_is_the_script() -> None:
    for line in re.findall(r"^RUN (.+)$", TEXT, re.M):
        assert re.fullmatch(r"(PIP_NO_CACHE_DIR=1 )?\S*install\.sh (compiler|package|user) ?[\w/ ]*", line), (
            line
        )


def test_what_is_installed_has_the_pinned_versions(prefix: Path) -> None:
    told = subprocess.run(
        [prefix / "bin" / "python", "-m", "pip", "freeze", "--exclude", "farmstead"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = [Requirement(line) for line in told.splitlines()]
    assert {"asyncpg", "litestar", "uvicorn"} <= {each.name for each in found}
    for each in found:
        assert each.specifier in [pin.specifier for pin in pins()[canonicalize_name(each.name)]], each


@pytest.fixture
def settings(prefix: Path, tmp_path: Path) -> dict[str, str]:
    """The container's environment, with a folder and a port of this machine."""
    (line,) = re.findall(r"^ENV (.+)$", RUN, re.M)
    told = dict(word.split("=", 1) for word in shlex.split(line))
    assert told.pop("PATH") == "/opt/farmstead/bin:$PATH" and told["FARMSTEAD_FOLDER"] == "/data"
    assert re.search(r"^VOLUME /data$", RUN, re.M) and told["FARMSTEAD_PORT"] == "8731"
    ours = {
        "FARMSTEAD_FOLDER": str(tmp_path / "data"),
        "FARMSTEAD_HOST": HOST,
        "FARMSTEAD_PORT": str(free_port()),
    }
    return {**told, **ours, "PATH": f"{prefix / 'bin'}:/usr/bin:/bin"}


def test_its_command_serves_and_its_health_check_sees_it(settings: dict[str, str], tmp_path: Path) -> None:
    check, start = [
        [word.replace("8731", settings["FARMSTEAD_PORT"]) for word in re.findall(r'"([^"]+)"', line)]
        for line in re.findall(r"^(?:HEALTHCHECK .*)?CMD (\[.+\])$", RUN, re.M)
    ]
    assert subprocess.run(check, env=settings, capture_output=True).returncode != 0
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(start, env=settings, cwd="/", stdout=log, stderr=log)
    try:
        until = time.monotonic() + PATIENCE_S
        while subprocess.run(check, env=settings, capture_output=True).returncode != 0:
            assert server.poll() is None and time.monotonic() < until, (tmp_path / "log").read_text()
    finally:
        server.terminate()  # STOPSIGNAL SIGTERM
        assert server.wait(PATIENCE_S) == 0


def test_it_runs_as_a_user_of_its_own(tmp_path: Path) -> None:
    """The user and the folder for games, below another root; without root's rights it refuses."""
    assert TEXT.rindex("\nUSER farmstead\n") > TEXT.rindex("RUN ")
    copied(RUN, tmp_path)
    script, *words = command(RUN, "user")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (tmp_path / "etc/group").write_text("root:x:0:\n")
    for _ in range(2):  # the second time there is one already
        done = subprocess.run(
            [tmp_path / script.removeprefix("/"), *words],
            env={**os.environ, "DESTDIR": str(tmp_path), "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"},
            capture_output=True,
            text=True,
        )
        if os.geteuid() != 0:
            assert done.returncode == 1 and done.stderr == "install.sh user has to be run by root.\n"
            return
        assert done.returncode == 0, done.stderr
    users = (tmp_path / "etc/passwd").read_text()
    (group,) = re.findall(r"^farmstead:.:1000:(\d+)::/data:/usr/sbin/nologin$", users, re.M)
    data = (tmp_path / "data").stat()
    assert (data.st_mode & 0o777, data.st_uid, data.st_gid) == (0o700, 1000, int(group))


@pytest.mark.parametrize("words", [[], ["package"], ["everything"], ["user", "a", "b", "c"]])
def test_the_script_says_how_it_is_called(words: list[str]) -> None:
    done = subprocess.run([DEPLOY / "install.sh", *words], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("Usage: install.sh compiler | package PREFIX")
