"""How Sphinx builds the site; scripts/docs_site.py puts its pages together and names the language."""

import os
import tomllib
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
HERE = Path(__file__).parent

language = os.environ["FARMSTEAD_DOCS_LANGUAGE"]
project = "Farmstead"
project_copyright = "The Farmstead authors, under the MIT licence"
version = release = os.environ["FARMSTEAD_DOCS_VERSION"]
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
highlight_language = "none"
# Blocks that are cut short by an ellipsis are not whole JSON; each file of a page begins at its own depth.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

html_theme = "furo"
html_favicon = "../../src/farmstead/server/pages/static/installed/icon.svg"
html_title = f"Farmstead {version}"
html_static_path: list[str] = []
templates_path = [str(HERE / "templates")]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
html_permalinks = True
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/languages.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
_FILE = tomllib.loads((HERE / "pages.toml").read_text(encoding="utf-8"))
_PAGES = [page for section in _FILE["section"] for page in section["page"]]
html_context = {
    "languages": LANGUAGES,
    "translated": [page["name"] for page in _PAGES if "{language}" in page["from"][0]],
}
