"""`gdl import`: a file written for Ludii as one of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.output import say, show_diagnostics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gdl.source.diagnostics import Diagnostic

#: What only Ludii's own players read.
HINTS = ("ai",)


@click.command()
@click.argument("file", metavar="FILE.lud")
@click.option(
    "--definitions",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder with Ludii's own definitions (.def files, and below); those that are used are put in.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT.lud",
              help="Write the file there, and not to the standard output.")  # fmt: skip
def command(file: str, folders: tuple[Path, ...], output: Path | None) -> int:
    """Make a file that was written for Ludii one that stands by itself, in the one style: what it uses of
    Ludii's definitions is put in, hints for its players are left out.

    What is not understood is told, each mistake at its line with what comes nearest, and so is what the file
    says in vain. The result is written all the same, to be gone on with; the exit code is 1 then.
    """
    from gdl.expand.linking import linked
    from gdl.format import formatted
    from gdl.parse.parser import parse
    from gdl.source.diagnostics import Diagnostic, LanguageError
    from gdl.source.reading import read_source
    from gdl.source.text import Source
    from interpreter.game.metadata import unread
    from interpreter.support.files import write_new

    source = read_source(file)
    if isinstance(source, Diagnostic):
        show_diagnostics((source,))
        return 1
    made = linked(source, folders, HINTS)
    name = str(output) if output is not None else source.name
    try:
        text = formatted(Source(name, made.text))
    except LanguageError as error:  # brackets or words: there is nothing to lay out
        show_diagnostics(error.diagnostics)
        return 1
    findings = _found(file, folders)
    if findings:
        show_diagnostics(findings)
    if output is None:
        say(text.removesuffix("\n"))
    else:
        write_new(output, text)
    missing = len({each.subject or each.message for each in findings if each.code == "E0309"})
    if missing:
        whose = "in the folders given" if folders else "without a folder of them: give one by --definitions"
        say(f"{missing} definition{'s' * (missing > 1)} not found {whose}", error=True)
    if made.taken:
        say(f"put in: {', '.join(made.taken)}", error=True)
    if made.left_out:
        say(f"left out: {', '.join(f'({each} ...)' for each in made.left_out)}", error=True)
    in_vain = unread(parse(source)[0])
    if in_vain:
        say(f"kept, but nothing here reads it: {', '.join(in_vain)}", error=True)
    errors = sum(each.severity == "error" for each in findings)
    where = f"wrote {output}: " if output is not None else ""
    verdict = "all of it is understood" if not errors else f"{errors} mistake{'s' * (errors > 1)} to mend"
    say(f"{where}{verdict}", error=True)
    return 1 if errors else 0


def _found(file: str, folders: Sequence[Path]) -> tuple[Diagnostic, ...]:
    """What is not understood of a file, and what stands for nothing in it; not what lints say of rules."""
    from gdl.source.diagnostics import LanguageError
    from interpreter.game.image import Recipe, warnings_for

    try:
        findings = warnings_for(Recipe(file, (), tuple(str(folder.absolute()) for folder in folders)))
    except LanguageError as error:
        findings = error.diagnostics
    return tuple(
        each for each in findings if each.severity == "error" or each.code.startswith(("W02", "W04"))
    )
