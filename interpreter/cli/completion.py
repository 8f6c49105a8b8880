"""Completion at the prompt, by the line editor that Python comes with.

`readline` edits lines, remembers them for the arrow keys, and asks here what could be meant when Tab is
pressed. Where there is none, or nobody types at a terminal, lines are read as they come. A larger library
would start slower, and read keys and Ctrl-C in its own way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice

from gdl.support.printable import one_line

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


#: So many names of a folder are looked at.
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
