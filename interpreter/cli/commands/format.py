"""`gdl format`: rule files in the one style."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.output import say, show_diagnostics

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from gdl.source.text import Source

#: The name that stands for the standard input.
STDIN = "-"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Change nothing; the exit code is 1 if a file would be changed.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would be changed.")
def command(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay out rule files in the one style: indentation, blanks, long lines. Their meaning and their comments
    stay, and so do the line breaks that say what belongs together.

    FILE may be - for the standard input; what comes of it is printed. A file with mistakes in its brackets or
    words is left alone, and they are told; the exit code is then 1.
    """
    from gdl.format import formatted
    from gdl.source.diagnostics import Diagnostic, LanguageError

    wrong = changed = 0
    for name in files:
        source = _read(name)
        if isinstance(source, Diagnostic):
            show_diagnostics((source,))
            wrong += 1
            continue
        try:
            after = formatted(source)
        except LanguageError as error:
            show_diagnostics(error.diagnostics)
            wrong += 1
            continue
        differs = after != source.text
        changed += differs
        if diff:
            _show_difference(name, source.text, after)
        elif name == STDIN and not check:
            say(after.removesuffix("\n"))
        elif differs and not check:
            from interpreter.support.files import rewrite

            rewrite(Path(name), after)
        if differs and name != STDIN:
            say(f"{name}: {'would be changed' if check or diff else 'changed'}", error=True)
    return 1 if wrong or (check and changed) else 0


def _read(name: str) -> Source | Diagnostic:
    import sys

    from gdl.source.reading import MAX_BYTES, decode, read_source

    if name == STDIN:
        return decode(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    return read_source(name)


def _show_difference(name: str, before: str, after: str) -> None:
    from difflib import unified_diff

    lines = unified_diff(before.splitlines(), after.splitlines(), name, f"{name} (formatted)", lineterm="")
    for line in lines:
        say(line)
