"""What goes wrong around a game: files that others write, full disks, closed streams, absurd numbers."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents import BadSpec, agent
from farmstead.cli import main, simulate
from farmstead.cli.arguments import must_be_writable
from farmstead.cli.errors import BadInput
from farmstead.cli.play import resumed
from farmstead.cli.saves import SaveFiles, folder, newest, unfinished
from farmstead.cli.screen import Screen
from farmstead.engine.contract import BadSetup
from farmstead.engine.record import read_record
from tests.cli.test_main import RUN
from tests.cli.test_play import FIRST_MOVES, Typist, match_for, play

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
HUGE = "9" * 5000
LAY = ["1", "1", "1"]  # which tile, where, how turned


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def begun_in(path: Path, *lines: str) -> bytes:
    """A game of some moves, saved there."""
    assert match_for(Typist("1", *lines, "q"), path).run() == 0
    return path.read_bytes()


def moves_in(path: Path) -> int:
    return len(read_record(path.read_bytes()).moves)


# ---- a game that cannot be saved -----------------------------------------------------------------------


def test_leaving_asks_for_another_file(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("")
    typist = Typist("1", "save", "q", "", str(tmp_path / "other"))
    assert match_for(typist, tmp_path / "file" / "game").run() == 0
    assert moves_in(tmp_path / "other") > 0 and (tmp_path / "other.key").exists()
    assert f"Saved in {tmp_path / 'other'}" in capsys.readouterr().out


def test_giving_up_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileExistsError):
        match_for(Typist("1", "q", "lose"), tmp_path / "file" / "game").run()


def test_without_a_terminal_the_status_says_so(monkeypatch: Patch, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("")
    assert play(monkeypatch, FIRST_MOVES, "--save", str(tmp_path / "file" / "game")) == 1
    assert "this is a file, and a directory is needed" in capsys.readouterr().err


# ---- two programs, one game ----------------------------------------------------------------------------


def test_what_another_program_saved_is_not_overwritten(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.record"
    begun_in(path)
    one, two = resumed(path, None, Typist(*LAY, "q")), resumed(path, None, Typist(*LAY, "u", "q"))
    assert one.run() == 0
    theirs = path.read_bytes()
    assert two.run() == 0
    assert path.read_bytes() == theirs
    assert two.path == tmp_path / "game-2.record" and moves_in(two.path) > 0
    assert resumed(two.path, None, Typist()).keeping == one.keeping
    assert (
        f"another program has written this file. This game goes on in {two.path}" in capsys.readouterr().out
    )


def test_two_new_games_in_one_file_become_two(tmp_path: Path) -> None:
    one = match_for(Typist("1", "q"), tmp_path / "game")
    two = match_for(Typist("1", "1", "q"), tmp_path / "game")
    assert (one.run(), two.run()) == (0, 0)
    assert (one.path.name, two.path.name) == ("game", "game-2")


def test_a_file_that_has_vanished_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "game"
    begun_in(path)
    again = resumed(path, None, Typist("1", "q"))
    path.unlink()
    (tmp_path / "game.key").unlink()
    assert again.run() == 0
    assert path.exists() and (tmp_path / "game.key").exists()


def test_a_free_name_is_free_of_keys_too(tmp_path: Path) -> None:
    for name in ("a.record", "a-2.record", "a-3.record.key"):
        (tmp_path / name).write_text("")
    assert SaveFiles(tmp_path / "a.record").beside().path.name == "a-4.record"


# ---- the key beside it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rubbish", "is damaged"),
        ("", "is damaged"),
        ("key 00\nseating person\n", "is damaged"),
        (f"key {'00' * 32}\nseating person person\n", "is damaged"),
        (f"key {'00' * 32}\nseating deepblue\n", "no opponent 'deepblue'"),
        (f"key {'00' * 32}\nseating greedy:seed={HUGE[:3000]}\n", "seed=NUMBER"),
    ],
)
def test_a_damaged_key_is_named_and_kept(
    text: str, words: str, monkeypatch: Patch, tmp_path: Path, capsys: Capture
) -> None:
    path, key = tmp_path / "game", tmp_path / "game.key"
    begun_in(path)
    key.write_text(text)
    assert play(monkeypatch, ["1"], "--resume", str(path)) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"farmstead: {key}: ") and words in said
    assert key.read_text() == text


def test_a_key_that_is_no_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game"
    begun_in(path)
    (tmp_path / "game.key").unlink()
    (tmp_path / "game.key").mkdir()
    with pytest.raises(BadInput, match=r"game\.key"):
        resumed(path, None, Typist())


def test_a_new_game_overwrites_no_key(monkeypatch: Patch, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "game.key").write_text("of another game")
    assert play(monkeypatch, ["1"], "--save", str(tmp_path / "game")) == 1
    assert "game.key: this file exists already" in capsys.readouterr().err


# ---- links, pipes, devices -----------------------------------------------------------------------------


def test_links_stay_links(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    begun_in(link)
    before = moves_in(target)
    assert resumed(link, None, Typist(*LAY, "q")).run() == 0
    assert link.is_symlink() and moves_in(target) > before
    assert (tmp_path / "target.key").exists() and not (tmp_path / "link.key").exists()


def test_a_pipe_among_the_saves_is_passed_over(monkeypatch: Patch) -> None:
    play(monkeypatch, FIRST_MOVES, "--seed", "7")
    os.mkfifo(folder() / "walnut-grove-9.record")
    assert unfinished("walnut-grove") == [newest("walnut-grove")]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["replay", "/dev/zero"], "too large"),
        (["play", "--resume", "/dev/zero"], "a device or a pipe"),
        (["play", "walnut-grove", "/dev/zero", "--resume"], "a device or a pipe"),
    ],
)
def test_a_file_without_end(args: list[str], words: str, capsys: Capture) -> None:
    assert main(args) == 1
    said = capsys.readouterr().err
    assert "/dev/zero" in said and words in said


# ---- resuming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args", [["--seats", "3"], ["--opponents", "greedy"], ["--options", "french"], ["--seed", "x"]]
)
def test_a_saved_game_cannot_become_another(args: list[str], capsys: Capture) -> None:
    assert main(["play", "walnut-grove", "--resume", *args]) == 2
    assert f"{args[0]} cannot be combined" in capsys.readouterr().err


def test_a_resumed_game_may_be_saved_elsewhere(monkeypatch: Patch, tmp_path: Path) -> None:
    path, other = tmp_path / "game", tmp_path / "other"
    old = begun_in(path)
    assert play(monkeypatch, LAY, "--resume", str(path), "--save", str(other)) == 0
    assert path.read_bytes() == old and moves_in(other) > moves_in(path)
    assert (tmp_path / "other.key").read_text() == (tmp_path / "game.key").read_text()
    assert play(monkeypatch, ["1"], "--resume", str(path), "--save", str(other)) == 1


def test_a_file_that_is_not_there(capsys: Capture) -> None:
    assert main(["play", "--resume", "nosuchfile"]) == 1
    assert "nosuchfile: there is no such file" in capsys.readouterr().err


def test_how_to_go_on_names_the_edition(monkeypatch: Patch, tmp_path: Path, capsys: Capture) -> None:
    """Slow: it starts the command again and again."""
    box, path = tmp_path / "my box.toml", tmp_path / "my game"
    box.write_text(shelf.edition_text("walnut-grove").replace('"farmstead"', '"mybox"', 1))
    assert play(monkeypatch, FIRST_MOVES, "--edition", str(box), "--save", str(path)) == 0
    assert f"--resume '{path}' --edition '{box}'" in capsys.readouterr().out
    assert play(monkeypatch, ["1"] * 400, "--resume", str(path), "--edition", str(box)) == 0
    assert f"verify '{path}' --edition '{box}'" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"], ["verify"]])
@pytest.mark.parametrize("text", ["gold", f'game = "walnut-grove"\ngold = {HUGE}'])
def test_a_bad_edition_is_named(command: list[str], text: str, tmp_path: Path, capsys: Capture) -> None:
    path, box = tmp_path / "game", tmp_path / "mybox.toml"
    begun_in(path)
    box.write_text(text)
    assert main([*command, str(path), "--edition", str(box)]) == 1
    assert f"farmstead: {box}: this is not TOML" in capsys.readouterr().err


def test_numbers_without_end_are_not_toml() -> None:
    for read in (shelf.edition_game, lambda text: shelf.game_with("walnut-grove", text)):
        with pytest.raises(BadSetup, match="not TOML"):
            read(f"gold = {HUGE}")


# ---- pictures ------------------------------------------------------------------------------------------


def test_a_picture_that_cannot_be_written_is_noticed_first(monkeypatch: Patch, capsys: Capture) -> None:
    assert play(monkeypatch, FIRST_MOVES, "--svg", "/nonexistent/x.svg") == 1
    said = capsys.readouterr()
    assert said.out == "" and "there is no directory /nonexistent" in said.err
    assert unfinished("walnut-grove") == []


def test_a_picture_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="directory, not a file"):
        must_be_writable(tmp_path)
    must_be_writable(tmp_path / "x.svg")


# ---- what is typed -------------------------------------------------------------------------------------


def test_a_move_written_otherwise_is_the_same_move(tmp_path: Path, capsys: Capture) -> None:
    match = match_for(Typist("1", "q"), tmp_path / "game")
    match.run()
    lay = next(text for text in map(str, match.table.state.legal(0)) if text.startswith("lay "))
    match.screen = Typist(f"why {lay.replace('lay ', 'lay 00')}", "q")
    match.run()
    assert f"`{lay}` is possible" in capsys.readouterr().out


def test_a_long_line_is_not_said_again_as_a_whole(monkeypatch: Patch, capsys: Capture) -> None:
    assert play(monkeypatch, ["x" * 10_000, "why " + "y" * 10_000], "--seed", "7") == 1
    out = capsys.readouterr().out
    assert out.count("x") < 300 and out.count("y") < 400


@pytest.mark.parametrize(
    "args", [["replay"], ["verify"], ["play", "--resume"], ["play"], ["score"], ["edition", "check"]]
)
def test_a_long_name_is_not_said_again_as_a_whole(args: list[str], capsys: Capture) -> None:
    assert main([*args, "q" * 100_000]) in (1, 2)
    said = capsys.readouterr()
    assert 50 < (said.out + said.err).count("q") <= 130


def test_the_next_person_cannot_leaf_back(monkeypatch: Patch) -> None:
    readline = pytest.importorskip("readline")
    readline.add_history("why visit hotel")
    screen = Typist()
    Screen.clear(screen)
    assert readline.get_current_history_length() > 0
    Screen.clear(screen, history=True)
    assert readline.get_current_history_length() == 0


# ---- absurd numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["9" * 23, "1000000000", "-3", "0"])
def test_an_absurd_number_of_seats(seats: str, capsys: Capture) -> None:
    assert main(["play", "walnut-grove", "--seats", seats]) == 2
    assert f"1 to 4 players, not {seats} " in capsys.readouterr().err


@pytest.mark.parametrize("seed", [HUGE, str(2**31), "-1", ""])
def test_an_absurd_seed_of_an_opponent(seed: str) -> None:
    with pytest.raises(BadSpec, match="seed=NUMBER"):
        agent(f"greedy:seed={seed}")
    assert agent(f"greedy:seed={2**31 - 1}")


# ---- simulate ------------------------------------------------------------------------------------------

BASE = simulate.SimulationJob("walnut-grove", None, 1, ("german",), 7, 1, 3, None)


def test_games_are_not_made_before_they_are_played(monkeypatch: Patch) -> None:
    endless = BASE._replace(last=10**30)
    firsts: list[int] = []
    monkeypatch.setattr(simulate, "play", lambda job: firsts.append(job.first))
    list(islice(simulate.parts_played(endless, 1), 3))
    assert firsts == [1, 21, 41]


def test_only_so_many_chunks_wait() -> None:
    made: list[int] = []

    def chunks() -> Iterator[simulate.SimulationJob]:
        for number in range(1, 10_000):
            made.append(number)
            yield BASE._replace(first=number, last=number)

    parts = simulate._played_in_processes(chunks(), 2)
    assert next(parts).games == 1
    assert len(made) <= 2 * simulate.CHUNKS_PER_PROCESS + 1
    parts.close()  # type: ignore[attr-defined]


def test_many_processes_are_refused(capsys: Capture) -> None:
    assert main(["simulate", "walnut-grove", "--jobs", "1000000"]) == 2
    assert "--jobs" in capsys.readouterr().err


def test_records_of_other_options_are_not_overwritten(tmp_path: Path, capsys: Capture) -> None:
    def kept(*args: str) -> int:
        return main(["simulate", "walnut-grove", "--games", "2", "--save", str(tmp_path), *args])

    assert kept() == 0
    before = {file.name: file.read_bytes() for file in tmp_path.glob("*.record")}
    assert kept("--games", "3") == 0  # the same games and one more
    assert kept("--options", "french") == 1
    assert "another game is kept in this file" in capsys.readouterr().err
    assert all((tmp_path / name).read_bytes() == data for name, data in before.items())
    assert len(list(tmp_path.glob("*.record"))) == 3


def test_a_file_is_no_folder_for_records(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("")
    assert main(["simulate", "walnut-grove", "--save", str(tmp_path / "file")]) == 1
    assert "file: this is a file; --save names a folder" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["simulate", "walnut-grove", "--games", "1"], ["show", "tile", "17"]])
def test_an_edition_from_standard_input(command: list[str], monkeypatch: Patch) -> None:
    text = io.BytesIO(shelf.edition_text("walnut-grove").encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(text))
    assert main([*command, "--edition", "-"]) == 0


# ---- processes and streams -----------------------------------------------------------------------------


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of shell in which $F is the command."""
    command = f'F() {{ {sys.executable} -m farmstead "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, env=environment(), timeout=60
    )


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are found in /proc")
def test_a_killed_process_is_one_sentence(tmp_path: Path) -> None:
    args = ["simulate", "walnut-grove", "--games", "1000000", "--jobs", "2", "--save", str(tmp_path)]
    pipes = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", RUN, *args], stdout=pipes, stderr=pipes, env=environment()
    ) as process:
        while len(list(tmp_path.iterdir())) < 5 and process.poll() is None:
            time.sleep(0.05)
        os.kill(a_worker_of(process.pid), signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, b"")
    assert err == b"farmstead: one of the processes that play was killed, so nothing can be counted\n"


def a_worker_of(pid: int) -> int:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return next(
        int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("line", "status"), [("F --version", 0), ("F play walnut-grove --seed 7", 0), ("F verify nosuchfile", 1)]
)
def test_closed_streams(line: str, status: int, closed: str) -> None:
    done = shell(f"{line} {closed}")
    assert done.returncode == status
    assert b"Traceback" not in done.stderr and b"Error" not in done.stderr


@pytest.mark.parametrize("line", ["F --help", "F --version", "F play --help", "F play walnut-grove --seed 7"])
def test_a_full_disk_is_one_sentence(line: str) -> None:
    done = shell(f"{line} >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"farmstead: no space left on device\n")


@pytest.mark.parametrize("line", ["F --help", "F --version", "F play walnut-grove --seed 7"])
def test_nobody_reads(line: str) -> None:
    done = shell(f"{{ sleep 0.1; {line}; }} | true; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stderr) == (141, b"")


def test_an_interrupt_while_importing_is_no_traceback() -> None:
    code = (
        "import sys, types; from farmstead.__main__ import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder()); sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), timeout=60)
    assert (done.returncode, done.stderr) == (130, b"")


def test_impossible_farms_are_answered_and_the_status_says_so(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}\nnonsense\n")))
    assert main(["score", "walnut-grove"]) == 1
    assert capsys.readouterr().out.count('"error"') == 2
