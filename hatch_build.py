"""Compiles the rules with mypyc while a wheel is built; without a C compiler the wheel stays pure Python.

With FARMSTEAD_PURE=later it does so too, and carries the key by which it finds its compiled build in the
user's cache once `scripts/compile.py` has put it there.
"""

import ast
import contextlib
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SAME_FLOATS = "-ffp-contract=off"  # a*b+c is rounded twice on every machine, as the interpreter does it
DIRECT_CALLS = "-fvisibility=hidden"  # nobody else calls the functions, so calls among them need no table
SLOWER = "farmstead is installed as pure Python: it works the same, only slower."
LATER = "later"  # what FARMSTEAD_PURE says where the compiled build will come by itself
GROUP = "farmstead"
# What compiled modules ask for only while they run, if at all: its types do not matter to them.
SKIPPED = ("farmstead.library", "farmstead.render")
KEY_FILE = "farmstead/compiled.key"
COMMIT_FILE = "farmstead/commit.txt"
# What compiled code depends on besides the sources and this file, by their lines in constraints.txt.
COMPILERS = ("ast-serialize", "librt", "mypy", "mypy-extensions", "setuptools")


class Build(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own affair
    """The hook hatchling calls; `dependencies` is asked before `initialize`."""

    def dependencies(self) -> list[str]:
        """What the build needs beyond hatchling: nothing where nothing will be compiled."""
        return [] if reason_for_pure() else ["mypy==2.4.*", "setuptools>=80"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled modules to the wheel; the `.py` files beside them stay for readers."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory(prefix="farmstead-build-")
        if commit := commit_of(Path(self.root)):
            file = Path(self.folder.name) / "commit.txt"
            file.write_text(f"{commit}\n", encoding="ascii")
            build_data["force_include"][str(file)] = COMMIT_FILE
        if os.environ.get("FARMSTEAD_PURE") == LATER:
            file = Path(self.folder.name) / "compiled.key"
            file.write_text("\n".join(key_lines(Path(self.root))) + "\n", encoding="ascii")
            build_data["force_include"][str(file)] = KEY_FILE
            return
        reason = reason_for_pure() or self.compile(build_data)
        if reason:
            self.app.display_warning(f"WARNING: {reason}; {SLOWER}")

    def compile(self, build_data: dict[str, Any]) -> str:
        """Compile into a temporary folder; answers why it could not be done, or nothing."""
        from setuptools.errors import BaseError, CCompilerError

        folder = Path(self.folder.name)
        lib = folder / "lib"
        try:
            with contextlib.chdir(Path(self.root) / "src"):  # mypyc names modules by their path from here
                compile_group(compiled_modules(Path(self.root)), folder)
        except (BaseError, CCompilerError) as problem:
            return f"the C compiler failed ({type(problem).__name__}, see above)"
        found = [path for path in lib.rglob("*") if path.suffix in (".so", ".pyd")]
        build_data["force_include"] |= {str(path): path.relative_to(lib).as_posix() for path in found}
        build_data |= {"pure_python": False, "infer_tag": True}
        return ""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder, if there was one."""
        if hasattr(self, "folder"):
            self.folder.cleanup()


def commit_of(root: Path) -> str:
    """The commit that is built, with a + where files were changed since; empty where that is not known.

    FARMSTEAD_COMMIT says it where the sources come without their history, as in a container.
    """
    if told := os.environ.get("FARMSTEAD_COMMIT", ""):
        return told if told.isascii() and len(told) <= 60 and told.isprintable() else ""
    if not (root / ".git").exists():  # what git finds further up is another project's
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty=+", "--exclude=*", "--abbrev=12"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def compiled_modules(root: Path) -> list[str]:
    """The files named by [tool.farmstead] in pyproject.toml, relative to src/."""
    with (root / "pyproject.toml").open("rb") as file:
        entries = tomllib.load(file)["tool"]["farmstead"]["compiled"]
    package = root / "src" / "farmstead"
    files = [path for entry in entries for path in modules_of(package / entry)]
    return [path.relative_to(root / "src").as_posix() for path in files]


def modules_of(entry: Path) -> list[Path]:
    """One file, or all modules of a folder and of the folders in it."""
    if entry.suffix == ".py":
        return [entry]
    return [path for path in sorted(entry.rglob("*.py")) if path.name != "__init__.py"]


def key_lines(root: Path) -> list[str]:
    """The key of all that the compiled modules are made from, and then the names of these modules."""
    modules = compiled_modules(root)
    digest = hashlib.sha256((root / "hatch_build.py").read_bytes())  # the flags are here
    for path in sorted({*modules, *imported_by(modules, root / "src")}):
        digest.update(f"\n{path}\n".encode() + (root / "src" / path).read_bytes())
    for line in [*modules, *pins(root)]:
        digest.update(f"\n{line}".encode())
    names = [path.removesuffix(".py").replace("/", ".") for path in modules]
    return [digest.hexdigest(), f"{GROUP}__mypyc", *names]


def pins(root: Path) -> list[str]:
    """The exact versions of what compiles, where constraints.txt is there to name them."""
    file = root / "constraints.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [line for line in lines if line.partition("==")[0] in COMPILERS]


def imported_by(modules: list[str], src: Path) -> set[str]:
    """The files of the package that these import, and those that they import: mypyc reads their types."""
    found = set(modules)
    waiting = list(modules)
    while waiting:
        path = waiting.pop()
        names = set(imports(ast.parse((src / path).read_bytes())))
        for name in sorted(name for name in names if is_followed(name)):
            place = name.replace(".", "/")
            for file in (f"{place}.py", f"{place}/__init__.py"):
                if file not in found and (src / file).exists():
                    found.add(file)
                    waiting.append(file)
    return found


def is_followed(name: str) -> bool:
    """Whether a module is read for its types when another imports it."""
    return name.split(".")[0] == "farmstead" and not f"{name}.".startswith(
        tuple(f"{each}." for each in SKIPPED)
    )


def imports(tree: ast.Module) -> Iterator[str]:
    """The names that a module imports, each part of which may be a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from [node.module, *[f"{node.module}.{alias.name}" for alias in node.names]]


def reason_for_pure() -> str:
    """Why nothing will be compiled, or nothing: wished so, or there is no C compiler."""
    if os.environ.get("FARMSTEAD_PURE", "0") not in ("", "0"):
        return "FARMSTEAD_PURE is set"
    if sys.platform == "win32":
        return ""  # MSVC is not on the path; setuptools finds it, or says that it cannot
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    program = shlex.split(command)[0]
    return "" if shutil.which(program) else f"no C compiler was found ({program})"


# ---- documentation -----------------------------------------------------------------------------------------

# What mypyc writes for a function, a class and a module: signatures, and no docstrings.
METHOD = re.compile(r'\(PyCFunction\)CPyPy_(\w+),([^"{}]*)PyDoc_STR\(("(?:[^"\\]|\\.)*"|NULL)\)')
CLASS = re.compile(
    r'(PyTypeObject CPyType_(\w+)_template_ = \{.*?\.tp_doc = )PyDoc_STR\(("(?:[^"\\]|\\.)*"|NULL)\)',
    re.DOTALL,
)
MODULE = re.compile(r'("([\w.]+)",\s*)NULL, /\* docstring \*/')


def document(folder: Path, modules: list[str]) -> None:
    """Write the docstrings of the sources into the C code, and for functions the types of their arguments."""
    known = {name: text for path in modules for name, text in docstrings_in(Path(path))}
    by_end = by_suffix(known)
    for file in folder.rglob("*.c"):
        code = file.read_text(encoding="utf-8")
        code = METHOD.sub(
            lambda m: f"(PyCFunction)CPyPy_{m[1]},{m[2]}PyDoc_STR({told(m[3], by_end.get(m[1]))})", code
        )
        code = CLASS.sub(lambda m: f"{m[1]}PyDoc_STR({told(m[3], by_end.get(m[2]))})", code)
        code = MODULE.sub(lambda m: f"{m[1]}{told('NULL', known.get(m[2]))}, /* docstring */", code)
        file.write_text(code, encoding="utf-8")


def by_suffix(known: dict[str, str]) -> dict[str, str]:
    """Docstrings by all ends of their names as C spells them; mypyc takes the shortest that is unique."""
    found: dict[str, str] = {}
    for name, text in known.items():
        parts = name.split(".")
        for first in range(len(parts) - 1):
            found.setdefault("___".join(parts[first:]), text)
    return found


def docstrings_in(path: Path) -> Iterator[tuple[str, str]]:
    """Names and docstrings of a module, its classes and functions."""
    name = path.with_suffix("").as_posix().replace("/", ".")
    tree = ast.parse(path.read_bytes())
    yield name, ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield f"{name}.{node.name}", ast.get_docstring(node) or ""
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            yield from [(f"{name}.{node.name}.{each.name}", doc_of(each)) for each in methods]
        elif isinstance(node, ast.FunctionDef):
            yield f"{name}.{node.name}", doc_of(node)


def doc_of(function: ast.FunctionDef) -> str:
    """What it says of itself, and its signature with the types, which C cannot carry elsewhere."""
    answer = f" -> {ast.unparse(function.returns)}" if function.returns is not None else ""
    typed = f"{function.name}({ast.unparse(function.args)}){answer}"
    said = ast.get_docstring(function)
    return f"{said}\n\n{typed}" if said else typed


def told(literal: str, text: str | None) -> str:
    """A docstring as C has it, with this text after the signature that is there already."""
    if not text:
        return literal
    bytes_of = text.encode()
    plain = {ord("\n"): "\\n", ord('"'): '\\"', ord("\\"): "\\\\", ord("?"): "\\?"}
    spelled = [plain.get(n) or (chr(n) if 32 <= n < 127 else f"\\{n:03o}") for n in bytes_of]
    return f'{literal[:-1] if literal != "NULL" else chr(34)}{"".join(spelled)}"'


def compile_group(modules: list[str], folder: Path) -> None:
    """All modules as one mypyc group: calls inside a group are cheap, calls across are not."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    config = folder / "mypy.ini"
    config.write_text("[mypy]\n" + "".join([f"[mypy-{name}.*]\nfollow_imports = skip\n" for name in SKIPPED]))
    options = [f"--config-file={config}", f"--cache-dir={folder / 'cache'}"]
    generated = str(folder / "generated")
    extensions = mypycify(
        [*options, *modules], opt_level="3", debug_level="0", target_dir=generated, group_name=GROUP
    )
    document(Path(generated), modules)
    command = build_ext(Distribution({"name": "farmstead", "ext_modules": extensions}))
    if sys.platform != "win32":  # MSVC has no such flags and does as they say anyhow
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, SAME_FLOATS, DIRECT_CALLS]
    command.build_lib = str(folder / "lib")
    command.build_temp = str(folder / "objects")
    command.ensure_finalized()
    command.run()
