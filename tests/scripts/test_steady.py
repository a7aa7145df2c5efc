"""`make steady`: runs are counted, what was stopped goes on, other sources begin anew, red stays red."""

import sys
from pathlib import Path

import pytest

from scripts import steady
from scripts.load.page import ROOT
from scripts.steady import Kept, Task, busy, go_on, left, read, report, run_tests, write

TASKS = [Task("whole", ("a",), 2), Task("waiting", ("b",), 3)]
OF = "these sources"


class Runs:
    """Stands in for pytest: red in some runs, stopped by its reader in another."""

    def __init__(self, red: tuple[int, ...] = (), stopped: int = 0) -> None:
        self.names: list[str] = []
        self._red = red
        self._stopped = stopped

    def __call__(self, task: Task) -> tuple[bool, str]:
        if len(self.names) + 1 == self._stopped:
            raise KeyboardInterrupt
        self.names.append(task.name)
        return len(self.names) not in self._red, f"said by {task.name}"


def test_every_task_is_run_as_often_as_it_says_one_after_the_other(tmp_path: Path) -> None:
    kept, runs = Kept(OF), Runs()
    go_on(tmp_path, kept, TASKS, runs)
    assert runs.names == ["whole", "waiting", "whole", "waiting", "waiting"]
    assert list(left(kept, TASKS)) == [] and report(tmp_path, kept, TASKS) == 0


def test_what_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        go_on(folder, Kept(OF), TASKS, Runs(stopped=3))
    runs = Runs()
    go_on(folder, read(folder, OF), TASKS, runs)
    assert runs.names == ["whole", "waiting", "waiting"]


def test_other_sources_and_who_asks_for_it_begin_anew(tmp_path: Path) -> None:
    write(tmp_path, Kept(OF, {"whole": 1}, ["whole-1.txt"]))
    assert read(tmp_path, OF) == Kept(OF, {"whole": 1}, ["whole-1.txt"])
    assert read(tmp_path, "others") == Kept("others")
    assert read(tmp_path, OF, again=True) == Kept(OF)


def test_one_red_run_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go_on(tmp_path, Kept(OF), TASKS, Runs(red=(2,)))
    kept = read(tmp_path, OF)
    assert kept.red == ["waiting-1.txt"]
    assert (tmp_path / "waiting-1.txt").read_text(encoding="utf-8") == "said by waiting"
    assert report(tmp_path, kept, TASKS) == 1
    assert f"RED: {tmp_path / 'waiting-1.txt'}" in capsys.readouterr().out


def test_the_status_of_the_tests_counts() -> None:
    assert run_tests(Task("well", ("sh", "-c", "echo $CI"), 1)) == (True, "true\n")
    assert run_tests(Task("badly", ("sh", "-c", "echo no >&2; exit 1"), 1)) == (False, "no\n")


def test_the_busy_processes_end_with_the_runs() -> None:
    with busy(2) as processes:
        assert [process.poll() for process in processes] == [None, None]
    assert None not in [process.returncode for process in processes]


def test_the_parts_of_make_test_are_run_and_what_waits() -> None:
    """Slow: it reads all tests."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (line,) = [line for line in makefile.splitlines() if line.startswith("test:")]
    parts = line.partition("##")[0].split()[2:]
    *whole, waiting = steady.tasks()
    assert [task.command for task in whole] == [("make", part) for part in parts]
    assert all(task.times == 5 for task in whole) and waiting.times == 50
    assert any("test_only_one_leads" in word for word in waiting.command)


def test_what_make_was_told_is_not_told_to_the_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make steady ARGS=--again` would end in pytest, which knows no such option."""
    monkeypatch.setenv("MAKEFLAGS", " -- ARGS=--again")
    monkeypatch.setenv("ARGS", "--again")
    command = (
        sys.executable,
        "-c",
        "import os; print(*(set(os.environ) & {'MAKEFLAGS', 'ARGS'}), os.environ['CI'])",
    )
    assert run_tests(Task("told", command, 1)) == (True, "true\n")


def test_changed_sources_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steady, "ROOT", tmp_path)
    monkeypatch.setattr(steady, "git", lambda *words: "one.py\ngone.py")
    found = []
    for text in ("one", "two", "one"):
        (tmp_path / "one.py").write_text(text, encoding="utf-8")
        found.append(steady.sources())
    assert found[0] == found[2] != found[1]
