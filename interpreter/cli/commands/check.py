"""`gdl check`: find the mistakes in game files, and make the repairs that are sure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.arguments import options_option
from interpreter.cli.check_playing import Playing, playing_options
from interpreter.cli.output import say, say_json, show_diagnostics

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from gdl.source.text import Source

FORMATS = ("text", "json", "github", "sarif")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--fix", is_flag=True, help="Make the repairs that are sure in the files, then check them.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option(
    "--unsafe-fixes",
    is_flag=True,
    help="With --fix or --diff, also the repairs that may not be what was meant.",
)
@playing_options
@options_option
def command(
    files: tuple[str, ...],
    output_format: str,
    fix: bool,
    diff: bool,
    unsafe_fixes: bool,
    options: dict[str, str],
    playing: Playing,
) -> int:
    """Check files of games and of definitions: every mistake, where it is, and what to do about it.

    Mistakes go to stderr as text, or to stdout as JSON, as workflow commands of GitHub, or as SARIF. The exit
    code is 1 if any file has an error; warnings alone do not count. With --play each game without an error is
    played for a second, and what never took effect is told too.
    """
    if diff and output_format != "text":
        raise click.UsageError("--diff shows changes as text; leave out --output-format")
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError(
            "--unsafe-fixes says which repairs --fix makes or --diff shows: give one of them"
        )
    if fix or diff:
        for name in files:
            _mend(name, options, write=not diff, unsure=unsafe_fixes)
    checked = [(name, _diagnostics(name, options)) for name in files]
    reports = playing.reports([name for name, mistakes in checked if not _errors(mistakes)], options)
    checked = [(name, (*mistakes, *playing.findings(reports, name, mistakes))) for name, mistakes in checked]
    everything = tuple(diagnostic for _, diagnostics in checked for diagnostic in diagnostics)
    if output_format == "text":
        for name, diagnostics in checked:
            if diagnostics:
                show_diagnostics(diagnostics)
            else:
                say(f"{name}: no mistakes")
            playing.show(reports, name)
    else:
        _report(everything, output_format, playing.as_json(reports))
    playing.write(reports)
    return 1 if _errors(everything) else 0


def _report(diagnostics: tuple[Diagnostic, ...], output_format: str, played: dict[str, Any]) -> None:
    """Print what was found for a program; what was `played` is told in JSON."""
    from interpreter.cli import reports

    if output_format == "json":
        say_json(reports.as_json(diagnostics) | played, indent=2)
    elif output_format == "sarif":
        say_json(reports.as_sarif(diagnostics), indent=2)
    else:
        for line in reports.as_workflow_commands(diagnostics):
            say(line)


def _mend(name: str, options: dict[str, str], write: bool, unsure: bool) -> None:
    """Make the sure repairs of a file, or also the unsure ones, or show them. Files that come with the
    language stay as they are."""
    from interpreter.cli.mending import difference, mended
    from interpreter.support.files import rewrite

    path = Path(name)
    done = mended(path, lambda source: _of_text(source, options, path.parent), unsure)
    if done is None or done.after == done.before:
        return
    if write:
        rewrite(path, done.after)
    else:
        for line in difference(name, done):
            say(line)
    count = f"{len(done.fixes)} repair{'s' if len(done.fixes) > 1 else ''}"
    say(f"{name}: {count} {'made' if write else 'to be made'}", error=True)


def _errors(diagnostics: tuple[Diagnostic, ...]) -> int:
    return sum(diagnostic.severity == "error" for diagnostic in diagnostics)


def _diagnostics(name: str, options: dict[str, str]) -> tuple[Diagnostic, ...]:
    """All that is to be said about a file; a name that is none is a mistake too."""
    from gdl.source.diagnostics import Diagnostic, LanguageError
    from gdl.source.text import Source, Span
    from interpreter.errors.user_errors import UserError
    from interpreter.game.image import Recipe, warnings_for
    from interpreter.game.shipped import locate

    try:
        path = locate(name)
        if path.suffix == ".def":
            from gdl.compile.check_definitions import check_definition_file

            return check_definition_file(path)
        return warnings_for(Recipe(str(path), tuple(options.items()), ()))
    except LanguageError as error:
        return error.diagnostics
    except UserError as error:
        near = f"did you mean {' or '.join(error.suggestions)}?"
        nowhere = Span(Source(name, ""), 0, 0)
        return (Diagnostic(error.code, error.message, nowhere, help=(near,) if error.suggestions else ()),)


def _of_text(source: Source, options: dict[str, str], folder: Path) -> tuple[Diagnostic, ...]:
    """All that is to be said about a text, which stands for its file."""
    from gdl.compile.check_definitions import check_definition_file
    from gdl.compile.compile import compile_game
    from gdl.source.diagnostics import LanguageError

    try:
        if source.name.endswith(".def"):
            return check_definition_file(source, folder)
        return compile_game(source, options, folder=folder).warnings
    except LanguageError as error:
        return error.diagnostics
