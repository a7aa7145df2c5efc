"""Records of fair games: `farmstead verify --fair` and the page's checker both catch whatever was changed.

Scheme 1 is what records had at first, and scheme 2 what they have now; both are checked.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from farmstead.cli.main import main
from farmstead.engine.draws import draws_of
from farmstead.engine.fair import chain_key, commitment_to, game_key, pledge_for, round_key, ticket
from farmstead.engine.record import BadRecord, read_record, write_record
from farmstead.engine.table import Table
from farmstead.render.words import vocabulary
from farmstead.server.fair.actions import told
from farmstead.server.table.entries import Asked, Cancelled, Left, Opened, Pledged, Started
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import Scheme, SeatPlan, new_setup
from tests.server.playing import KEY, Owner, sitting

PAGES = Path(__file__).parent.parent / "src" / "farmstead" / "server" / "pages" / "static"
NODE = Path(sys.prefix) / "bin" / "node"
CHECKER = """
import { check } from "CHECKER";
let text = "";
for await (const part of process.stdin) text += part;
const cases = JSON.parse(text);
console.log(JSON.stringify(cases.map(({ told, openings, record }) => check(told, openings, record))));
"""
GAMES = ("sunflower-valley", "walnut-grove")


def value(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


class Played(NamedTuple):
    """A finished game: its record, and the same as the page gets it. `Any`: whatever JSON can say."""

    record: str
    told: Any


@cache
def played(game: str, undone: bool = False) -> Played:
    owner = Owner(new_setup(game, [SeatPlan()] * 2, KEY, fair=1))
    owner.do(sitting(0, "ada"), sitting(1, "ben"))
    owner.do(*[Pledged(seat, pledge_for(seat, value(str(seat)))) for seat in (0, 1)])
    owner.do(*[Opened(seat, value(str(seat))) for seat in (0, 1)], Started())
    if undone:
        owner = Owner(new_setup(game, [SeatPlan()] * 2, KEY, fair=1))
        owner.do(sitting(0, "ada"), sitting(1, "bot"), Pledged(0, pledge_for(0, value("0"))))
        owner.do(Opened(0, value("0")), Started())
        while owner.live.to_act() != [1]:
            owner.move(owner.live.to_act()[0])
        owner.move(1)
        owner.do(Asked(0, owner.live.position(0).back))
    while owner.live.phase() == "playing":
        owner.move(owner.live.to_act()[0], n=owner.live.number)
    return ended(owner.live)


def ended(live: LiveTable) -> Played:
    table = Table(live.setup.found_game(), live.setup.engine_setup(live.setup.found_game()))
    own = live.contributions
    found = told(live.fairness(), draws_of(table, live.moves()), own.setup, own.cancelled_rounds())
    return Played(live.record(), json.loads(msgspec.json.encode(found)))


@cache
def cancelled(game: str = "sunflower-valley", scheme: Scheme = 2) -> Played:
    """A start was cancelled because seat 2 did not open."""
    owner = Owner(new_setup(game, [SeatPlan()] * 2, KEY, fair=scheme))
    owner.do(sitting(0, "ada"), sitting(1, "ben"))
    owner.do(*[Pledged(seat, pledge_for(seat, value(str(seat)))) for seat in (0, 1)])
    owner.do(Opened(0, value("0")), Cancelled("unopened"), Left(1), sitting(1, "cyd"))
    owner.do(*[Pledged(seat, pledge_for(seat, value(f"again {seat}"))) for seat in (0, 1)])
    owner.do(*[Opened(seat, value(f"again {seat}")) for seat in (0, 1)], Started())
    while owner.live.phase() == "playing":
        owner.move(owner.live.to_act()[0], n=owner.live.number)
    return ended(owner.live)


def noted(found: Any, seat: int = 0) -> list[Any]:
    """What the device of a seat notes of such a game, from first to last. `Any`: whatever JSON can say."""
    same = {"seat": seat, "scheme": found["version"], "setup": found["setup"], "acknowledged": True}
    starts = [*found["cancelled"], found]
    return [
        {
            **same,
            "round": number,
            "value": start["contributions"][seat].get("value", ""),
            "commitment": found["commitment"] if start is found else first_commitment(found),
            "pledges": [each["pledge"] for each in start["contributions"]],
            "cancelled": None if start is found else start,
        }
        for number, start in enumerate(starts)
    ]


def first_commitment(found: Any) -> str:
    """Of a game with one cancelled start, as docs/fair.md has it."""
    key = found["cancelled"][0]["key"]
    if found["version"] == 1:
        return digest(f"farmstead fair 1 key\n{key}\n")
    setup = found["setup"]
    lines = [f"game {setup['game']}", f"rules {setup['rules']}", f"seats {setup['seats']}"]
    lines += [f"options {' '.join(setup['options'])}", f"edition {setup['edition']}"]
    bound = digest("farmstead fair 2 setup\n" + "\n".join(lines) + "\n")
    return digest(f"farmstead fair 2 key\nsetup {bound}\nround 0\n{key}\n")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def signed(lines: list[str]) -> str:
    body = "\n".join(lines) + "\n"
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def compared(text: str, folder: Path, openings: Any) -> int:
    (folder / "notes.json").write_text(json.dumps({"openings": openings}), encoding="utf-8")
    return verified(text, folder, "--notes", str(folder / "notes.json"))


def verified(text: str, folder: Path, *more: str) -> int:
    file = folder / "game.record"
    file.write_text(text, encoding="utf-8")
    return main(["verify", "--fair", str(file), *more])


def checked(*cases: Any) -> list[Any]:
    """What the page's checker says to each of these."""
    if not NODE.exists():
        pytest.skip("there is no Node here")
    script = CHECKER.replace("CHECKER", (PAGES / "fair" / "verify.js").as_uri())
    given = json.dumps([case if "told" in case else {"told": case} for case in cases])
    command = [str(NODE), "--input-type=module", "--no-warnings", "-e", script]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, timeout=60)
    found: list[Any] = json.loads(done.stdout)
    return found


# ---- as they are -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_checked_line_by_line(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = played(game)
    assert verified(record, tmp_path) == 0
    out = capsys.readouterr().out
    assert out.startswith("ok  ") and f"All {len(found['draws'])} draws follow" in out
    assert "Seats 1, 2 contributed" in out and "cancelled" not in out
    again = read_record(record.encode())
    assert again.fair is not None and again.fair.lines() == [
        line for line in record.splitlines() if line.startswith("fair ")
    ]
    assert main(["verify", str(tmp_path / "game.record")]) == 0


def test_the_page_derives_the_same() -> None:
    cases = [played(game).told for game in GAMES]
    for told_, result in zip(cases, checked(*cases), strict=True):
        assert result["faults"] == []
        assert [draw["derived"] for draw in result["draws"]] == [draw["outcome"] for draw in told_["draws"]]
        key = game_key(bytes.fromhex(told_["key"]), [(c["seat"], c["value"]) for c in told_["contributions"]])
        for draw in result["draws"]:
            assert draw["ticket"] == ticket(key, draw["name"], draw["tickets"])


def test_a_game_that_went_back_is_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, found = played("sunflower-valley", undone=True)
    assert "fair mark undone\n" in record and found["marks"] == ["undone"]
    assert verified(record, tmp_path) == 0 and "went back by consent" in capsys.readouterr().out
    (result,) = checked(found)
    assert result["faults"] == []


def test_what_somebody_noted_before_the_game_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that shows another key and commitment at the end is found out by who noted the first."""
    record, found = played("sunflower-valley")
    (own,) = noted(found, 1)
    assert verified(record, tmp_path, "--commitment", found["commitment"], "--contribution", value("1")) == 0
    assert "the one you noted" in capsys.readouterr().out
    assert verified(record, tmp_path, "--commitment", value("other")) == 1
    assert "line " in (out := capsys.readouterr().out) and "isn’t the one you were shown" in out
    assert verified(record, tmp_path, "--contribution", value("2")) == 1
    assert "what you contributed isn’t in this file" in capsys.readouterr().out
    right, other, absent, moved = checked(
        {"told": found, "openings": [own]},
        {"told": found, "openings": [{**own, "commitment": value("other")}]},
        {"told": found, "openings": [{**own, "value": value("2")}]},
        {"told": found, "openings": [{**own, "seat": 0}]},
    )
    assert right["faults"] == [] and other["faults"] == [{"key": "commitment"}]
    assert absent["faults"] == [{"key": "contribution", "seat": 1}]
    assert moved["faults"] == [{"key": "contribution", "seat": 0}]


def test_a_record_without_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = played("sunflower-valley")
    bare = signed([line for line in record.splitlines()[:-1] if not line.startswith("fair ")])
    assert verified(bare, tmp_path) == 1
    assert "says nothing about fair draws" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "game.record")]) == 0
    table = read_record(bare.encode())
    assert table.fair is None and table.last_line() == bare.count("\n")


def test_nobody_contributed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    owner = Owner(new_setup("walnut-grove", [SeatPlan()], KEY, fair=1))
    owner.do(sitting(0, "ada"), Started())
    while owner.live.phase() == "playing":
        owner.move(0)
    assert verified(owner.live.record(), tmp_path) == 0
    assert "Nobody contributed" in capsys.readouterr().out


# ---- changed -----------------------------------------------------------------------------------------------

Change = Callable[[list[str], Any], None]


def line_of(lines: list[str], start: str) -> int:
    return next(n for n, line in enumerate(lines) if line.startswith(start))


def another_key(lines: list[str], told_: Any) -> None:
    told_["key"] = round_key(KEY, 1).hex()
    lines[line_of(lines, "fair key")] = f"fair key {told_['key']}"


def another_key_with_its_commitment(lines: list[str], told_: Any) -> None:
    """The server chose anew when it knew the contributions: then the draws are others."""
    another_key(lines, told_)
    told_["commitment"] = commitment_to(round_key(KEY, 1))
    lines[line_of(lines, "fair commitment")] = f"fair commitment {told_['commitment']}"


def another_contribution(lines: list[str], told_: Any) -> None:
    told_["contributions"][1]["value"] = value("better")
    pledge = told_["contributions"][1]["pledge"]
    lines[line_of(lines, "fair seat 2")] = f"fair seat 2 {pledge} {value('better')}"


def another_contribution_with_its_pledge(lines: list[str], told_: Any) -> None:
    told_["contributions"][1]["pledge"] = pledge_for(1, value("better"))
    another_contribution(lines, told_)


def a_contribution_left_out(lines: list[str], told_: Any) -> None:
    del told_["contributions"][0]
    del lines[line_of(lines, "fair seat 1")]


def contributions_in_another_order(lines: list[str], told_: Any) -> None:
    told_["contributions"].reverse()
    at = line_of(lines, "fair seat 1")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


def a_copied_contribution(lines: list[str], told_: Any) -> None:
    one, other = told_["contributions"]
    other["pledge"], other["value"] = one["pledge"], one["value"]
    lines[line_of(lines, "fair seat 2")] = f"fair seat 2 {one['pledge']} {one['value']}"


def another_sheet(lines: list[str], told_: Any) -> None:
    draw = told_["draws"][0]
    other = "sheet A" if draw["outcome"] != "sheet A" else "sheet B"
    lines[line_of(lines, "* sheet")] = f"* {other}"
    draw["outcome"] = other


def another_last_roll(lines: list[str], told_: Any) -> None:
    """The same dice in words, one of them turned to what was not needed any more."""
    draw = [each for each in told_["draws"] if "dice" in each][-1]
    at = max(n for n, line in enumerate(lines) if line.startswith("* roll"))
    for other in ("roll HHHHHH", "roll CCCCCC"):
        if draw["outcome"] != other:
            lines[at], draw["outcome"] = f"* {other}", other


CHANGES: dict[str, tuple[Change, str, str]] = {
    "another key": (another_key, "fair key", "isn’t the one it had committed to"),
    "another key and commitment": (another_key_with_its_commitment, "* ", "doesn’t follow"),
    "another contribution": (another_contribution, "fair seat 2", "isn’t what it had pledged"),
    "another contribution and pledge": (another_contribution_with_its_pledge, "* ", "doesn’t follow"),
    "a contribution left out": (a_contribution_left_out, "* ", "doesn’t follow"),
    "another order": (contributions_in_another_order, "fair seat 1", "can’t be here"),
    "a copied contribution": (a_copied_contribution, "fair seat 2", "isn’t what it had pledged"),
}


@pytest.mark.parametrize(("change", "start", "words"), CHANGES.values(), ids=CHANGES)
def test_whatever_was_changed_is_caught_by_the_command(
    change: Change, start: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = played("sunflower-valley")
    lines = record.splitlines()[:-1]
    change(lines, json.loads(json.dumps(found)))
    assert verified(signed(lines), tmp_path) == 1
    out = capsys.readouterr().out
    line = int(out.partition(" line ")[2].partition(":")[0])
    assert words in out and lines[line - 1].startswith(start), out


def test_whatever_was_changed_is_caught_by_the_page() -> None:
    changes = [change for change, _, _ in CHANGES.values()] + [another_sheet, another_last_roll]
    cases = []
    for change in changes:
        record, found = played("sunflower-valley")
        told_ = json.loads(json.dumps(found))
        change(record.splitlines()[:-1], told_)
        cases.append(told_)
    named = {"another_key": "key", "another_contribution": "pledge", "a_copied_contribution": "pledge"}
    named["contributions_in_another_order"] = "order"
    for change, result in zip(changes, checked(*cases), strict=True):
        wanted = named.get(change.__name__, "draw")
        assert wanted in [fault["key"] for fault in result["faults"]], change.__name__
    broken = json.loads(json.dumps(played("walnut-grove").told))
    odd = [
        {**broken, "version": 2},
        {**broken, "key": "zz"},
        {**broken, "contributions": [{"seat": 0, "pledge": ""}]},
    ]
    assert all(result["faults"] for result in checked(*odd))


def test_an_outcome_that_was_changed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Dealt by another key, and otherwise a sound game: only the luck gives it away."""
    record, _ = played("sunflower-valley")
    owner = Owner(new_setup("sunflower-valley", [SeatPlan()] * 2, bytes(32)))
    owner.do(sitting(0, "ada"), sitting(1, "ben"), Started())
    while owner.live.phase() == "playing":
        owner.move(owner.live.to_act()[0])
    fair = [line for line in record.splitlines() if line.startswith("fair ")]
    assert verified(signed([*owner.live.record().splitlines()[:-1], *fair]), tmp_path) == 1
    out = capsys.readouterr().out
    assert "line 7: this draw doesn’t follow" in out and "but it should be `sheet" in out
    lines = record.splitlines()
    lines[line_of(lines, "fair key")] = f"fair key {value('k')}"
    assert verified("\n".join(lines) + "\n", tmp_path) == 1
    out = capsys.readouterr().out
    assert "committed to" in out and "its checksum doesn’t match" in out


def test_a_pledge_that_was_exchanged_after_the_others_opened_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who knows the key and all other values can look for a value that makes the first draw they like."""
    shown = [pledge_for(seat, value(str(seat))) for seat in (0, 1)]  # before seat 1 opened
    key = round_key(KEY, 0)
    keys = ((n, game_key(key, [(0, value("0")), (1, value(f"try {n}"))])) for n in range(1000))
    liked = value(f"try {next(n for n, made in keys if ticket(made, 'sheet', 8) == 5)}")
    owner = Owner(new_setup("sunflower-valley", [SeatPlan()] * 2, KEY, fair=1))
    owner.do(sitting(0, "ada"), sitting(1, "ben"))
    owner.do(Pledged(0, shown[0]), Pledged(1, pledge_for(1, liked)))
    owner.do(Opened(0, value("0")), Opened(1, liked), Started())
    while owner.live.phase() == "playing":
        owner.move(owner.live.to_act()[0])
    record = owner.live.record()
    assert "* sheet F\n" in record
    known = ["--commitment", commitment_to(key), "--contribution", value("0")]
    assert verified(record, tmp_path, *known) == 0  # all of that fits
    at = line_of(record.splitlines(), "fair seat 2") + 1
    pledges = [f"--pledge={pledge}" for pledge in shown]
    capsys.readouterr()
    assert verified(record, tmp_path, *known, *pledges) == 1
    assert f"line {at}: the pledges aren’t those" in capsys.readouterr().out
    assert verified(played("sunflower-valley").record, tmp_path, *known, *pledges) == 0
    assert "Their pledges are those you noted." in capsys.readouterr().out
    assert verified(played("sunflower-valley").record, tmp_path, *pledges, f"--pledge={value('x')}") == 1
    (tmp_path / "game.record").write_text(record, encoding="utf-8")
    assert main(["verify", str(tmp_path / "game.record"), *pledges]) == 1  # also without --fair
    found = played("sunflower-valley").told
    (own,) = noted(found)
    lists = (shown, shown[:1], [*shown, value("x")])
    cases = [{"told": found, "openings": [{**own, "pledges": each}]} for each in lists]
    faults = [[fault["key"] for fault in result["faults"]] for result in checked(*cases)]
    assert faults == [[], ["pledges"], ["pledges"]]


FAULTS: dict[str, tuple[str, str, str]] = {
    "a later version": ("fair 1", "fair 3", "fair_version"),
    "what only scheme 2 has": ("fair seat 2", "fair cancelled 0 left", "fair_line"),
    "no round": ("fair round 0", "fair rund 0", "fair_missing"),
    "a strange round": ("fair round 0", "fair round 00", "fair_line"),
    "a negative round": ("fair round 0", "fair round -1", "fair_line"),
    "half a key": ("fair key ", "fair key 0", "fair_line"),
    "capital digits": ("fair commitment ", "fair commitment A", "fair_line"),
    "a seat in words": ("fair seat 1", "fair seat one", "fair_line"),
    "seat 0": ("fair seat 1", "fair seat 0", "fair_line"),
    "something else": ("fair seat 2", "fair seat 2 2", "fair_line"),
}


@pytest.mark.parametrize(("before", "after", "key"), FAULTS.values(), ids=FAULTS)
def test_lines_that_are_not_as_they_should_be(before: str, after: str, key: str) -> None:
    lines = played("sunflower-valley").record.splitlines()[:-1]
    at = line_of(lines, before)
    lines[at] = lines[at].replace(before, after, 1)
    with pytest.raises(BadRecord) as found:
        read_record(signed(lines).encode())
    assert (found.value.key, found.value.line) == (key, at + 1)


def test_a_seat_that_is_not_there_did_not_contribute(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = played("sunflower-valley").record.splitlines()[:-1]
    lines.append(f"fair seat 3 {pledge_for(2, value('x'))} {value('x')}")
    assert verified(signed(lines), tmp_path) == 1 and "seat 3 can’t be here" in capsys.readouterr().out


# ---- scheme 2 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_cancelled_starts_stand_in_the_record(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = cancelled(game)
    assert verified(record, tmp_path) == 0
    out = capsys.readouterr().out
    assert "Scheme 2" in out and "One start was cancelled before this one." in out
    lines = [line for line in record.splitlines() if line.startswith("fair cancelled")]
    assert lines == [
        f"fair cancelled 0 unopened {chain_key(KEY, 0).hex()}",
        f"fair cancelled 0 seat 1 {pledge_for(0, value('0'))} {value('0')}",
        f"fair cancelled 0 seat 2 {pledge_for(1, value('1'))} -",
    ]
    again = read_record(record.encode())
    assert again.fair is not None and record.splitlines()[again.fair_line() - 1] == "fair 2"
    assert again.last_line() == record.count("\n")
    (result,) = checked(found)
    assert result["faults"] == []
    assert [draw["derived"] for draw in result["draws"]] == [draw["outcome"] for draw in found["draws"]]


def test_a_record_of_scheme_1_is_checked_as_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that was written before there was scheme 2; the same entries lead to the same bytes."""
    record = (Path(__file__).parent / "fair_records" / "scheme-1.record").read_text(encoding="utf-8")
    assert cancelled(scheme=1).record == record
    assert verified(record, tmp_path) == 0
    out = capsys.readouterr().out
    assert "Scheme 1" in out and "One start was cancelled before this one." in out
    commitment = "08b086aaa8326e94593ca1cfe3b5dfa53bb41164cf7c1fc84b57c8a5e0554e54"
    assert verified(record, tmp_path, "--commitment", commitment, "--contribution", value("again 1")) == 0
    (result,) = checked(cancelled(scheme=1).told)
    assert result["faults"] == []


@pytest.mark.parametrize("scheme", [1, 2])
def test_notes_of_an_honest_game_fit(
    scheme: Scheme, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = cancelled(scheme=scheme)
    assert compared(record, tmp_path, noted(found)) == 0
    assert "1 was for starts that were cancelled" in capsys.readouterr().out
    assert compared(record, tmp_path, noted(found)[:1]) == 0  # somebody who left after that
    assert "its luck is not proved to you" in capsys.readouterr().out
    assert compared(record, tmp_path, []) == 0 and "nothing to compare" in capsys.readouterr().out
    results = checked(*[{"told": found, "openings": each} for each in (noted(found), noted(found)[:1], [])])
    assert [result["faults"] for result in results] == [[], [], []]


def test_notes_of_a_page_from_before_are_compared_as_before(tmp_path: Path) -> None:
    """It kept neither round nor set-up, and of cancelled starts nothing but what it had opened."""
    record, found = cancelled(scheme=1)
    kept = ("seat", "value", "commitment", "pledges")
    first, last = [{name: one[name] for name in kept} for one in noted(found)]
    more = {**first, "value": value("one more")}
    cases = ([first, last], [last], [{**last, "commitment": value("x")}], [more, first, last])
    assert [compared(record, tmp_path, each) for each in cases] == [0, 0, 1, 1]
    results = checked(*[{"told": found, "openings": each} for each in cases])
    assert [[fault["key"] for fault in each["faults"]] for each in results] == [
        [],
        [],
        ["commitment"],
        ["openings"],
    ]


Wrong = Callable[[list[Any]], None]


def other_setup(openings: list[Any]) -> None:
    openings[1]["setup"] = {**openings[1]["setup"], "options": ["sheet=A"]}


def other_scheme(openings: list[Any]) -> None:
    openings[1]["scheme"] = 1


def one_more(openings: list[Any]) -> None:
    openings.append({**openings[1], "value": value("one more"), "round": 2})


def another_round(openings: list[Any]) -> None:
    openings[1]["round"] = 2


def other_value(openings: list[Any]) -> None:
    openings[0]["value"] = value("other")


def other_pledges(openings: list[Any]) -> None:
    openings[0]["pledges"] = openings[0]["pledges"][:1]


def other_commitment(openings: list[Any]) -> None:
    openings[0]["commitment"] = value("other")


def other_than_shown(openings: list[Any]) -> None:
    openings[0]["cancelled"] = {**openings[0]["cancelled"], "why": "left"}


WRONG: dict[str, tuple[Wrong, str, str]] = {
    "another set-up": (other_setup, "fair_setup", "setup"),
    "another scheme": (other_scheme, "fair_scheme", "setup"),
    "one more value": (one_more, "fair_openings", "openings"),
    "a start that was not": (another_round, "fair_unexplained", "unexplained"),
    "another value": (other_value, "fair_cancelled", "cancelled"),
    "other pledges": (other_pledges, "fair_cancelled", "cancelled"),
    "another commitment": (other_commitment, "fair_cancelled", "cancelled"),
    "otherwise cancelled": (other_than_shown, "fair_cancelled", "cancelled"),
}


@pytest.mark.parametrize(("wrong", "key", "fault"), WRONG.values(), ids=WRONG)
def test_notes_that_do_not_fit_are_found_by_both(
    wrong: Wrong, key: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = cancelled()
    openings = json.loads(json.dumps(noted(found)))
    wrong(openings)
    assert compared(record, tmp_path, openings) == 1
    said = vocabulary()["record"][key]
    assert isinstance(said, str) and said.partition("{")[0] in capsys.readouterr().out
    (result,) = checked({"told": found, "openings": openings})
    assert fault in [each["key"] for each in result["faults"]]


def test_a_seat_that_opened_is_not_to_blame(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record says that only seat 2 had not opened; the notes of seat 2 say that it sent its value."""
    record, found = cancelled()
    first, last = noted(found, 1)
    sent = {**first, "value": value("1"), "acknowledged": False}
    assert compared(record, tmp_path, [sent, last]) == 1
    assert "only because your seat hadn’t opened" in capsys.readouterr().out
    (result,) = checked({"told": found, "openings": [sent, last]})
    assert [each["key"] for each in result["faults"]] == ["cancelled"]


def a_start_left_out(lines: list[str], told_: Any) -> None:
    """The number of starts is left as it was."""
    lines[:] = [line for line in lines if not line.startswith("fair cancelled")]
    told_["cancelled"] = []


def a_key_outside_the_chain(lines: list[str], told_: Any) -> None:
    told_["cancelled"][0]["key"] = value("other")
    lines[line_of(lines, "fair cancelled 0 unopened")] = f"fair cancelled 0 unopened {value('other')}"


def a_start_that_could_have_begun(lines: list[str], told_: Any) -> None:
    told_["cancelled"][0]["contributions"][1]["value"] = value("1")
    at = line_of(lines, "fair cancelled 0 seat 2")
    lines[at] = lines[at].replace(" -", f" {value('1')}")


def another_value_for_it(lines: list[str], told_: Any) -> None:
    told_["cancelled"][0]["contributions"][0]["value"] = value("9")
    at = line_of(lines, "fair cancelled 0 seat 1")
    lines[at] = lines[at].replace(value("0"), value("9"))


def another_header(lines: list[str], told_: Any) -> None:
    """What was played is a part of commitment and key."""
    lines[line_of(lines, "options")] = "options family"
    told_["setup"]["options"] = ["family"]


CHAINED: dict[str, tuple[Change, str, str, str]] = {
    "a start left out": (
        a_start_left_out,
        "fair round",
        "the number of cancelled starts doesn’t match",
        "rounds",
    ),
    "a key outside the chain": (
        a_key_outside_the_chain,
        "fair cancelled 0 unop",
        "changed its keys",
        "chain",
    ),
    "a start that could have begun": (
        a_start_that_could_have_begun,
        "fair cancelled 0 unop",
        "should have started",
        "complete",
    ),
    "another value": (another_value_for_it, "fair cancelled 0 seat 1", "isn’t what it had pledged", "pledge"),
}


@pytest.mark.parametrize(("change", "start", "words", "fault"), CHAINED.values(), ids=CHAINED)
def test_whatever_was_changed_of_cancelled_starts_is_caught_by_both(
    change: Change, start: str, words: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = cancelled()
    lines, told_ = record.splitlines()[:-1], json.loads(json.dumps(found))
    change(lines, told_)
    assert verified(signed(lines), tmp_path) == 1
    out = capsys.readouterr().out
    assert f"line {line_of(lines, start) + 1}: " in out and words in out
    (result,) = checked(told_)
    assert fault in [each["key"] for each in result["faults"]]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_compares_what_it_is_told_with_the_record(game: str) -> None:
    """It knows no rules; what it finds right is then what `farmstead verify` looks at by the rules."""
    record, found = cancelled(game)
    old, before = cancelled(scheme=1)
    other = record.replace(f"seats {found['setup']['seats']}\n", "seats 9\n")
    cases = [
        {"told": found, "record": record},
        {"told": before, "record": old},
        {"told": found, "record": other},
        {"told": found, "record": old},
        {"told": {**found, "draws": found["draws"][1:]}, "record": record},
    ]
    faults = [[fault["key"] for fault in result["faults"]] for result in checked(*cases)]
    assert faults == [[], [], ["record"], ["record"], ["record"]]


def test_another_set_up_has_another_commitment() -> None:
    told_ = json.loads(json.dumps(cancelled().told))
    another_header(["options "], told_)
    (result,) = checked(told_)
    assert {"key", "draw"} <= {each["key"] for each in result["faults"]}


LATER_FAULTS: dict[str, tuple[str, str, str]] = {
    "too many rounds": ("fair round 1", "fair round 1000", "fair_line"),
    "an unknown reason": ("fair cancelled 0 unopened", "fair cancelled 0 unwanted", "fair_line"),
    "half a key of it": ("fair cancelled 0 unopened ", "fair cancelled 0 unopened 0", "fair_line"),
    "another number": ("fair cancelled 0 unopened", "fair cancelled 1 unopened", "fair_line"),
    "a seat of another": ("fair cancelled 0 seat 1", "fair cancelled 1 seat 1", "fair_line"),
    "no value": ("fair seat 1", "fair seat 1 -", "fair_line"),
}


@pytest.mark.parametrize(("before", "after", "key"), LATER_FAULTS.values(), ids=LATER_FAULTS)
def test_lines_of_scheme_2_that_are_not_as_they_should_be(before: str, after: str, key: str) -> None:
    lines = cancelled().record.splitlines()[:-1]
    at = line_of(lines, before)
    lines[at] = lines[at].replace(before, after, 1)
    with pytest.raises(BadRecord) as found:
        read_record(signed(lines).encode())
    assert (found.value.key, found.value.line) == (key, at + 1)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"openings":[{"seat":0}]}', '{"openings":{}}', "\ud800", "[" * 9999]
)
def test_what_is_no_file_of_notes_is_said(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.json").write_text(text, encoding="utf-8", errors="replace")
    assert verified(cancelled().record, tmp_path, "--notes", str(tmp_path / "notes.json")) != 0
    said = capsys.readouterr()
    assert "these are no notes" in said.out + said.err and "Traceback" not in said.out + said.err


def test_every_key_has_been_met() -> None:
    met = {key for _, _, key in FAULTS.values()} | {key for _, key, _ in WRONG.values()}
    met |= {"fair_rounds", "fair_chain", "fair_complete", "fair_blamed"}  # above
    met |= {"fair_key", "fair_seat", "fair_pledge", "fair_draw", "fair_none", "fair_commitment"}
    met |= {"fair_contribution", "fair_pledges"}  # above
    assert met == {key for key in vocabulary()["record"] if key.startswith("fair_")}


def test_a_record_can_be_written_without_it() -> None:
    owner = Owner(new_setup("walnut-grove", [SeatPlan()], KEY, fair=1))
    owner.do(sitting(0, "ada"), Started())
    assert "fair" not in write_record(owner.live._course.table)
