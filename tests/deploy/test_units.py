"""systemd's own opinion of its files, and what happens when a backup fails."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.proxies import DEPLOY, program
from tests.server.serving import environment

UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
MOST_EXPOSED = 2.0  # of 10, as `systemd-analyze security` counts
SERVER, BACKUP, FAILED = (
    (DEPLOY / f"{name}.service").read_text(encoding="utf-8")
    for name in ("farmstead", "farmstead-backup", "farmstead-failed@")
)


def settings(unit: str) -> dict[str, str]:
    """The last of each name."""
    return dict(re.findall(r"^(\w+)=(.*)$", unit, re.M))


def command(unit: str, instance: str = "") -> list[str]:
    """What systemd would run."""
    line = settings(unit)["ExecStart"].replace("%i", instance).replace("%%", "%").replace("$$", "$")
    return shlex.split(line)


def test_systemd_understands_them() -> None:
    words = [program("systemd-analyze"), "verify", "--man=no", *map(str, UNITS)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    said = [line for line in done.stderr.splitlines() if str(DEPLOY) in line or line.startswith("farmstead")]
    assert [line for line in said if "is not executable" not in line] == []


@pytest.mark.parametrize("name", ["farmstead.service", "farmstead-backup.service"])
def test_they_have_few_rights(name: str) -> None:
    words = [program("systemd-analyze"), "security", "--offline=true", "--no-pager", str(DEPLOY / name)]
    told = subprocess.run(words, capture_output=True, text=True, timeout=60).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", told)
    assert found and float(found[1]) <= MOST_EXPOSED, told[-300:]


@pytest.mark.parametrize("unit", [SERVER, BACKUP], ids=["server", "backup"])
def test_memory_and_processes_are_bounded(unit: str) -> None:
    found = settings(unit)
    assert re.fullmatch(r"\d+%", found["MemoryMax"]) and int(found["TasksMax"]) <= 1024
    assert found["ProtectProc"] == "invisible"
    assert settings(SERVER)["RemoveIPC"] == "true"


# ---- a backup that fails -----------------------------------------------------------------------------------


def test_a_backup_that_fails_ends_with_a_status(tmp_path: Path) -> None:
    """Else systemd would not notice."""
    shell, option, line = command(BACKUP)
    line = line.replace("/opt/farmstead/bin/farmstead", f"{shlex.quote(sys.executable)} -m farmstead")
    line = line.replace("/var/lib/farmstead", str(tmp_path))
    nothing = {**environment(), "FARMSTEAD_FOLDER": str(tmp_path / "nothing")}
    done = subprocess.run([shell, option, line], env=nothing, capture_output=True, text=True)
    assert done.returncode != 0 and done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def told_by(path: Path, **more: str) -> str:
    assert settings(BACKUP)["OnFailure"] == "farmstead-failed@%n.service"
    assert settings(FAILED)["SyslogLevel"] == "crit"
    words = command(FAILED, "farmstead-backup.service")
    done = subprocess.run(
        words, env={"PATH": f"{path}:/usr/bin:/bin", **more}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_failure_goes_into_the_journal(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("#!/bin/sh\ncat >/dev/null\n")
    (tmp_path / "mail").chmod(0o755)
    said = told_by(tmp_path, MAILTO="root")
    assert re.fullmatch(
        r"farmstead-backup\.service has failed on \S+: journalctl -u farmstead-backup\.service\n", said
    )


def test_its_failure_is_sent_by_mail_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text(
        f"#!/bin/sh\nprintf '%s\\n' \"$@\" >{tmp_path}/sent; cat >{tmp_path}/text\n"
    )
    (tmp_path / "mail").chmod(0o755)
    told_by(tmp_path, MAILTO="host@play.example")
    option, subject, whom = (tmp_path / "sent").read_text().splitlines()
    assert (option, whom) == ("-s", "host@play.example")
    assert subject == f"farmstead-backup.service has failed on {os.uname().nodename}"
    assert (tmp_path / "text").read_text()
    assert settings(FAILED)["EnvironmentFile"] == "-/etc/farmstead.env"  # where MAILTO may be changed
