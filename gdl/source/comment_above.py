"""What the comment directly above a definition says of it (doc comments).

    // Where a pawn could move to. #1: the pawn's site; #2: the sites that block.
    // says: the cells within reach of the pawn on #1 / a cell within reach of the pawn on #1
    // term: A pawn moves by the colour of the cell that it stands on.
    (define "Reach" ...)

First what it is, in which `#1: ...` says what an argument is; then words for the rules in English, each
behind a label (`says:` where the definition is used, `term:` in a section of its own), which may go on over
further lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gdl.source.text import NOWHERE, Span
from gdl.support.printable import one_line
from gdl.support.values import field, frozen

_COMMENT = re.compile(r"\s*//+\s?(.*)")
_LABEL = r"(says|term)\s*:\s*(.*)"
#: `#2: the sites that block`, up to the next or to the end of the sentence.
_ARGUMENT = r"#(\d{1,2}):\s+(.+?)(?=[;,.]?\s+#\d{1,2}:|[.;]\s+[A-Z]|[.;]?\s*\Z)"


@frozen
class Comment:
    """A comment above a definition: what it is, what its arguments are by their numbers, and the words for it
    in the rules in English."""

    text: str = ""
    says: str | None = None
    terms: tuple[str, ...] = ()
    arguments: Mapping[int, str] = field(factory=dict)


def comment_above(place: Span) -> Comment:
    """The comment that ends on the line above a place."""
    if place is NOWHERE or not place.source.text:
        return Comment()
    lines: list[str] = []
    line = place.line - 1
    while line >= 1:
        match = _COMMENT.fullmatch(place.source.line_text(line))
        if match is None:
            break
        lines.append(match[1].strip())
        line -= 1
    parts: list[tuple[str, list[str]]] = [("", [])]
    for text in reversed(lines):
        labelled = re.match(_LABEL, text)
        if labelled is not None:
            parts.append((labelled[1], [labelled[2]]))
        else:
            parts[-1][1].append(text)
    result = [(label, one_line(" ".join(" ".join(texts).split()))) for label, texts in parts]
    says = [text for label, text in result if label == "says"]
    terms = tuple(text for label, text in result if label == "term")
    what = result[0][1].strip(" -")
    arguments = {int(match[1]): match[2] for match in re.finditer(_ARGUMENT, what)}
    return Comment(what, says[-1] if says else None, terms, arguments)
