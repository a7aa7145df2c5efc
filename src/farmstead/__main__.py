"""`python -m farmstead` is the command `farmstead`."""

import sys

from farmstead.cli import main

if __name__ == "__main__":
    sys.exit(main())
