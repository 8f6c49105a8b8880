"""What commands print: lines with their styles, tables, JSON, mistakes.

Nothing else in `interpreter` prints: texts come here as they are, with their styles beside them, and every
one is made printable before its colours are put around it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from gdl.support.printable import one_line, printable
from gdl.support.values import frozen
from interpreter.errors.user_errors import UserError
from interpreter.support.printing import ERR, OUT, OutputLostError

if TYPE_CHECKING:
    from rich.console import Console

    from gdl.source.diagnostics import Diagnostic
    from interpreter.support.tables import Table

#: The width of tables where there is no terminal.
_WIDTH = 110


@frozen
class Styled:
    """A text with the style in which it is shown where there are colours."""

    text: str
    colour: str | None = None
    bold: bool = False


def bold(text: str) -> Styled:
    """A text in bold letters."""
    return Styled(text, bold=True)


def say(*parts: str | Styled, error: bool = False) -> None:
    """Print the parts one after the other, and a line's end."""
    stream = ERR if error else OUT
    colour = coloured(error)
    stream.write("".join(_shown(part, colour) for part in parts) + "\n")
    stream.flush()


def _shown(part: str | Styled, colour: bool) -> str:
    if isinstance(part, str):
        return printable(part)
    text = printable(part.text)
    return click.style(text, fg=part.colour, bold=part.bold or None) if colour else text


def say_json(what: Any, indent: int | None = None) -> None:
    """Print JSON; what is not plain is escaped in it."""
    import json

    say(json.dumps(what, indent=indent))


def coloured(error: bool) -> bool:
    """Whether there are colours."""
    return is_terminal(error) and "NO_COLOR" not in os.environ


def is_terminal(error: bool) -> bool:
    """Whether the standard output (or error) is a terminal."""
    return (ERR if error else OUT).isatty()


def console(error: bool = False, **settings: Any) -> Console:
    """What draws tables, bars and boards. Names are no markup in it, and what it prints is printable."""
    from interpreter.cli.terminal import SafeConsole

    return SafeConsole(file=ERR if error else OUT, **settings)


def say_table(table: Table) -> None:
    """Print a table; all columns but the first few (and the last, if asked) are aligned to the right."""
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(box=None, pad_edge=False, header_style="bold")
    last = len(table.heads) - 1
    for index, head in enumerate(table.heads):
        to_the_left = index < table.left or (table.last_left and index == last)
        drawn.add_column(Text(head), justify="left" if to_the_left else "right")
    for row in table.rows:
        drawn.add_row(*(Text(one_line(str(cell))) for cell in row))
    console(width=None if is_terminal(False) else _WIDTH).print(drawn)


def show_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print mistakes of files to standard error."""
    from gdl.source.render import render_all

    # made printable piece by piece, where the colours are put in
    ERR.write(f"{render_all(diagnostics, coloured(True))}\n")
    ERR.flush()


def say_painted(text: str) -> None:
    """Print what builds on `gdl.source.render`: it is printable, with its colours around it."""
    OUT.write(f"{text}\n")
    OUT.flush()


def show_user_error(error: UserError) -> None:
    """Print a user's mistake with its code and suggestions."""
    _show_error(error.code, error.message)
    if error.suggestions:
        say(f"  help: did you mean {' or '.join(f'`{each}`' for each in error.suggestions)}?", error=True)


def show_lost_output(error: OutputLostError) -> None:
    """Say that standard output takes nothing."""
    _show_error("E0540", f"cannot write the output: {error.reason}")


def _show_error(code: str, message: str) -> None:
    say(Styled(f"error[{code}]", "red", bold=True), f": {one_line(message)}", error=True)


def show_usage_error(error: click.ClickException) -> None:
    """Print how a command was used wrongly."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        say(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", error=True)
    say(f"Error: {error.format_message()}", error=True)


def print_help(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """What `--help` does."""
    if wanted and not context.resilient_parsing:
        say(context.get_help())
        context.exit()
