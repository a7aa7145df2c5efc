"""`python -m farmstead` is the command `farmstead`."""

import gc
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line; whoever interrupts while it is being imported sees no traceback."""
    try:
        gc.disable()  # until a command is called: hardly anything that is imported is garbage
        from farmstead.cli import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
