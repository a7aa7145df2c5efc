"""One's own games and figures, against games that were made by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.agents.levels import LEVELS
from farmstead.agents.levels_lines import lines_of_levels
from farmstead.server.pages.stats import tie_of
from farmstead.server.stats import results as outcomes_of
from farmstead.server.stats.messages import RibbonsOut
from farmstead.server.stats.results import MetNeighbour, PlayerResult, outcomes
from farmstead.server.stats.ribbons import ribbons_of
from farmstead.server.stats.summary import figures
from tests.server.asking import BOT, ME, OPEN, Browser, Doorstep, opened
from tests.server.finishing import play_on, table_of
from tests.server.hubs import VALLEY, WALNUT
from tests.server.ratings.test_pages import rows, shown
from tests.server.stores import awaited

NOTHING: Final[dict[str, object]] = {"best": None, "ahead": 0, "beaten": [], "neighbours": []}


def ended(
    n: int, points: int, place: int = 1, others: str = "2", game: str = VALLEY, seats: int = 2
) -> PlayerResult:
    lines = dict.fromkeys(lines_of_levels(game, seats)[0].lines, 0) | {"total": points}
    first = next(iter(lines))
    return PlayerResult(f"t{n}", game, seats, 0, n, {**lines, first: points}, place, others)


def test_figures_of_games_made_by_hand() -> None:
    played = [
        ended(1, 10, 2, "2"),
        ended(2, 30, 1, "2"),
        ended(3, 20, 1, "4"),
        ended(4, -5, 2, "people"),
        ended(5, 44, 1, "alone", WALNUT, 1),
    ]
    valley, alone = figures(played)
    assert (valley.game, valley.seats, valley.games) == (VALLEY, 2, 4)
    assert [tuple(each) for each in valley.against] == [
        ("people", 1, 0, -5.0, -5),
        ("2", 2, 1, 20.0, 30),
        ("4", 1, 1, 20.0, 20),
    ]
    assert valley.points == (10, 30, 20, -5)
    assert (valley.best.code, valley.worst.code) == ("t2", "t4")
    own = {line.name: line.own for line in valley.lines}
    assert own["total"] == next(iter(own.values())) == 13.75 and sum(own.values()) == 2 * 13.75
    assert [line.levels[3] for line in valley.lines] == list(lines_of_levels(VALLEY, 2)[3].lines.values())
    assert [tuple(each) for each in alone.against] == [("alone", 1, 0, 44.0, 44)]
    assert figures([]) == ()


@pytest.mark.parametrize("name", shelf.names())
def test_every_level_that_was_programmed_was_measured_at_every_number_of_seats(name: str) -> None:
    game = shelf.game(name)
    for seats in range(game.fewest, game.most + 1):
        found = lines_of_levels(name, seats)
        assert [each.level for each in found] == [
            number for number, level in LEVELS.items() if not level.learned
        ]
        for each in found:
            parts = sum(points for line, points in each.lines.items() if line != "total")
            assert each.games > 0 and abs(parts - each.lines["total"]) < 0.1
        assert found[3].lines["total"] > found[0].lines["total"]
    assert lines_of_levels(name, 99) == ()


async def finished(door: Doorstep, browser: Browser, game: str, *seats: dict[str, Any]) -> str:
    code = str((await browser.make(game, *seats))["code"])
    await play_on(door.core, await table_of(door, code))
    return code


@awaited
async def test_what_came_of_games_is_what_the_tables_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        codes = [await finished(door, ada, VALLEY, ME, BOT), await finished(door, ada, VALLEY, BOT, ME)]
        device = await finished(door, ada, VALLEY, ME, {"who": "device"})
        await ada.make(VALLEY, ME, OPEN)
        monkeypatch.setattr(outcomes_of, "LOADING_TIME_S", -1.0)
        assert (await outcomes(door.core, 1)).left == 2
        monkeypatch.setattr(outcomes_of, "LOADING_TIME_S", 60.0)
        known, left = await outcomes(door.core, 1)
        assert left == 0 and [each.code for each in known] == codes and device not in codes
        for each, seat in zip(known, (0, 1), strict=True):
            position = await ada.look(each.code)
            assert dict(each.lines) == position["lines"][seat] and each.place == position["places"][seat]
            assert (each.seat, each.seats, each.others) == (seat, 2, "1")
        monkeypatch.setattr(outcomes_of, "LOADING_TIME_S", -1.0)
        assert (await outcomes(door.core, 1)).known == known  # they are remembered


@pytest.mark.parametrize(
    ("language", "tied", "both"),
    [
        ("en", "tie broken by houses", "tie broken by houses and sunflowers, shared"),
        ("fr", "égalité tranchée par les maisons", "les maisons et les tournesols, partagé"),
        ("de", "Gleichstand, entschieden durch die Häuser", "die Häuser und die Sonnenblumen, geteilt"),
    ],
)
def test_a_tie_is_told_where_games_are_listed(language: str, tied: str, both: str) -> None:
    one = PlayerResult("x", VALLEY, 3, 0, 0, {"total": 9}, 1, "1", False, ("houses",))
    assert tie_of(one, language) == tied
    assert tie_of(one._replace(shared=True, decided=("houses", "sunflowers")), language).endswith(both)
    assert tie_of(one._replace(decided=()), language) == ""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_somebody_new_is_invited_to_play(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        for visitor in (await door.visitor(), await door.visitor("Ada")):
            html = await shown(visitor, "/mine", language)
            assert 'class="card empty"' in html and "<table" not in html and 'href="/"' in html


@awaited
async def test_the_page_lists_games_by_filter_and_counts_what_came_of_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.visitor("Ada"), await door.visitor("Ben")
        code = await finished(door, ada, VALLEY, ME, BOT)
        running = (await ada.make(WALNUT, ME, OPEN))["code"]
        html = await shown(ada, "/mine")
        for path in (
            f"/t/{code}",
            f"/replay/{code}",
            f"/review/{code}",
            f"/replay/{code}#downloads",
            f"/t/{running}",
        ):
            assert f'href="{path}"' in html
        assert f'href="/replay/{running}"' not in html
        points = (await ada.look(code))["lines"][0]["total"]
        written = str(points).replace("-", "−")
        assert f"{written} points" in html and f"Best: {written} points" in html
        assert any(row.startswith("Seedling (level 1) 1 ") for row in rows(html))
        assert any(row.startswith("total ") for row in rows(html))
        only = await shown(ada, "/mine?state=finished")
        assert f"/t/{code}" in only and f"/t/{running}" not in only
        only = await shown(ada, f"/mine?game={WALNUT}&state=running")
        assert f'href="/t/{code}"' not in only and f'href="/t/{running}"' in only
        assert "None of your games match" in await shown(ada, f"/mine?game={WALNUT}&state=finished")
        assert code not in await shown(ben, "/mine")


@awaited
async def test_there_are_pages_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmstead.server.pages.stats.PAGE_SIZE", 2)
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        codes = [(await ada.make(VALLEY, ME, OPEN))["code"] for _ in range(5)]
        seen: list[str] = []
        path = "/mine?state=running"
        for _ in range(3):
            html = await shown(ada, path)
            seen += [code for code in reversed(codes) if f'href="/t/{code}"' in html]
            path = html.partition('rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
        assert seen == codes[::-1] and path == ""


def test_ribbons_are_for_what_is_better_than_before() -> None:
    def against(n: int, points: int, place: int, *bots: int, seats: int = 2) -> PlayerResult:
        return ended(n, points, place, seats=seats)._replace(bots=bots)

    first = against(1, 20, 2, 2)
    assert ribbons_of(first, []) == RibbonsOut()
    better = against(2, 24, 1, 2)
    assert ribbons_of(better, [first]) == RibbonsOut(best=20, ahead=4, beaten=(2,))
    again = against(3, 24, 1, 2, 4, seats=3)
    assert ribbons_of(again, [first, better]) == RibbonsOut(beaten=(4,))  # none with as many players before
    shared = against(4, 10, 1, 5)._replace(shared=True)
    assert ribbons_of(shared, [first, better]) == RibbonsOut(best=24)


def test_components_of_ones_own_win_no_ribbons_of_the_game() -> None:
    """With a few coins more everybody has a hundred points."""
    usual = ended(1, 20, 2)._replace(bots=(2,))
    own = ended(2, 100, 1)._replace(bots=(2,), edition="d1")
    assert ribbons_of(own, [usual]) == RibbonsOut()
    assert ribbons_of(own._replace(code="t3"), [usual, own]) == RibbonsOut(best=100)
    better = ended(4, 24, 1)._replace(bots=(2,))
    assert ribbons_of(better, [usual, own]) == RibbonsOut(best=20, ahead=4, beaten=(2,))
    alone = ended(5, 41, others="alone", game=WALNUT, seats=1)._replace(edition="d1")
    assert ribbons_of(alone, []) == RibbonsOut()


def test_the_first_win_against_a_neighbour_is_a_ribbon_with_their_name() -> None:
    def against(n: int, *met: MetNeighbour, game: str = VALLEY) -> PlayerResult:
        return ended(n, 20, 2, game=game, seats=3)._replace(neighbours=met)

    def told(game: PlayerResult, *earlier: PlayerResult) -> list[str]:
        return [each.name for each in ribbons_of(game, earlier).neighbours]

    one, other = list(neighbours().values())[:2]
    lost = against(1, MetNeighbour(one.id, "lost"), MetNeighbour(other.id, "shared"))
    won = against(2, MetNeighbour(one.id, "won"), MetNeighbour(other.id, "won"))
    assert told(lost) == []
    assert told(won, lost) == [one.name, other.name]
    assert told(won, against(1, MetNeighbour(other.id, "won"))) == [one.name]
    assert told(won, against(1, MetNeighbour(one.id, "won"), game=WALNUT)) == [one.name, other.name]
    gone = against(3, MetNeighbour("who-has-moved-away", "won"))
    assert told(gone) == []


@awaited
async def test_a_neighbour_counts_by_name_and_not_by_level(tmp_path: Path) -> None:
    """Slow: a whole game is played."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        who = next(iter(neighbours().values()))
        code = await finished(door, ada, VALLEY, ME, {"who": "bot", "neighbour": who.id})
        (game,) = (await outcomes(door.core, 1)).known
        assert [each.neighbour for each in game.neighbours] == [who.id] and game.bots == ()
        told = (await ada.http.get(f"/t/{code}/ribbons")).json()
        assert told["beaten"] == []
        won = game.neighbours[0].result == "won"
        expected = [{"id": who.id, "name": who.name, "level": who.level}] if won else []
        assert told["neighbours"] == expected


@pytest.mark.parametrize(("points", "grade"), [(24, 0), (25, 25), (29, 25), (30, 30), (41, 35)])
def test_a_game_alone_has_a_ribbon_by_its_points(points: int, grade: int) -> None:
    """WG 8.9."""
    assert ribbons_of(ended(1, points, others="alone", game=WALNUT, seats=1), []).grade == grade


@awaited
async def test_ribbons_are_told_to_who_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.visitor("Ada"), await door.visitor("Ben")
        code = await finished(door, ada, WALNUT, ME)
        points = (await outcomes(door.core, 1)).known[0].points
        grade = max([each for each in (0, 25, 30, 35) if each <= max(points, 0)])
        told = (await ada.http.get(f"/t/{code}/ribbons")).json()
        assert told == {"grade": grade, **NOTHING}
        nothing: dict[str, object] = {"grade": 0, **NOTHING}
        assert (await ben.http.get(f"/t/{code}/ribbons")).json() == nothing
        assert (await (await door.visitor()).http.get(f"/t/{code}/ribbons")).json() == nothing
        running = str((await ada.make(VALLEY, ME, OPEN))["code"])
        assert (await ada.http.get(f"/t/{running}/ribbons")).json() == nothing
