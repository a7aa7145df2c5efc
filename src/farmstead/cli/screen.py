"""The terminal: where things are shown, lines are read and pictures are taken."""

import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from typing import Any, Final, TextIO

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from farmstead.cli.finding import plain
from farmstead.render import ENDLESS
from farmstead.render.shared import quoted

WIDEST: Final = 160
FORGET: Final = "\x1b[3J"  # what a terminal keeps above the screen


class Screen:
    """Reads and shows; `interactive` when somebody sits at both ends."""

    def __init__(self, lines: TextIO | None = None) -> None:
        self.lines = sys.stdin if lines is None else lines
        self.interactive = self.lines.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, emoji=False)
        _read_anything(self.lines)
        if self.interactive:
            _remember_lines()

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
        self.show(told(sentence, style))

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
        """An empty screen; with `history` nothing can be scrolled back to either."""
        if self.interactive:
            self.console.clear()
        if self.interactive and history and not self.console.is_dumb_terminal:
            print(FORGET, end="", flush=True)
        if history:
            _forget_lines()

    def ask(self, prompt: str) -> str | None:
        """What is typed, or None when nothing more will come."""
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        line = self._next_line()
        if line is not None:
            print(f"{prompt}{_printable(quoted(line))}")
        return line

    def _next_line(self) -> str | None:
        """The next line that is neither blank nor a remark."""
        for line in self.lines:
            if line.strip() and not line.lstrip().startswith("#"):
                return line.strip()
        return None


def told(sentence: str, style: str = "") -> Padding:
    """A sentence set in from the left."""
    return Padding(Text(sentence, style), (0, 0, 0, 2), expand=False)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _read_anything(lines: Any) -> None:
    """Bytes that are no text become question marks, which no move contains."""
    if hasattr(lines, "reconfigure"):
        lines.reconfigure(errors="replace")


def _remember_lines() -> None:
    """Arrow keys bring back earlier lines, where the system can do that."""
    with suppress(ImportError):
        import_module("readline")


def _forget_lines() -> None:
    """What one person has typed is nothing for the next."""
    if "readline" in sys.modules:
        import_module("readline").clear_history()
