"""For every route the dearest requests that were found, and what besides is sent to no route at all."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from farmstead.server.http.static_files import files as static_files
from scripts.siege import payloads
from scripts.siege.attacks import (
    BEST,
    FOUR_BOTS,
    HALF_HEAD,
    ME,
    OPEN,
    SECRET,
    Preparing,
    account_made,
    as_account,
    branch_named,
    build_files,
    chatted,
    chosen_luck,
    chosen_on_boards,
    dropped,
    fetch_record,
    fetch_sheets,
    file_brought,
    film_asked_for,
    first_legal,
    get,
    going,
    gone_back,
    guest_deleted,
    guided,
    half_body,
    handed_over,
    held_open,
    invited_tables,
    lesson_answered,
    lesson_moves,
    lesson_previewed,
    listened,
    luck_brought,
    make_account,
    moved,
    moved_together,
    no_port,
    not_text,
    owned,
    owner_of,
    pipelined,
    puzzle_answered,
    puzzle_previewed,
    record_brought,
    record_dropped,
    scored,
    scored_with,
    send,
    session_ended,
    shared_device,
    sitting,
    table_deleted,
    table_filled,
    taken_back,
    waiting_tables,
)
from scripts.siege.payloads import GROVE, VALLEY
from scripts.siege.sending import Script

MANY: Final = 48  # connections of one visitor; a browser opens six
HELD: Final = 140  # connections on which something is begun and not ended
DONE: Final = (200, 201)
LARGEST_STATIC: Final = max(static_files(), key=lambda name: len(static_files()[name].data))


@dataclass(frozen=True, slots=True)
class Entry:
    """One attack."""

    route: str  # `GET /t/{code}/boards`; nothing: on no route
    what: str  # is sent, and why that is dear
    script: Script
    before: Preparing | None = None
    own: int = 0  # games of the visitor's own that are in play, late in the game
    ended: int = 0  # games of their own that are over
    expects: tuple[int, ...] = DONE  # one of these must be answered, or it is not the request that was meant
    leaves_work: bool = False  # the server is busy with it for long afterwards
    connections: int = MANY
    service: str = ""  # what another visitor wants meanwhile, one of SERVICES

    @property
    def name(self) -> str:
        return f"{self.route}: {self.what}" if self.route else self.what


# ---- the list ----------------------------------------------------------------------------------------------

PAGES: Final = [
    Entry("GET /", "in each language", get("/?lang={lang}&n={n}")),
    Entry("GET /new", "in each language", get("/new?lang={lang}&n={n}")),
    Entry("GET /you", "in each language", get("/you?lang={lang}&n={n}")),
    Entry("GET /fair", "in each language", get("/fair?lang={lang}&n={n}")),
    Entry("GET /api", "the page of the API, from its schema", get("/api?lang={lang}&n={n}")),
    Entry("GET /help", "in each language", get("/help?lang={lang}&n={n}")),
    Entry("GET /help/{name}", "the longest in each language", get("/help/games?lang={lang}&n={n}")),
    Entry("GET /about/{name}", "a page that is not there", get("/about/no{n}?lang={lang}"), expects=(404,)),
    Entry("GET /robots.txt", "the whole file", get("/robots.txt?n={n}")),
    Entry("GET /favicon.ico", "the whole file", get("/favicon.ico?n={n}")),
    Entry(
        "GET /.well-known/security.txt",
        "none is there",
        get("/.well-known/security.txt?n={n}"),
        expects=(404,),
    ),
    Entry("GET /learn", "in each language", get("/learn?lang={lang}&n={n}")),
    Entry("GET /learn/{game}", "each game in each language", get("/learn/{game}?lang={lang}&n={n}")),
    Entry("GET /gallery", "in each language", get("/gallery?lang={lang}&n={n}")),
    Entry("GET /gallery/{game}", "all components drawn", get("/gallery/{game}?lang={lang}&n={n}")),
    Entry("GET /gallery/{game}/edition.toml", "the packaged file", get("/gallery/{game}/edition.toml?n={n}")),
    Entry("GET /rules", "in each language", get("/rules?lang={lang}&n={n}")),
    Entry(
        "GET /rules/{game}",
        "a whole book, each time with options that nobody has named before",
        get("/rules/walnut-grove?lang={lang}&options=x{n},y{n}"),
    ),
    Entry("GET /score", "in each language", get("/score?lang={lang}&n={n}")),
    Entry("GET /score/{game}", "each game in each language", get("/score/{game}?lang={lang}&n={n}")),
    Entry(
        "GET /print/{game}",
        "sheets for four, on each paper",
        get("/print/{game}?players=4&lang={lang}&n={n}&what=sheets"),
    ),
    Entry("GET /compare", "in each language", get("/compare?lang={lang}&n={n}")),
    Entry("GET /manifest.webmanifest", "in each language", get("/manifest.webmanifest?lang={lang}&n={n}")),
    Entry("GET /service-worker.js", "the whole script", get("/service-worker.js?edition={n}")),
    Entry("GET /offline", "in each language", get("/offline?lang={lang}&n={n}")),
    Entry("GET /whats-new", "in each language", get("/whats-new?lang={lang}&n={n}")),
    Entry("GET /daily", "with former days", get("/daily?lang={lang}&n={n}&before=2999-01-01")),
    Entry(
        "GET /daily/{day}/{game}/result.png",
        "of days that the visitor has not played",
        get("/daily/2031-05-06/{game}/result.png?lang={lang}&n={n}"),
        expects=(404,),
    ),
    Entry("GET /ratings", "a full list", get("/ratings?game={game}&seats=2&lang={lang}&n={n}")),
    Entry(
        "GET /mine", "the figures of somebody with forty games", owned("/mine?lang={lang}&n={n}"), ended=40
    ),
    Entry("GET /replay", "in each language", get("/replay?lang={lang}&n={n}")),
    Entry("GET /replay/{name}", "games that are over", get("/replay/{over}?lang={lang}&n={n}")),
    Entry("GET /review/{name}", "games without a review", get("/review/{over}?lang={lang}&n={n}")),
    Entry("GET /static/{name}", "the largest file", get(f"/static/{LARGEST_STATIC}?n={{n}}")),
    Entry(
        "GET /static/{name}",
        "the largest file, of another version each time",
        get(f"/static/{{n}}/{LARGEST_STATIC}"),
    ),
    Entry("GET /{rest}", "pages that are not there", get("/no/such/page/{n}?lang={lang}"), expects=(404,)),
    Entry("GET /lessons/{name}", "each lesson in each language", get("/lessons/{lesson}?lang={lang}&n={n}")),
    Entry(
        "GET /lessons/{name}/boards",
        "each, wide and narrow",
        get("/lessons/{lesson}/boards?lang={lang}&narrow={narrow}"),
    ),
    Entry(
        "GET /lessons/{name}/symbols",
        "with letters",
        get("/lessons/{lesson}/symbols?letters=true&lang={lang}"),
    ),
    Entry("GET /lessons/{name}/unfolded", "each", get("/lessons/{lesson}/unfolded?lang={lang}")),
    Entry("GET /lessons/{name}/preview", "the board after the first choice", lesson_previewed, lesson_moves),
    Entry("GET /lessons/{name}/why", "of a cell", get("/lessons/{lesson}/why?part=cell:0,{n}&lang={lang}")),
    Entry("GET /lessons/{name}/answer", "each", get("/lessons/{lesson}/answer?lang={lang}")),
    Entry("POST /lessons/{name}/answer", "the first choice of each", lesson_answered, lesson_moves),
    Entry("GET /puzzles", "with former days", get("/puzzles?lang={lang}&n={n}&before=2999-01-01")),
    Entry("GET /puzzles/{game}/{name}", "each in each language", get("/puzzles/{puzzle}?lang={lang}&n={n}")),
    Entry(
        "GET /puzzles/{game}/{name}/boards",
        "each, wide and narrow",
        get("/puzzles/{puzzle}/boards?lang={lang}&narrow={narrow}"),
    ),
    Entry(
        "GET /puzzles/{game}/{name}/symbols",
        "with letters",
        get("/puzzles/{puzzle}/symbols?letters=true&lang={lang}"),
    ),
    Entry("GET /puzzles/{game}/{name}/unfolded", "each", get("/puzzles/{puzzle}/unfolded?lang={lang}")),
    Entry("GET /puzzles/{game}/{name}/preview", "the board after the best", puzzle_previewed),
    Entry(
        "GET /puzzles/{game}/{name}/why",
        "of a cell",
        get("/puzzles/{puzzle}/why?part=cell:0,{n}&lang={lang}"),
    ),
    Entry("POST /puzzles/{game}/{name}/answer", "the last choice of each", puzzle_answered),
]
TABLE_PAGES: Final = [
    Entry("GET /t/{code}", "tables late in the game", get("/t/{boards}?lang={lang}&n={n}")),
    Entry("GET /t/{code}/board.txt", "large boards as text", get("/t/{boards}/board.txt?lang={lang}&n={n}")),
    Entry(
        "GET /t/{code}/boards",
        "large boards, more of them than are kept",
        get("/t/{boards}/boards?lang={lang}&narrow={narrow}&n={n}"),
    ),
    Entry("POST /t/{code}/boards", "moves, and boards that nobody has drawn", chosen_on_boards, own=12),
    Entry("GET /t/{code}/ribbons", "of a game", get("/t/{boards}/ribbons?n={n}")),
    Entry("GET /t/{code}/look", "another's farm", get("/t/{boards}/look?of=1&lang={lang}&n={n}")),
    Entry(
        "GET /t/{code}/luck",
        "what chance may bring",
        owned("/t/{branch}/luck?lang={lang}&n={n}"),
        chosen_luck,
    ),
    Entry(
        "GET /t/{code}/overlay",
        "of a line of the score",
        get("/t/{boards}/overlay?line=total&lang={lang}&n={n}"),
    ),
    Entry(
        "GET /t/{code}/picture.svg",
        "all boards in one picture",
        get("/t/{boards}/picture.svg?lang={lang}&dark={narrow}&n={n}"),
    ),
    Entry(
        "GET /t/{code}/preview",
        "the board after a move",
        owned("/t/{own}/preview?seat=0&move={move}&lang={lang}&n={n}"),
        first_legal(""),
        own=1,
    ),
    Entry(
        "GET /t/{code}/proposal",
        "with more than there is of a good",
        owned("/t/{own}/proposal?seat=0&use=barn:grain=99&lang={lang}&n={n}"),
        own=1,
    ),
    Entry("GET /t/{code}/symbols", "with letters", get("/t/{boards}/symbols?letters=true&lang={lang}&n={n}")),
    Entry("GET /t/{code}/unfolded", "of a large board", get("/t/{boards}/unfolded?lang={lang}&n={n}")),
    Entry("GET /t/{code}/why", "of a cell", owned("/t/{own}/why?seat=0&part=cell:0,{n}&lang={lang}"), own=1),
]
PEOPLE: Final = [
    Entry("GET /api/me", "who one is", get("/api/me?n={n}")),
    Entry(
        "PUT /api/me",
        "another name each time",
        send("PUT", "/api/me", lambda _, n: {"name": f"Eve {n} {'x' * 28}"}),
    ),
    Entry("DELETE /api/me", "a guest with a table", guest_deleted),
    Entry("GET /api/me/export", "forty games with their journals", owned("/api/me/export?n={n}"), ended=40),
    Entry("GET /api/me/sessions", "where one is known", get("/api/me/sessions?n={n}")),
    Entry("DELETE /api/me/sessions", "all others", send("DELETE", "/api/me/sessions")),
    Entry("DELETE /api/me/sessions/{session}", "the session of a new guest", session_ended),
    Entry("GET /api/me/webhook", "where one is called", get("/api/me/webhook?n={n}")),
    Entry(
        "PUT /api/me/webhook",
        "a host whose name must be looked up",
        send("PUT", "/api/me/webhook", lambda _, n: {"url": f"https://h{n}.example.com/{'x' * 400}"}),
        expects=(200, 400, 409, 422),
    ),
    Entry("DELETE /api/me/webhook", "again and again", send("DELETE", "/api/me/webhook")),
    Entry(
        "POST /api/me/webhook/try",
        "without one",
        send("POST", "/api/me/webhook/try"),
        expects=(200, 400, 404, 409, 422),
    ),
    Entry("GET /api/account", "one's own", as_account("GET", "/api/account"), make_account),
    Entry("POST /api/account", "passphrases of 170 letters, hashed", account_made),
    Entry(
        "POST /api/account/session",
        "wrong passphrases of accounts that are not there, hashed all the same",
        send("POST", "/api/account/session", lambda _, n: {"name": f"nobody {n}", "passphrase": SECRET}),
        expects=(400, 401, 403, 409),
    ),
    Entry(
        "PUT /api/account/passphrase",
        "with a wrong one, hashed",
        as_account("PUT", "/api/account/passphrase", {"old": SECRET[1:], "new": SECRET[2:]}),
        make_account,
        expects=(200, 400, 401, 403, 409),
    ),
]
# Of a server without a passphrase for its operator, who is none of the visitors here: none of this is there.
OPERATOR: Final = [
    Entry("GET /operator", "in each language", get("/operator?lang={lang}&n={n}"), expects=(404,)),
    Entry("GET /api/operator", "without a passphrase", get("/api/operator?n={n}"), expects=(404,)),
    Entry("GET /api/operator/people", "one letter", get("/api/operator/people?find=e&n={n}"), expects=(404,)),
    Entry("GET /api/operator/tables", "all", get("/api/operator/tables?n={n}"), expects=(404,)),
    Entry("GET /api/operator/reports", "all", get("/api/operator/reports?n={n}"), expects=(404,)),
    Entry(
        "POST /api/operator/session",
        "passphrases",
        send("POST", "/api/operator/session", lambda _, n: {"passphrase": f"{n} {SECRET}"}),
        expects=(404,),
    ),
    Entry("POST /api/operator/session/end", "again and again", send("POST", "/api/operator/session/end")),
    Entry(
        "POST /api/operator/people/{number}/{deed}",
        "deleting others",
        send("POST", "/api/operator/people/1/delete", lambda _, n: {"name": "x"}),
        expects=(404,),
    ),
    Entry(
        "POST /api/operator/tables/{number}/{deed}",
        "deleting tables",
        send("POST", "/api/operator/tables/1/delete"),
        expects=(404,),
    ),
    Entry(
        "POST /api/operator/reports/{number}/done",
        "any",
        send("POST", "/api/operator/reports/1/done"),
        expects=(404,),
    ),
]
TABLES: Final = [
    Entry("GET /api/games", "what can be played", get("/api/games?n={n}")),
    Entry(
        "POST /api/tables",
        "a sound edition of 999 tiles",
        send(
            "POST",
            "/api/tables",
            lambda _, n: {
                "game": GROVE,
                "seats": [ME, OPEN],
                "edition": payloads.another(payloads.sound_edition(), n),
            },
        ),
    ),
    Entry(
        "POST /api/tables",
        "an edition with a key of 99,900 dots",
        send(
            "POST",
            "/api/tables",
            lambda _, n: {
                "game": GROVE,
                "seats": [ME],
                "edition": payloads.another(payloads.dotted_key(), n),
            },
        ),
        expects=(400, 409, 422),
    ),
    Entry(
        "POST /api/tables",
        "an edition of 15,000 tables",
        send(
            "POST",
            "/api/tables",
            lambda _, n: {
                "game": GROVE,
                "seats": [ME],
                "edition": payloads.another(payloads.many_tables(), n),
            },
        ),
        expects=(400, 409, 422),
    ),
    Entry(
        "POST /api/tables",
        "four bots of level 5 and nobody else",
        send("POST", "/api/tables", lambda _, n: FOUR_BOTS),
        leaves_work=True,
        service="a bot's first turn",
    ),
    Entry(
        "POST /api/tables",
        "tables of one's own in the lobby",
        send(
            "POST",
            "/api/tables",
            lambda _, n: {"game": VALLEY, "seats": [ME, OPEN, OPEN, OPEN], "public": True},
        ),
    ),
    Entry("GET /api/tables", "a lobby of 60 tables", get("/api/tables?n={n}")),
    Entry("GET /api/tables/mine", "forty games", owned("/api/tables/mine?n={n}"), ended=40, own=10),
    Entry("GET /api/tables/{code}", "tables late in the game", get("/api/tables/{boards}?n={n}")),
    Entry(
        "PATCH /api/tables/{code}",
        "in and out of the lobby",
        send(
            "PATCH",
            "/api/tables/{own}",
            lambda _, n: {"public": bool(n % 2), "chat": bool(n % 3)},
            owner=True,
        ),
        own=1,
    ),
    Entry("DELETE /api/tables/{code}", "tables just made", table_deleted),
    Entry(
        "POST /api/tables/{code}/seats/{seat}", "sitting down and getting up", sitting("sit"), waiting_tables
    ),
    Entry(
        "POST /api/tables/{code}/seats/{seat}/invitation",
        "a new one each time",
        send("POST", "/api/tables/{invited}/seats/1/invitation", owner=True),
        invited_tables,
    ),
    Entry(
        "POST /api/tables/{code}/seats/{seat}/free",
        "seats at which nobody sits",
        send("POST", "/api/tables/{invited}/seats/1/free", owner=True),
        invited_tables,
        expects=(409,),
    ),
    Entry(
        "POST /api/tables/{code}/close",
        "a table, and again once it is closed",
        send("POST", "/api/tables/{own}/close", owner=True),
        own=1,
        expects=(200, 409),
    ),
    Entry(
        "POST /api/tables/{code}/report",
        "500 letters about tables late in the game",
        send("POST", "/api/tables/{boards}/report", lambda _, n: {"text": f"{n} {'x' * 490}"}),
    ),
    Entry("POST /api/tables/{code}/leave", "sitting down and getting up", sitting("leave"), waiting_tables),
    Entry(
        "POST /api/tables/{code}/resign",
        "in twelve games, where a bot plays on",
        going("resign"),
        own=12,
        leaves_work=True,
    ),
    Entry(
        "POST /api/tables/{code}/return",
        "from a bot that plays on, in twelve games",
        going("return"),
        own=12,
        leaves_work=True,
    ),
    Entry(
        "POST /api/tables/{code}/fill",
        "with three bots of level 5",
        table_filled,
        leaves_work=True,
        service="a bot's first turn",
    ),
    Entry(
        "POST /api/tables/{code}/rematch",
        "of forty games",
        send("POST", "/api/tables/{ended}/rematch", owner=True),
        ended=40,
        leaves_work=True,
    ),
    Entry(
        "GET /api/tables/{code}/position",
        "large boards, with words",
        get("/api/tables/{boards}/position?words=true&lang={lang}&n={n}"),
    ),
    Entry(
        "GET /api/tables/{code}/components",
        "all of a box",
        get("/api/tables/{boards}/components?n={n}"),
    ),
    Entry(
        "GET /api/tables/{code}/news",
        "all of a long game",
        get("/api/tables/{over}/news?since=0&lang={lang}&n={n}"),
    ),
    Entry(
        "GET /api/tables/{code}/hint",
        "late in twelve games",
        lambda sender: sender.ask(
            "GET", f"/api/tables/{sender.code('own')}/hint?seat=0", None, owner_of(sender)
        ),
        own=12,
        leaves_work=True,
        service="a hint",
    ),
    Entry(
        "GET /api/tables/{code}/stream",
        "from the beginning of long games, with boards, dropped then",
        listened,
    ),
    Entry("GET /api/tables/{code}/record", "long games", get("/api/tables/{over}/record?n={n}")),
    Entry("POST /api/tables/{code}/moves", "legal ones in twelve games", moved, own=12),
    Entry(
        "POST /api/tables/{code}/moves/together", "one, and twelve, in twelve games", moved_together, own=12
    ),
    Entry("POST /api/tables/{code}/undo", "as far as can be, in twelve games", taken_back, own=12),
    Entry(
        "POST /api/tables/{code}/ask",
        "back to the beginning, in twelve games",
        gone_back,
        own=12,
        expects=(200, 400, 409, 422),
    ),
    Entry(
        "POST /api/tables/{code}/answer",
        "to what nobody asked",
        send("POST", "/api/tables/{own}/answer", {"seat": 0, "ask": 3, "yes": True}, owner=True),
        own=1,
        expects=(200, 400, 404, 409, 422),
    ),
    Entry("POST /api/tables/{code}/hand", "to and fro", handed_over, shared_device),
    Entry(
        "GET /api/tables/{code}/chat",
        "all lines",
        get("/api/tables/{own}/chat?after=0&n={n}"),
        chatted,
        own=1,
    ),
    Entry(
        "POST /api/tables/{code}/chat",
        "lines of 494 letters",
        send("POST", "/api/tables/{own}/chat", {"text": "Lies, damned lies. " * 26}, owner=True),
        own=1,
    ),
    Entry("GET /api/tables/{code}/fair", "the luck of long games", get("/api/tables/{over}/fair?n={n}")),
    Entry(
        "GET /api/tables/{code}/fair/cancelled",
        "the cancelled starts of long games",
        get("/api/tables/{over}/fair/cancelled?n={n}"),
    ),
    Entry(
        "POST /api/tables/{code}/fair/pledge",
        "another each time",
        send(
            "POST",
            "/api/tables/{waiting}/fair/pledge",
            lambda _, n: {"seat": 0, "pledge": secrets.token_hex(32)},
            owner=True,
        ),
        waiting_tables,
        expects=(200, 400, 409, 422),
    ),
    Entry(
        "POST /api/tables/{code}/fair/open",
        "what was not pledged",
        send(
            "POST",
            "/api/tables/{waiting}/fair/open",
            lambda _, n: {"seat": 0, "value": secrets.token_hex(32)},
            owner=True,
        ),
        waiting_tables,
        expects=(200, 400, 409, 422),
    ),
    Entry(
        "POST /api/tables/{code}/fair/cancel",
        "before anybody has waited long",
        send("POST", "/api/tables/{waiting}/fair/cancel", {"seat": 0}, owner=True),
        waiting_tables,
        expects=(200, 400, 409, 422),
    ),
    Entry(
        "GET /api/tables/{code}/luck",
        "what chance may bring",
        owned("/api/tables/{branch}/luck?lang={lang}&n={n}"),
        chosen_luck,
    ),
    Entry(
        "POST /api/tables/{code}/luck", "as it falls", luck_brought, chosen_luck, expects=(200, 400, 409, 422)
    ),
    Entry(
        "GET /api/tables/{code}/coach",
        "of a guided game",
        owned("/api/tables/{guided}/coach?seat=0&since=0&lang={lang}&n={n}"),
        guided,
    ),
    Entry(
        "GET /api/tables/{code}/coach/weighed",
        "the first move of a guided game",
        owned("/api/tables/{guided}/coach/weighed?seat=0&since={told}&lang={lang}&n={n}"),
        guided,
        leaves_work=True,
    ),
    Entry("POST /api/learn/{game}", "a guided game", send("POST", "/api/learn/{game}")),
]
STANDINGS: Final = [
    Entry("GET /api/ratings", "for what there are some", get("/api/ratings?n={n}")),
    Entry("GET /api/ratings/{game}/{seats}", "a full list", get("/api/ratings/{game}/2?n={n}")),
    Entry("GET /api/daily", "the games of today", get("/api/daily?n={n}")),
    Entry("GET /api/daily/former", "the games of former days", get("/api/daily/former?n={n}")),
    Entry(
        "POST /api/daily/{game}",
        "an attempt of each name",
        send("POST", "/api/daily/{game}"),
        leaves_work=True,
    ),
]
STUDIES: Final = [
    Entry("GET /api/studies", "records that were brought along", get("/api/studies?n={n}")),
    Entry("POST /api/studies", "long games, each like no other", record_brought, fetch_record),
    Entry(
        "POST /api/studies",
        "files of 12 million bytes in every format, which unpack to much more",
        file_brought,
        build_files,
        expects=(400, 409, 413, 422),
    ),
    Entry(
        "GET /api/studies/{name}", "long games, played again", get("/api/studies/{over}?lang={lang}&n={n}")
    ),
    Entry("DELETE /api/studies/{name}", "records just brought along", record_dropped, fetch_record),
    Entry(
        "GET /api/studies/{name}/branches",
        "of long games",
        get("/api/studies/{over}/branches?lang={lang}&n={n}"),
    ),
    Entry(
        "POST /api/studies/{name}/branches",
        "from late in long games, against bots of level 5",
        send(
            "POST",
            "/api/studies/{over}/branches",
            lambda _, n: {"ply": 100 + n % 50, "luck": "same", "seat": 0, "level": BEST},
        ),
        leaves_work=True,
    ),
    Entry("PATCH /api/studies/{name}/branches/{code}", "another title each time", branch_named, chosen_luck),
    Entry(
        "GET /api/studies/{name}/compare/{other}",
        "a long game and the same again",
        get("/api/studies/{over}/compare/{over}?lang={lang}&n={n}"),
    ),
    Entry(
        "GET /api/studies/{name}/download/{kind}",
        "long games on paper",
        get("/api/studies/{over}/download/pdf?log=true&language={lang}&n={n}"),
        leaves_work=True,
    ),
    Entry(
        "GET /api/studies/{name}/download/{kind}",
        "large boards in pixels",
        get("/api/studies/{over}/download/png?ply={ply}&dark={narrow}&language={lang}"),
        leaves_work=True,
    ),
    Entry(
        "POST /api/studies/{name}/download/{kind}",
        "films with each move of long games",
        film_asked_for,
        leaves_work=True,
        service="until a film is being made",
    ),
    Entry(
        "GET /api/studies/{name}/download/{kind}/progress",
        "of films of long games",
        get("/api/studies/{over}/download/webp/progress?language={lang}&n={n}"),
    ),
    Entry(
        "GET /api/studies/{name}/frames",
        "sixteen positions of long games, drawn",
        get("/api/studies/{over}/frames?from={ply}&to={until}&lang={lang}&narrow={narrow}"),
    ),
    Entry(
        "GET /api/studies/{name}/symbols",
        "with letters",
        get("/api/studies/{over}/symbols?letters=true&lang={lang}&n={n}"),
    ),
    Entry(
        "GET /api/studies/{name}/review", "of long games", get("/api/studies/{over}/review?lang={lang}&n={n}")
    ),
    Entry(
        "POST /api/studies/{name}/review",
        "of long games",
        send("POST", "/api/studies/{over}/review"),
        leaves_work=True,
        service="until a game is being reviewed",
    ),
    Entry(
        "DELETE /api/studies/{name}/review",
        "of long games",
        send("DELETE", "/api/studies/{over}/review"),
        expects=(200, 404, 409),
    ),
    Entry(
        "GET /api/studies/{name}/review/board",
        "of games that have no review yet",
        get("/api/studies/{over}/review/board?ply={ply}&narrow={narrow}&lang={lang}"),
        expects=(200, 404, 409),
    ),
]
SCORING: Final = [
    Entry(
        "POST /api/score/{game}",
        "four large farms",
        send("POST", "/api/score/walnut-grove?lang=de", scored),
        fetch_sheets,
    ),
    Entry(
        "POST /api/score/{game}",
        "with an edition of 999 tiles",
        send("POST", "/api/score/walnut-grove", scored_with),
    ),
    Entry(
        "POST /api/score/{game}",
        "with an edition that has a key of 99,900 dots",
        send(
            "POST",
            "/api/score/walnut-grove",
            lambda _, n: {"components": payloads.another(payloads.dotted_key(), n)},
        ),
    ),
    Entry(
        "POST /api/editions",
        "999 tiles, drawn",
        send(
            "POST",
            "/api/editions?lang=fr",
            lambda _, n: {"text": payloads.another(payloads.sound_edition(), n)},
        ),
    ),
    Entry(
        "POST /api/editions",
        "a key of 99,900 dots",
        send("POST", "/api/editions", lambda _, n: {"text": payloads.another(payloads.dotted_key(), n)}),
    ),
    Entry(
        "POST /api/editions",
        "15,000 tables",
        send("POST", "/api/editions", lambda _, n: {"text": payloads.another(payloads.many_tables(), n)}),
    ),
]
SCHEMA: Final = [
    Entry("GET /api/openapi.json", "the whole schema", get("/api/openapi.json?n={n}")),
    Entry(
        "GET /api/openapi.json/openapi.json", "the whole schema", get("/api/openapi.json/openapi.json?n={n}")
    ),
    Entry("GET /api/openapi.json/{path}", "what is not there", get("/api/openapi.json/x{n}"), expects=(404,)),
]
NO_ROUTE: Final = [
    Entry("GET /healthz", "is the server well?", get("/healthz?n={n}")),
    Entry(
        "", "which methods are there?", get("/api/tables/{boards}/position", "OPTIONS"), expects=(200, 204)
    ),
    Entry("", "guessing codes of tables", get("/t/{n}nocode{n}"), expects=(404,)),
    Entry(
        "",
        "guessing tokens of programs",
        get("/api/tables/{boards}/position", more=f"Authorization: Bearer {'x' * 40}\r\n"),
        expects=(401, 403),
    ),
    Entry("", "bytes that are no text", not_text, expects=(400,)),
    Entry("", "a host whose port cannot be", no_port, expects=(400, 403, 421)),
    Entry("", "eight requests for boards in one piece", pipelined),
    Entry("", "connections that come and go", dropped, expects=(0,)),
    Entry("", "halves of a head, held", held_open(HALF_HEAD), expects=(0,), connections=HELD),
    Entry(
        "",
        "halves of a table of 990 kB, held",
        half_body("/api/tables", 990_000),
        expects=(0,),
        connections=HELD,
    ),
    Entry(
        "",
        "halves of a file of 15.9 MB, held",
        half_body("/api/studies", 15_900_000),
        expects=(0,),
        connections=12,
    ),
]
ENTRIES: Final = [
    *PAGES,
    *TABLE_PAGES,
    *PEOPLE,
    *OPERATOR,
    *TABLES,
    *STANDINGS,
    *STUDIES,
    *SCORING,
    *SCHEMA,
    *NO_ROUTE,
]
BY_NAME: Final = {entry.name: entry for entry in ENTRIES}
EXEMPT: Final = {  # methods and routes without an entry of their own, and why
    "OPTIONS": "the framework answers it in the same way on each path; it is sent to one",
}
