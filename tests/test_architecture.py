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

PACKAGE = Path(__file__).parent.parent / "src" / "farmstead"
FILES = sorted(PACKAGE.rglob("*.py"))
GAMES = {name.replace("-", "_"): name for name in shelf.names()}  # by the name of the game's folders
PUBLIC = [
    "CHANCE",
    "BadRecord",
    "BadSetup",
    "FarmsteadError",
    "IllegalMove",
    "KeyedDealer",
    "QuickDealer",
    "Table",
    "__version__",
    "read_record",
    "replay",
    "write_record",
]


def of_server(parts: str) -> set[str]:
    return {f"server.{part}" for part in parts.split()}


# What each part may import of farmstead, besides itself. The longest name that fits a file counts.
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": {"_build", "engine", "shelf", "agents"},
    "__main__": {"cli"},
    "_build": set(),
    "shelf": {"engine"},
    "engine": set(),
    "evaluators": {"engine"},
    "games": set(),
    **{f"games.{game}": set() for game in GAMES},
    **{f"games.{game}.rules": {"engine"} for game in GAMES},
    **{f"games.{game}.pictures": {"engine", "render", f"games.{game}.rules"} for game in GAMES},
    **{f"games.{game}.evaluator": {"engine", "evaluators", f"games.{game}.rules"} for game in GAMES},
    **{game: {f"games.{game}.rules"} for game in GAMES},  # where programs import it from
    "agents": {"engine", "evaluators"},
    "agents.judges": {"agents", "engine", "evaluators", "shelf"},
    "agents.calibration": {"agents", "engine", "shelf"},
    "agents.cores": {"agents", "engine", "shelf"},
    "agents.arena": {"_build", "agents", "engine", "shelf"},
    "agents.review": {"agents", "engine", "evaluators", "shelf"},
    "render": {"engine", "shelf"},
    "reviews": {"_build", "agents", "engine", "render"},
    "rulebooks": {"engine", "shelf"},
    "guides": {"engine", "shelf"},
    "client": {"_build"},
    "places": set(),
    "cli": {"_build", "engine", "shelf", "agents", "places", "render", "reviews", "rulebooks"},
    "cli.account": {
        *("cli", "engine", "places"),
        *of_server("accounts elsewhere passphrases refusals settings store telling"),
    },
    "cli.move_store": {"cli", "engine", *of_server("elsewhere locking settings store")},
    "cli.serve": {
        *("cli", "engine", "places"),
        *of_server("logs serving settings store workers"),
    },
    "cli.backup": {"cli", "engine", "places", *of_server("backups locking settings store")},
    "cli.restore": {"cli", "engine", "places", *of_server("backups locking settings store")},
    "server": {"engine", "shelf", "agents"},  # what is done at the tables; it knows no network
    "server.accounts": {*of_server("house leaving passphrases people refusals store visitors")},
    "server.devices": set(),
    "server.leaving": {*of_server("house sitting store")},
    "server.passphrases": {*of_server("refusals")},
    "server.turns": set(),
    "server.limits": {*of_server("refusals store")},
    "server.pools": {*of_server("refusals")},
    "server.locking": {"engine", *of_server("settings store")},
    "server.opening": {*of_server("elsewhere locking secret settings store")},
    "server.logs": {"server.settings"},
    "server.figures": set(),
    "server.webhooks": {*of_server("refusals store webhooks")},
    "server.webhooks.message": {"render", "shelf"},
    "server.webhooks.duty": {
        "engine",
        *of_server("figures forever hub live refusals store webhooks"),
    },
    "server.pulse": {*of_server("hub store")},
    "server.metrics": {"_build", *of_server("backups figures house")},
    "server.backups": {"engine", *of_server("elsewhere locking secret settings store")},
    "server.elsewhere": {"engine", *of_server("settings store")},
    "server.messages": {*of_server("journal news")},
    "server.people": {*of_server("refusals store")},
    "server.secret": {"engine"},
    "server.neighbours": {"engine", *of_server("hub people store uptime")},
    "server.settings": set(),
    "server.visitors": {"engine", *of_server("live refusals store turns")},
    "server.house": {
        *of_server(
            "advice bots clocks daily_bots darkroom figures forever heartbeats hub limits neighbours opening"
        ),
        *of_server("passphrases people pools pulse refusals reviewing settings settling store turns uptime"),
        "server.visitors",
        "server.webhooks",
    },
    "server.sitting": {
        "engine",
        *of_server("daily_closing house hub journal live messages options refusals starting"),
        *of_server("store visitors"),
    },
    "server.contributions": {"engine", *of_server("chairs journal news refusals")},
    "server.starting": {"engine", *of_server("hub journal live store")},
    "server.fair_messages": {*of_server("journal messages news")},
    "server.contributing": {
        "engine",
        *of_server("fair_messages house hub journal live news playing refusals starting store visitors"),
    },
    "server.making": {
        "engine",
        "agents",
        "shelf",
        *of_server(
            "house journal live loading messages options people refusals setup sitting store visitors"
        ),
        "server.daily_closing",
    },
    "server.playing": {
        "engine",
        *of_server("house hub journal languages live messages news refusals showing store streams telling"),
        *of_server("daily_closing visitors"),
    },
    "server.chatting": {*of_server("house playing refusals store visitors")},
    "server.showing": {
        "agents",
        "shelf",
        *of_server("house hub journal live messages news options rating setup store telling visitors"),
        "server.daily_closing",
    },
    "server.studies": {
        *("engine", "render", "shelf"),
        *of_server("house journal languages playing refusals setup showing store visitors"),
    },
    "server.branch_messages": {*of_server("journal messages setup study_messages")},
    "server.comparing": {*of_server("branch_messages house refusals replaying study_messages visitors")},
    "server.branching": {
        *("engine", "render"),
        *of_server("branch_messages house hub journal live loading making options origins people playing"),
        *of_server("refusals replaying setup store studies visitors"),
    },
    "server.study_messages": {"engine", "server.messages"},
    "server.replaying": {
        *("engine", "render"),
        *of_server("daily_closing film house live playing refusals setup store studies study_messages"),
        "server.visitors",
    },
    "server.film": {"engine", "render", *of_server("pools refusals studies")},
    "server.darkroom": {"agents", "engine", "render", "shelf", *of_server("refusals turns")},
    "server.outcomes": {"engine", "render", *of_server("house hub journal live setup store telling")},
    "server.own_figures": {"agents", "server.outcomes"},
    "server.downloads": {"engine", "render", *of_server("darkroom film house refusals studies visitors")},
    "server.coaching": {
        *("agents", "engine", "guides", "render", "shelf"),
        *of_server("house learning_messages live making messages news options playing refusals store"),
        *of_server("telling thinkers visitors"),
    },
    "server.learning_messages": set(),
    "server.api": {"engine", "server", "shelf"},
    "server.pages": {"agents", "engine", "guides", "render", "reviews", "rulebooks", "server", "shelf"},
    "server.languages": {"render"},
    "server.hinting": {
        "engine",
        "render",
        *of_server("house messages news playing refusals store telling thinkers visitors"),
    },
    "server.advice": {"engine", *of_server("store thinkers")},
    "server.app": {"_build", "server"},
    "server.serving": {"engine", "server"},
    "server.wire": {*of_server("limits")},
    "server.workers": {"engine", *of_server("logs opening serving settings wire")},
    "server.review_messages": set(),
    "server.retold": {"agents", "engine", "render", "reviews", "shelf", "server.review_messages"},
    "server.reviews": {*of_server("house refusals retold review_messages store studies turns visitors")},
    "server.mistakes": {"render", *of_server("house languages store")},
    "server.reviewing": {
        *("_build", "agents", "render", "reviews", "shelf"),
        *of_server("store turns visitors"),
    },
    "server.rating": {"agents", "engine", *of_server("chairs journal live options store")},
    "server.settling": {*of_server("hub journal live options rating store")},
    "server.daily_closing": {*of_server("options refusals store")},
    "server.daily_bots": {"agents", *of_server("hub journal loading options rating setup store")},
    "server.daily": {
        "shelf",
        *of_server("daily_bots house making messages rating refusals setup standing_messages store visitors"),
    },
    "server.standing": {"shelf", *of_server("house rating refusals standing_messages store visitors")},
    "server.standing_messages": set(),
    "server.scoring": {
        "engine",
        "render",
        "shelf",
        *of_server("house refusals scoring_editions scoring_messages setup visitors"),
    },
    "server.scoring_editions": {"engine", "shelf", "server.refusals"},
    "server.scoring_messages": {"server.messages"},
    "server.journal": {"engine"},
    "server.refusals": {"engine"},
    "server.setup": {"engine", "shelf", "server.journal"},
    "server.chairs": {"engine", "server.journal", "server.refusals", "server.setup"},
    "server.course": {"server.refusals", "engine", "server.journal", "server.origins", "server.setup"},
    "server.origins": {"engine", "server.journal", "server.setup"},
    "server.news": {"engine", "server.journal"},
    "server.live": {
        "engine",
        *(f"server.{part}" for part in ("chairs", "course", "journal", "news", "refusals", "setup")),
        "server.contributions",
    },
    "server.folding": {"engine", "server.journal", "server.live", "server.setup"},
    "server.telling": {
        "engine",
        "render",
        "shelf",
        *(f"server.{part}" for part in ("hub", "journal", "news", "refusals", "setup", "store.errors")),
    },
    "server.store": {"engine"},
    "server.options": {"server.journal"},
    "server.since": {"engine", "server.live", "server.store"},
    "server.forever": set(),
    "server.heartbeats": set(),
    "server.uptime": {*of_server("forever store")},
    "server.migrations": {"server.store.schema"},
    "server.loading": {
        "engine",
        *(f"server.{part}" for part in ("journal", "live", "options", "setup", "since", "store")),
    },
    "server.streams": {"engine", "server.live", "server.news"},
    "server.retelling": {*of_server("live loading store")},
    "server.rooms": {"engine", *of_server("live loading options retelling since store streams")},
    "server.hub": {
        "engine",
        *(
            f"server.{part}"
            for part in ("course", "forever", "journal", "live", "loading", "news", "options")
        ),
        *(f"server.{part}" for part in ("refusals", "rooms", "since", "store", "streams")),
    },
    "server.clocks": {
        "engine",
        *(f"server.{part}" for part in ("forever", "hub", "journal", "live", "store", "uptime")),
        "server.starting",
    },
    "server.thinkers": {"agents", "engine", "server.news", "server.setup"},
    "server.bots": {
        "agents",
        "engine",
        *(f"server.{part}" for part in ("hub", "journal", "live", "refusals", "store", "thinkers", "turns")),
        "server.visitors",
    },
}
OUTSIDERS: dict[str, set[str]] = {
    "render": {"rich"},
    **{f"games.{game}.pictures": {"rich"} for game in GAMES},
    "render.filming": {"PIL"},
    "render.painting": {"typst"},
    "cli": {"rich", "typer", "click"},
    "agents": {"openskill", "ray"},
    "cli.fair_notes": {"msgspec"},
    "client": {"httpx", "msgspec"},
    "server": {"alembic", "msgspec", "sqlalchemy"},
    "server.passphrases": {"argon2"},
    "server.api": {"litestar", "msgspec"},
    "server.pages": {"litestar", "markupsafe", "msgspec", "rich"},
    "server.app": {"litestar"},
    "server.store": {"alembic", "asyncpg", "sqlalchemy"},
    "server.serving": {"uvicorn"},
    "server.wire": {"uvicorn", "uvloop"},
}
EVERYWHERE = {"mypy_extensions", *sys.stdlib_module_names}


def module_of(file: Path) -> str:
    """`cli.main` for src/farmstead/cli/main.py, `cli` for its __init__.py."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    fitting = [part for part in MAY_IMPORT if f"{module}.".startswith(f"{part}.")]
    assert fitting, (
        f"{module} belongs to no part and to no game of the shelf; MAY_IMPORT says what imports what"
    )
    return max(fitting, key=len)


def games_in(module: str) -> set[str]:
    """The games that a path such as `games.walnut_grove.pictures.land` names."""
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
    fits = any(f"{rest}.".startswith(f"{other}.") for other in MAY_IMPORT[part] | {part})
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
        ("agents.judges", f"from farmstead.games.{ONE}.evaluator import judge"),
        ("evaluators.judge", f"from farmstead.games.{ONE}.evaluator import judge"),
        ("evaluators.judge", "from farmstead import shelf"),
        (f"games.{OTHER}.rules.state", f"from farmstead.games.{ONE}.rules.names import YEARS"),
        (f"games.{OTHER}.rules.state", "from farmstead import shelf"),
        (f"games.{ONE}.rules.state", f"from farmstead.games.{ONE}.pictures.land import tile_canvas"),
        (f"games.{OTHER}.pictures.panels", f"from farmstead.games.{ONE}.rules.names import GOODS"),
        (f"games.{OTHER}.pictures.panels", f"from farmstead.games.{ONE}.pictures import palette"),
        (f"games.{ONE}.pictures.panels", "from farmstead.agents.judges import judge_for"),
        (f"games.{OTHER}.evaluator", f"from farmstead.games.{ONE}.evaluator import judge"),
        ("server.store.store", "from farmstead.server.live import LiveTable"),
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
        (f"games.{ONE}.pictures.panels", "from farmstead.render.canvas import Canvas"),
        (f"games.{ONE}.pictures.panels", f"from farmstead.games.{ONE}.rules.names import GOODS"),
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
        row = shelf.row(name)
        folder = f"farmstead.games.{name.replace('-', '_')}"
        assert row.package == folder
        assert row.game.startswith(f"{folder}.rules:")
        assert row.drawing.startswith(f"{folder}.pictures.")
        assert row.judge.startswith(f"{folder}.evaluator:")


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


def test_the_public_names() -> None:
    assert sorted(farmstead.__all__) == sorted(PUBLIC)
    assert all(hasattr(farmstead, name) for name in PUBLIC)
