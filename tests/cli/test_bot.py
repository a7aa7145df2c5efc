"""`farmstead bot check` and `farmstead think`: programs that play, and what they may ask."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents.observation import observation_at
from farmstead.agents.stdio import end_kept
from farmstead.agents.think import answer_to
from farmstead.cli import main
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from tests.agents.tables import DOCUMENT, NODE, PYTHON, decisions, example_spec, rude

Capture = pytest.CaptureFixture[str]
GAMES = pytest.mark.parametrize("name", shelf.names())


# ---- farmstead bot check -------------------------------------------------------------------------------


def test_a_program_that_is_well_is_told_so(tmp_path: Path, capsys: Capture) -> None:
    """Slow: four whole games with a program."""
    command, log = example_spec(tmp_path).removeprefix("stdio:"), tmp_path / "said.txt"
    assert main(["bot", "check", command, "--log", str(log)]) == 0
    end_kept()
    out = capsys.readouterr().out
    assert out.endswith("All is well.\n") and "Note" not in out and "my first farmer" in out
    assert all(f"{name}: 2 games, " in out for name in shelf.names())
    said = [line.partition(" ") for line in log.read_text().splitlines()]
    assert {who for who, _, _ in said} == {"farmstead", "program"}
    assert [json.loads(line)["message"] for who, _, line in said if who == "farmstead"].count("over") == 4


@pytest.mark.parametrize(
    ("way", "what"),
    [
        (
            "dies_at_start",
            "decision 1: it ended with status 1; on stderr: I never meant to play (to `hello`)",
        ),
        ("dies_in_the_middle", "decision 4: it ended with status 1"),
        ("prints_garbage", "decision 4: it answered"),
    ],
)
def test_what_is_wrong_with_a_program_is_said(way: str, what: str, tmp_path: Path, capsys: Capture) -> None:
    command = rude(way, tmp_path / "lock")
    assert main(["bot", "check", command, "--game", "sunflower-valley"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("sunflower-valley: seat 1, ") and what in out and "All is well" not in out


def test_one_that_throws_dice_of_its_own_is_noted(tmp_path: Path, capsys: Capture) -> None:
    """It says that it is asked for the first time only once for each process, and counts on."""
    (tmp_path / "moody.py").write_text(
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['message'] == 'hello':\n"
        "        print('{\"ready\": 1}', flush=True)\n"
        "    elif said['message'] == 'choose':\n"
        f"        first = not os.path.exists({str(tmp_path / 'asked')!r}) or os.getppid() == 0\n"
        "        print(json.dumps({'move': said['legal'][0 if first else -1]}), flush=True)\n"
        "    elif said['message'] == 'over':\n"
        f"        open({str(tmp_path / 'asked')!r}, 'w').close()\n"
    )
    assert main(["bot", "check", f"{PYTHON} {tmp_path / 'moody.py'}", "-g", "sunflower-valley"]) == 0
    assert "Note: with the same seed and view it chose" in capsys.readouterr().out


# ---- farmstead think -----------------------------------------------------------------------------------


def asked(question: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = answer_to(json.dumps(question), shelf.game_for)
    json.dumps(found)
    return found


@GAMES
def test_it_says_what_every_legal_move_leads_to(name: str) -> None:
    game = shelf.game(name)
    for seat, state in decisions(game, 2, 7, count=4):
        view = state.view(seat)
        before = asked({"view": view, "id": "x"})
        assert before["id"] == "x" and before["view"] == view
        assert before["legal"] == [str(move) for move in state.legal(seat)]
        assert before["standing"] == observation_at(game, state, seat).standing()
        for move in before["legal"][:6]:
            after = asked({"view": view, "moves": [move], "seed": 4})
            imagined = game.from_view(seat, view, QuickDealer(4))
            imagined.apply(seat, game.parse(move))
            assert after["view"] == imagined.view(seat) and after["to_act"] == imagined.to_act()
            assert after["legal"] == [str(each) for each in imagined.legal(seat)]


@GAMES
def test_chance_is_told_with_its_odds_and_falls_if_asked(name: str) -> None:
    game = shelf.game(name)
    start = game.start(game.setup(2))
    found = asked({"view": start.view(None)})
    assert found["to_act"] == [CHANCE] and found["chance"] == start.chance_name()
    assert found["odds"] == [[str(move), weight] for move, weight in start.odds()]
    told = asked({"view": start.view(None), "moves": [found["odds"][0][0]]})
    assert told["view"] != found["view"] and "error" not in told
    assert asked({"view": start.view(None), "moves": ["*", "*"], "seed": 3})["view"] != found["view"]


def test_at_the_end_there_are_places() -> None:
    game = shelf.game("sunflower-valley")
    table, dealer = Table(game, game.setup(2)), QuickDealer(3)
    table.settle(dealer)
    while table.state.to_act():
        table.play(table.state.to_act()[0], str(table.state.pick(table.state.to_act()[0], dealer)))
        table.settle(dealer)
    found = asked({"view": table.state.view(0)})
    assert found["places"] == table.state.places() and found["to_act"] == [] and found["legal"] == []
    assert "over" in asked({"view": table.state.view(0), "moves": ["take house"]})["error"]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("moo", "not JSON"),
        ("[]", "an object was expected"),
        ("{}", "`view`"),
        ('{"view": {"game": "chess"}}', "no game 'chess'"),
        ('{"view": {}, "moves": 3}', "`moves` is a list"),
        ('{"view": {}, "seed": "x"}', "`seed` is a whole number"),
    ],
)
def test_what_cannot_be_answered_has_an_error(question: str, why: str) -> None:
    assert why in answer_to(question, shelf.game_for)["error"]


def test_an_illegal_move_says_what_would_do() -> None:
    ((seat, state), *_) = decisions(shelf.game("sunflower-valley"), 2, 7)
    found = asked({"view": state.view(seat), "moves": ["pass"], "id": 5})
    assert found["id"] == 5 and found["key"] and found["instead"]
    assert found["error"].startswith("You can’t pass. Take a die (SV 3.3). You can play: take house, ")


def test_the_command_answers_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    ((seat, state), *_) = decisions(shelf.game("sunflower-valley"), 2, 7)
    lines = [json.dumps({"view": state.view(seat), "id": 1}), "", "moo"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    assert main(["think"]) == 0
    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["id"] == 1 and first["legal"] and second["error"]


def test_the_script_of_the_page_asks_it(tmp_path: Path) -> None:
    """Slow: a process of node starts one of Farmstead."""
    if not NODE.exists():
        pytest.skip("there is no node; `make check-js` gets one")
    code = re.findall(r"```js\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)[-1]
    assert 'spawn("farmstead", ["think"])' in code
    code = code.replace(
        'spawn("farmstead", ["think"])', f'spawn({json.dumps(sys.executable)}, ["-m", "farmstead", "think"])'
    )
    ((seat, state), *_) = decisions(shelf.game("sunflower-valley"), 2, 7)
    view = json.dumps(state.view(seat))
    code += f"\nconst view = {view};\nconst now = await think(view);\n"
    code += "console.log(JSON.stringify([now.legal, (await think(view, now.legal[0])).to_act]));\n"
    code += "helper.stdin.end();\n"
    (tmp_path / "ask.mjs").write_text(code)
    done = subprocess.run(
        [NODE, tmp_path / "ask.mjs"], capture_output=True, text=True, check=True, timeout=120
    )
    legal, to_act = json.loads(done.stdout)
    assert legal == [str(move) for move in state.legal(seat)] and to_act


@GAMES
def test_components_are_printed_as_json(name: str, capsys: Capture) -> None:
    assert main(["edition", "show", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == shelf.components(shelf.game(name))
