"""Completion by expected type: what can stand where the cursor is, in a text that need not be right.

The word that is being typed is replaced by a mark, the piece of the text around it is parsed as it then is,
and what can stand in place of the mark is offered (`offers`).
"""

from __future__ import annotations

import re

from gdl.assist.names import Names
from gdl.assist.offers import Completion, Place, in_quotes, in_words
from gdl.assist.project import File, Spot
from gdl.assist.slots import MARK, is_mark
from gdl.assist.tree import Piece

_WORD = re.compile(r"[\w#.\-]*\Z")
_REST = re.compile(r"[\w#.\-]*")
#: Comments and texts in quotes, as the grammar has them; a text that is never closed ends with its line.
_STRETCH = re.compile(r'//[^\n]*|"[^"\\]*+(?:\\.[^"\\]*+)*+"|"[^\n]*', re.DOTALL)


def complete(names: Names, offset: int) -> tuple[Completion, ...]:
    """What can stand at an offset of the project's main file, the likeliest first."""
    file = names.project.main
    place = _place(names, file, offset)
    if place is None:
        return ()
    found = in_quotes(place) if place.quoted else in_words(place)
    unique = {(each.label, each.sort): each for each in reversed(list(found))}
    return tuple(each for each in reversed(list(unique.values())) if _matches(place.typed, each.label))


def _matches(typed: str, label: str) -> bool:
    """Whether the letters that were typed are in a label, in this order."""
    letters = iter(label.lower())
    return all(letter in letters for letter in typed.lower())


# --- Finding the place --------------------------------------------------------------------------------------


def _place(names: Names, file: File, offset: int) -> Place | None:
    placed = file.document.piece_at(offset)
    if placed is None:
        return None
    text, at = placed.piece.text, offset - placed.start
    start = at - len(_typed(text, at))
    end = at + len(_REST.match(text, at)[0])  # type: ignore[index]
    marked = MARK
    stretch = _stretch_at(text, at)
    if stretch is not None:
        if text.startswith("//", stretch.start()):
            return None
        closed = len(stretch[0]) > 1 and stretch[0].endswith('"')
        start, end = stretch.start() + 1, stretch.end() - closed
        if not closed:  # of a text that was never closed, the brackets behind it are none of it
            end = start + len(re.match(r'[^"(){}\n]*', text[start:end])[0].rstrip())  # type: ignore[index]
            end = max(end, at)
        marked = f'{MARK}"' if not closed else MARK
    piece = Piece(text[:start] + marked + text[end:])
    mark = next((node for node in piece.nodes if is_mark(node)), None)
    if mark is None:
        return None
    shown = Spot(file, placed, mark)
    return Place(file, mark, shown.within(start, end), text[start:at], names, stretch is not None)


def _typed(text: str, at: int) -> str:
    return _WORD.search(text, max(0, at - 100), at)[0]  # type: ignore[index]


def _stretch_at(text: str, at: int) -> re.Match[str] | None:
    """The comment or the text in quotes that a place stands in."""
    for match in _STRETCH.finditer(text):
        if match.start() >= at:
            return None
        open_ended = match[0].startswith("//") or len(match[0]) < 2 or not match[0].endswith('"')
        if at < match.end() or (open_ended and at == match.end()):
            return match
    return None
