"""`make siege`: every route has an entry, what is measured is judged, and a little of it on a real server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.routes import HTTPRoute

from farmstead import shelf
from farmstead.engine.editions import BadEdition
from farmstead.engine.record import re_execute, read_record
from farmstead.render.embedded_record import record_in
from farmstead.server.app import handlers
from farmstead.server.http.metrics import HEALTH_PATH
from scripts.siege import __main__ as command
from scripts.siege import payloads
from scripts.siege.__main__ import FULL, QUICK, Kept, arguments, in_order, kept_for, left, plan_of
from scripts.siege.measuring import NOBODY_SENDS, Plan, Result, Way, siege
from scripts.siege.report import TITLE, all_faults, lines
from scripts.siege.routes import BY_NAME, ENTRIES, EXEMPT, Entry
from scripts.siege.services import SERVICES

RECORD = Path(__file__).parents[2] / "docs" / "valley.record"


# ---- every route -------------------------------------------------------------------------------------------


def routes() -> set[str]:
    """All that the server answers: the API, the pages, streams, and what stands before them."""
    found = {f"GET {HEALTH_PATH}"}
    for route in handlers("").routes:
        methods = route.methods if isinstance(route, HTTPRoute) else {str(route.scope_type)}
        found |= {f"{method} {route.path_format}" for method in methods}
    return found


def missing(of: set[str], entries: list[Entry]) -> set[str]:
    """Routes that have neither an entry nor a reason."""
    known = {entry.route for entry in entries}
    return {route for route in of if not {route, route.partition(" ")[0]} & {*known, *EXEMPT}}


def test_every_route_is_besieged() -> None:
    assert missing(routes(), ENTRIES) == set()


def test_no_entry_is_for_a_route_that_is_not_there() -> None:
    assert {entry.route for entry in ENTRIES if entry.route} - routes() == set()
    assert len(BY_NAME) == len(ENTRIES)


def test_a_route_without_an_entry_is_found() -> None:
    assert missing({*routes(), "GET /new/page", "websocket /talk"}, ENTRIES) == {
        "GET /new/page",
        "websocket /talk",
    }
    for route in ("GET /api", "POST /api/tables", "GET /api/tables/{code}/stream"):
        assert missing(routes(), [entry for entry in ENTRIES if entry.route != route]) == {route}


def test_exemptions_have_a_reason() -> None:
    assert all(len(why) > 20 for why in EXEMPT.values())


# ---- what is sent ------------------------------------------------------------------------------------------


def test_the_editions_are_what_they_should_be() -> None:
    assert len(payloads.sound_edition()) <= payloads.LARGEST_EDITION - 20
    assert shelf.game_with(payloads.GROVE, payloads.another(payloads.sound_edition(), 1))
    for text in (payloads.dotted_key(), payloads.many_tables()):
        assert 0.9 * payloads.LARGEST_EDITION < len(payloads.another(text, 10**6)) <= payloads.LARGEST_EDITION
        with pytest.raises(BadEdition):
            shelf.game_with(payloads.GROVE, text)


def test_a_record_that_is_cut_is_sound_and_another_each_time() -> None:
    cut = [payloads.cut_record(RECORD.read_text(), n) for n in (1, 2, 30)]
    assert len(set(cut)) == 3
    for text in cut:
        re_execute(read_record(text.encode()), shelf.game_for)


def test_files_are_as_large_as_can_be_and_carry_nothing() -> None:
    made = [payloads.png(), payloads.webp(), payloads.gif(), payloads.svg(), payloads.pdf()]
    for data in made:
        assert len(data) <= payloads.LARGEST_FILE and record_in(data) is None


# ---- what is measured --------------------------------------------------------------------------------------


def a_way(*waits: float, answers: dict[int, int] | None = None, error: str = "") -> Way:
    return Way(1, {200: 5} if answers is None else answers, list(waits), {}, 0, error)


def a_result(*ways: Way, name: str = "GET /", wanted: int = 100, error: str = "") -> Result:
    return Result(name, name, "", [200], wanted, list(ways), 10.0, 10**8, error=error)


def in_vain(service: str) -> Result:
    result = a_result(a_way(*[20.0] * 100))
    result.services = {service: None}
    return result


def logged(text: str) -> Result:
    result = a_result(a_way(*[20.0] * 100))
    result.log = text
    return result


def test_others_who_hardly_notice_are_no_fault() -> None:
    result = a_result(a_way(*[20.0] * 100), a_way(*[30.0] * 100, 5000.0))
    assert result.faults() == [] and result.wait(0.5) == 30.0
    assert result.answers == {200: 10}


@pytest.mark.parametrize(
    ("result", "fault"),
    [
        (a_result(a_way(*[20.0] * 98, 501.0, 501.0)), "99 of 100"),
        (a_result(a_way(*[20.0] * 99)), "only 99 of 100"),
        (a_result(a_way(*[20.0] * 100, answers={200: 5, 500: 1})), "the server failed: [500]"),
        (a_result(a_way(*[20.0] * 100, answers={404: 5})), "not the request that was meant"),
        (a_result(a_way(*[20.0] * 100, error="others had no answer")), "others had no answer"),
        (a_result(a_way(*[20.0] * 100), error="it could not be prepared"), "could not be prepared"),
        (a_result(Way(1, {200: 1}, [20.0] * 100, {429: 3}, 0)), "3 moves of others were refused"),
        (a_result(Way(1, {200: 1}, [20.0] * 100, {}, 2)), "2 streams of others were ended"),
        (in_vain("a hint"), "a hint: did not come"),
        (logged("ERROR A request failed\nKeyError: 1\n"), "the server said: KeyError: 1"),
    ],
)
def test_what_is_wrong_is_said(result: Result, fault: str) -> None:
    (found,) = result.faults()
    assert fault in found
    assert "| no |" in lines(FULL, [result])[4]
    assert all_faults([result], []) == [f"GET /: {found}"]


def test_what_others_waited_for_is_told() -> None:
    result = a_result(a_way(*[20.0] * 100))
    result.services = {"a hint": 1.26, "until a film is being made": None}
    assert "| a hint | `GET /`  | 1.3 |" in lines(FULL, [result])
    assert "| until a film is being made | `GET /`  | more than 60 |" in lines(FULL, [result])
    assert result.faults() == []
    assert {entry.service for entry in ENTRIES} - {""} == set(SERVICES)


def test_it_may_take_forty_minutes_and_servers_must_not_complain() -> None:
    slow = a_result(a_way(*[20.0] * 100))
    slow.seconds = 2401.0
    assert all_faults([slow], []) == ["It took 40 minutes, and may take 40."]
    slow.seconds = 2400.0
    assert all_faults([slow], ["The server said: ERROR", "The server said: ERROR"]) == [
        "The server said: ERROR"
    ]


# ---- the command -------------------------------------------------------------------------------------------


def test_the_command_line_changes_the_plan() -> None:
    assert plan_of(arguments([])) == FULL == Plan()
    assert plan_of(arguments(["--quick"])) == QUICK and QUICK.moves == 30 and FULL.moves == 300
    assert plan_of(arguments(["--moves", "7"])) == replace(FULL, moves=7)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the third of five: the next run does three, and the chapter has all five."""
    entries, path, asked = ENTRIES[:5], tmp_path / "kept.json", []

    async def stopped(folder: Path, plan: Plan, todo: list[Entry], keep, tell) -> list[str]:  # type: ignore[no-untyped-def]
        asked.append([entry.name for entry in todo])
        keep(a_result(a_way(*[20.0] * 100), name=NOBODY_SENDS))
        for n, entry in enumerate(todo):
            if len(asked) == 1 and n == 2:
                raise KeyboardInterrupt
            keep(a_result(a_way(*[20.0] * 100), name=entry.name))
        return []

    monkeypatch.setattr(command, "siege", stopped)
    plan = Plan(moves=100)
    with pytest.raises(KeyboardInterrupt):
        command.run(plan, entries, kept_for(plan, path), path)
    assert left(kept_for(plan, path), entries) == entries[2:]
    assert command.run(plan, entries, kept_for(plan, path), path) == []
    assert [len(names) for names in asked] == [5, 3]
    kept = kept_for(plan, path)
    assert len(in_order(kept, entries)) == 6 and left(kept, entries) == []
    assert left(kept_for(replace(plan, moves=101), path), entries) == entries  # another plan
    assert left(kept_for(plan, path, again=True), entries) == entries
    monkeypatch.setattr(command, "sources", lambda: "others")
    assert left(kept_for(plan, path), entries) == entries


def test_only_a_full_run_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(command, "write_chapter", lambda title, lines: written.append(title))
    results = {entry.name: a_result(a_way(*[20.0] * 300), name=entry.name) for entry in ENTRIES}
    for plan, entries in ((QUICK, ENTRIES), (FULL, ENTRIES[:3]), (FULL, ENTRIES)):
        command.run(plan, entries, Kept("", dict(results)), None)
    assert written == [TITLE]


# ---- all together ------------------------------------------------------------------------------------------


@pytest.mark.more
def test_a_little_siege(tmp_path: Path) -> None:
    """A page that has a new server begun after it, an edition that is no edition, moves, and boards.

    Slow: a server is attacked while others play.
    """
    some = [
        "GET /learn: ",
        "POST /api/editions: a key of",
        "POST /api/tables/{code}/moves: ",
        "GET /t/{code}/boards: ",
    ]
    entries = [entry for entry in ENTRIES if entry.name.startswith(tuple(some))]
    entries[0] = replace(entries[0], leaves_work=True)
    assert len(entries) == len(some)
    found: dict[str, Result] = {}
    said: list[str] = []

    def keep(result: Result) -> None:
        found[result.name] = result

    complaints = asyncio.run(siege(tmp_path, Plan(moves=20, rate=30.0), entries, keep, said.append))
    assert complaints == []
    assert list(found) == [NOBODY_SENDS, *[entry.name for entry in entries]]
    for result in found.values():
        assert len(result.waits) >= 20 and not any(way.error for way in result.ways), result
    for entry in entries:
        result = found[entry.name]
        assert [way.connections for way in result.ways] == [1, entry.connections]
        assert set(entry.expects) & set(result.answers), result.answers
        assert not set(result.answers) & {500, 502, 504}
    assert len(list(tmp_path.glob("server-*.log"))) == 3  # with nobody sending, the page, and the rest
    assert set(found[NOBODY_SENDS].services) == set(SERVICES)
    assert len(lines(FULL, list(found.values()))) > len(entries)
