"""Scripts of a page joined into one file, without their comments.

The scripts in `pages/static` are plain modules, and work as they are. Joined, each is a function that is
called once and returns what it exports; what it imports it takes from those before it. So they have to be
written in a way in which that makes no difference, and others are refused:

- `import { a, b as c } from "./x.js";` and `import "./x.js";`, before everything else, and never in a circle;
- `export` before `function`, `async function`, `class` or one `const`, and `export {};`. What is exported is
  never assigned to (which `make check-js` sees to);
- `import("./x.js")` of a script that is loaded later: a file of its own, without what is there already;
- no `await` outside of functions (which a browser would refuse), no `import.meta`.

All files that a page loads share one map of modules by name, so that none is run twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath, relpath
from typing import Final, NamedTuple, NoReturn, final

from farmstead.server.http.script_tokens import NOT_CODE, ScriptError, Token, tokens

JOINED: Final = "joined"  # the folder of scripts with all that they import
ADDED: Final = "added"  # the folder of those that are loaded later
MODULES: Final = "farmsteadModules"
HEAD: Final = f"const {MODULES} = (globalThis.{MODULES} ??= new Map());\n"
MODULE: Final = (
    '{modules}.has("{name}") ||\n{modules}.set("{name}", (() => {{\n{code}return {{ {exports} }};\n}})());\n'
)
TIGHT: Final = frozenset("(){}[];,:?=<>&|!")  # no blank is needed beside them


class Module(NamedTuple):
    """One script: its code with gaps for what depends on where it is put, and what it needs."""

    name: str  # with its folder
    # What it imports: from which script, and the names as in `{ a, b: c }`.
    taken: tuple[tuple[str, str], ...]
    pieces: tuple[str, ...]  # of code; between two of them the address of a script that is loaded later
    later: tuple[str, ...]  # those scripts
    exports: tuple[str, ...]

    @property
    def imports(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([source for source, _ in self.taken]))

    def code(self, place: str) -> str:
        """As it stands in a file there."""
        names = [relpath(f"{ADDED}/{each}", dirname(place)) for each in self.later]
        addresses = [name if name.startswith(".") else f"./{name}" for name in names]
        return "".join([a + b for a, b in zip(self.pieces, [*addresses, ""], strict=True)])


# ---- reading -----------------------------------------------------------------------------------------------


def parsed(name: str, text: str) -> Module:
    """ScriptError for what cannot be joined."""
    reader = ModuleReader(name, text)
    reader.read()
    return Module(
        name,
        tuple(reader.taken),
        (*reader.pieces, "".join(reader.code)),
        tuple(reader.later),
        tuple(reader.exports),
    )


@final
class ModuleReader:
    """Takes the imports and exports out of a script, and all that nobody but us reads."""

    def __init__(self, name: str, text: str) -> None:
        self.taken: list[tuple[str, str]] = []
        self.pieces: list[str] = []
        self.later: list[str] = []
        self.exports: list[str] = []
        self.code: list[str] = []  # since the last of the pieces
        self._name = name
        self._left = code_only(tokens(text, name))
        self._left.reverse()

    def read(self) -> None:
        last = ""
        has_begun = False
        while self._left:
            gap, token = self._left.pop()
            named = token.text if token.kind == "word" and last != "." else ""
            if named == MODULES:
                self._refuse(f"{MODULES} is what joined scripts keep their modules in")
            if named == "import" and self._ahead(1) == ["("]:
                self._load_later(gap)
            elif named == "import" and not has_begun and token.depth == 0:
                self._import()
            elif named == "export" and token.depth == 0:
                self.code.append(gap)
                self._export()
                has_begun = True
            elif named in ("import", "export"):
                self._refuse(f"this {named} cannot be joined")
            else:
                self.code += [gap, token.text]
                has_begun = True
            last = token.text

    def _ahead(self, count: int) -> list[str]:
        return [token.text for _, token in self._left[: -count - 1 : -1]]

    def _statement(self) -> list[str]:
        """What is left of one that has no brackets besides those of a list."""
        found: list[str] = []
        while self._left and self._left[-1][1].text != ";":
            found.append(self._left.pop()[1].text)
        if not self._left:
            self._refuse("a statement has to end with ;")
        self._left.pop()
        return found

    def _import(self) -> None:
        match self._statement():
            case [source]:
                self.taken.append((self._script(source), ""))
            case ["{", *names, "}", "from", source]:
                self.taken.append((self._script(source), ", ".join(self._names(names))))
            case other:
                self._refuse(f"import {' '.join(other)}")

    def _names(self, listed: list[str]) -> Iterator[str]:
        for each in " ".join(listed).split(","):
            match each.split():
                case [name]:
                    yield name
                case [name, "as", own]:
                    yield f"{name}: {own}"
                case []:
                    pass  # after the last comma
                case _:
                    self._refuse(f"import {each}")

    def _load_later(self, gap: str) -> None:
        _, source, end = self._ahead(3)
        if end != ")":
            self._refuse("import() takes the address of one script, as it is")
        self.later.append(self._script(source))
        del self._left[-3:]
        self.pieces.append("".join([*self.code, gap, 'import("']))
        self.code = ['")']

    def _export(self) -> None:
        match self._ahead(3):
            case ["{", "}", ";"]:
                del self._left[-3:]
                return
            case ["async", "function", name]:
                pass
            case ["function" | "class", name, *_] if name != "*":
                pass
            case ["const", name, "="]:
                self._check_is_one()
            case other:
                self._refuse(f"export {' '.join(other)}")
        self.exports.append(name)
        self._left[-1] = ("", self._left[-1][1])

    def _check_is_one(self) -> None:
        """A const that is exported: one name, and a semicolon at its end."""
        for _, token in reversed(self._left):
            if token.depth == 0 and token.text in (",", ";"):
                if token.text == ";":
                    return
                break
        self._refuse("export one const at a time")

    def _script(self, source: str) -> str:
        """The name of a script, seen from this one."""
        if source[:1] != '"' or not source.startswith(('"./', '"../')) or not source.endswith('.js"'):
            self._refuse(f'{source} is not the address of a script, as in "./x.js"')
        return normpath(join(dirname(self._name), source[1:-1]))

    def _refuse(self, why: str) -> NoReturn:
        raise ScriptError(f"{self._name}: {why}.")


def code_only(all_of_it: list[Token]) -> list[tuple[str, Token]]:
    """The code, and before each piece what remains of the space: nothing, a blank, or the end of a line."""
    found: list[tuple[str, Token]] = []
    gap, last = "", "\n"
    for token in all_of_it:
        if token.kind not in NOT_CODE:
            is_tight = gap == " " and (last in TIGHT or token.text[0] in TIGHT)
            found.append(("" if is_tight else gap, token))
            gap, last = "", token.text[-1]
        elif token.kind == "line" or "\n" in token.text:
            gap = "\n"
        else:
            gap = gap or " "
    return found


# ---- joining -----------------------------------------------------------------------------------------------


@final
class Scripts:
    """All scripts there are, by name, each read when it is first wanted."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._modules: dict[str, Module] = {}

    def module(self, name: str) -> Module:
        if name not in self._texts:
            raise ScriptError(f"There is no script {name}.")
        if name not in self._modules:
            self._modules[name] = parsed(name, self._texts[name])
        return self._modules[name]

    def order(self, name: str) -> list[str]:
        """All that a script imports, and itself at last: the order in which a browser runs them."""
        found: list[str] = []
        self._visit(name, found, [])
        return found

    def _visit(self, name: str, found: list[str], on_the_way: list[str]) -> None:
        if name in on_the_way:
            raise ScriptError(f"Scripts import each other in a circle: {' → '.join([*on_the_way, name])}.")
        if name in found:
            return
        for source, names in self.module(name).taken:
            self._visit(source, found, [*on_the_way, name])
            for each in filter(None, names.split(", ")):
                if each.partition(":")[0] not in self.module(source).exports:
                    raise ScriptError(f"{name}: {source} does not export {each}.")
        found.append(name)

    def later(self, name: str) -> list[str]:
        """The scripts that may be loaded when a page with this one is there."""
        return list(dict.fromkeys([each for one in self.order(name) for each in self.module(one).later]))

    def joined(self, name: str) -> str:
        """With all that it imports; a script that neither imports nor exports anything stays as it is."""
        module, place = self.module(name), f"{JOINED}/{name}"
        if not module.imports and not module.exports:
            return f"{module.code(place).strip()}\n"
        return HEAD + "".join([self._put(each, place) for each in self.order(name)])

    def added(self, name: str) -> str:
        """To be loaded later: with all that it imports, but for what comes with each script that loads it."""
        loading = [each for each in self._texts if name in self.module(each).later]
        known = set.intersection(*[set(self.order(each)) for each in loading]) if loading else set()
        exports, place = ", ".join(self.module(name).exports), f"{ADDED}/{name}"
        own = [self._put(each, place) for each in self.order(name) if each not in known]
        return f'{HEAD}{"".join(own)}export const {{ {exports} }} = {MODULES}.get("{name}");\n'

    def _put(self, name: str, place: str) -> str:
        """A module as it stands in a file."""
        module = self.module(name)
        taken = [
            f'const {{ {names} }} = {MODULES}.get("{source}");\n' for source, names in module.taken if names
        ]
        return MODULE.format(
            modules=MODULES,
            name=name,
            code=f"{''.join(taken)}{module.code(place).strip()}\n",
            exports=", ".join(module.exports),
        )
