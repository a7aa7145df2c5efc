"""How opponents are named: settings, lists, programs, other packages."""

import subprocess
import sys
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents import Agent, BadSpec, Observation, agent, guarded, names, split
from farmstead.agents.settings import SEED, AgentSetting, BuiltInAgent
from farmstead.agents.specs import AGENTS
from farmstead.engine.contract import BadSetup
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME
from tests.agents.tables import examples, play_out


class Echo:
    """An agent that chooses what it was made with."""

    def __init__(self, **settings: object) -> None:
        self.settings = settings

    def choose(self, seen: Observation) -> str:
        return str(self.settings)


ECHO = BuiltInAgent(
    where="tests.agents.test_specs:Echo",
    example="echo:4,seconds=0.5",
    settings=(
        AgentSetting("level", 1, 5, needed=True),
        AgentSetting("seconds", 0.01, 60, whole=False),
        AgentSetting("iterations", 1, 1_000_000),
        SEED,
    ),
    first="level",
    only_one=("iterations", "seconds"),
)


@pytest.fixture(autouse=True)
def _echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "echo", ECHO)


def settings_of(spec: str, seed: int = 1) -> dict[str, object]:
    found = agent(spec, seed)
    settings: dict[str, object] = found.settings  # type: ignore[attr-defined]  # it is an Echo
    return settings


def refusal_of(spec: str) -> str:
    with pytest.raises(BadSpec) as caught:
        agent(spec)
    return str(caught.value)


# ---- settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        ("echo:4", {"level": 4, "seed": 1}),
        ("echo:level=4", {"level": 4, "seed": 1}),
        (" echo: 4 , seed = 7 ", {"level": 4, "seed": 7}),
        ("echo:4,seconds=0.5", {"level": 4, "seconds": 0.5, "seed": 1}),
        ("echo:4,seconds=2", {"level": 4, "seconds": 2.0, "seed": 1}),
        ("echo:1,iterations=1000000", {"level": 1, "iterations": 10**6, "seed": 1}),
        ("echo:seed=2147483647,level=5", {"level": 5, "seed": 2**31 - 1}),
    ],
)
def test_settings_become_arguments(spec: str, settings: dict[str, object]) -> None:
    assert settings_of(spec) == settings
    assert {name: type(value) for name, value in settings_of(spec).items()} == {
        name: type(value) for name, value in settings.items()
    }


def test_the_seed_of_the_caller_holds_unless_the_spec_gives_one() -> None:
    assert settings_of("echo:4", seed=9)["seed"] == 9
    assert settings_of("echo:4,seed=0", seed=9)["seed"] == 0


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("gredy", "there is no opponent 'gredy'; did you mean greedy?"),
        ("Greedy", "did you mean greedy?"),
        ("zzz", "there are uniform, greedy"),
        ("", "there is no opponent ''"),
        ("seed=3", "settings stand after a name and a colon, as in greedy:seed=3"),
        ("greedy,seed=3", "settings stand after a name and a colon, as in greedy:seed=3"),
        ("greedy:", "after the colon stands seed=NUMBER, as in greedy:seed=3"),
        ("greedy:3", "after the colon stands seed=NUMBER, as in greedy:seed=3"),
        ("greedy:sed=3", "no setting 'sed'; after the colon stands seed=NUMBER, as in greedy:seed=3"),
        ("greedy:seed=3,", "after the colon stands seed=NUMBER"),
        ("greedy:seed=x", "seed=NUMBER is a whole number from 0 to 2,147,483,647, as in greedy:seed=3"),
        ("greedy:seed=-1", "seed=NUMBER is a whole number"),
        ("greedy:seed=1.5", "seed=NUMBER is a whole number"),
        ("greedy:seed=٣", "seed=NUMBER is a whole number"),
        ("greedy:seed=", "seed=NUMBER is a whole number"),
        (f"greedy:seed={2**31}", "seed=NUMBER is a whole number"),
        (f"greedy:seed={'9' * 5000}", "seed=NUMBER is a whole number"),
        ("greedy:seed=1,seed=1", "seed is given twice; once will do"),
        ("echo", "it needs level: level=NUMBER is a whole number from 1 to 5, as in echo:4,seconds=0.5"),
        ("echo:seed=3", "it needs level"),
        ("echo:", "level=NUMBER is a whole number from 1 to 5"),
        ("echo:6", "level=NUMBER is a whole number from 1 to 5"),
        ("echo:best", "level=NUMBER is a whole number from 1 to 5"),
        (
            "echo:4,5",
            "after the colon stands level=NUMBER or seconds=NUMBER or iterations=NUMBER",
        ),
        ("echo:4,level=5", "level is given twice"),
        ("echo:4,seconds=0", "seconds=NUMBER is a number from 0.01 to 60"),
        ("echo:4,seconds=1e1", "seconds=NUMBER is a number from 0.01 to 60"),
        ("echo:4,seconds=nan", "seconds=NUMBER is a number from 0.01 to 60"),
        ("echo:4,seconds=.", "seconds=NUMBER is a number from 0.01 to 60"),
        ("echo:4,seconds=1,iterations=1", "only one of iterations and seconds can be given"),
        ("stdio", "after `stdio:` stands the command that starts the program, as in stdio:./mybot"),
        ("stdio:", "after `stdio:` stands the command"),
        ("stdio:   ", "after `stdio:` stands the command"),
        ("stdio:./mybot 'a", "no closing quotation"),
        (
            "stdio:seconds=0,./mybot",
            "seconds=NUMBER is a number from 0.05 to 60, as in stdio:seconds=5,./mybot",
        ),
        ("stdio:seconds=61,./mybot", "seconds=NUMBER is a number from 0.05 to 60"),
        ("stdio:seconds=2,seconds=3,./mybot", "seconds is given twice"),
        ("stdio:seconds=2,", "after `stdio:` stands the command"),
        ("stdio:deep=2,./mybot", "there is no program 'deep=2,./mybot'"),
        ("stdio:no-such-program --deep", "there is no program 'no-such-program'"),
        ("stdio:./no/such/file", "there is no program './no/such/file'"),
        ("stdio:/", "'/' is a directory; name the program in it"),
        ("stdio:pyproject.toml", "'pyproject.toml' cannot be executed; name what runs it"),
    ],
)
def test_a_bad_spec_says_what_would_do(spec: str, hint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    said = refusal_of(spec)
    assert hint in said
    assert len(said) < 300


def test_a_bad_spec_is_a_bad_setup() -> None:
    assert issubclass(BadSpec, BadSetup)


def test_every_name_has_an_example() -> None:
    assert names()[: len(AGENTS)] == list(AGENTS)
    for name, known in AGENTS.items():
        assert known.example.startswith(f"{name}:")


@pytest.mark.parametrize("name", [name for name in AGENTS if not AGENTS[name].command])
def test_every_example_makes_an_agent(name: str) -> None:
    assert callable(agent(AGENTS[name].example).choose)


# ---- lists -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("greedy", ["greedy"]),
        ("greedy, uniform ,greedy", ["greedy", "uniform", "greedy"]),
        ("greedy:seed=3,uniform", ["greedy:seed=3", "uniform"]),
        ("echo:4,seed=7,seconds=1,uniform:seed=3", ["echo:4,seed=7,seconds=1", "uniform:seed=3"]),
        ("greedy,stdio:./mybot --of=1,2 greedy", ["greedy", "stdio:./mybot --of=1,2 greedy"]),
        ("stdio:./mybot,greedy", ["stdio:./mybot,greedy"]),
        ("greedy,stdio:seconds=2,./mybot,greedy", ["greedy", "stdio:seconds=2,./mybot,greedy"]),
        ("stdio,greedy", ["stdio", "greedy"]),
        ("greedy,seed=3", ["greedy", "seed=3"]),
        (" , greedy,, ", ["greedy"]),
        ("", []),
    ],
)
def test_a_list_of_specs(text: str, specs: list[str]) -> None:
    assert split(text) == specs


# ---- other packages --------------------------------------------------------------------------------------

CODE = """
class Last:
    def __init__(self, arguments):
        self.arguments = arguments

    def choose(self, seen):
        return seen.legal[-1]


def picky(arguments):
    raise ValueError("depth is 1 to 9")


def careless(arguments):
    return {}["depth"]


def leaving(arguments):
    raise SystemExit(3)


def empty(arguments):
    return 3
"""


def install(folder: Path, package: str, entries: str, code: str = CODE) -> None:
    """A distribution as pip leaves it behind."""
    (folder / f"{package}.py").write_text(code)
    info = folder / f"{package}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[farmstead.agents]\n{entries}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where packages are found."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_package_adds_a_name(site: Path) -> None:
    install(site, "barnyard", "last = barnyard:Last")
    assert names()[-1] == "last"
    found: Agent = agent("last:depth=3, fast", seed=5)
    assert found.choose(Observation(GAME, 0, {}, ["a", "b"])) == "b"
    assert found.arguments == {"seed": "5", "depth": "3", "fast": ""}  # type: ignore[attr-defined]
    assert agent("last:seed=8").arguments == {"seed": "8"}  # type: ignore[attr-defined]
    assert "did you mean last?" in refusal_of("lasst")


@pytest.mark.parametrize("game", shelf.names())
def test_the_package_of_the_documentation_plays(site: Path, game: str) -> None:
    package = f"for_{game.replace('-', '_')}"
    install(
        site,
        package,
        f"mybot = {package}:make",
        code=next(code for code in examples() if "class MyBot" in code),
    )
    found = shelf.game(game)
    with guarded("mybot:depth=3,fast") as one, guarded("mybot", 2) as other:
        play_out(Table(found, found.setup(2)), [one, other], "package")
    assert one.faults == other.faults == []


@pytest.mark.parametrize(
    ("entry", "spec", "said"),
    [
        ("x = no_such_module:Last", "x", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = coop:Nobody", "x", "AttributeError: "),
        ("x = coop:careless", "x", "KeyError: 'depth'"),
        ("x = coop:leaving", "x", "SystemExit: 3"),
        ("x = coop:empty", "x", "it makes a int, which has no `choose`"),
        ("x = :::", "x", "does not work"),
    ],
)
def test_a_broken_entry_point_is_named(site: Path, entry: str, spec: str, said: str) -> None:
    install(site, "coop", entry)
    refusal = refusal_of(spec)
    assert refusal.startswith("the opponent 'x' of coop 1.2 (") and said in refusal
    assert agent("uniform").choose(Observation(GAME, 0, {}, ["a"])) == "a"
    assert "x" in names()


def test_a_package_that_cannot_be_imported_is_named(site: Path) -> None:
    install(site, "ruin", "x = ruin:Last", code="raise ValueError('\x1b[31mburnt down')")
    assert "of ruin 1.2 (ruin:Last) does not work: ValueError:  [31mburnt down" in refusal_of("x")


def test_a_package_may_refuse_a_setting(site: Path) -> None:
    install(site, "stable", "x = stable:picky")
    assert refusal_of("x:depth=10") == "'x:depth=10': depth is 1 to 9"


def test_two_packages_with_one_name(site: Path) -> None:
    install(site, "hen", "x = hen:Last")
    install(site, "cock", "x = cock:Last")
    assert "the opponent 'x' is added by cock 1.2 and hen 1.2; only one" in refusal_of("x")
    assert names().count("x") == 1


def test_nobody_takes_our_own_names(site: Path) -> None:
    install(site, "cuckoo", "uniform = cuckoo:Last")
    assert type(agent("uniform")).__module__ == "farmstead.agents.uniform"
    assert names().count("uniform") == 1


def test_a_damaged_package_hides_no_other(site: Path) -> None:
    install(site, "rubble", "this is no entry")
    install(site, "meadow", "y = meadow:Last")
    assert agent("y").choose(Observation(GAME, 0, {}, ["a", "b"])) == "b"
    assert "what these packages add cannot be read: rubble" in refusal_of("zzz")


# ---- quick to start --------------------------------------------------------------------------------------


def test_naming_agents_imports_none_of_them() -> None:
    code = "import sys, farmstead.agents; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    slow = {known.where.partition(":")[0] for known in AGENTS.values()} | {"importlib.metadata", "subprocess"}
    assert "farmstead.agents.specs" in loaded and not slow & loaded
