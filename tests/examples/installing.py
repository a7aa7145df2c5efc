"""Games of other packages, installed beside farmstead: in a folder of their own that is on the path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests.server.serving import environment

PEBBLES = Path(__file__).parents[2] / "examples" / "pebbles"


def installed(source: Path, folder: Path) -> Path:
    """The folder in which a package lies once its own build backend has made it; nothing is downloaded."""
    wheels, target = folder / "wheels", folder / "packages"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    for wheel in wheels.glob("*.whl"):
        with ZipFile(wheel) as packed:
            packed.extractall(target)
    return target


def distribution(folder: Path, **games: str) -> None:
    """A distribution in a folder that names packages as games, whether they are there or not."""
    info = folder / "some-1.0.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: some\nVersion: 1.0\n", encoding="utf-8"
    )
    points = [f"{name} = {package}" for name, package in games.items()]
    lines = "\n".join(["[farmstead.games]", *points, ""])
    info.joinpath("entry_points.txt").write_text(lines, encoding="utf-8")


def farmstead(
    *arguments: str, beside: Path, cwd: Path, typed: str = "", status: int = 0
) -> subprocess.CompletedProcess[str]:
    """A command line, with what lies in a folder installed."""
    done = subprocess.run(
        [sys.executable, "-m", "farmstead", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**environment(beside), "XDG_DATA_HOME": str(cwd), "COLUMNS": "100"},
    )
    assert done.returncode == status, f"{arguments}: {done.stdout}\n{done.stderr}"
    return done
