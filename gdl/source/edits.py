"""Fix-its: making the small edits that most repairs consist of, and applying them to a text.

An edit replaces what an author wrote. What stands in a form need not be what stands at its place: a word may
be put together of a definition's arguments, and what our own code makes has no place at all. So each says
what it replaces, and where something else stands there is no repair. And each says how sure it is: who makes
a repair knows what else could have been meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gdl.source.diagnostics import SURE, UNSURE, Applicability, Diagnostic, Edit, Fix
from gdl.source.suggest import bare
from gdl.source.text import Source, Span
from gdl.support.values import evolve

#: Beside these no two words can run into one.
_APART = " \t\r\n(){}<>"


def replacing(span: Span, old: str, new: str, how: Applicability, title: str = "") -> tuple[Fix, ...]:
    """The repair that writes `new` for `old`, where that is what stands at `span`; else none."""
    if not span.source.text or span.text != old or old == new:
        return ()
    return (Fix(title or f"write `{new}`", (Edit(span, new),), how),)


def renaming(span: Span, old: str, names: Sequence[str], how: Applicability | None = None) -> tuple[Fix, ...]:
    """The repairs of a name that there is not: one for each suggestion, in their order.

    A name that differs in capitals, blanks, hyphens and underscores alone from just one of them is that one:
    it comes first, and is sure. What is spelt otherwise may be the name of something else, which the author
    is yet to write (`Light` is no slip of `Right`). `how` says so of all of them where more is known.
    """
    same = [name for name in names if how is None and bare(name) == bare(old)]
    if len(same) == 1:
        others = [name for name in names if name != same[0]]
        return (*replacing(span, old, same[0], SURE), *renaming(span, old, others, UNSURE))
    return tuple(fix for name in names for fix in replacing(span, old, name, how or UNSURE))


def deleting(span: Span, old: str, how: Applicability) -> tuple[Fix, ...]:
    """The repair that leaves out `old`, with the blanks before it where others follow; where it alone kept
    two words apart a blank does."""
    text, start, end = span.source.text, span.start, span.end
    if span.text != old:
        return ()
    before, behind = text[start - 1 : start], text[end : end + 1]
    if before and before in " \t" and (not behind or behind in " \t\n)}>"):
        start -= 1
    kept = " " if start == span.start and not _apart(before, behind) else ""
    title = f"delete `{old}`" if "\n" not in old else "delete it"
    return (Fix(title, (Edit(Span(span.source, start, end), kept),), how),)


def _apart(before: str, behind: str) -> bool:
    return not before or not behind or before in _APART or behind in _APART


def deleting_blanks(span: Span, how: Applicability) -> tuple[Fix, ...]:
    """The repair that leaves out blanks where none belong."""
    if span.text.strip() or not span.text:
        return ()
    return (Fix("delete the blank", (Edit(span, ""),), how),)


def inserting(at: Span, text: str, how: Applicability, title: str = "") -> tuple[Fix, ...]:
    """The repair that puts a text in before a place."""
    if not at.source.text:
        return ()
    return (Fix(title or f"add `{text.strip()}`", (Edit(Span(at.source, at.start, at.start), text),), how),)


def appending(at: Span, text: str, how: Applicability, title: str = "") -> tuple[Fix, ...]:
    """The repair that puts a text in behind a place."""
    if not at.source.text:
        return ()
    return (Fix(title or f"add `{text.strip()}`", (Edit(Span(at.source, at.end, at.end), text),), how),)


def around(
    first: Span, last: Span, before: str, behind: str, how: Applicability, title: str = ""
) -> tuple[Fix, ...]:
    """The repair that puts texts before and behind a stretch from one place to another."""
    if first.source is not last.source or not first.source.text or first.start > last.end:
        return ()
    edits = (
        Edit(Span(first.source, first.start, first.start), before),
        Edit(Span(first.source, last.end, last.end), behind),
    )
    return (Fix(title or f"write `{before}` before and `{behind}` behind it", edits, how),)


def unwrapping(outer: Span, inner: Span, how: Applicability, title: str = "") -> tuple[Fix, ...]:
    """The repair that leaves of a form only what stands in it."""
    if outer.source is not inner.source or not outer.source.text:
        return ()
    if not (outer.start < inner.start and inner.end < outer.end):
        return ()
    edits = (
        Edit(Span(outer.source, outer.start, inner.start), ""),
        Edit(Span(outer.source, inner.end, outer.end), ""),
    )
    kept = inner.text if len(inner.text) <= 40 and "\n" not in inner.text else "what is inside"
    return (Fix(title or f"leave only `{kept}`", edits, how),)


def moving(inner: Span, outer: Span, how: Applicability) -> tuple[Fix, ...]:
    """The repair that moves what stands in a form behind it."""
    if inner.source is not outer.source or not (outer.start < inner.start and inner.end < outer.end):
        return ()
    (deleted,) = deleting(inner, inner.text, how)
    behind = Edit(Span(outer.source, outer.end, outer.end), f" {inner.text}")
    return (Fix("move it behind the bracket", (*deleted.edits, behind), how),)


def swapping(first: Span, second: Span, how: Applicability) -> tuple[Fix, ...]:
    """The repair that puts two places' texts in each other's place."""
    apart = first.end <= second.start or second.end <= first.start
    if first.source is not second.source or not first.source.text or not apart:
        return ()
    edits = (Edit(first, second.text), Edit(second, first.text))
    return (Fix("exchange the two", edits, how),)


# --- applying those that are sure, or wanted, and do not get in each other's way ---------------------------


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


# --- texts as their files hold them ---------------------------------------------------------------------

_MARK = "\ufeff"
_LINE_END = re.compile("\r\n|\r|\n")


def edited_as_written(raw: str, edits: Iterable[Edit]) -> str:
    """A file's text with edits made, whose places are those of the text as it was read.

    Lines that are put in end as the file's first line does.
    """
    chosen = list(edits)
    if "\r" not in raw and not raw.startswith(_MARK):
        return edited(raw, chosen)
    first = _LINE_END.search(raw)
    end = first.group() if first else "\n"
    offsets = _offsets(raw)
    whole = Source("", raw)
    moved = (
        evolve(
            each,
            span=Span(whole, offsets[each.span.start], offsets[each.span.end]),
            text=each.text.replace("\n", end),
        )
        for each in chosen
    )
    return edited(raw, moved)


def _offsets(raw: str) -> list[int]:
    """Where each character of the text as it is read stands in the file's, and where that ends."""
    at = len(_MARK) if raw.startswith(_MARK) else 0
    result: list[int] = []
    while at < len(raw):
        result.append(at)
        at += 2 if raw.startswith("\r\n", at) else 1
    return [*result, len(raw)]
