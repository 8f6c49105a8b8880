"""Checking definitions by themselves: files of them, and those of a game that it does not come to.

What a definition stands for is expanded with holes for its arguments, and what stands in it is explained
whatever may be wanted where it is used. So a mistake is found before anything uses the definition.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl.bind import survey
from gdl.bind.plugins import load_plugins
from gdl.compile.blame import blamed
from gdl.expand.expander import Expanded, Trial, not_in_play
from gdl.expand.load import load_definitions
from gdl.parse.forms import Form
from gdl.source.allowed import silenced
from gdl.source.budget import TooLarge, budget
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source
from gdl.support.cpython import higher_recursion_limit
from gdl.support.values import evolve

#: What a definition that is used may make right: these are told of the use alone.
_OF_THE_USE = ("E0205", "E0216", "E0218")


def check_definition_file(file: Path | Source, folder: Path | None = None) -> tuple[Diagnostic, ...]:
    """The mistakes of a file of definitions, or of a text that stands for one in `folder`, in its order."""
    try:
        with budget(), higher_recursion_limit():
            result = list(load_plugins())
            read = load_definitions(file, folder)
            result += read.mistakes
            result += map(_perhaps_elsewhere, _inside(read.stands_for, read.names, read.trial))
    except TooLarge as error:
        return (error.diagnostic,)
    # Lints are of games: of what they would find nothing can be said.
    result = silenced(result, [read.source] if read.source else [], lambda code: not code.startswith("W06"))
    return tuple(sorted(result, key=lambda each: _place(each, read.source)))


def check_unreached(expanded: Expanded) -> tuple[Diagnostic, ...]:
    """Warnings of mistakes in those definitions of a game that it does not come to as it is chosen."""
    mistakes = _inside(expanded.unreached, expanded.definitions, expanded.trial)
    return tuple(not_in_play(each) for each in mistakes if each.span.source is expanded.sources[0])


def _perhaps_elsewhere(mistake: Diagnostic) -> Diagnostic:
    """A name that is not defined here may be defined by the game that takes the file in."""
    if mistake.code != "E0202":
        return mistake
    return evolve(mistake, code="W0305", severity="warning")


def _inside(forms: Iterable[Form], names: Iterable[str], trial: Trial | None) -> list[Diagnostic]:
    result = survey(forms, definitions=names, each_use=True)
    result = result if trial is None else blamed(result, trial)
    # The definition itself is the only one that the place came through.
    alone = (evolve(each, via=each.via[:-1]) for each in result if each.code not in _OF_THE_USE)
    return list(alone)


def _place(diagnostic: Diagnostic, source: Source | None) -> tuple[bool, str, int]:
    span = diagnostic.span
    return (span.source is not source, span.source.name, span.start)
