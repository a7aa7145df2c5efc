"""A client made of the API's description by a public generator plays a game. Needs a package index."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.install.test_install import clean_environment, opened

GENERATOR = "openapi-python-client==0.29.1"
# Runs where nothing of Farmstead is installed, beside the package `made` that the generator has made.
PLAYER = """
import sys
import time

from made.api.me import api_me_name
from made.api.playing import api_tables_code_moves_move, api_tables_code_position_position
from made.api.tables import api_tables_code_components_components, api_tables_make
from made.client import Client
from made.models import MoveIn, NameIn, Problem, SeatIn, SeatInWho, SunflowerValleyView, TableIn

PATIENCE_S = 600.0


def main(url: str) -> None:
    client = Client(base_url=url.rstrip("/"))
    named = api_me_name.sync_detailed(client=client, body=NameIn(name="Ada"))
    cookie = named.headers["set-cookie"].partition(";")[0].partition("=")
    client = client.with_cookies({cookie[0]: cookie[2]})
    seats = [SeatIn(who=SeatInWho.ME), SeatIn(who=SeatInWho.BOT, level=1)]
    made = api_tables_make.sync(client=client, body=TableIn(game="sunflower-valley", seats=seats))
    code = made.table.code
    sheets = api_tables_code_components_components.sync(client=client, code=code)["sheets"]
    assert len(sheets["A"]) == 5, sheets
    until, moves, wrong = time.monotonic() + PATIENCE_S, 0, None
    while time.monotonic() < until:
        look = api_tables_code_position_position.sync(client=client, code=code, seat=0)
        now = look.position
        if now.phase == "over":
            assert now.places and look.standing == [] and isinstance(wrong, Problem)
            print(moves, now.lines[0]["total"], wrong.key)
            return
        if now.decision is None:
            continue
        assert isinstance(now.view, SunflowerValleyView) and look.standing[0]["total"] is not None
        if wrong is None:
            body = MoveIn(seat=0, decision=now.decision, move="pass")
            wrong = api_tables_code_moves_move.sync(client=client, code=code, body=body)
        body = MoveIn(seat=0, decision=now.decision, move=now.legal[0])
        done = api_tables_code_moves_move.sync(client=client, code=code, body=body)
        assert not isinstance(done, Problem), done
        moves += 1
    raise AssertionError("the game did not end")


main(sys.argv[1])
"""


def test_a_generated_client_plays_a_game(tmp_path: Path) -> None:
    """Slow: it installs the generator, and a whole game is played."""
    env = clean_environment(tmp_path)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], env=env, check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-q", GENERATOR]
    subprocess.run(pip, cwd=tmp_path, env=env, check=True)
    serve = [sys.executable, "-m", "farmstead", "serve", "--no-open", "--port", "0", "--pace", "0"]
    where = {**env, "PYTHONPATH": ":".join(path for path in sys.path if path)}
    with opened([*serve, "--folder", str(tmp_path / "games")], tmp_path, where) as (url, _):
        with urllib.request.urlopen(f"{url}api/openapi.json", timeout=120) as answer:
            (tmp_path / "openapi.json").write_bytes(answer.read())
        made = [python, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"]
        said = subprocess.run(
            [*made, "--output-path", "made"],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert "Unable to parse" not in said and "Error" not in said, said
        (tmp_path / "player.py").write_text(PLAYER, encoding="utf-8")
        played = subprocess.run(
            [python, "player.py", url], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
    assert played.returncode == 0, played.stderr
    moves, points, refused = played.stdout.split()
    assert int(moves) > 20 and int(points) > -200 and refused == "passing"
