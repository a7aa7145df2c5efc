"""`make strength`: known figures, nothing played twice, seeds from the commit, a page from what is kept."""

import json
import shlex
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from farmstead.agents.arena.match_folder import RESULTS, MatchFolder
from farmstead.agents.arena.match_game import Result, play
from farmstead.agents.arena.matches import Match
from farmstead.cli import main as farmstead_main
from farmstead.engine.contract import BadSetup
from farmstead.engine.record import read_record
from scripts.calibrate import document, uncorrected
from scripts.strength.__main__ import chosen
from scripts.strength.about import note
from scripts.strength.clairvoyant import Foresight, best_known
from scripts.strength.figures import (
    mean_score,
    percent,
    points,
    reaches,
    scores_of,
    share_from,
    spread_of,
    thinking,
)
from scripts.strength.hints import Error, Hinted, correction, errors_of, hinted, misses, quarter_of
from scripts.strength.kept import FINDINGS
from scripts.strength.progress import is_over, state_of
from scripts.strength.report import LIMITS, page
from scripts.strength.runs import go_on
from scripts.strength.sources import Sources, sources
from scripts.strength.tasks import FULL, Contest, Plan, Study, Tasks, command, tasks

VALLEY = "sunflower-valley"
SOURCES = Sources("c0ffee" * 6 + "beef", "")
TINY = Plan(
    top="uniform:seed=3",
    low="uniform",
    levels=("uniform:seed=5", "uniform"),
    solo=3,
    paired=4,
    greedy=2,
    ladder=4,
    look="uniform:seed=6",
    learned="uniform:seed=7",
    met=("uniform", "uniform:seed=8", "uniform:seed=9"),
    meetings=2,
    timed=1,
    foreseen=1,
    hinted=2,
    tries=4,
)


def every(seed: str = SOURCES.seed) -> Tasks:
    return tasks(TINY, seed)


def quiet(done: int, text: str) -> None:
    pass


class Impatient:
    """Interrupts after so many games."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, done: int, text: str) -> None:
        if done >= self.most:
            raise KeyboardInterrupt


def valley_hints() -> Study:
    return every().hints[-1]


# ---- figures -------------------------------------------------------------------------------------------


def game(number: int, scores: tuple[int, ...], seconds: tuple[float, ...] = (2.0,)) -> Result:
    """A game of one seat, agent 0 in odd numbers."""
    return Result(number, number, ((number + 1) % 2,), scores, (1,), ({},), (4,), seconds, (1.5,), ("",), "")


def test_means_and_shares_of_known_scores() -> None:
    scores = [(deal, 20 + deal) for deal in range(10)]  # 20 to 29: mean 24.5, standard deviation 3.0277
    assert points(mean_score(scores)) == "24.50 (22.33 – 26.67)"
    assert percent(share_from([(deal, deal % 2) for deal in range(400)], 1)) == "50.0 % (45.1 – 54.9)"
    assert mean_score([]) is None and points(None) == percent(None) == "not played yet"
    assert spread_of(list(range(101))) == "5 · 25 – 50 – 75 · 95"


def test_a_goal_in_the_interval_is_said_to_be_there() -> None:
    found = mean_score([(deal, 20 + deal) for deal in range(10)])
    assert reaches(found, 22) == "yes" and reaches(found, 27) == "no"
    assert reaches(found, 24) == "yes, but the interval has the goal in it"
    assert reaches(found, 25) == "no, but the interval has the goal in it"
    assert reaches(None, 1) == "—"


def test_scores_and_times_are_those_of_the_agent() -> None:
    games = [game(1, (30,)), game(2, (10,), (9.0,)), game(3, (40,), (6.0,))]
    assert scores_of(games, 0) == [(1, 30), (3, 40)]
    assert thinking(games, 0) == (8, 1.0, 1.5)
    assert thinking(games, 7) == (0, None, None)


# ---- seeds ---------------------------------------------------------------------------------------------


def git_in(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_seeds_follow_from_the_commit_of_what_is_measured(tmp_path: Path) -> None:
    git = partial(git_in, tmp_path)

    def found() -> Sources:
        return sources(tmp_path, ("rules",))

    git("init")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text("1")
    git("add", ".")
    git("commit", "-m", "one")
    first = found()
    assert len(first.commit) == 40 and first.changes == "" and first.commit.startswith(first.seed)

    (tmp_path / "page.md").write_text("figures")  # no rule: the figures still belong to the same commit
    git("add", ".")
    git("commit", "-m", "two")
    assert found() == first

    (tmp_path / "rules" / "b.py").write_text("2")
    new_file = found()
    (tmp_path / "rules" / "b.py").write_text("3")
    assert new_file.changes and found().changes not in ("", new_file.changes)
    assert new_file.seed == found().seed == first.seed
    assert new_file.folder(False) != first.folder(False) != first.folder(True)

    git("add", ".")
    git("commit", "-m", "three")
    assert found().seed != first.seed and found().changes == ""


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("agents/hints.py", True),
        ("agents/calibration.py", True),
        ("engine/table.py", True),
        ("evaluators/base.py", True),
        ("games/walnut_grove/rules/state.py", True),
        ("games/walnut_grove/evaluator/weights.json", True),
        ("games/walnut_grove/pictures/page.py", False),
        ("agents/review/plot.py", False),
        ("cli/hint.py", False),
    ],
)
def test_what_is_measured(tmp_path: Path, path: str, counts: bool) -> None:
    """Hints are, since their error is told; a review only explains."""
    file = tmp_path / "src" / "farmstead" / path
    rules = tmp_path / "src" / "farmstead" / "engine" / "rules.py"
    for one in (rules, file):
        one.parent.mkdir(parents=True, exist_ok=True)
        one.write_text("1")
    git_in(tmp_path, "init")
    git_in(tmp_path, "add", ".")
    git_in(tmp_path, "commit", "-m", "one")
    assert sources(tmp_path).changes == ""
    file.write_text("2")
    assert bool(sources(tmp_path).changes) is counts


def test_without_a_commit_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="the seeds follow from the commit"):
        sources(tmp_path)


def test_every_task_has_its_seed_from_the_commit() -> None:
    assert every() == every() != every("other")
    seeds = {task.match.seed if isinstance(task, Contest) else task.settings.seed for task in every().all()}
    assert seeds == {SOURCES.seed}


def test_the_full_plan_asks_for_what_the_goals_ask() -> None:
    full = tasks(FULL, "1")
    assert full.solo.match.total == 400 and full.paired.match.total == 400 and full.clairvoyant.count == 20
    assert len({task.name for task in full.all()}) == len(full.all())
    assert [task.name for task in full.ladders if task.match.seats == 4][:2] == [
        "ladder-walnut-grove-4-level2-level1",
        "ladder-walnut-grove-4-level3-level2",
    ]
    for task in full.all():
        if isinstance(task, Contest):
            task.match.check()


def test_only_some_tasks_can_be_asked_for() -> None:
    names = [task.name for task in chosen(every().all(), ["greedy-*", "solo"])]
    assert names == ["solo", "greedy-2", "greedy-5"]
    with pytest.raises(BadSetup, match="--only gold: there is no such task; there are times-"):
        chosen(every().all(), ["gold"])


# ---- nothing is played twice ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["paired", "hints-sunflower-valley-2"])
def test_what_was_stopped_goes_on(tmp_path: Path, name: str) -> None:
    (task,) = chosen(every().all(), [name])
    file = tmp_path / name / (RESULTS if isinstance(task, Contest) else FINDINGS)
    first = go_on(task, tmp_path, 1, Impatient(1))
    assert first.interrupted and first.fresh == 1 and not first.is_over
    assert not is_over(task, tmp_path) and state_of(task, tmp_path) == f"1 of {task.total}"
    before = file.read_bytes()
    second = go_on(task, tmp_path, 1, quiet)
    assert (second.fresh, second.done, second.is_over) == (task.total - 1, task.total, True)
    whole = file.read_bytes()
    assert whole.startswith(before)
    third = go_on(task, tmp_path, 1, quiet)
    assert third.fresh == 0 and third.is_over and file.read_bytes() == whole
    assert state_of(task, tmp_path) == f"{task.total} of {task.total}, complete"


def test_a_finding_that_is_half_written_is_found_again(tmp_path: Path) -> None:
    study = valley_hints()
    go_on(study, tmp_path, 1, quiet)
    file = tmp_path / study.name / FINDINGS
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert state_of(study, tmp_path) == "1 of 2"
    assert go_on(study, tmp_path, 1, quiet).fresh == 1
    assert file.read_bytes() == whole


def test_processes_find_the_same(tmp_path: Path) -> None:
    study = valley_hints()
    go_on(study, tmp_path / "one", 1, quiet)
    go_on(study, tmp_path / "two", 2, quiet)
    one, two = (
        sorted((tmp_path / folder / study.name / FINDINGS).read_text().splitlines())
        for folder in ("one", "two")
    )
    assert one == two and len(one) == 2


def test_findings_of_other_settings_are_not_mixed(tmp_path: Path) -> None:
    study = valley_hints()
    go_on(study, tmp_path, 1, Impatient(1))
    other = replace(study, settings=replace(study.settings, seed="other"))
    assert state_of(other, tmp_path) == "0 of 2"
    with pytest.raises(Exception, match="was made with other settings"):
        go_on(other, tmp_path, 1, quiet)
    more = replace(study, count=3)  # how many there are to be does not make them others
    assert state_of(more, tmp_path) == "1 of 3"


def test_the_command_on_the_page_plays_the_same_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for task in (every().greedy[0], every().ladders[-1]):
        go_on(task, tmp_path / "ours", 1, quiet)
        words = shlex.split(command(task.match))[1:]
        assert farmstead_main([*words, "--out", str(tmp_path / task.name)]) == 0
        ours, theirs = (
            [json.loads(line)["checksum"] for line in (folder / RESULTS).read_text().splitlines()]
            for folder in (tmp_path / "ours" / task.name, tmp_path / task.name)
        )
        assert ours == theirs
    capsys.readouterr()


# ---- the page ------------------------------------------------------------------------------------------


def test_the_page_of_nothing_says_what_is_missing(tmp_path: Path) -> None:
    text = page(every(), tmp_path, SOURCES)
    assert "Nothing has been measured yet." in text
    assert f"**Not complete**: 0 of {len(every().all())} tasks are done." in text
    assert "| Walnut Grove solo, uniform:seed=3: mean | at least 30 | not played yet | — |" in text


def test_the_page_tells_what_is_kept(tmp_path: Path) -> None:
    note(tmp_path, SOURCES, 2)
    go_on(every().paired, tmp_path, 1, quiet)
    go_on(every().solo, tmp_path, 1, Impatient(4))
    text = page(every(), tmp_path, SOURCES)
    assert text == page(every(), tmp_path, SOURCES)
    assert "Commit c0ffeec0ffee, the last one" in text and "2 games at a time" in text
    with MatchFolder(tmp_path / "paired", every().paired.match) as store:
        games = list(store.results.values())
    mean = points(mean_score(scores_of(games, 0)))
    assert f"| mean of uniform:seed=3 | {mean} |" in text
    assert "paired (" not in text  # is not missing
    assert "solo (4 of 6)" in text and ", so far | no" in text


def test_changes_that_are_not_committed_are_marked(tmp_path: Path) -> None:
    assert "**and changes that are not committed**" in page(every(), tmp_path, SOURCES._replace(changes="12"))


def test_what_somebody_wrote_about_limits_stays(tmp_path: Path) -> None:
    before = f"# Old\n\n{LIMITS}\n\nThe bag.\n\nAnd the coins.\n\n## Other\n\nold figures\n"
    text = page(every(), tmp_path, SOURCES, before)
    assert f"\n{LIMITS}\n\nThe bag.\n\nAnd the coins.\n\n## " in text and "old figures" not in text
    assert page(every(), tmp_path, SOURCES, text) == text


def played_ladder(tmp_path: Path, upper: str, lower: str, games: int) -> str:
    match = Match(VALLEY, 2, (upper, lower), games, seed="1", stop_when_sure=True)
    task = Contest("ladder", match)
    go_on(task, tmp_path, 1, quiet)
    text = page(replace(every(), ladders=(task,)), tmp_path, SOURCES)
    (row,) = [
        line for line in text.splitlines() if line.startswith(f"| Sunflower Valley, 2 players: {upper} ag")
    ]
    return row


def test_a_level_that_is_better_is_found_so_before_the_end(tmp_path: Path) -> None:
    row = played_ladder(tmp_path, "greedy", "uniform", 100)
    assert row.endswith("| yes |") and "100.0 %" in row
    assert len((tmp_path / "ladder" / RESULTS).read_text().splitlines()) < 60


def test_a_level_that_is_worse_is_not_called_better(tmp_path: Path) -> None:
    assert played_ladder(tmp_path, "uniform", "greedy", 6).endswith("| 0.0 % (0.0 – 39.0) | no |")


# ---- hints ---------------------------------------------------------------------------------------------


def test_a_game_has_four_quarters() -> None:
    assert [quarter_of(time) for time in (1.0, 0.76, 0.75, 0.5, 0.25, 0.1, 0.0)] == [0, 0, 1, 2, 3, 3, 3]


def test_errors_of_known_hints() -> None:
    errors = [
        Error(1, 1.0, 33.0, 30),
        Error(1, 0.0, 31.0, 30),
        Error(2, 1.0, 24.0, 28),
        Error(3, 0.5, 26.0, 25),
    ]
    found = misses(errors)
    assert found.positions == 4
    assert found.bias.mean == pytest.approx((2 - 4 + 1) / 3)  # the two hints of game 1 count as one
    assert found.size.mean == pytest.approx((2 + 4 + 1) / 3)
    assert found.square == pytest.approx((27 / 4) ** 0.5)


def test_a_correction_is_found_again() -> None:
    errors = [Error(n, time, 30.0 - 4.0 * time, 30) for n, time in enumerate((1.0, 0.75, 0.5, 0.0))]
    points = correction(errors)
    assert points == pytest.approx(4.0)
    shown = uncorrected(errors, -points)  # as hints with the correction would be
    assert [one.error for one in shown] == pytest.approx([0] * 4)
    assert correction(uncorrected(shown, points)) == pytest.approx(
        points
    )  # the one in use is taken off first
    assert document("x", points, 8, misses(errors))["points"] == 4.0
    with pytest.raises(BadSetup, match="before the end"):
        correction(errors[-1:])


def test_hints_are_asked_for_in_every_quarter() -> None:
    settings = Hinted(VALLEY, 2, "uniform", TINY.tries, "1")
    found = hinted(settings, 1)
    assert found == hinted(settings, 1) != hinted(settings, 2)
    errors = errors_of({1: found})
    assert [quarter_of(one.time) for one in errors] == [0, 1, 2, 3]


# ---- all luck known ------------------------------------------------------------------------------------


def test_foresight_finds_a_game_that_can_be_played() -> None:
    foresight = Foresight("walnut-grove", "1", "uniform", width=0, turns=2, rounds=3)
    found = best_known(foresight, 1)
    assert found == best_known(foresight, 1)
    assert found["score"] >= max(found["honest"], found["beam"])
    assert found["tries"] == 2 + 3 + 3
    alone = play(Match("walnut-grove", 1, ("uniform", "greedy"), 1, seed="1"), 1).result
    assert found["honest"] == alone.scores[0]  # the very game of the match with this seed
    record = read_record(str(found["record"]).encode())
    assert record.setup.seats == 1
