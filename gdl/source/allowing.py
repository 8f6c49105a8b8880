"""The edit that allows a finding: a suppression comment put where it covers that finding and is read as one.

At the end of the line where there is none, behind the names of one that is there, else on a line of its own.
Each way is tried on the text, and taken if the finding is silenced by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.source.allowed import allowances, slug
from gdl.source.codes.registry import all_codes
from gdl.source.fixes import UNSURE, Edit, Fix
from gdl.source.text import Source, Span

#: Findings about such comments, which another would not put right.
_OF_COMMENTS = frozenset({"W0638", "W0639"})


def allowing(source: Source, offset: int, code: str) -> Fix | None:
    """The repair that says that a warning with this code, told at an offset (characters), is meant.

    None where no comment can say so: for errors, and in what is wrong about comments.
    """
    known = all_codes().get(code)
    if known is None or not code.startswith("W") or code in _OF_COMMENTS:
        return None
    name = slug(known.title)
    for at, text in _ways(source, offset, name):
        changed = Source(source.name, source.text[:at] + text + source.text[at:])
        moved = offset + len(text) if at <= offset else offset
        covering = (each for each in allowances(changed) if each.start <= moved < each.end)
        if any(code in each.codes for each in covering):
            return Fix(f"allow it: // allow {name}", (Edit(Span(source, at, at), text),), UNSURE)
    return None


def _ways(source: Source, offset: int, name: str) -> Iterator[tuple[int, str]]:
    """Where which text could be put in, the tidiest first."""
    start = source.starts[source.position(offset)[0] - 1]
    end = source.text.find("\n", start)
    end = len(source.text) if end < 0 else end
    there = [each for each in allowances(source) if start <= each.span.start < end]
    if there:
        yield there[-1].span.end, f", {name}"
    line = source.text[start:end]
    kept = len(line.rstrip())
    yield start + kept, f"  // allow {name}"
    yield start, f"{line[: len(line) - len(line.lstrip())]}// allow {name}\n"
