"""Everything that is to be said about a text that is being edited: what `gdl check` says of a file."""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source


def check(source: Source, folder: Path | None) -> tuple[Diagnostic, ...]:
    """The mistakes and warnings of a text, whose includes are looked for in `folder`."""
    try:
        return compile_game(source, folder=folder).warnings
    except LanguageError as error:
        return error.diagnostics
