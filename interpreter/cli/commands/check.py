"""`gdl check`: find the mistakes in game files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import options_option
from interpreter.cli.check_playing import Playing, playing_options
from interpreter.cli.output import say, say_json, show_diagnostics

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@playing_options
@options_option
def command(files: tuple[str, ...], output_format: str, options: dict[str, str], playing: Playing) -> int:
    """Check game files: every mistake of each, where it is, and what to do about it.

    Mistakes go to stderr as text, or to stdout as JSON. The exit code is 1 if any file has an error; warnings
    alone do not count. With --play each game without an error is played for a second, and what never took
    effect is told too.
    """
    found = [(name, _diagnostics(name, options)) for name in files]
    reports = playing.reports([name for name, told in found if not _errors(told)], options)
    found = [(name, (*told, *playing.findings(reports, name, told))) for name, told in found]
    errors = sum(_errors(diagnostics) for _, diagnostics in found)
    if output_format == "json":
        from gdl.source.render import to_json

        shown = [to_json(each) for _, diagnostics in found for each in diagnostics]
        report = {"errors": errors, "warnings": len(shown) - errors, "diagnostics": shown}
        say_json(report | playing.as_json(reports), indent=2)
    else:
        for name, diagnostics in found:
            if diagnostics:
                show_diagnostics(diagnostics)
            else:
                say(f"{name}: no mistakes")
            playing.show(reports, name)
    playing.write(reports)
    return 1 if errors else 0


def _errors(diagnostics: tuple[Diagnostic, ...]) -> int:
    return sum(each.severity == "error" for each in diagnostics)


def _diagnostics(name: str, options: dict[str, str]) -> tuple[Diagnostic, ...]:
    """All that is to be said about a file; a name that is none is a mistake too."""
    from gdl.source.diagnostics import Diagnostic, LanguageError
    from gdl.source.text import Source, Span
    from interpreter.errors.user_errors import UserError
    from interpreter.game.image import warnings_for
    from interpreter.game.recipe import Recipe
    from interpreter.game.shipped import locate

    try:
        return warnings_for(Recipe(str(locate(name)), tuple(options.items()), ()))
    except LanguageError as error:
        return error.diagnostics
    except UserError as error:
        near = f"did you mean {' or '.join(error.suggestions)}?"
        nowhere = Span(Source(name, ""), 0, 0)
        return (Diagnostic(error.code, error.message, nowhere, help=(near,) if error.suggestions else ()),)
