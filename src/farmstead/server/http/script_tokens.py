"""JavaScript cut into tokens, as far as our own scripts use it: enough to take out comments and find imports.

Whether a slash divides or begins a regular expression depends on what stands before it. Where that does not
tell (after a brace, after `++`), the script is refused: it can be written otherwise.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from farmstead.engine.contract import FarmsteadError

Kind: TypeAlias = Literal["word", "number", "string", "template", "regex", "mark", "space", "line", "comment"]

TOKEN: Final = re.compile(
    r"""(?P<space>[ \t]+)
    | (?P<line>(?:\r\n|\n)[ \t]*)
    | (?P<comment>//[^\r\n\u2028\u2029]*|/\*(?s:.*?)\*/)
    | (?P<word>\#?[^\W\d][\w$]*|\#?\$[\w$]*)
    | (?P<number>\.?\d[\w.]*)
    | (?P<string>"(?:[^"\\\r\n]|\\(?:\r\n|(?s:.)))*"|'(?:[^'\\\r\n]|\\(?:\r\n|(?s:.)))*')
    | (?P<mark>=>|\+\+|--|\?\.(?!\d)|\.\.\.|[-+*%=<>&|^!~?:;,.(){}\[\]@])
    """,
    re.VERBOSE,
)
REGEX: Final = re.compile(r"/(?:[^/\\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+/[a-z]*")
TEMPLATE: Final = re.compile(r"(?:[^`\\$]|\\(?s:.)|\$(?!\{))*(?:`|\$\{)")  # up to its end, or to code in it
BEFORE_A_REGEX: Final = frozenset(  # words after which no value can be divided
    {"case", "delete", "do", "else", "in", "instanceof", "new", "return", "throw", "typeof", "void"}
)
UNCLEAR: Final = frozenset({"await", "of", "yield", "}", "++", "--"})  # a slash after them may be either
HEAD: Final = "head ("
HEADS: Final = frozenset({"if", "for", "while", "with"})  # after their parentheses a statement begins
OPENING: Final = frozenset("([{")
CLOSING: Final = {")": "(", "]": "[", "}": "{"}
VALUES: Final = frozenset({"number", "string", "regex"})
DIVIDED: Final = re.compile("/=?")
NOT_CODE: Final = frozenset({"space", "line", "comment"})


class ScriptError(FarmsteadError):
    """A script that is written otherwise than ours are."""


class Token(NamedTuple):
    """A piece of a script; all of them, one after the other, are the script."""

    kind: Kind
    text: str
    depth: int  # how many brackets and templates are open round it


def tokens(text: str, name: str) -> list[Token]:
    """ScriptError, with the name and the line, where it cannot be told what something is."""
    found: list[Token] = []
    opened: list[str] = []  # brackets; HEAD, the one of a statement's head; "`" before code in a template
    last = ""  # of the code before, as a slash has to know it
    at = 0
    while at < len(text):
        kind, end = _next(text, at, last, name, bool(opened) and opened[-1] == "`")
        piece = text[at:end]
        after, depth = "value" if kind in VALUES else piece, len(opened)
        if kind == "template":
            if piece[0] == "}":
                opened.pop()
                depth -= 1
            after = "value"
            if piece.endswith("${"):
                opened.append("`")
                after = "("
        elif kind == "word" and last in (".", "?."):
            after = "value"  # a property of any name
        elif kind == "mark" and piece in OPENING:
            opened.append(HEAD if piece == "(" and last in HEADS else piece)
        elif kind == "mark" and piece in CLOSING:
            closed, depth = opened.pop() if opened else "", depth - 1
            if closed[-1:] != CLOSING[piece]:
                raise ScriptError(f"{place(name, text, at)}: {piece} closes something else.")
            after = "else" if closed == HEAD else piece
        found.append(Token(kind, piece, depth))
        last = last if kind in NOT_CODE else after
        at = end
    if opened:
        raise ScriptError(f"{name}: {opened[-1]} is not closed.")
    return found


def _next(text: str, at: int, last: str, name: str, in_template: bool) -> tuple[Kind, int]:
    """What begins here, and where it ends."""
    match, here = TOKEN.match(text, at), text[at]
    kind: Kind = "mark" if match is None else match.lastgroup  # type: ignore[assignment]  # groups are kinds
    if here == "`" or (here == "}" and in_template):
        kind, match = "template", TEMPLATE.match(text, at + 1)
    elif match is None and here == "/":
        is_regex = _is_regex(last, name, text, at)
        kind, match = ("regex", REGEX.match(text, at)) if is_regex else ("mark", DIVIDED.match(text, at))
    if match is None:
        raise ScriptError(f"{place(name, text, at)}: {here} begins nothing that is known.")
    return kind, match.end()


def _is_regex(last: str, name: str, text: str, at: int) -> bool:
    if last in UNCLEAR:
        raise ScriptError(f"{place(name, text, at)}: after {last} it cannot be told what / means.")
    if not last or last in BEFORE_A_REGEX:
        return True
    return not (last[-1].isalnum() or last[-1] in "_$)]")


def place(name: str, text: str, at: int) -> str:
    return f"{name}, line {text.count(chr(10), 0, at) + 1}"
