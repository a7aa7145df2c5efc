"""Rounds of attacks: what a visitor does again and again on one connection, and prepares before."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import quote

import msgspec

from farmstead.guides.lessons import lessons
from farmstead.guides.puzzles import puzzles_of
from farmstead.server.base.languages import offered
from scripts.load.wire import HOST, NOBODY, Event, Lost, Pass, question
from scripts.siege import payloads
from scripts.siege.payloads import GROVE, VALLEY
from scripts.siege.sending import RETRY_S, NotPrepared, Script, Sender

LANGUAGES: Final = tuple(offered())
PACKED: Final = "Accept-Encoding: gzip\r\n"  # to pack an answer costs more than to send it
SECRET: Final = "correct horse battery staple " * 6  # a passphrase of nearly 200 letters
HOLDING_S: Final = 20.0
BEST: Final = 5  # level of bots
ME: Final = {"who": "me"}
OPEN: Final = {"who": "open"}
BOT: Final = {"who": "bot", "level": BEST}
FOUR_BOTS: Final = {"game": GROVE, "seats": [BOT] * 4}

Preparing = Callable[[Sender], Awaitable[None]]


# ---- what most entries are made of -------------------------------------------------------------------------


class _Words(dict[str, object]):
    """What stands for the parts of a path; a name that is not known is a kind of table."""

    def __init__(self, sender: Sender, n: int) -> None:
        super().__init__(
            n=n, lang=LANGUAGES[n % len(LANGUAGES)], narrow=("false", "true")[n // 3 % 2], ply=n * 7 % 160
        )
        self["until"] = n * 7 % 160 + 15
        self["lesson"] = list(lessons())[n // 6 % len(lessons())]
        self["game"] = (GROVE, VALLEY)[n // 6 % 2]
        puzzles = list(puzzles_of(str(self["game"])))
        self["puzzle"] = f"{self['game']}/{puzzles[n // 12 % len(puzzles)]}"
        self._sender, self._n = sender, n

    def __missing__(self, key: str) -> object:
        found = self._sender.found.get(key)
        if found is not None:
            return found[self._n // 6 % len(found)] if isinstance(found, list) else found
        return self._sender.code(key, 0 if key == "own" else self._n // 6)


def filled(sender: Sender, path: str) -> str:
    return path.format_map(_Words(sender, sender.next()))


def get(path: str, method: str = "GET", more: str = PACKED) -> Script:
    """Each time for another language, size and table, so that nothing is found ready."""

    async def script(sender: Sender) -> None:
        await sender.ask(method, filled(sender, path), more=more)

    return script


# `Any`: a body is whatever JSON can say.
def send(
    method: str, path: str, body: Callable[[Sender, int], Any] | Any = None, owner: bool = False
) -> Script:
    """With a body that is the same each time, or made for each; as `owner` in the first of the names."""

    async def script(sender: Sender) -> None:
        n = sender.next()
        made = body(sender, n) if callable(body) else body
        of = Pass(sender.given.names[0]) if owner else None
        await sender.ask(method, path.format_map(_Words(sender, n)), {} if made is None else made, of)

    return script


def owner_of(sender: Sender) -> Pass:
    return Pass(sender.given.names[0])


def owned(path: str) -> Script:
    """What only the first of the names may look at."""

    async def script(sender: Sender) -> None:
        await sender.ask("GET", filled(sender, path), None, owner_of(sender), PACKED)

    return script


async def new_table(sender: Sender, body: object, of: Pass | None = None) -> str:
    """The code of a table that was made for the attack; NotPrepared while the server makes none."""
    answer = await sender.aside("POST", "/api/tables", body, of)
    if answer.status != 201:
        raise NotPrepared(f"a table was answered by {answer.status}")
    return str(msgspec.json.decode(answer.body)["table"]["code"])


async def new_guest(sender: Sender) -> Pass:
    answer = await sender.aside("PUT", "/api/me", {"name": f"Eve {sender.next()}"}, NOBODY)
    if answer.status != 200:
        raise NotPrepared(f"a name was answered by {answer.status}")
    return Pass(answer.cookie())


# `Any`: a position is whatever JSON can say.
async def position(sender: Sender, code: str, of: Pass | None = None) -> dict[str, Any]:
    answer = await sender.aside("GET", f"/api/tables/{code}/position?seat=0", None, of)
    if answer.status != 200:
        raise NotPrepared(f"a position was answered by {answer.status}")
    found: dict[str, Any] = msgspec.json.decode(answer.body)["position"]
    return found


# ---- people ------------------------------------------------------------------------------------------------


async def make_account(sender: Sender) -> None:
    """An account of the visitor's own; they are known by another cookie from then on."""
    body = {"name": f"Eve {secrets.token_hex(6)}", "passphrase": SECRET}
    answer = await sender.aside("POST", "/api/account", body, NOBODY)
    if answer.status != 201:
        raise NotPrepared(f"an account was answered by {answer.status} {answer.body[:200]!r}")
    sender.found["account"] = answer.cookie()


def as_account(method: str, path: str, body: object = None) -> Script:
    async def script(sender: Sender) -> None:
        await sender.ask(method, path, body, Pass(sender.found["account"]))

    return script


async def account_made(sender: Sender) -> None:
    body = {"name": f"Eve {secrets.token_hex(6)}", "passphrase": SECRET}
    await sender.ask("POST", "/api/account", body, NOBODY)


async def guest_deleted(sender: Sender) -> None:
    of = await new_guest(sender)
    await new_table(sender, {"game": GROVE, "seats": [ME]}, of)
    await sender.ask("DELETE", "/api/me", None, of)


async def session_ended(sender: Sender) -> None:
    of = await new_guest(sender)
    answer = await sender.aside("GET", "/api/me/sessions", None, of)
    if answer.status == 200:
        session = msgspec.json.decode(answer.body)[0]["id"]
        await sender.ask("DELETE", f"/api/me/sessions/{session}", None, of)


# ---- tables ------------------------------------------------------------------------------------------------


async def waiting_tables(sender: Sender) -> None:
    """Some that wait for two more, in the first of the names."""
    body = {"game": VALLEY, "seats": [ME, OPEN, OPEN]}
    sender.found["waiting"] = [await new_table(sender, body) for _ in range(12)]


def sitting(counts: str) -> Script:
    """Sit down and get up again; one of the two is what counts."""

    async def script(sender: Sender) -> None:
        names = sender.given.names
        of = Pass(names[1 + sender.number % (len(names) - 1)])
        code = sender.found["waiting"][sender.number % len(sender.found["waiting"])]
        deeds = {
            "sit": (f"/api/tables/{code}/seats/1", {}),
            "leave": (f"/api/tables/{code}/leave", {"seat": 1}),
        }
        for deed, (path, body) in deeds.items():
            await (sender.ask if deed == counts else sender.aside)("POST", path, body, of)

    return script


async def invited_tables(sender: Sender) -> None:
    body = {"game": VALLEY, "seats": [ME, {"who": "invited"}]}
    sender.found["invited"] = [await new_table(sender, body) for _ in range(4)]


async def table_deleted(sender: Sender) -> None:
    code = await new_table(sender, {"game": GROVE, "seats": [ME], "public": True})
    await sender.ask("DELETE", f"/api/tables/{code}")


async def table_filled(sender: Sender) -> None:
    code = await new_table(sender, {"game": GROVE, "seats": [ME, OPEN, OPEN, OPEN]})
    await sender.ask("POST", f"/api/tables/{code}/fill", {"level": BEST})


def going(counts: str) -> Script:
    """Go, so that a bot plays on, and come back; one of them is what counts."""

    async def script(sender: Sender) -> None:
        code, away = sender.code("own"), "resign" if counts == "resign" else "leave"
        for deed in (away, "return"):
            path, body = f"/api/tables/{code}/{deed}", {"seat": 0}
            await (sender.ask if deed == counts else sender.aside)("POST", path, body, owner_of(sender))

    return script


async def moved(sender: Sender) -> None:
    """Legal moves, each of them written to the disk."""
    code, of = sender.code("own"), owner_of(sender)
    now = await position(sender, code, of)
    if not now["legal"]:
        raise NotPrepared("that game is over")
    body = {"seat": 0, "decision": now["decision"], "move": secrets.choice(now["legal"])}
    await sender.ask("POST", f"/api/tables/{code}/moves", body, of)


async def moved_together(sender: Sender) -> None:
    """As many as go together: all but the first are tried, and refused at the latest when chance is due."""
    code, of = sender.code("own"), owner_of(sender)
    now = await position(sender, code, of)
    if not now["legal"]:
        raise NotPrepared("that game is over")
    first = secrets.choice(now["legal"])
    for moves in ([first], [first] * 12):
        body = {"seat": 0, "decision": now["decision"], "moves": moves}
        await sender.ask("POST", f"/api/tables/{code}/moves/together", body, of)


async def chosen_on_boards(sender: Sender) -> None:
    """A move, and the boards after it: nobody has drawn these before."""
    code, of = sender.code("own"), owner_of(sender)
    now = await position(sender, code, of)
    if not now["legal"]:
        raise NotPrepared("that game is over")
    body = {"seat": 0, "decision": now["decision"], "moves": [secrets.choice(now["legal"])]}
    await sender.ask("POST", f"/t/{code}/boards", body, of, PACKED)


async def taken_back(sender: Sender) -> None:
    """A move, and back again: the game is played anew to where it was."""
    code, of = sender.code("own"), owner_of(sender)
    now = await position(sender, code, of)
    if now["legal"]:
        body = {"seat": 0, "decision": now["decision"], "move": secrets.choice(now["legal"])}
        await sender.aside("POST", f"/api/tables/{code}/moves", body, of)
        now = await position(sender, code, of)
    wish = {"seat": 0, "decision": now["next"], "choices": max(1, now["undo"])}
    await sender.ask("POST", f"/api/tables/{code}/undo", wish, of)


async def gone_back(sender: Sender) -> None:
    """Ask to go back to the beginning: alone at a table, that is where one is then."""
    code, of = sender.code("own"), owner_of(sender)
    await sender.ask("POST", f"/api/tables/{code}/ask", {"seat": 0, "to": 2 + sender.next() % 20}, of)


async def shared_device(sender: Sender) -> None:
    """Tables with two seats on one device."""
    body = {"game": VALLEY, "seats": [ME, {"who": "device", "name": "Adam"}]}
    sender.found["shared"] = [await new_table(sender, body) for _ in range(4)]


async def handed_over(sender: Sender) -> None:
    code = sender.found["shared"][sender.number % 4]
    await sender.ask("POST", f"/api/tables/{code}/hand", {"seat": sender.next() % 2}, owner_of(sender))


async def listened(sender: Sender) -> None:
    """A stream from the beginning of a long game, as a page listens, dropped when its boards have come."""
    heard = asyncio.Event()

    def hear(event: Event) -> None:
        if event.kind == "boards":
            heard.set()

    sender.caller.of = sender.of
    path = f"/api/tables/{sender.code('boards', sender.next())}/stream?show=boards"
    try:
        stream = await sender.caller.listen(path, hear, 0)
    except Lost as error:
        sender.attack.answers[429 if "429" in str(error) else 0] += 1
        await asyncio.sleep(RETRY_S)
        return
    sender.attack.answers[200] += 1
    try:
        async with asyncio.timeout(5):
            await heard.wait()
    except TimeoutError:
        pass
    finally:
        stream.close()


async def chatted(sender: Sender) -> None:
    """Lines that can be read then."""
    code = sender.given.codes["own"][0]
    for _ in range(8):
        await sender.get("POST", f"/api/tables/{code}/chat", {"text": "Lies, damned lies. " * 26})


async def guided(sender: Sender) -> None:
    """A guided game with a first move, so that there is something to weigh."""
    made = await sender.get("POST", f"/api/learn/{GROVE}")
    sender.found["guided"] = code = made["code"]
    now = (await sender.get("GET", f"/api/tables/{code}/position?seat=0"))["position"]
    told = await sender.get("GET", f"/api/tables/{code}/coach?seat=0")
    sender.found["told"] = str(told.get("ply", 0))
    body = {"seat": 0, "decision": now["decision"], "move": now["legal"][0]}
    await sender.get("POST", f"/api/tables/{code}/moves", body)


def first_legal(path: str) -> Preparing:
    """What a choice is asked about: the first legal move of the visitor's own table."""

    async def preparing(sender: Sender) -> None:
        now = await position(sender, sender.given.codes["own"][0])
        sender.found["move"] = quote(now["legal"][0])

    return preparing


async def lesson_moves(sender: Sender) -> None:
    """The first choice of each lesson."""
    sender.found["choices"] = {
        name: [str(move) for move in lesson.choices[0].moves] for name, lesson in lessons().items()
    }


async def lesson_previewed(sender: Sender) -> None:
    n = sender.next()
    name = list(sender.found["choices"])[n // 3 % len(sender.found["choices"])]
    moves = "&".join([f"move={quote(move)}" for move in sender.found["choices"][name]])
    await sender.ask(
        "GET", f"/lessons/{name}/preview?{moves}&lang={LANGUAGES[n % len(LANGUAGES)]}", more=PACKED
    )


async def lesson_answered(sender: Sender) -> None:
    n = sender.next()
    name = list(sender.found["choices"])[n // 3 % len(sender.found["choices"])]
    path = f"/lessons/{name}/answer?lang={LANGUAGES[n % len(LANGUAGES)]}"
    await sender.ask("POST", path, {"moves": sender.found["choices"][name]})


async def puzzle_previewed(sender: Sender) -> None:
    n = sender.next()
    puzzle = list(puzzles_of(VALLEY).values())[n // 3 % len(puzzles_of(VALLEY))]
    moves = "&".join([f"move={quote(move)}" for move in puzzle.choices[0].moves])
    path = f"/puzzles/{VALLEY}/{puzzle.name}/preview?{moves}&lang={LANGUAGES[n % len(LANGUAGES)]}"
    await sender.ask("GET", path, more=PACKED)


async def puzzle_answered(sender: Sender) -> None:
    n = sender.next()
    puzzle = list(puzzles_of(VALLEY).values())[n // 3 % len(puzzles_of(VALLEY))]
    path = f"/puzzles/{VALLEY}/{puzzle.name}/answer?lang={LANGUAGES[n % len(LANGUAGES)]}"
    await sender.ask("POST", path, {"moves": list(puzzle.choices[-1].moves)})


# ---- looking back ------------------------------------------------------------------------------------------


async def chosen_luck(sender: Sender) -> None:
    """Branches in which chance waits for the visitor."""
    body = {"ply": 0, "luck": "chosen"}
    made = [
        await sender.get("POST", f"/api/studies/{sender.code('over', n)}/branches", body) for n in range(4)
    ]
    sender.found["branch"] = [each["code"] for each in made]
    sender.found["left"] = [sender.code("over", n) for n in range(4)]


async def luck_brought(sender: Sender) -> None:
    code = sender.found["branch"][sender.number % 4]
    found = await sender.aside("GET", f"/api/tables/{code}/luck", None, owner_of(sender))
    event = msgspec.json.decode(found.body)["event"] if found.status == 200 else "roll 1"
    await sender.ask("POST", f"/api/tables/{code}/luck", {"event": event or "-"}, owner_of(sender))


async def branch_named(sender: Sender) -> None:
    n = sender.next() % 4
    path = f"/api/studies/{sender.found['left'][n]}/branches/{sender.found['branch'][n]}"
    await sender.ask(
        "PATCH", path, {"title": f"{sender.next()} {'x' * 60}", "shared": True}, owner_of(sender)
    )


async def fetch_record(sender: Sender) -> None:
    sender.found["record"] = await sender.get("GET", f"/api/tables/{sender.code('over', 0)}/record")


async def record_brought(sender: Sender) -> None:
    """Each is sound, like no other, and played again to its end."""
    text = payloads.cut_record(sender.found["record"], 1 + sender.next() % 200)
    await sender.ask("POST", "/api/studies", {"text": text})


async def build_files(_: Sender) -> None:
    """That takes a while, and should not when others move."""
    await asyncio.to_thread(payloads.files)


async def file_brought(sender: Sender) -> None:
    files = payloads.files()
    await sender.ask("POST", "/api/studies", {"file": files[sender.next() % len(files)]})


async def keep_record(sender: Sender) -> None:
    await fetch_record(sender)
    text = payloads.cut_record(sender.found["record"], 1)
    sender.found["kept"] = (await sender.get("POST", "/api/studies", {"text": text}))["name"]


async def record_dropped(sender: Sender) -> None:
    text = payloads.cut_record(sender.found["record"], 1 + sender.next() % 200)
    answer = await sender.aside("POST", "/api/studies", {"text": text})
    if answer.status != 201:
        raise NotPrepared(f"a record was answered by {answer.status}")
    await sender.ask("DELETE", f"/api/studies/{msgspec.json.decode(answer.body)['name']}")


async def film_asked_for(sender: Sender) -> None:
    """Each another film: of another game, in another language, light and dark."""
    n = sender.next()
    path = f"/api/studies/{sender.code('over', n // 6)}/download/webp"
    await sender.ask(
        "POST",
        f"{path}?moves=true&dark={('false', 'true')[n // 3 % 2]}&language={LANGUAGES[n % len(LANGUAGES)]}",
    )


# ---- scoring -----------------------------------------------------------------------------------------------


async def fetch_sheets(sender: Sender) -> None:
    found = await sender.get("GET", f"/api/tables/{sender.code('over', 0)}/position")
    sender.found["sheets"] = payloads.farm_sheets(found["position"]["view"])


def scored(sender: Sender, n: int) -> dict[str, object]:
    return {
        "sheets": sender.found["sheets"],
        "seat": n % len(sender.found["sheets"]),
        "deed": "more barn grain",
    }


def scored_with(sender: Sender, n: int) -> dict[str, object]:
    return {"components": payloads.another(payloads.sound_edition(), n)}


# ---- no route ----------------------------------------------------------------------------------------------


def held_open(data: bytes) -> Script:
    """A request that is begun and not ended."""

    async def script(sender: Sender) -> None:
        await hold(sender, data)

    return script


async def hold(sender: Sender, data: bytes) -> None:
    """Send that much on a connection of its own, wait, and drop it; `0` stands for no answer."""
    try:
        _, writer = await asyncio.open_connection(
            HOST, sender.given.port, local_addr=(sender.given.source, 0)
        )
    except OSError:
        await asyncio.sleep(RETRY_S)
        return
    try:
        sender.attack.answers[0] += 1
        writer.write(data)
        await asyncio.sleep(HOLDING_S)
    finally:
        writer.transport.abort()


async def dropped(sender: Sender) -> None:
    """Come and go."""
    try:
        _, writer = await asyncio.open_connection(
            HOST, sender.given.port, local_addr=(sender.given.source, 0)
        )
    except OSError:
        await asyncio.sleep(RETRY_S)
        return
    sender.attack.answers[0] += 1
    writer.transport.abort()


async def pipelined(sender: Sender) -> None:
    """Eight requests in one piece, and eight answers."""
    request = question("GET", f"/t/{sender.code('boards', sender.next())}/boards", sender.of, more=PACKED)
    reader, writer = await asyncio.open_connection(
        HOST, sender.given.port, local_addr=(sender.given.source, 0)
    )
    try:
        writer.write(request * 8)
        for _ in range(8):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            status = int(head[9:12])
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            await asyncio.wait_for(reader.readexactly(length), 60)
            sender.attack.answers[status] += 1
    except (asyncio.IncompleteReadError, ValueError, TimeoutError, ConnectionError):
        sender.attack.answers[0] += 1
        await asyncio.sleep(RETRY_S)
    finally:
        writer.transport.abort()


async def not_text(sender: Sender) -> None:
    await sender.ask("PUT", "/api/me", b'{"name": "\xff"}')


async def no_port(sender: Sender) -> None:
    """A host with a port that cannot be."""
    request = question("PUT", "/api/me", sender.of, b'{"name": "Eve"}')
    await sender.send(request.replace(f"Host: {HOST}".encode(), b"Host: localhost:99999"))


HALF_HEAD: Final = b"GET / HTTP/1.1\r\nHost: " + HOST.encode() + b"\r\nX-Half: "
CHUNK: Final = b" " * 60_000


def half_body(path: str, size: int) -> Script:
    """Most of a large body, and then nothing."""

    async def script(sender: Sender) -> None:
        kind = f"Content-Type: application/json\r\nContent-Length: {size}\r\n"
        head = question("POST", path, sender.of, more=kind)
        await hold(sender, head + b"{" + CHUNK * (size // len(CHUNK) - 1))

    return script
