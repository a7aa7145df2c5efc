"""`farmstead score`: farms of the notation (WG 11), against the slow scorer, and what is no farm."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.sheets import BadSheet
from farmstead.games.walnut_grove.rules.sheets import parse_sheet, score_sheet
from tests.cli.test_main import RUN
from tests.cli.test_verify import Stdin
from tests.games.walnut_grove import slow_scorer

Capture = pytest.CaptureFixture[str]
GAME = shelf.game("walnut-grove")
KEYS = ["fences", "figures", "buildings", "coins", "improvements", "help", "total"]
HANDMADE = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "games" / "walnut_grove" / "farms" / "handmade.jsonl")
    .read_text("utf-8")
    .splitlines()
]
EXAMPLE = HANDMADE[0]["farm"]


def score(farm: object) -> dict[str, Any]:
    return shelf.score_line(GAME, json.dumps(farm).encode())


def rule_of(line: str | bytes) -> object:
    answer = shelf.score_line(GAME, line.encode() if isinstance(line, str) else line)
    assert list(answer) == ["error", "rule"]
    assert isinstance(answer["error"], str) and len(answer["error"]) < 200
    return answer["rule"]


# ---- farms ---------------------------------------------------------------------------------------------


def test_the_example_of_the_rules() -> None:
    assert list(score(EXAMPLE).items()) == list(zip(KEYS, [0, 8, 5, 1, 9, -6, 17], strict=True))


@pytest.mark.parametrize("case", HANDMADE, ids=lambda case: case["about"])
def test_handmade_farms(case: dict[str, Any]) -> None:
    found = score(case["farm"])
    if "rule" in case["answer"]:
        assert found["rule"] == case["answer"]["rule"]
    else:
        assert found == case["answer"]


@pytest.mark.more
def test_random_farms_score_as_the_slow_scorer_says() -> None:
    """Numbers, and for impossible farms the paragraph. Slow: the slow scorer is slow."""
    rng, rules = Random(2011), set()
    for _ in range(500):
        farm = slow_scorer.random_farm(rng)
        fast, slow = score(farm), slow_scorer.score(farm)
        assert fast.get("rule") == slow.get("rule"), farm
        assert "rule" in slow or list(fast.items()) == list(slow.items()), farm
        rules.add(slow.get("rule"))
    assert rules >= {
        f"WG {number}" for number in ("3.3", "3.7", "4.5", "4.6", "5.9", "5.10", "5.11", "7.2", "11")
    }


def test_farms_of_finished_games_score_as_the_game_does() -> None:
    """What a view shows of a farm, written in the notation."""
    from farmstead.engine.dealer import QuickDealer
    from farmstead.engine.playout import play_out

    for seed, options in enumerate(([], ["french"]) * 10):
        state = GAME.start(GAME.setup(2, options))
        play_out(state, QuickDealer(seed))
        view: Any = state.view(None)
        for seat in range(2):
            assert score(sheet_of(view["farms"][seat], view["options"])) == state.score_lines(seat)


def sheet_of(farm: dict[str, Any], options: list[str]) -> dict[str, Any]:
    def listed(counts: dict[str, int]) -> list[str]:
        return [name for name, count in counts.items() for _ in range(count)]

    land: dict[str, int] = {}
    for district in farm["districts"]:
        land[district["terrain"]] = land.get(district["terrain"], 0) + district["goods"]
    return {
        "board": farm["board"],
        "tiles": farm["tiles"],
        "barn": listed(farm["barn"]["goods"]) + listed(farm["barn"]["values"]),
        "land": land,
        "labourers": listed(farm["labourers"]),
        "recruits": listed(farm["recruits"]),
        "huts": farm["huts"],
        "barns": farm["barns"],
        "improvements": listed(farm["improvements"]),
        "help": farm["help"],
        "options": options,
    }


# ---- what is no farm -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "yellow",
        "[1",
        "3",
        "null",
        '"yellow"',
        "NaN",
        '{"board": "yellow", "huts": NaN}',
        '{"board": "yellow", "huts": Infinity}',
        '{"board": "yellow", "huts": 1.0}',
        '{"board": "yellow", "huts": -1}',
        '{"board": "yellow", "huts": ' + "9" * 5000 + "}",
        '{"board": "yellow", "board": "blue"}',
        '{"board": "yellow", "land": {"wood": 1, "wood": 1}}',
        '{"board": "yellow"} {"board": "blue"}',
        '{"board": "yellow\\ud800"}',
        '{"board": "yellow", "\\ud800": 1}',
        '{"board": "yellow", "options": "start=1"}',
        '{"board": "yellow", "options": {"jokers": null}}',
        '{"board": "yellow", "options": ["french", 1]}',
        '{"board": "yellow", "options": null}',
        '{"board": "yellow", "tiles": [[true, 0, 1, 0]]}',
        '{"board": "yellow", "tiles": [[7, 0, 1, 0, 0]]}',
        '{"board": "yellow", "tiles": [[7, 0, 1, 0, "x"]]}',
        '{"board": "yellow", "tiles": {"7": 1}}',
        '{"board": "yellow", "help": {"turned": ' + "9" * 30 + "}}",
        "[" * 100_000,
        '{"a":' * 50_000,
        " " * 1_000_001 + "{}",
        b"\xff\xfe",
        b"\x00",
    ],
    ids=lambda line: repr(line[:40]),
)
def test_what_cannot_be_read_is_an_error_and_no_crash(line: str | bytes) -> None:
    assert rule_of(line) == "WG 11"


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ('"huts": ' + "9" * 300, "WG 5.10"),
        ('"barns": ' + "9" * 300, "WG 5.10"),
        ('"land": {"wood": ' + "9" * 300 + "}", "WG 4.5"),
        ('"help": {"open": ' + "9" * 300 + "}", "WG 7.2"),
        ('"tiles": [[7, ' + "9" * 300 + ", 1, 0]]", "WG 3.3"),
        ('"tiles": [[7, 256, 1, 0]]', "WG 3.3"),
        ('"tiles": [[7, -256, 2, 0]]', "WG 3.3"),
        ('"tiles": [[7, 0, ' + "9" * 300 + ", 0]]", "WG 3.3"),
        ('"tiles": [[7, 0, -' + "9" * 300 + ", 0]]", "WG 3.7"),
        ('"tiles": [[7, 0, 1, ' + "9" * 300 + "]]", "WG 3.3"),
    ],
    ids=lambda value: value[:30],
)
def test_huge_numbers_break_the_rule_they_break(part: str, rule: str) -> None:
    assert rule_of(f'{{"board": "yellow", {part}}}') == rule


def test_unreadable_comes_before_impossible() -> None:
    assert score({"board": "yellow", "huts": 9, "barn": ["gravel"]})["rule"] == "WG 11"


def test_errors_are_sentences() -> None:
    assert score({"board": "green"})["error"] == "there is no board 'green'; boards are yellow, blue"
    assert score({})["error"] == "no board is named; boards are yellow, blue"
    assert score({"board": "blue", "barn": ["grain"] * 5})["error"] == "5 things in a barn of 4 spaces"


def test_from_python_a_bad_sheet_is_an_exception() -> None:
    from farmstead.games.walnut_grove.rules.editions import default_edition

    assert score_sheet(EXAMPLE, default_edition())["total"] == 17
    with pytest.raises(BadSheet, match=r"5 huts on 4 sites \(WG 5.10\)"):
        score_sheet({"board": "blue", "huts": 5}, default_edition())
    with pytest.raises(BadSheet):
        parse_sheet(b"{")


# ---- the command ---------------------------------------------------------------------------------------


def test_a_line_in_a_line_out(tmp_path: Path, capsys: Capture) -> None:
    """Blank lines are skipped, a bad farm does not stop the rest, neither do strange line ends."""
    file = tmp_path / "farms.jsonl"
    line = json.dumps(EXAMPLE).encode()
    file.write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\n   \n\xff\n{\n" + b"x" * 3_000_000 + b"\n" + line)
    assert main(["score", "walnut-grove", str(file)]) == 1
    answers = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [answer.get("total") for answer in answers] == [17, None, None, None, 17]


def test_a_dash_is_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(json.dumps(EXAMPLE).encode()))
    assert main(["score", "walnut-grove", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 17


@pytest.mark.parametrize("nothing", [b"", b"\n  \n"])
def test_nothing_to_score_is_said(nothing: bytes, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(nothing))
    assert main(["score", "walnut-grove"]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "there is nothing to score" in said.err


def test_answers_do_not_wait_for_the_next_farm() -> None:
    command = [sys.executable, "-c", RUN, "score", "walnut-grove", "-"]
    environment = {"PYTHONPATH": ":".join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps(EXAMPLE).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["total"] == 17
        process.stdin.close()
        assert process.wait(30) == 0


def test_with_an_edition_of_ones_own(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = tmp_path / "mybox.toml"
    edition.write_text(shelf.edition_text("walnut-grove").replace("hut_sites = 4", "hut_sites = 1"))
    monkeypatch.setattr("sys.stdin", Stdin(b'{"board": "blue", "huts": 2}'))
    assert main(["score", "walnut-grove", "-", "--edition", str(edition)]) == 1
    assert json.loads(capsys.readouterr().out) == {"error": "2 huts on 1 sites", "rule": "WG 5.10"}


def test_land_without_end_is_refused_not_miscounted() -> None:
    """An edition may hold more tiles than a farm can number districts for."""
    text = shelf.edition_text("walnut-grove")
    more = "".join(
        f'[[tile]]\nid = {id}\nedges = "ybwr"\nfences = []\nstorage = {{}}\n' for id in range(100, 200)
    )
    game = shelf.game_with("walnut-grove", text + more)
    tiles = [[id, id % 5, 1 + (id - 100) // 5, 0] for id in range(100, 200)]
    assert shelf.score_line(game, json.dumps({"board": "blue", "tiles": tiles[:60]}).encode())["total"] == 4
    assert shelf.score_line(game, json.dumps({"board": "blue", "tiles": tiles}).encode())["rule"] == "WG 11"
