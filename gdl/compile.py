"""From a rules file to a verified core program, with everything that can be said about the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl.bind import bind
from gdl.core.ops import Program
from gdl.diagnostics import Diagnostic, LanguageError
from gdl.expand import Expanded, load_forms
from gdl.facts import Facts
from gdl.lower import lower
from gdl.ludemes.game import Game
from gdl.plugins import load_plugins
from gdl.source import NOWHERE, Source


@frozen
class Compiled:
    """A game from its text to its program. `warnings` are diagnostics that do not keep it from running."""

    expanded: Expanded
    game: Game
    program: Program = field(repr=False)
    facts: Facts = field(repr=False)
    warnings: tuple[Diagnostic, ...]


def bind_game(
    game: str | Path | Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    definitions: Sequence[str | Path] = (),
    folder: Path | None = None,
) -> tuple[Expanded, Game, tuple[Diagnostic, ...]]:
    """Read, expand and bind a game. Raises LanguageError with every mistake found; returns the warnings."""
    plugin_warnings = load_plugins()
    expanded = load_forms(game, options, ruleset, definitions, folder)
    found = [*plugin_warnings, *expanded.diagnostics]
    bound: object | None = None
    if expanded.game is not None:
        bound, mistakes = bind(expanded.game, Game)
        found.extend(mistakes)
    errors = [d for d in found if d.severity == "error"]
    if errors or not isinstance(bound, Game):
        if not errors:
            found.append(Diagnostic("E0315", "there is no game in this file", NOWHERE))
        raise LanguageError(tuple(found))
    return expanded, bound, tuple(found)


def compile_game(
    game: str | Path | Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    definitions: Sequence[str | Path] = (),
    folder: Path | None = None,
) -> Compiled:
    """All stages up to the core program (not yet simplified). Raises LanguageError."""
    expanded, bound, warnings = bind_game(game, options, ruleset, definitions, folder)
    try:
        program, facts = lower(bound)
    except LanguageError as error:
        raise LanguageError((*warnings, *error.diagnostics)) from error
    return Compiled(expanded, bound, program, facts, warnings)
