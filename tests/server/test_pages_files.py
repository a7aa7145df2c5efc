"""What pages are made of is kept by browsers for good, and asked for all at once."""

from __future__ import annotations

import re
from pathlib import Path

from farmstead.server.pages.files import edition, files, scripts_of
from tests.server.asking import ME, opened
from tests.server.stores import awaited

NAMED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
ANY_IMPORT = re.compile(r'"\./([^"]+\.js)"')


@awaited
async def test_pages_name_files_that_can_be_kept_for_good(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        for path in ("/", "/new", "/rules", "/rules/walnut-grove", "/api", f"/t/{code}", "/nope"):
            page = (await ada.http.get(path, headers={"accept": "text/html"})).text
            named = NAMED.findall(page)
            assert named and all(each.startswith(f"/static/{edition()}/") for each in named), path
            for address in named:
                answer = await ada.http.get(address)
                assert answer.status_code == 200, address
                assert "immutable" in answer.headers["cache-control"]
                assert answer.content == files()[address.rpartition("/")[2]].data


@awaited
async def test_of_another_edition_they_are_asked_for_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        for place in ("/static/table.js", "/static/0123456789ab/table.js"):
            answer = await ada.http.get(place)
            assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
        for place in (
            f"/static/{edition()}/nope.js",
            f"/static/{edition()}/x/table.js",
            f"/static/{edition()}/",
        ):
            assert (await ada.http.get(place)).status_code == 404, place


@awaited
async def test_a_table_asks_for_all_its_scripts_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        page = (await ada.http.get(f"/t/{code}")).text
        wanted = [each.rpartition("/")[2] for each in PRELOADED.findall(page)]
        assert sorted(wanted) == sorted(set(wanted)) == sorted(scripts_of("table.js"))
        imported = {name for each in wanted for name in ANY_IMPORT.findall(files()[each].data.decode())}
        assert len(imported) > 10 and imported <= {*wanted}
