"""Making fix-its: the small edits that most repairs consist of.

An edit replaces what an author wrote. What stands in a form need not be what stands at its place: a word may
be put together of a definition's arguments, and what our own code makes has no place at all. So each says
what it replaces, and where something else stands there is no repair.
"""

from __future__ import annotations

from gdl.source.fixes import Edit, Fix
from gdl.source.text import Span


def replacing(span: Span, old: str, new: str, safe: bool = True, title: str = "") -> tuple[Fix, ...]:
    """The repair that writes `new` for `old`, where that is what stands at `span`; else none."""
    if not span.source.text or span.text != old or old == new:
        return ()
    return (Fix(title or f"write `{new}`", (Edit(span, new),), safe),)


def renaming(span: Span, old: str, names: tuple[str, ...] | list[str], safe: bool = True) -> tuple[Fix, ...]:
    """The repairs of a misspelt name: one for each suggestion, safe only where there is just one."""
    only = safe and len(names) == 1
    return tuple(fix for name in names for fix in replacing(span, old, name, only))


def deleting(span: Span, old: str, safe: bool = True) -> tuple[Fix, ...]:
    """The repair that leaves out `old`, with the blanks before it where others follow."""
    text, start, end = span.source.text, span.start, span.end
    if span.text != old:
        return ()
    if start and text[start - 1] in " \t" and text[end : end + 1] in ("", " ", "\t", "\n", ")", "}", ">"):
        start -= 1
    title = f"delete `{old}`" if "\n" not in old else "delete it"
    return (Fix(title, (Edit(Span(span.source, start, end), ""),), safe),)


def deleting_blanks(span: Span) -> tuple[Fix, ...]:
    """The repair that leaves out blanks where none belong."""
    if span.text.strip() or not span.text:
        return ()
    return (Fix("delete the blank", (Edit(span, ""),), safe=True),)


def inserting(at: Span, text: str, safe: bool = True, title: str = "") -> tuple[Fix, ...]:
    """The repair that puts a text in before a place."""
    if not at.source.text:
        return ()
    return (Fix(title or f"add `{text.strip()}`", (Edit(Span(at.source, at.start, at.start), text),), safe),)


def appending(at: Span, text: str, safe: bool = False, title: str = "") -> tuple[Fix, ...]:
    """The repair that puts a text in behind a place; what is to stand there often is a guess."""
    if not at.source.text:
        return ()
    return (Fix(title or f"add `{text.strip()}`", (Edit(Span(at.source, at.end, at.end), text),), safe),)


def around(
    first: Span, last: Span, before: str, behind: str, safe: bool = True, title: str = ""
) -> tuple[Fix, ...]:
    """The repair that puts texts before and behind a stretch from one place to another."""
    if first.source is not last.source or not first.source.text or first.start > last.end:
        return ()
    edits = (
        Edit(Span(first.source, first.start, first.start), before),
        Edit(Span(first.source, last.end, last.end), behind),
    )
    return (Fix(title or f"write `{before}` before and `{behind}` behind it", edits, safe),)


def unwrapping(outer: Span, inner: Span, safe: bool = True, title: str = "") -> tuple[Fix, ...]:
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
    return (Fix(title or f"leave only `{kept}`", edits, safe),)


def moving(inner: Span, outer: Span, safe: bool = True) -> tuple[Fix, ...]:
    """The repair that moves what stands in a form behind it."""
    if inner.source is not outer.source or not (outer.start < inner.start and inner.end < outer.end):
        return ()
    (deleted,) = deleting(inner, inner.text)
    behind = Edit(Span(outer.source, outer.end, outer.end), f" {inner.text}")
    return (Fix("move it behind the bracket", (*deleted.edits, behind), safe),)


def swapping(first: Span, second: Span, safe: bool = True) -> tuple[Fix, ...]:
    """The repair that puts two places' texts in each other's place."""
    apart = first.end <= second.start or second.end <= first.start
    if first.source is not second.source or not first.source.text or not apart:
        return ()
    edits = (Edit(first, second.text), Edit(second, first.text))
    return (Fix("exchange the two", edits, safe),)
