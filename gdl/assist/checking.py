"""Checking a text that is being edited, as `gdl check` does a file, and what is loaded beforehand."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from pathlib import Path

from gdl.assist.completion import uses
from gdl.bind.binder import vocabulary
from gdl.bind.plugins import load_plugins
from gdl.compile.check_definitions import check_definition_file
from gdl.compile.compile import Compiled, compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.ludeme.registry import REGISTRY
from gdl.ludeme.weaving import Observer
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source


def check(source: Source, folder: Path | None) -> tuple[Diagnostic, ...]:
    """The mistakes, warnings and lints of a text, whose includes are looked for in `folder`."""
    if source.name.endswith(".def"):
        return check_definition_file(source, folder)

    def compiling(options: Mapping[str, str], observer: Observer) -> Compiled:
        return compile_game(source, options, folder=folder, observer=observer)

    try:
        return findings(Noted.by(compiling, {}))
    except LanguageError as error:
        return error.diagnostics


def warm() -> None:
    """Load the plug-ins, and read the declaration of every ludeme."""
    load_plugins()
    known = vocabulary(REGISTRY)
    for cls in REGISTRY.classes():
        known.signature(cls)
    uses()
    # What stands now stays: the garbage collector need not walk through it again and again.
    gc.collect()
    gc.freeze()
