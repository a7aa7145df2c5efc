"""Imports point one way: engine ← evaluators, render ← games. Only its own files know a game."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import farmstead
from farmstead import shelf
from farmstead.render.page import page_for
from scripts import layers

PACKAGE = Path(__file__).parent.parent / "src" / "farmstead"
FILES = sorted(PACKAGE.rglob("*.py"))
GAMES = {name.replace("-", "_"): name for name in shelf.names()}  # by the name of the game's folders
PUBLIC = [
    "CHANCE",
    "Action",
    "Agent",
    "AgentFailed",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "BadSpec",
    "Dealer",
    "Event",
    "FarmsteadError",
    "Game",
    "IllegalMove",
    "KeyedDealer",
    "NotUnderstood",
    "Observation",
    "Picture",
    "QuickDealer",
    "Record",
    "Refusal",
    "Setup",
    "State",
    "Table",
    "UnreadableFile",
    "__version__",
    "agent",
    "game",
    "game_names",
    "key_from_seed",
    "load",
    "observation_at",
    "picture",
    "play_out",
    "read_record",
    "replay",
    "write_record",
]


# What there is, from what knows nothing to what knows everything: each may import what stands before it.
# `game rules` are the rules of each game, and so on: they know no other game, and only a game's own files
# know it at all. The longest name that fits a module counts.
LAYERS = [
    "places",
    "_build",
    "hooks",
    "engine",
    "evaluators",
    "shelf",
    "render",
    "defaults",
    "games",
    "game rules",
    "game pictures",
    "game evaluator",
    "game encoding",
    "game",
    "agents",
    "training",
    "research",
    "gym",
    "pettingzoo",
    "openspiel",
    "reviews",
    "rulebooks",
    "rulebooks.how_it_plays",
    "guides",
    "messages",
    "client",
    "library",
    "__init__",
    "server.base",
    "server.store",
    "server.migrations",
    "server.folder",
    "server.table",
    "server.hub",
    "server.people",
    "server.bots",
    "server.cluster",
    "server.webhooks",
    "server.core",
    "server.play",
    "server.ratings",
    "server.stats",
    "server.lobby",
    "server.fair",
    "server.scorepad",
    "server.accounts",
    "server.moderation",
    "server.ops",
    "server.daily",
    "server.learning",
    "server.puzzles",
    "server.replay",
    "server.branches",
    "server.exports",
    "server.reviews",
    "server.http",
    "server.api",
    "server.pages",
    "server.app",
    "server.run",
    "in_page",
    "cli",
    "__main__",
]
# What may not import all that stands before it: it has to run where there is neither network nor database.
ONLY = {
    "hooks": set[str](),
    "messages": set[str](),
    "client": {"_build", "messages"},
    "places": set[str](),
    "rulebooks": {"engine", "shelf"},
    "rulebooks.how_it_plays": {"engine", "shelf", "render", "rulebooks"},
    "guides": {"engine", "shelf"},
    "defaults": {"engine", "evaluators", "render"},
    "games": set[str](),
    "game rules": {"engine"},
    "game pictures": {"engine", "render", "game rules"},
    "game evaluator": {"engine", "evaluators", "game rules"},
    "game encoding": {"engine", "game rules"},
    "game": {"game rules"},
    "research": {"_build", "engine", "shelf", "agents", "render"},
    "gym": {"engine", "shelf", "research"},
    "pettingzoo": {"engine", "research"},
    "openspiel": {"engine", "shelf", "research"},
    "server.table": {"engine", "shelf", "messages", "server.base"},
    "in_page": {
        "engine",
        "shelf",
        "render",
        "agents",
        "messages",
        "server.base",
        "server.table",
        "server.bots",
        "server.play",
        "server.lobby",
        "server.stats",
    },
}
OUTSIDERS: dict[str, set[str]] = {
    "render": {"rich"},
    **{f"games.{game}.pictures": {"rich"} for game in GAMES},
    "render.animation": {"PIL"},
    "render.typst_output": {"typst"},
    "cli": {"rich", "typer", "click"},
    "agents": {"openskill", "ray"},
    "training": {"numpy"},
    "research": {"gymnasium", "numpy"},
    "research.dataset": {"pyarrow"},
    "research.rendering": {"PIL", "numpy", "rich"},
    "gym": {"gymnasium", "numpy"},
    "pettingzoo": {"numpy", "pettingzoo"},
    "openspiel": {"numpy", "pyspiel"},
    "cli.fair_notes": {"msgspec"},
    "messages": {"msgspec"},
    "client": {"httpx", "msgspec"},
    "in_page": {"msgspec"},
    "library": {"rich"},
    "server": {"alembic", "msgspec", "sqlalchemy"},
    "server.play.board_text": {"rich"},
    "server.base.counters": {"prometheus_client"},
    "server.ops.prometheus": {"prometheus_client"},
    "server.people.passphrases": {"argon2"},
    "server.api": {"litestar", "msgspec"},
    "server.http": {"litestar", "markupsafe", "msgspec"},
    "server.pages": {"litestar", "markdown_it", "markupsafe", "msgspec"},
    "server.app": {"litestar"},
    "server.store": {"alembic", "asyncpg", "sqlalchemy"},
    "server.run": {"uvicorn", "uvloop"},
}
EVERYWHERE = {"mypy_extensions", *sys.stdlib_module_names}


def module_of(file: Path) -> str:
    """`cli.main` for src/farmstead/cli/main.py, `cli` for its __init__.py."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """The layer of a module; the parts of a game are layers that the games share."""
    path = module.split(".")
    if path[0] in GAMES:
        return "game"
    if path[0] == "games" and path[1:] and path[1] in GAMES:
        return "game " + path[2] if path[2:] else "games"
    fitting = [part for part in LAYERS if f"{module}.".startswith(f"{part}.")]
    assert fitting, f"{module} is in no layer; LAYERS says what may import what"
    return max(fitting, key=len)


def games_in(module: str) -> set[str]:
    """The games that a path such as `games.walnut_grove.pictures.tables` names."""
    return GAMES.keys() & set(module.split("."))


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


# ---- imports -------------------------------------------------------------------------------------------


def imports_of(tree: ast.Module) -> set[str]:
    """Every module a file imports, also inside functions and under TYPE_CHECKING."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: write the import out, from farmstead on"
            names |= imported_from(node)
    return names


def imported_from(node: ast.ImportFrom) -> set[str]:
    """`from farmstead import shelf` imports farmstead.shelf; other packages count as a whole."""
    module = node.module or ""
    own = module.split(".")[0] == "farmstead"
    return {f"{module}.{alias.name}" for alias in node.names} if own else {module}


def outsiders_of(module: str) -> set[str]:
    """Other people's packages that a module may import: by the longest name that fits it."""
    fitting = [part for part in OUTSIDERS if f"{module}.".startswith(f"{part}.")]
    return OUTSIDERS[max(fitting, key=len)] if fitting else set()


def is_allowed(name: str, module: str) -> bool:
    """Whether a module may import this: its part may, and it names no game but the module's own."""
    part = part_of(module)
    top, _, rest = name.partition(".")
    if top != "farmstead":
        return top in EVERYWHERE | outsiders_of(module)
    other = part_of(rest)
    fits = other in ONLY.get(part, LAYERS[: LAYERS.index(part)]) or other == part
    return fits and games_in(rest) <= games_in(module)


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_point_one_way(file: Path) -> None:
    module = module_of(file)
    wrong = sorted(name for name in imports_of(tree_of(file)) if not is_allowed(name, module))
    assert not wrong, f"{module} may not import {', '.join(wrong)}"


ONE, OTHER = list(GAMES)[:2]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("engine.table", "import farmstead.cli"),
        ("engine.table", "from farmstead.cli.main import main"),
        ("engine.table", f"from farmstead import {ONE}"),
        ("engine.table", f"from farmstead.games.{ONE}.rules import GAME"),
        ("engine.table", "import rich.console"),
        ("engine.table", "import random_thing"),
        ("shelf", f"from farmstead.games.{ONE}.rules import GAME"),
        ("cli.play", f"def play():\n    import farmstead.games.{ONE}.rules.state"),
        ("cli.play", f"from farmstead.games.{ONE}.pictures.drawing import drawing"),
        ("cli.play", f"from farmstead.games.{ONE} import evaluator"),
        ("render", f"from farmstead.games.{ONE}.rules.names import GOODS"),
        ("render.words", f"from farmstead.games.{ONE} import pictures"),
        ("agents.greedy", f"from farmstead.{ONE} import GAME"),
        ("agents.evaluators", f"from farmstead.games.{ONE}.evaluator import judge"),
        ("evaluators.base", f"from farmstead.games.{ONE}.evaluator import judge"),
        ("evaluators.base", "from farmstead import shelf"),
        (f"games.{OTHER}.rules.state", f"from farmstead.games.{ONE}.rules.names import YEARS"),
        (f"games.{OTHER}.rules.state", "from farmstead import shelf"),
        (f"games.{ONE}.rules.state", f"from farmstead.games.{ONE}.pictures.farm_map import tile_lines"),
        (f"games.{OTHER}.pictures.tables", f"from farmstead.games.{ONE}.rules.names import GOODS"),
        (f"games.{OTHER}.pictures.tables", f"from farmstead.games.{ONE}.pictures import tables"),
        (f"games.{ONE}.pictures.tables", "from farmstead.agents.evaluators import evaluator_for"),
        (f"games.{OTHER}.evaluator", f"from farmstead.games.{ONE}.evaluator import judge"),
        ("server.store.store", "from farmstead.server.table.live_table import LiveTable"),
    ],
)
def test_such_an_import_would_be_found(module: str, line: str) -> None:
    assert [name for name in imports_of(ast.parse(line)) if not is_allowed(name, module)]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("cli.play", "from farmstead import shelf"),
        ("cli.play", "from rich.console import Console"),
        (f"games.{ONE}.rules.state", f"from farmstead.games.{ONE}.rules.names import YEARS"),
        (f"games.{ONE}.pictures.tables", "from farmstead.render.text_board import Map"),
        (f"games.{ONE}.pictures.tables", f"from farmstead.games.{ONE}.rules.names import GOODS"),
        (f"games.{ONE}.evaluator", f"from farmstead.games.{ONE}.rules.state import State"),
    ],
)
def test_such_an_import_is_right(module: str, line: str) -> None:
    assert all(is_allowed(name, module) for name in imports_of(ast.parse(line)))


def test_naming_the_parts_of_a_game_imports_none() -> None:
    code = "import sys; from farmstead import shelf; [*map(shelf.row, shelf.names())]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("farmstead.games.")}
    assert loaded == {f"farmstead.games.{game}" for game in GAMES}


def test_each_game_has_its_folder() -> None:
    for name in shelf.names():
        folder = f"farmstead.games.{name.replace('-', '_')}"
        assert shelf.row(name).package == folder
        for part, place in shelf.PLACES.items():
            assert shelf.part(name, part) is getattr(
                import_module(f"{folder}.{place.partition(':')[0]}"), place.partition(":")[2]
            )


@pytest.mark.parametrize("game", GAMES)
def test_programs_import_a_game_by_its_name(game: str) -> None:
    public = import_module(f"farmstead.{game}")
    assert public.GAME is shelf.game(GAMES[game])
    assert public.game_with(shelf.edition_text(GAMES[game])).label == public.GAME.label


# What sounds like a game and is something else, by module: exactly these texts.
SOUNDS_ALIKE = {"server.store.sqlite": {"PRAGMA journal_mode = WAL", "PRAGMA wal_checkpoint(TRUNCATE)"}}


# ---- names ---------------------------------------------------------------------------------------------


def texts_of(tree: ast.Module) -> Iterator[str]:
    """Every text in a file, the parts of f-strings too, but no docstring, help text or row of the shelf."""
    exempt = {id(node) for node in spoken(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in exempt:
            value = node.value
            yield value.decode("latin-1") if isinstance(value, bytes) else str(value)


def spoken(tree: ast.Module) -> Iterator[ast.AST]:
    """What may name a game, because it is read and not run."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value
        elif is_help(node) or is_the_shelf(node):
            yield from ast.walk(node)


def is_help(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in ("help", "epilog")


def is_the_shelf(node: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "SHELF"


def is_named(game: str, text: str) -> bool:
    """Whether a text has a word of the game's name or the beginning of one, or the prefix of its rules."""
    words = game.split("-")
    said = re.findall(r"[a-z]{3,}", text.lower())
    begun = any(word.startswith(part) for word in words for part in said)
    return begun or re.search(rf"\b{shelf.row(game).prefix}\b", text) is not None


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_nothing_asks_which_game_it_is(file: Path) -> None:
    """A game's name stands on the shelf and in what belongs to that game, nowhere else."""
    others = [name for folder, name in GAMES.items() if folder not in games_in(module_of(file))]
    found = [text for text in texts_of(tree_of(file)) if any(is_named(other, text) for other in others)]
    assert set(found) == SOUNDS_ALIKE.get(module_of(file), set())


@pytest.mark.parametrize(
    "line",
    [
        'if game.name == "{name}": pass',
        'if game.name.startswith("{word}"): pass',
        'if game.name.startswith("{start}"): pass',
        'if "{word}" in game.title.lower(): pass',
        'if game.title == "{title}": pass',
        'if line.startswith(b"game {name}"): pass',
        'if refusal.rule.startswith("{prefix} "): pass',
        'path = f"farmstead.{folder}.{{part}}"',
        'find = import_module("farmstead.{folder}.names")',
        'match name:\n    case "{name}": pass',
        'WORDS = {{"{name}": 1}}',
    ],
)
@pytest.mark.parametrize("game", shelf.names())
def test_such_a_line_would_be_found(line: str, game: str) -> None:
    source = line.format(
        name=game,
        word=game.split("-")[0],
        start=game[:4],
        title=shelf.game(game).title,
        prefix=shelf.row(game).prefix,
        folder=game.replace("-", "_"),
    )
    assert any(is_named(game, text) for text in texts_of(ast.parse(source)))


@pytest.mark.parametrize(
    "line",
    [
        '"""Such as `{name}`."""',
        'def play():\n    """farmstead play {name}"""',
        'file = Argument(help="Such as {name}.")',
        'SHELF: Final = {{"{name}": "farmstead.games.{name}"}}',
        'words = "Score farms or vases written as SVG"',
    ],
)
@pytest.mark.parametrize("game", shelf.names())
def test_such_a_line_is_right(line: str, game: str) -> None:
    assert not any(is_named(game, text) for text in texts_of(ast.parse(line.format(name=game))))


PAGES = PACKAGE / "server" / "pages"
SHOWN = sorted([file for file in PAGES.rglob("*.*") if file.suffix in (".js", ".css", ".html")])


def kinds_of(game: str) -> set[str]:
    """What a game calls its parts and pictures, as far as scripts have to know of them."""
    page = page_for(shelf.game(game))
    return {kind for kinds in page.traits for kind in kinds}


@pytest.mark.parametrize("file", SHOWN, ids=lambda file: file.relative_to(PAGES).as_posix())
def test_no_script_style_or_template_asks_which_game_it_is(file: Path) -> None:
    """What they have to know comes with the boards (`Traits`), or lies in the game's folder."""
    text = file.read_text(encoding="utf-8")
    kinds = "|".join(sorted({kind for game in shelf.names() for kind in kinds_of(game)}))
    assert kinds, "some game has parts that turn or unfold"
    assert not [game for game in shelf.names() if game in text or shelf.game(game).title in text]
    quoted = rf"[\"'`](?:{kinds})[:\"'`]|\^\((?:{kinds})\|"
    looks = rf"\.(?:{kinds})(?![\w-])"
    asked = quoted if file.suffix == ".js" else looks if file.match("board/*.css") else "$^"
    assert not re.findall(asked, text)


def test_the_picture_of_the_layers_is_of_this_code() -> None:
    assert layers.PICTURE.read_text(encoding="utf-8") == layers.drawn(), "run python -m scripts.layers"


def test_the_public_names() -> None:
    assert sorted(farmstead.__all__) == sorted(PUBLIC)
    assert all(hasattr(farmstead, name) for name in PUBLIC)
