"""How the command line fails: one sentence on stderr, and a status that says whose fault it was.

0    all is well
1    the input is at fault: a record, an edition, a farm or valley; or a verification failed,
     or an agent failed in the arena
2    the command line is at fault: an unknown name, a number of seats that cannot be played
3    a backup was taken, read or put back, and entries of some tables in it are damaged
130  interrupted
141  nobody reads the output any more
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import typer

from farmstead.engine.contract import BadSetup, FarmsteadError

OK_STATUS: Final = 0
BAD_INPUT: Final = 1
BAD_USAGE: Final = 2
DAMAGED_STATUS: Final = 3
INTERRUPTED: Final = 130
UNREAD: Final = 141
MAX_FILE_NAME: Final = 255  # letters of a file's name
MAX_QUOTE: Final = 60  # letters of a longer one that are said again


class BadInput(FarmsteadError):
    """A file cannot be used; the message is a sentence that names it."""


def complain(sentence: str) -> None:
    """One sentence on stderr."""
    with suppress(OSError):  # stderr may be closed: then nobody can be told
        print(f"farmstead: {sentence}", file=sys.stderr)


@contextmanager
def spoken() -> Iterator[None]:
    """Turns whatever went wrong through input into a sentence and an exit status, never a traceback."""
    try:
        yield
    except KeyboardInterrupt:
        complain(_system("KeyboardInterrupt"))
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        drop_output()
        raise typer.Exit(UNREAD) from None
    except (FarmsteadError, OSError, UnicodeError) as error:
        with suppress(OSError):  # what was said before comes before the sentence
            flush_output()
        complain(sentence_of(error))
        # A set-up is named on the command line; everything else comes from files.
        raise typer.Exit(BAD_USAGE if isinstance(error, BadSetup) else BAD_INPUT) from None


def drop_output() -> None:
    """Python flushes stdout once more when it ends; what is left must have somewhere to go."""
    with suppress(OSError, ValueError):  # ValueError: closed, or no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def flush_output() -> None:
    """Write what is left; where that fails, nothing is left for Python to fail on."""
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()
        raise


def open_closed_streams() -> None:
    """Streams the caller has closed are None; reading there gives nothing, writing goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def sentence_of(error: BaseException) -> str:
    """What went wrong, without the jargon of the operating system."""
    if isinstance(error, OSError):
        why = _system(type(error).__name__, (error.strerror or str(error)).lower())
        return why if error.filename is None else about_file(error.filename, why)
    return _system("UnicodeError") if isinstance(error, UnicodeError) else str(error)


def about_file(path: object, why: str) -> str:
    """What is wrong with a file, behind its name."""
    from farmstead.cli import language

    return language.say("file", "said", path=short_path(path), why=why)


def _system(name: str, other: str = "") -> str:
    """What the operating system says, by the name of its error; `other` where there are no words."""
    from farmstead.cli import language  # here, since help needs no words

    known = language.words(language.TERMINAL).has(name, "system")
    return language.say("system", name) if known else other


def short_path(path: object) -> str:
    """A path as it is, unless it is longer than any file's name can be."""
    text = str(path)
    return text if Path(text).name[MAX_FILE_NAME:] == "" else f"{text[:MAX_QUOTE]}…"
