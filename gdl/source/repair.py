"""Applying fix-its to a text: those that are safe and do not get in each other's way."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.source.diagnostics import Diagnostic
from gdl.source.fixes import Edit, Fix
from gdl.source.text import Source


def safe_fix(diagnostic: Diagnostic, source: Source | None = None) -> Fix | None:
    """The repair that may be made without asking, if there is one (wholly in `source`, if that is given)."""
    for fix in diagnostic.fixes:
        if fix.safe and fix.edits and (source is None or all(_is_in(edit, source) for edit in fix.edits)):
            return fix
    return None


def chosen_fixes(source: Source, diagnostics: Iterable[Diagnostic]) -> tuple[Fix, ...]:
    """The safe repairs of these mistakes that can be made together.

    Of repairs that overlap the first in the order given is chosen; the others may be needed no more, which
    the next check tells.
    """
    chosen: list[Fix] = []
    edits: list[Edit] = []
    for diagnostic in diagnostics:
        fix = safe_fix(diagnostic, source)
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


def _is_in(edit: Edit, source: Source) -> bool:
    span = edit.span
    return span.source is source or (span.source.name == source.name and span.source.text == source.text)


def _collide(one: Edit, other: Edit) -> bool:
    """Whether two edits overlap, or touch, so that what comes of them could depend on their order."""
    return one.span.start <= other.span.end and other.span.start <= one.span.end
