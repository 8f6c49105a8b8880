"""Making fix-its: the small edits that most repairs consist of.

An edit replaces what an author wrote. What stands in a form need not be what stands at its place: a word may
be put together of a definition's arguments, and what our own code makes has no place at all. So each says
what it replaces, and where something else stands there is no repair. And each says how sure it is: who makes
a repair knows what else could have been meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.source.fixes import SURE, UNSURE, Applicability, Edit, Fix
from gdl.source.suggest import bare
from gdl.source.text import Span

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
