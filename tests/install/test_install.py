"""One command, and a page opens: from the wheel of `make build`, and by `make play` in a fresh clone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).parent.parent.parent
OPEN = re.compile(r"is open: (http://[^/]+/)")
PATIENCE_S = 1200.0  # after which it is stuck


def clean_environment(folder: Path) -> dict[str, str]:
    """Nothing of who runs the tests: neither their packages nor their caches."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("FARMSTEAD", "PYTHON"))}
    return {**env, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}


@contextmanager
def opened(command: list[str], folder: Path, env: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The address that a command prints, and all it has said until then; stopped by Ctrl-C at the end."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    stuck = Timer(PATIENCE_S, os.killpg, (process.pid, signal.SIGKILL))
    stuck.start()
    said: list[str] = []
    try:
        for line in process.stdout or ():
            said.append(line)
            if match := OPEN.search(line):
                yield match[1], said
                break
        else:
            raise AssertionError("".join(said))
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
        stuck.cancel()


def front_page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        assert answer.status == 200
        text: str = answer.read().decode()
        return text


def test_the_wheel_plays_with_one_command_in_an_empty_environment(tmp_path: Path) -> None:
    """Slow: it installs all packages."""
    wheels = list((ROOT / "dist").glob("farmstead-*.whl"))
    assert len(wheels) == 1, "make test-install builds the wheel first"
    env = clean_environment(tmp_path)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], env=env, check=True)
    pip = [
        str(tmp_path / "venv" / "bin" / "python"),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "-q",
    ]
    subprocess.run([*pip, str(wheels[0])], cwd=tmp_path, env=env, check=True)
    command = [str(tmp_path / "venv" / "bin" / "farmstead"), "serve", "--no-open", "--port", "0"]
    with opened(command, tmp_path, env) as (url, _):
        assert "Walnut Grove" in front_page(url)
    is_compiled = "none-any" not in wheels[0].name
    version = subprocess.run([command[0], "--version"], env=env, capture_output=True, text=True, check=True)
    assert version.stdout.endswith("(compiled)\n" if is_compiled else "(interpreted)\n")


def test_a_wheel_is_installed_and_upgraded_as_the_guide_for_hosts_says(tmp_path: Path) -> None:
    """Slow: it installs all packages, and our own a second time."""
    (wheel,) = (ROOT / "dist").glob("farmstead-*.whl")
    guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(.*?)^```", guide, re.M | re.S)
    (install,) = [block for block in blocks if block.startswith("python3 -m venv /opt/farmstead")]
    (upgrade,) = [block for block in blocks if block.startswith("/opt/farmstead/bin/pip install --upgrade")]
    shutil.copy(wheel, tmp_path)
    shutil.copy(ROOT / "constraints.txt", tmp_path)
    env = {**clean_environment(tmp_path), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for block in (install, upgrade):
        typed = block.replace("/opt/farmstead", str(tmp_path / "farmstead"))
        done = subprocess.run(
            ["sh", "-e"], cwd=tmp_path, env=env, input=typed, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        if block is upgrade:
            assert done.stdout.count("Successfully installed farmstead-") == 1  # by the second line alone
    version = [str(tmp_path / "farmstead" / "bin" / "farmstead"), "--version"]
    assert subprocess.run(version, env=env, capture_output=True, text=True, check=True).stdout


def test_make_play_opens_a_page_in_a_fresh_clone_and_leaves_nothing_running(tmp_path: Path) -> None:
    """Slow: it installs all packages."""
    clone = tmp_path / "clone"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in files.stdout.split("\0")[:-1]:
        if not name.startswith(("docs/", "tests/")):
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    env = clean_environment(tmp_path)
    arguments = f"ARGS=--no-open --port 0 --folder {tmp_path / 'games'}"
    with opened(["make", "play", arguments], clone, env) as (url, said):
        assert "Walnut Grove" in front_page(url)
        assert any(line.startswith("Farmstead runs as pure Python") for line in said), said
        assert len(said) < 60  # no wall of what pip says
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(clone) not in running
    version = [str(clone / ".venv" / "bin" / "farmstead"), "--version"]
    told = subprocess.run(version, env=env, capture_output=True, text=True, check=True).stdout
    assert told.endswith("(interpreted)\n")
