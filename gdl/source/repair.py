"""Applying fix-its to a text: those that are sure, or wanted, and do not get in each other's way."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.source.diagnostics import Diagnostic
from gdl.source.fixes import UNSURE, Edit, Fix
from gdl.source.text import Source


def sure_fix(diagnostic: Diagnostic, source: Source | None = None) -> Fix | None:
    """The repair that may be made without asking, if there is one (wholly in `source`, if that is given)."""
    return next((fix for fix in diagnostic.fixes if fix.sure and _can_be_made(fix, source)), None)


def likely_fix(diagnostic: Diagnostic, source: Source | None = None) -> Fix | None:
    """The repair that may be made when unsure ones are asked for: the sure one, else the only one there is.

    Of several that may be meant an author has to choose.
    """
    fix = sure_fix(diagnostic, source)
    if fix is None and len(diagnostic.fixes) == 1:
        (only,) = diagnostic.fixes
        if only.applicability is UNSURE and _can_be_made(only, source):
            return only
    return fix


def chosen_fixes(source: Source, diagnostics: Iterable[Diagnostic], unsure: bool = False) -> tuple[Fix, ...]:
    """The sure repairs of these mistakes that can be made together, or the likely ones (`unsure`).

    Of repairs that overlap the first in the order given is chosen; the others may be needed no more, which
    the next check tells.
    """
    chosen: list[Fix] = []
    edits: list[Edit] = []
    choose = likely_fix if unsure else sure_fix
    for diagnostic in diagnostics:
        fix = choose(diagnostic, source)
        if fix is None or any(_collide(edit, other) for edit in fix.edits for other in edits):
            continue
        edits += fix.edits
        chosen.append(fix)
    return tuple(chosen)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits made that do not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda each: (each.span.start, each.span.end)):
        pieces += (text[at : edit.span.start], edit.text)
        at = edit.span.end
    return "".join((*pieces, text[at:]))


def _can_be_made(fix: Fix, source: Source | None) -> bool:
    return bool(fix.edits) and (source is None or all(_is_in(edit, source) for edit in fix.edits))


def _is_in(edit: Edit, source: Source) -> bool:
    span = edit.span
    return span.source is source or (span.source.name == source.name and span.source.text == source.text)


def _collide(one: Edit, other: Edit) -> bool:
    """Whether two edits overlap, or touch, so that what comes of them could depend on their order."""
    return one.span.start <= other.span.end and other.span.start <= one.span.end
