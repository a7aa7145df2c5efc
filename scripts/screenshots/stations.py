"""Where pictures are taken, and where tests look for faults: every page, and a table in every phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from farmstead.guides.puzzles import puzzles_of
from scripts.screenshots.reviewed import name as review_name
from scripts.screenshots.tables import Tables

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PATIENCE: Final = 60_000  # milliseconds, on a busy machine
COOKIE: Final = "farmstead"
DRAWN: Final = "() => document.body.dataset.position?.trim() && document.querySelector('.picture > svg')"


@dataclass(frozen=True)
class Station:
    """A page by its path, with `{table}` for the code of a table, and what is done there at first."""

    name: str
    path: str
    table: str = ""
    then: Callable[[Page], None] | None = None
    is_known: bool = True  # somebody with a name and tables; else somebody who has never been here
    is_narrow: bool = False  # only on a phone is it another picture
    after: str = ""  # a table at which a game has to have been played before

    def visit(self, page: Page, tables: Tables) -> None:
        """Go there with a page of somebody's; returns when all is shown."""
        if self.after:
            tables.code(self.after)
        page.goto(self.path.format(table=tables.code(self.table)) if self.table else self.path)
        page.wait_for_load_state("networkidle" if not self.table else "load", timeout=PATIENCE)
        if self.table:
            seen(page, tables.client.table(tables.code(self.table)).phase)
        if self.then is not None:
            self.then(page)


def known(context: BrowserContext, tables: Tables) -> None:
    """Make somebody's browser that of the person whose tables these are."""
    context.add_cookies([{"name": COOKIE, "value": tables.client.cookie, "url": tables.url}])


def seen(page: Page, phase: str) -> None:
    """Until the table is shown as far as it will be."""
    page.wait_for_selector(f"body[data-phase={phase}]", timeout=PATIENCE)
    if phase != "waiting":
        page.wait_for_function(DRAWN, timeout=PATIENCE)
    if phase == "over":
        page.wait_for_selector("#end .headline", timeout=PATIENCE)


# ---- what is done there ------------------------------------------------------------------------------------


def press(page: Page, selector: str) -> None:
    """The first such part of a board, with the keyboard: pictures overlap, and shapes are odd."""
    page.locator(selector).first.focus(timeout=PATIENCE)
    page.keyboard.press("Enter")


def ghost(page: Page) -> None:
    """A tile is chosen and lies where it would be laid."""
    press(page, "#tray-pictures .part.available")
    press(page, ".cell.available")
    page.wait_for_selector(".after", timeout=PATIENCE)


def checked(page: Page) -> None:
    """The luck of the game is worked out again."""
    page.goto(f"/fair#{page.url.rpartition('/')[2]}")
    page.wait_for_selector(".verdict", timeout=PATIENCE)


def drawn(page: Page) -> None:
    """A hex, and a die for it."""
    press(page, ".hex.available")
    press(page, ".die.available")
    page.wait_for_function("() => document.querySelector('.part.chosen')", timeout=PATIENCE)


def answered(page: Page) -> None:
    """The answer of a puzzle is shown."""
    page.locator("#tell").click(timeout=PATIENCE)
    page.wait_for_selector("#rating", timeout=PATIENCE)


def refused(page: Page) -> None:
    """Something closed says why."""
    press(page, ".part.closed")
    page.wait_for_selector(".why a", timeout=PATIENCE)


def pointed(page: Page) -> None:
    """What the focus is on shows what it would do."""
    page.locator(".part.available").first.focus(timeout=PATIENCE)
    page.wait_for_selector("#detail .note, .after", timeout=PATIENCE)


def taken(page: Page) -> None:
    """The device is taken by whom it waits for."""
    page.locator("#hand button").first.click(timeout=PATIENCE)
    page.wait_for_selector(".part.available", state="attached", timeout=PATIENCE)


def lying(page: Page) -> None:
    """Nobody holds the device."""
    page.wait_for_selector("#hand button", timeout=PATIENCE)


def beside(page: Page) -> None:
    """Several at a device on which nothing is hidden: whose turn it is has it."""
    page.wait_for_selector("#also .side", timeout=PATIENCE)


def settings(page: Page) -> None:
    """What this device prefers."""
    page.locator("#open-settings").click(timeout=PATIENCE)
    page.wait_for_selector("dialog[open]", timeout=PATIENCE)


def as_text(page: Page) -> None:
    """The boards in letters."""
    page.keyboard.press("t")
    page.wait_for_selector("dialog[open] pre", timeout=PATIENCE)


def tab(name: str) -> Callable[[Page], None]:
    """On a narrow screen, one part of the table; elsewhere all of it is there."""

    def open_tab(page: Page) -> None:
        found = page.locator(f"#tabs [data-tab={name}]")
        if found.is_visible():
            found.click()

    return open_tab


def changing(page: Page) -> None:
    """Somebody whose account is to get another passphrase; it is made when nobody has done so before."""
    sent = {"name": "Anna-Magdalena", "passphrase": "seven geese on the roof"}
    for path in ("/api/account", "/api/account/session"):
        if page.context.request.post(path, data=sent).ok:
            break
    page.reload()
    page.locator("#change summary").click(timeout=PATIENCE)
    page.wait_for_selector("#devices-list li", timeout=PATIENCE)


def searched(page: Page) -> None:
    """A word in the rules."""
    page.locator("#search-words").fill("7")
    page.wait_for_selector("#search-found:not(:empty)", timeout=PATIENCE)


def reckoned(page: Page) -> None:
    """What a game changed is written a moment after its end."""
    while not page.locator("table.rated").count():
        page.reload()
    page.locator("details summary").first.click(timeout=PATIENCE)


def replayed(ply: int) -> Callable[[Page], None]:
    """From the table to a move of its game, in pictures and in words."""

    def go(page: Page) -> None:
        page.goto(f"/replay/{page.url.rpartition('/')[2]}#{ply}")
        page.wait_for_selector(f"body[data-position='{ply}']", timeout=PATIENCE)
        page.evaluate("document.getElementById('words-panel').open = true")
        page.wait_for_selector("#words-body li", state="attached", timeout=PATIENCE)

    return go


def read_back(page: Page) -> None:
    """The log of a replay: on a narrow screen it is a tab."""
    replayed(150)(page)
    tab("talk")(page)


def gone_on(luck: str, ply: int) -> Callable[[Page], None]:
    """From the table to a game that goes on from a move of it."""

    def go(page: Page) -> None:
        wish = {"ply": ply, "luck": luck, "title": "What if?"}
        code = page.url.rpartition("/")[2]
        made = page.context.request.post(f"/api/studies/{code}/branches", data=wish).json()
        page.goto(f"/t/{made['code']}")
        seen(page, "playing")
        # It is shown to everybody at first, and then from the side of whoever is to choose.
        page.wait_for_selector(
            "#chance button" if luck == "chosen" else ".part.available", state="attached", timeout=PATIENCE
        )

    return go


def side_by_side(page: Page) -> None:
    """A game and another that left it."""
    code = page.url.rpartition("/")[2]
    gone_on("same", 60)(page)
    page.goto(f"/compare?a={code}&b={page.url.rpartition('/')[2]}")
    page.wait_for_selector("body[data-step]", timeout=PATIENCE)


def unreviewed(page: Page) -> None:
    """A game that nobody has had reviewed."""
    page.goto(f"/review/{page.url.rpartition('/')[2]}")
    page.wait_for_selector("#share input", timeout=PATIENCE)


def reviewed(page: Page) -> None:
    """The boards of all turning points are there."""
    page.wait_for_selector("body[data-drawn=yes]", timeout=PATIENCE)


def scored(tool: str, part: str) -> Callable[[Page], None]:
    """A real table to which something has been done."""

    def tap(page: Page) -> None:
        page.wait_for_selector("#scoring[data-ready]", timeout=PATIENCE)
        page.locator(f"[data-key='{tool}']").click(timeout=PATIENCE)
        press(page, f"{part}.available")
        page.wait_for_selector("#undo:not(:disabled)", timeout=PATIENCE)

    return tap


def nine_put_in(page: Page) -> None:
    """A real table with land beside the board, the farmer and eight labourers."""
    page.wait_for_selector("#scoring[data-ready]", timeout=PATIENCE)
    for tile, cell in NINE_LAND:
        page.locator(f"[data-key='tool tile:{tile}']").click(timeout=PATIENCE)
        press(page, f"[data-part='cell:{cell}'].available")
        page.wait_for_selector(f"[data-part='laid:{cell}']", state="attached", timeout=PATIENCE)
    for what, count in NINE_PEOPLE.items():
        stepper = page.locator(".stepper", has=page.locator(f"[data-key='more {what}']"))
        for number in range(int(stepper.locator("output").inner_text()), count):
            stepper.locator("button").last.click(timeout=PATIENCE)
            stepper.locator("output", has_text=str(number + 1)).wait_for(timeout=PATIENCE)
    page.locator("#scoring .picture").first.scroll_into_view_if_needed(timeout=PATIENCE)


NINE_LAND: Final = ((8, "-1,0"), (7, "-2,0"), (13, "5,0"))
NINE_PEOPLE: Final = {"huts": 4, "labourers yellow": 3, "labourers blue": 3, "labourers white": 2}
AT_TABLE: Final = "/t/{table}"
STATIONS: Final = (
    Station("home-first", "/", is_known=False),
    Station("you-first", "/you", is_known=False),
    Station("you-account", "/you", is_known=False, then=changing),
    Station("you", "/you"),
    Station("ratings-first", "/ratings", is_known=False),
    Station("new-grove", "/new?game=walnut-grove"),
    Station("new-valley", "/new?game=sunflower-valley"),
    Station("waiting", AT_TABLE, "waiting"),
    Station("waiting-guest", AT_TABLE, "waiting", is_known=False),
    Station("grove-first", AT_TABLE, "grove-first"),
    Station("grove-spring", AT_TABLE, "grove-spring"),
    Station("grove-spring-ghost", AT_TABLE, "grove-spring", ghost),
    Station("grove-spring-settings", AT_TABLE, "grove-spring", settings),
    Station("grove-summer", AT_TABLE, "grove-summer", pointed),
    Station("grove-autumn", AT_TABLE, "grove-autumn"),
    Station("grove-autumn-farm", AT_TABLE, "grove-autumn", tab("main"), is_narrow=True),
    Station("grove-autumn-refused", AT_TABLE, "grove-autumn", refused),
    Station("grove-autumn-seats", AT_TABLE, "grove-autumn", tab("seats"), is_narrow=True),
    Station("grove-autumn-talk", AT_TABLE, "grove-autumn", tab("talk"), is_narrow=True),
    Station("grove-autumn-text", AT_TABLE, "grove-autumn", as_text),
    Station("grove-winter", AT_TABLE, "grove-winter"),
    Station("grove-watched", AT_TABLE, "grove-winter", is_known=False),
    Station("grove-beside", AT_TABLE, "grove-beside"),
    Station("grove-beside-ghost", AT_TABLE, "grove-beside", ghost),
    Station("grove-household", AT_TABLE, "grove-household", tab("main")),
    Station("grove-hand", AT_TABLE, "grove-hand", lying),
    Station("grove-alone-end", AT_TABLE, "grove-alone-end"),
    Station("grove-end", AT_TABLE, "grove-end"),
    Station("valley", AT_TABLE, "valley"),
    Station("valley-chosen", AT_TABLE, "valley", drawn),
    Station("valley-refused", AT_TABLE, "valley", refused),
    Station("valley-seats", AT_TABLE, "valley", tab("seats"), is_narrow=True),
    Station("valley-hand", AT_TABLE, "valley-hand", beside),
    Station("valley-end", AT_TABLE, "valley-end"),
    Station("home", "/"),
    Station("daily", "/daily"),
    Station("ratings", "/ratings", then=reckoned, after="valley-end"),
    Station("help", "/help"),
    Station("help-games", "/help/games"),
    Station("help-table", "/help/table"),
    Station("rules", "/rules"),
    Station("rules-grove", "/rules/walnut-grove"),
    Station("rules-how", "/rules/walnut-grove?only-how=true"),
    Station("rules-searched", "/rules/walnut-grove", then=searched),
    Station("rules-valley", "/rules/sunflower-valley"),
    Station("fair", "/fair"),
    Station("fair-checked", AT_TABLE, "valley-end", checked),
    Station("replays", "/replay"),
    Station("replay-grove", AT_TABLE, "grove-end", replayed(120)),
    Station("replay-valley", AT_TABLE, "valley-end", replayed(60)),
    Station("replay-running", AT_TABLE, "grove-winter", replayed(90)),
    Station("replay-log", AT_TABLE, "grove-end", read_back, is_narrow=True),
    Station("score", "/score"),
    Station("score-grove", "/score/walnut-grove", then=scored("tool tile:17", "[data-part='cell:0,1']")),
    Station("score-grove-nine", "/score/walnut-grove", then=nine_put_in),
    Station("score-valley", "/score/sunflower-valley", then=scored("tool H", "[data-part='hex:1,1']")),
    Station("print-grove", "/print/walnut-grove"),
    Station("print-valley", "/print/sunflower-valley?sheet=A"),
    Station("gallery", "/gallery"),
    Station("gallery-grove", "/gallery/walnut-grove"),
    Station("gallery-valley", "/gallery/sunflower-valley"),
    Station("nowhere", "/nowhere"),
    Station("learn", "/learn"),
    Station("learn-grove", "/learn/walnut-grove"),
    Station("lesson-grove", "/lessons/last-hire"),
    Station("lesson-valley", "/lessons/spare-sheep"),
    Station("offline", "/offline"),
    Station("whats-new", "/whats-new"),
    Station("puzzles", "/puzzles"),
    Station("puzzle-grove", f"/puzzles/walnut-grove/{next(iter(puzzles_of('walnut-grove')))}"),
    Station(
        "puzzle-answered",
        f"/puzzles/sunflower-valley/{next(iter(puzzles_of('sunflower-valley')))}",
        then=answered,
    ),
    Station("no-table", "/t/nowhere"),
    Station("api", "/api"),
    Station("branch", AT_TABLE, "valley-end", gone_on("same", 60)),
    Station("branch-luck", AT_TABLE, "valley-end", gone_on("chosen", 0)),
    Station("compare-first", "/compare"),
    Station("compare", AT_TABLE, "valley-end", side_by_side),
    Station("review-none", AT_TABLE, "valley-end", unreviewed),
    Station("review-valley", f"/review/{review_name('valley')}", then=reviewed),
    Station("review-grove", f"/review/{review_name('game')}", then=reviewed),
    Station("mine", "/mine", after="valley-end"),
    Station("mine-first", "/mine", is_known=False),
)
