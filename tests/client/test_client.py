"""The client against the real command: whole games, restarts, refusals, and what docs/api.md says."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import httpx
import pytest
from msgspec import structs

from farmstead import read_record, shelf
from farmstead.client import (
    Client,
    Ended,
    Fair,
    FairSeat,
    FairSetup,
    Heard,
    Look,
    Notice,
    Position,
    Problem,
    Unfair,
    bot,
    device,
)
from farmstead.client.contributions import Contributions
from farmstead.engine.record import re_execute
from farmstead.server.table.entries import TakenOver
from tests.server.hubs import VALLEY, WALNUT
from tests.server.serving import Process, environment, process, running
from tests.server.stores import awaited

NODE = Path(sys.prefix) / "bin" / "node"
DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "api.md"
UNLIMITED = ("--pace", "0", "--processes", "1")
LONG = 300.0  # seconds; as long as nothing is stuck nobody waits for it


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("client") / "server", *UNLIMITED) as started:
        yield started
        assert started.terminate() == 0
        assert started.log.read_text(encoding="utf-8") == ""


@pytest.fixture
def ada(server: Process) -> Iterator[Client]:
    with Client(server.url, patience=LONG) as client:
        client.name("Ada")
        yield client


@pytest.fixture
def ben(server: Process) -> Iterator[Client]:
    with Client(server.url, patience=LONG) as client:
        client.name("Ben")
        yield client


def anything(seed: int = 0) -> Callable[[Position], str]:
    random = Random(seed)
    return lambda position: random.choice(position.legal)


def table_of_two(ada: Client, ben: Client, game: str) -> str:
    code = ada.make_table(game, ["me", "open"]).table.code
    ben.sit(code, 1)
    assert ada.table(code).phase == "playing"  # when both have opened what they add to the luck
    return code


def a_move(client: Client, code: str, seat: int) -> str:
    """Make the first legal move."""
    position = client.position(code, seat).position
    assert position.decision is not None
    client.move(code, seat, position.decision, position.legal[0])
    return position.legal[0]


def numbers(heard: tuple[Heard, ...] | list[Heard]) -> list[int]:
    return [one.news.number for one in heard]


# ---- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", shelf.names())
def test_a_person_plays_a_whole_game_against_a_bot(ada: Client, game: str) -> None:
    """Slow: a whole game at a real server."""
    code = ada.make_table(game, ["me", bot(1)]).table.code
    chosen: list[str] = []
    choose = anything()

    def noted(position: Position) -> str:
        chosen.append(choose(position))
        return chosen[-1]

    with refused("running", 409):
        ada.record(code)
    with refused("not_over", 409):
        ada.rematch(code)
    end = ada.play(code, noted)
    assert end.phase == ada.table(code).phase == "over"
    heard = ada.news(code, seat=0)
    assert numbers(heard) == list(range(1, end.number + 1))
    assert [one.news.move for one in heard if one.news.kind == "moved" and one.news.seat == 0] == chosen
    played = re_execute(read_record(ada.record(code).encode()), shelf.game_for).state
    assert tuple(played.places()) == end.places
    assert tuple([played.score_lines(seat) for seat in range(2)]) == end.lines
    again = ada.rematch(code).table
    assert again.phase == "playing" and again.mine() == [1] and ada.table(code).rematch == again.code


def test_clients_add_to_the_luck_and_note_what_to_check_it_by(ada: Client, ben: Client) -> None:
    code = table_of_two(ada, ben, VALLEY)
    fair = ada.table(code).fair
    assert fair is not None and fair.round == 0
    pledges = tuple([one.pledge for one in fair.contributions])
    for seat, client in enumerate((ada, ben)):
        assert client.noted(code) == (fair.commitment, seat, fair.contributions[seat].value, pledges)


def test_a_value_is_opened_for_one_commitment_and_these_pledges_only() -> None:
    """A server that has seen it could look for another key, or another value of a player of its own."""
    own = Contributions()
    setup = FairSetup(VALLEY, 1, 2, (), "")
    shown = Fair(0, "c" * 64, (FairSeat(0, own.pledge(0)), FairSeat(1, "b" * 64)), (0, 1), True, 2, setup)
    sent = own.due("code", shown)
    assert sent is not None and own.due("code", shown) == sent
    assert own.noted("code") == (sent.commitment, 0, sent.value, sent.pledges)
    own.check("code", "waiting", shown, [0])
    others = {
        "pledges": structs.replace(shown, contributions=(shown.contributions[0], FairSeat(1, "d" * 64))),
        "commitment": structs.replace(shown, commitment="e" * 64),
        "setup": structs.replace(shown, setup=FairSetup("pebbles", 1, 2, (), "")),
        "cancelled": structs.replace(shown, round=1, commitment="e" * 64),
        "contribution": structs.replace(
            shown,
            contributions=(structs.replace(shown.contributions[0], value="f" * 64), shown.contributions[1]),
        ),
        "nothing": None,
    }
    for why, other in others.items():
        with pytest.raises(Unfair) as stopped:
            own.check("code", "waiting", other, [0])
        assert stopped.value.why == why and "not to be trusted" in str(stopped.value)
    with pytest.raises(Unfair):
        own.check("code", "playing", shown, [0])  # begun without what was opened
    with pytest.raises(Unfair):
        own.due("code", structs.replace(shown, round=1))  # the same pledge for another start
    late = Contributions()
    shown = Fair(0, "c" * 64, (FairSeat(0, late.pledge(0)),), (0,), True, 2, setup)
    assert late.due("code", shown, 7) is not None
    assert late.is_behind("code", 6) and not late.is_behind("code", 7)  # an answer that was overtaken


def test_after_a_cancelled_start_clients_pledge_again(ada: Client, ben: Client) -> None:
    code = ada.make_table(VALLEY, ["me", "open"]).table.code
    ben.sit(code, 1)  # who opens at once
    ben.leave(code, 1)
    ben.sit(code, 1)
    for client in (ada, ben, ada, ben):
        table = client.table(code)
    assert table.phase == "playing" and table.fair is not None and table.fair.round == 1
    assert [bool(one.value) for one in table.fair.contributions] == [True, True]
    first, last = json.loads(ben.notes(code))["openings"]
    assert first["cancelled"]["key"] == ada.cancelled_starts(code).rounds[0].key and last["cancelled"] is None
    assert (first["round"], last["round"], last["acknowledged"]) == (0, 1, True)
    assert last["setup"]["game"] == VALLEY


def test_a_client_need_not_add_anything(ada: Client, server: Process) -> None:
    with Client(server.url, patience=LONG, contribute=False) as cyd:
        cyd.name("Cyd")
        code = cyd.make_table(VALLEY, ["me", "open"]).table.code
        table = ada.sit(code, 1)
        assert table.phase == "playing" and table.fair is not None
        assert [one.seat for one in table.fair.contributions] == [1] and cyd.noted(code) is None


def test_two_people_play_and_a_neighbours_move_makes_nobodys_stale(ada: Client, ben: Client) -> None:
    code = table_of_two(ada, ben, WALNUT)
    people, random, together = [ada, ben], Random(3), 0
    while together < 15:
        to_act = ada.position(code).position.to_act
        looks = [(seat, people[seat].position(code, seat).position) for seat in to_act]
        random.shuffle(looks)
        together += len(looks) > 1
        for seat, position in looks:  # all have looked before anybody moves
            assert position.decision is not None
            sent = (code, seat, position.decision, random.choice(position.legal))
            assert not people[seat].move(*sent).again
            if random.random() < 0.1:
                assert people[seat].move(*sent).again


@pytest.mark.more
def test_two_people_play_at_the_same_time(ada: Client, ben: Client) -> None:
    """Slow: a whole game at a real server."""
    code = table_of_two(ada, ben, WALNUT)
    ends: dict[int, Position] = {}
    rival = Thread(target=lambda: ends.update({1: ben.play(code, anything(1))}))
    rival.start()
    ends[0] = ada.play(code, anything(2))
    rival.join(LONG)
    assert ends[0].places == ends[1].places and ends[0].number == ends[1].number


THREADS = """
import sys
from threading import Barrier, Thread

from msgspec import defstruct, json

from farmstead.client.errors import decoded

sys.setswitchinterval(1e-6)
for number in range(50):
    inner = defstruct(f"Inner{number}", [(f"field{n}", dict[str, tuple[int, ...]]) for n in range(12)])
    kind = defstruct(f"Kind{number}", [(f"field{n}", inner) for n in range(3)])
    body = json.encode({f"field{n}": {f"field{n}": {"key": [1]} for n in range(12)} for n in range(3)})
    start = Barrier(4)

    def read() -> None:
        start.wait()
        decoded(body, kind)

    threads = [Thread(target=read) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
"""


def test_threads_may_meet_at_a_kind_of_answer_that_is_new() -> None:
    """In a process of its own: where decoders are made by several threads at once, Python crashes."""
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, env=environment(), timeout=LONG
    )
    assert done.returncode == 0, done.stderr


# ---- programs ----------------------------------------------------------------------------------------------


def examples(language: str) -> list[str]:
    """The pieces of code in docs/api.md."""
    return re.findall(rf"```{language}\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)


def test_the_example_has_25_lines() -> None:
    assert 20 <= len(examples("python")[0].splitlines()) <= 27


@pytest.mark.more
def test_the_loop_in_javascript_plays_to_the_end(server: Process, ada: Client, tmp_path: Path) -> None:
    """Slow: a whole game at a real server."""
    if not NODE.exists():
        pytest.skip("there is no node; `make check-js` gets one")
    made = ada.make_table(VALLEY, [bot(1), "client"])
    (invitation,) = made.invitations
    (tmp_path / "mybot.mjs").write_text(examples("js")[0], encoding="utf-8")
    command = [str(NODE), "mybot.mjs", server.url, made.table.code, "1", invitation.token]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=LONG, check=True)
    assert done.stdout == "The game is over.\n" and done.stderr == ""
    assert ada.table(made.table.code).phase == "over"


@pytest.mark.more
@pytest.mark.parametrize("game", shelf.names())
def test_the_example_plays_to_the_end(server: Process, ada: Client, game: str, tmp_path: Path) -> None:
    """Slow: a whole game at a real server."""
    made = ada.make_table(game, [bot(1), "client"])
    (invitation,) = made.invitations
    path = tmp_path / "mybot.py"
    path.write_text(examples("python")[0], encoding="utf-8")
    command = [sys.executable, str(path), server.url, made.table.code, invitation.token]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=LONG)
    end = ada.position(made.table.code).position
    assert end.phase == "over"
    assert done.stdout == f"Place {end.places[1]} with {end.lines[1]['total']} points\n", done.stderr
    assert {one.news.by for one in ada.news(made.table.code) if one.news.seat == 1} == {"", "client"}


def test_what_was_overtaken_is_not_played(server: Process, ada: Client) -> None:
    """While the program thinks, the move it thinks about is taken away from it."""
    made = ada.make_table(VALLEY, ["me", "client"])
    code, random, asked = made.table.code, anything(4), list[int]()

    def slow(position: Position) -> str:
        assert position.decision is not None
        asked.append(position.decision)
        if len(asked) == 1:
            own = ada.position(code, 0).position
            assert own.undo
            ada.undo(code, 0, own.next)
            assert ada.position(code, 0).position.to_act == (0,)
            ada.resign(code, 0)
        return random(position)

    with Client(server.url, made.invitations[0].token, patience=LONG) as program:
        while ada.position(code).position.to_act == (0,):
            a_move(ada, code, 0)
        end = program.play(code, slow)
    assert end.phase == "over" and len(set(asked)) == len(asked)
    made_by = [one.news.by for one in ada.news(code) if one.news.kind == "moved" and one.news.seat == 1]
    assert len(made_by) == len(asked) - 1


@awaited
async def test_a_program_takes_back_what_the_clock_took(tmp_path: Path) -> None:
    loop, choose, thoughts = asyncio.get_running_loop(), anything(5), list[int]()
    async with running(tmp_path / "server") as server:

        async def lose_the_seat(code: str) -> None:
            table = (await server.core.store.tables.find(code)).id
            await server.core.hub.post(table, TakenOver(0, "clock", 1))

        def play() -> tuple[Position, list[str]]:
            with Client(server.url) as ada:
                ada.name("Ada")
                made = ada.make_table(WALNUT, ["client"])
                code = made.table.code

                def interrupted(position: Position) -> str:
                    thoughts.append(position.number)
                    if len(thoughts) == 3:
                        asyncio.run_coroutine_threadsafe(lose_the_seat(code), loop).result(LONG)
                    return choose(position)

                with Client(server.url, made.invitations[0].token) as program:
                    end = program.play(code, interrupted)
                return end, [one.news.kind for one in ada.news(code)]

        end, kinds = await asyncio.to_thread(play)
    assert end.phase == "over" and len(thoughts) > 10
    assert kinds.count("taken_over") == kinds.count("returned") == 1


# ---- listening ---------------------------------------------------------------------------------------------


class Listener:
    """Hears, in a thread, everything that one seat may hear, until the game is over or its move is made."""

    def __init__(self, client: Client, code: str, seat: int, until: int) -> None:
        self.heard: list[Heard] = []
        self.looks: list[Position] = []
        self._client, self._code, self._seat, self._until = client, code, seat, until
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with closing(self._client.listen(self._code, self._seat, since=0)) as happening:
            for what in happening:
                if isinstance(what, Heard):
                    self.heard.append(what)
                elif isinstance(what, Look):
                    self.looks.append(what.position)
                    if what.position.number >= self._until:
                        return

    def all(self) -> list[Heard]:
        self._thread.join(LONG)
        assert not self._thread.is_alive(), "not everything was heard"
        return self.heard


def play_on(people: list[Client], code: str, until: int) -> None:
    """Moves of whoever is to act, up to this entry; each is sent again if the server goes away."""
    while (now := people[0].position(code).position).number < until:
        a_move(people[now.to_act[0]], code, now.to_act[0])


@pytest.mark.more
def test_a_listener_hears_every_entry_once_across_restarts(tmp_path: Path) -> None:
    """Slow: a real server is killed and started again."""
    with (
        process(tmp_path / "server", *UNLIMITED) as server,
        Client(server.url, patience=LONG) as ada,
        Client(server.url, patience=LONG) as ben,
    ):
        ada.name("Ada"), ben.name("Ben")
        code, until = table_of_two(ada, ben, WALNUT), 60
        listeners = [Listener(ada, code, 0, until), Listener(ben, code, 1, until)]
        play_on([ada, ben], code, 20)
        breaking = Thread(target=server.restart)  # killed while moves are being made
        breaking.start()
        play_on([ada, ben], code, 35)
        breaking.join()
        assert server.terminate() == 0
        server.start()
        play_on([ada, ben], code, until)
        for seat, (who, listener) in enumerate(zip([ada, ben], listeners, strict=True)):
            heard = listener.all()
            assert numbers(heard) == list(range(1, until + 1))
            assert tuple(heard) == who.news(code, seat=seat)[:until]
            decisions = [one.news.decision for one in heard if one.news.kind == "moved" and one.news.decision]
            assert decisions == list(range(1, len(decisions) + 1))
            assert [look.number for look in listener.looks] == sorted(look.number for look in listener.looks)


def test_what_comes_first_and_what_comes_besides(ada: Client, ben: Client) -> None:
    code = ada.make_table(VALLEY, ["me", "open"]).table.code
    with closing(ben.listen(code)) as happening:
        first = next(happening)
        assert isinstance(first, Look) and first.position.phase == "waiting" and first.position.number == 2
        ben.sit(code, 1)
        assert ada.table(code).phase == "playing"
        heard: list[Heard] = []
        for what in happening:
            if isinstance(what, Heard):
                heard.append(what)
            elif isinstance(what, Look) and what.position.number == 7:
                break
        kinds = ["sat", "pledged", "opened", "opened", "started"]
        assert [(one.news.number, one.news.kind) for one in heard] == list(enumerate(kinds, 3))
        ada.say(code, "Hello")
        assert next(what for what in happening if isinstance(what, Notice) and what.about == "chat")
    with closing(ben.listen(code, 1, since=6)) as happening:
        started, look = next(happening), next(happening)
        assert isinstance(started, Heard) and started.news.kind == "started" and started.words
        assert isinstance(look, Look) and look.position.number == 7 and look.position.seat == 1


def test_no_event_has_an_id_before_what_it_counts_was_told(server: Process, ada: Client) -> None:
    """A browser comes back with the last id it saw: were it ahead of the news, these would be missed."""
    code = ada.make_table(WALNUT, ["me"]).table.code
    known = {"cookie": f"farmstead={ada.cookie}", "last-event-id": "0"}
    with httpx.stream(
        "GET", f"{server.url}/api/tables/{code}/stream?seat=0", headers=known, timeout=LONG
    ) as answer:
        ids = [line for line in until_second_position(answer.iter_lines()) if line.startswith("id: ")]
    assert ids == ["id: 0", "id: 1", "id: 2", "id: 3", "id: 4", "id: 4"]


def until_second_position(lines: Iterator[str]) -> Iterator[str]:
    seen = 0
    for line in lines:
        yield line
        seen += line == "event: position"
        if seen == 2:
            return


def test_a_table_that_goes_ends_its_streams(server: Process, ada: Client) -> None:
    code = ada.make_table(VALLEY, ["me", "open"]).table.code
    with closing(ada.listen(code)) as happening:
        next(happening)
        cookies = {"farmstead": ada.cookie}
        assert (
            httpx.delete(f"{server.url}/api/tables/{code}", cookies=cookies, timeout=LONG).status_code == 200
        )
        with pytest.raises(Ended, match="no longer there") as ended:
            list(happening)
    assert ended.value.why == "gone"


# ---- everything else that can be asked for -----------------------------------------------------------------


def test_who_one_is(server: Process, ada: Client) -> None:
    with Client(server.url) as nobody, Client(server.url, cookie=ada.cookie) as again:
        assert nobody.me() is None and not nobody.cookie
        assert again.me() == ada.me() == "Ada"
        assert again.name("  Ada   B ") == ada.me() == "Ada B"


def test_games_and_tables_can_be_found(ada: Client, ben: Client) -> None:
    assert [game.name for game in ada.games()] == list(shelf.names())
    code = ada.make_table(VALLEY, ["me", "open"], public=True, options=["sheet=A"], chat=False).table.code
    assert code in [table.code for table in ben.tables().tables]
    assert code in [table.code for table in ada.my_tables().tables]
    table = ben.table(code)
    assert table.seats[1].for_me and table.mine() == [] and not table.owner and not table.chat
    assert "sheet=A" in table.options and ada.table(code).mine() == [0]


def test_coming_and_going(ada: Client, ben: Client) -> None:
    made = ada.make_table(WALNUT, ["me", "invited", "open"])
    code, (invitation,) = made.table.code, made.invitations
    with refused("not_invited", 403):
        ben.sit(code, 1)
    renewed = ada.invite(code, 1)
    with refused("not_invited", 403):
        ben.sit(code, 1, invitation.token)
    assert ben.sit(code, 1, renewed.token).mine() == [1]
    ben.leave(code, 1)
    assert ada.table(code).phase == "waiting"
    assert ada.fill(code, 1).phase == "playing"
    ada.resign(code, 0)
    assert ada.table(code).seats[0].away == "resigned"
    ada.come_back(code, 0)
    assert ada.table(code).seats[0].away == ""


def test_taking_back_and_asking_to(ada: Client, ben: Client) -> None:
    code = table_of_two(ada, ben, VALLEY)
    a_move(ada, code, 0)
    assert not ada.undo(code, 0, 2).again
    assert ada.undo(code, 0, 2).again
    while ada.position(code).position.to_act == (0,):
        a_move(ada, code, 0)
    to = ada.position(code, 0).position.back
    a_move(ben, code, 1)
    ada.ask(code, 0, to)
    asking = ben.position(code, 1).position.ask
    assert asking is not None and asking.to == to and asking.waiting == (1,)
    ben.answer(code, 1, asking.ask, yes=True)
    assert ada.position(code).position.marked and ada.position(code).position.to_act == (0,)


def test_a_device_with_two_seats(ada: Client) -> None:
    code = ada.make_table(VALLEY, ["me", device("Ben")]).table.code
    with refused("not_handed_over", 403):
        ada.position(code, 0)
    with pytest.raises(ValueError, match="2 of the seats"):
        ada.play(code, anything())
    assert ada.hand(code, 0).holder == 0
    look = ada.position(code, 0, words=True)
    assert len(look.words) == len(look.position.legal) > 1
    assert ada.hand(code, None).holder is None


def test_what_is_said(ada: Client, ben: Client) -> None:
    code = table_of_two(ada, ben, VALLEY)
    first = ada.say(code, "Hello,\u2028Ben")
    ben.say(code, "Hello")
    assert [(line.seat, line.name, line.text) for line in ada.chat(code)] == [
        (0, "Ada", "Hello, Ben"),
        (1, "Ben", "Hello"),
    ]
    assert [line.text for line in ada.chat(code, after=first.n)] == ["Hello"]


# ---- refusals ----------------------------------------------------------------------------------------------


@contextmanager
def refused(key: str, status: int) -> Iterator[list[Problem]]:
    """What is tried in here is refused, and the refusal says so in words."""
    found: list[Problem] = []
    with pytest.raises(Problem) as problem:
        yield found
    assert (problem.value.key, problem.value.status) == (key, status)
    assert str(problem.value) == problem.value.sentence and problem.value.sentence.endswith(".")
    found.append(problem.value)


def test_refusals_say_why_and_what_would_do(server: Process, ada: Client, ben: Client) -> None:
    with Client(server.url) as nobody, refused("no_player", 401):
        nobody.make_table(WALNUT, ["me"])
    with Client(server.url, token="x" * 32) as stranger, refused("not_invited", 403):
        stranger.me()
    with refused("no_such_game", 422) as found:
        ada.make_table("chess", ["me"])
    assert list(found[0].instead) == list(shelf.names())
    with refused("no_table", 404):
        ada.table("nowhere")
    with refused("nothing_there", 404):
        ada.table("../me")
    code = table_of_two(ada, ben, WALNUT)
    with refused("not_yours", 403):
        ben.move(code, 0, 1, "start church")
    with refused("not_to_decide", 409):
        ben.move(code, 1, 1, "start church")
    with refused("unknown_verb", 422) as found:
        ada.move(code, 0, 1, "fly")
    assert found[0].rule == "WG 11" and found[0].tried == "fly" and "`fly`" in str(found[0])
    ada.move(code, 0, 1, "start church")
    with refused("decision_made", 409) as found:
        ada.move(code, 0, 1, "start town-hall")
    assert found[0].details == {"decision": 1, "now": 2}
    assert found[0].sentence in DOCUMENT.read_text(encoding="utf-8")


def test_a_move_that_is_not_legal_ends_play(ada: Client) -> None:
    code = ada.make_table(WALNUT, ["me"]).table.code
    with refused("unknown_verb", 422):
        ada.play(code, lambda position: "fly")


# ---- what docs/api.md says ------------------------------------------------------------------------------


def test_the_second_example_runs(server: Process) -> None:
    code, out = examples("python")[1].replace("http://localhost:8731", server.url), StringIO()
    with redirect_stdout(out):
        exec(compile(code, "api.md", "exec"), {})
    *heard, problem = out.getvalue().splitlines()
    assert heard[0] == "1 Ada took seat 1." and heard[3].startswith("4 The game begins.")
    assert "take mountain" in problem


def test_the_requests_of_the_document_are_answered(server: Process) -> None:
    """Each `ask` as curl would send it."""
    made: dict[str, str] = {"URL": f"{server.url}/api"}
    lines = [line for block in examples("sh") for line in block.splitlines() if line.startswith("ask ")]
    with httpx.Client(headers={"content-type": "application/json"}, timeout=LONG) as http:
        for line in lines:
            answer = http.request(**as_curl(line, made))
            assert answer.is_success, f"{line}: {answer.text}"
            if "invitations" in answer.text:
                made["CODE"] = answer.json()["table"]["code"]
    assert len(lines) == 11


# `Any`: what httpx takes.
def as_curl(line: str, values: dict[str, str]) -> dict[str, Any]:
    for name, value in values.items():
        line = line.replace(f"${name}", value)
    parser = ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-X", dest="method")
    parser.add_argument("-d", dest="content")
    found = vars(parser.parse_args(shlex.split(line)[1:]))
    return {**found, "method": found["method"] or ("POST" if found["content"] else "GET")}


def test_a_copy_made_while_the_server_runs_goes_on(server: Process, ada: Client, tmp_path: Path) -> None:
    code = ada.make_table(WALNUT, ["me"]).table.code
    a_move(ada, code, 0)
    folder = tmp_path / "copy"
    folder.mkdir()
    shutil.copy(server.folder / "secret.key", folder)
    with (
        closing(sqlite3.connect(server.folder / "tables.db")) as database,
        closing(sqlite3.connect(folder / "tables.db")) as copy,
    ):
        database.backup(copy)
    with process(folder, *UNLIMITED) as other, Client(other.url, cookie=ada.cookie) as again:
        assert again.me() == "Ada"
        assert again.position(code, 0) == ada.position(code, 0)
        a_move(again, code, 0)
