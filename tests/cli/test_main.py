"""The command line as a whole: what it lists, how it fails, how fast it says hello."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from farmstead import _build, shelf
from farmstead.cli import errors, main
from farmstead.cli.main import COMMANDS, load
from farmstead.engine.contract import BadSetup, FarmsteadError

Capture = pytest.CaptureFixture[str]
RUN = "import sys; from farmstead.cli import main; sys.exit(main())"


def run(*args: str, input: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    command = [sys.executable, "-c", RUN, *args]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}
    return subprocess.run(command, input=input, capture_output=True, env=environment, timeout=60, check=False)


# ---- help ----------------------------------------------------------------------------------------------


def test_help_lists_every_command(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


def test_no_arguments_are_a_cry_for_help(capsys: Capture) -> None:
    assert main([]) == 0
    assert "Usage: farmstead" in capsys.readouterr().out


def test_help_is_quick_and_imports_no_game() -> None:
    code = (
        "import sys; from farmstead.cli import main; main(['--help']);"
        "parts = ('farmstead.games', 'farmstead.walnut', 'farmstead.sunflower', 'farmstead.render');"
        "print([name for name in sys.modules if name.startswith(parts)])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    best = 9.0
    for _ in range(4):
        before = os.times()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True)
        after = os.times()
        best = min(
            best, after.children_user + after.children_system - before.children_user - before.children_system
        )
        assert done.stdout.decode().splitlines()[-1] == "[]"
    assert best < 0.6  # seconds of work; how long it takes depends on what else the machine does


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_with_an_example(name: str, capsys: Capture) -> None:
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"Usage: farmstead {name}" in out
    assert f"farmstead {name} " in out.replace(f"Usage: farmstead {name}", "")


@pytest.mark.parametrize("words", [*COMMANDS, "edition check", "edition show"])
def test_examples_stand_in_lines_of_their_own(words: str, capsys: Capture) -> None:
    assert main([*words.split(), "--help"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    examples = [line for line in lines if line.startswith("farmstead ")]
    assert examples and all(line.count("farmstead ") == 1 for line in examples)


def test_every_listed_command_is_there() -> None:
    assert [load(name).name for name in COMMANDS] == list(COMMANDS)


def test_version_says_which_build_runs(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    told = capsys.readouterr().out
    assert told == f"farmstead {_build.version_and_commit()} ({_build.build()})\n"
    assert told.startswith(f"farmstead {_build.version()}")


# ---- wrong command lines -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["simulat"], "Did you mean 'simulate'?"),
        (["xyzzy"], "No such command 'xyzzy'"),
        (["--verison"], "did you mean --version?"),
        (["simulate", "walnut-grove", "--seets", "2"], "--seats"),
        (["simulate", "walnut_grove"], "did you mean walnut-grove?"),
        (["simulate", "chess"], "there is no game 'chess'; there are walnut-grove, sunflower-valley"),
        (["simulate"], "Missing argument 'GAME' (The game: walnut-grove or sunflower-valley)"),
        (["simulate", "sunflower-vally"], "did you mean sunflower-valley?"),
        (["simulate", "sunflower-valley", "--seats", "1"], "2 to 5 players, not 1 (SV 1.1)"),
        (["simulate", "walnut-grove", "--games", "many"], "--games many: a whole number from 1 on is needed"),
        (["simulate", "walnut-grove", "--games=0"], "--games 0: a whole number from 1 on is needed"),
        (["simulate", "walnut-grove", "-j", "99"], "--jobs 99: a whole number from 1 to 64 is needed"),
        (["play", "sunflower-valley", "--seats", "two"], "--seats two: a whole number is needed"),
        (["replay", "x", "--ply", "x" * 999], f"--at {'x' * 60}: a whole number is needed"),
        (["x" * 999], f"No such command '{'x' * 59}…"),
        (["play", "--seats"], "Option '--seats' requires an argument"),
        (["simulate", "walnut-grove", "--seats", "5"], "1 to 4 players, not 5 (WG 1.1)"),
        (["simulate", "walnut-grove", "--options", "frensh"], "did you mean french?"),
        (["edition", "chek"], "Did you mean 'check'?"),
        (["verify"], "Missing argument"),
        (["serve", "--log", "xml"], "--log xml: one of text, json is needed"),
        (["serve", "--pace", "nan"], "--pace nan: a number from 0 on is needed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_command_line_is_told_what_would_do(args: list[str], words: str, capsys: Capture) -> None:
    assert main(args) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.startswith("farmstead: ") and said.out == ""


CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, PR_CAPBSET_DROP = 1, 2, 24


def as_anybody() -> None:
    """In a new process: root may not read what its mode forbids, like everybody else."""
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["serve", "--folder", "SHUT"], "--folder SHUT: this may not be read by you. Name another"),
        (["backup", "x", "--folder", "SHUT"], "--folder SHUT: this may not be read by you"),
        (["account", "list", "--folder=SHUT"], "--folder SHUT: this may not be read by you"),
        (["restore", "SHUT", "--check"], "SHUT: this may not be read by you"),
        (["play", "walnut-grove", "--save", "SHUT"], "--save SHUT: this may not be read by you"),
        (["serve", "--folder", "SHUT/inside"], "SHUT/inside cannot be used: Permission denied"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_shut_to_the_user_is_named(tmp_path: Path, args: list[str], words: str) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o000)
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUN, *[word.replace("SHUT", str(shut)) for word in args]],
            capture_output=True,
            text=True,
            preexec_fn=as_anybody,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XDG_DATA_HOME": str(tmp_path)},
            timeout=60,
            check=False,
        )
    finally:
        shut.chmod(0o700)
    assert words.replace("SHUT", str(shut)) in done.stderr and "number" not in done.stderr
    assert done.returncode in (1, 2)


# ---- whatever goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (FarmsteadError("the cow is gone"), 1, "the cow is gone"),
        (BadSetup("nobody plays"), 2, "nobody plays"),
        (FileNotFoundError(2, "No such file", "x.record"), 1, "x.record: there is no such file"),
        (IsADirectoryError(21, "Is a directory", "x"), 1, "x: this is a directory, not a file"),
        (PermissionError(13, "Permission denied", "x"), 1, "x: this may not be read or written by you"),
        (OSError(28, "No space left on device"), 1, "no space left on device"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), 1, "this is not text in UTF-8"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_every_failure_is_a_sentence_and_a_status(
    error: BaseException, status: int, sentence: str, capsys: Capture
) -> None:
    with pytest.raises(typer.Exit) as caught, errors.spoken():
        raise error
    assert caught.value.exit_code == status
    assert capsys.readouterr().err == f"farmstead: {sentence}\n"


def test_faults_of_the_program_are_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), errors.spoken():
        raise ZeroDivisionError


def test_a_missing_file_is_no_traceback() -> None:
    done = run("score", "walnut-grove", "no-such-file")
    assert done.returncode == 1
    assert done.stderr == b"farmstead: no-such-file: there is no such file\n"


def test_a_reader_who_goes_away_is_not_scolded() -> None:
    """What is printed into a closed pipe is dropped, without a word."""
    command = [sys.executable, "-c", RUN, "rules", "walnut-grove"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipes = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipes, stderr=pipes, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 141


def test_a_terminal_that_knows_few_letters_gets_by() -> None:
    done = run("rules", "walnut-grove", "8.9", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"25 points win" in done.stdout


# ---- the shelf -----------------------------------------------------------------------------------------


def test_the_shelf_has_the_games() -> None:
    assert shelf.names() == ["walnut-grove", "sunflower-valley"]
    assert [shelf.game(name).title for name in shelf.names()] == ["Walnut Grove", "Sunflower Valley"]
    assert [shelf.row(name).prefix for name in shelf.names()] == ["WG", "SV"]


def test_the_shelf_builds_a_game_with_other_components() -> None:
    text = (
        shelf.edition_text("walnut-grove").replace("gold = 8", "gold = 9").replace('"farmstead"', '"mybox"')
    )
    other = shelf.game_with("walnut-grove", text)
    label = shelf.edition_of(other)
    assert label.startswith("mybox sha256:") and label != shelf.edition_of(shelf.game("walnut-grove"))
    assert shelf.games_from(text)("walnut-grove", label).setup(2).edition == label
    packaged = shelf.edition_of(shelf.game("walnut-grove"))
    assert shelf.games_from(text)("walnut-grove", packaged) is shelf.game("walnut-grove")


def test_the_shelf_says_which_edition_is_missing() -> None:
    with pytest.raises(BadSetup, match=r"played with the edition 'mybox sha256:00'.*--edition FILE"):
        shelf.game_for("walnut-grove", "mybox sha256:00")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("=", "not TOML"),
        ("", "which game"),
        ("game = 3", "which game"),
        ('game = "chess"', "no game 'chess'"),
    ],
)
def test_an_edition_says_itself_which_game_it_is_for(text: str, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        shelf.edition_game(text)


def test_every_row_of_the_shelf_leads_somewhere() -> None:
    for name in shelf.names():
        found = shelf.game(name)
        assert found.name == name
        assert shelf.contents(found)
        assert shelf.switch_values(name, [])
        assert shelf.score_line(found, b"{}")["rule"]
        assert Path(name).name in shelf.view_schema(name)
        assert callable(shelf.part(name, "drawing")) and callable(shelf.part(name, "evaluator"))
