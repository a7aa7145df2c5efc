"""Programs that misbehave, each in one way: `python rude.py WAY [FILE]`.

Each holds a lock on FILE, and so does whatever it starts: who can lock it knows that nobody is left.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

FOREVER = 600


def hear() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    found: dict[str, Any] = json.loads(line)
    return found


def say(**answer: object) -> None:
    print(json.dumps(answer), flush=True)


def decision() -> list[str]:
    """The legal moves of the next decision."""
    while True:
        heard = hear()
        if heard["message"] == "hello":
            say(ready=1)
        elif heard["message"] == "choose":
            legal: list[str] = heard["legal"]
            return legal


def play(decisions: int) -> None:
    """Behave for so many decisions."""
    for _ in range(decisions):
        say(move=decision()[0])


def forever() -> None:
    time.sleep(FOREVER)


def nice() -> None:
    play(10_000)


def dies_at_start() -> None:
    sys.exit("I never meant to play")


def dies_in_the_middle() -> None:
    play(3)
    decision()
    raise RuntimeError("the barn burned down")


def dies_between_decisions() -> None:
    play(3)
    sys.exit(7)


def is_killed() -> None:
    play(3)
    decision()
    os.kill(os.getpid(), signal.SIGKILL)


def hangs() -> None:
    play(3)
    decision()
    forever()


def hangs_at_hello() -> None:
    hear()
    forever()


def never_listens() -> None:
    forever()


def stops_listening() -> None:
    hear()
    say(ready=1)
    forever()


def prints_garbage() -> None:
    play(3)
    decision()
    print("\x1b[2J\x07 moo", flush=True)
    forever()


def prints_bytes() -> None:
    play(3)
    decision()
    sys.stdout.buffer.write(b"\xff\xfe\x00\n")
    sys.stdout.buffer.flush()
    forever()


def nests_deeply() -> None:
    play(3)
    decision()
    print("[" * 30_000, flush=True)
    forever()


def counts_high() -> None:
    play(3)
    decision()
    print('{"move": ' + "9" * 30_000 + "}", flush=True)
    forever()


def writes_a_huge_line() -> None:
    play(3)
    decision()
    while True:
        os.write(1, b"x" * 10_000)


def answers_a_number() -> None:
    play(3)
    decision()
    say(move=3)
    forever()


def answers_a_list() -> None:
    play(3)
    decision()
    print("[1, 2]", flush=True)
    forever()


def answers_nonsense() -> None:
    play(3)
    decision()
    say(move="fly to the moon")
    forever()


def cheats() -> None:
    play(3)
    decision()
    say(move=sys.argv[3])
    forever()


def speaks_unasked() -> None:
    play(2)
    move = decision()[0]
    print(json.dumps({"move": move}) + "\n" + json.dumps({"move": move}), flush=True)
    forever()


def closes_its_output() -> None:
    play(3)
    decision()
    os.close(1)
    forever()


def closes_its_input() -> None:
    play(2)
    move = decision()[0]
    os.close(0)
    say(move=move)
    forever()


def writes_to_stderr_only() -> None:
    play(3)
    decision()
    for number in range(100_000):
        print(f"thinking \x1b[31m{number}", file=sys.stderr)
    forever()


def ignores_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    stays_until_sigterm()


def stays_until_sigterm() -> None:
    with suppress(SystemExit):  # after the last message
        nice()
    forever()


def starts_others() -> None:
    subprocess.Popen(["sleep", str(FOREVER)], close_fds=False)
    play(3)
    decision()
    forever()


def leaves_others_behind() -> None:
    subprocess.Popen(["sleep", str(FOREVER)], close_fds=False)
    nice()


def speaks_another_protocol() -> None:
    hear()
    say(ready=2)
    forever()


def is_not_ready() -> None:
    hear()
    say(hello="farmer")
    forever()


def cannot_play_this() -> None:
    hear()
    say(error="I only play chess")
    forever()


def gives_up() -> None:
    play(3)
    decision()
    say(error="this is too hard")
    forever()


WAYS: dict[str, Callable[[], None]] = {
    way.__name__: way
    for way in (
        nice,
        dies_at_start,
        dies_in_the_middle,
        dies_between_decisions,
        is_killed,
        hangs,
        hangs_at_hello,
        never_listens,
        stops_listening,
        prints_garbage,
        prints_bytes,
        nests_deeply,
        counts_high,
        writes_a_huge_line,
        answers_a_number,
        answers_a_list,
        answers_nonsense,
        cheats,
        speaks_unasked,
        closes_its_output,
        closes_its_input,
        writes_to_stderr_only,
        ignores_sigterm,
        stays_until_sigterm,
        starts_others,
        leaves_others_behind,
        speaks_another_protocol,
        is_not_ready,
        cannot_play_this,
        gives_up,
    )
}


def main() -> None:
    lock = open(sys.argv[2], "w")  # noqa: SIM115  (held until the end)
    os.set_inheritable(lock.fileno(), True)
    fcntl.flock(lock, fcntl.LOCK_EX)
    WAYS[sys.argv[1]]()


if __name__ == "__main__":
    main()
