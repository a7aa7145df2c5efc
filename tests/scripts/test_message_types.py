"""The types that the scripts of the pages are checked with are those of the server's messages."""

import re
from pathlib import Path

from farmstead.messages import TableOut
from farmstead.server.http.static_files import files
from farmstead.server.play.board_messages import ChoiceOut, PictureOut
from farmstead.server.play.messages import MoveIn, TableIn
from scripts import message_types
from scripts.message_types import Declarations

STATIC = message_types.FILE.parent / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
# What has no type but `any`: an element by its id and the attributes of one that is made, an answer of the
# server (whoever asks says what it is), and what the server has put into the page.
LOOSE = {"base/dom.js", "base/api.js", "base/words.js"}


def test_the_file_is_what_the_structs_say() -> None:
    said = message_types.FILE.read_text(encoding="utf-8")
    assert said == message_types.written(), "run python -m scripts.message_types"


def test_no_browser_gets_it() -> None:
    assert not [name for name in files() if name.endswith(".ts")]


def test_what_the_server_sends_is_all_there_and_what_it_takes_may_lack_defaults() -> None:
    declared = Declarations([MoveIn, TableIn, TableOut])
    assert "  rated: boolean;\n" in declared.declared(TableOut)
    assert "  rated?: boolean;\n" in declared.declared(TableIn)
    assert "  move: string;\n" in declared.declared(MoveIn)


def test_defaults_that_are_not_sent_may_lack_and_arrays_are_tuples() -> None:
    declared = Declarations([ChoiceOut, PictureOut])
    assert "  svg?: string;\n" in declared.declared(PictureOut)
    assert (
        "= [moves: string[], parts: string[], ghost: [string, string, number, number] | null, aside"
        in declared.declared(ChoiceOut)
    )


def test_no_two_messages_have_one_name() -> None:
    names = [each.__name__ for each in message_types.messages()]
    assert len(names) == len(set(names))


def test_scripts_know_what_they_are_told() -> None:
    loose = {name_of(file) for file in SCRIPTS if re.search(r"\bany\b(?=[\[\]>}|]| \*/)", comments(file))}
    assert loose <= LOOSE


def name_of(script: Path) -> str:
    return script.relative_to(STATIC).as_posix()


def comments(script: Path) -> str:
    """What stands in the comments in which types are written."""
    return "\n".join(re.findall(r"/\*\*.*?\*/", script.read_text(encoding="utf-8"), re.DOTALL))
