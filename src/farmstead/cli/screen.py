"""The terminal: where things are shown and lines are read."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from typing import Any, Final, TextIO, TypeAlias

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.rule import Rule
from rich.text import Text

from farmstead.cli.rule_search import plain
from farmstead.render import ENDLESS
from farmstead.render.shared import quoted

WIDEST: Final = 160
FORGET: Final = "\x1b[3J"  # what a terminal keeps above the screen


Tell: TypeAlias = Callable[[int, int, str], None]  # how much is done, of how much, and how it stands


@contextmanager
def progress() -> Iterator[Tell]:
    """A bar on stderr, when somebody looks."""
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=None)
        yield lambda done, of, note: shown.update(task, completed=done, total=of, description=escape(note))


class Screen:
    """Reads and shows; `interactive` when somebody sits at both ends."""

    def __init__(self, lines: TextIO | None = None) -> None:
        self.lines: Any = sys.stdin if lines is None else lines  # `Any`: only files can be reconfigured
        self.interactive = self.lines.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, emoji=False)
        if hasattr(self.lines, "reconfigure"):
            self.lines.reconfigure(errors="replace")  # bytes that are no text: no move has a question mark
        if self.interactive:
            with suppress(ImportError):
                import_module("readline")  # arrow keys bring back earlier lines

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    @property
    def height(self) -> int:
        """The lines that can be seen at once; a file has no end."""
        return self.console.height if self.interactive else ENDLESS

    def rows(self, *things: RenderableType) -> int:
        """How many lines things take."""
        options = self.console.options.update(width=self.width, height=None)
        return sum([len(self.console.render_lines(thing, options)) for thing in things])

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing, markup=False, width=self.width)

    def say(self, sentence: str, style: str = "") -> None:
        """One sentence, wrapped at words."""
        self.console.print(sentence, style=style or None, markup=False, width=self.width)

    def tell(self, sentence: str, style: str = "") -> None:
        """One sentence of several, set in from the left in all its lines."""
        self.show(Padding(Text(sentence, style), (0, 0, 0, 2), expand=False))

    def spell(self, line: str) -> None:
        """One line that may be copied: never broken."""
        self.console.print(line, markup=False, soft_wrap=True)

    def page(self, markdown: str) -> None:
        """A piece of the rules, nicely set where somebody sits."""
        if self.interactive:
            self.show(Markdown(markdown))
        else:
            self.say(plain(markdown))

    def part(self, title: str) -> None:
        """A line across, to begin something new."""
        self.console.print(Rule(title, align="left", style="dim"), width=self.width)

    def busy(self, note: str) -> AbstractContextManager[object]:
        """A note for as long as something takes, where somebody waits; it leaves nothing behind."""
        return self.console.status(Text(note, "dim")) if self.interactive else nullcontext()

    def clear(self, history: bool = False) -> None:
        """An empty screen; with `history` nothing can be scrolled back to, nor typed again."""
        if self.interactive:
            self.console.clear()
        if self.interactive and history and not self.console.is_dumb_terminal:
            print(FORGET, end="", flush=True)
        if history and "readline" in sys.modules:
            import_module("readline").clear_history()

    def ask(self, prompt: str) -> str | None:
        """What is typed, or None when nothing more will come; from a file neither blank lines nor remarks."""
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        for line in self.lines:
            typed: str = line.strip()
            if typed and not typed.startswith("#"):
                print(prompt + "".join(letter if letter.isprintable() else "?" for letter in quoted(typed)))
                return typed
        return None
