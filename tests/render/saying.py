"""What the sources can say, with which arguments, and what the words ask for."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

SOURCES = Path(__file__).parents[2] / "src" / "farmstead"
CHANGING = ("raw", "clause", "words", "amounts", "list", "seats", "letters", "")  # how a field may be said
# Which argument is the key.
PLACES = {"Event": 0, "Refusal": 1, "_no": 1, "BadRecord": 1, "BadFairness": 1, "Refused": 0}
SAME = {"_no": "Refusal", "BadFairness": "BadRecord"}  # what is made of it
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Said = tuple[str, str, set[str]]  # what makes it (`Event`, `Refusal`), the key, the names of its arguments


# ---- the sources ---------------------------------------------------------------------------------------


def said(package: str) -> Iterator[Said]:
    """Everything of the kind in the sources of the engine, of a game or of the server."""
    for file in sorted((SOURCES / package.replace(".", "/")).rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from said_in(function)


def said_in(function: Function) -> Iterator[Said]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = PLACES.get(node.func.id)
            if place is not None and len(node.args) > place:
                kind = SAME.get(node.func.id, node.func.id)
                given = args_of(node, function) if kind != "BadRecord" else {"detail", "said", "found"}
                yield from ((kind, key, given) for key in texts(node.args[place], function))


def texts(node: ast.expr, function: Function) -> list[str]:
    """A text, either of two, or whatever a variable of the function may hold."""
    if isinstance(node, ast.IfExp):
        return texts(node.body, function) + texts(node.orelse, function)
    if isinstance(node, ast.Name):
        return [text for value in values_of(node.id, function) for text in texts(value, function)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def values_of(name: str, function: Function) -> list[ast.expr]:
    found: list[ast.expr] = []
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            assert isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
            found.append(node.value)
    return found


def args_of(call: ast.Call, function: Function) -> set[str]:
    """The names in the dictionary that a call hands over, which may be a variable added to before it."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "args"]
    dictionaries = [*named, *call.args]
    keys: set[str] = set()
    for node in dictionaries:
        if isinstance(node, ast.Dict):
            keys |= names_in(node)
        elif isinstance(node, ast.Name):
            for value in values_of(node.id, function):
                keys |= names_in(value)
            keys |= added(node.id, function, call.lineno)
    return keys


def names_in(node: ast.expr) -> set[str]:
    keys = node.keys if isinstance(node, ast.Dict) else []
    return {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def added(name: str, function: Function, before: int) -> set[str]:
    """`args["first"] = …` in the lines just above: in the same block, so they are always run."""
    return {
        key.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and before - 3 <= node.lineno < before
        for target in node.targets
        if isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id == name
        for key in [target.slice]
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


# ---- the words -----------------------------------------------------------------------------------------


def templates(entry: Any) -> Iterator[tuple[str, set[str]]]:
    """Each text of an entry with the arguments that were looked at to choose it."""
    if isinstance(entry, str):
        yield entry, set()
        return
    for value, part in entry.items():
        if value != "by":
            for text, asked in templates(part):
                yield text, asked | {entry["by"]}


def fields(template: str) -> dict[str, str]:
    """The fields of a text and how each is said."""
    return {name: spec or "" for _, name, spec, _ in string.Formatter().parse(template) if name is not None}
