"""The runtime and our own modules, packed: what the worker of the pages fetches.

Pyodide is pinned in the Makefile, which fetches it from npm, and msgspec for it from PyPI; both lie in
`.venv/pyodide`. All modules are compiled to bytecode by that very runtime, under node.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import mypy_extensions
import rich

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FETCHED: Final = ROOT / ".venv" / "pyodide"
PYODIDE: Final = FETCHED / "node_modules" / "pyodide"
NODE: Final = ROOT / ".venv" / "bin" / "node"
SCRIPTS: Final = ROOT / "src/farmstead/in_page/scripts"
SOURCES: Final = ROOT / "src"
WORKER_SCRIPTS: Final = ("worker.js", "storage.js")
# Of our own package: what is played, and nothing that serves, trains or is typed.
LEFT_OUT: Final = (
    "cli", "client", "training", "research", "server/api", "server/http", "server/pages", "server/run",
    "server/store", "server/migrations", "server/hub", "server/folder", "server/cluster", "server/webhooks",
    "server/ops", "server/moderation", "server/accounts", "server/people", "server/ratings", "server/daily",
    "server/exports", "server/scorepad", "server/fair", "agents/arena", "help",
)  # fmt: skip
PARTS_LEFT_OUT: Final = ("encoding", "rulebook", "guide", "scripts", "home", "__pycache__")
SINGLE: Final = ("gym.py", "pettingzoo.py", "openspiel.py", "py.typed")
# Of rich: what only terminals and progress need.
RICH_LEFT_OUT: Final = (
    "_emoji_codes.py", "_spinners.py", "_win32_console.py", "_windows.py", "_windows_renderer.py",
    "diagnose.py", "json.py", "layout.py", "live.py", "live_render.py", "logging.py", "markdown.py",
    "progress.py", "progress_bar.py", "prompt.py", "spinner.py", "status.py", "syntax.py", "traceback.py",
    "tree.py", "_inspect.py", "file_proxy.py", "__main__.py", "__pycache__",
)  # fmt: skip
UNICODE: Final = ("__init__.py", "_versions.py", "unicode17-0-0.py")  # widths of characters, the newest
# Of the standard library: what nothing here can need. The rest is small.
STDLIB_LEFT_OUT: Final = (
    "multiprocessing", "xmlrpc", "unittest", "doctest.py", "pydoc.py", "pydoc_data", "smtplib.py",
    "imaplib.py", "mailbox.py", "ftplib.py", "poplib.py", "http/server.py", "http/cookiejar.py", "tkinter",
    "turtle.py", "idlelib", "ensurepip", "venv", "pdb.py", "bdb.py", "curses", "dbm", "wsgiref",
    "pickletools.py", "optparse.py", "logging/handlers.py", "logging/config.py", "_pyrepl", "xml/dom",
    "xml/sax", "sqlite3", "statistics.py", "nntplib.py", "cProfile.py", "profile.py", "pstats.py",
    "trace.py", "tracemalloc.py", "socketserver.py", "profiling", "sysconfig/__main__.py", "ctypes",
    "concurrent/interpreters", "lib2to3", "test", "turtledemo", "cmd.py", "code.py", "_ios_support.py",
    "_android_support.py", "wave.py", "webbrowser.py", "zipapp.py", "timeit.py", "tabnanny.py",
    "py_compile.py", "compileall.py", "pyclbr.py", "modulefinder.py", "netrc.py", "plistlib.py",
    "configparser.py", "filecmp.py", "fileinput.py", "symtable.py", "rlcompleter.py", "stringprep.py",
    "telnetlib.py", "crypt.py", "chunk.py", "cgi.py", "cgitb.py", "zoneinfo", "csv.py", "getopt.py",
    "http/cookies.py", "sched.py", "shelve.py", "this.py", "antigravity.py",
)  # fmt: skip


def write_runtime(site: Path) -> str:
    """The folder of the runtime below the site, named by what is in it."""
    with tempfile.TemporaryDirectory() as place:
        made = Path(place)
        shutil.copytree(SOURCES / "farmstead", made / "code/farmstead", ignore=_left_out)
        shutil.copy(Path(mypy_extensions.__file__), made / "code")
        shutil.copytree(Path(rich.__file__).parent, made / "code/rich", ignore=_of_rich)
        _unpack(next(FETCHED.glob("msgspec-*.whl")), made / "code")
        _unpack(PYODIDE / "python_stdlib.zip", made / "stdlib")
        for name in STDLIB_LEFT_OUT:
            _remove(made / "stdlib" / name)
        _compile(made / "code", 0)
        _compile(made / "stdlib", 2)
        zips = {
            "farmstead.zip": _zipped(made / "code"),
            "python_stdlib.zip": _zipped(made / "stdlib"),
            **{name: (PYODIDE / name).read_bytes() for name in ("pyodide.asm.wasm", "pyodide.asm.mjs")},
        }
    scripts = {name: (SCRIPTS / "worker" / name).read_bytes() for name in WORKER_SCRIPTS}
    scripts["pyodide.mjs"] = (PYODIDE / "pyodide.mjs").read_bytes()
    return _write(site, zips, scripts)


def _write(site: Path, zips: dict[str, bytes], scripts: dict[str, bytes]) -> str:
    parts = [sha256(data).digest() for _, data in sorted((zips | scripts).items())]
    name = f"runtime/{sha256(b''.join(parts)).hexdigest()[:12]}"
    folder = site / name
    folder.mkdir(parents=True)
    sizes: dict[str, int] = {}
    for file, data in zips.items():
        packed = gzip.compress(data, 9, mtime=0)
        (folder / f"{file}.packed").write_bytes(packed)  # .gz would be unpacked by some servers
        sizes[file] = len(packed)
    for file, data in scripts.items():
        (folder / file).write_bytes(data)
    (folder / "files.json").write_text(json.dumps({"sizes": sizes, "lock": _lock()}), encoding="utf-8")
    return name


def _lock() -> str:
    """What the runtime wants to know of packages: that there are none to be fetched."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}})


def _left_out(folder: str, names: list[str]) -> set[str]:
    here = Path(folder).relative_to(SOURCES / "farmstead").as_posix()
    paths = {name: name if here == "." else f"{here}/{name}" for name in names}
    return {
        name
        for name, path in paths.items()
        if path in LEFT_OUT or path in SINGLE or name in PARTS_LEFT_OUT or name.endswith((".so", ".pyi"))
    }


def _of_rich(folder: str, names: list[str]) -> set[str]:
    if Path(folder).name == "_unicode_data":
        return {name for name in names if name not in UNICODE}
    return {name for name in names if name in RICH_LEFT_OUT}


def _unpack(file: Path, to: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        archive.extractall(to)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _compile(folder: Path, optimize: int) -> None:
    """To bytecode in place of sources; with 2 without docstrings and assertions."""
    script = Path(__file__).parent / "compile.mjs"
    subprocess.run([NODE, script, PYODIDE, folder, str(optimize)], check=True)


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file())


def _zipped(folder: Path) -> bytes:
    """Without packing: the whole is packed once, which is smaller. The same files, the same bytes."""
    with tempfile.TemporaryFile() as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for file in _files(folder):
                archive.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
        out.seek(0)
        return out.read()
