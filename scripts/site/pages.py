"""The pages of the site: the server's templates and scripts, with another door and no server behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.render.ink import LIGHT, TOKENS
from farmstead.server.base.languages import offered
from farmstead.server.http.joined_scripts import ADDED, JOINED, Scripts
from farmstead.server.http.static_files import art_of, edition, files
from farmstead.server.http.texts import page_texts
from farmstead.server.pages import home, template_config
from farmstead.server.pages.rulebook import RULES, rules_shown
from farmstead.server.pages.table import TABLE
from farmstead.server.pages.table_scripts import SPOKEN
from scripts.site.runtime import SCRIPTS

ROOT_MARK: Final = "/@site"  # where templates put the address of the server
WORDS: Final = ("in_page",)
# What stands in the place of the scripts that speak with a server.
INSTEAD: Final = (
    "base/door.js",
    "base/urls.js",
    "base/language.js",
    "installed/app.js",
    "fair/contribution.js",
)
OWN_SCRIPTS: Final = ("in_page/challenge.js", "in_page/challenge_end.js")  # that only these pages have
KNOWN: Final = {
    "/": "index.html",
    "/new": "new.html",
    "/rules": "rules.html",
    **{f"/rules/{game}": f"rules-{game}.html" for game in shelf.names()},
}
LINK: Final = re.compile(rf'(href|src)="{ROOT_MARK}(/[^"]*)"')
NAV_LINK: Final = re.compile(rf'<a [^>]*href="{ROOT_MARK}(/[^"#?]*)"[^>]*>[^<]*</a>\n?')
NAV: Final = re.compile(r"<nav .*?</nav>", re.DOTALL)
JOINED_SCRIPT: Final = re.compile(rf"/static/[0-9a-f]+/({JOINED}|{ADDED})/([^\"]+\.js)")
FRONT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Farmstead</title>
<script>
(() => {
  let wanted = "";
  try { wanted = localStorage.getItem("farmstead.language") ?? ""; } catch { /* nothing is kept */ }
  const known = LANGUAGES;
  const all = [wanted, ...navigator.languages.map((each) => each.slice(0, 2)), "en"];
  location.replace(`${all.find((each) => known.includes(each))}/index.html${location.hash}`);
})();
</script></head><body><p>LINKS</p></body></html>
"""


class Nothing:
    """What a server's own folder would add to each page."""

    announcement = ""
    links = ()


class SitePage(NamedTuple):
    """A page of the site."""

    file: str
    template: str
    words: tuple[str, ...]
    context: Mapping[str, Any]  # `Any`: whatever a template can show


def write_pages(site: Path, runtime: str) -> None:
    """All pages in all languages, and what they load."""
    scripts = Scripts(
        {name: file.data.decode() for name, file in files().items() if name.endswith(".js")}
        | {name: (SCRIPTS / name).read_text(encoding="utf-8") for name in (*INSTEAD, *OWN_SCRIPTS)}
    )
    static = site / "static" / edition()
    wanted: set[tuple[str, str]] = set()
    for language in offered():
        folder = site / language
        folder.mkdir()
        for page in pages(language):
            html = rendered(page, language, runtime)
            wanted |= set(JOINED_SCRIPT.findall(html))
            (folder / page.file).write_text(html, encoding="utf-8")
        manifest = json.dumps(manifest_of(language), ensure_ascii=False)
        (site / f"manifest-{language}.webmanifest").write_text(manifest, encoding="utf-8")
    for _, name in sorted(wanted):
        _write(static / JOINED / name, scripts.joined(name).encode())
        for later in scripts.later(name):
            _write(static / ADDED / later, scripts.added(later).encode())
    for name, file in files().items():
        if not name.endswith(".js"):
            _write(static / name, file.data)
    _write(static / "in_page/table_code.js", (SCRIPTS / "table/table_code.js").read_bytes())
    languages = list(offered())
    links = " ".join([f'<a href="{each}/index.html">{name}</a>' for each, name in offered().items()])
    front = FRONT.replace("LANGUAGES", json.dumps(languages)).replace("LINKS", links)
    (site / "index.html").write_text(front, encoding="utf-8")


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def pages(language: str) -> list[SitePage]:
    """Those there are without a server."""
    games = home._home(language)
    new = home._new(language)["data"]
    said = {who.id: {key: who.said(key, language) for key in SPOKEN} for who in neighbours().values()}
    table = {"games": games["games"], "parts": [], "said": said, "alone": True, "code": ""}
    return [
        SitePage(
            "index.html", "lobby/home.html", home.HOME, {**games, "data": {**games["data"], "alone": True}}
        ),
        SitePage("new.html", "lobby/new_table.html", home.NEW, {"data": {**new, "alone": True}}),
        SitePage("table.html", "table/page.html", TABLE, {"data": table, "own_styles": [], "added": []}),
        SitePage("rules.html", "rulebook/games.html", (), games),
        *[_rules(game, language) for game in shelf.names()],
        SitePage("challenge.html", "in_page/challenge.html", ("page",), {"data": {}}),
        SitePage("elsewhere.html", "in_page/elsewhere.html", (), {"data": {}}),
    ]


def _rules(game: str, language: str) -> SitePage:
    usual = shelf.switch_values(game, ())
    shown = rules_shown(game, language, usual)
    del shown["words"]
    return SitePage(f"rules-{game}.html", "rulebook/page.html", RULES, {**shown, "has_book": False})


def rendered(page: SitePage, language: str, runtime: str) -> str:
    """A page of the server, with addresses that hold below any path."""
    say = page_texts(language)
    always = {"say": say, "language": language, "languages": offered(), "art_of": art_of}
    around = {"own": Nothing(), "origin": "", "alone": True, "words": say.some((*page.words, *WORDS))}
    engine = template_config(ROOT_MARK).engine_instance
    html = engine.get_template(page.template).render({**always, **around, **page.context})
    html = NAV.sub(lambda found: NAV_LINK.sub(_known_link, found[0]), html)
    html = html.replace(f'data-root="{ROOT_MARK}"', f'data-root="" data-worker="../{runtime}/worker.js"')
    if page.file == "table.html":
        code = f'<script src="../static/{edition()}/in_page/table_code.js"></script>\n'
        html = html.replace('<script type="module"', f'{code}<script type="module"', 1)
        ends = f"{ROOT_MARK}/static/{edition()}/joined/in_page/challenge_end.js"
        html = html.replace("</body>", f'<script type="module" src="{ends}"></script>\n</body>')
    return LINK.sub(lambda found: f'{found[1]}="{address(found[2], language)}"', html)


def _known_link(found: re.Match[str]) -> str:
    """In the lists of pages only those that are there."""
    return found[0] if found[1] in KNOWN else ""


def address(path: str, language: str) -> str:
    """Where that lies, from a page of a language."""
    bare, _, rest = path.partition("?")
    if bare.startswith("/static/"):
        return f"..{path}"
    if bare == "/manifest.webmanifest":
        return f"../manifest-{language}.webmanifest"
    if bare in KNOWN:
        return KNOWN[bare] + (f"?{rest}" if rest else "")
    return "elsewhere.html"


def manifest_of(language: str) -> dict[str, Any]:
    """What a browser needs to know to keep the pages as an app. `Any`: it is JSON."""
    say, icons = page_texts(language), f"static/{edition()}/installed"
    png = [
        {"src": f"{icons}/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return {
        "name": say("page.brand"),
        "short_name": say("page.brand"),
        "description": say("lobby.lead"),
        "lang": language,
        "start_url": f"{language}/index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": TOKENS["page"][LIGHT],
        "theme_color": TOKENS["paper"][LIGHT],
        "icons": [{"src": f"{icons}/icon.svg", "sizes": "any", "type": "image/svg+xml"}, *png],
    }
