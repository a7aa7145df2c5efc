"""Pages of a server's own, the line above all pages, and what search engines and previews are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead.server.pages.own_pages import OwnPages
from tests.server.asking import ME, OPEN, opened
from tests.server.stores import awaited


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


@awaited
async def test_pages_of_a_folder_are_shown_with_links_in_the_foot(tmp_path: Path) -> None:
    texts = {
        "imprint__de__md": "# Impressum\n\nVerein **Ähre**, <b>Dorf</b> [Post](mailto:a@b.example)",
        "imprint__fr__md": "# Mentions légales\n\nChez nous.",
        "privacy__en__txt": "# Privacy\n\nWe <keep> little.\n\nReally.",
        "Notes__md": "not shown",
        "evil__en__md": "# E\n\n<script>alert(1)</script> [x](javascript:a()) ![p](https://x.example/p.png)",
    }
    written(tmp_path / "pages", **texts)
    async with opened(tmp_path) as door:
        http = (await door.visitor()).http
        home = (await http.get("/?lang=de")).text
        assert '<a href="/about/imprint">Impressum</a>' in home and ">Privacy</a>" in home
        page = (await http.get("/about/imprint?lang=de")).text
        assert "<strong>Ähre</strong>" in page and "&lt;b&gt;Dorf" in page and "mailto:a@b.example" in page
        assert "Mentions légales" in (await http.get("/about/imprint?lang=fr")).text
        assert "Verein" in (await http.get("/about/imprint?lang=en")).text  # better than none
        assert "We &lt;keep&gt; little." in (await http.get("/about/privacy")).text
        evil = (await http.get("/about/evil")).text
        assert (
            "<script>alert" not in evil and 'href="javascript' not in evil and '<img src="https' not in evil
        )
        for name in ("Notes", "announcement", "nothing", "..%2Fsecret.key"):
            assert (await http.get(f"/about/{name}")).status_code == 404


def test_an_announcement_comes_and_goes_while_the_server_runs(tmp_path: Path) -> None:
    now = 0.0
    own = OwnPages(tmp_path / "pages", clock=lambda: now)
    assert own.shown("en").announcement == ""
    texts = {"announcement__en__txt": "Down at <20:00>\n", "announcement__de__txt": "Pause um 20:00"}
    written(tmp_path / "pages", **texts)
    assert own.shown("en").announcement == ""  # it has just been looked for
    now += 3
    assert own.shown("en").announcement == own.shown("fr").announcement == "Down at <20:00>"
    assert own.shown("de").announcement == "Pause um 20:00"
    before = own.shown("en").stamp
    (tmp_path / "pages" / "announcement.en.txt").unlink()
    now += 3
    assert own.shown("en").announcement == "Pause um 20:00" and own.shown("en").stamp != before


@awaited
async def test_the_announcement_stands_on_pages_that_are_kept_and_on_tables(tmp_path: Path) -> None:
    written(tmp_path / "pages", announcement__en__txt="Down at <20:00>")
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("sunflower-valley", ME, OPEN))["code"]
        for path in ("/", "/you", f"/t/{code}", "/no/such/page"):
            answer = await ada.http.get(path, headers={"accept": "text/html"})
            assert "Down at &lt;20:00&gt;" in answer.text, path


@awaited
async def test_search_engines_and_previews_learn_nothing_of_tables(tmp_path: Path) -> None:
    async with opened(tmp_path, url="https://play.example") as door:
        ada = await door.visitor("Ada Unmistakable")
        http = ada.http
        robots = (await http.get("/robots.txt")).text
        assert "Disallow: /t/\n" in robots and "Disallow: /\n" not in robots
        home = (await http.get("/")).text
        assert '<meta name="description" content="Play Walnut Grove' in home and "noindex" not in home
        assert 'content="https://play.example/static/' in home
        code = (await ada.make("sunflower-valley", ME, OPEN))["code"]
        head = (await http.get(f"/t/{code}")).text.partition("</head>")[0]
        assert '<meta name="robots" content="noindex">' in head and "invited to a table" in head
        assert "Unmistakable" not in head and "Sunflower" not in head and code not in head


@awaited
async def test_how_to_report_a_weakness_is_told_where_it_was_written_down(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        http = (await door.visitor()).http
        assert (await http.get("/.well-known/security.txt")).status_code == 404
        (tmp_path / "pages").mkdir(exist_ok=True)
        (tmp_path / "pages" / "security.txt").write_text(
            "Contact: mailto:zoë@play.example\n", encoding="utf-8"
        )
        told = await http.get("/.well-known/security.txt")
        assert (told.status_code, told.text) == (200, "Contact: mailto:zoë@play.example\n")
        assert told.headers["content-type"] == "text/plain; charset=utf-8"
        assert "security" not in (await http.get("/")).text.partition("<footer")[2]  # no page of its own


@awaited
async def test_a_server_for_members_is_in_no_search_engine(tmp_path: Path) -> None:
    async with opened(tmp_path, members_only=True) as door:
        http = (await door.visitor()).http
        assert "Disallow: /\n" in (await http.get("/robots.txt")).text
        assert (await http.get("/")).status_code == (await http.get("/help")).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/help", "/rules/walnut-grove", "/robots.txt", "/favicon.ico", "/nowhere"]
)
@awaited
async def test_head_is_answered_as_get_is_and_without_a_body(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path) as door:
        http = (await door.visitor()).http
        got, head = await http.get(path), await http.request("HEAD", path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers["content-type"] == got.headers["content-type"]
        assert (await http.request("HEAD", "/api/games")).status_code == 405
