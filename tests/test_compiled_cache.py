"""The compiled build in the user's cache: found by its key, used whole or not at all, made beside a game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest

import hatch_build
from farmstead import _build
from farmstead.agents import workers

pytestmark = pytest.mark.more

ROOT = Path(__file__).parent.parent
COPIED = (
    "pyproject.toml",
    "hatch_build.py",
    "constraints.txt",
    "LICENSE",
    "scripts/__init__.py",
    "scripts/compile.py",
    "scripts/play.py",
    "src/farmstead/_build.py",
    "src/farmstead/places.py",
    "src/farmstead/agents/workers.py",
)
CONTRACT = '''"""A module."""

from farmstead.helper import NAME


class FarmsteadError(Exception):
    """As the real one."""


def name() -> str:
    return NAME
'''
MODULES = ("farmstead__mypyc", "farmstead.engine.contract")
SAY_BUILD = "from farmstead.engine import contract; from farmstead import _build; print(_build.build())"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The project with our build and hardly any code."""
    root = tmp_path / "tree"
    for name in COPIED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes((ROOT / name).read_bytes())
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text)["tool"]["farmstead"]["compiled"]
    for entry in entries:
        text = text.replace(f'  "{entry}",\n', "" if entry != "engine" else f'  "{entry}",\n')
    package = root / "src" / "farmstead"
    (package / "__init__.py").write_text(
        "from farmstead import _build\n\n_build.use_cache()\n", encoding="utf-8"
    )
    (package / "engine").mkdir()
    (package / "engine" / "__init__.py").touch()
    (package / "engine" / "contract.py").write_text(CONTRACT, encoding="utf-8")
    (package / "helper.py").write_text('NAME = "first"\n', encoding="utf-8")
    (package / "page.html").write_text("", encoding="utf-8")
    (package / "__main__.py").write_text(f"{SAY_BUILD}\n", encoding="utf-8")
    (package / "agents" / "__init__.py").touch()
    (root / "README.md").touch()
    (root / "pyproject.toml").write_text(text, encoding="utf-8")
    return root


# ---- the key -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("src/farmstead/engine/contract.py", "A module", "Another"),
        ("src/farmstead/helper.py", "first", "second"),  # not compiled, but its types are read
        ("hatch_build.py", "-ffp-contract=off", "-ffp-contract=on"),
        ("hatch_build.py", 'opt_level="3"', 'opt_level="2"'),
        ("constraints.txt", "mypy==", "mypy==9"),
        ("constraints.txt", "setuptools==", "setuptools==9"),
        ("pyproject.toml", '  "engine",\n', '  "engine",\n  "helper.py",\n'),
    ],
)
def test_the_key_changes_with_all_that_is_compiled_and_with_what_compiles(
    tree: Path, file: str, old: str, new: str
) -> None:
    before = hatch_build.key_lines(tree)
    text = (tree / file).read_text(encoding="utf-8")
    assert old in text
    (tree / file).write_text(text.replace(old, new), encoding="utf-8")
    assert hatch_build.key_lines(tree)[0] != before[0]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("src/farmstead/page.html", "", "<p>"),
        ("src/farmstead/places.py", "The user's", "Their"),
        ("constraints.txt", "ruff==", "ruff==9"),
    ],
)
def test_the_key_stays_when_something_else_changes(tree: Path, file: str, old: str, new: str) -> None:
    before = hatch_build.key_lines(tree)
    text = (tree / file).read_text(encoding="utf-8")
    (tree / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert hatch_build.key_lines(tree) == before
    assert tuple(before[1:]) == MODULES


def test_every_module_that_is_compiled_has_its_name_behind_the_key() -> None:
    files = hatch_build.compiled_modules(ROOT)
    assert len(files) > 50
    assert len(hatch_build.key_lines(ROOT)) == len(files) + 2


def test_the_folder_changes_with_key_interpreter_and_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [_build.folder_of("one"), _build.folder_of("two")]
    changes: list[tuple[object, str, object]] = [
        (sys, "version", "3.99"),
        (_build, "SUFFIX", ".other.so"),
        (sys, "platform", "plan9"),
        (os, "uname", lambda: SimpleNamespace(machine="z80")),
        (os, "confstr", lambda name: "glibc 99"),
    ]
    for place, name, value in changes:
        with monkeypatch.context() as changed:
            changed.setattr(place, name, value, raising=False)
            if name == "platform":  # where the cache itself is somewhere else
                changed.setattr(_build, "builds_folder", lambda: found[0].parent)
            found.append(_build.folder_of("one"))
    assert len({path.name for path in found}) == len(found)


def test_the_cache_is_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert _build.builds_folder() == tmp_path / "farmstead" / "compiled"


# ---- reading it --------------------------------------------------------------------------------------------


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A build as it is written, of files that are no modules: nobody looks into them here."""
    folder = tmp_path / "build"
    digests: dict[str, str] = {}
    for module in MODULES:
        name = module.replace(".", "/") + _build.SUFFIX
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(module, encoding="ascii")
        digests[name] = sha256(module.encode()).hexdigest()
    (folder / _build.MANIFEST).write_text(json.dumps({"files": digests}), encoding="utf-8")
    held: list[IO[bytes]] = []
    monkeypatch.setattr(_build, "_held", held)
    yield folder
    for file in held:
        file.close()


def test_a_whole_build_is_used(whole: Path) -> None:
    found = _build.opened_build(whole, MODULES)
    assert sorted(found) == sorted(MODULES)
    assert all(file.is_file() for file in found.values())


def damage_a_file(folder: Path) -> None:
    (folder / f"farmstead__mypyc{_build.SUFFIX}").write_text("farmstead__mypyd", encoding="ascii")


def shorten_a_file(folder: Path) -> None:
    (folder / f"farmstead__mypyc{_build.SUFFIX}").write_text("", encoding="ascii")


def remove_a_file(folder: Path) -> None:
    (folder / f"farmstead/engine/contract{_build.SUFFIX}").unlink()


def shorten_the_manifest(folder: Path) -> None:
    text = (folder / _build.MANIFEST).read_text(encoding="utf-8")
    (folder / _build.MANIFEST).write_text(text[: len(text) // 2], encoding="utf-8")


def leave_one_out(folder: Path) -> None:
    manifest = json.loads((folder / _build.MANIFEST).read_text(encoding="utf-8"))
    del manifest["files"][f"farmstead__mypyc{_build.SUFFIX}"]
    (folder / _build.MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def change_the_form(folder: Path) -> None:
    (folder / _build.MANIFEST).write_text("[]", encoding="utf-8")


def remove_the_manifest(folder: Path) -> None:
    (folder / _build.MANIFEST).unlink()


@pytest.mark.parametrize(
    "damage",
    [
        damage_a_file,
        shorten_a_file,
        remove_a_file,
        shorten_the_manifest,
        leave_one_out,
        change_the_form,
        remove_the_manifest,
    ],
)
def test_a_damaged_build_is_not_used(whole: Path, damage: object) -> None:
    assert callable(damage)
    damage(whole)
    assert _build.opened_build(whole, MODULES) == {}


def test_a_build_of_another_user_is_not_used(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: whole.stat().st_uid + 1)
    assert _build.opened_build(whole, MODULES) == {}


def test_sources_look_for_no_compiled_build() -> None:
    """Tests of the sources would test something else."""
    assert not (ROOT / "src" / "farmstead" / _build.KEY_FILE.name).exists()


# ---- bots' processes ---------------------------------------------------------------------------------------


def own_pid(_: None) -> int:
    return os.getpid()


def test_a_process_from_before_is_replaced_once_there_is_a_compiled_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "has_compiled", lambda: False)
    pool: workers.WorkerPool[None, int] = workers.WorkerPool(own_pid)
    try:
        first = pool.do(None)
        assert pool.do(None) == first
        monkeypatch.setattr(workers, "has_compiled", lambda: True)
        second = pool.do(None)
        assert second != first
        assert pool.do(None) == second
        assert pool.deaths == 0
    finally:
        pool.close()


# ---- making it ---------------------------------------------------------------------------------------------

needs_compiler = pytest.mark.skipif(bool(hatch_build.reason_for_pure()), reason="there is no C compiler here")


class Playground:
    """A small project that was installed to be compiled later, and a cache of its own."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree = tree
        self.site = folder / "site"
        self.builds = folder / "cache" / "farmstead" / "compiled"
        self.env = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PYTHONPATH": str(self.site),
            "FARMSTEAD_PURE": "later",
        }
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
        subprocess.run(build, cwd=tree, env=self.env, capture_output=True, check=True)
        self.env["FARMSTEAD_PURE"] = ""
        (wheel,) = (tree / "dist").glob("*.whl")
        assert wheel.name.endswith("py3-none-any.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(self.site)

    def python(self, *arguments: str, **environment: str) -> str:
        command = [sys.executable, *arguments]
        env = {**self.env, **environment}
        done = subprocess.run(command, cwd=self.tree, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def compiling(self, **environment: str) -> subprocess.Popen[str]:
        """What `make play` starts; it waits for a line."""
        command = [sys.executable, "-m", "scripts.compile"]
        env = {**self.env, **environment}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen(command, cwd=self.tree, env=env, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload,no-any-return]  # pipes

    def compile(self, **environment: str) -> str:
        """All of it, and what it says."""
        process = self.compiling(**environment)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("open\n")
        process.stdin.flush()
        said = process.stdout.read()
        assert process.wait() == 0, said
        process.stdin.close()
        process.stdout.close()
        return said

    def folders(self) -> list[Path]:
        return sorted(path for path in self.builds.glob("*") if path.is_dir())


@pytest.fixture
def playground(tree: Path, tmp_path: Path) -> Playground:
    return Playground(tree, tmp_path)


@needs_compiler
def test_compiled_once_used_from_then_on_and_made_again_when_damaged(playground: Playground) -> None:
    """Slow: it compiles."""
    assert playground.python("-c", SAY_BUILD) == "interpreted\n"
    assert "Compiled in" in playground.compile()
    assert playground.python("-c", SAY_BUILD) == "compiled\n"
    (folder,) = playground.folders()
    (group,) = folder.glob("farmstead__mypyc*")
    written = group.stat().st_mtime_ns
    playground.compile()
    assert group.stat().st_mtime_ns == written  # it was there
    group.write_bytes(group.read_bytes()[:-1])
    assert playground.python("-c", SAY_BUILD) == "interpreted\n"
    playground.compile()
    assert playground.python("-c", SAY_BUILD) == "compiled\n"
    assert playground.folders() == [folder]


BOTS = """
import sys
from farmstead.agents.workers import WorkerPool
from farmstead import _build


def build(_):
    from farmstead.engine import contract
    return _build.build()


if __name__ == "__main__":
    pool = WorkerPool(build)
    print(_build.build(), pool.do(None), flush=True)
    sys.stdin.readline()
    print(_build.build(), pool.do(None), flush=True)
    pool.close()
"""


@needs_compiler
def test_bots_run_compiled_while_the_server_still_runs_interpreted(playground: Playground) -> None:
    """Slow: it compiles."""
    (playground.tree / "bots.py").write_text(BOTS, encoding="utf-8")
    server = subprocess.Popen(
        [sys.executable, "bots.py"],
        cwd=playground.tree,
        env=playground.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None
    assert server.stdout.readline() == "interpreted interpreted\n"
    playground.compile()
    said, _ = server.communicate("\n")
    assert said == "interpreted compiled\n"
    assert server.returncode == 0


@needs_compiler
@pytest.mark.parametrize("how", ["killed", "input ended"])
def test_who_is_stopped_while_compiling_leaves_nothing_that_is_used(playground: Playground, how: str) -> None:
    """Slow: it compiles."""
    marker = playground.tree / "compiling"
    slow = playground.tree / "slow-cc"
    slow.write_text(f"#!/bin/sh\necho $$ > {marker}\nexec sleep 600\n", encoding="ascii")
    slow.chmod(0o755)
    process = playground.compiling(CC=str(slow))
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("open\n")
    process.stdin.flush()
    while not marker.exists() or not marker.read_text(encoding="ascii").strip():
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    compiler = int(marker.read_text(encoding="ascii"))
    if how == "killed":
        os.killpg(process.pid, signal.SIGKILL)
    process.stdin.close()
    assert process.wait(30) == -signal.SIGKILL
    process.stdout.close()
    while is_alive(compiler):
        time.sleep(0.05)
    (left,) = playground.folders()
    assert left.name.startswith("unfinished-")
    assert playground.python("-c", SAY_BUILD) == "interpreted\n"
    playground.compile()
    assert playground.python("-c", SAY_BUILD) == "compiled\n"
    assert left not in playground.folders()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="ascii")


def test_nothing_is_compiled_when_the_server_never_opened(playground: Playground) -> None:
    process = playground.compiling()
    said, _ = process.communicate("")
    assert (said, process.returncode) == ("", 0)
    assert playground.folders() == []


@needs_compiler
def test_two_who_compile_at_once_do_no_harm(playground: Playground) -> None:
    """Slow: it compiles."""
    both = [playground.compiling(), playground.compiling()]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("open\n")
        process.stdin.flush()
    for process in both:
        assert process.stdin is not None and process.stdout is not None
        assert "Compiled in" in process.stdout.read()
        assert process.wait() == 0
        process.stdin.close()
        process.stdout.close()
    assert playground.python("-c", SAY_BUILD) == "compiled\n"
    assert len(playground.folders()) == 1


def test_a_compiler_that_fails_is_told_of_and_nothing_is_used(playground: Playground) -> None:
    said = playground.compile(CC="false")
    assert "could not be compiled: the C compiler failed" in said
    assert playground.folders() == []
    assert playground.python("-c", SAY_BUILD) == "interpreted\n"


def test_without_a_compiler_it_plays_as_pure_python_and_says_so(playground: Playground) -> None:
    said = playground.python("-m", "scripts.play", CC="/nonexistent")
    assert said.splitlines() == [
        "Farmstead runs as pure Python (no C compiler was found (/nonexistent)): all works, only slower.",
        "interpreted",
    ]
    assert playground.folders() == []


@needs_compiler
def test_playing_says_which_build_runs(playground: Playground) -> None:
    """Slow: it compiles."""
    said = playground.python("-m", "scripts.play")
    assert said.startswith("Farmstead runs as pure Python while its rules are compiled")
    playground.compile()
    assert playground.python("-m", "scripts.play") == "Farmstead runs compiled.\ncompiled\n"


def test_old_builds_are_removed_and_those_in_use_are_kept(tmp_path: Path) -> None:
    from scripts import compile as compiling

    made = []
    for number in range(compiling.KEPT_BUILDS + 3):
        folder = tmp_path / f"build{number}"
        folder.mkdir()
        (folder / _build.MANIFEST).write_text("{}", encoding="ascii")
        os.utime(folder, (number, number))
        made.append(folder)
    with (made[1] / _build.MANIFEST).open("rb") as held:
        assert _build.locked(held, shared=True)
        compiling.prune(tmp_path, made[0])
    assert [folder for folder in made if folder.exists()] == [made[0], made[1], *made[-3:]]
