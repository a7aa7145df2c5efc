"""What docs/operating.md and deploy/ say is true: commands, options, settings and figures exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from farmstead.cli import main
from farmstead.cli.serve import FOR_OTHERS
from farmstead.server.base import counters
from farmstead.server.ops import prometheus
from farmstead.server.replay.messages import MAX_FILE, MAX_MESSAGE

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(DEPLOY.iterdir())}
COMMAND = re.compile(r"(?<![\w.-])farmstead ([a-z-]+)((?: +(?:'[^']*'|\"[^\"]*\"|[^\s`'\"|,;]+))*)")
STREAM = "/api/tables/some-code/stream"


def blocks(text: str) -> list[str]:
    return [line.strip() for block in re.findall(r"```\n(.*?)```", text, re.S) for line in block.splitlines()]


def commands() -> list[tuple[str, list[str]]]:
    """All that are shown, each with its options."""
    lines = blocks(GUIDE) + re.findall(r"`([^`\n]+)`", GUIDE)
    lines += [line for text in FILES.values() for line in text.splitlines() if "farmstead" in line]
    lines = [line.replace('["', " ").replace('", "', " ").replace('"]', "") for line in lines]
    found = [match for line in lines for match in COMMAND.finditer(line)]
    known = ("serve", "backup", "restore", "move-store")
    return [(each[1], re.findall(r"(--[a-z-]+)", each[2])) for each in found if each[1] in known]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What each command says of itself."""
    monkeypatch.setenv("COLUMNS", "300")
    said = {}
    for name in ("serve", "backup", "restore", "move-store"):
        assert main([name, "--help"]) == 0
        said[name] = capsys.readouterr().out
    return said


def test_commands_have_the_options_that_are_shown(shown: dict[str, str]) -> None:
    found = commands()
    assert {name for name, _ in found} == set(shown)
    for name, options in found:
        assert all(option in shown[name] for option in options), (name, options)


def test_options_and_settings_that_are_named_exist(shown: dict[str, str]) -> None:
    everything = " ".join([*shown.values(), *FOR_OTHERS])
    for option in re.findall(r"^\| (`--.*?) \|", GUIDE, re.M):
        assert all(each in shown["serve"] for each in re.findall(r"--[a-z-]+", option)), option
    for text in (GUIDE, *FILES.values()):
        for setting in re.findall(r"FARMSTEAD_[A-Z_]+", text):
            assert setting in everything, setting


def test_each_option_of_the_guide_can_stand_in_the_environment(shown: dict[str, str]) -> None:
    rows = re.findall(r"^\| (`--[^|]+) \| ([^|]*) \|", GUIDE, re.M)
    assert len(rows) >= 10
    for options, settings in rows:
        expected = [
            f"FARMSTEAD_{each[2:].replace('-', '_').upper()}" for each in re.findall(r"--[a-z-]+", options)
        ]
        assert re.findall(r"FARMSTEAD_[A-Z_]+", settings) == expected


def test_figures_that_are_named_are_told() -> None:
    sources = [Path(str(each.__file__)).read_text("utf-8") for each in (counters, prometheus)]
    told = {name for text in sources for name in re.findall(r'"(farmstead_[a-z_]+)"', text)}
    told |= {f"process_{name}" for name in ("cpu_seconds", "max_fds", "open_fds", "resident_memory_bytes")}
    told = {name.removesuffix("_total") for name in told}  # which the library adds
    named = re.findall(r"`((?:farmstead|process)_[a-z_]+)`", GUIDE)
    found = {name.removesuffix("_total") for name in named}
    assert found <= told
    assert told - found <= {"farmstead_build"}


def test_links_inside_the_guide_lead_somewhere() -> None:
    titles = [title.lower() for title in re.findall(r"^#+ (.+)$", GUIDE, re.M)]
    headings = {re.sub(r"[^a-z0-9 -]", "", title).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", GUIDE)) <= headings


def test_every_file_is_spoken_of() -> None:
    assert all(f"../deploy/{name}" in GUIDE for name in FILES)


# ---- the files ---------------------------------------------------------------------------------------------


def test_streams_are_not_held_back() -> None:
    ((where, inside),) = re.findall(r"location ~ (\S+stream\S*) \{(.*?)\}", FILES["nginx.conf"], re.S)
    assert re.fullmatch(where, STREAM)
    assert "proxy_buffering off;" in inside and "gzip off;" in inside and "proxy_read_timeout 1h;" in inside
    assert "flush_interval -1" in FILES["Caddyfile"]


def test_nginx_tells_the_server_who_visits() -> None:
    """For all places, since none of them has headers of its own."""
    (before,) = re.findall(r"listen 443.*?(?=location)", FILES["nginx.conf"], re.S)
    assert "X-Forwarded-For $remote_addr;" in before  # what a visitor sends is not passed on
    assert "X-Forwarded-Proto $scheme;" in before and "Host $host;" in before
    for inside in re.findall(r"location [^{]+\{(.*?)\}", FILES["nginx.conf"], re.S):
        assert "proxy_set_header" not in inside


def test_only_present_versions_of_tls_are_spoken() -> None:
    assert re.findall(r"ssl_protocols (.+);", FILES["nginx.conf"]) == ["TLSv1.2 TLSv1.3"]
    assert "tls" not in re.findall(r"^\s*(\w+)", FILES["Caddyfile"], re.M)  # its own are the same


def test_proxies_take_what_the_server_takes() -> None:
    """As large a message as there is for files that are brought along, and in the guide the same figure."""
    (nginx,) = re.findall(r"studies\S* \{.*?client_max_body_size (\d+)m;", FILES["nginx.conf"], re.S)
    (caddy,) = re.findall(r"@brought \{\s+max_size (\d+)MB", FILES["Caddyfile"])
    assert int(nginx) * 2**20 > MAX_MESSAGE and int(caddy) * 10**6 > MAX_MESSAGE
    for text in (FILES["nginx.conf"], FILES["Caddyfile"], GUIDE):
        assert f"{MAX_FILE:,} bytes" in text


def test_nothing_logs_codes_of_tables() -> None:
    assert "access_log off;" in FILES["nginx.conf"]
    assert re.search(r"^    error_log \S+ crit;$", FILES["nginx.conf"], re.M)  # others name the request
    assert re.findall(r"^\s*log\b.*", FILES["Caddyfile"], re.M) == ["\tlog default {"]
    assert "exclude http.log.error http.handlers.reverse_proxy" in FILES["Caddyfile"]


def test_the_service_runs_with_few_rights_and_many_files() -> None:
    unit = FILES["farmstead.service"]
    for line in ("NoNewPrivileges=true", "ProtectSystem=strict", "StateDirectoryMode=0700", "User=farmstead"):
        assert line in unit
    files = re.search(r"LimitNOFILE=(\d+)", unit)
    assert files and int(files[1]) >= 4096


def test_the_container_runs_as_nobody_special_and_says_how_it_is() -> None:
    text = FILES["Containerfile"]
    assert text.rindex("USER farmstead") > text.rindex("FROM ")
    assert "/healthz" in text and "VOLUME /data" in text
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M):
        assert all((ROOT / name).exists() for name in shlex.split(copied))
