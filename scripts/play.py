"""What `make play` and `make terminal` run: farmstead, and beside it what compiles the rules.

    python -m scripts.play serve --no-open

It says which build runs, and then becomes the command. What compiles waits until the page is open, and ends
with the command, however that ends: it hears of both by a pipe.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from farmstead import _build

ROOT: Final = Path(__file__).parent.parent
SLOWER: Final = "all works, only slower"


def main(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "farmstead", *arguments]
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # pip has written none: the first start does so instead
    reason = "" if _build.build() == "compiled" else reason_for_pure()
    if _build.build() == "compiled":
        print("Farmstead runs compiled.", flush=True)
        used()
    elif reason:
        print(f"Farmstead runs as pure Python ({reason}): {SLOWER}.", flush=True)
    else:
        print(
            "Farmstead runs as pure Python while its rules are compiled, at low priority. Bots think faster"
            " once that is done; all of it is quick from the next start on.",
            flush=True,
        )
        is_server = arguments[:1] == ["serve"]
        notify = begin_to_compile(is_silent=not is_server)  # a line would land in the midst of a game
        if is_server:
            environment["FARMSTEAD_NOTIFY_FD"] = str(notify)
        else:
            os.write(notify, b"begin\n")
    os.execve(sys.executable, command, environment)


def reason_for_pure() -> str:
    """Why nothing will be compiled, or nothing."""
    import hatch_build

    if not _build.key():
        return hatch_build.reason_for_pure() or "it was installed so; make clean, then try again"
    return hatch_build.reason_for_pure()


def used() -> None:
    """The build that was used last is the last to be removed."""
    if _build.cached_modules():
        os.utime(_build.folder_of(_build.key()))


def begin_to_compile(is_silent: bool) -> int:
    """Start it; to be written to when it may begin. It ends when that is closed."""
    hears, notify = os.pipe()
    command, told = [sys.executable, "-m", "scripts.compile"], subprocess.DEVNULL if is_silent else None
    subprocess.Popen(command, cwd=ROOT, stdin=hears, stdout=told, start_new_session=True)
    os.close(hears)
    os.set_inheritable(notify, True)
    return notify


if __name__ == "__main__":
    main(sys.argv[1:])
