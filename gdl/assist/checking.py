"""Everything that is to be said about a text that is being edited: what `gdl check` says of a file."""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.expand.definitions import Definition, read_definition
from gdl.expand.options import head_of, options_of
from gdl.parse.forms import Paren
from gdl.parse.parser import parse
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source


def check(source: Source, folder: Path | None) -> tuple[Diagnostic, ...]:
    """The mistakes and warnings of a text, whose includes are looked for in `folder`."""
    if source.name.endswith(".def"):
        return _definitions(source)
    try:
        return compile_game(source, folder=folder).warnings
    except LanguageError as error:
        return error.diagnostics


def _definitions(source: Source) -> tuple[Diagnostic, ...]:
    """What can be said of a file of definitions by itself."""
    forms, mistakes = parse(source)
    _, of_options = options_of(forms)
    read = [read_definition(form) for form in forms if isinstance(form, Paren) and head_of(form) == "define"]
    wrong = [each for each in read if not isinstance(each, Definition)]
    return tuple(sorted((*mistakes, *of_options, *wrong), key=lambda each: each.span.start))
