"""A program that plays with a rude one, to be interrupted while it waits: `python parent.py WAY FILE`."""

import signal
import sys
from pathlib import Path

from farmstead.agents.observation import Observation
from farmstead.agents.stdio import Stdio
from farmstead.games.walnut_grove.rules import GAME

RUDE = Path(__file__).with_name("rude.py")


def main() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # below nohup it would be ignored
    command = f"{sys.executable} -I -S {RUDE} {sys.argv[1]} {sys.argv[2]}"
    with Stdio(command) as program:
        while True:
            program.choose(Observation(GAME, 0, {"game": "any"}, ["pass"]))
            print("chosen", flush=True)


if __name__ == "__main__":
    main()
