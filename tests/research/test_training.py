"""Training: a small run, stopped and begun again."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from farmstead.agents.learned.weights import BadWeights, inputs_of, read_weights
from farmstead.engine.contract import BadSetup
from farmstead.training import run
from farmstead.training.fitting import Normals, less_means
from farmstead.training.run import RunProgress, RunSettings, begun, learned, load, save, train
from farmstead.training.samples import Samples, joined

GAME = "walnut-grove"
SMALL = RunSettings(
    GAME, (1,), rounds=1, groups=5, lucks=1, depths=0, furthest=1, every=40, contest_seats=1, contest_deals=1
)


def quiet(_: str) -> None:
    pass


class Stopped(Exception):
    """As if somebody had pulled the plug."""


def test_a_stopped_run_goes_on_to_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: whole games are played twice over."""
    monkeypatch.setattr(run, "SAVED_EVERY_S", 0.0)
    whole = train(begun(SMALL), tmp_path / "whole.npz", 1, quiet)
    file = tmp_path / "stopped.npz"

    def stop(_: str) -> None:
        raise Stopped

    for _ in range(2):
        with pytest.raises(Stopped):
            train(load(file, SMALL) if file.exists() else begun(SMALL), file, 1, stop)
    progress = load(file, SMALL)
    assert progress.games > 0
    parts = train(progress, file, 2, quiet)
    assert parts.powers == whole.powers
    assert [line["groups"] for line in parts.card["figures"]] == [
        line["groups"] for line in whole.card["figures"]
    ]


def test_the_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    save(begun(SMALL), file)
    assert load(file, SMALL).weights == begun(SMALL).weights
    other = RunSettings(GAME, (1, 2))
    with pytest.raises(BadSetup, match="a training run with other settings"):
        load(file, other)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x00" * 100])
def test_a_damaged_file_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "run.npz"
    file.write_bytes(data)
    with pytest.raises(BadSetup, match="no training run that can go on"):
        load(file, SMALL)


def test_nothing_half_written_takes_the_place_of_a_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    progress = RunProgress(SMALL, begun(SMALL).weights, games=7)
    save(progress, file)
    (tmp_path / "run.npz.part").write_bytes(b"half")
    assert load(file, SMALL).games == 7
    progress.games = 8
    save(progress, file)
    assert load(file, SMALL).games == 8 and [path.name for path in tmp_path.iterdir()] == ["run.npz"]


# ---- what is fitted --------------------------------------------------------------------------------------


def made_up(seed: int, true: list[float]) -> Samples:
    """Groups whose luck is far larger than what their rows differ by."""
    chance = np.random.default_rng(seed)
    groups = np.repeat(np.arange(300), 6).astype(np.int32)
    numbers = chance.integers(-5, 6, (1800, len(true))).astype(np.int16)
    times = np.repeat(chance.integers(0, 11, 300), 6).astype(np.int16)
    luck = np.repeat(chance.normal(0, 50, 300), 6)
    points = numbers @ np.array(true) * (1 + times / 10) + luck + chance.normal(0, 0.1, 1800)
    ones = np.ones(1800, np.float32)
    return Samples(numbers, times, groups, np.zeros(1800, np.int16), points.astype(np.float32), ones)


def test_differences_are_learned_whatever_luck_does() -> None:
    true = [1.0, -2.0, 0.5]
    first = [[0.0] * 3 for _ in range(2)]
    found, explained = Normals.of(made_up(1, true), first, 10).solved(first, 1e-6)
    assert np.allclose(found, [true, true], atol=0.02)
    assert explained > 0.99


def test_where_nothing_is_known_the_first_weights_stay() -> None:
    samples = made_up(1, [1.0, 0.0])
    samples.numbers[:, 1] = 3  # the same in every row
    first = [[0.25, 0.75]]
    found, _ = Normals.of(samples, first, 10).solved(first, 1e-3)
    assert found[0][1] == pytest.approx(0.75)


def test_groups_of_several_parts_stay_apart() -> None:
    one, other = made_up(1, [1.0]), made_up(2, [1.0])
    both = joined([one, other])
    assert len(np.unique(both.groups)) == 600
    centred = less_means(both.points.astype(float), both.groups)
    assert np.allclose(centred[:1800], less_means(one.points.astype(float), one.groups))


# ---- the command -----------------------------------------------------------------------------------------


def test_the_command_writes_weights_that_can_be_read(tmp_path: Path) -> None:
    """Slow: a process plays whole games."""
    command = [sys.executable, "-m", "farmstead", "train", GAME, "--seats", "1", "--rounds", "1"]
    more = ["--groups", "20", "--deals", "2", "--jobs", "2", "--file", str(tmp_path / "run.npz")]
    out = tmp_path / "learned.json"
    done = subprocess.run([*command, *more, "--out", str(out)], capture_output=True, text=True, check=True)
    assert f"Written: {out}" in done.stdout
    inputs = inputs_of(GAME)
    assert inputs is not None
    weights = read_weights(out.read_bytes(), GAME, inputs)
    assert weights.card["figures"][0]["groups"] >= 20
    with pytest.raises(BadWeights):
        read_weights(out.read_bytes()[:-3], GAME, inputs)


def test_a_learned_card_tells_its_settings() -> None:
    card = learned(begun(SMALL)).card
    assert card["seed"] == SMALL.seed and card["data"]["game"] == GAME
