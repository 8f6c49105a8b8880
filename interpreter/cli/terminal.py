"""The terminal: where a session prints and reads, with colours where there are any."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from itertools import islice
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from gdl.source.diagnostics import Diagnostic
from gdl.source.render import render
from gdl.support.printable import one_line, printable
from interpreter.drawing.view import Marks
from interpreter.errors.user_errors import UserError
from interpreter.game.drawn import Drawn
from interpreter.support.printing import OUT

#: Longer lines are taken for several.
_LONGEST = 10_000


class Terminal:
    """Prints texts and boards, and asks for lines; from a pipe it echoes what it reads."""

    def __init__(self, plain: bool = False) -> None:
        self._console = SafeConsole(file=OUT, no_color=True if plain else None, soft_wrap=True)
        self._colour = (
            self._console.is_terminal
            and not self._console.no_color
            and (self._console.color_system is not None)
        )
        self._width = self._console.width
        if sys.stdin.isatty():
            edit_lines()
        elif isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line."""
        self._console.print(Text(printable(text), style=style))

    def lines(self, texts: Iterable[str]) -> None:
        """Print lines of less weight."""
        for text in texts:
            self.say(text, "dim")

    def complain(self, error: UserError) -> None:
        """Print what is wrong with the last input, and what may have been meant."""
        self.say(error.message, "red")
        if error.suggestions:
            self.say(f"  perhaps: {', '.join(error.suggestions)}")

    def diagnose(self, mistakes: Iterable[Diagnostic]) -> None:
        """Print what is wrong in a file, each mistake with its place."""
        for mistake in mistakes:
            self.say(render(mistake))

    @property
    def has_colours(self) -> bool:
        """Whether there are colours."""
        return self._colour

    def board(self, state: Drawn, marks: Marks | None = None) -> None:
        """Draw the position, with what is to be marked in it: by default what the last decision did."""
        self.say()
        for line in state.drawing(self._colour, marks):
            self.drawn(line)
        self.say()

    def drawn(self, line: Sequence[tuple[str, str]]) -> None:
        """Print one line of a drawing: texts with their styles."""
        parts = [(one_line(text), style) for text, style in line]
        self._console.print(
            Text.assemble(*parts) if self._colour else Text("".join(text for text, _ in parts))
        )

    def columns(self, words: list[str]) -> None:
        """Print words side by side."""
        if not words:
            return
        width = max(map(len, words)) + 2
        across = max(1, min(self._width, 100) // width)
        for first in range(0, len(words), across):
            self.say("".join(word.ljust(width) for word in words[first : first + across]).rstrip())

    def complete_with(self, completions: Completions) -> None:
        """Have the Tab key complete lines."""
        complete_with(completions)

    def ask(self, prompt: str) -> str | None:
        """One line of input without blanks at its ends; None at the end of the input."""
        shown = f"{one_line(prompt)}> "
        try:
            line = input(shown) if sys.stdin.isatty() else _piped(shown)
        except EOFError:
            self.say()
            return None
        if not sys.stdin.isatty():
            self.say(line)
        return line.strip()


def _piped(prompt: str) -> str:
    """A line of what is no terminal. Raises EOFError at its end, and where it cannot be read."""
    OUT.write(prompt)
    OUT.flush()
    try:
        line = sys.stdin.readline(_LONGEST)
    except (OSError, ValueError):  # a folder, say, or closed
        line = ""
    if not line:
        raise EOFError
    return line.rstrip("\n")


# --- rich's console, with texts made printable where they become lines, and without markup in them ------


class SafeConsole(Console):
    """Prints what strangers wrote; only its own colours and movements reach the terminal."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of what is printed, other than rich's own controls made printable."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(printable(segment.text), segment.style)


#: How readline, and what stands for it on some systems, are told to do that.
_READLINE = ("tab: complete", "set show-all-if-ambiguous on", "set completion-ignore-case on")
_LIBEDIT = ("bind ^I rl_complete",)

#: What a line that was begun could become.
Completions = Callable[[str], Iterable[str]]


def edit_lines() -> None:
    """From here on `input` edits lines and remembers them, where that is possible."""
    with suppress(ImportError):  # not everywhere
        import readline  # noqa: F401


def complete_with(completions: Completions) -> None:
    """Have Tab complete whole lines."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    offered: list[str] = []

    def complete(text: str, number: int) -> str | None:
        if number == 0:
            possible = completions(readline.get_line_buffer().lstrip())
            # it prints them itself, and rules can call a piece what they like
            offered[:] = (each for each in possible if one_line(each) == each)
        return offered[number] if number < len(offered) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")  # a move is one word, whatever is in it
    is_libedit = "libedit" in (readline.__doc__ or "")
    for setting in _LIBEDIT if is_libedit else _READLINE:
        readline.parse_and_bind(setting)


#: The most names of a folder that are listed.
_MOST_NAMES = 1000


def files_begun(begun: str) -> list[str]:
    """The files and folders whose names begin so; `/` stands behind folders."""
    folder, _, start = begun.rpartition("/")
    where = f"{folder}/" if folder or begun.startswith("/") else ""
    try:
        with os.scandir(where or os.curdir) as entries:
            some = list(islice(entries, _MOST_NAMES))
        names = sorted(f"{entry.name}/" if entry.is_dir() else entry.name for entry in some)
    except (OSError, ValueError):
        return []
    hidden = start.startswith(".")
    names_begun = (name for name in names if name.startswith(start) and (hidden or name[0] != "."))
    return [f"{where}{name}" for name in names_begun]
