"""`python -m farmstead` is the command `farmstead`."""

from farmstead.cli import main

if __name__ == "__main__":
    main()
